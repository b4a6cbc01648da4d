"""Binds an edition: its pages, proposals and ledger records become planned changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.proposal_form import review_file
from llmwiki.scribe.read import source_text
from llmwiki.vault.citation import read_footnote
from llmwiki.vault.disk import sha256_at
from llmwiki.vault.ledger import Claim, Ledger, PageRecord, SourceRecord, record_file, record_text
from llmwiki.vault.quotes import QuoteIndex
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from llmwiki.scribe.edition import Edition
    from llmwiki.scribe.filing import Filed
    from llmwiki.vault.changes import Changes
    from llmwiki.vault.vault import Vault


def bind(vault: Vault, ledger: Ledger, edition: Edition, changes: Changes) -> Vault:
    """Plan every file of an edition and return the vault as it will be.

    Args:
        vault: With the new sources, as the edition was made from it.
        ledger: With the new source records.
        edition: What the pages become.
        changes: Takes the plan; new sources are in it already.
    """
    texts: dict[str, str | None] = {}
    for filed in edition.filed:
        _plan_page(vault, filed, changes)
        if filed.text is not None:
            texts[filed.path] = filed.text
    for record in edition.removable(vault):
        changes.delete(record.path, expect=record.sha256)
        texts[record.path] = None
    future = vault.overlay(texts)
    _plan_records(vault, ledger, edition, changes)
    _plan_claims(future, ledger, edition, changes)
    return future


def _plan_page(vault: Vault, filed: Filed, changes: Changes) -> None:
    if filed.text is not None:
        expect = vault.sha256(filed.path) if filed.path in vault.files else None
        changes.write(filed.path, filed.text, expect=expect)
    if filed.proposal:
        write_state(changes, review_file(filed.path, filed.proposes), filed.proposal)
    if filed.proposes != "page":
        drop_state(changes, review_file(filed.path, "page"))


def _plan_records(vault: Vault, ledger: Ledger, edition: Edition, changes: Changes) -> None:
    wanted: dict[str, PageRecord] = {**edition.standing.tombstones, **edition.records(vault)}
    wanted |= {record.path: record for record in edition.left_out}
    for path, record in ledger.pages.items():
        if path not in wanted:
            drop_state(changes, record_file(record))
    for record in wanted.values():
        write_state(changes, record_file(record), record_text(record))


def _plan_claims(future: Vault, ledger: Ledger, edition: Edition, changes: Changes) -> None:
    touched = {filed.path for filed in edition.filed} | set(edition.standing.moved)
    touched |= {record.path for record in edition.orphaned} | set(edition.standing.tombstones)
    claims = _claims(future, ledger, [filed.path for filed in edition.filed if filed.path in future.files])
    for path, source in sorted(ledger.sources.items()):
        kept = {claim.label: _without(claim, touched) for claim in source.claims}
        for label, claim in claims.get(path, {}).items():
            pages = kept[label].pages if label in kept else ()
            kept[label] = replace(claim, pages=tuple(sorted({*pages, *claim.pages})))
        record = replace(source, claims=tuple(kept[label] for label in sorted(kept) if kept[label].pages))
        write_state(changes, record_file(record), record_text(record))


def _without(claim: Claim, pages: set[str]) -> Claim:
    return replace(claim, pages=tuple(page for page in claim.pages if page not in pages))


def _claims(vault: Vault, ledger: Ledger, paths: Iterable[str]) -> dict[str, dict[str, Claim]]:
    """Claims by source and label, read from the footnotes of the pages as they will stand."""
    found: dict[str, dict[str, Claim]] = {}
    indexes: dict[str, QuoteIndex] = {}
    for path in paths:
        page = vault.page(path)
        for definition in page.footnote_defs:
            note = read_footnote(page.text[definition.span.start : definition.span.end])
            target = vault.resolver.resolve(note.target, path) if note else None
            if note is None or not isinstance(target, Found) or not target.path.startswith("raw/"):
                continue
            index = indexes.setdefault(target.path, QuoteIndex(source_text(vault, target.path)))
            span = index.find(note.quote)
            if span is None:
                continue
            claims = found.setdefault(target.path, {})
            pages = claims[definition.label].pages if definition.label in claims else ()
            revision = ledger.sources[target.path].revision if target.path in ledger.sources else 1
            claims[definition.label] = Claim(definition.label, note.quote, span.start, span.end, tuple(sorted({*pages, path})), revision)
        vault.let_go(path)
    return found


def write_state(changes: Changes, path: str, text: str) -> None:
    """Plan a file below ``.wiki/``, whatever stands there now."""
    changes.write(path, text, expect=sha256_at(changes.root / path))


def drop_state(changes: Changes, path: str) -> None:
    """Plan the removal of a file below ``.wiki/``; nothing when it is not there."""
    present = sha256_at(changes.root / path)
    if present is not None:
        changes.delete(path, expect=present)


def merged_ledger(ledger: Ledger, records: Mapping[str, SourceRecord], without: Collection[str] = ()) -> Ledger:
    """The ledger with new or changed source records, and without those of the paths in ``without``."""
    kept = {path: record for path, record in ledger.sources.items() if path not in without}
    return replace(ledger, sources={**kept, **records})
