"""JSON of exports and session files, read with forgiveness: one record at a time, wrong types as empty ones."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused

if TYPE_CHECKING:
    from collections import Counter

    from llmwiki.sources.base import Original

BROKEN = "line that is no JSON record|lines that are no JSON record"

Record = dict[str, object]

# A string, or a bracket: what moves the depth. Possessive, so that a long string costs no memory.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[][{}]|"', re.DOTALL)
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def utf8(data: bytes) -> bytes:
    """Bytes of a text as UTF-8 without a byte order mark; UTF-16 and UTF-32 are told by theirs."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace").encode("utf-8", "replace")
    return data.removeprefix(codecs.BOM_UTF8)


def lines(original: Original, left: Counter[str]) -> Iterator[Record]:
    """The JSON objects of a file with one a line; what is no object is counted in ``left``."""
    for line in original.lines():
        if line.strip():
            found = parsed(line)
            if isinstance(found, dict):
                yield found
            else:
                left[BROKEN] += 1


def parsed(data: bytes) -> object:
    """A JSON value; None when the bytes hold none. Control characters in strings and wrong UTF-8 are borne."""
    try:
        found: object = json.loads(data.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return None
    return found


def whole(data: bytes) -> object:
    """The one JSON value of a file.

    Raises:
        SourceRefused: there is none.
    """
    found = parsed(data)
    if found is None:
        raise SourceRefused("looks like a conversation but is broken JSON: it was cut off or damaged")
    return found


def items(data: bytes) -> Iterator[bytes]:
    """The members of a JSON array one by one, found by their brackets and not parsed: of a big export only one is held.

    A member that is no object or array is passed over; of an array that was cut off, the last whole member is the end.
    """
    depth = start = 0
    for match in _TOKEN.finditer(data):
        sign = match[0]
        if sign in b"[{":
            depth += 1
            start = match.start() if depth == 2 else start  # noqa: PLR2004 - inside the array
        elif sign in b"]}":
            depth -= 1
            if depth == 1:
                yield data[start : match.end()]
            elif depth <= 0:
                return


def is_whole(data: bytes) -> bool:
    """Whether an array was not cut off."""
    return data.rstrip().endswith(b"]")


def record(value: object) -> Record:
    """A JSON object, or an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


def records(value: object) -> list[Record]:
    """The objects in a JSON array; none in anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    """A JSON string, or an empty one in place of anything else."""
    return value if isinstance(value, str) else ""
