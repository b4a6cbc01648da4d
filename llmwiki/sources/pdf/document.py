"""PDF documents with a text layer."""

from __future__ import annotations

import io
import re
import time
from collections import Counter
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.dates import iso_date
from llmwiki.sources.detect import is_kind
from llmwiki.sources.failures import failures, told
from llmwiki.sources.inert import inert
from llmwiki.sources.language import language
from llmwiki.sources.limits import MAX_PDF_PAGES, SECONDS_PER_INPUT
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.pdf.blocks import Block, blocks, measure
from llmwiki.sources.pdf.flow import Piece, pieces, write
from llmwiki.sources.pdf.furniture import without_furniture
from llmwiki.sources.pdf.grids import mark_grids
from llmwiki.sources.pdf.headings import is_section, mark_headings
from llmwiki.sources.pdf.lines import Line, page_lines
from llmwiki.sources.pdf.meta import Documented, author_line, documented
from llmwiki.sources.pdf.order import reading_order
from llmwiki.sources.quiet import Quiet
from llmwiki.sources.structure import looks_like_paper
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from pypdf import PdfReader

_LETTERS_A_PAGE = 5
"""Fewer letters a page on average than this are stamps and page numbers on scans."""
_UNREADABLE = 0.3
_NAMED_PAGES = 12
_AUTHOR_LINES = 3
_LATIN_WORD = re.compile("[A-Za-z]+")
_LONGEST_WORD = 20
_RUN_TOGETHER = 0.15


class PdfConverter:
    """PDF to Markdown: paragraphs, headings, notes and tables, each page behind a ``<!-- page N -->`` line."""

    name = "pdf"

    @property
    def extractor(self) -> str:
        """Name and version of the libraries that read the format."""
        from importlib.metadata import version

        return f"pypdf {version('pypdf')}, layout 3"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes carry a PDF header, whatever the file is called."""
        return is_kind(original, "pdf")

    def convert(self, original: Original) -> Source:
        """Convert a document.

        Raises:
            SourceRefused: broken, locked, too long, or without text that can be read.
        """
        with Quiet("pypdf") as log:
            reader, about = _opened(original.data)
            pages, heights, failed = _read(reader, original.tell)
        if len(failed) == len(pages):
            raise SourceRefused(f"is a broken PDF: none of its pages could be read ({next(iter(failed.values()))})")
        _refuse_unreadable(pages)
        made = _arranged(without_furniture(pages, heights), about)
        text, hidden = visible(write(made, len(pages)))
        title = _title(made, about, original.name)
        body = text if any(piece.kind == "title" for piece in made) else f"# {inert(title)}\n\n{text}"
        return Source(
            text=body + "\n",
            title=title,
            kind="paper" if looks_like_paper(body) else "article",
            language=language(body),
            author=about.author or _authors(made),
            date=next((day for piece in made if piece.kind == "front" and (day := iso_date(piece.text))), about.date),
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(
                *_page_notes(pages, failed),
                *_together(pages),
                *([f"{hidden:,} invisible characters taken out"] if hidden else []),
                *log.summary(),
            ),
        )


def _opened(data: bytes) -> tuple[PdfReader, Documented]:
    """A readable document and its metadata.

    Raises:
        SourceRefused: locked, broken, or too long.
    """
    from pypdf import PasswordType, PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
            raise SourceRefused("is locked: the PDF needs a password")
        count = len(reader.pages)
    except DependencyError as error:
        raise SourceRefused("is locked: the PDF is encrypted in a way that cannot be opened here; save an unlocked copy") from error
    except failures(PyPdfError) as error:
        raise SourceRefused(f"is a broken PDF: {told(error)}") from error
    if not count:
        raise SourceRefused("is a broken PDF: it has no pages")
    if count > MAX_PDF_PAGES:
        raise SourceRefused(f"is too long: {count:,} pages, the limit is {MAX_PDF_PAGES:,}")
    return reader, documented(reader)


def _read(reader: PdfReader, tell: Callable[[float], None]) -> tuple[list[list[Line]], list[float], dict[int, str]]:
    """The lines of each page, the heights, and the pages that could not be read with the reason.

    Raises:
        SourceRefused: the time for one input is over.
    """
    from pypdf.errors import PyPdfError

    pages: list[list[Line]] = []
    heights: list[float] = []
    failed: dict[int, str] = {}
    started = time.monotonic()
    count = len(reader.pages)
    for number in range(1, count + 1):
        height, lines = 0.0, []
        try:
            page = reader.pages[number - 1]
            height = float(page.mediabox.height)
            lines = page_lines(page, number)
        except failures(PyPdfError) as error:
            failed[number] = told(error)
        pages.append(lines)
        heights.append(height or 842.0)
        tell(number / count)
        if time.monotonic() - started > SECONDS_PER_INPUT:
            raise SourceRefused(f"took too long: stopped after {SECONDS_PER_INPUT:.0f} s at page {number} of {count}")
    return pages, heights, failed


def _arranged(pages: list[list[Line]], about: Documented) -> list[Piece]:
    usual = measure(pages)
    gathered: list[list[Block]] = [blocks(reading_order(lines), usual, about.outline) for lines in pages]
    mark_headings(gathered, usual, about.outline)
    return pieces([mark_grids(found, usual) for found in gathered], usual)


def _refuse_unreadable(pages: list[list[Line]]) -> None:
    text = "".join(line.text for lines in pages for line in lines)
    letters = sum(1 for char in text if char.isalnum())
    if letters < _LETTERS_A_PAGE * len(pages):
        raise SourceRefused(f"no text layer: {len(pages)} page{'s' * (len(pages) != 1)}, {len(text)} characters; needs OCR")
    strange = sum(1 for char in text if char == "\ufffd" or not (char.isprintable() or char.isspace()))
    if strange > _UNREADABLE * len(text):
        raise SourceRefused(f"no readable text: {strange / len(text):.0%} of the characters have no meaning in the PDF's fonts; needs OCR")


def _title(made: list[Piece], about: Documented, name: str) -> str:
    """The title in print if the first page shows one, else that of the metadata, a heading at the very top, or the name."""
    printed = " ".join(piece.text for piece in made if piece.kind == "title")
    if printed or about.title:
        return printed or about.title
    top = next((piece.text for piece in made[:2] if piece.kind == "heading" and piece.page == 1), "")
    return top if top and not is_section(top) else title_from_name(name)


def _authors(made: list[Piece]) -> str:
    """The authors as the lines below the title name them."""
    lines = [line for piece in made if piece.kind == "front" for line in piece.text.split("\n")]
    return next((found for line in lines[:_AUTHOR_LINES] if (found := author_line(line))), "")


def _page_notes(pages: list[list[Line]], failed: dict[int, str]) -> list[str]:
    notes = [f"page {number} could not be read: {reason}" for number, reason in list(failed.items())[:_NAMED_PAGES]]
    empty = [number for number, lines in enumerate(pages, 1) if not lines and number not in failed]
    if empty:
        named = ", ".join(str(number) for number in empty[:_NAMED_PAGES]) + (" ..." if len(empty) > _NAMED_PAGES else "")
        notes.append(f"{len(empty)} of {len(pages)} pages have no text: p. {named}")
    return notes


def _together(pages: list[list[Line]]) -> list[str]:
    """A note where the PDF leaves out the spaces between words, as some old TeX documents do."""
    lengths: Counter[int] = Counter()
    for lines in pages:
        for line in lines:
            lengths.update(map(len, _LATIN_WORD.findall(line.text)))
    long = sum(size * count for size, count in lengths.items() if size > _LONGEST_WORD)
    whole = sum(size * count for size, count in lengths.items())
    return ["many words run together: the PDF does not say where they end"] if long > _RUN_TOGETHER * whole else []
