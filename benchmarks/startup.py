"""What it costs to start: CPU time of whole processes, against the bare interpreter.

    python benchmarks/startup.py [VAULT] [--runs N]

Every figure is the best of so many runs, user and system time of the process, measured in the same minute as its floor:
``python -c pass``, and ``import typer``, which every command needs. Without a vault, one of a hundred notes is made.
The vault is copied; its original is not touched.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

AGE_SECONDS = 100
NOTES = 100


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vault", nargs="?", type=Path, help="a folder of notes; made when absent")
    parser.add_argument("--runs", type=int, default=7, help="the best of so many runs counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(place / "caches")
        root = settled(options.vault, place / "vault") if options.vault else small(place / "vault")
        floor = best(lambda: cpu("-c", "pass"), options.runs)
        for name, words in COMMANDS.items():
            lint = words[:3] == ("-m", "llmwiki", "lint") and "--help" not in words
            line(name, best(lambda words=words, lint=lint: cpu(*words, *(("--vault", str(root)) if lint else ())), options.runs), floor)
        line("wiki lint, nothing kept", best(lambda: cold(root, place / "caches"), options.runs), floor)


COMMANDS: dict[str, tuple[str, ...]] = {
    "python -c pass (floor)": ("-c", "pass"),
    "import typer": ("-c", "import typer"),
    "wiki --help": ("-m", "llmwiki", "--help"),
    "wiki lint --help": ("-m", "llmwiki", "lint", "--help"),
    "wiki lint, again": ("-m", "llmwiki", "lint"),
}


def cpu(*words: str) -> float:
    """CPU seconds of one run of this interpreter."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        raise SystemExit(done.stderr.decode())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(step: Callable[[], float], runs: int) -> float:
    """The least of several runs."""
    return min(step() for _ in range(runs))


def cold(root: Path, caches: Path) -> float:
    """A lint for which nothing was kept."""
    for folder in (caches, root / ".wiki" / "cache"):
        shutil.rmtree(folder, ignore_errors=True)
    return cpu("-m", "llmwiki", "lint", "--vault", str(root))


def line(name: str, seconds: float, floor: float) -> None:
    """One line of the table."""
    print(f"{name:34} {seconds:7.3f} s CPU {seconds / floor:7.1f} x floor", flush=True)


def settled(vault: Path, root: Path) -> Path:
    """A copy of a vault, its files older than any cache will be."""
    shutil.copytree(vault, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    return aged(root)


def aged(root: Path) -> Path:
    """Set all times back: a file written just before a cache is not trusted by its time."""
    for path in root.rglob("*"):
        stat = path.lstat()
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - AGE_SECONDS * 10**9), follow_symlinks=False)
    return root


def small(root: Path) -> Path:
    """A vault of plain notes that link to each other."""
    names: Sequence[str] = [f"note {number}" for number in range(NOTES)]
    (root / ".obsidian").mkdir(parents=True)
    for number, name in enumerate(names):
        links = " ".join(f"[[{names[number * step % NOTES]}]]" for step in (2, 3, 5))
        (root / f"{name}.md").write_text(f"---\ntags: [plain]\n---\n# {name}\n\nSee {links} and [[nothing]].\n", encoding="utf-8")
    return aged(root)


if __name__ == "__main__":
    main()
