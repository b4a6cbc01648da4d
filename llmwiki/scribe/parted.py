"""Names that a person took off a page: the tool puts them there no more, nor takes them for names of the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.scribe.identity import merge_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from llmwiki.scribe.topic import Existing
    from llmwiki.vault.ledger import PageRecord


def parted(record: PageRecord | None, present: Collection[str]) -> tuple[str, ...]:
    """The names that a page had when the tool wrote it last, or before, and that a person took off it.

    Args:
        record: What the tool wrote last; None for a page that it never wrote.
        present: Title and aliases of the page now. One that a person puts back counts again, and another spelling is the same name.
    """
    if record is None:
        return ()
    there = {merge_key(name) for name in (*present, record.title)}
    return tuple(sorted(name for name in {*record.parted, *record.aliases} if merge_key(name) not in there))


def spellings(record: PageRecord | None, present: Collection[str], gone: Collection[str]) -> tuple[str, ...]:
    """Further names that lead to a page and are not shown, without those that were taken off it."""
    if record is None:
        return ()
    keys = {merge_key(name) for name in gone}
    return tuple(sorted(name for name in set(record.names) - set(present) if merge_key(name) not in keys))


def barred(pages: Iterable[Existing], joins: Collection[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Pairs of merging keys that are not to be joined: the name and the title of its page.

    Args:
        pages: With what was taken off them.
        joins: What a person joins after all: (the other name, the name that stays).
    """
    wanted = {frozenset(map(merge_key, pair)) for pair in joins}
    for page in pages:
        for name in page.parted:
            pair = merge_key(name), merge_key(page.title)
            if pair[0] != pair[1] and frozenset(pair) not in wanted:
                yield pair
