"""PowerPoint slides (pptx), read with python-pptx of the ``office`` extra."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.detect import is_kind
from llmwiki.sources.failures import failures, told
from llmwiki.sources.language import language
from llmwiki.sources.markup.package import Package
from llmwiki.sources.markup.render import opening, rendered, titled, words
from llmwiki.sources.markup.trees import measure
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.office.extra import comments_told, installed, needed
from llmwiki.sources.office.properties import properties
from llmwiki.sources.office.slide_tree import SlideTree
from llmwiki.sources.web.clean import drop

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_WHAT = "PowerPoint slides"
_MAX_SLIDES = 2000


class SlidesConverter:
    """Slides to Markdown: a ``<!-- page N -->`` line and a heading for each, lists, tables, charts' figures, speaker's notes."""

    name = "pptx"

    @property
    def extractor(self) -> str:
        """Name and version of the library that reads the format."""
        return installed("python-pptx")

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are PowerPoint slides, whatever the file is called."""
        return is_kind(original, "pptx")

    def convert(self, original: Original) -> Source:
        """Convert slides.

        Raises:
            SourceRefused: the extra is missing, the file is broken, over a budget, or without text.
        """
        needed("pptx", _WHAT)
        package = Package(original.data, _WHAT)
        package.check_markup()
        about = properties(package)
        tree = _read(original.data)
        measure(tree.root)
        title = about.title or tree.first_title or title_from_name(original.name)
        _drop_title(tree.root, title)
        made = rendered(tree.root)
        if made.is_empty:
            raise SourceRefused(f"no text in it: {', '.join(made.notes) or 'empty slides'}")
        text = titled(made.text, title)
        return Source(
            text=text,
            title=title,
            kind="article",
            language=language(text),
            author=about.author,
            date=about.date,
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(*tree.notes(), *made.notes, *comments_told(package, "ppt/comments/")),
        )


def _read(data: bytes) -> SlideTree:
    from lxml.etree import LxmlError
    from pptx import Presentation
    from pptx.exc import PythonPptxError

    tree = SlideTree()
    try:
        slides = Presentation(io.BytesIO(data)).slides
        if len(slides) > _MAX_SLIDES:
            raise SourceRefused(f"is too long: {len(slides):,} slides, the limit is {_MAX_SLIDES:,}")
        for number, slide in enumerate(slides, 1):
            tree.add(slide, number)
    except failures(PythonPptxError, LxmlError) as error:
        raise SourceRefused(f"is a broken {_WHAT} file: {told(error)}") from error
    return tree


def _drop_title(root: HtmlElement, title: str) -> None:
    """The first slide's heading where it is the title, which stands above it."""
    first = opening(root)
    if first is not None and words(first) == title:
        drop(first)
