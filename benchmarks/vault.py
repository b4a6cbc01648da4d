"""How fast a vault is read, against the least that any reader must do.

    python benchmarks/vault.py [VAULT] [--notes N] [--runs N]

Without a vault, one is generated from a fixed seed. The floor is measured in the same run: walk the folder, read every note,
and hash it with blake2b. Times are CPU seconds of the best run, so that other work on the machine counts least. The cache of
pages is kept in a temporary folder; the vault is only read.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from llmwiki.vault.graph import Measures
from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Missing
from llmwiki.vault.vault import Vault
from llmwiki.vault.walk import walk

AGE_NS = 10**11


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vault", nargs="?", type=Path, help="a folder of notes; generated when absent")
    parser.add_argument("--notes", type=int, default=1000, help="size of the generated vault")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--gc", action="store_true", help="leave the garbage collector on, which a short command turns off")
    options = parser.parse_args()
    if not options.gc:
        gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        root = options.vault or generate(Path(folder) / "vault", options.notes)
        report(root, Path(folder) / "cache", options.runs)


def report(root: Path, cache: Path, runs: int) -> None:
    """Print one line a step: seconds, megabytes a second, and how many times the floor it takes."""
    vault = Vault.open(root)
    texts = [vault.text(path) for path in vault.notes]
    size = sum(len(vault.data(path)) for path in vault.notes) / 1e6
    found = [answer for path in vault.notes for _, answer in vault.resolved(path)]
    missing = sum(isinstance(answer, Missing) for answer in found)
    print(f"{root}: {len(texts)} notes, {size:.1f} MB, {len(found)} links, {missing} unresolved")
    floor = best(lambda: touch(root), runs)
    line("walk + read + blake2b (floor)", floor, size, floor)
    line("link pass, texts in memory", best(lambda: [parse(text).links for text in texts], runs), size, floor)
    line("all parts, texts in memory", best(lambda: [every_part(text) for text in texts], runs), size, floor)
    line("cold: walk, read, parse, resolve", best(lambda: read_all(root, None), runs), size, floor)
    keep_all(root, cache)
    line("warm: walk, cache, resolve, measures", best(lambda: Measures(read_all(root, cache)).components, runs), size, floor)


def best(step: Callable[[], object], runs: int) -> float:
    """CPU seconds of the fastest run."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        step()
        taken.append(time.process_time() - start)
        gc.collect()
    return min(taken)


def line(name: str, seconds: float, size: float, floor: float) -> None:
    """One line of the table."""
    print(f"{name:38} {seconds:8.3f} s {size / max(seconds, 1e-9):8.1f} MB/s {seconds / max(floor, 1e-9):6.1f} x floor")


def touch(root: Path) -> None:
    """The floor: what reading and knowing every note costs with no thought given to it."""
    for path in walk(root).files:
        if path.endswith(".md"):
            blake2b((root / path).read_bytes()).digest()


def every_part(text: str) -> None:
    """Parse a note and ask for all that is in it."""
    page = parse(text)
    _ = (page.links, page.tags, page.headings, page.nested_headings, page.blocks, page.footnote_defs, page.tables, page.callouts)


def read_all(root: Path, cache: Path | None) -> Vault:
    """Open a vault and resolve all its links."""
    vault = Vault.open(root, cache)
    for path in vault.notes:
        vault.resolved(path)
    return vault


def keep_all(root: Path, cache: Path) -> Vault:
    """Fill the cache; notes younger than two seconds would not be trusted in it, so its time is set later."""
    vault = read_all(root, cache)
    vault.keep()
    for file in cache.iterdir():
        stat = file.stat()
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns + AGE_NS))
    return vault


def generate(root: Path, notes: int) -> Path:
    """A vault of ordinary notes: properties, headings, paragraphs with links, lists, code, a table, footnotes."""
    rng = random.Random(20261130)  # noqa: S311  # the same vault every time, nothing secret
    words = [f"word{i}" for i in range(300)] + list("知识图谱链接笔记来源引用") + ["事务", "索引", "模型"]
    names = [f"{rng.choice(('concepts', 'entities', 'queries'))}/note-{i}" for i in range(notes)]
    for i, name in enumerate(names):
        file = root / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(note(rng, words, names, i), encoding="utf-8")
    return root


def note(rng: random.Random, words: list[str], names: list[str], number: int) -> str:
    """One note of about three kilobytes."""

    def text(count: int) -> str:
        return " ".join(rng.choice(words) for _ in range(count))

    def link() -> str:
        name = rng.choice(names)
        return rng.choice((f"[[{name.rpartition('/')[2]}|{text(2)}]]", f"[[{name}]]"))

    sections = "\n\n".join(
        f"## {text(3)}\n\n{text(60)} {link()} {text(40)}.[^{i}]\n\n- {text(8)} {link()}\n- {text(8)} `{text(1)}`" for i in range(4)
    )
    notes = "\n".join(f"[^{i}]: {link()} “{text(8)}”" for i in range(4))
    head = f"---\ntitle: Note {number}\ntype: concept\ncreated: 2026-11-30\ntags: [a, b]\nsources:\n  - '[[{rng.choice(names)}]]'\n---\n"
    code = f"```python\n{text(10)}\n```"
    table = f"| a | b |\n|---|---|\n| {text(2)} | {link().replace('|', chr(92) + '|')} |"
    return f"{head}\n# Note {number}\n\n{text(30)} [site](https://example.com/{number}).\n\n{sections}\n\n{code}\n\n{table}\n\n{notes}\n"


if __name__ == "__main__":
    main()
