"""Folders to mine and palaces to mine them into."""

from __future__ import annotations

import os
import signal
import subprocess
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from llmwiki.mine import Mined, mine
from llmwiki.mining.account import Order
from llmwiki.palace.palace import Home, Palace
from llmwiki.verify import verify
from llmwiki.workspace import Site


def plant(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)
    return root


def git(root: Path, *words: str) -> str:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@wiki.example", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *identity, *words], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"git {' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout


class Mine:
    """A palace that every call opens anew, as a command would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.topics: tuple[str, ...] = ()

    @property
    def site(self) -> Site:
        site = Site.alone(self.folder, "write")
        return replace(site, settings=replace(site.settings, topic_wings=self.topics))

    def __call__(self, *folders: Path, order: Order | None = None) -> Mined:
        site = self.site
        try:
            return mine(site, folders, order or Order())
        finally:
            site.palace.close()

    def palace(self) -> Palace:
        palace = Palace(Home.alone(self.folder))
        palace.follow()
        return palace

    def paths(self) -> list[str]:
        """``wing:path`` of every file."""
        rows = self.palace().records.do(lambda connection: connection.execute("SELECT wing, path FROM files").fetchall())
        return sorted(f"{wing}:{path}" for wing, path in rows)

    def rows(self) -> list[tuple[object, ...]]:
        """All that a search can see of every drawer."""
        query = (
            "SELECT f.wing, f.path, f.room, f.kind, f.title, f.date, d.id, d.first, d.last, d.text, w.terms FROM drawers AS d"
            " JOIN files AS f ON f.number = d.file JOIN words AS w ON w.rowid = d.number ORDER BY d.id"
        )
        return [tuple(row) for row in self.palace().records.do(lambda connection: connection.execute(query).fetchall())]

    def texts(self, path: str) -> list[str]:
        return [str(row[9]) for row in self.rows() if row[1] == path]

    def is_sound(self) -> bool:
        site = Site.alone(self.folder)
        try:
            return not verify(site).differences
        finally:
            site.palace.close()


def killed_after(seconds: float, work: Callable[[], object]) -> bool:
    """Run work in a child that the system kills after so many seconds of CPU; whether it was killed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(pid, 0)[1])
