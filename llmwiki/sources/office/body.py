"""The body of a Word document made ready for mammoth, which knows neither formulas nor pages, and reads headings by name only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from llmwiki.sources.markup.tokens import formula_token, page_token
from llmwiki.sources.office.names import MC, A, M, R, W, is_on, outermost, remove, unwrap, value
from llmwiki.sources.office.numbering import Numbering
from llmwiki.sources.office.omml import tex
from llmwiki.sources.office.paragraphs import mend_paragraph, run_of, text_of
from llmwiki.sources.office.styles import Styles

if TYPE_CHECKING:
    from lxml.etree import _Element

_DROPPED_TYPES = ("ins", "del", "moveFrom", "moveTo")
_PLAIN_WRAPPERS = ("fldSimple", "dir", "bdo", "sdtContent", "smartTag", "customXml", "rubyBase")
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_IMAGES = (f"{A}blip", "{urn:schemas-microsoft-com:vml}imagedata")


_SHOWN = (f"{R}embed", f"{R}link", f"{R}id")


NOTES = ("footnotes", "endnotes")


class Body:
    """Makes parts with text ready, one after the other: the document itself, its footnotes, its endnotes.

    Args:
        styles: The document's styles.
        numbering: Counts the items of its lists.
        notes: Identifiers of its footnotes and endnotes.

    Attributes:
        formulas: TeX of the formulas found so far; their tokens count from 0.
        counts: What was left out or changed so far: ``picture``, ``chart``, ``change``, ``hidden``, ``contents``, ``embedded``,
            ``lost`` (notes that are referred to and missing).
    """

    def __init__(self, styles: Styles, numbering: Numbering, notes: Mapping[str, frozenset[str]]) -> None:
        self.styles = styles
        self.numbering = numbering
        self.notes = notes
        self.formulas: list[str] = []
        self.counts = Counter[str]()

    def prepare(self, root: _Element, links: frozenset[str], diagram: Callable[[str], list[str]], *, pages: bool) -> None:
        """Change a part in place.

        Args:
            root: Its tree, under the names of the transitional form.
            links: Identifiers of relationships that are links.
            diagram: Gives the texts of a diagram by the identifier of its relationship.
            pages: Whether to mark where Word last broke pages.
        """
        _choose(root)
        self._drop_contents(root)
        self._count_changes(root)
        self._hoist_boxes(root, diagram)
        self._spell_formulas(root)
        self._drop_hidden(root)
        self._drop_lost_notes(root)
        _spell_ruby(root)
        _mend_inline(root, links)
        if pages:
            _number_pages(root)
        for paragraph in list(root.iter(f"{W}p")):
            mend_paragraph(paragraph, self.styles, self.numbering)

    def _drop_lost_notes(self, root: _Element) -> None:
        for kind, known in self.notes.items():
            for reference in list(root.iter(f"{W}{kind.removesuffix('s')}Reference")):
                if reference.get(f"{W}id", "") not in known:
                    self.counts["lost"] += 1
                    remove(reference)

    def _drop_contents(self, root: _Element) -> None:
        """Tables of contents repeat the headings with page numbers."""
        for block in list(root.iter(f"{W}sdt")):
            gallery = block.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
            if gallery is not None and gallery.get(f"{W}val", "") == "Table of Contents":
                self.counts["contents"] = 1
                remove(block)
        for paragraph in list(root.iter(f"{W}p")):
            if self.styles[value(paragraph, "pPr/pStyle")].role == "contents":
                self.counts["contents"] = 1
                remove(paragraph)

    def _count_changes(self, root: _Element) -> None:
        """Tracked changes are taken as accepted: mammoth reads insertions and leaves out deletions."""
        changed = (f"{W}{name}" for name in _DROPPED_TYPES)
        self.counts["change"] += sum(1 for element in root.iter(*changed) if element.getparent().tag != f"{W}rPr")

    def _hoist_boxes(self, root: _Element, diagram: Callable[[str], list[str]]) -> None:
        """Text boxes as ones that mammoth reads, diagrams as text boxes; pictures and charts are counted and go."""
        for shape in list(root.iter(f"{W}drawing", f"{W}pict", f"{W}object"))[::-1]:
            boxes = list(outermost(shape, f"{W}txbxContent"))
            for found in shape.iter(_DIAGRAM):
                texts = diagram(found.get(f"{R}dm", ""))
                boxes += [_box(texts)] if texts else []
                self.counts["diagram"] += 1
            self.counts["chart"] += sum(1 for _ in shape.iter(_CHART))
            self.counts["picture"] += sum(
                1 for image in shape.iter(*_IMAGES) if any(image.get(f"{R}{key}") for key in ("embed", "link", "id"))
            )
            if boxes:
                shape.addprevious(_textbox(boxes))
            remove(shape)
        self.counts["embedded"] += sum(1 for _ in root.iter(f"{W}altChunk", f"{W}subDoc"))

    def _spell_formulas(self, root: _Element) -> None:
        for formula in list(outermost(root, f"{M}oMath")):
            written = " ".join(tex(formula).split())
            if written:
                run = run_of(f" {formula_token(len(self.formulas))} ")
                self.formulas.append(written)
                formula.addprevious(run)
            remove(formula)
        for paragraph in list(root.iter(f"{M}oMathPara")):
            unwrap(paragraph)

    def _drop_hidden(self, root: _Element) -> None:
        """Hidden text goes and is counted: nobody reads it, and it may be there for machines only."""
        for run in list(root.iter(f"{W}r")):
            if is_on(run, "rPr/vanish") or self.styles[value(run, "rPr/rStyle")].hidden:
                self.counts["hidden"] += sum(len(text.text or "") for text in run.iter(f"{W}t"))
                remove(run)


def note_ids(root: _Element | None) -> frozenset[str]:
    """The identifiers of the notes in a part; none where it is missing."""
    return frozenset() if root is None else frozenset(note.get(f"{W}id", "") for note in root)


def _choose(root: _Element) -> None:
    """Of alternatives the one with a text box, else the one for older programs."""
    for element in list(root.iter(f"{MC}AlternateContent")):
        choices, fallback = element.findall(f"{MC}Choice"), element.find(f"{MC}Fallback")
        spoken = next((choice for choice in choices if choice.find(f".//{W}txbxContent") is not None), None)
        drawn = next((choice for choice in choices if choice.find(f".//{W}drawing") is not None), None)
        kept = next((found for found in (spoken, drawn, fallback, *choices) if found is not None), None)
        for other in list(element):
            if other is not kept:
                element.remove(other)
        if kept is not None:
            unwrap(kept)
        unwrap(element)


def _spell_ruby(root: _Element) -> None:
    """Readings above words stand in brackets behind them."""
    for ruby in list(root.iter(f"{W}ruby")):
        reading = "".join(text.text or "" for part in ruby.iter(f"{W}rt") for text in part.iter(f"{W}t"))
        base = "".join(text.text or "" for part in ruby.iter(f"{W}rubyBase") for text in part.iter(f"{W}t"))
        ruby.addprevious(text_of(f"{base}({reading})" if reading else base))
        remove(ruby)


def _mend_inline(root: _Element, links: frozenset[str]) -> None:
    """What mammoth passes over with its text: fields, content controls, special hyphens and spaces; comments go."""
    for block in list(root.iter(f"{W}sdt")):
        for part in [child for child in block if child.tag != f"{W}sdtContent"]:
            block.remove(part)
        unwrap(block)
    for wrapper in list(root.iter(*(f"{W}{name}" for name in _PLAIN_WRAPPERS))):
        unwrap(wrapper)
    for element in list(root.iter(f"{W}commentReference", f"{W}annotationRef")):
        remove(element)
    for element in list(root.iter(f"{W}noBreakHyphen", f"{W}cr", f"{W}ptab")):
        element.addprevious(text_of("-" if element.tag.endswith("Hyphen") else "\t" if element.tag.endswith("tab") else "\n"))
        remove(element)
    for link in list(root.iter(f"{W}hyperlink")):
        if link.get(f"{R}id") not in links:
            unwrap(link)


def _number_pages(root: _Element) -> None:
    """Tokens where Word began a new page when it last laid the document out; there are none without such a record."""
    broken = list(root.iter(f"{W}lastRenderedPageBreak"))
    for number, element in enumerate(broken, 2):
        element.addprevious(text_of(page_token(number)))
        remove(element)
    first = next(root.iter(f"{W}p"), None)
    if broken and first is not None:
        first.insert(1 if first.find(f"{W}pPr") is not None else 0, run_of(page_token(1)))


def _box(texts: list[str]) -> _Element:
    from lxml.etree import Element, SubElement

    box = Element(f"{W}txbxContent")
    for text in texts:
        SubElement(box, f"{W}p").append(run_of(text))
    return box


def _textbox(boxes: list[_Element]) -> _Element:
    """Boxes in a form from before drawings, whose paragraphs mammoth puts behind the one that they hang on."""
    from lxml.etree import Element, SubElement

    shape = Element(f"{W}pict")
    for box in boxes:
        SubElement(shape, "{urn:schemas-microsoft-com:vml}textbox").append(box)
    return shape
