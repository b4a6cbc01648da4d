"""A page links to fewer other pages than the wiki wants.

Looks at the pages in the folders of entities, concepts, comparisons and queries, and counts the different notes that each
links to, from its text or its properties, against `page_min_links` of SCHEMA.md (2 by default). Citations, the `sources`
property, and links to sources, the index, the log and the page itself do not count; a link to a page that is not there
does, as it is a finding of its own. The finding names pages that could be linked: those that the page mentions, and those
that rest on a source of it. Where there are none, the severity is info, and nothing is said of a page that no page links to
either: that is orphan-page's. Where SCHEMA.md does not say the number, a page with one link is info, and nothing is said
when there are none to link. An answer that `wiki query --save` filed (`type: query`, `status: derived`) links to what it
is drawn from, and may stand as it is.

Why: A page without ways out is where readers and agents stop; links are what makes a wiki more than a pile of pages.

Fix: Link the pages that are named, where the text speaks of them or in a Related section.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.company import is_content, is_filed_answer, sharing
from llmwiki.checks.heads import heads
from llmwiki.checks.layout import stated
from llmwiki.checks.mentions import Mentions
from llmwiki.checks.resting import resting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CODE = "W202"
NAME = "few-links"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_NAMED = 3


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page with fewer ways out than the schema wants."""
    least = snapshot.schema.page_min_links
    links = _links(snapshot, least)
    if not links:
        return
    further = _further(snapshot, links)
    for path, linked in links.items():
        count = len(linked)
        severity = stated(snapshot, "page_min_links") if count else None
        message = f"links to {count or 'no'} other page{'' if count == 1 else 's'}, {least} are wanted"
        if further[path]:
            yield Mark(path, None, message, severity, f"it could link to {', '.join(further[path][:_NAMED])}")
        elif severity is None and any(map(is_content, snapshot.measures.inbound[path])):
            yield Mark(path, None, f"{message}, but no further one shares a source or is mentioned", "info")


def _links(snapshot: Snapshot, least: int) -> dict[str, set[str]]:
    """The pages with too few links, and where they lead: paths, and names that nothing has."""
    outbound, pages = snapshot.measures.outbound, frozenset(snapshot.pages)
    suspects = [path for path in snapshot.pages if len(pages.intersection(outbound[path])) < least]
    few = {path: set(filter(is_content, outbound[path])) for path in suspects if not is_filed_answer(snapshot, path)}
    wished: dict[str, set[str]] = {path: set() for path in few}
    for wish in snapshot.odd_links.wishes if few else ():
        if wish.path in wished and not wish.is_attachment:
            wished[wish.path].add(wish.link.target)
    found = {path: {*linked, *wished[path]} for path, linked in few.items()}
    return {path: linked for path, linked in found.items() if len(linked) < least}


def _further(snapshot: Snapshot, links: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Pages that each could link to besides: those it mentions, then those that share a source."""
    known = heads(snapshot, snapshot.pages)
    mentions = Mentions(snapshot, CODE, {path: head.names for path, head in known.items()})
    shared = sharing(snapshot, resting(snapshot), links)
    found = {path: dict.fromkeys([*mentions.in_file(path), *shared.get(path, ())]) for path in links}
    return {path: [other for other in others if _is_further(snapshot, path, other, links[path])] for path, others in found.items()}


def _is_further(snapshot: Snapshot, path: str, other: str, linked: set[str]) -> bool:
    """Whether a page could honestly link to another; a filed answer is drawn from its pages and tells them nothing new."""
    return other != path and other not in linked and not is_filed_answer(snapshot, other)
