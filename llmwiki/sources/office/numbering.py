"""The numbers that Word shows before the items of lists, which go on across the paragraphs in between."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.sources.markup.tokens import ITEM
from llmwiki.sources.office.names import W, value

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement

_LEVELS = 9
_UNCOUNTED = frozenset(("bullet", "none"))


class Numbering:
    """Counts the items of every list of a document in the order of the text (ECMA-376 part 1, 17.9).

    Args:
        root: The numbering part; None when the document has none.
    """

    def __init__(self, root: _Element | None) -> None:
        self._formats: dict[str, dict[int, tuple[int, bool]]] = {}
        self._numbers: dict[str, tuple[str, dict[int, int]]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()
        for abstract in () if root is None else root.iter(f"{W}abstractNum"):
            levels = abstract.findall(f"{W}lvl")
            self._formats[abstract.get(f"{W}abstractNumId", "")] = {
                _number(level.get(f"{W}ilvl", "")): (_number(value(level, "start"), 1), value(level, "numFmt") not in _UNCOUNTED)
                for level in levels
            }
        for number in () if root is None else root.iter(f"{W}num"):
            starts = {
                _number(found.get(f"{W}ilvl", "")): _number(value(found, "startOverride"), 1)
                for found in number.findall(f"{W}lvlOverride")
                if found.find(f"{W}startOverride") is not None
            }
            self._numbers[number.get(f"{W}numId", "")] = (value(number, "abstractNumId"), starts)

    def next(self, properties: _Element | None) -> int:
        """The number of the paragraph with these ``w:numPr``; 0 for bullets and for lists that are not described."""
        known, level = value(properties, "numId"), _number(value(properties, "ilvl"))
        abstract, starts = self._numbers.get(known, ("", {}))
        start, counted = self._formats.get(abstract, {}).get(level, (1, False))
        if properties is None or not counted:
            return 0
        counts = self._counts.setdefault(abstract, {})
        if level in starts and (known, level) not in self._begun:
            counts[level] = starts[level] - 1
        self._begun.add((known, level))
        counts[level] = counts.get(level, start - 1) + 1
        for deeper in range(level + 1, _LEVELS):
            counts.pop(deeper, None)
        return counts[level]


def start_lists(root: HtmlElement) -> None:
    """Let each numbered list of a tree begin with the number that its first item was given as a token."""
    for listing in root.iter("ol"):
        first = next((item for item in listing if item.tag == "li"), None)
        match = None if first is None else _ITEM_FIRST.match(first.text_content())
        if match:
            listing.set("start", match[1])
    for element in root.iter():
        element.text = ITEM.sub("", element.text) if element.text else element.text
        element.tail = ITEM.sub("", element.tail) if element.tail else element.tail


_ITEM_FIRST = re.compile(rf"\W*?{ITEM.pattern}")


def _number(text: str, missing: int = 0) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else missing  # noqa: PLR2004 - longer than any list
