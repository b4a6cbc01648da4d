"""Paragraphs of a Word document under names that mammoth is told of: headings, quotes, code, items of lists."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from llmwiki.sources.markup.tokens import item_token
from llmwiki.sources.office.names import W, value
from llmwiki.sources.office.numbering import Numbering
from llmwiki.sources.office.styles import Styles, outline_level

if TYPE_CHECKING:
    from lxml.etree import _Element

STYLE_MAP = """
p.WikiTitle => h1.title:fresh
p.WikiCode => pre:separator('\\n')
p.WikiQuote => blockquote > p:fresh
r.WikiCode => code
b => strong
i => em
strike => s
"""
"""For mammoth; headings are ``Heading1`` to ``Heading6``, which it knows."""

_NAMES = {"title": "WikiTitle", "code": "WikiCode", "quote": "WikiQuote"}
_BODY_TEXT = 10
_DEEPEST = 6
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def mend_paragraph(paragraph: _Element, styles: Styles, numbering: Numbering) -> None:
    """Give a paragraph and its runs the names of what they are, and an item of a list its number."""
    for run in paragraph.iter(f"{W}r"):
        style = run.find(f"{W}rPr/{W}rStyle")
        if style is not None and styles[style.get(f"{W}val", "")].role == "code":
            style.set(f"{W}val", "WikiCode")
    properties = paragraph.find(f"{W}pPr")
    if properties is None:
        return
    style = styles[value(properties, "pStyle")]
    level = outline_level(properties) or style.level
    heading = 0 < level < _BODY_TEXT and style.role in {"", "heading"}
    name = f"Heading{min(level, _DEEPEST)}" if heading else _NAMES.get(style.role, "")
    _rename(properties, name)
    _list(properties, style.numbering, plain=not name)
    if number := numbering.next(properties.find(f"{W}numPr")):
        paragraph.insert(paragraph.index(properties) + 1, run_of(item_token(number)))


def text_of(text: str) -> _Element:
    """A text element of a run."""
    from lxml.etree import Element

    made = Element(f"{W}t")
    made.text = text
    made.set(_XML_SPACE, "preserve")
    return made


def run_of(text: str) -> _Element:
    """A run with plain text."""
    from lxml.etree import Element

    run = Element(f"{W}r")
    run.append(text_of(text))
    return run


def _rename(properties: _Element, name: str) -> None:
    from lxml.etree import SubElement

    for written in properties.findall(f"{W}pStyle"):
        properties.remove(written)
    if name:
        SubElement(properties, f"{W}pStyle").set(f"{W}val", name)


def _list(properties: _Element, inherited: _Element | None, *, plain: bool) -> None:
    """The list that the style puts a plain paragraph in, where it has none of its own; headings are in none."""
    from lxml.etree import SubElement

    own = properties.find(f"{W}numPr")
    if own is not None and (not plain or value(own, "numId") == "0"):
        properties.remove(own)
    if own is None and inherited is not None and plain:
        own = deepcopy(inherited)
        properties.append(own)
    if own is not None and own.find(f"{W}ilvl") is None:
        SubElement(own, f"{W}ilvl").set(f"{W}val", "0")
