"""What the doors of ``mv``, ``merge`` and ``archive`` say of links that cannot follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmwiki.cli.voice import tell
from llmwiki.report.moves import loose_lines

if TYPE_CHECKING:
    from llmwiki.vault.rename import Loose

LEFT_UNDONE = 1


def tell_loose(loose: Sequence[Loose], unread: Sequence[str], notes: Sequence[str] = ()) -> int:
    """Tell of them, of what could not be read, and what else a person should know; gives the exit code."""
    for line in (*loose_lines(loose, unread), *notes):
        tell(line)
    return LEFT_UNDONE if loose or unread else 0
