"""Which fixes can be applied together, and which cannot be applied at all."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, Edit
from llmwiki.errors import NameRefused
from llmwiki.vault.own_files import is_own
from llmwiki.vault.places import fold
from llmwiki.vault.safe_names import checked
from llmwiki.vault.vault import is_note

if TYPE_CHECKING:
    from llmwiki.checks.base import Fix
    from llmwiki.vault.vault import Vault

_UNLINKABLE = frozenset("#^[]|")
_LONGEST = 4
"""Bytes of the longest UTF-8 character."""


class Picker:
    """Takes fixes one after the other, and leaves out those that get in the way of one that was taken.

    Args:
        vault: As it is before them.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._data: dict[str, bytes] = {}
        self._crlf: dict[str, bool] = {}
        self._edits: dict[str, list[Edit]] = {}
        self._moving: set[str] = set()
        self._wanted: set[str] = set()
        self._names: dict[str, str] = {}

    def data(self, path: str) -> bytes:
        """A file's bytes; each file is encoded once."""
        if path not in self._data:
            self._data[path] = self._vault.data(path)
        return self._data[path]

    def obstacle(self, fix: Fix) -> str:
        """Why a fix cannot be applied, whatever else is; empty when it can."""
        if not fix.edits and not fix.moves:
            return "it changes nothing"
        reasons = [*(self._edit_obstacle(edit) for edit in fix.edits), *(self._move_obstacle(*move) for move in fix.moves)]
        return next(filter(None, reasons), "")

    def take(self, fix: Fix) -> bool:
        """Take a fix that has no obstacle, unless one taken before is in its way."""
        sources, targets = {source for source, _ in fix.moves}, {fold(target) for _, target in fix.moves}
        if (self._moving | self._wanted) & (sources | targets) or len(sources) < len(fix.moves) or len(targets) < len(fix.moves):
            return False
        taken = {path: list(self._edits.get(path, ())) for path in {edit.path for edit in fix.edits}}
        for edit in fix.edits:
            if not _insert(taken[edit.path], edit, self.data(edit.path)):
                return False
        self._edits.update(taken)
        self._moving |= sources | {fold(source) for source in sources}
        self._wanted |= targets
        return True

    def _edit_obstacle(self, edit: Edit) -> str:
        if edit.path.startswith(RAW):
            return f"{edit.path} is a source, and sources are never changed"
        if edit.path not in self._vault.files or edit.path in self._vault.unreadable:
            return f"{edit.path} cannot be read"
        data = self.data(edit.path)
        if not 0 <= edit.start <= edit.end <= len(data):
            return f"it reaches beyond the end of {edit.path}"
        if any(_inside_character(data, at) for at in (edit.start, edit.end)):
            return f"it would cut a character of {edit.path}"
        if "\n" in edit.text.replace("\r\n", "") and self._has_crlf(edit.path):
            return f"the lines of {edit.path} end otherwise"
        return ""

    def _has_crlf(self, path: str) -> bool:
        """Whether every line of a file ends in CRLF."""
        if path not in self._crlf:
            data = self.data(path)
            self._crlf[path] = b"\r\n" in data and data.count(b"\n") == data.count(b"\r\n")
        return self._crlf[path]

    def _move_obstacle(self, source: str, target: str) -> str:
        if RAW in (source[: len(RAW)], target[: len(RAW)]):
            return "raw/ is for sources, and they keep their names"
        if source not in self._vault.files or is_own(source):
            return f"{source} is not there" if source not in self._vault.files else f"{source} keeps its name: the tool finds it by that"
        if is_note(source) != is_note(target) or _UNLINKABLE & set(PurePosixPath(target).name):
            return f"a link could not lead to {target}"
        try:
            checked(target)
        except NameRefused as error:
            return error.message
        return self._taken(source, target)

    def _taken(self, source: str, target: str) -> str:
        """Whether the new name, or a folder of it, is one that stands there already where case does not count."""
        if not self._names:
            self._names = {fold(name): name for path in reversed(self._vault.files) for name in _prefixes(path)}
        for name in _prefixes(target):
            there = self._names.get(fold(name))
            if there == target or there not in (None, name, source):
                return f"{there} is there already"
        return ""


def _prefixes(path: str) -> list[str]:
    """A path and the folders above it, the outermost first."""
    return [*(parent.as_posix() for parent in reversed(PurePosixPath(path).parents[:-1])), path]


def _insert(taken: list[Edit], edit: Edit, data: bytes) -> bool:
    """Put an edit into a sorted list; an equal one stands there once. False when it overlaps one."""
    at = bisect_left(taken, edit)
    if at < len(taken) and taken[at] == edit:
        return True
    if (at > 0 and _clash(taken[at - 1], edit, data)) or (at < len(taken) and _clash(edit, taken[at], data)):
        return False
    taken.insert(at, edit)
    return True


def _clash(first: Edit, second: Edit, data: bytes) -> bool:
    """Whether two edits, in order, cannot both be made; whole lines may be put in at the same place."""
    if first.start == second.end and _is_lines(first, data) and _is_lines(second, data):
        return False
    is_insertion = first.start == first.end or second.start == second.end
    return first.end >= second.start if is_insertion else first.end > second.start


def _is_lines(edit: Edit, data: bytes) -> bool:
    at_start = edit.start == 0 or data[edit.start - 1 : edit.start] == b"\n"
    return edit.start == edit.end and at_start and edit.text.endswith("\n")


def _inside_character(data: bytes, at: int) -> bool:
    if at == len(data) or data[at] & 0xC0 != 0x80:  # noqa: PLR2004 - no continuation byte of UTF-8
        return False
    for start in range(max(at - _LONGEST + 1, 0), at):
        for end in range(at + 1, min(start + _LONGEST, len(data)) + 1):
            try:
                if len(data[start:end].decode()) == 1:
                    return True
            except UnicodeDecodeError:
                continue
    return False
