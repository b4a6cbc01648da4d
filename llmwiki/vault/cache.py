"""Parsed pages kept between runs, as one JSON file that may vanish at any time."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from llmwiki import __version__
from llmwiki.vault.kept import read_kept, write_kept
from llmwiki.vault.link import Link, Span
from llmwiki.vault.marks import BlockId, FootnoteDef, FootnoteRef, Heading, Tag
from llmwiki.vault.page import Page
from llmwiki.vault.property_block import Frontmatter, Places, read_frontmatter
from llmwiki.vault.rules import RULES
from llmwiki.vault.walk import FileStat
from llmwiki.vault.yamlparts import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from pathlib import Path

# Raise the number whenever a parser's answer changes for any text.
FORMAT = f"1 {__version__} {RULES}"
NAME = "pages.json"
# File systems keep times as coarse as two seconds: a file written so shortly before the cache may
# have changed again without a new time.
_COARSE_NS = 2_000_000_000


class KeptPage(Page):
    """A page whose parts come from the cache; the text is fetched only when asked for.

    Args:
        kept: The parts as flat rows.
        digest: Of the text that the parts were found in.
        text: Fetches the text.
    """

    def __init__(self, kept: Mapping[str, Any], digest: str, text: Callable[[], str]) -> None:
        super().__init__(text)
        self.kept, self.digest = kept, digest

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
        return tuple(
            Link(kind, target, subpath, display, Span(start, end), Span(begin, stop), embed, place, key)
            for kind, target, subpath, display, start, end, begin, stop, embed, place, key in self.kept["links"]
        )

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Tags."""
        return tuple(Tag(name, Span(start, end), place) for name, start, end, place in self.kept["tags"])

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Headings of the note itself."""
        return tuple(Heading(text, level, Span(start, end)) for text, level, start, end in self.kept["headings"])

    @cached_property
    def nested_headings(self) -> tuple[Heading, ...]:
        """Headings inside quotes, callouts and list items."""
        return tuple(Heading(text, level, Span(start, end)) for text, level, start, end in self.kept["nested"])

    @cached_property
    def blocks(self) -> tuple[BlockId, ...]:
        """Block ids."""
        return tuple(BlockId(name, Span(start, end)) for name, start, end in self.kept["blocks"])

    @cached_property
    def footnote_defs(self) -> tuple[FootnoteDef, ...]:
        """Footnote definitions."""
        return tuple(FootnoteDef(label, Span(start, end), Span(begin, stop)) for label, start, end, begin, stop in self.kept["defs"])

    @cached_property
    def footnote_refs(self) -> tuple[FootnoteRef, ...]:
        """Footnote references."""
        return tuple(FootnoteRef(label, Span(start, end)) for label, start, end in self.kept["refs"])


def _record(page: Page) -> dict[str, Any]:
    """The parts of a page as flat rows, which JSON reads fastest."""
    front = page.frontmatter
    return {
        "front": [*(front.span or (None, None)), front.body_start, front.data, front.problems],
        "links": [[*link[:4], *link.span, *link.target_span, *link[6:]] for link in page.links],
        "tags": [[tag.name, *tag.span, tag.place] for tag in page.tags],
        "headings": [[*heading[:2], *heading.span] for heading in page.headings],
        "nested": [[*heading[:2], *heading.span] for heading in page.nested_headings],
        "blocks": [[block.id, *block.span] for block in page.blocks],
        "defs": [[note.label, *note.span, *note.text_span] for note in page.footnote_defs],
        "refs": [[note.label, *note.span] for note in page.footnote_refs],
    }


class PageCache:
    """Pages by path, trusted while modification time, size and inode stay the same."""

    def __init__(self, file: Path | None, written_ns: int, rows: dict[str, Any]) -> None:
        self._file, self._written_ns, self._rows = file, written_ns, rows
        self._changed = False

    @classmethod
    def load(cls, folder: Path | None) -> PageCache:
        """Read the cache of a folder; one that is missing, damaged or of another version is empty."""
        if folder is None:
            return cls(None, 0, {})
        file = folder / NAME
        rows = read_kept(file, FORMAT)
        return cls(file, file.stat().st_mtime_ns, rows) if rows is not None else cls(file, 0, {})

    def page(self, path: str, stat: FileStat | None, text: Callable[[], str]) -> Page:
        """The page from the cache, or parsed anew.

        Args:
            path: Of the note.
            stat: What the walk saw; None when only the text's hash may decide.
            text: Fetches the text.
        """
        row = self._rows.get(path)
        if row and stat and row["stat"] == list(stat) and stat.mtime_ns + _COARSE_NS < self._written_ns:
            return KeptPage(row["page"], row["hash"], text)
        self._changed = True
        if row and row["hash"] == digest(text()):
            return KeptPage(row["page"], row["hash"], text)
        return Page(text())

    def save(self, pages: Mapping[str, tuple[FileStat, Page]], files: Container[str]) -> None:
        """Write the cache if anything in it changed."""
        if self._file is None or not self._changed:
            return
        rows = {path: row for path, row in self._rows.items() if path in files}
        for path, (stat, page) in pages.items():
            known = self._rows.get(path)
            same = known is not None and known["stat"] == list(stat) and isinstance(page, KeptPage)
            if not same:
                kept = page.kept if isinstance(page, KeptPage) else _record(page)
                rows[path] = {"stat": stat, "hash": digest(page.text), "page": kept}
        write_kept(self._file, FORMAT, rows)
        self._changed = False


def digest(text: str) -> str:
    """A hash of a text's bytes."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
