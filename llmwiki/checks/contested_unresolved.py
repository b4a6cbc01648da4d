"""A page says that it is contested, and nobody has settled it.

Speaks up for pages with `contested: true`, and for those that list pages in `contradictions`; the message says since when
the page stands as it does. A page is settled when it says `contested: false`, has a `resolution` or `resolved` property, or
a section of that name with text (Resolution, Resolved, 结论, 裁定, 解决). To keep both positions until more is known is what the
rules ask for, so the severity is info. It is a warning where the page that is said to contradict it does not exist, so that
nobody can compare the two.

Why: What is marked and never looked at again is no better than what was never marked: readers take one of the two for the
truth.

Fix: Look at the sources, the oldest page first. Keep what holds, say with its date what held before, and take the mark away;
or write down under Resolution why both stand. Where the other page was renamed or merged, correct the name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.checks.layout import sections
from llmwiki.checks.memo import by_page
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.frontmatter import Frontmatter
    from llmwiki.vault.page import Page

CODE = "W512"
NAME = "contested-unresolved"
SEVERITY: Severity = "info"
PROFILES = WIKIS

_NO = frozenset({"", "false", "no", "null", "none", "否"})
_SETTLED = frozenset({"resolution", "resolved", "结论", "裁定", "解决", "解決"})


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield pages that are marked as contested and not settled."""
    return by_page(snapshot, CODE, snapshot.pages, _find, snapshot.files_mark)


def _find(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    block = page.frontmatter
    contested = block.text("contested").casefold()
    others = [item for item in block.items("contradictions") if item.casefold() not in _NO]
    if not (others or contested not in _NO) or _is_settled(page, contested):
        return
    since = f", as it has since {block.text('updated')}" if block.text("updated") else ""
    if not others:
        yield Mark(path, block.key_span("contested"), f"the page says that it is contested{since}")
        return
    for item in others:
        yield _against(snapshot, path, item, since)


def _against(snapshot: Snapshot, path: str, item: str, since: str) -> Mark:
    span = snapshot.vault.page(path).frontmatter.key_span("contradictions")
    other = item.strip("[] ").partition("|")[0].strip()
    found = snapshot.vault.resolver.resolve(other, path)
    if isinstance(found, Found):
        return Mark(path, span, f"the page says that it contradicts “{other}”{since}", related=(Place(found.path, 1, "the other page"),))
    return Mark(path, span, f"the page contradicts “{other}”, and there is no such page", "warning")


def _is_settled(page: Page, contested: str) -> bool:
    return (
        contested in ("false", "no", "否")
        or _says(page.frontmatter, "resolution")
        or _says(page.frontmatter, "resolved")
        or any(section.heading.strip().casefold() in _SETTLED for section in sections(page))
    )


def _says(block: Frontmatter, key: str) -> bool:
    return block.text(key).casefold() not in _NO
