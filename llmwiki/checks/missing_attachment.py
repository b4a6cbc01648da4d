"""A picture, document or other attachment that a note shows or links to is not in the vault.

Speaks of names that end like an attachment (pictures, sound, video, PDF, office documents, archives) and that no file
has, anywhere in the vault and in any case. Folders whose name begins with a dot are no part of the vault, as in
Obsidian. Web addresses and placeholders of templates (`{{...}}`, `<% ... %>`) are left alone. The severity is error
in a wiki, warning in other vaults, info in `log.md`.

Why: Readers see a broken picture or an empty box. Unlike a link to a note, which may be a wish, nobody means an
attachment that is not there: it was moved, renamed, or never copied into the vault.

Fix: Put the file back, or correct the name. Where one file alone has a name like it, `--unsafe-fixes` leads the link
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.relink import lead_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.odd_links import Wish

CODE = "W106"
NAME = "missing-attachment"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link and embed that asks for an attachment no file is."""
    for wish in snapshot.odd_links.wishes:
        if wish.is_attachment:
            yield _mark(snapshot, wish)


def _mark(snapshot: Snapshot, wish: Wish) -> Mark:
    link = wish.link
    near = tuple(path for path in wish.near if path.lower().endswith(link.target[link.target.rfind(".") :].lower()))
    hint = "did you mean " + " or ".join(f"“{path}”" for path in near) + "?" if near else ""
    fix = lead_to(snapshot, wish.path, link, near[0], safe=False, keep_shown=False) if len(near) == 1 else None
    message = f"there is no file “{link.target}” to {'show' if link.embed else 'link to'}"
    return Mark(wish.path, link.span, message, snapshot.odd_links.severity(wish.path), hint, fix=fix)
