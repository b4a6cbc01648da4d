"""A cleaned tree of a web page as Markdown that links nowhere into the vault."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from llmwiki.sources.inert import inert
from llmwiki.sources.web.clean import HEADINGS, drop
from llmwiki.vault.chars import RAISED, SUPERSCRIPT

if TYPE_CHECKING:
    from lxml.html import HtmlElement

# Stands for a backslash while the writer, which escapes backslashes, is at work (a private-use character).
_ESCAPE = "\ue0f0"
# Stands for whatever markup is beside a piece of text, so that marks at its ends are seen as possible emphasis.
_EDGE = "\ue0f1"
_SPACES = re.compile(r"[ \t\r\n\f\v\u00a0]+")
_CODE = frozenset(("pre", "code", "kbd", "samp", "tt"))
_SUBSCRIPT = str.maketrans("0123456789+-−=()aeox", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓ")
_RAISED = re.compile(f"[{RAISED}]+")
_LOWERED = re.compile(r"[0-9+\-−=()aeox]+")
_BLOCK_IN_CELL = ("p", "div", "ul", "ol", "table", "pre", "blockquote", *sorted(HEADINGS))
_EMPTY_LOSES = ("a", "p", "li", "ul", "ol", "blockquote", "b", "strong", "i", "em", "code", "figcaption", *sorted(HEADINGS))
_CAPTION = re.compile(r"(?:figure|fig\.|table|listing|图|圖|表)\s*\d|.{80}", re.IGNORECASE | re.DOTALL)
"""Captions worth keeping without their picture: numbered ones, and those that tell something."""
_HOLLOW = re.compile(r"(?:^(#{1,6}) [^\n]*\n+)(?=(#{1,6}) |\Z)", re.MULTILINE)
_BREAK = re.compile(r"[ \t]+$", re.MULTILINE)
_BLANKS = re.compile(r"\n{3,}")
_OPENING = re.compile(r"(?<=[^\n>|])\n(?=(?:#{1,6} |> |```))")


def markdown(root: HtmlElement, base: str, *, whole: bool = False) -> str:
    """Write the text of a page as Markdown.

    Args:
        root: The element that holds it; changed in place.
        base: The page's own address, for relative links; without one they become plain text.
        whole: Whether nothing was dropped before, so that a heading with nothing below it and a caption belong to the text.

    Returns:
        Markdown without images, without a final line end. Only http, https and mailto links remain.
    """
    from html_to_markdown import ConversionOptions, convert
    from lxml import etree

    _mend_structure(root, whole=whole)
    _mend_links(root, base)
    _mend_text(root)
    _drop_empty(root)
    html = etree.tostring(root, encoding="unicode", method="html", with_tail=False)
    options = ConversionOptions(
        extract_metadata=False,
        autolinks=False,
        compact_tables=True,
        bullets="-",
        expand_abbreviations=False,
        include_blockquote_citations=False,
        highlight_style="none",
    )
    return _tidy(convert(html, options).content or "", whole=whole)


def _tidy(text: str, *, whole: bool) -> str:
    text = _fenced_apart(text.replace(_ESCAPE, "\\"))
    text = text if whole else _without_hollow(text)
    return _BLANKS.sub("\n\n", text).strip()


def _fenced_apart(text: str) -> str:
    """Blank lines before headings, quotes and code, and no spaces at line ends, outside of code."""
    pieces = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    prose = [_OPENING.sub("\n\n", _BREAK.sub("", piece)) if index % 2 == 0 else piece for index, piece in enumerate(pieces)]
    joined = prose[0]
    for index in range(1, len(prose), 2):
        joined = f"{joined.rstrip()}\n\n{prose[index]}\n\n{prose[index + 1].lstrip(chr(10))}"
    return joined


def _without_hollow(text: str) -> str:
    """Take out headings (but the first) with nothing below them, which what was dropped has left behind."""
    while True:
        kept = _HOLLOW.sub(lambda match: match[0] if (match[2] and len(match[2]) > len(match[1])) or not match.start() else "", f"{text}\n")
        if len(kept) > len(text):
            return text
        text = kept.rstrip()


def _mend_structure(root: HtmlElement, *, whole: bool) -> None:
    """Formulas as TeX, definition lists as ``**term**: text`` items, layout tables as plain blocks."""
    for formula in list(root.iter("math")):
        _spell(formula)
    for listing in list(root.iter("dl")):
        _define(listing)
    for table in list(root.iter("table")):
        if not whole and _is_layout(table):
            for part in table.iter("table", "tbody", "thead", "tfoot", "tr", "td", "th"):
                part.tag = "div"
    for caption in list(root.iter("figcaption", "caption")):
        caption.tag = "p"
        if not whole and not _CAPTION.match(caption.text_content().strip()):
            drop(caption)


def _spell(formula: HtmlElement) -> None:
    tex = formula.get("alttext") or "".join(formula.xpath(".//*[local-name()='annotation'][contains(@encoding, 'tex')]/text()"))
    text = f"{_ESCAPE}{_ESCAPE}{_SPACES.sub(' ', tex.strip())}{_ESCAPE}{_ESCAPE}" if tex else _SPACES.sub(" ", formula.text_content())
    for child in list(formula):
        formula.remove(child)
    formula.tag, formula.text = ("code" if tex else "span"), text


def _define(listing: HtmlElement) -> None:
    """``<dt>`` and ``<dd>`` as items; the first description of a term begins with the term in bold."""
    term: HtmlElement | None = None
    listing.tag = "ul"
    for child in list(listing.iter("dt", "dd")):
        description, child.tag = child.tag == "dd", "li"
        if description and term is not None:
            first = child[0] if len(child) and child[0].tag == "p" and not (child.text or "").strip() else child
            if not len(term):
                term.text = (term.text or "").strip()
            term.tag, term.tail = "strong", f": {(first.text or '').lstrip()}"
            first.text = None
            first.insert(0, term)
        term = None if description else child


def _is_layout(table: HtmlElement) -> bool:
    """A table that places blocks on the page rather than cells beside cells."""
    if table.get("role") == "presentation" or table.find(".//table") is not None:
        return True
    rows = list(table.iter("tr"))
    widest = max((sum(1 for cell in row if cell.tag in {"td", "th"}) for row in rows), default=0)
    if widest <= 1:
        return True
    cells = [cell for row in rows for cell in row if cell.tag == "td"]
    blocky = sum(1 for cell in cells if sum(1 for _ in cell.iter(*_BLOCK_IN_CELL)) > 2)  # noqa: PLR2004 - a cell may well hold two paragraphs
    return table.find(".//th") is None and 2 * blocky > len(cells)


def _mend_links(root: HtmlElement, base: str) -> None:
    for link in list(root.iter("a")):
        target = _absolute(link.get("href") or "", base)
        plain_place = any(up.tag in HEADINGS or up.tag in _CODE for up in link.iterancestors())
        link.attrib.clear()
        if target and not plain_place:
            link.set("href", target)
        else:
            link.drop_tag()


def _absolute(href: str, base: str) -> str:
    """The full address of a link; empty when it leads into the page itself, nowhere, or cannot be known."""
    href = href.strip()
    if not href or href.startswith("#"):
        return ""
    try:
        target = urljoin(base, href) if base else href
        parts = urlsplit(target)
    except ValueError:
        return ""
    known = parts.scheme in {"http", "https"} and bool(parts.netloc)
    same_page = base and target.partition("#")[0] == base.partition("#")[0]
    return target if (known and not same_page) or parts.scheme == "mailto" else ""


def _mend_text(root: HtmlElement) -> None:
    for element in list(root.iter("sup", "sub")):
        _raise_or_lower(element)
    for element in root.iter():
        code = _in_code(element, root)
        if element.text:
            element.text = element.text if code else _plain(element.text)
        if element is not root and element.tail:
            element.tail = element.tail if _in_code(element.getparent(), root) else _plain(element.tail)
    for element in root.iter("code", "kbd", "samp", "tt"):
        if element.text and _ESCAPE in element.text:  # a formula: its own dollar marks instead of backticks
            element.tag, element.text = "span", element.text.replace(_ESCAPE * 2, "$").replace("\\", _ESCAPE)


def _plain(text: str) -> str:
    plain = _SPACES.sub(" ", text.replace(_ESCAPE, "").replace(_EDGE, ""))
    return inert(f"{_EDGE}{plain}{_EDGE}", _ESCAPE, part=True).replace(_EDGE, "")


def _in_code(element: HtmlElement | None, root: HtmlElement) -> bool:
    while element is not None:
        if element.tag in _CODE:
            return True
        if element is root:
            return False
        element = element.getparent()
    return False


def _raise_or_lower(element: HtmlElement) -> None:
    """Small digits as the characters there are for them: H₂O, 10⁻⁶."""
    text = element.text_content().strip()
    fits, table = (_RAISED, SUPERSCRIPT) if element.tag == "sup" else (_LOWERED, _SUBSCRIPT)
    if len(element) == 0 and fits.fullmatch(text):
        element.text = text.translate(table)
    element.drop_tag()


def _drop_empty(root: HtmlElement) -> None:
    for element in list(root.iter(*_EMPTY_LOSES))[::-1]:
        if element is not root and not element.text_content().strip() and element.find(".//br") is None:
            drop(element)
