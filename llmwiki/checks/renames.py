"""Fixes that give a file another name, and which names are still free."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, Fix, Mark
from llmwiki.vault.places import fold

if TYPE_CHECKING:
    from llmwiki.checks.base import Severity, Snapshot


def judged_files(snapshot: Snapshot) -> tuple[str, ...]:
    """Files whose names the checks look at: in a wiki, all but the sources."""
    files = snapshot.vault.files
    return tuple(path for path in files if not path.startswith(RAW)) if snapshot.is_wiki else files


@lru_cache(maxsize=1)
def folded_paths(files: tuple[str, ...]) -> str:
    """The paths as a file system without case and normal form compares them, with NUL between: much faster for all at once."""
    return fold("\0".join(files))


class Renames:
    """Hands names out, each once.

    Args:
        snapshot: What the check sees.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._files = snapshot.vault.files

    def fix(self, path: str, target: str) -> Fix | None:
        """The fix that moves a file to ``target``; None when that is its path already or the name of another file.

        Names that differ only in case or normal form count as one: on many systems they are.
        """
        folded = fold(target)
        if target == path or (folded in self._taken and folded != fold(path)) or target in self._files:
            return None
        self._taken.add(folded)
        return Fix(safe=False, title=f"rename to {target}", edits=(), moves=((path, target),))

    def mark(self, path: str, target: str, message: str, severity: Severity | None = None) -> Mark:
        """The finding that a file's name is wrong, with the fix, or with a word on why there is none."""
        fix = self.fix(path, target)
        return Mark(
            path,
            None,
            message,
            severity,
            "" if fix else f"another file has or gets the name {target}: join the two, or take a third name",
            fix=fix,
        )

    @cached_property
    def _taken(self) -> set[str]:
        return {fold(path) for path in self._files}
