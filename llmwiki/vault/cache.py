"""Parsed pages kept between runs, in one file that may vanish at any time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from json import JSONDecoder
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.vault.kept import code_mark, compact, read_kept_text, write_kept_text
from llmwiki.vault.link import Link, Span
from llmwiki.vault.marks import BlockId, FootnoteDef, FootnoteRef, Heading, Tag
from llmwiki.vault.page import Page, digest
from llmwiki.vault.property_block import Frontmatter, Places, read_frontmatter
from llmwiki.vault.walk import FileStat
from llmwiki.vault.yamlparts import Problem

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from pathlib import Path

NAME = "pages.jsonl"
# File systems keep times as coarse as two seconds: a file written so shortly before the cache may
# have changed again without a new time.
_COARSE_NS = 2_000_000_000
_decode = JSONDecoder().raw_decode


class Row(NamedTuple):
    """What the head of the file says of a page, so that most pages are never read any further.

    Attributes:
        stat: Of the file when it was read.
        digest: Hash of the text.
        targets: What its links name, each once.
        start, end: Where its record stands in the file.
    """

    stat: list[int]
    digest: str
    targets: list[str]
    start: int
    end: int


class KeptPage(Page):
    """A page whose parts come from the cache; record and text are fetched only when asked for.

    Args:
        row: What is known at once.
        record: Gives the JSON of the record.
        text: Fetches the text.

    Attributes:
        has_grown: Whether a part was asked for that the record does not hold.
    """

    def __init__(self, row: Row, record: Callable[[], str], text: Callable[[], str]) -> None:
        super().__init__(text)
        self.digest = row.digest
        self.targets = tuple(row.targets)
        self.record = record
        self.has_grown = False

    @cached_property
    def kept(self) -> dict[str, Any]:
        """The record: flat rows by part."""
        record: dict[str, Any] = _decode(self.record())[0]
        return record

    def _rows(self, part: str) -> list[Any] | None:
        rows: list[Any] | None = self.kept.get(part)
        self.has_grown |= rows is None
        return rows

    @cached_property
    def frontmatter(self) -> Frontmatter:
        """The properties."""
        start, end, body_start, data, problems = self.kept["front"]
        span = None if start is None else Span(start, end)
        return Frontmatter(span, body_start, data, tuple(Problem(*row) for row in problems), self._property_places)

    def _property_places(self) -> Places:
        return read_frontmatter(self.text).places()

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Internal links."""
        rows = self._rows("links")
        if rows is None:
            return super().links
        return tuple(
            Link(kind, target, subpath, display, Span(start, end), Span(begin, stop), embed, place, key)
            for kind, target, subpath, display, start, end, begin, stop, embed, place, key in rows
        )

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Tags."""
        rows = self._rows("tags")
        return super().tags if rows is None else tuple(Tag(name, Span(start, end), place) for name, start, end, place in rows)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Headings of the note itself."""
        rows = self._rows("headings")
        return super().headings if rows is None else tuple(Heading(text, level, Span(start, end)) for text, level, start, end in rows)

    @cached_property
    def nested_headings(self) -> tuple[Heading, ...]:
        """Headings inside quotes, callouts and list items."""
        rows = self._rows("nested_headings")
        return (
            super().nested_headings if rows is None else tuple(Heading(text, level, Span(start, end)) for text, level, start, end in rows)
        )

    @cached_property
    def blocks(self) -> tuple[BlockId, ...]:
        """Block ids."""
        rows = self._rows("blocks")
        return super().blocks if rows is None else tuple(BlockId(name, Span(start, end)) for name, start, end in rows)

    @cached_property
    def footnote_defs(self) -> tuple[FootnoteDef, ...]:
        """Footnote definitions."""
        rows = self._rows("footnote_defs")
        if rows is None:
            return super().footnote_defs
        return tuple(FootnoteDef(label, Span(start, end), Span(begin, stop)) for label, start, end, begin, stop in rows)

    @cached_property
    def footnote_refs(self) -> tuple[FootnoteRef, ...]:
        """Footnote references."""
        rows = self._rows("footnote_refs")
        return super().footnote_refs if rows is None else tuple(FootnoteRef(label, Span(start, end)) for label, start, end in rows)


# How the parts that are kept become flat rows, which JSON reads fastest. Only parts that a run asked for
# are kept: a lint that never looks at headings does not pay for finding them.
_FLAT: dict[str, Callable[[Any], list[Any]]] = {
    "links": lambda link: [*link[:4], *link.span, *link.target_span, *link[6:]],
    "tags": lambda tag: [tag.name, *tag.span, tag.place],
    "headings": lambda heading: [*heading[:2], *heading.span],
    "nested_headings": lambda heading: [*heading[:2], *heading.span],
    "blocks": lambda block: [block.id, *block.span],
    "footnote_defs": lambda note: [note.label, *note.span, *note.text_span],
    "footnote_refs": lambda note: [note.label, *note.span],
}


def _record(page: Page) -> dict[str, Any]:
    """All that was found of a page."""
    front = page.frontmatter
    known = page.kept if isinstance(page, KeptPage) else {}
    found = {part: [flat(item) for item in vars(page)[part]] for part, flat in _FLAT.items() if part in vars(page)}
    return {**known, "front": [*(front.span or (None, None)), front.body_start, front.data, front.problems], **found}


class PageCache:
    """Pages by path, trusted while modification time, size and inode stay the same.

    Attributes:
        is_changed: Whether a page was met that the file does not hold as it is.
    """

    def __init__(self, file: Path | None, written_ns: int = 0, text: str = "{}") -> None:
        self._file, self._written_ns, self._text = file, written_ns, text
        rows, self._base = _decode(text)
        self._rows: dict[str, Row] = {path: Row(*row) for path, row in rows.items()}
        self.is_changed = False

    @classmethod
    def load(cls, folder: Path | None) -> PageCache:
        """Read the cache of a folder; one that is missing, damaged or of another version is empty."""
        if folder is None:
            return cls(None)
        file = folder / NAME
        text = read_kept_text(file, code_mark("vault"))
        return cls(file) if text is None else cls(file, file.stat().st_mtime_ns, text)

    def page(self, path: str, stat: FileStat, text: Callable[[], str], *, is_read: bool) -> Page:
        """The page from the cache, or parsed anew.

        Args:
            path: Of the note.
            stat: What the walk saw.
            text: Fetches the text.
            is_read: Whether the text was read before, so that only its hash may decide.
        """
        row = self._rows.get(path)
        is_fresh = row is not None and row.stat == list(stat) and stat.mtime_ns + _COARSE_NS < self._written_ns
        if row and ((is_fresh and not is_read) or row.digest == digest(text())):
            self.is_changed |= not is_fresh
            return KeptPage(row, partial(self._kept, row), text)
        self.is_changed = True
        return Page(text())

    def save(self, pages: Mapping[str, tuple[FileStat, Page]], files: Container[str]) -> None:
        """Write the cache."""
        if self._file is None:
            return
        head: dict[str, Row] = {}
        records: list[str] = []
        place = 1
        for path in sorted(path for path in self._rows.keys() | pages.keys() if path in files):
            stat, mark, targets, record = self._entry(path, pages)
            head[path] = Row(stat, mark, targets, place, place + len(record))
            records.append(record)
            place += len(record) + 1
        write_kept_text(self._file, code_mark("vault"), "\n".join([compact(head), *records]))
        self.is_changed = False

    def _entry(self, path: str, pages: Mapping[str, tuple[FileStat, Page]]) -> tuple[list[int], str, list[str], str]:
        """What is kept of a page; what was read in this run goes before what was known."""
        if path not in pages:
            row = self._rows[path]
            return row.stat, row.digest, row.targets, self._kept(row)
        stat, page = pages[path]
        targets = list(page.targets)
        record = page.record() if isinstance(page, KeptPage) and not page.has_grown else compact(_record(page))
        return list(stat), page.digest, targets, record

    def _kept(self, row: Row) -> str:
        return self._text[self._base + row.start : self._base + row.end]
