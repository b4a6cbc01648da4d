"""What the styles of a Word document mean: headings, lists, quotes, code, tables of contents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.office.names import W, value

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADING = re.compile(r"(?:heading|标题|標題|見出し|überschrift|titre|título|заголовок)\s*([1-9])", re.IGNORECASE)
_CODE = frozenset(("html preformatted", "source code", "code", "code block", "preformatted text", "macro text", "plain code"))
_CODE_RUN = frozenset(("verbatim char", "html code", "code", "html typewriter", "html sample", "html keyboard", "source text"))
_QUOTE = frozenset(("quote", "intense quote", "block text", "quotations", "block quote", "blockquote"))
_CONTENTS = re.compile(r"toc \d|toc heading|table of figures|table of authorities|contents \d|contents heading", re.IGNORECASE)
_TITLE = frozenset(("title", "标题", "標題"))
_BODY_LEVEL = 9
_MAX_CHAIN = 20


class Style(NamedTuple):
    """A paragraph's or run's role.

    Attributes:
        role: ``title``, ``heading``, ``code``, ``quote``, ``contents``, or empty for plain text.
        level: Of a heading, from 1.
        numbering: The list that the style puts paragraphs in, as ``w:numPr``; None for none.
        hidden: Whether its text is hidden.
    """

    role: str = ""
    level: int = 0
    numbering: _Element | None = None
    hidden: bool = False


class Styles:
    """The styles of a document by identifier, with what they inherit (ECMA-376 part 1, 17.7.4.3)."""

    def __init__(self, root: _Element | None) -> None:
        found = () if root is None else root.iter(f"{W}style")
        self._elements = {element.get(f"{W}styleId", ""): element for element in found}
        self._known: dict[str, Style] = {}

    def __getitem__(self, identifier: str) -> Style:
        if identifier not in self._known:
            self._known[identifier] = self._resolved(identifier)
        return self._known[identifier]

    def name(self, identifier: str) -> str:
        """A style's name in lower case; Word keeps the built-in ones in English whatever its language."""
        element = self._elements.get(identifier)
        return value(element, "name").lower() if element is not None else identifier.lower()

    def _resolved(self, identifier: str) -> Style:
        role, level, numbering, hidden = "", 0, None, False
        for step in self._chain(identifier):
            element, name = self._elements.get(step), self.name(step)
            role = role or _role(name)
            level = level or _level(element, name)
            if numbering is None and element is not None:
                numbering = element.find(f"{W}pPr/{W}numPr")
            hidden = hidden or (element is not None and element.find(f"{W}rPr/{W}vanish") is not None)
        if level and level <= _BODY_LEVEL and not role:
            return Style("heading", level, numbering, hidden)
        return Style(role, 0, numbering, hidden)

    def _chain(self, identifier: str) -> list[str]:
        steps: list[str] = []
        while identifier and identifier not in steps and len(steps) < _MAX_CHAIN:
            steps.append(identifier)
            identifier = value(self._elements.get(identifier), "basedOn")
        return steps


def outline_level(properties: _Element | None) -> int:
    """The heading level that paragraph properties name, from 1; 10 for body text, 0 when they say nothing."""
    written = value(properties, "outlineLvl")
    return min(int(written), _BODY_LEVEL) + 1 if written.isascii() and written.isdigit() else 0


def _level(element: _Element | None, name: str) -> int:
    match = _HEADING.fullmatch(name)
    if match:
        return int(match[1])
    return outline_level(None if element is None else element.find(f"{W}pPr"))


def _role(name: str) -> str:
    if _CONTENTS.fullmatch(name):
        return "contents"
    if name in _TITLE:
        return "title"
    if name in _CODE or name in _CODE_RUN:
        return "code"
    return "quote" if name in _QUOTE else ""
