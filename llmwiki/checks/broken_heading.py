"""A link names a heading that the note does not have.

Looks at `[[Note#Heading]]`, `[[#Heading]]`, chains (`[[Note#Part#Section]]`), embeds and Markdown links with a
fragment that lead to a note. Headings are compared as Obsidian does: case, punctuation and the number of spaces do
not matter. Where a heading has the same letters and digits and differs in the rest (other marks, emoji, `-` for
spaces as web sites write it, another order of levels), nobody has told what Obsidian does: that is info. Not looked
at are fragments of files that are no notes (`#page=3`), links in comments, placeholders of templates, drawings of the
Excalidraw plugin, and Markdown links to names that HTML or `{#name}` gives to a place. The severity is info in
`log.md` too.

Why: Obsidian opens the note at its top, and an embed shows nothing: a heading was renamed elsewhere, and the link
lost its place.

Fix: Correct the heading in the link. Where one heading differs in its marks only, `--unsafe-fixes` writes it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Fix, Mark, Severity, Snapshot
from llmwiki.checks.subpaths import broken_headings
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.subpaths import Broken

CODE = "W103"
NAME = "broken-heading"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

# What breaks a link, so that Obsidian leaves it out when it writes one.
_UNWRITABLE = re.compile(r"[\s\[\]|^#:%\\]+")


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link to a heading that is not there."""
    log = snapshot.special("log.md")
    for broken in broken_headings(snapshot):
        severity: Severity = "info" if broken.verdict.doubtful or broken.path == log else "warning"
        yield Mark(broken.path, broken.link.span, _message(broken), severity, _hint(snapshot, broken), fix=_fix(snapshot, broken))


def _message(broken: Broken) -> str:
    where = "this note" if broken.path == broken.target else broken.target
    return f"{where} has no heading “{broken.link.subpath.strip()}”{' spelled so' if broken.verdict.doubtful else ''}"


def _hint(snapshot: Snapshot, broken: Broken) -> str:
    if broken.verdict.headings:
        return "did you mean " + " or ".join(f"“{heading}”" for heading in broken.verdict.headings) + "?"
    from difflib import get_close_matches  # only needed where something is wrong

    headings = {heading.text.casefold(): heading.text for heading in snapshot.vault.page(broken.target).headings}
    near = get_close_matches(broken.link.subpath.rpartition("#")[2].strip().casefold(), headings, 1, 0.7)
    return f"did you mean “{headings[near[0]]}”?" if near else ""


def _fix(snapshot: Snapshot, broken: Broken) -> Fix | None:
    """Writes the one heading that is like the one named; chains and Markdown links, which may be right elsewhere, are left alone."""
    link, headings = broken.link, broken.verdict.headings
    text = snapshot.vault.page(broken.path).text
    start = text.find("#", link.target_span.end, link.span.end) + 1
    is_plain = link.kind != "markdown" and "#" not in link.subpath.strip("#") and text.startswith(link.subpath, start)
    if len(headings) != 1 or not start or not is_plain:
        return None
    heading = _UNWRITABLE.sub(" ", headings[0]).strip()
    edit = snapshot.edit(broken.path, Span(start, start + len(link.subpath)), heading)
    return Fix(safe=False, title=f"link to the heading “{headings[0]}”", edits=(edit,))
