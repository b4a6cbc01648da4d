"""How long `wiki lint` takes, against the least that any linter must do.

    python benchmarks/lint_speed.py [VAULT ...] [--pages N] [--runs N]

The floor is a process that walks the vault, reads every note and hashes it with blake2b. All figures are CPU time of whole
processes, best of so many runs: cold (nothing kept), again (nothing changed), and after an edit of one note. Without a vault, a
wiki of N pages is made from a fixed seed: properties, seven links and three cited quotes a page, one source for five pages.
Vaults are copied; their originals are not touched.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from pathlib import Path

from startup import aged, best, cold, cpu, line, settled

FLOOR = """
import os, sys
from hashlib import blake2b
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".md"):
            with open(os.path.join(folder, name), "rb") as file:
                blake2b(file.read()).digest()
"""
WORDS = (
    "retrieval index vector storage engine query planner cost model network transaction commit replica leader raft log entry "
    "检索 向量 事务 提交 副本 存储 引擎 查询 was founded in 2015 has 12 layers default timeout is 30 seconds the of and to a"
).split()
PAGES_A_SOURCE = 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vaults", nargs="*", type=Path, help="folders of notes; a wiki is made when there is none")
    parser.add_argument("--pages", type=int, default=1000, help="size of the wiki that is made")
    parser.add_argument("--runs", type=int, default=5, help="the best of so many runs counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        caches = Path(folder) / "caches"
        os.environ["XDG_CACHE_HOME"] = str(caches)
        for number, vault in enumerate(options.vaults):
            report(str(vault), settled(vault, Path(folder) / str(number)), caches, options.runs)
        if not options.vaults:
            report(f"wiki of {options.pages} pages", wiki(Path(folder) / "wiki", options.pages), caches, options.runs)


def report(name: str, root: Path, caches: Path, runs: int) -> None:
    """Print the table of one vault."""
    notes = sorted(root.rglob("*.md"))
    lint = ("-m", "llmwiki", "lint", "--vault", str(root))
    print(f"{name}: {len(notes)} notes, {sum(note.stat().st_size for note in notes) / 1e6:.1f} MB")
    floor = best(lambda: cpu("-c", FLOOR, str(root)), runs)
    line("walk + read + blake2b (floor)", floor, floor)
    line("cold", best(lambda: cold(root, caches), max(1, runs // 2)), floor)
    line("again", best(lambda: cpu(*lint), runs), floor)
    line("after an edit of one note", best(lambda: edited(notes[len(notes) // 2], lint), runs), floor)


def edited(note: Path, lint: tuple[str, ...]) -> float:
    """A lint after one more line in a note."""
    with note.open("a", encoding="utf-8") as file:
        file.write("\nOne more line.\n")
    return cpu(*lint)


def wiki(root: Path, pages: int) -> Path:
    """A wiki that lints without errors."""
    rng = random.Random(20261130)  # noqa: S311 - the same wiki every time, nothing secret
    for folder in (".wiki", "concepts", "entities", "raw/articles"):
        (root / folder).mkdir(parents=True)
    (root / ".wiki" / "config.toml").write_text("", encoding="utf-8")
    (root / "SCHEMA.md").write_text("## Domain\n\nStores.\n\n## Taxonomy Tags\n\n- #a\n", encoding="utf-8")
    sources = [source(rng, root / f"raw/articles/source-{number:05}.md") for number in range(max(1, pages // PAGES_A_SOURCE))]
    names = [f"page-{number:05}" for number in range(pages)]
    for number, name in enumerate(names):
        kind = ("concept", "entity")[number % 2]
        folder = ("concepts", "entities")[number % 2]
        (root / folder / f"{name}.md").write_text(page(rng, kind, name, (names, sources)), encoding="utf-8")
    (root / "index.md").write_text("# Index\n\n" + "\n".join(f"- [[{name}]]" for name in names) + "\n", encoding="utf-8")
    return aged(root)


def source(rng: random.Random, file: Path) -> list[str]:
    """Write a source of about five kilobytes and give its sentences."""
    sentences = [f"{text(rng, 12).capitalize()}." for _ in range(60)]
    file.write_text(f"---\ntitle: {file.stem}\ndate: 2026-01-10\n---\n\n" + "\n\n".join(sentences) + "\n", encoding="utf-8")
    return sentences


def page(rng: random.Random, kind: str, name: str, world: tuple[list[str], list[list[str]]]) -> str:
    """A page of about two and a half kilobytes."""
    names, sources = world
    cited, notes = [], []
    for number in range(3):
        at = rng.randrange(len(sources))
        quote = rng.choice(sources[at])
        cited.append(f"{quote[:-1]} with [[{rng.choice(names)}]] and [[{rng.choice(names)}|x]].[^{number}]")
        notes.append(f"[^{number}]: [[raw/articles/source-{at:05}]] “{quote}”")
    head = f"title: {name}\ntype: {kind}\ncreated: 2026-01-01\nupdated: 2026-02-01\ntags: [a]\nsources: []"
    filler = "\n\n".join(text(rng, 60) for _ in range(4))
    return f"---\n{head}\n---\n\n# {name}\n\n" + "\n\n".join([*cited, "## More", filler, f"See [[{rng.choice(names)}]].", *notes]) + "\n"


def text(rng: random.Random, words: int) -> str:
    """Words of both languages."""
    return " ".join(rng.choice(WORDS) for _ in range(words))


if __name__ == "__main__":
    main()
