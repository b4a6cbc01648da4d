"""A Word document as the tree of HTML that mammoth makes of it."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.failures import PARSER_FAILURES, told
from llmwiki.sources.limits import MAX_HTML_ELEMENTS
from llmwiki.sources.markup.package import Package
from llmwiki.sources.markup.trees import parse_html
from llmwiki.sources.office.body import NOTES, Body, note_ids
from llmwiki.sources.office.names import A, W, transitional
from llmwiki.sources.office.numbering import Numbering, start_lists
from llmwiki.sources.office.paragraphs import STYLE_MAP
from llmwiki.sources.office.relations import related, relations
from llmwiki.sources.office.styles import Styles

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement

_SIDE_PARTS = ("styles", "numbering", *NOTES, "comments")
_STILL = (1980, 1, 1, 0, 0, 0)
_MAX_COMMENTS_TOLD = 5
_COMMENT_LENGTH = 80


class Word(NamedTuple):
    """A document's tree, the TeX of its formulas, and what is to be told of it."""

    root: HtmlElement
    formulas: tuple[str, ...]
    notes: tuple[str, ...]


def word(package: Package) -> Word:
    """Read a document.

    Raises:
        SourceRefused: it is broken.
    """
    main = related(package, "", "officeDocument") or "word/document.xml"
    broken: list[str] = []
    trees = {kind: _side_part(package, related(package, main, kind), broken) for kind in _SIDE_PARTS}
    body = Body(Styles(trees["styles"]), Numbering(trees["numbering"]), {kind: note_ids(trees[kind]) for kind in NOTES})
    root = package.xml(main)
    transitional(root)
    parts = {"word/_rels/document.xml.rels": _body(package, main, root, body, pages=True), "word/document.xml": _written(root)}
    for kind, tree in trees.items():
        if tree is not None and kind in NOTES:
            parts[f"word/_rels/{kind}.xml.rels"] = _body(package, related(package, main, kind), tree, body, pages=False)
        if tree is not None and kind != "comments":
            parts[f"word/{kind}.xml"] = _written(tree)
    html = parse_html(_html(parts))
    start_lists(html)
    return Word(html, tuple(body.formulas), (*broken, *_told(body.counts), *_comments(trees["comments"])))


def _side_part(package: Package, name: str, broken: list[str]) -> _Element | None:
    """A part that the text can do without, under the names of the transitional form; None when it is missing, or broken, told."""
    if not name:
        return None
    try:
        root = package.xml(name)
    except SourceRefused as error:
        if not error.message.startswith("is a broken"):
            raise  # entities, bombs and locks are no accidents
        broken.append(f"{name} cannot be read and is left out")
        return None
    transitional(root)
    return root


def _body(package: Package, name: str, root: _Element, body: Body, *, pages: bool) -> bytes:
    """Make a part with text ready, in place; the relationships that are left of it: links."""
    found = relations(package, name)
    links = {relation.id: relation.target for relation in found if relation.kind == "hyperlink"}
    parts = {relation.id: relation.target for relation in found if not relation.outside}
    if sum(1 for _ in root.iter(f"{W}p")) > MAX_HTML_ELEMENTS:  # mammoth takes minutes for what is refused behind it
        raise SourceRefused(f"is too complex for a Word document: over {MAX_HTML_ELEMENTS:,} paragraphs")
    body.prepare(root, frozenset(links), lambda known: _diagram(package, parts.get(known, "")), pages=pages)
    return _link_part(links)


def _diagram(package: Package, part: str) -> list[str]:
    """The texts of a diagram's points."""
    if not part or part not in package:
        return []
    texts = ("".join(run.text or "" for run in line.iter(f"{A}t")).strip() for line in package.xml(part).iter(f"{A}p"))
    return [text for text in texts if text]


def _link_part(links: dict[str, str]) -> bytes:
    from lxml.etree import Element, SubElement, tostring

    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    root = Element(f"{{{space}}}Relationships", nsmap={None: space})
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
    for known, target in links.items():
        SubElement(root, f"{{{space}}}Relationship", Id=known, Type=kind, Target=target, TargetMode="External")
    made: bytes = tostring(root, encoding="utf-8")
    return made


def _written(root: _Element) -> bytes:
    from lxml.etree import tostring

    made: bytes = tostring(root, encoding="utf-8")
    return made


def _html(parts: dict[str, bytes]) -> str:
    """What mammoth makes of a document that has only the parts with text in it: no picture, nothing from outside."""
    from mammoth import convert_to_html

    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _STILL), data)
    file.seek(0)
    try:
        made = convert_to_html(file, style_map=STYLE_MAP, include_embedded_style_map=False, external_file_access=False)
    except PARSER_FAILURES as error:
        raise SourceRefused(f"is a broken Word document: {told(error)}") from error
    return f"<body>{made.value}</body>"


def _told(counts: Counter[str]) -> list[str]:
    said = {
        "picture": "picture{s} not part of the text",
        "chart": "chart{s} not part of the text",
        "change": "tracked change{s} taken as accepted",
        "hidden": "character{s} of hidden text left out",
        "lost": "note{s} missing in the file",
        "embedded": "embedded document{s} not read",
    }
    notes = [f"{counts[name]:,} {text.format(s='s' * (counts[name] != 1))}" for name, text in said.items() if counts[name]]
    return [*notes, "table of contents left out"] if counts["contents"] else notes


def _comments(root: _Element | None) -> list[str]:
    """The comments that people wrote beside the text, the first of them in words."""
    said = []
    for comment in () if root is None else root.iter(f"{W}comment"):
        text = " ".join("".join(run.text or "" for run in comment.iter(f"{W}t")).split())
        author = comment.get(f"{W}author", "").strip()
        said.append(f"{author}: {text}" if author else text)
    if not said:
        return []
    shown = "; ".join(text if len(text) <= _COMMENT_LENGTH else f"{text[:_COMMENT_LENGTH]}..." for text in said[:_MAX_COMMENTS_TOLD])
    return [f"{len(said):,} comment{'s' * (len(said) != 1)} not part of the text: {shown}"]
