"""No other page links to this page.

Looks at the pages in the folders of entities, concepts, comparisons and queries. Links from the page itself, from
`index.md`, `log.md`, SCHEMA.md, the topic map, the archive and the sources do not count. Where nothing could
honestly link here (no other page rests on a source of this one, and none mentions its title or an alias) the severity
is info. An answer that `wiki query --save` filed (`type: query`, `status: derived`) may stand alone: it links to the pages
it is drawn from, and the index leads to it. Off by default in plain Obsidian vaults, where single notes are normal.

Why: A page that nothing leads to is not part of the web of knowledge: readers and agents that follow links miss it.

Fix: Link to it from a page that speaks of the same thing, for example in its Related section. If nothing does, ask whether the
page should exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.company import is_content, is_filed_answer, sharing
from llmwiki.checks.heads import heads
from llmwiki.checks.mentions import Mentions
from llmwiki.checks.resting import resting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CODE = "W201"
NAME = "orphan-page"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page without a link from another page."""
    return _orphans(snapshot, resting(snapshot))


def _orphans(snapshot: Snapshot, rests_on: Callable[[str], list[str]]) -> Iterator[Mark]:
    inbound, pages = snapshot.measures.inbound, frozenset(snapshot.pages)
    alone = [path for path in snapshot.pages if pages.isdisjoint(inbound[path]) and not any(map(is_content, inbound[path]))]
    orphans = [path for path in alone if not is_filed_answer(snapshot, path)]
    if not orphans:
        return
    wanted = set(sharing(snapshot, rests_on, orphans))
    others = [path for path in orphans if path not in wanted]
    wanted |= _mentioned(snapshot, others) if others else set()
    for path in orphans:
        if path in wanted:
            yield Mark(path, None, "no other page links here")
        else:
            yield Mark(path, None, "no other page links here, and none speaks of the same thing", "info")


def _mentioned(snapshot: Snapshot, orphans: list[str]) -> set[str]:
    """Orphans whose title or alias stands in the text of another page."""
    names = {path: head.names for path, head in heads(snapshot, orphans).items()}
    mentions = Mentions(snapshot, CODE, names)
    return {page for path in snapshot.pages for page in mentions.in_file(path) if page != path}
