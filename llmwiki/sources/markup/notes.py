"""Footnotes and endnotes of a document's tree, told by links that lead to a note and back, or by their declared type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.markup.tokens import note_text_token, note_token
from llmwiki.sources.web.clean import drop

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_NUMBER = re.compile(
    r"[\s\[(【〔]*(?:\d{1,4}|[a-z]|[ivx]{1,6}|[*†‡§¶#]{1,3}|[①-⑳]|(?:note|fn|n\.|[註注])\s?\d{0,4})[\s\])】〕.:]*", re.IGNORECASE
)
_BACK = re.compile(r"[\s\[(]*(?:[↩^↑⏎⤴⬆⮌←«]|back|return|返回)[\s\ufe0e\ufe0f\])]*", re.IGNORECASE)
_LABEL = re.compile(r"^[\s\[(【〔]*(?:\d{1,4}|[*†‡§¶]{1,3}|[①-⑳])[\s\])】〕.:、]+(?=\S)")
_BLOCKS = frozenset(("li", "p", "aside", "div", "dd", "dt", "td", "section", "tr", "blockquote"))
_REFERENCES = frozenset(("noteref", "doc-noteref"))
_NOTES = frozenset(("footnote", "endnote", "rearnote", "note", "doc-footnote", "doc-endnote"))


class _Note(NamedTuple):
    """A note's own element, and what leads back out of it."""

    block: HtmlElement
    target: str


def mark_notes(root: HtmlElement) -> int:
    """Put tokens in the place of references to notes and before the notes' texts, in place.

    Args:
        root: A whole document; identifiers are its own.

    Returns:
        The number of notes. They are numbered in the order of their first reference; a note keeps its place in the text.
    """
    by_id = _identified(root)
    numbers: dict[HtmlElement, int] = {}
    references: list[tuple[HtmlElement, int]] = []
    taken: set[HtmlElement] = set()
    for link in [found for found in root.iter("a") if (found.get("href") or "").startswith("#")]:
        note = None if link in taken else _note_of(link, by_id)
        if note is None:
            continue
        number = numbers.setdefault(note.block, len(numbers) + 1)
        references.append((link, number))
        taken.update(note.block.iter("a"))
    for link, number in references:
        _refer(link, number)
    for block, number in numbers.items():
        _define(block, number)
    return len(numbers)


def kinds(element: HtmlElement) -> frozenset[str]:
    """What an element says it is: the words of ``epub:type`` and ``role`` (EPUB Structural Semantics; DPUB-ARIA)."""
    return frozenset(f"{element.get('epub-type') or ''} {element.get('role') or ''}".lower().split())


def _identified(root: HtmlElement) -> dict[str, HtmlElement]:
    found: dict[str, HtmlElement] = {}
    for element in root.iter():
        for key in ("id", "name"):
            value = element.get(key)
            if value:
                found.setdefault(value, element)
    return found


def _note_of(link: HtmlElement, by_id: dict[str, HtmlElement]) -> _Note | None:
    """The note that a link refers to; None for any other link."""
    target = by_id.get((link.get("href") or "")[1:])
    if target is None or any(up is target for up in link.iterancestors()):
        return None
    declared = bool(kinds(link) & _REFERENCES)
    if not declared and not _NUMBER.fullmatch(link.text_content()):
        return None
    block = _block(target)
    if block is None or any(up is block for up in link.iterancestors()):
        return None
    if declared or kinds(block) & _NOTES or _leads_back(block, link):
        return _Note(block, target.get("id") or "")
    return None


def _block(target: HtmlElement) -> HtmlElement | None:
    """The element that holds a note's text: the target itself, or the block around it when the target is a bare anchor."""
    element: HtmlElement | None = target
    while element is not None and element.tag not in _BLOCKS:
        element = element.getparent()
    if element is None or element.getparent() is None:
        return None
    around = element.getparent()
    alone = element.tag == "p" and around is not None and around.tag in {"li", "aside", "dd"} and around.find("p") is element
    return around if alone else element


def _leads_back(block: HtmlElement, link: HtmlElement) -> bool:
    near = {value for element in _around(link) for key in ("id", "name") if (value := element.get(key))}
    return any((back.get("href") or "")[1:] in near for back in block.iter("a") if (back.get("href") or "").startswith("#"))


def _around(link: HtmlElement) -> Iterator[HtmlElement]:
    """A link, what is in it, the small elements around it, and the one before it: any of them may carry its identifier."""
    yield from link.iter()
    element: HtmlElement | None = link
    while element is not None and element.tag not in _BLOCKS:
        yield element
        previous = element.getprevious()
        if previous is not None:
            yield previous
        element = element.getparent()
    if element is not None:
        yield element


def _refer(link: HtmlElement, number: int) -> None:
    outer = link
    shown = link.text_content().strip()
    while (up := outer.getparent()) is not None and up.tag in {"sup", "small", "span"} and up.text_content().strip() == shown:
        outer = up
    token = note_token(number)
    outer.tail = token + (outer.tail or "")
    drop(outer)


def _define(block: HtmlElement, number: int) -> None:
    """A note as one paragraph that begins with its token, without links back and without its printed number."""
    for back in list(block.iter("a")):
        text = back.text_content()
        if (back.get("href") or "").startswith("#") and (_BACK.fullmatch(text) or _NUMBER.fullmatch(text)):
            drop(back)
    parts = [part for part in block.iter("p", "li", "div", "aside", "section") if part is not block and not _has_block(part)]
    for part in parts[1:]:
        part.text = f" {part.text or ''}"
    for part in list(block.iter("p", "li", "ul", "ol", "div", "aside", "section", "blockquote")):
        if part is not block:
            part.drop_tag()
    block.text = _LABEL.sub("", (block.text or "").lstrip())
    block.text = note_text_token(number) + block.text
    _hoist(block)


def _has_block(element: HtmlElement) -> bool:
    return any(True for _ in element.iterdescendants("p", "li", "div", "aside", "section"))


def _hoist(block: HtmlElement) -> None:
    """A note that is an item, cell or definition becomes a paragraph, and the list of notes no list."""
    parent = block.getparent()
    if block.tag == "li" and parent is not None and parent.tag in {"ol", "ul"}:
        parent.tag = "div"
        for other in parent:
            other.tag = "p" if other.tag == "li" else other.tag
    if block.tag == "dd" and parent is not None:
        parent.tag = "div"
        for other in parent:
            other.tag = "p"
    if block.tag in {"td", "tr"}:
        table = next((up for up in block.iterancestors("table")), None)
        for part in [] if table is None else table.iter("table", "tbody", "thead", "tr", "td", "th"):
            part.tag = "div" if part is not block else "p"
    block.tag = "p"
    block.attrib.clear()
