"""How fast a palace is, and how much room it takes: filing, cold and warm search, an unchanged vault; MemPalace beside it where it is.

    python benchmarks/palace_speed.py [--drawers N] [--many N] [--embedded N] [--peer DIR] [--keep FOLDER]

Texts are made of the words of our passages and of invented ones, as frequent as words of a language are, a third in Chinese. Vectors are
random, but for the few drawers that the models read to tell their rate. Every step is a process of its own. CPU is user and system time
of that process and of those that it starts, memory their largest resident sizes; wall time says something only on a machine without
other work.
``--peer``: a folder with MemPalace (``mempalace_peer.py``); it files and searches the documents that the models read, in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mempalace_peer import is_there, run

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder, Matrix
    from llmwiki.palace.hit import Mode
    from llmwiki.palace.palace import Palace

PER_PAGE = 10
SENTENCES, LENGTH = 8, 12
WARM = 60
AT_ONCE = 100
KILO = 1000
GOALS = {
    "words, drawers a CPU second": ">= 2000",
    "cold search, words": "< 0.35 s",
    "cold search, hybrid": "< 1.0 s",
    "1,000 unchanged pages": "< 1 s",
    "peak, words": "< 500 MB",
    "peak, e5 and Chroma": "< 800 MB",
    "disk a drawer": "< 13 KB",
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drawers", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=100_000, help="drawers of the large palace; 0 leaves it out")
    parser.add_argument("--embedded", type=int, default=100, help="drawers that the models read")
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--keep", type=Path, help="where the palaces stay between runs")
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(STEPS[given.one[0]](Path(given.one[1]), int(given.one[2]))))
        return
    with tempfile.TemporaryDirectory() as own:
        folder = given.keep or Path(own)
        filing(folder, given)
        searching(folder, given)


def filing(folder: Path, given: argparse.Namespace) -> None:
    """Print what filing costs; ours and MemPalace's rates on the same few documents are in characters, its drawers have another size."""
    told = step("file", folder / "words", given.drawers)
    line("words, drawers a CPU second", told["count"] / told["cpu"])
    line("peak, words", told["memory"], "MB")
    line("disk a drawer, words", told["disk"] / told["count"] / KILO, "KB")
    rates = {}
    for name in ("e5", "fast"):
        told = step(f"embed-{name}", folder / f"small-{name}", given.embedded)
        rates[name] = told["characters"] / told["cpu"]
        line(f"{name} and Chroma, drawers a CPU second", told["count"] / told["cpu"])
        line(f"peak, {name} and Chroma", told["memory"], "MB")
    if is_there(given.peer):
        beside(folder / "peer", given, rates)


def beside(folder: Path, given: argparse.Namespace, rates: Mapping[str, float]) -> None:
    """Print what MemPalace needs for the same documents, and for a question in a new process; its palace is small, which helps it."""
    shutil.rmtree(folder, ignore_errors=True)
    texts = {title.replace(" ", "-"): text for title, text in documents(given.embedded)}
    told = run(given.peer, folder, {"w": texts}, [])
    rate = sum(map(len, texts.values())) / told.mined
    line("MemPalace, its drawers a CPU second", told.count / told.mined)
    line("MemPalace, peak", told.memory, "MB")
    for name, own in rates.items():
        line(f"{name} and Chroma: MemPalace, characters a CPU second", own / rate, "x")
    told = run(given.peer, folder, {}, [("w", questions(1)[0])])
    line("MemPalace, cold search", told.cpu, "s CPU")
    told = run(given.peer, folder, {}, [("w", text) for text in questions(WARM)])
    line("MemPalace, warm search, p50", sorted(told.times["vector"])[WARM // 2], "ms")


def searching(folder: Path, given: argparse.Namespace) -> None:
    """Print what searching costs."""
    step("vault", folder / "vault", given.drawers)
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "vault" / "caches")}
    question = questions(1)[0]
    for name, command in COLD.items():
        asked = [question] if "search" in command else []
        costs = [cpu([*command, *asked, "--vault", str(folder / "vault" / "notes")], environment)[0] for _ in range(3)]
        line(name, min(costs), "s CPU")
    beside_chroma = {"exact": "", "chroma": " beside Chroma's process"}
    for count in filter(None, (given.drawers, given.many)):
        for way in ("exact", "chroma"):
            told = step(f"warm-{way}", folder / f"large{count}", count)
            for mode, (half, most, used) in told["times"].items():
                print(f"{count:,} drawers, {way}, {mode:8} p50 {half:6.1f} ms  p95 {most:6.1f} ms  CPU {used:6.1f} ms{beside_chroma[way]}")
            line(f"{count:,} drawers, {way}, memory", told["memory"], "MB")
            line(f"{count:,} drawers, {way}, disk a drawer", told["disk"] / count / KILO, "KB")


COLD = {
    "cold search, words": ["-m", "llmwiki", "search", "--mode", "words"],
    "cold search, hybrid": ["-m", "llmwiki", "search"],
    "1,000 unchanged pages": ["-m", "llmwiki", "mirror"],
}


def line(name: str, value: float, unit: str = "") -> None:
    """Print one figure beside its goal."""
    print(f"{name:44} {value:10.2f} {unit:6} {GOALS.get(name, '')}", flush=True)


def step(name: str, folder: Path, count: int) -> dict[str, Any]:
    """What a step in a process of its own tells, with its CPU time and memory."""
    told: dict[str, Any] = cpu([__file__, "--one", name, str(folder), str(count)], dict(os.environ))[1]
    return told


def cpu(words: Sequence[str], environment: dict[str, str]) -> tuple[float, Any]:
    """CPU seconds of one run of this interpreter, and what it printed last, if that is JSON."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, check=True, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = done.stdout.strip().rpartition("\n")[2]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(last) if last[:1] == "{" else {}


def file_step(folder: Path, count: int) -> dict[str, Any]:
    """File documents by their words."""
    shutil.rmtree(folder, ignore_errors=True)
    texts = list(documents(count))
    with Used() as used:
        palace = opened(folder, None)
        fill(palace, texts)
        palace.close()
    return used.told(folder) | {"count": count}


def embed_step(name: str) -> Callable[[Path, int], dict[str, Any]]:
    """File a few documents, make their vectors and the copy in Chroma."""

    def work(folder: Path, count: int) -> dict[str, Any]:
        from llmwiki.palace.embed.e5 import E5Embedder
        from llmwiki.palace.embed.fast import FastEmbedder

        shutil.rmtree(folder, ignore_errors=True)
        with Used() as used:
            palace = opened(folder, E5Embedder() if name == "e5" else FastEmbedder())
            fill(palace, documents(count))
            palace.embed()
            palace.copy()
            palace.close()
        return used.told(folder) | {"count": count, "characters": sum(len(text) for _, text in documents(count))}

    return work


def vault_step(folder: Path, count: int) -> dict[str, Any]:
    """A vault of pages whose drawers have vectors that the embedder e5 would not have to make again."""
    from llmwiki.mirror import mirror
    from llmwiki.workspace import Workspace

    notes = folder / "notes"
    if not notes.exists():
        subprocess.run([sys.executable, "-m", "llmwiki", "init", str(notes)], check=True, stdout=subprocess.DEVNULL)
        for number, (title, text) in enumerate(documents(count)):
            (notes / "concepts" / f"{number}.md").write_text(f"---\ntitle: {title}\n---\n\n{text}\n", "utf-8")
    os.environ["XDG_CACHE_HOME"] = str(folder / "caches")
    wiki = Workspace.open(notes)
    wiki.palace.embedder = invented()
    mirror(wiki, lambda _done, _total: None)
    return {"count": wiki.palace.count}


def warm_step(way: str) -> Callable[[Path, int], dict[str, Any]]:
    """Questions to a palace that stays open, each mode by itself."""

    def work(folder: Path, count: int) -> dict[str, Any]:
        import llmwiki.palace.palace as module

        palace = opened(folder, invented())
        if palace.count < count:
            fill(palace, documents(count))
            palace.embed()
        if way == "chroma":
            palace.copy()
            module.EXACT_MOST = 0
        with Used() as used:
            times = {mode: timed(palace, mode) for mode in ("words", "hybrid", "vectors")}
        palace.close()
        return used.told(folder) | {"times": times}

    return work


def timed(palace: Palace, mode: Mode) -> tuple[float, float, float]:
    """Median and 95th percentile of the milliseconds that questions take, and those of CPU of this process on average."""
    from llmwiki.palace.ranking import Scope

    palace.search("rontel", Scope(), mode)
    times = []
    before = time.process_time()
    for question in questions(WARM):
        start = time.perf_counter()
        palace.search(question, Scope(), mode)
        times.append(1000 * (time.perf_counter() - start))
    used = 1000 * (time.process_time() - before) / len(times)
    times.sort()
    return times[len(times) // 2], times[len(times) * 95 // 100], used


class Used:
    """CPU seconds and memory of what runs inside, and the room that it takes."""

    def __enter__(self) -> Self:
        self._start = self._seconds()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu = self._seconds() - self._start

    @staticmethod
    def _seconds() -> float:
        return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))

    def told(self, folder: Path) -> dict[str, Any]:
        """All figures; memory in MB, of this process and its largest child together."""
        memory = sum(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
        disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        return {"cpu": self.cpu, "memory": memory, "disk": disk}


def opened(folder: Path, embedder: Embedder | None) -> Palace:
    """A palace of its own."""
    from llmwiki.palace.palace import Home, Palace

    return Palace(Home.alone(folder), lambda _kept: embedder)


def invented() -> Embedder:
    """E5 for questions, and random vectors for drawers."""
    import numpy as np

    from llmwiki.palace.embed.e5 import E5Embedder

    generator = np.random.default_rng(0)

    class Invented(E5Embedder):
        def passages(self, texts: Sequence[str]) -> Matrix:
            made = 0.04 * generator.standard_normal((len(texts), self.identity.dimension)).astype(np.float32)
            made[:, 0] += 1
            found: Matrix = made / np.linalg.norm(made, axis=1, keepdims=True)
            return found

    return Invented()


def fill(palace: Palace, texts: Iterable[tuple[str, str]]) -> None:
    """File documents, a hundred at a time."""
    from llmwiki.palace.entries import file_entry
    from llmwiki.palace.language import language_of
    from llmwiki.palace.shelf import Shelf

    entries = []
    for number, (title, text) in enumerate(texts):
        shelf = Shelf(f"f{number % 50}/{number}.md", (), "file", f"w{number % 5}", f"f{number % 50}", title, language=language_of(text))
        entries.append(file_entry(shelf, text, str(number), markdown=True))
        if len(entries) == AT_ONCE:
            palace.keep(entries)
            entries.clear()
    palace.keep(entries)


def documents(drawers: int) -> Iterator[tuple[str, str]]:
    """Title and Markdown of documents of ten drawers each: headings, and paragraphs of about 200 tokens."""
    chance = random.Random(1)  # noqa: S311 - the same texts every time
    english, chinese = words()
    for number in range(drawers // PER_PAGE):
        vocabulary, blank, stop = (chinese, "", "。") if is_chinese(number) else (english, " ", ". ")
        drawn = [vocabulary[min(int(chance.paretovariate(0.35)), len(vocabulary)) - 1] for _ in range(PER_PAGE * SENTENCES * LENGTH)]
        sentences = [blank.join(drawn[at : at + LENGTH]) + stop for at in range(0, len(drawn), LENGTH)]
        parts = ("".join(sentences[at : at + SENTENCES]) for at in range(0, len(sentences), SENTENCES))
        yield f"Note {number}", "\n\n".join(f"## Part {at}\n\n{part.strip()}" for at, part in enumerate(parts))


def is_chinese(number: int) -> bool:
    """Every third text and question is Chinese."""
    return number % 3 == 0


@cache
def words() -> tuple[list[str], list[str]]:
    """Words of ``data/passages.jsonl``, in their order, and invented ones for the rare part: English-looking and Chinese-looking."""
    rows = [json.loads(line) for line in (Path(__file__).parent / "data" / "passages.jsonl").read_text("utf-8").splitlines()]
    english = dict.fromkeys(word for row in rows for word in re.findall("[a-z]+", row["text_en"].lower()))
    chinese = dict.fromkeys(word for row in rows for word in re.findall("[\u4e00-\u9fff]{2}", row["text_zh"]))
    ends = "ron tel mix pad lor ven sak dim fur gos hep jun kal wob nit cor pim que rat sul".split()
    english |= dict.fromkeys(f"{a}{b}{c}{d}" for d in ("", "er", "ation", "al", "ist") for a in ends for b in ends for c in ("", *ends))
    chinese |= dict.fromkeys(chr(0x4E00 + 7 * a) + chr(0x5200 + 11 * b) for a in range(120) for b in range(120))
    return list(english), list(chinese)


def questions(count: int) -> list[str]:
    """Questions of seven words, rare and frequent ones mixed, in both languages."""
    chance = random.Random(3)  # noqa: S311 - the same questions every time
    english, chinese = words()
    picked = []
    for number in range(count):
        vocabulary = chinese if is_chinese(number) else english
        drawn = [vocabulary[chance.randrange(50, 400) if at % 2 else chance.randrange(2000)] for at in range(7)]
        picked.append(("" if is_chinese(number) else " ").join(drawn))
    return picked


STEPS: dict[str, Callable[[Path, int], dict[str, Any]]] = {
    "file": file_step,
    "embed-e5": embed_step("e5"),
    "embed-fast": embed_step("fast"),
    "vault": vault_step,
    "warm-exact": warm_step("exact"),
    "warm-chroma": warm_step("chroma"),
}


if __name__ == "__main__":
    main()
