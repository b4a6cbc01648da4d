"""A link leads to no file.

Wikilinks, embeds, Markdown links and links in properties are looked up by Obsidian's rules: without regard to case,
by name anywhere in the vault, `.md` may be left out, aliases and titles do not count. Links in code and HTML comments
are not links; those in `%%` comments are. Placeholders of templates (`{{...}}`, `<% ... %>`) are left alone. A name
that is an alias belongs to alias-as-target, a picture or other attachment to missing-attachment, and in a wiki the
`sources` property and citations to missing-source, links in `index.md` to index-stale-entry. The severity is error in
a wiki; in other Obsidian vaults, where a link may be a wish for a note, it is a warning; in the append-only `log.md`
it is info.

Why: A reader ends nowhere, and everything that follows links (the graph, the search, an agent) loses the page. Most
broken links are a renamed page or a slip of the pen.

Fix: Correct the name (the finding names near ones), write the page, or take the brackets away. A web address belongs
in a Markdown link: `[text](https://...)`. Where one file alone has a name like it, `--unsafe-fixes` leads the link
there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Fix, Mark, Severity, Snapshot
from llmwiki.checks.relink import lead_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.odd_links import OddLinks, Wish
    from llmwiki.vault.link import Link

CODE = "W101"
NAME = "broken-link"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:(//|\S+@)", re.IGNORECASE)


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link outside the sources that leads to nothing."""
    return _broken(snapshot, snapshot.odd_links)


def _broken(snapshot: Snapshot, odd_links: OddLinks) -> Iterator[Mark]:
    index = snapshot.special("index.md") if snapshot.is_wiki else ""
    for wish in odd_links.wishes:
        if not wish.owners and not wish.is_attachment and wish.path != index:
            severity = odd_links.severity(wish.path)
            yield Mark(wish.path, wish.link.span, _message(wish.link), severity, _hint(wish), fix=_fix(snapshot, wish))


def is_address(link: Link) -> bool:
    """Whether a wikilink names a web address."""
    return link.kind != "markdown" and _ADDRESS.match(link.target) is not None


def _message(link: Link) -> str:
    if is_address(link):
        return f"a wikilink cannot lead to the address “{link.target}”"
    return f"{'nothing to embed' if link.embed else 'no such note or file'}: “{link.target}”"


def _hint(wish: Wish) -> str:
    if is_address(wish.link):
        return f"write [text]({wish.link.target})"
    near = wish.near or wish.titled
    return "did you mean " + " or ".join(f"“{name}”" for name in near) + "?" if near else ""


def _fix(snapshot: Snapshot, wish: Wish) -> Fix | None:
    """To the one file with a name like it; a title is what readers are meant to see, a slip of the pen is not."""
    near = wish.near or wish.titled
    if len(near) != 1 or is_address(wish.link):
        return None
    return lead_to(snapshot, wish.path, wish.link, near[0], safe=False, keep_shown=not wish.near)
