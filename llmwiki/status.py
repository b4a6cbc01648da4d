"""Verb: what the vault holds and what is left to do."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.llm.calls import Calls, Spent
from llmwiki.llm.places import CALLS
from llmwiki.scribe.pageless import compiled_sources, undrawn
from llmwiki.scribe.proposal_form import REVIEW
from llmwiki.sources.waiting import containers, pending, replaced_originals
from llmwiki.vault.index import KINDS
from llmwiki.vault.logbook import LogEntry, read_log
from llmwiki.vault.own_files import LOG, own_file, page_kind

if TYPE_CHECKING:
    from llmwiki.vault.ledger import SourceRecord
    from llmwiki.workspace import Workspace

RECENT = 5  # log entries shown


@dataclass(frozen=True, slots=True)
class Status:
    """Totals of a vault.

    Attributes:
        root: The vault's folder.
        notes: All Markdown notes.
        pages: Pages by kind, in the order of the index.
        sources: Records of all sources, by path.
        pageless: Sources that were compiled and from which no page draws, by path.
        pending: Files below ``raw/`` that were not compiled in the state they have now.
        citations: Claims that pages rest on.
        proposed: Files of proposals that wait for a decision.
        unreadable: Files that cannot be read, with the reason.
        log: The newest entries of the log, the newest last.
        spent: By operation, what calls of a language model took so far.
    """

    root: Path
    notes: int
    pages: tuple[tuple[str, int], ...]
    sources: tuple[SourceRecord, ...]
    pageless: tuple[str, ...]
    pending: tuple[str, ...]
    citations: int
    proposed: tuple[str, ...]
    unreadable: tuple[tuple[str, str], ...]
    log: tuple[LogEntry, ...]
    spent: tuple[tuple[str, Spent], ...] = ()

    @property
    def captured(self) -> int:
        """How many sources pages may rest on."""
        return sum(not record.retracted for record in self.sources)

    @property
    def retracted(self) -> int:
        """How many sources were taken out."""
        return len(self.sources) - self.captured


def status(wiki: Workspace) -> Status:
    """Count; nothing is written."""
    vault = wiki.vault
    log = own_file(LOG, vault.notes)
    return Status(
        root=wiki.root,
        notes=len(vault.notes),
        pages=tuple((kind, sum(path.startswith(wiki.folder(kind)) for path in vault.notes)) for kind in KINDS),
        sources=tuple(record for _, record in sorted(wiki.ledger.sources.items())),
        pageless=tuple(undrawn(vault, compiled_sources(wiki.ledger), wiki.ledger.pages.values(), filter(page_kind, vault.notes))),
        pending=tuple(_pending(wiki)),
        citations=sum(len(record.claims) for record in wiki.ledger.live_sources()),
        proposed=tuple(sorted(file.name for file in (wiki.root / REVIEW).glob("*.md"))),
        unreadable=tuple(sorted((*vault.unreadable.items(), *wiki.ledger.unreadable.items()))),
        log=tuple(read_log(vault.text(log))[-RECENT:]) if log in vault.notes else (),
        spent=tuple(Calls(wiki.root, CALLS).spent().items()),
    )


def _pending(wiki: Workspace) -> list[str]:
    """Files that the next ``wiki ingest`` would look at: new ones, and those whose bytes the ledger does not know."""
    sources = wiki.ledger.sources
    known = {digest for record in sources.values() for digest in (record.sha256, record.original_sha256)}
    originals = {record.original for record in sources.values()}
    raw = [path for path in wiki.vault.files if path.startswith("raw/") and path not in wiki.vault.unreadable]
    digests = {path: wiki.vault.sha256(path) for path in originals if path in wiki.vault.files}
    opened = containers(sources.values())
    waiting = (path for path in pending(raw, sources, originals) if path not in opened)
    fresh = [path for path in waiting if hashlib.sha256(wiki.vault.data(path)).hexdigest() not in known]
    captured = [path for path, record in sources.items() if not record.is_compiled]
    return [*fresh, *captured, *replaced_originals(sources.values(), digests)]
