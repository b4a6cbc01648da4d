"""One git commit of some files and nothing else, whatever else is changed or staged in the repository."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.lock import vault_lock

if TYPE_CHECKING:
    from collections.abc import Iterable

TIMEOUT = 600.0
"""Seconds for one git command; hooks of the repository run in it."""

_UNFINISHED = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}
# A split index would leave files of the temporary one in the repository.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.splitIndex=false", "-c", "core.quotePath=false")
_FOREIGN = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"})


class Commit(NamedTuple):
    """What came of it.

    Attributes:
        name: Short object name of the new commit; empty when there is none.
        left: Why git was left alone although there was something to commit; empty when nothing was wrong.
        is_refused: Whether git, or a hook, would not make the commit; ``left`` is what it said.
    """

    name: str = ""
    left: str = ""
    is_refused: bool = False


class _Refused(Exception):
    """What git said on stderr."""


def commit_files(root: Path, paths: Iterable[str], message: str) -> Commit:
    """Commit files as they are on disk, on top of what is checked out.

    The commit is made from an index of its own, so that what a person has staged stays staged and out of it. Hooks run as for any commit;
    files that git ignores are left out; nothing is pushed.

    Args:
        root: The vault's folder.
        paths: Vault-relative; files that are gone are taken out of git.
        message: Of the commit.

    Returns:
        An empty value when the vault lies in no repository, git is absent, or nothing differs from the last commit.

    Raises:
        Busy: Another process holds the vault's lock.
    """
    with vault_lock(root, command="git commit"):
        try:
            return _commit(root, sorted(set(paths)), message)
        except _Refused as refusal:
            return Commit(left=str(refusal), is_refused=True)


def _commit(root: Path, paths: list[str], message: str) -> Commit:
    folder = _asked(root, "rev-parse", "--absolute-git-dir")
    if not folder or _asked(root, "rev-parse", "--is-inside-work-tree") != "true":
        return Commit()
    unfinished = next((what for name, what in _UNFINISHED.items() if (Path(folder) / name).exists()), "")
    with tempfile.TemporaryDirectory(prefix="wiki-commit-") as scratch:
        index = {"GIT_INDEX_FILE": str(Path(scratch) / "index")}
        head = _asked(root, "rev-parse", "--verify", "--quiet", "HEAD^{tree}")
        _git(root, "read-tree", head or "--empty", extra=index)
        listed = _listed(_kept(root, paths, index))
        _git(root, "update-index", "-z", "--add", "--remove", "--stdin", extra=index, given=listed)
        if _git(root, "write-tree", extra=index).strip() == (head or _EMPTY_TREE):
            return Commit()
        if unfinished:
            return Commit(left=f"a {unfinished} is under way")
        _git(root, "commit", "--quiet", "--cleanup=whitespace", "--file=-", extra=index, given=message)
    literal = {"GIT_LITERAL_PATHSPECS": "1"}
    _git(root, "reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul", extra=literal, given=listed)
    return Commit(_asked(root, "rev-parse", "--short", "HEAD"))


_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
"""Name of the tree without files in every repository of SHA-1 names; in one of SHA-256 an empty first commit is refused by git itself."""


def _kept(root: Path, paths: list[str], index: dict[str, str]) -> list[str]:
    """The paths that git does not ignore; a file that it has already is never ignored."""
    ignored = set(
        _run(root, ("check-ignore", "-z", "--stdin"), index, _listed(paths)).stdout.decode("utf-8", "surrogateescape").split("\0")
    )
    return [path for path in paths if path not in ignored]


def _listed(paths: Iterable[str]) -> str:
    return "".join(f"{path}\0" for path in paths)


def _asked(root: Path, *words: str) -> str:
    """What git answers, empty when it refuses or is absent."""
    done = _run(root, words, {}, "")
    return done.stdout.decode("utf-8", "surrogateescape").strip() if done.returncode == 0 else ""


def _git(root: Path, *words: str, extra: dict[str, str], given: str = "") -> str:
    done = _run(root, words, extra, given)
    if done.returncode:
        said = [line for line in (done.stderr + done.stdout).decode("utf-8", "replace").splitlines() if line.strip()]
        raise _Refused(" / ".join(said[-3:]) or f"git {words[0]} ended with code {done.returncode}")
    return done.stdout.decode("utf-8", "surrogateescape")


def _run(root: Path, words: tuple[str, ...], extra: dict[str, str], given: str) -> subprocess.CompletedProcess[bytes]:
    own = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    command = [*_GIT, "-C", os.fspath(root), *words]
    try:
        return subprocess.run(  # noqa: S603 - fixed program, arguments as a list
            command,
            check=False,
            input=given.encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=TIMEOUT,
            env={**own, "GIT_TERMINAL_PROMPT": "0", **extra},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 1, b"", str(error).encode())
