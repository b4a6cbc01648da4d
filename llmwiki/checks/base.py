"""What a check sees and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from llmwiki.vault.kept import mark_of
from llmwiki.vault.own_files import own_file, page_kind

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from llmwiki.checks.heads import Head
    from llmwiki.checks.indexed import Section
    from llmwiki.checks.memo import Memo
    from llmwiki.checks.odd_links import OddLinks
    from llmwiki.checks.tour import Tour
    from llmwiki.config import Profile
    from llmwiki.facts.names import NameFinder
    from llmwiki.vault.graph import Measures
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.link import Span
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")

EVERYWHERE = frozenset({"obsidian", "hermes", "llmwiki"})
WIKIS = frozenset({"hermes", "llmwiki"})

RAW = "raw/"
TEXTS = (".md", ".txt")


class Edit(NamedTuple):
    """Replace the UTF-8 bytes ``start:end`` of a file by ``text``."""

    path: str
    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """How to mend a finding; ``safe`` fixes are applied by ``--fix``.

    Attributes:
        safe: Whether nobody can want the text as it was.
        title: What the fix does, for people.
        edits: Changes of bytes.
        moves: Files to rename, (from, to); links that lead to them follow.
    """

    safe: bool
    title: str
    edits: tuple[Edit, ...]
    moves: tuple[tuple[str, str], ...] = ()


class Place(NamedTuple):
    """Somewhere else that belongs to a finding."""

    path: str
    line: int
    message: str


class Finding(NamedTuple):
    """One thing that is wrong. Lines and columns start at 1 and count code points; ``masked`` is as in Mark."""

    path: str
    line: int
    column: int
    code: str
    name: str
    severity: Severity
    message: str
    end_line: int = 0
    end_column: int = 0
    hint: str = ""
    related: tuple[Place, ...] = ()
    fix: Fix | None = None
    masked: bool = False


class Mark(NamedTuple):
    """What a check yields: a place and what is wrong there; the runner makes the Finding of it.

    Attributes:
        path: Vault-relative path of the file.
        span: Where, in code points; None stands for the top of the file.
        message: What is wrong, one sentence without a full stop.
        severity: None takes the severity of the check.
        hint: What helps; empty when that is plain.
        masked: The place holds a secret: no report shows the lines of it.
    """

    path: str
    span: Span | None
    message: str
    severity: Severity | None = None
    hint: str = ""
    related: tuple[Place, ...] = ()
    fix: Fix | None = None
    masked: bool = False


@dataclass(frozen=True)
class Snapshot:
    """All that a check may see; built by the lint verb, read by checks, changed by nobody.

    Attributes:
        vault: The files, as they are.
        schema: The rules of SCHEMA.md, or the defaults.
        read_ledger: Gives what the tool captured and wrote.
        today: The date of the run; checks have no other clock.
        profile: Which family of vaults this one belongs to.
        cache_dir: Where the figures of the link graph are kept; None keeps nothing.
    """

    vault: Vault
    schema: Schema
    read_ledger: Callable[[], Ledger]
    today: date
    profile: Profile
    cache_dir: Path | None = None

    @cached_property
    def ledger(self) -> Ledger:
        """What the tool captured and wrote; read when a check first asks."""
        return self.read_ledger()

    @cached_property
    def measures(self) -> Measures:
        """Figures of the link graph; worked out when a check first asks."""
        from llmwiki.vault.graph import Measures

        return Measures(self.vault)

    @cached_property
    def memo(self) -> Memo:
        """What checks found out about single files, in this run and in earlier ones."""
        from llmwiki.checks.memo import Memo  # it builds on this module

        return Memo(self.vault, self.cache_dir)

    @cached_property
    def tour(self) -> Tour:
        """The way through the pages that are new."""
        from llmwiki.checks.tour import Tour

        return Tour(self.vault)

    @cached_property
    def odd_links(self) -> OddLinks:
        """The links that the checks of links have something to say of, found in one pass."""
        from llmwiki.checks.odd_links import OddLinks  # it builds on this module

        return OddLinks(self)

    @cached_property
    def files_mark(self) -> str:
        """A hash of which files there are, which decides what links mean."""
        return mark_of(self.vault.files, sorted(self.vault.unreadable))

    @cached_property
    def known_heads(self) -> dict[str, Head]:
        """What ``heads`` has found in this run."""
        return {}

    @cached_property
    def known_users(self) -> dict[str, list[str]]:
        """The pages that rest on each source, once they were asked for."""
        return {}

    @cached_property
    def known_sections(self) -> dict[str, list[Section]]:
        """The sections of the index, once they were asked for."""
        return {}

    @cached_property
    def known_finders(self) -> dict[str, NameFinder]:
        """What looks for names in texts, by a hash of the names."""
        return {}

    @cached_property
    def raw_mark(self) -> str:
        """A hash of the texts of the sources, which pages are held against."""
        return mark_of([self._digest(path) for path in self.raw_texts])

    def _digest(self, path: str) -> str:
        """The hash of a source, which need not be held for that."""
        digest = self.vault.digest(path)
        self.vault.let_go(path)
        return digest

    @cached_property
    def is_wiki(self) -> bool:
        """Whether the rules of a compiled wiki hold, not only those of any Obsidian vault."""
        return self.profile in WIKIS

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Notes that the checks look at: in a wiki, all but the sources."""
        return tuple(path for path in self.vault.notes if not (self.is_wiki and path.startswith(RAW)))

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """Notes in the page folders, at the root or under ``wiki/``; a copy that a sync client left after a conflict is no page."""
        pages = tuple(path for path in self.vault.notes if page_kind(path))
        if not any(word in "\0".join(pages) for word in ("conflict", "Conflict", "冲突副本", "競合コピー")):
            return pages
        from llmwiki.checks.conflict_names import conflict_copy  # most wikis have no such name

        return tuple(path for path in pages if conflict_copy(path, self.vault.files) is None)

    @cached_property
    def raw_texts(self) -> tuple[str, ...]:
        """Texts of the sources, Markdown and plain."""
        return tuple(path for path in self.vault.files if path.startswith(RAW) and self.is_text(path))

    def is_text(self, path: str) -> bool:
        """Whether a file can be read as text."""
        return path.endswith(TEXTS) and path not in self.vault.unreadable

    def special(self, name: str) -> str:
        """Path of ``index.md`` and the like: at the root, else under ``wiki/``, else empty."""
        if name not in self._specials:
            path = own_file(name, self.vault.notes)
            self._specials[name] = path if path in self.vault.notes else ""
        return self._specials[name]

    @cached_property
    def _specials(self) -> dict[str, str]:
        return {}

    def wrote(self, path: str) -> bool:
        """Whether the tool made the page at ``path``; reads the ledger."""
        return path in self.ledger.pages

    def edit(self, path: str, span: Span, text: str) -> Edit:
        """The edit that puts ``text`` in the place of a span of a note, which counts code points."""
        page = self.vault.page(path)
        return Edit(path, page.byte_offset(span.start), page.byte_offset(span.end), text)

    def line(self, path: str, offset: int) -> int:
        """Line number of a code point, from 1."""
        return self.vault.page(path).line_column(offset)[0]


class Check(Protocol):
    """The face of a check module: these names at module level."""

    CODE: str
    NAME: str
    SEVERITY: Severity
    PROFILES: frozenset[str]
    __doc__: str | None

    def run(self, snapshot: Snapshot) -> Iterator[Mark] | Iterable[Mark]:
        """Yield what is wrong; no I/O of its own, no clock, no printing."""
        ...
