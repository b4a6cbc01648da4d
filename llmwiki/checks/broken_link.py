"""A link leads to no file.

Wikilinks, embeds, Markdown links and links in properties are looked up by Obsidian's rules: without regard to case,
by name anywhere in the vault, `.md` may be left out, aliases and titles do not count. Links in code and HTML comments
are not links; those in `%%` comments are. Placeholders of templates (`{{...}}`, `<% ... %>`) are left alone. In a
wiki the `sources` property and citations belong to missing-source. The severity is error in a wiki; in other Obsidian
vaults, where a link may be a wish for a note, it is a warning; in the append-only `log.md` it is info.

Why: A reader ends nowhere, and everything that follows links (the graph, the search, an agent) loses the page. Most
broken links are a renamed page or a slip of the pen.

Fix: Correct the name (the finding names near ones), write the page, or take the brackets away. An alias is no target:
write `[[Page|alias]]`. A web address belongs in a Markdown link: `[text](https://...)`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.heads import heads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from llmwiki.vault.link import Link
    from llmwiki.vault.resolve import Missing

CODE = "W101"
NAME = "broken-link"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:(//|\S+@)", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{\{|<%")


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link outside the sources that leads to nothing."""
    called = cache(lambda: _called(snapshot))
    log = snapshot.special("log.md")
    for path in snapshot.notes:
        for link, found in snapshot.vault.missing(path):
            if not _PLACEHOLDER.search(link.target) and not _is_evidence(snapshot, link):
                severity: Severity = "info" if path == log else "error" if snapshot.is_wiki else "warning"
                yield Mark(path, link.span, _message(link), severity, _hint(link, found, called))


def _is_evidence(snapshot: Snapshot, link: Link) -> bool:
    return snapshot.is_wiki and (link.kind == "footnote" or (link.kind == "property" and link.key == "sources"))


def _is_address(link: Link) -> bool:
    return link.kind != "markdown" and _ADDRESS.match(link.target) is not None


def _message(link: Link) -> str:
    if _is_address(link):
        return f"a wikilink cannot lead to the address “{link.target}”"
    return f"{'nothing to embed' if link.embed else 'no such note or file'}: “{link.target}”"


def _hint(link: Link, found: Missing, called: Callable[[], Mapping[str, Sequence[str]]]) -> str:
    if _is_address(link):
        return f"write [text]({link.target})"
    near = found.near or called().get(link.target.casefold(), ())
    return "did you mean " + " or ".join(f"“{name}”" for name in near) + "?" if near else ""


def _called(snapshot: Snapshot) -> dict[str, list[str]]:
    """Notes by their names, of which titles and aliases are no targets but what people mean."""
    notes: dict[str, list[str]] = {}
    for path, head in heads(snapshot, snapshot.notes).items():
        for name in head.names:
            notes.setdefault(name.casefold(), []).append(path)
    return notes
