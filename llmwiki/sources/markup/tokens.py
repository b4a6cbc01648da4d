"""Characters that stand for marks while a document is on its way to Markdown, which would escape the marks themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.sources.place import chapter_mark, page_mark

if TYPE_CHECKING:
    from lxml.etree import _Element

# Private-use characters; a document's own are taken out before.
_PAGE, _CHAPTER, _NOTE, _TEXT_OF_NOTE, _FORMULA, _END, _BREAK, _ITEM = "\ue0f2\ue0f3\ue0f4\ue0f5\ue0f6\ue0f7\ue0f8\ue0f9"
_OURS = re.compile("[\ue0f0-\ue0ff]")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PLACE = re.compile(f"([{_PAGE}{_CHAPTER}])(\\d+){_END}")
_REFERENCE = re.compile(f"[ \\t]*{_NOTE}(\\d+){_END}")
_DEFINITION = re.compile(f"^[ \\t]*{_TEXT_OF_NOTE}(\\d+){_END}[ \\t]*", re.MULTILINE)
_STRAY = re.compile(f"{_TEXT_OF_NOTE}(\\d+){_END}[ \\t]*")
_BREAKS = re.compile(f"(?:[ \\t]*{_BREAK}[ \\t]*)+")
_EDGE_BREAK = re.compile(f"(?<=\\|){_BREAK}|{_BREAK}(?=\\|)")
_ANY = re.compile(f"[{_PAGE}{_CHAPTER}{_NOTE}{_TEXT_OF_NOTE}{_FORMULA}]\\d+{_END}")
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+>]|#{1,6}|\d+[.)])[ \t]+)*[*_]*")
FORMULA = re.compile(f"{_FORMULA}(\\d+){_END}")
"""A formula's place in a text; its number is in the first group."""

ITEM = re.compile(f"{_ITEM}(\\d+){_END}")
"""The number of a list's item, in the first group."""

LINE_BREAK = _BREAK
"""A line break inside a table's cell."""


def page_token(number: int) -> str:
    """Stands where a page begins."""
    return f"{_PAGE}{number}{_END}"


def chapter_token(number: int) -> str:
    """Stands where a chapter begins."""
    return f"{_CHAPTER}{number}{_END}"


def note_token(number: int) -> str:
    """Stands where a footnote is referred to."""
    return f"{_NOTE}{number}{_END}"


def note_text_token(number: int) -> str:
    """Stands before a footnote's own text."""
    return f"{_TEXT_OF_NOTE}{number}{_END}"


def item_token(number: int) -> str:
    """Tells the number of a list's item."""
    return f"{_ITEM}{number}{_END}"


def formula_token(number: int) -> str:
    """Stands for a formula, which is kept beside the text meanwhile."""
    return f"{_FORMULA}{number}{_END}"


def without_places(text: str) -> str:
    """A text without the tokens of places and notes in it."""
    return _ANY.sub("", text)


def plain(text: str) -> str:
    """A text from outside without characters that would pass for tokens, or that no XML may hold."""
    return _UNFIT.sub("", _OURS.sub("", text))


def without_tokens(root: _Element) -> None:
    """Take a document's own characters of that range out of its texts."""
    for element in root.iter():
        if element.text and _OURS.search(element.text):
            element.text = _OURS.sub("", element.text)
        if element.tail and _OURS.search(element.tail):
            element.tail = _OURS.sub("", element.tail)


def spelt(text: str) -> str:
    """Markdown with the marks that its tokens stand for.

    A place that begins inside a paragraph is marked behind it, one inside a table behind the table, so that no
    passage is cut in two; a place at the beginning of a line is marked before it.
    """
    if _BREAK in text:
        text = _EDGE_BREAK.sub(" ", _BREAKS.sub(_BREAK, text)).replace(_BREAK, "<br>")
    text = _REFERENCE.sub(r"[^\1]", _STRAY.sub(r"[^\1] ", _DEFINITION.sub(r"[^\1]: ", text)))
    if not _PLACE.search(text):
        return text
    made: list[str] = []
    waiting = ""
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        found = list(_PLACE.finditer(line))
        bare = _PLACE.sub("", line) if found else line
        if waiting and not fenced and not bare.strip():
            made += ["", waiting]
            waiting = ""
        if not found:
            made.append(bare)
        elif fenced or waiting or not _leads(line, found[-1]):
            waiting = _mark(found[-1])
            made.append(bare)
        else:
            made += [_mark(found[-1]), bare] if bare.strip() else [_mark(found[-1])]
    return "\n".join([*made, "", waiting] if waiting else made)


def _leads(line: str, place: re.Match[str]) -> bool:
    """Whether nothing but a list's or heading's mark stands before a place."""
    return _LEAD.fullmatch(_PLACE.sub("", line[: place.start()])) is not None


def _mark(match: re.Match[str]) -> str:
    return page_mark(int(match[2])) if match[1] == _PAGE else chapter_mark(int(match[2]))
