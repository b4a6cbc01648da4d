"""JSON of exports and session files, read with forgiveness: one record at a time, wrong types as empty ones."""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.limits import MAX_BYTES, megabytes

if TYPE_CHECKING:
    from collections import Counter

    from llmwiki.sources.base import Original

BROKEN = "line that is no JSON record|lines that are no JSON record"

Record = dict[str, object]

_CHUNK = 1024 * 1024

# A string, or a bracket: what moves the depth. Possessive, so that a long string costs no memory.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*"|[][{}]|"', re.DOTALL)
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


def items(source: bytes | IO[bytes]) -> Iterator[bytes]:
    """The members of a JSON array one by one, found by their brackets and not parsed: of a big export only one is held.

    A member that is no object or array is passed over; of an array that was cut off, the last whole member is the end.

    Raises:
        SourceRefused: a member of a stream is too big to be held.
    """
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    walk = _Walk()
    while not walk.is_over and (more := stream.read(max(_CHUNK, len(walk.held)))):
        if len(walk.held) > MAX_BYTES:
            raise SourceRefused(f"is too big: an entry of more than {megabytes(MAX_BYTES)}")
        yield from walk.members(more)


class _Walk:
    """A way through an array that comes in pieces.

    Attributes:
        held: What was read and is not done with.
        is_over: Whether the array has ended.
    """

    def __init__(self) -> None:
        self.held = b""
        self.is_over = False
        self._depth = 0
        self._start = 0
        self._place = 0

    def members(self, more: bytes) -> Iterator[bytes]:
        """The members that end in the next piece."""
        self.held += more
        for match in _TOKEN.finditer(self.held, self._place):
            if match[0] == b'"':
                break  # a string that goes on in the next piece
            self._place = match.end()
            if self._ends_member(match):
                yield self.held[self._start : self._place]
            if self.is_over:
                break
        done = self._start if self._depth > 1 else self._place
        self.held = self.held[done:]
        self._start, self._place = self._start - done, self._place - done

    def _ends_member(self, match: re.Match[bytes]) -> bool:
        if match[0] in b"[{":
            self._depth += 1
            self._start = match.start() if self._depth == 2 else self._start  # noqa: PLR2004 - inside the array
        elif match[0] in b"]}":
            self._depth -= 1
            self.is_over = self._depth <= 0
            return self._depth == 1
        return False


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
