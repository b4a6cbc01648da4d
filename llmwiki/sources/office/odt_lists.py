"""Lists of OpenDocument texts: numbered or not, and from which number on (OpenDocument 1.3 part 3, 5.3 and 16.30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement


class OdtLists:
    """Opens lists in the order of the text.

    Args:
        content: The root of ``content.xml``, with the styles of its lists.
    """

    def __init__(self, content: _Element) -> None:
        self._numbered = {_own(style, "name"): _levels(style) for style in content.iter("{*}list-style")}
        self._counts: dict[str, int] = {}

    def open(self, element: _Element, into: HtmlElement) -> HtmlElement:
        """A new list of HTML in ``into`` for a ``text:list``."""
        from lxml.etree import SubElement

        around = list(element.iterancestors("{*}list"))
        style = _own(element, "style-name") or next((name for up in around if (name := _own(up, "style-name"))), "")
        if len(around) + 1 not in self._numbered.get(style, frozenset()):
            return SubElement(into, "ul")
        made = SubElement(into, "ol")
        if not around:
            self._start(element, style, made)
        return made

    def _start(self, element: _Element, style: str, made: HtmlElement) -> None:
        """The number of a list's first item: told, or the next one where the list goes on from an earlier one."""
        goes_on = _own(element, "continue-numbering") == "true" or bool(_own(element, "continue-list"))
        first = next(iter(element.iterchildren("{*}list-item")), None)
        told = "" if first is None else _own(first, "start-value")
        start = int(told) if told.isascii() and told.isdigit() else self._counts.get(style, 0) + 1 if goes_on else 1
        made.set("start", str(start))
        self._counts[style] = start - 1 + sum(1 for _ in element.iterchildren("{*}list-item"))


def _own(element: _Element, name: str) -> str:
    """An attribute by its local name."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _levels(style: _Element) -> frozenset[int]:
    """The levels that show numbers."""
    shown = (level for level in style.iter("{*}list-level-style-number") if _own(level, "num-format"))
    return frozenset(int(level) for found in shown if (level := _own(found, "level")).isdigit())
