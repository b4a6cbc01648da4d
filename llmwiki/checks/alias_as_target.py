"""A link names an alias of a page instead of the page.

Obsidian suggests pages by their aliases, but an alias is never a target: `[[AI]]` leads nowhere when AI is only an
alias of `Artificial Intelligence.md`. Speaks where the name is no file's and stands in the `aliases` of some page; a
title that is no alias belongs to broken-link, as do all other names without a file. The severity is that of a broken
link: error in a wiki, warning in other vaults, info in `log.md`.

Why: The link is as dead as any broken one, yet it looks right, since the alias is there.

Fix: Write `[[Artificial Intelligence|AI]]`; `--fix` does so where one page alone has the alias. Where several have
it, name one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Place, Severity, Snapshot
from llmwiki.checks.relink import lead_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.odd_links import Wish

CODE = "W105"
NAME = "alias-as-target"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link whose target is an alias of a page and the name of no file."""
    for wish in snapshot.odd_links.wishes:
        if wish.owners and not wish.is_attachment:
            yield _mark(snapshot, wish)


def _mark(snapshot: Snapshot, wish: Wish) -> Mark:
    owner, *others = wish.owners
    severity = snapshot.odd_links.severity(wish.path)
    if others:
        related = tuple(Place(path, 1, "has this alias") for path in wish.owners)
        message = f"“{wish.link.target}” is an alias of {len(wish.owners)} pages and no page's name"
        return Mark(wish.path, wish.link.span, message, severity, "name the page that is meant", related)
    message = f"“{wish.link.target}” is an alias of {owner}, which Obsidian does not follow"
    fix = lead_to(snapshot, wish.path, wish.link, owner, safe=True, keep_shown=True)
    return Mark(wish.path, wish.link.span, message, severity, fix=fix)
