"""Parsed pages kept between runs, in one file that may vanish at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from json import JSONDecoder
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.vault.kept import code_mark, compact, read_kept_text, write_kept_text
from llmwiki.vault.lazy import lazy
from llmwiki.vault.link import Link, Span
from llmwiki.vault.marks import BlockId, FootnoteDef, FootnoteRef, Heading, Tag
from llmwiki.vault.page import Page, digest
from llmwiki.vault.property_block import Frontmatter, Places, read_frontmatter
from llmwiki.vault.yamlparts import Problem

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence
    from pathlib import Path

    from llmwiki.vault.walk import FileStat

NAME = "pages.jsonl"
# File systems keep times as coarse as two seconds: a file written so shortly before the cache may
# have changed again without a new time.
_COARSE_NS = 2_000_000_000
_decode = JSONDecoder().raw_decode


class Row(NamedTuple):
    """What the head of the file says of a page, so that most pages are never read any further.

    Attributes:
        stat: Of the file when it was read: time, size, inode.
        digest: Hash of the text.
        targets: What its links name, each once, as places in the list of all names.
        start, end: Where its record stands in the file; both zero when it has none.
    """

    stat: list[int]
    digest: str
    targets: list[int]
    start: int
    end: int


class KeptPage(Page):
    """A page of which only the head is known; its parts come from its record or its text, and are fetched only when asked for.

    Args:
        row: What is known at once.
        names: The names that the row's targets are places in.
        record: Gives the JSON of the record; empty when there is none.
        text: Fetches the text.

    Attributes:
        has_grown: Whether a part was asked for that the record does not hold.
    """

    def __init__(self, row: Row, names: Sequence[str], record: Callable[[], str], text: Callable[[], str]) -> None:
        super().__init__(text)
        self.digest = row.digest
        self._row, self._names = row, names
        self.record = record
        self.has_grown = False

    def let_go(self, text: Callable[[], str]) -> None:
        """Forget the text; what was found in it is kept for the record."""
        for name in ("text", "_lines", "_line_starts", "_parts"):
            self.__dict__.pop(name, None)
        self._source = text

    @lazy
    def targets(self) -> tuple[str, ...]:
        """What the links name, each once."""
        return tuple([self._names[place] for place in self._row.targets])

    @lazy
    def kept(self) -> dict[str, Any]:
        """The record: flat rows by part."""
        written = self.record()
        record: dict[str, Any] = _decode(written)[0] if written else {}
        return record

    def _rows(self, part: str) -> list[Any] | None:
        rows: list[Any] | None = self.kept.get(part)
        self.has_grown |= rows is None
        return rows

    @lazy
    def frontmatter(self) -> Frontmatter:
        """The properties."""
        rows = self._rows("frontmatter")
        if rows is None:
            return read_frontmatter(self.text)
        start, end, body_start, data, problems = rows
        span = None if start is None else Span(start, end)
        return Frontmatter(span, body_start, data, tuple(Problem(*row) for row in problems), self._property_places)

    def _property_places(self) -> Places:
        return read_frontmatter(self.text).places()

    @lazy
    def links(self) -> tuple[Link, ...]:
        """Internal links."""
        rows = self._rows("links")
        if rows is None:
            return self._parts.links
        return tuple(
            Link(kind, target, subpath, display, Span(start, end), Span(begin, stop), embed, place, key)
            for kind, target, subpath, display, start, end, begin, stop, embed, place, key in rows
        )

    @lazy
    def cited(self) -> tuple[str, ...]:
        """What the links in footnotes name."""
        rows = self._rows("cited")
        return self._parts.cited if rows is None else tuple(rows)

    @lazy
    def tags(self) -> tuple[Tag, ...]:
        """Tags."""
        rows = self._rows("tags")
        return self._parts.tags if rows is None else tuple(Tag(name, Span(start, end), place) for name, start, end, place in rows)

    @lazy
    def headings(self) -> tuple[Heading, ...]:
        """Headings of the note itself."""
        rows = self._rows("headings")
        return self._parts.headings if rows is None else _headings(rows)

    @lazy
    def nested_headings(self) -> tuple[Heading, ...]:
        """Headings inside quotes, callouts and list items."""
        rows = self._rows("nested_headings")
        return self._parts.nested_headings if rows is None else _headings(rows)

    @lazy
    def blocks(self) -> tuple[BlockId, ...]:
        """Block ids."""
        rows = self._rows("blocks")
        return self._parts.blocks if rows is None else tuple(BlockId(name, Span(start, end)) for name, start, end in rows)

    @lazy
    def footnote_defs(self) -> tuple[FootnoteDef, ...]:
        """Footnote definitions."""
        rows = self._rows("footnote_defs")
        if rows is None:
            return self._parts.footnotes[0]
        return tuple(FootnoteDef(label, Span(start, end), Span(begin, stop)) for label, start, end, begin, stop in rows)

    @lazy
    def footnote_refs(self) -> tuple[FootnoteRef, ...]:
        """Footnote references."""
        rows = self._rows("footnote_refs")
        return self._parts.footnotes[1] if rows is None else tuple(FootnoteRef(label, Span(start, end)) for label, start, end in rows)


def _headings(rows: list[Any]) -> tuple[Heading, ...]:
    return tuple(Heading(text, level, Span(start, end)) for text, level, start, end in rows)


# How the parts that are kept become flat rows, which JSON reads fastest.
_FLAT: dict[str, Callable[[Any], Any]] = {
    "cited": str,
    "links": lambda link: [*link[:4], *link.span, *link.target_span, *link[6:]],
    "tags": lambda tag: [tag.name, *tag.span, tag.place],
    "headings": lambda heading: [*heading[:2], *heading.span],
    "nested_headings": lambda heading: [*heading[:2], *heading.span],
    "blocks": lambda block: [block.id, *block.span],
    "footnote_defs": lambda note: [note.label, *note.span, *note.text_span],
    "footnote_refs": lambda note: [note.label, *note.span],
}


def _record(page: KeptPage) -> str:
    """All that was found of a page."""
    found: dict[str, Any] = {part: [flat(item) for item in vars(page)[part]] for part, flat in _FLAT.items() if part in vars(page)}
    front = vars(page).get("frontmatter")
    if front is not None:
        found["frontmatter"] = [*(front.span or (None, None)), front.body_start, front.data, front.problems]
    return compact({**page.kept, **found})


class PageCache:
    """Pages by path, trusted while modification time, size and inode stay the same.

    A page that is new has no record: most pages are asked for nothing again until they change. What is asked of a page
    that was known is recorded, so that the next run finds it.

    Attributes:
        names: What any link names; rows hold places in it.
        is_changed: Whether a page was met that the file does not hold as it is.
    """

    def __init__(self, file: Path | None, written_ns: int = 0, text: str = '{"names":[],"pages":{}}') -> None:
        self._file, self._text = file, text
        self._trusted_before = written_ns - _COARSE_NS
        head, self._base = _decode(text)
        self.names: list[str] = head["names"]
        self._rows: dict[str, list[Any]] = head["pages"]
        self.is_changed = False

    @classmethod
    def load(cls, folder: Path | None) -> PageCache:
        """Read the cache of a folder; one that is missing, damaged or of another version is empty."""
        if folder is None:
            return cls(None)
        file = folder / NAME
        text = read_kept_text(file, code_mark("vault"))
        return cls(file) if text is None else cls(file, file.stat().st_mtime_ns, text)

    def row(self, path: str, stat: FileStat) -> Row | None:
        """What is known of a page without reading it; None when its file may have changed."""
        row = self._rows.get(path)
        return Row._make(row) if row is not None and row[0] == [*stat] and stat[0] < self._trusted_before else None

    def page(self, path: str, stat: FileStat, text: Callable[[], str], *, is_read: bool) -> Page:
        """The page from the cache, or parsed anew.

        Args:
            path: Of the note.
            stat: What the walk saw.
            text: Fetches the text.
            is_read: Whether the text was read before, so that only its hash may decide.
        """
        row = self.row(path, stat)
        self.is_changed |= row is None
        if row is None or is_read:
            known = self._rows.get(path)
            if known is None or known[1] != digest(text()):
                self.is_changed = True
                return Page(text())
            row = Row(*known)
        return KeptPage(row, self.names, partial(self._kept, row), text)

    def is_worth_writing(self, pages: Mapping[str, Page]) -> bool:
        """Whether the file differs enough from what is known now."""
        return self.is_changed or any(isinstance(page, KeptPage) and page.has_grown for page in pages.values())

    def save(self, pages: Mapping[str, tuple[FileStat, Page]], files: Container[str]) -> None:
        """Write the cache: pages met in this run as they are, others as they were known."""
        if self._file is None:
            return
        names: defaultdict[str, int] = defaultdict()
        names.default_factory = names.__len__  # a new name takes the next place
        head: dict[str, list[Any]] = {}
        records: list[str] = []
        place = 1
        for path in sorted(path for path in self._rows.keys() | pages.keys() if path in files):
            stat, mark, targets, record = self._entry(path, pages)
            head[path] = [stat, mark, [*map(names.__getitem__, targets)], 0, 0]
            if record:
                head[path][3:] = place, place + len(record)
                records.append(record)
                place += len(record) + 1
        write_kept_text(self._file, code_mark("vault"), "\n".join([compact({"names": list(names), "pages": head}), *records]))
        self.is_changed = False

    def _entry(
        self, path: str, pages: Mapping[str, tuple[FileStat, Page]]
    ) -> tuple[Sequence[int], str, Iterator[str] | Sequence[str], str]:
        """What is kept of a page; what was read in this run goes before what was known."""
        if path not in pages:
            row = Row(*self._rows[path])
            return row.stat, row.digest, map(self.names.__getitem__, row.targets), self._kept(row)
        stat, page = pages[path]
        if not isinstance(page, KeptPage):
            return stat, page.digest, page.targets, ""
        return stat, page.digest, page.targets, _record(page) if page.has_grown else page.record()

    def _kept(self, row: Row) -> str:
        return self._text[self._base + row.start : self._base + row.end]
