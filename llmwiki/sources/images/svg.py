"""What is written in an SVG drawing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.images.sizes import Size
from llmwiki.sources.markup.trees import parse_loose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_SPOKEN = frozenset(("text", "desc", "foreignObject"))
_NEVER = frozenset(("script", "style", "metadata", "defs"))
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*")
_BLOCKS = frozenset(("p", "div", "li", "br", "tr", "td", "text", "h1", "h2", "h3"))
_MAX_DEPTH = 200


class Drawing(NamedTuple):
    """A drawing's title, its texts in their order, its size (0 by 0 when it has none), and the number of its scripts."""

    title: str
    texts: tuple[str, ...]
    size: Size
    scripts: int


def read_svg(text: str) -> Drawing:
    """Read a drawing; scripts, styles and what is only defined are not looked into.

    Raises:
        SourceRefused: no SVG.
    """
    root = parse_loose(text)
    if root is None or _name(root) != "svg":
        raise SourceRefused("is a broken SVG image: it is no XML")
    title = next((_line(child) for child in root if _name(child) == "title"), "")
    scripts = sum(1 for element in root.iter() if _name(element) == "script" or any(_handler(key) for key in element.attrib))
    return Drawing(title, tuple(_texts(root, 0)), _size(root), scripts)


def _name(element: _Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _handler(key: str) -> bool:
    return re.fullmatch(r"on[a-z]+", key) is not None


def _texts(element: _Element, depth: int) -> Iterator[str]:
    for child in element if depth < _MAX_DEPTH else ():
        name = _name(child)
        if name in _SPOKEN:
            yield from filter(None, (" ".join(line.split()) for line in "".join(_words(child)).split("\n")))
        elif name not in _NEVER:
            yield from _texts(child, depth + 1)


def _words(element: _Element) -> Iterator[str]:
    """The texts below an element, with a line break behind blocks."""
    if _name(element) in _NEVER:
        return
    yield element.text or ""
    for child in element:
        yield from _words(child)
        yield "\n" if _name(child) in _BLOCKS or (_name(child) == "tspan" and (child.get("x") or child.get("dy"))) else ""
        yield child.tail or ""


def _line(element: _Element) -> str:
    return " ".join("".join(_words(element)).split())


def _size(root: _Element) -> Size:
    """Width and height in pixels, else those of the view box (SVG 2, 8.2)."""
    sides = [_LENGTH.fullmatch(root.get(name, "")) for name in ("width", "height")]
    if sides[0] and sides[1]:
        return Size(round(float(sides[0][1])), round(float(sides[1][1])))
    box = root.get("viewBox", "").replace(",", " ").split()
    try:
        return Size(round(float(box[2])), round(float(box[3]))) if len(box) == 4 else Size()  # noqa: PLR2004 - x, y, width, height
    except (ValueError, OverflowError):
        return Size()
