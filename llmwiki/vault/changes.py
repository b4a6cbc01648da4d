"""A planned set of changes to the vault's files: made by verbs, shown as a diff, applied by the gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from llmwiki.errors import EditedMeanwhile
from llmwiki.vault.diff import file_diff
from llmwiki.vault.disk import sha256_at, sha256_of
from llmwiki.vault.places import place
from llmwiki.vault.safe_names import checked


@dataclass(frozen=True, slots=True)
class Change:
    """What one path will hold.

    Attributes:
        expect: Digest of the bytes that must stand there now; None: nothing may stand there.
        after: Digest of the bytes that will stand there; None: the file goes.
        source: The bytes, the text that is written as UTF-8, or the file to copy them from; None for a file that goes.
        moved_from: Path whose file this is, for a moved file.
        mode: Permissions; None keeps those of the present file.
    """

    expect: str | None
    after: str | None
    source: bytes | str | Path | None = None
    moved_from: str = ""
    mode: int | None = None


class Changes:
    """Planned writes, moves and deletions below ``root``. Nothing is touched before ``apply``.

    A second call for a path replaces the first and keeps its expectation. A write that changes no byte
    is no change.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._planned: dict[str, Change] = {}

    def __bool__(self) -> bool:
        return any(self._real(change) for change in self._planned.values())

    @property
    def planned(self) -> Mapping[str, Change]:
        """Every real change by path, sorted."""
        return {path: change for path, change in sorted(self._planned.items()) if self._real(change)}

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that change, sorted."""
        return tuple(self.planned)

    def write(
        self, path: str, data: str | bytes, *, expect: str | None, moved_from: str = "", mode: int | None = None, is_known: bool = False
    ) -> None:
        """Let ``path`` hold ``data`` (text is written as UTF-8, undecodable bytes as they were read).

        Args:
            path: Vault-relative.
            data: The whole new content.
            expect: Digest of the present bytes, None when the file must be absent.
            moved_from: For a file that is an old one under a new name.
            mode: Permissions for the file; None keeps what is there.
            is_known: The path was a file's before, so its name is none that the tool would give.

        Raises:
            NameRefused: The path is unsafe or leads out of the vault.
        """
        self._check(path, existing=is_known or expect is not None)
        self._plan(path, Change(expect, sha256_of(as_bytes(data)), data, moved_from, mode))

    def copy(self, path: str, source: Path, *, expect: str | None) -> None:
        """Let ``path`` hold the bytes of the file ``source``, read piece by piece when applied.

        Raises:
            NameRefused: As for :meth:`write`.
            EditedMeanwhile: There is no such file.
        """
        self._check(path, existing=expect is not None)
        after = sha256_at(source)
        if after is None:
            raise EditedMeanwhile(f"{source} is not there any more.", "Run the command again.")
        self._plan(path, Change(expect, after, source))

    def move(self, src: str, dst: str, *, expect: str) -> None:
        """Move the file ``src``, whose bytes have the digest ``expect``, to ``dst``, where nothing stands.

        A later :meth:`write` to ``dst`` changes the moved file's text.
        """
        self._check(src, existing=True)
        self._check(dst, existing=False)
        pending = self._planned.get(src)
        source = pending.source if pending and pending.source is not None else self.root / src
        after = pending.after if pending and pending.after is not None else expect
        self.delete(src, expect=expect)
        self._plan(dst, Change(None, after, source, moved_from=src))

    def delete(self, path: str, *, expect: str) -> None:
        """Let the file ``path``, whose bytes have the digest ``expect``, go."""
        self._check(path, existing=True)
        self._plan(path, Change(expect, None))

    def diff(self) -> str:
        """All changes as one unified diff in git's form, sorted by path."""
        moved = {change.moved_from for change in self._planned.values()}
        return "".join(self._diff(path, change) for path, change in self.planned.items() if change.after or path not in moved)

    def overlay(self) -> dict[str, str | None]:
        """Path to new text (None: deleted), for ``Vault.overlay``. Files that are copied or moved whole show their bytes as text."""
        return {path: None if change.source is None else _text(change.source) for path, change in self.planned.items()}

    def _diff(self, path: str, change: Change) -> str:
        origin = change.moved_from or path
        old = None if change.expect is None and not change.moved_from else _present(self.root / origin)
        new = None if change.source is None else _present(change.source)
        return file_diff(origin, path, old, new)

    def _check(self, path: str, *, existing: bool) -> None:
        place(self.root, checked(path, existing=existing))

    def _plan(self, path: str, change: Change) -> None:
        earlier = self._planned.get(path)
        if earlier:
            change = replace(change, expect=earlier.expect, moved_from=change.moved_from or earlier.moved_from)
        self._planned[path] = change

    @staticmethod
    def _real(change: Change) -> bool:
        return change.expect != change.after


def as_bytes(data: bytes | str) -> bytes:
    """What stands on disk: text as UTF-8, undecodable bytes as they were read."""
    return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data


def _present(source: bytes | str | Path) -> bytes | None:
    if not isinstance(source, Path):
        return as_bytes(source)
    return source.read_bytes() if source.is_file() else None


def _text(source: bytes | str | Path) -> str:
    return source if isinstance(source, str) else (_present(source) or b"").decode("utf-8", "surrogateescape")
