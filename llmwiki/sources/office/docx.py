"""Word documents (docx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source, SourceKind
from llmwiki.sources.detect import is_kind
from llmwiki.sources.language import language
from llmwiki.sources.markup.package import Package
from llmwiki.sources.markup.render import lead_with, opening, rendered, titled, words
from llmwiki.sources.markup.trees import measure
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.office.meeting import meeting
from llmwiki.sources.office.properties import Properties, properties
from llmwiki.sources.office.word import word
from llmwiki.sources.structure import looks_like_paper, looks_like_transcript
from llmwiki.sources.web.clean import drop

if TYPE_CHECKING:
    from lxml.html import HtmlElement


class DocxConverter:
    """Word documents to Markdown by way of mammoth: headings, lists, tables, notes, links, formulas as TeX, pages."""

    name = "docx"

    @property
    def extractor(self) -> str:
        """Name and version of the libraries that read the format."""
        from importlib.metadata import version

        return f"mammoth {version('mammoth')}, html-to-markdown {version('html-to-markdown')}"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are a Word document, whatever the file is called."""
        return is_kind(original, "docx")

    def convert(self, original: Original) -> Source:
        """Convert a document.

        Raises:
            SourceRefused: broken, locked, over a budget, or without text.
        """
        package = Package(original.data, "Word document")
        about, found = properties(package), word(package)
        measure(found.root)
        if spoken := meeting(found.root):
            title = about.title or title_from_name(original.name)
            return self._source(original, about, title, (titled(spoken, title), "transcript", found.notes))
        title = _title(found.root, about, original.name)
        made = rendered(found.root, found.formulas)
        if made.is_empty:
            raise SourceRefused(f"no text in it{': ' if found.notes else ''}{', '.join(found.notes)}")
        text = f"{made.text}\n" if made.heading == title else titled(made.text, title)
        return self._source(original, about, title, (text, _kind(text), (*made.notes, *found.notes)))

    def _source(self, original: Original, about: Properties, title: str, made: tuple[str, SourceKind, tuple[str, ...]]) -> Source:
        text, kind, notes = made
        return Source(
            text=text,
            title=title,
            kind=kind,
            language=language(text),
            author=about.author,
            date=about.date,
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=notes,
        )


def _title(root: HtmlElement, about: Properties, name: str) -> str:
    """The title in print if the document has one, else that of the metadata, else the first heading, else the name."""
    printed = next((element for element in root.iter("h1") if element.get("class") == "title" and words(element)), None)
    first = opening(root)
    if printed is None and first is not None and (_is_alone(root, first) or not about.title):
        printed = first
    title = words(printed) if printed is not None else about.title or title_from_name(name)
    lead_with(root, printed)
    if printed is not None and printed is not first:
        drop(printed)
    return title


def _is_alone(root: HtmlElement, heading: HtmlElement) -> bool:
    """Whether no other heading is of its level or above."""
    others = (element for element in root.iter("h1", "h2", "h3", "h4", "h5", "h6") if element is not heading and words(element))
    return all(element.tag > heading.tag for element in others)


def _kind(text: str) -> SourceKind:
    if looks_like_paper(text):
        return "paper"
    return "transcript" if looks_like_transcript(text) else "article"
