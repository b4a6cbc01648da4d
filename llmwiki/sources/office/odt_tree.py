"""The content of an OpenDocument text as a tree of HTML (OpenDocument 1.3 part 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from llmwiki.sources.markup.tokens import page_token
from llmwiki.sources.office.odt_lists import OdtLists

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement

_SKIPPED = frozenset(
    (
        *("tracked-changes", "sequence-decls", "variable-decls", "forms", "table-of-content", "alphabetical-index", "illustration-index"),
        *(
            "table-index",
            "desc",
            "title",
            "annotation",
            "annotation-end",
            "bookmark",
            "table-columns",
            "covered-table-cell",
            "note-citation",
        ),
        *(
            "user-field-decls",
            "dde-connection-decls",
            "object-index",
            "index-title",
            "table-columns",
            "soft-page-break",
            "plugin",
            "ruby-text",
        ),
    )
)
_PLAIN = {"p": "p", "list-item": "li", "list-header": "li", "table": "table", "table-row": "tr", "note-body": "div", "text-box": "div"}
_SPACES = {"s": " ", "tab": " ", "line-break": "\n"}
_RUNS = frozenset(("strong", "em", "s", "sup", "sub"))
_MAX_REPEATED = 64
_DEPTH = 100


class OdtTree:
    """Reads a document's content.

    Args:
        content: The root of ``content.xml``.

    Attributes:
        root: The tree.
    """

    def __init__(self, content: _Element) -> None:
        from lxml.html import Element

        self._styles = _styles(content)
        self._lists = OdtLists(content)
        self._counts = Counter[str]()
        self._makers: dict[str, Callable[[_Element, HtmlElement], HtmlElement]] = {
            "h": _heading,
            "p": self._paragraph,
            "span": self._span,
            "a": _link,
            "list": self._lists.open,
            "table-cell": _cell,
        }
        self._page = 1
        self._notes: list[HtmlElement] = []
        self.root: HtmlElement = Element("div")
        body = next(content.iter("{*}text"), None)
        marked = any(True for _ in content.iter("{*}soft-page-break"))
        if marked:
            _say(self.root, page_token(1))
        for child in () if body is None else body:
            self._read(child, self.root, 0)
        self.root.extend(self._notes)
        for name in ("annotation", "tracked-changes"):
            self._counts[name] += sum(1 for _ in content.iter(f"{{*}}{'changed-region' if name == 'tracked-changes' else name}"))
        self._counts["contents"] = sum(1 for _ in content.iter("{*}table-of-content"))

    def notes(self) -> tuple[str, ...]:
        """What is to be told: counts of pictures, comments and changes."""
        said = {
            "picture": "picture{s} not part of the text",
            "object": "embedded object{s} not read",
            "hidden": "character{s} of hidden text left out",
            "annotation": "comment{s} not part of the text",
            "tracked-changes": "tracked change{s} taken as accepted",
        }
        found = ((self._counts[name], text) for name, text in said.items() if self._counts[name])
        notes = [f"{count:,} {text.format(s='s' * (count != 1))}" for count, text in found]
        return (*notes, *(["table of contents left out"] if self._counts["contents"] else []))

    def _read(self, element: _Element, into: HtmlElement, depth: int) -> None:
        """Add an element with all below it; what is unknown gives its children."""
        if not isinstance(element.tag, str):
            return
        name = element.tag.rpartition("}")[2]
        if name == "soft-page-break":
            self._page += 1
            _say(into, page_token(self._page))
        elif name in _SPACES:
            _say(into, _SPACES[name] * min(int(element.get(_text("c"), "1") or 1), 8) if name == "s" else _SPACES[name])
        elif name == "note":
            self._note(element, into, depth)
        elif name in {"image", "object", "object-ole"}:
            self._counts["picture" if name == "image" else "object"] += 1
        elif self._styles.get(element.get(_text("style-name"), "")) == "hidden":
            self._counts["hidden"] += len("".join(element.itertext()))
        elif name not in _SKIPPED and depth < _DEPTH:
            self._inside(element, self._made(element, name, into), depth)

    def _inside(self, element: _Element, into: HtmlElement, depth: int) -> None:
        _say(into, element.text or "")
        for child in element:
            self._read(child, into, depth + 1)
            _say(into, child.tail or "")

    def _made(self, element: _Element, name: str, into: HtmlElement) -> HtmlElement:
        """The element of HTML for one of OpenDocument, or the surrounding one."""
        from lxml.etree import SubElement

        make = self._makers.get(name)
        if make is not None:
            return make(element, into)
        return SubElement(into, _PLAIN[name]) if name in _PLAIN else into

    def _span(self, element: _Element, into: HtmlElement) -> HtmlElement:
        from lxml.etree import SubElement

        style = self._styles.get(element.get(_text("style-name"), ""), "")
        return SubElement(into, style) if style in _RUNS else into

    def _paragraph(self, element: _Element, into: HtmlElement) -> HtmlElement:
        from lxml.etree import SubElement

        style = element.get(_text("style-name"), "")
        known = style if style in {"Title", "Quotations", "Preformatted_20_Text"} else self._styles.get(style, "")
        if known == "Title":
            return SubElement(into, "h1", {"class": "title"})
        if known == "Quotations":
            return SubElement(SubElement(into, "blockquote"), "p")
        if into.tag == "li" and not len(into) and not (into.text or "").strip() and len(element.getparent().findall("{*}p")) == 1:
            return into
        return SubElement(into, "pre" if known == "Preformatted_20_Text" else "p")

    def _note(self, element: _Element, into: HtmlElement, depth: int) -> None:
        """A link to the note, whose text goes to the end with a link back: as notes look in HTML."""
        from lxml.etree import SubElement
        from lxml.html import Element

        number = len(self._notes) + 1
        link = SubElement(into, "a", {"href": f"#note-{number}", "id": f"note-ref-{number}", "epub-type": "noteref"})
        link.text = str(number)
        block = Element("aside", {"id": f"note-{number}", "epub-type": "footnote"})
        self._notes.append(block)
        body = element.find("{*}note-body")
        if body is not None:
            self._inside(body, block, depth + 1)


def _heading(element: _Element, into: HtmlElement) -> HtmlElement:
    from lxml.etree import SubElement

    return SubElement(into, f"h{min(max(_count(element, 'outline-level'), 1), 6)}")


def _link(element: _Element, into: HtmlElement) -> HtmlElement:
    from lxml.etree import SubElement

    target = element.get("{http://www.w3.org/1999/xlink}href")
    return SubElement(into, "a", href=target) if target else into


def _styles(content: _Element) -> dict[str, str]:
    """What the document's own styles come to: the mark of a run, ``hidden``, or the name of the common style that they change."""
    found: dict[str, str] = {}
    for style in content.iter("{*}style"):
        named = {key.rpartition("}")[2]: value for key, value in style.attrib.items()}
        marks = {key.rpartition("}")[2]: value for part in style.iter("{*}text-properties") for key, value in part.attrib.items()}
        own = _mark(marks) if named.get("family") == "text" or marks.get("display") == "none" else ""
        found[named.get("name", "")] = own or named.get("parent-style-name", "")
    return found


def _mark(marks: dict[str, str]) -> str:
    """The strongest of a run's marks as an element of HTML."""
    raised = marks.get("text-position", "")
    kinds = {
        "hidden": marks.get("display") == "none",
        "sup": raised.startswith("super"),
        "sub": raised.startswith("sub"),
        "strong": marks.get("font-weight") == "bold",
        "em": marks.get("font-style") == "italic",
        "s": marks.get("text-line-through-style", "none") != "none",
    }
    return next((kind for kind, holds in kinds.items() if holds), "")


def _text(name: str) -> str:
    return f"{{urn:oasis:names:tc:opendocument:xmlns:text:1.0}}{name}"


def _count(element: _Element, name: str) -> int:
    """A number among an element's attributes; 1 when it is missing or no number."""
    written = next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "1")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 7 else 1  # noqa: PLR2004 - no more columns anywhere


def _cell(element: _Element, into: HtmlElement) -> HtmlElement:
    """A cell, as often as it is repeated; its content goes into the last one."""
    from lxml.etree import SubElement

    repeated = min(_count(element, "number-columns-repeated"), _MAX_REPEATED)
    spans = {"colspan": str(_count(element, "number-columns-spanned")), "rowspan": str(_count(element, "number-rows-spanned"))}
    cells = [SubElement(into, "td", spans) for _ in range(repeated)]
    return cells[-1]


def _say(element: HtmlElement, text: str) -> None:
    """Add text at an element's end; runs of white space count as one (OpenDocument 1.3 part 3, 6.1.2), line breaks stay."""
    from lxml.etree import SubElement

    if text == "\n":
        SubElement(element, "br")
    elif len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
