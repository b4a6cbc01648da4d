"""Names of Office Open XML, transitional and strict (ECMA-376 parts 1 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
V = "{urn:schemas-microsoft-com:vml}"
PACKAGE_RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}"

_STRICT = {
    "{http://purl.oclc.org/ooxml/wordprocessingml/main}": W,
    "{http://purl.oclc.org/ooxml/officeDocument/math}": M,
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}": R,
    "{http://purl.oclc.org/ooxml/drawingml/main}": A,
}


def transitional(root: _Element) -> None:
    """Give a tree of the strict form the names of the transitional one, in place."""
    if root.tag.startswith(W):
        return
    for element in root.iter():
        space, brace, name = element.tag.rpartition("}") if isinstance(element.tag, str) else ("", "", "")
        if space + brace in _STRICT:
            element.tag = _STRICT[space + brace] + name
        for key in [key for key in element.attrib if key.rpartition("}")[0] + "}" in _STRICT]:
            known, _, own = key.rpartition("}")
            element.set(_STRICT[known + "}"] + own, element.attrib.pop(key))


def value(element: _Element | None, path: str, name: str = "val") -> str:
    """An attribute of a child element, e.g. ``value(pPr, 'pStyle')``; empty when there is none."""
    found = None if element is None else element.find(f"{W}{path.replace('/', f'/{W}')}")
    return "" if found is None else found.get(f"{W}{name}", "")


def is_on(element: _Element | None, path: str) -> bool:
    """Whether a switch such as ``rPr/vanish`` is there and not turned off (ECMA-376 part 1, 17.17.4)."""
    found = None if element is None else element.find(f"{W}{path.replace('/', f'/{W}')}")
    return found is not None and found.get(f"{W}val", "true") not in {"0", "false", "off"}


def unwrap(element: _Element) -> None:
    """Put an element's children in its place."""
    parent = element.getparent()
    if parent is None:
        return
    place = parent.index(element)
    for offset, child in enumerate(list(element)):
        parent.insert(place + offset, child)
    parent.remove(element)


def remove(element: _Element) -> None:
    """Take an element out with all below it; XML of this kind has no text between elements."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def outermost(root: _Element, *tags: str) -> Iterator[_Element]:
    """Elements of some names that stand in no other of them."""
    found = list(root.iter(*tags))
    inside = {inner for element in found for inner in element.iterdescendants(*tags)}
    yield from (element for element in found if element not in inside)
