"""The part of a web page that is its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.sources.web.clean import HEADINGS, drop, surrounds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.html import HtmlElement

_BLOCKS = (
    *("p", "li", "td", "th", "dt", "dd", "pre", "blockquote", "figcaption", "caption", "div", "section", "summary", "address", "center"),
    *sorted(HEADINGS),
)
_UNSPOKEN = re.compile(r"[\W_]+")
_SURE = 12
"""Letters from which a block's presence in the found text proves something."""
_NEAR = 2
_MOST = 0.95
_HALF = 0.5
_LINKED = 0.5
_FORMED = ("pre", "table", "td", "th", "dl", "dt", "dd", "figcaption", "caption", *sorted(HEADINGS))
_SENTENCE = re.compile(r"\w[^.!?\n]{20,}[.!?:;]|[\u4e00-\u9fff][^。！？\n]{5,}[。！？：；]")


def main_part(body: HtmlElement, found: str) -> HtmlElement:
    """Narrow a cleaned page to its text, in place.

    Args:
        body: The cleaned tree.
        found: The main text as the extraction library found it; it decides where the text begins and ends
            and what in between belongs, while the tree keeps what the library's text has lost (lists, quotes, code).

    Returns:
        The element that holds the text, without the blocks that don't belong.
    """
    blocks = [element for element in body.iter(*_BLOCKS) if _own_text(element)]
    texts = [_spoken(element.text_content()) for element in blocks]
    lines = {_spoken(line) for line in found.splitlines()}
    whole = _spoken(found)
    known = [len(text) >= _SURE and (text in lines or text in whole) for text in texts]
    if not any(known):
        return body
    weights = {element: len(text) for element, text, kept in zip(blocks, texts, known, strict=True) if kept}
    root = _narrowed(body, weights)
    first, last = _reach(known, texts, lines)
    sure = {up for element in weights for up in (element, *element.iterancestors())}
    doubtful = [place for place, text in enumerate(texts) if not known[place] and not (first <= place <= last and text in whole)]
    for place in doubtful:
        element = _without_known(blocks[place], sure)
        if _inside(element, root) and _foreign(element, outside=not first <= place <= last):
            drop(element)
    return root


def drop_surroundings(body: HtmlElement) -> None:
    """Take out of a cleaned page what is named as surroundings, for pages whose text the library misses."""
    whole = len(body.text_content())
    for element in [found for found in body.iter() if found is not body and surrounds(found)]:
        if len(element.text_content()) < _HALF * whole:
            drop(element)


def _own_text(element: HtmlElement) -> bool:
    """Whether an element is an innermost block: text, and no other block inside."""
    return not any(True for _ in _inner(element)) and bool(element.text_content().strip())


def _inner(element: HtmlElement) -> Iterable[HtmlElement]:
    return (child for child in element.iterdescendants(*_BLOCKS))


def _spoken(text: str) -> str:
    return _UNSPOKEN.sub("", text).casefold()


def _narrowed(body: HtmlElement, weights: dict[HtmlElement, int]) -> HtmlElement:
    """Go down while one child holds nearly all of the known text."""
    total = sum(weights.values())
    held: dict[HtmlElement, int] = {}
    for element, weight in weights.items():
        for up in (element, *element.iterancestors()):
            held[up] = held.get(up, 0) + weight
    root = body
    while True:
        heavy = next((child for child in root if held.get(child, 0) >= _MOST * total), None)
        if heavy is None or heavy.tag in {"p", "pre", "ul", "ol", "table", "tbody", "tr", "dl", "blockquote"}:
            return root
        root = heavy


def _reach(known: list[bool], texts: list[str], lines: set[str]) -> tuple[int, int]:
    """The range of blocks from the first known to the last, with short lines of the found text right before or behind."""
    first, last = known.index(True), len(known) - 1 - known[::-1].index(True)
    for _ in range(_NEAR):
        first -= first > 0 and texts[first - 1] in lines
        last += last + 1 < len(texts) and texts[last + 1] in lines
    return first, last


def _without_known(element: HtmlElement, sure: set[HtmlElement]) -> HtmlElement:
    """The largest element around a doubtful block that holds no known text."""
    while (up := element.getparent()) is not None and up not in sure:
        element = up
    return element


def _inside(element: HtmlElement, root: HtmlElement) -> bool:
    return any(up is root for up in element.iterancestors())


def _foreign(element: HtmlElement, *, outside: bool) -> bool:
    """Whether text that the library left out is surroundings: named so, made of links, without a sentence, or outside."""
    if outside:
        return bool(element.tag != "h1")
    if any(surrounds(part) for part in element.iter()):
        return True
    text = element.text_content()
    linked = sum(len(link.text_content()) for link in element.iter("a"))
    if linked > _LINKED * len(text):
        return True
    kept = element.tag in _FORMED or element.find(".//pre") is not None or any(True for _ in element.iter(*_FORMED))
    return not kept and not _SENTENCE.search(text)
