"""Find the bytes that the tool wrote last, by their digest: the base of a merge."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from llmwiki.vault.disk import sha256_of
from llmwiki.vault.snapshots import Snapshots

MAX_COMMITS = 2000
"""Commits of one path that are looked through."""

MAX_BLOB = 8 << 20
"""Bytes; a page is never that long, so a larger blob is passed over."""

TIMEOUT = 20.0
"""Seconds for one git command."""

# The repository's own settings must not make a read run programs or verify signatures.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.quotePath=false")
_BLOBS = frozenset({"100644", "100755"})


def find_base(root: Path, path: str, sha256: str) -> bytes | None:
    """The bytes with this digest that once stood at ``path``.

    The snapshots are asked first, then every version of the file, also under earlier names, in any commit that
    a branch or tag of git reaches. Without git, outside of a repository, or when git takes too long the answer is None.

    Args:
        root: The vault's folder.
        path: Vault-relative.
        sha256: Digest of the wanted bytes. A text that git keeps with other line ends is found by its checked-out form.
    """
    kept = Snapshots(root).get(sha256)
    if kept is not None:
        return kept
    blobs = _blobs(root, path)
    return _matching(root, blobs, sha256) if blobs else None


def git(root: Path, *words: str) -> bytes | None:
    """Standard output of a git command run in ``root``; None when git is absent, refuses, or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed program, arguments as a list
            [*_GIT, "-C", os.fspath(root), *words],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            env=_environment(),
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _environment() -> dict[str, str]:
    """Ours without what a hook or merge driver sets, which would point git at another folder than the vault's."""
    own = {name: value for name, value in os.environ.items() if name not in {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"}}
    return {**own, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def _blobs(root: Path, path: str) -> list[str]:
    """Object names of every version of the file, each once, the newest first."""
    options = ("--all", "--follow", "--format=", "--raw", "--no-abbrev", "--no-ext-diff", "-z", f"--max-count={MAX_COMMITS}")
    listing = git(root, "log", *options, "--", f":(literal){path}") or git(root, "log", *options, "--", path) or b""
    found: dict[str, None] = {}
    for entry in listing.decode("utf-8", "surrogateescape").split("\0"):
        mode_before, mode_after, before, after = [*entry.lstrip("\n").lstrip(":").split(" ")[:4], "", "", "", ""][:4]
        found.update(dict.fromkeys(blob for mode, blob in ((mode_after, after), (mode_before, before)) if mode in _BLOBS))
    return list(found)


def _matching(root: Path, blobs: list[str], sha256: str) -> bytes | None:
    """The first blob whose bytes, or whose bytes with CRLF line ends, have the digest."""
    try:
        process = subprocess.Popen(  # noqa: S603
            [*_GIT, "-C", os.fspath(root), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )
    except OSError:
        return None
    with process:
        if process.stdin is None or process.stdout is None:
            return None
        for data in _contents(process.stdin, process.stdout, blobs):
            for form in (data, data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")):
                if sha256_of(form) == sha256:
                    process.stdin.close()
                    process.kill()
                    return form
        process.stdin.close()
    return None


def _contents(questions: IO[bytes], answers: IO[bytes], blobs: list[str]) -> Iterator[bytes]:
    for blob in blobs:
        questions.write(blob.encode() + b"\n")
        questions.flush()
        header = answers.readline().split()
        if len(header) != 3:  # noqa: PLR2004 - "NAME TYPE SIZE"; "NAME missing" in a partial clone
            continue
        size = int(header[2])
        data = answers.read(size + 1)[:-1]
        if size <= MAX_BLOB:
            yield data
