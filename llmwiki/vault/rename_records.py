"""What a rename does to the ledger: the links in the texts that the tool wrote last follow as well.

Without that a later merge would take every link that followed for an edit of a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from llmwiki.vault.disk import sha256_of
from llmwiki.vault.history import find_base
from llmwiki.vault.ledger import Claim, PageRecord, SourceRecord
from llmwiki.vault.rename import plan_rename
from llmwiki.vault.vault import Vault


def renamed_pages(
    vault: Vault,
    pages: Mapping[str, PageRecord],
    moves: Mapping[str, str],
    texts: Mapping[str, str],
    follow: Callable[[Vault], Mapping[str, str]] | None = None,
) -> Iterator[PageRecord]:
    """The records of the pages that a rename touches, as they are behind it.

    Args:
        vault: As it is now.
        pages: The ledger's page records by path.
        moves: Path now to path then.
        texts: The text that each touched file gets, by its path now.
        follow: What else than a rename did that to the texts of a vault: gives the new ones by path.
    """
    follow = follow or (lambda bases: plan_rename(bases, moves).texts)
    touched = [pages[path] for path in sorted({*moves, *texts} & pages.keys())]
    bases = {record.path: base for record in touched if (base := written_last(vault, record)) is not None}
    followed = {**bases, **follow(vault.overlay(bases))} if bases else {}
    for record in touched:
        moved = replace(record, path=moves.get(record.path, record.path))
        base = followed[record.path] if record.path in bases else None
        if base is None:
            yield moved
        else:
            kept = "" if base == texts.get(record.path, vault.text(record.path)) else base
            yield replace(moved, sha256=sha256_of(base.encode("utf-8", "surrogateescape")), base=kept)


def renamed_claims(sources: Mapping[str, SourceRecord], moves: Mapping[str, str]) -> Iterator[SourceRecord]:
    """The source records that name a moved page among those that cite them, with its new path."""
    for record in sources.values():
        claims = tuple(_followed(claim, moves) for claim in record.claims)
        if claims != record.claims:
            yield replace(record, claims=claims)


def written_last(vault: Vault, record: PageRecord) -> str | None:
    """The text that the tool wrote last for a page that is there; None when nobody has it any more."""
    if record.path not in vault.notes:
        return None
    if vault.sha256(record.path) == record.sha256:
        return vault.text(record.path)
    found = record.base.encode("utf-8", "surrogateescape") if record.base else find_base(vault.root, record.path, record.sha256)
    return None if found is None else found.decode("utf-8", "surrogateescape")


def _followed(claim: Claim, moves: Mapping[str, str]) -> Claim:
    return replace(claim, pages=tuple(sorted({moves.get(page, page) for page in claim.pages})))
