"""A link names a block that the note does not have.

Looks at `[[Note#^id]]`, `[[#^id]]`, embeds and Markdown links with such a fragment. A block's id stands behind a
space at the end of its line, or on a line of its own below a list, quote or table. Where `^id` stands somewhere in
the note, but not so, the finding is info: nobody has told how far Obsidian goes to find it. Ids that no block can
have (other signs than Latin letters, digits and dashes; some plugins use them), links in comments, placeholders of
templates and drawings of the Excalidraw plugin are not looked at. The severity is info in `log.md` too.

Why: Obsidian opens the note at its top, and an embed shows nothing: the block was deleted, or its id went when the
text was moved.

Fix: Put `^id` back behind the text that is meant, or link to the note or a heading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.subpaths import broken_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W104"
NAME = "broken-block"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link to a block that is not there."""
    log = snapshot.special("log.md")
    for path, link, target, verdict in broken_blocks(snapshot):
        severity: Severity = "info" if verdict.doubtful or path == log else "warning"
        where = "this note" if path == target else target
        how = f"“{link.subpath.strip()}” stands in {where}, but not at the end of a block" if verdict.doubtful else ""
        yield Mark(path, link.span, how or f"{where} has no block “{link.subpath.strip()}”", severity)
