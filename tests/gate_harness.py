"""A harness that stops or fails a child process at its N-th file-system call, from outside of the product."""

from __future__ import annotations

import os
import signal
import stat
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from llmwiki.errors import WikiError
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import sha256_of

NOW = "2026-11-30T12:00:00Z"
CALLS = ("open", "write", "fsync", "replace", "unlink", "mkdir", "rmdir", "chmod")


@dataclass
class Faults:
    """Wraps the os module's calls; at call number ``at`` the process is killed, or the call fails with ``error``.

    ``torn`` lets a write put half of its bytes down before the kill; ``lasting`` lets every later call fail too;
    ``interrupt`` raises KeyboardInterrupt instead.
    """

    at: int
    error: int = 0
    torn: bool = False
    lasting: bool = False
    interrupt: bool = False
    count: int = 0
    turn: threading.Lock = field(default_factory=threading.Lock)

    def install(self) -> None:
        for name in CALLS:
            setattr(os, name, self._wrapped(name, getattr(os, name)))

    def _wrapped(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            with self.turn:
                self.count += 1
                hit = self.count == self.at or (self.lasting and self.count > self.at)
            if hit:
                self._strike(name, real, args)
            return real(*args, **kwargs)

        return call

    def _strike(self, name: str, real: Callable[..., object], args: tuple[object, ...]) -> None:
        if self.interrupt:
            raise KeyboardInterrupt
        if self.error:
            raise OSError(self.error, os.strerror(self.error))
        if self.torn and name == "write":
            real(args[0], bytes(args[1])[: len(bytes(args[1])) // 2])
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Ending:
    """How the child ended: ``calls`` made (0 when killed), the error's message if there was one."""

    killed: bool
    calls: int = 0
    message: str = ""


def in_child(work: Callable[[], object], faults: Faults) -> Ending:
    """Run ``work`` in a forked child under ``faults``."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of other threads; the child touches files only
        pid = os.fork()
    if pid == 0:
        try:
            real_write = os.write
            faults.install()
            message = ""
            try:
                work()
            except WikiError as error:
                message = f"{error.message} {error.hint}"
            except KeyboardInterrupt:
                message = "interrupted"
            real_write(writing, f"{faults.count}\n{message}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        answer = stream.read().decode()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return Ending(killed=True)
    count, _, message = answer.partition("\n")
    return Ending(killed=False, calls=int(count), message=message)


def state(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file and folder of the vault but the local state, with its bytes and permissions."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(".wiki"):
            found[name] = (path.read_bytes() if path.is_file() else b"<folder>", stat.S_IMODE(path.stat().st_mode))
    return found


def sample_vault(root: Path) -> Path:
    """A small vault, Chinese beside English, one file with permissions of its own."""
    files = {
        "index.md": "# Index\n- [[部署流程]]\n",
        "concepts/部署流程.md": "# 部署流程\n旧文\n",
        "concepts/old.md": "# Old\n",
        "concepts/gone.md": "# Gone\n",
        "raw/assets/图.bin": "\0\1\2",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / "concepts/部署流程.md").chmod(0o600)
    return root


def sample_changes(root: Path) -> Changes:
    """New file in a new folder, two updates, a move with an edit, a deletion, a copied file."""
    present = {name: sha256_of(data) for name, (data, _) in state(root).items()}
    changes = Changes(root)
    changes.write("index.md", "# Index\n- [[部署流程]]\n- [[new]]\n", expect=present["index.md"])
    changes.write("concepts/部署流程.md", "# 部署流程\n新文 📝\n", expect=present["concepts/部署流程.md"])
    changes.write("entities/people/new.md", "# New\n", expect=None)
    changes.move("concepts/old.md", "concepts/renamed.md", expect=present["concepts/old.md"])
    changes.write("concepts/renamed.md", "# Old\nmore\n", expect=None)
    changes.delete("concepts/gone.md", expect=present["concepts/gone.md"])
    changes.copy("raw/assets/copy.bin", root / "raw/assets/图.bin", expect=None)
    return changes
