"""A whole document's tree as Markdown: nothing is taken for surroundings, what cannot be kept is counted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.failures import failures, told
from llmwiki.sources.inert import inert
from llmwiki.sources.markup.notes import kinds, mark_notes
from llmwiki.sources.markup.tables import mend_tables
from llmwiki.sources.markup.tokens import FORMULA, spelt, without_places
from llmwiki.sources.place import unmarked
from llmwiki.sources.visible import visible
from llmwiki.sources.web.clean import drop
from llmwiki.sources.web.markdown import markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

_UNREAD = (
    *("script", "style", "noscript", "template", "iframe", "object", "embed", "applet", "audio", "video", "canvas", "head", "title"),
    *("link", "meta", "base", "map", "button", "input", "select", "textarea", "dialog", "frameset", "rp", "progress", "meter"),
)
_PICTURES = ("img", "image", "picture", "svg")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"(?<![a-z])(?:pagenum(?:ber)?|page-?no|pageno|page-?break|x-ebookmaker-pageno)(?![a-z])", re.IGNORECASE)
_APART = re.compile(r"(?<=\$) (?=[.,;:!?)\]，。；：、！？）])")
"""A space between a formula and the punctuation behind it."""
_MARKS = re.compile(r"^<!-- .*? -->$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")


class Rendered(NamedTuple):
    """A document's Markdown and what is to be told of it.

    Attributes:
        text: Markdown, without a final line end.
        heading: The text of the first heading, when the document begins with one of the first level.
        notes: Counts of what was left out or changed.
    """

    text: str
    heading: str
    notes: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is no word in it: marks of places are none."""
        return not any(char.isalnum() for char in _MARKS.sub("", self.text))


def rendered(root: HtmlElement, formulas: Sequence[str] = ()) -> Rendered:
    """Write a document.

    Args:
        root: Its tree, changed in place; places and notes may already stand in it as tokens.
        formulas: TeX of the formulas whose tokens stand in it.

    Raises:
        SourceRefused: the markup is beyond the libraries.
    """
    from html_to_markdown import exceptions as writer
    from lxml.etree import LxmlError

    try:
        pictures = _clean(root)
        count = mark_notes(root)
        tables = mend_tables(root)
        _mend_headings(root)
        _mend_lists(root)
        _place_formulas(root, formulas)
        first = opening(root)
        heading = words(first) if first is not None and first.tag == "h1" else ""
        text, hidden = visible(unmarked(markdown(root, "", whole=True)))
    except failures(LxmlError, writer.ConversionError, writer.ParseError, writer.PanicError, writer.OtherError) as error:
        raise SourceRefused(f"no readable text: its markup cannot be read ({told(error)})") from error
    text = _APART.sub("", text) if formulas else text
    told_of = (
        _counted(pictures, "picture", "not part of the text"),
        _counted(count, "footnote", "kept"),
        _counted(tables.merged, "merged cell", f"spelt out in {tables.kept} table{'s' * (tables.kept != 1)}"),
        _counted(tables.shapeless, "table", "too large to be kept in shape"),
        _counted(hidden, "invisible character", "taken out"),
    )
    return Rendered(_BLANK_LINES.sub("\n\n", spelt(text)).strip(), heading, tuple(note for note in told_of if note))


def titled(text: str, title: str) -> str:
    """Markdown that begins with a heading of the document's title."""
    return f"# {inert(title)}\n\n{text}\n"


def shift_headings(root: HtmlElement, by: int, highest: int = 1) -> None:
    """Lower every heading by some levels, to the sixth at most; none comes above ``highest``."""
    for heading in list(root.iter(*_HEADINGS)):
        heading.tag = f"h{min(max(int(heading.tag[1]) + by, highest), 6)}"


def opening(root: HtmlElement) -> HtmlElement | None:
    """The heading that a document begins with; None when anything else stands first."""
    first = next((element for element in root.iter(*_HEADINGS, "p", "li", "td", "pre") if words(element)), None)
    return first if first is not None and first.tag in _HEADINGS else None


def words(element: HtmlElement) -> str:
    """An element's text on one line, without tokens."""
    return " ".join(without_places(element.text_content()).split())


def lead_with(root: HtmlElement, heading: HtmlElement | None) -> None:
    """Let one heading be the document's title: it alone is of the first level, the others go down if need be."""
    others = [element for element in root.iter(*_HEADINGS) if element is not heading and words(element)]
    if any(element.tag == "h1" for element in others):
        shift_headings(root, 1)
    if heading is not None:
        heading.tag = "h1"


def _counted(count: int, noun: str, what: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)} {what}" if count else ""


def _clean(root: HtmlElement) -> int:
    """Take out what nobody reads, printed page numbers and pictures; the number of pictures."""
    pictures = 0
    for element in list(root.iter()):
        if element is root or element.getparent() is None:
            continue
        if element.tag in _PICTURES:
            pictures += not any(True for _ in element.iterancestors(*_PICTURES))
            _without_picture(element)
        elif not isinstance(element.tag, str) or element.tag in _UNREAD or _is_hidden(element) or _is_page_number(element):
            drop(element)
    for caption in list(root.iter("figcaption")):
        caption.tag = "p"
    for reading in list(root.iter("rt")):
        reading.text = f"({(reading.text or '').strip()}"
        reading.tail = f"){reading.tail or ''}"
        reading.drop_tag()
    return pictures


def _without_picture(element: HtmlElement) -> None:
    """A drawing's own words stay, as a paragraph."""
    words = [" ".join(part.text_content().split()) for part in element.iter("text")]
    if element.tag == "svg" and any(words):
        for child in list(element):
            element.remove(child)
        element.tag, element.text = "p", " ".join(filter(None, words))
        element.attrib.clear()
    else:
        drop(element)


def _is_hidden(element: HtmlElement) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))


def _is_page_number(element: HtmlElement) -> bool:
    if kinds(element) & {"pagebreak", "doc-pagebreak"}:
        return True
    return element.tag in {"span", "a", "p", "div", "small"} and bool(_PAGE_NUMBER.fullmatch((element.get("class") or "").strip()))


def _mend_headings(root: HtmlElement) -> None:
    """Headings are strong by themselves and stand on one line."""
    for heading in list(root.iter(*_HEADINGS)):
        for part in list(heading.iter("strong", "b", "br", "p", "div")):
            if part.tag in {"br", "p", "div"}:
                part.tail = f" {part.tail or ''}"
            part.drop_tag()


def _mend_lists(root: HtmlElement) -> None:
    """A list whose one item holds nothing but a list is that list."""
    for listing in list(root.iter("ul", "ol"))[::-1]:
        only = listing[0] if len(listing) == 1 else None
        if only is not None and only.tag == "li" and len(only) == 1 and only[0].tag in {"ul", "ol"} and not (only.text or "").strip():
            only.drop_tag()
            listing.drop_tag()


def _place_formulas(root: HtmlElement, formulas: Sequence[str]) -> None:
    """Formula tokens as ``math`` elements with their TeX, which the writer knows."""
    from lxml.html import Element

    if not formulas:
        return
    for element in list(root.iter()):
        for own in ("text", "tail"):
            text = getattr(element, own) or ""
            if not FORMULA.search(text):
                continue
            pieces = FORMULA.split(text)
            made = []
            for number, behind in zip(pieces[1::2], pieces[2::2], strict=True):
                formula = Element("math", alttext=formulas[int(number)])
                formula.tail = behind
                made.append(formula)
            setattr(element, own, pieces[0])
            parent, start = (element, 0) if own == "text" else (element.getparent(), element.getparent().index(element) + 1)
            for place, formula in enumerate(made):
                parent.insert(start + place, formula)
