"""Which pages belong together, for the checks that ask whether a page is linked as it could be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW
from llmwiki.vault.own_files import NESTED, is_own

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from llmwiki.checks.base import Snapshot

_NAVIGATION = ("_meta/", "_archive/")


def is_content(path: str) -> bool:
    """Whether a note says something itself: neither a source nor the index, the log, a topic map or an archived page."""
    return not is_own(path) and not path.startswith(RAW) and not path.removeprefix(NESTED).startswith(_NAVIGATION)


def is_filed_answer(snapshot: Snapshot, path: str) -> bool:
    """Whether ``wiki query --save`` wrote the page."""
    properties = snapshot.vault.page(path).frontmatter
    return properties.text("type") == "query" and properties.text("status") == "derived"


def is_conflict_copy(snapshot: Snapshot, path: str) -> bool:
    """Whether a sync client left the file after a conflict: it is the copy of a page and no page."""
    from llmwiki.checks.conflict_names import conflict_copy  # its patterns are rarely needed

    return conflict_copy(path, snapshot.vault.files) is not None


def sharing(snapshot: Snapshot, rests_on: Callable[[str], list[str]], wanted: Collection[str]) -> dict[str, list[str]]:
    """For each wanted page that rests on a source together with others: those other pages, sorted; ``rests_on`` is from ``resting``."""
    users = snapshot.known_users
    for path in () if users else snapshot.pages:
        for source in rests_on(path):
            users.setdefault(source, []).append(path)
    found = {path: {user for source in rests_on(path) for user in users[source]} - {path} for path in wanted}
    return {path: sorted(others) for path, others in found.items() if others}
