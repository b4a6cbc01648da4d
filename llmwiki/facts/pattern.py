"""What a wording is, and the pieces that wordings are put together from."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

Reads = Literal["date", "quantity", "count", "place", "version", "word", "name"]

DATE_MARK = "\ue000"
"""Stands for each date in the text that patterns of kind ``date`` are matched against (a private-use character)."""


class Pattern(NamedTuple):
    """A wording.

    Attributes:
        predicate: ``{p}`` stands for the property that the sentence names, ``{n}`` for the noun that it counts.
        reads: What the value is.
        signs: Words of which one must occur, so that most patterns are passed over (and never compiled).
        form: Groups ``s`` (subject; absent: the page), ``p`` (property), ``v`` (value).
        past: Whether the wording is in the past tense, so that a value that changes needs a date.
    """

    predicate: str
    reads: Reads
    signs: tuple[str, ...]
    form: str
    past: bool = False

    def match(self, text: str) -> re.Match[str] | None:
        """The match of the whole text, of which it is known that one of the signs stands in it."""
        return _compiled(self.form).fullmatch(text)


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form)


def rows(reads: Reads, *wordings: tuple[str, str, str], past: bool = False) -> tuple[Pattern, ...]:
    """Patterns that read the same kind of value: predicate, signs with ``|`` between them, form."""
    return tuple(Pattern(predicate, reads, tuple(signs.split("|")), form, past) for predicate, signs, form in wordings)


VALUE = "(?P<v>.+)"
DAY = rf"(?P<v>{DATE_MARK})"
