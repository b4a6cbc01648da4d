"""The ledger behind a merge of two pages: one record for the page that stays, a tombstone for the one that goes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.binding import drop_state, write_state
from llmwiki.scribe.filing import digest
from llmwiki.scribe.proposal_form import review_file
from llmwiki.scribe.uniting import follower
from llmwiki.vault.ledger import PageRecord, record_file, record_text
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.rename_records import renamed_claims, renamed_pages, written_last

if TYPE_CHECKING:
    from llmwiki.scribe.uniting import Pair, United
    from llmwiki.vault.changes import Changes
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.vault import Vault


def texts_written(vault: Vault, ledger: Ledger, pair: Pair) -> dict[str, str]:
    """What the tool wrote last for the two pages, by path; nothing for one whose text nobody has any more."""
    records = [ledger.pages[path] for path in pair if path in ledger.pages]
    return {record.path: text for record in records if (text := written_last(vault, record)) is not None}


def plan_joint_records(vault: Vault, ledger: Ledger, changes: Changes, pair: Pair, united: United) -> None:
    """Plan the records of the two pages, of the pages that link to them, and of the sources that name them.

    Args:
        vault: As it is on disk.
        ledger: As it is.
        changes: Takes the plan.
        pair: The pages.
        united: What becomes of them.
    """
    others = {path: record for path, record in ledger.pages.items() if path not in pair}
    for page in renamed_pages(vault, others, {}, united.texts, lambda bases: follower(pair, united.subpaths, bases)):
        write_state(changes, record_file(page), record_text(page))
    for record in (_joint(ledger, pair, united), tombstone(vault, ledger, pair.page)):
        if record is not None:
            write_state(changes, record_file(record), record_text(record))
    for claims in renamed_claims(ledger.sources, {pair.page: pair.into}):
        write_state(changes, record_file(claims), record_text(claims))


def tombstone(vault: Vault, ledger: Ledger, path: str, base: str = "") -> PageRecord | None:
    """The record that keeps a page from coming back; None for a note that is no page of the wiki."""
    record = ledger.pages.get(path)
    if record is not None:
        return replace(record, deleted=True, base=base or record.base)
    kind = page_kind(path)
    page = vault.page(path)
    title = page.frontmatter.text("title") or path.rpartition("/")[2].removesuffix(".md")
    names = tuple(sorted({title, *page.frontmatter.items("aliases")}))
    return PageRecord(path, title, kind, vault.sha256(path), names, deleted=True) if kind else None


def plan_proposals(changes: Changes, pair: Pair) -> bool:
    """Hand a proposal that waits for the page that goes on to the one that stays; whether there is one for either."""
    gone, stays = (changes.root / review_file(path) for path in pair)
    if gone.is_file():
        kept = stays.read_text("utf-8", "surrogateescape") if stays.is_file() else ""
        text = gone.read_text("utf-8", "surrogateescape")
        write_state(changes, review_file(pair.into), f"{kept.rstrip()}\n\n{text}".lstrip("\n"))
        drop_state(changes, review_file(pair.page))
    return gone.is_file() or stays.is_file()


def _joint(ledger: Ledger, pair: Pair, united: United) -> PageRecord | None:
    records = [ledger.pages[path] for path in (pair.into, pair.page) if path in ledger.pages]
    if not records:
        return None
    first = records[0]
    joint = replace(
        first,
        path=pair.into,
        title=united.names.title,
        kind=page_kind(pair.into) or first.kind,
        names=tuple(sorted({united.names.title, *united.names.others, *(name for record in records for name in record.names)})),
        created=min((record.created for record in records if record.created), default=""),
        sources=tuple(sorted({source for record in records for source in record.sources})),
        claims=tuple(sorted({label for record in records for label in record.claims})),
        deleted=False,
        aliases=tuple(sorted(united.names.others)),
        parted=tuple(name for name in first.parted if name not in united.names.others),
    )
    if united.base is None:
        return joint
    return replace(joint, sha256=digest(united.base), base="" if united.base == united.text else united.base)
