"""The two ways in which a command speaks: data on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from typing import Any


def say(text: str) -> None:
    """Print data on stdout, one line end behind it."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def say_json(value: Any) -> None:  # noqa: ANN401 - whatever JSON can say
    """Print a value as JSON on stdout; bytes that are no UTF-8 come out as escapes, so the output stays valid."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        text = json.dumps(value, indent=2)
    say(text)


def tell(text: str) -> None:
    """Print a hint or progress on stderr."""
    sys.stderr.write(text + "\n")
