"""What `wiki lint` finds of planted faults, what it says of sound pages, and how long it takes.

    python benchmarks/lint.py [VAULT ...] [--pages 1000,10000,50000] [--notes N] [--copies N] [--runs N] [--checks] [--peers DIR]

A wiki of each size is made from a fixed seed, in English and Chinese, with faults of every code in places that are known and with
look-alikes that are no faults. Printed are recall and false alarms by code, then CPU time (user and system, of the whole process and
its children, best of so many runs) and memory: the floor (a process that walks, reads and hashes every note), cold (nothing kept),
again (nothing changed), after an edit of one note. `--notes` adds a vault of so many plain notes of nine kilobytes, `--checks` times
each check by itself, `--peers` runs other linters out of environments that are made below DIR. Vaults named are copied.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import lint_faults_wiki  # noqa: F401 - registers its plants
from lint_faults import EACH, ONCE
from lint_lookalikes import HARMLESS
from lint_vault import EPOCH, Expected, World, notes, write

AGE_NS = 10**11
FLOOR = """
import os, sys
from hashlib import blake2b
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".md"):
            with open(os.path.join(folder, name), "rb") as file:
                blake2b(file.read()).digest()
"""
LANGUAGES = ("en", "zh")


class Run(NamedTuple):
    """CPU seconds and peak megabytes of a process, what it printed, and its exit code."""

    seconds: float
    megabytes: float
    output: str
    code: int = 0


def main() -> None:
    """Measure and print."""
    options = arguments()
    os.environ["SOURCE_DATE_EPOCH"] = str(EPOCH)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    with tempfile.TemporaryDirectory() as folder:
        place = options.keep or Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(place / "caches")
        for size in options.pages if not options.vaults else ():
            root = place / f"wiki-{size}"
            world = planted(size, options.copies or max(1, size // 1000))
            write(world, fresh(root))
            judge(world, found_in(root))
            figures(f"wiki of {size} pages", root, options)
        if options.notes:
            figures(f"{options.notes} plain notes", notes(fresh(place / "notes"), options.notes, 9000), options)
        for number, vault in enumerate(options.vaults):
            root = fresh(place / f"vault-{number}")
            shutil.copytree(vault, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            figures(str(vault), aged(root), options)


def arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vaults", nargs="*", type=Path, help="folders of notes to time; wikis are made when there is none")
    parser.add_argument(
        "--pages", type=lambda text: [int(part) for part in text.split(",")], default=[1000, 10000], help="sizes of the wikis"
    )
    parser.add_argument("--notes", type=int, default=0, help="size of a vault of plain notes")
    parser.add_argument("--copies", type=int, default=0, help="how often each fault is planted, in each language")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--checks", action="store_true", help="time each check by itself")
    parser.add_argument("--peers", type=Path, help="run other linters; their environments are made here")
    parser.add_argument("--keep", type=Path, help="leave what was made in this folder")
    return parser.parse_args()


def planted(size: int, copies: int) -> World:
    """A wiki with every fault and every look-alike."""
    world = World(size)
    for _ in range(copies):
        for lang in LANGUAGES:
            for _, plant in EACH:
                plant(world, lang)
            for sound in HARMLESS:
                sound(world, lang)
    for _, plant in ONCE:
        plant(world, "en")
    return world


class Verdict(NamedTuple):
    """Faults that were not found, and findings that no fault explains."""

    missed: tuple[Expected, ...]
    false: tuple[dict[str, object], ...]


def verdict(world: World, findings: list[dict[str, object]]) -> Verdict:
    """Hold the findings against what was planted."""
    found = {(item["code"], item["path"]) for item in findings}
    missed = [fault for fault in world.expected if not any((fault.code, path) in found for path in fault.paths)]
    allowed = {(fault.code, path) for fault in world.expected for path in fault.paths}
    return Verdict(tuple(missed), tuple(item for item in findings if (item["code"], item["path"]) not in allowed))


def judge(world: World, findings: list[dict[str, object]]) -> None:
    """Print recall and false alarms by code."""
    result = verdict(world, findings)
    planted_of = Counter(fault.code for fault in world.expected)
    missed_of = Counter(fault.code for fault in result.missed)
    false_of = Counter(str(item["code"]) for item in result.false)
    total, missed = sum(planted_of.values()), len(result.missed)
    print(f"{total} faults planted, {total - missed} found, {len(result.false)} false alarms, {len(world.drafts)} pages")
    for code in sorted(planted_of | false_of):
        if missed_of[code] or false_of[code]:
            print(f"  {code}: {planted_of[code] - missed_of[code]} of {planted_of[code]} found, {false_of[code]} false")
    for fault in result.missed[:20]:
        print(f"  missed {fault.code} {' or '.join(fault.paths)}")
    for item in result.false[:20]:
        print(f"  false  {item['code']} {item['path']}:{item['line']} {item['message']}")


def found_in(root: Path) -> list[dict[str, object]]:
    """The findings of a lint."""
    found: list[dict[str, object]] = json.loads(run(lint(root, "--json")).output)["findings"]
    return found


def figures(name: str, root: Path, options: argparse.Namespace) -> None:
    """Print the table of one vault."""
    files = sorted(root.rglob("*.md"))
    print(f"{name}: {len(files)} notes, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB")
    floor = best([sys.executable, "-c", FLOOR, str(root)], options.runs)
    line("walk + read + blake2b (floor)", floor, floor)
    cold = min(cold_run(root) for _ in range(options.runs))
    line("cold", cold, floor)
    run(lint(root))
    warm = best(lint(root), options.runs)
    line("again", warm, floor)
    if options.checks:
        subprocess.run([sys.executable, Path(__file__).with_name("lint_checks.py"), root], check=True)
    if options.peers:
        from lint_peers import compare

        compare(root, options.peers, cold, warm)
    line("after an edit of one note", min(edited(files[len(files) // 2], root) for _ in range(options.runs)), floor)


def lint(root: Path, *more: str) -> list[str]:
    """The command."""
    return [sys.executable, "-m", "llmwiki", "lint", "--vault", str(root), *more]


def run(command: list[str], timeout: float = 900) -> Run:
    """Run a command to its end."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        watch = threading.Timer(timeout, process.kill)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        for stream in (out, err):
            stream.seek(0)
        if "llmwiki" in command and process.returncode > 1:
            raise SystemExit(err.read().decode())
        return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read().decode(errors="replace"), process.returncode)


def best(command: list[str], runs: int) -> Run:
    """The run that took least."""
    return min(run(command) for _ in range(runs))


def cold_run(root: Path) -> Run:
    """A lint for which nothing was kept."""
    for folder in (Path(os.environ["XDG_CACHE_HOME"]), root / ".wiki" / "cache"):
        shutil.rmtree(folder, ignore_errors=True)
    return run(lint(root))


def edited(note: Path, root: Path) -> Run:
    """A lint after one more line in a note."""
    with note.open("a", encoding="utf-8") as file:
        file.write("\nOne more line.\n")
    return run(lint(root))


def line(name: str, result: Run, floor: Run) -> None:
    """One line of the table."""
    print(
        f"{name:34} {result.seconds:7.2f} s CPU {result.seconds / max(floor.seconds, 0.01):7.1f} x floor {result.megabytes:6.0f} MB",
        flush=True,
    )


def fresh(root: Path) -> Path:
    """An empty place."""
    shutil.rmtree(root, ignore_errors=True)
    return root


def aged(root: Path) -> Path:
    """Set all times back: a file written just before a cache is not trusted by its time."""
    for path in root.rglob("*"):
        stat = path.lstat()
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - AGE_NS), follow_symlinks=False)
    return root


if __name__ == "__main__":
    main()
