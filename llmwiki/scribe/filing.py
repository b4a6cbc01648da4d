"""From a draft to what is written: merged with a person's edits, or left as a proposal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from llmwiki.scribe.contest_marks import left_to_person
from llmwiki.scribe.proposal_form import Kind, fenced, head
from llmwiki.vault.history import find_base
from llmwiki.vault.ledger import PageRecord
from llmwiki.vault.merge import merge3

if TYPE_CHECKING:
    from llmwiki.scribe.draft import Draft

Action = Literal["created", "updated", "unchanged", "proposed"]
_EDITED = "a person changed what the sources say anew"
_OWN = "the page is a person's own"
_NOTHING = "(Nothing: the sources no longer say what stood here.)"


@dataclass(frozen=True, slots=True)
class Filed:
    """What becomes of one draft.

    Attributes:
        path: Vault-relative path of the page.
        action: ``proposed`` when nothing of the draft may be written without a person.
        text: New text of the page, None when it stays as it is.
        record: Ledger record to write, None when the page is a person's own.
        proposal: Text for the review folder, empty when there is nothing to decide.
        proposes: What kind of proposal it is.
    """

    path: str
    action: Action
    text: str | None
    record: PageRecord | None
    proposal: str = ""
    proposes: Kind = "change"


@dataclass(frozen=True, slots=True)
class Desk:
    """What filing needs besides the draft.

    Attributes:
        render: Draft, created date, updated date -> page text.
        today: ISO date.
        root: The vault's folder, whose snapshots and history hold what the tool wrote before.
    """

    render: Callable[[Draft, str, str], str]
    today: str
    root: Path


def file_draft(draft: Draft, path: str, present: str | None, record: PageRecord | None, desk: Desk) -> Filed:
    """Decide what a draft does to the page at ``path``.

    Args:
        draft: The page as the sources have it now.
        path: Where it belongs.
        present: Text on disk, None when there is no such file.
        record: What the tool wrote last, None when it never did.
        desk: Rendering, the date and the lookup of merge bases.
    """
    if present is None:
        text = desk.render(draft, desk.today, desk.today)
        return Filed(path, "created", text, _record(draft, path, text, (desk.today, desk.today)))
    if record is None:
        return _propose(path, desk.render(draft, desk.today, desk.today), present)
    base = present if digest(present) == record.sha256 else _written_last(desk.root, record)
    if base is None:
        return _propose(path, desk.render(draft, record.created, desk.today), present)
    return _merge(draft, path, (base, present), record, desk)


def _written_last(root: Path, record: PageRecord) -> str | None:
    """The text of the record's digest: out of the record, the snapshots or git; None when it is nowhere."""
    if record.base:
        return record.base
    found = find_base(root, record.path, record.sha256)
    return None if found is None else found.decode("utf-8", "surrogateescape")


def _merge(draft: Draft, path: str, texts: tuple[str, str], record: PageRecord, desk: Desk) -> Filed:
    base, present = texts
    updated = record.updated
    proposed = left_to_person(desk.render(draft, record.created, updated), base, present)
    if proposed != base:
        updated = desk.today
        proposed = left_to_person(desk.render(draft, record.created, updated), base, present)
    merged = merge3(base, present, proposed)
    new = _record(draft, path, proposed, (record.created, updated), record)
    if merged.text != proposed:
        new = replace(new, base=proposed)
    notes = "\n\n".join(f"### {conflict.place}\n\n{conflict.proposed.strip() or _NOTHING}" for conflict in merged.conflicts)
    proposal = (
        f"{head(path, 'change', _EDITED)}A person changed these places; the text that the sources support now is:\n\n{notes}\n"
        if notes
        else ""
    )
    action: Action = "unchanged" if merged.text == present else "updated"
    return Filed(path, action, None if action == "unchanged" else merged.text, new, proposal)


def _propose(path: str, proposed: str, present: str) -> Filed:
    if proposed == present:
        return Filed(path, "unchanged", None, None)
    note = "This page is a person's own; the sources would support this text:\n\n"
    return Filed(path, "proposed", None, None, f"{head(path, 'change', _OWN)}{note}{fenced(proposed, 'markdown')}")


def _record(draft: Draft, path: str, text: str, dates: tuple[str, str], old: PageRecord | None = None) -> PageRecord:
    created, updated = dates
    return PageRecord(
        path=path,
        title=draft.title,
        kind=draft.kind,
        sha256=digest(text),
        names=tuple(sorted({draft.title, *draft.aliases, *draft.names})),
        created=created,
        updated=updated,
        sources=draft.rests_on,
        claims=tuple(sorted({citation.label for citation in draft.citations})),
        disputes=draft.disputes,
        proposed=old.proposed if old else (),
        aliases=draft.aliases,
        parted=old.parted if old else (),
    )


def digest(text: str) -> str:
    """SHA-256 of a text's bytes as they stand on disk."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
