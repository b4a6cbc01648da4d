"""Plans files with new names and texts, and keeps the tool's records of them right."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.binding import drop_state, write_state
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.ledger import record_file, record_text
from llmwiki.vault.rename_records import renamed_claims, renamed_pages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from llmwiki.vault.changes import Changes
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.vault import Vault


def plan_files(vault: Vault, changes: Changes, moves: Mapping[str, str], texts: Mapping[str, str]) -> None:
    """Plan renames and new texts.

    Args:
        vault: As it is on disk.
        changes: Takes the plan.
        moves: Path now to path then.
        texts: New texts by path now.
    """
    for source, target in moves.items():
        changes.move(source, target, expect=vault.sha256(source))
    for path, text in texts.items():
        changes.write(moves.get(path, path), text, expect=None if path in moves else vault.sha256(path))


def plan_records(vault: Vault, ledger: Ledger, changes: Changes, moves: Mapping[str, str], texts: Mapping[str, str]) -> None:
    """Plan the ledger's records of the pages and citations that renames touch; the new texts count as a person's where links do not say so.

    Args:
        vault: As it is on disk.
        ledger: As it is.
        changes: Takes the plan.
        moves: Path now to path then.
        texts: New texts by path now.
    """
    for source in sorted(moves.keys() & ledger.pages.keys()):
        drop_state(changes, record_file(ledger.pages[source]))
    for page in renamed_pages(vault, ledger.pages, moves, texts) if moves else ():
        write_state(changes, record_file(page), record_text(page))
    for claims in renamed_claims(ledger.sources, moves):
        write_state(changes, record_file(claims), record_text(claims))


def plan_own_records(
    vault: Vault, ledger: Ledger, changes: Changes, plan: tuple[Mapping[str, str], Mapping[str, str]], own: Mapping[str, str]
) -> None:
    """The same, for texts that are the tool's: a page that nobody edited is not taken for edited afterwards, one that a person edited is.

    Args:
        vault: As it is on disk.
        ledger: As it is.
        changes: Takes the plan.
        plan: Renames and new texts, as for ``plan_records``.
        own: What the tool wrote itself, by path now.
    """
    moves, texts = plan
    plan_records(vault, ledger, changes, moves, texts)
    for path in sorted(own.keys() & ledger.pages.keys()):
        record = ledger.pages[path]
        if path in vault.files and vault.sha256(path) == record.sha256:
            base = "" if own[path] == texts.get(path, own[path]) else own[path]
            then = replace(record, path=moves.get(path, path), sha256=_digest(own[path]), base=base)
            write_state(changes, record_file(then), record_text(then))


def _digest(text: str) -> str:
    return sha256_of(text.encode("utf-8", "surrogateescape"))
