"""What the reading of a property block is made of."""

import re
from datetime import date
from typing import Any, NamedTuple

from llmwiki.vault.link import Span

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ].*)?\Z", re.DOTALL)


class Problem(NamedTuple):
    """Something wrong with a property block.

    ``kind`` is one of ``invalid-yaml``, ``tab``, ``duplicate-key``, ``impossible-date``, ``unquoted-link``,
    ``alias-bomb``, ``too-deep``, ``not-a-mapping``, ``unclosed``; ``offset`` is in code points of the note.
    """

    message: str
    offset: int
    kind: str


class Entry(NamedTuple):
    """A property's place: whole lines, key, value, and the style the value is written in.

    ``style`` is ``scalar``, ``flow``, ``block`` (lists, maps and block scalars over lines) or ``empty``.
    """

    key: str
    span: Span
    key_span: Span
    value_span: Span
    style: str


class Scalar(NamedTuple):
    """A piece of text somewhere under a property; ``span`` is as written, quotes included."""

    key: str
    value: str
    span: Span
    quoted: bool


class Reading(NamedTuple):
    """What a property block holds."""

    data: dict[str, Any]
    entries: tuple[Entry, ...]
    scalars: tuple[Scalar, ...]
    problems: tuple[Problem, ...]


def impossible_date(value: str) -> bool:
    """Whether a text has the form of an ISO date but no calendar has that day."""
    if not _DATE.match(value):
        return False
    try:
        date.fromisoformat(value[:10])
    except ValueError:
        return True
    return False
