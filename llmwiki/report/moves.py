"""Links that could not follow a page, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from llmwiki.vault.rename import Loose


def loose_lines(loose: Sequence[Loose], unread: Sequence[str]) -> Iterator[str]:
    """One line a link that cannot follow, and one a file that could not be read."""
    yield from (f"{link.path}:{link.line}: {link.written} cannot follow" for link in loose)
    yield from (f"not read: {path}: links in it cannot follow" for path in unread)


def loose_json(loose: Sequence[Loose], unread: Sequence[str]) -> dict[str, object]:
    """The same under ``loose`` and ``unread``."""
    return {"loose": [{"path": link.path, "line": link.line, "written": link.written} for link in loose], "unread": list(unread)}
