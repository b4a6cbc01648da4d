"""Fixes that lead a link to a file; all else that is written in it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import Edit, Fix
from llmwiki.vault.link import Span
from llmwiki.vault.respell import Speller

if TYPE_CHECKING:
    from llmwiki.checks.base import Snapshot
    from llmwiki.vault.link import Link


def lead_to(snapshot: Snapshot, path: str, link: Link, wanted: str, *, safe: bool, keep_shown: bool) -> Fix | None:
    """A fix that makes a link lead to a file.

    Args:
        snapshot: What the check sees.
        path: The note the link stands in.
        link: The link.
        wanted: The file.
        safe: Whether nobody can want it as it was.
        keep_shown: Whether readers go on seeing what the link shows now.

    Returns:
        None when no spelling would lead there.
    """
    speller = Speller(snapshot.vault.page(path), path, snapshot.vault.resolver)
    edit = speller.to(link, wanted, shown(link) if keep_shown else "")
    return edit and Fix(safe, f"link to {wanted}", (_edit(snapshot, path, edit),))


def spell(snapshot: Snapshot, path: str, link: Link, target: str, *, safe: bool) -> Fix | None:
    """A fix that writes a link's target otherwise, for the same file; readers go on seeing what they see now.

    Args:
        snapshot: What the check sees.
        path: The note the link stands in.
        link: A link that leads to a file.
        target: The new path part.
        safe: Whether nobody can want it as it was.

    Returns:
        None when the new target would lead elsewhere, or holds what no wikilink can.
    """
    speller = Speller(snapshot.vault.page(path), path, snapshot.vault.resolver)
    found = snapshot.vault.resolver.resolve(link.target, path)
    if not speller.fits(link, target, getattr(found, "path", "")):
        return None
    edit = speller.spelled(link, target, shown(link))
    return Fix(safe, f"write {target}", (_edit(snapshot, path, edit),))


def shown(link: Link) -> str:
    """What Obsidian shows of a wikilink without a text of its own; empty in a comment, where nobody sees it."""
    if link.place == "comment":
        return ""
    return " > ".join(part for part in (link.target, *link.subpath.split("#")) if part)


def _edit(snapshot: Snapshot, path: str, edit: tuple[int, int, str]) -> Edit:
    start, end, text = edit
    return snapshot.edit(path, Span(start, end), text)
