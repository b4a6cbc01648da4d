"""OpenDocument texts (odt)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.dates import iso_date
from llmwiki.sources.detect import is_kind
from llmwiki.sources.language import language
from llmwiki.sources.markup.package import Package
from llmwiki.sources.markup.render import lead_with, opening, rendered, titled, words
from llmwiki.sources.markup.trees import measure
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.office.odt_tree import OdtTree
from llmwiki.sources.office.properties import Properties, people, sensible_title
from llmwiki.sources.structure import looks_like_paper
from llmwiki.sources.web.clean import drop

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_WHAT = "OpenDocument text"
_KINDS = {"spreadsheet": "spreadsheet (ods)", "presentation": "presentation (odp)", "graphics": "drawing (odg)"}


class OdtConverter:
    """OpenDocument texts to Markdown: headings, lists, tables, notes, links, pages where the program noted them."""

    name = "odt"

    @property
    def extractor(self) -> str:
        """Name and version of what reads the format."""
        from importlib.metadata import version

        return f"odt 1, html-to-markdown {version('html-to-markdown')}"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are an OpenDocument file, whatever it is called."""
        return is_kind(original, "odt")

    def convert(self, original: Original) -> Source:
        """Convert a text.

        Raises:
            SourceRefused: an OpenDocument file that is no text, or one that is broken, locked, over a budget, or empty.
        """
        package = Package(original.data, _WHAT)
        _refuse_others(package)
        about = _about(package)
        tree = OdtTree(package.xml("content.xml"))
        measure(tree.root)
        title = _title(tree.root, about, original.name)
        made = rendered(tree.root)
        if made.is_empty:
            raise SourceRefused(f"no text in it{': ' if tree.notes() else ''}{', '.join(tree.notes())}")
        text = f"{made.text}\n" if made.heading == title else titled(made.text, title)
        return Source(
            text=text,
            title=title,
            kind="paper" if looks_like_paper(text) else "article",
            language=language(text),
            author=about.author,
            date=about.date,
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(*made.notes, *tree.notes()),
        )


def _refuse_others(package: Package) -> None:
    kind = package.read("mimetype")[:200].decode("ascii", "replace") if "mimetype" in package else ""
    other = next((shown for name, shown in _KINDS.items() if f"opendocument.{name}" in kind), "")
    if other:
        raise SourceRefused(f"not supported yet: OpenDocument {other}")
    if "META-INF/manifest.xml" in package and b"encryption-data" in package.read("META-INF/manifest.xml"):
        raise SourceRefused("is locked with a password; save it without one")


def _about(package: Package) -> Properties:
    """Title, author and date of the last change (OpenDocument 1.3 part 3, 4.3); missing where they cannot be read."""
    try:
        root = package.xml("meta.xml")
    except SourceRefused:
        return Properties()
    found: dict[str, str] = {}
    for element in root.iter("{*}*"):
        name = element.tag.rpartition("}")[2]
        found.setdefault(name, " ".join((element.text or "").split()))
    author = people(found.get("initial-creator", "")) or people(found.get("creator", ""))
    return Properties(sensible_title(found.get("title", "")), author, iso_date(found.get("date", "") or found.get("creation-date", "")))


def _title(root: HtmlElement, about: Properties, name: str) -> str:
    """The title in print, else that of the metadata, else the heading that the text begins with, else the name."""
    printed = next((element for element in root.iter("h1") if element.get("class") == "title" and words(element)), None)
    first = opening(root)
    if printed is None and first is not None and not about.title:
        printed = first
    title = words(printed) if printed is not None else about.title or title_from_name(name)
    lead_with(root, printed)
    if printed is not None and printed is not first:
        drop(printed)
    return title
