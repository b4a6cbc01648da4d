"""Changes of pages that wait for a person, since nobody sees the plan and more than usual hangs on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from typing import Literal

from llmwiki.scribe.filing import Filed
from llmwiki.scribe.proposal_form import fenced, head
from llmwiki.vault.ledger import PageRecord

Hold = Literal["nothing", "risky", "all"]

MANY_PAGES = 10
"""One source that changes so many existing pages is looked at by a person (issue: "10+ existing pages")."""

_LOST, _SHARE = 5, 0.5
"""A page that loses so many statements, and this share of what it had, too."""

MANY_REMOVED = 5
"""So many pages that would go in one run, too."""

_CITED = re.compile(r"\[\^[^\]\n]+\](?!:)")


@dataclass(frozen=True, slots=True)
class Holding:
    """Which changes wait.

    Attributes:
        hold: ``risky``: those with a reason; ``all``: every change of a page that exists; ``nothing``.
        approved: Paths of pages whose change a person has agreed to.
    """

    hold: Hold = "nothing"
    approved: Collection[str] = frozenset()


FREE = Holding()


def held(filed: Sequence[Filed], present: Mapping[str, str], changed: Collection[str], holding: Holding) -> list[Filed]:
    """What is filed, with the changes that wait turned into proposals.

    Args:
        filed: All that an edition files.
        present: Text of each page that exists and would change, by path.
        changed: Sources that brought the change.
        holding: Which wait.
    """
    if holding.hold == "nothing":
        return list(filed)
    reasons = _reasons(filed, present, changed, holding)
    return [_wait(item, present[item.path], reasons[item.path]) if item.path in reasons else item for item in filed]


def kept_back(removable: Sequence[PageRecord], holding: Holding) -> list[Filed]:
    """Proposals for pages that would go, where they are many or all changes wait; the pages stay till then."""
    waiting = [record for record in removable if record.path not in holding.approved]
    if holding.hold == "nothing" or (holding.hold == "risky" and len(waiting) < MANY_REMOVED):
        return []
    reason = f"it would be removed with {len(waiting) - 1} others" if waiting[1:] else "it would be removed"
    told = "No source supports the page any more.\n"
    heads = [(record.path, head(record.path, "page", reason, record.sources)) for record in waiting]
    return [Filed(path, "proposed", None, None, first + told, "page") for path, first in heads]


def _reasons(filed: Sequence[Filed], present: Mapping[str, str], changed: Collection[str], holding: Holding) -> dict[str, str]:
    """Path to why the page's change waits."""
    updates = [item for item in filed if item.text is not None and item.path in present and item.path not in holding.approved]
    found = {item.path: "all changes are to be looked at" for item in updates} if holding.hold == "all" else {}
    touching = Counter(source for item in updates for source in _sources(item, changed))
    for item in updates:
        if busy := [source for source in _sources(item, changed) if touching[source] >= MANY_PAGES]:
            found[item.path] = f"{busy[0]} changes {touching[busy[0]]} pages"
        if loss := _loss(present[item.path], item.text or ""):
            found[item.path] = loss
    return found


def _sources(item: Filed, changed: Collection[str]) -> Iterator[str]:
    return (source for source in (item.record.sources if item.record else ()) if source in changed)


def _loss(old: str, new: str) -> str:
    """What a page loses, when it is much."""
    before, after = len(_CITED.findall(old)), len(_CITED.findall(new))
    lost = before - after
    return f"{lost} of {before} citations would go" if lost >= _LOST and lost > _SHARE * before else ""


def _wait(item: Filed, present: str, reason: str) -> Filed:
    """The proposal in place of the change."""
    lines = unified_diff(present.splitlines(), (item.text or "").splitlines(), item.path, item.path, lineterm="", n=2)
    sources = item.record.sources if item.record else ()
    text = f"{head(item.path, 'page', reason, sources)}The sources would make this of the page:\n\n{fenced(chr(10).join(lines), 'diff')}"
    return replace(item, action="proposed", text=None, record=None, proposal=text, proposes="page")
