"""Other linters and link graphs of Obsidian vaults, each installed into an environment of its own and run on the same vault.

What cannot be installed or does not end in time is a line, not an error. Ratios are how many times the CPU time of `wiki lint` a peer
takes: cold against cold, and a second run against a second run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from lint import Run, run

PATIENCE = 240
ENDINGS = (0, 1)
"""Exit codes of a program that has looked: nothing found, or something."""


class Peer(NamedTuple):
    """A program: its package, and its command with ``{bin}``, ``{root}`` and ``{kept}`` (a folder for what it keeps)."""

    package: str
    command: tuple[str, ...]


GRAPH = "import sys, pathlib, obsidiantools.api as o; print(len(o.Vault(pathlib.Path(sys.argv[1])).connect().nonexistent_notes))"
PEERS = (
    Peer("graphmark", ("{bin}/graphmark", "--root", "{root}", "links")),
    Peer("headless-vault-kit", ("{bin}/hvk", "--vault", "{root}", "--index", "{kept}", "scan")),
    Peer("obsidiantools", ("{bin}/python", "-c", GRAPH, "{root}")),
    Peer("llmwiki-suite", ("{bin}/llmwiki", "lint", "--repo", "{root}", "--report", "{kept}/report.md")),
    Peer("llm-wiki-kit", ("{bin}/wiki", "lint", "{root}")),
)


def compare(root: Path, place: Path, cold: Run, warm: Run) -> None:
    """Print a line for each peer.

    Args:
        root: The vault; it is copied for each peer, as some write into it.
        place: Where their environments are made, and kept.
        cold: Of `wiki lint`, with nothing kept.
        warm: The same with everything kept.
    """
    place = place.resolve()
    for peer in PEERS:
        home = place / peer.package
        if not installed(peer, home):
            print(f"{peer.package:24} cannot be installed here")
            continue
        copy, kept = place / "vault", place / "kept"
        for folder in (copy, kept):
            shutil.rmtree(folder, ignore_errors=True)
        kept.mkdir()
        shutil.copytree(root, copy, symlinks=True)
        command = [part.format(bin=home / "bin", root=copy, kept=kept) for part in peer.command]
        words = ["env", "-u", "PYTHONPATH", *command]  # one of them has a package of the same name as ours
        first, second = run(words, PATIENCE), run(words, PATIENCE)
        if second.code not in ENDINGS:
            print(f"{peer.package:24} ends with an error or is stopped after {PATIENCE} s")
            continue
        print(f"{peer.package:24} {times(first, cold)} first, {times(second, warm)} again")


def times(peer: Run, own: Run) -> str:
    """Seconds, and how many times our own."""
    return f"{peer.seconds:7.2f} s CPU ({peer.seconds / own.seconds:6.1f} x wiki lint)"


def installed(peer: Peer, home: Path) -> bool:
    """Whether the peer is there, or could be installed."""
    program = home / "bin" / Path(peer.command[0]).name
    if not program.exists() or not (home / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        pip = [home / "bin" / "pip", "-q", "install", peer.package]
        if subprocess.run(pip, check=False, capture_output=True, env={**os.environ, "PIP_NO_INPUT": "1"}).returncode:
            return False
        (home / "done").touch()
    return program.exists()
