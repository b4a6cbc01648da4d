"""How well and how fast drawers are put into halls.

    python benchmarks/halls.py [--set tune|held] [--wrong]

Accuracy and F1 of each hall on labelled statements (`tests/palace/halls.tsv`), of which one half was used to choose the cues and the
other was not. The floor for the figures is the same set with every statement called a fact; the floor for the rate is the
time that splitting the same text into words takes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from llmwiki.palace.halls import HALLS, hall_of

LABELLED = Path(__file__).resolve().parent.parent / "tests" / "palace" / "halls.tsv"
LANGUAGES = ("en", "zh")
DRAWERS = 2000
DRAWER_CHARS = {"en": 1000, "zh": 280}
"""About 240 tokens."""


class Labelled(NamedTuple):
    """A statement, its hall, and which half of the set it is in."""

    language: str
    hall: str
    half: str
    text: str


def read(path: Path = LABELLED) -> list[Labelled]:
    """The labelled statements."""
    return [Labelled(*line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def f1(rows: Sequence[Labelled], found: Sequence[str], hall: str) -> float:
    """Harmonic mean of precision and recall of one hall."""
    right = sum(row.hall == name == hall for row, name in zip(rows, found, strict=True))
    return 2 * right / max(1, sum(row.hall == hall for row in rows) + sum(name == hall for name in found))


def macro_f1(rows: Sequence[Labelled], found: Sequence[str]) -> float:
    """Mean of the halls' F1."""
    return sum(f1(rows, found, hall) for hall in HALLS) / len(HALLS)


def seconds(step: Callable[[], object]) -> float:
    """CPU seconds of the fastest of three runs."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        step()
        taken.append(time.process_time() - start)
    return min(taken)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", choices=("tune", "held"), default="held", help="which half")
    parser.add_argument("--wrong", action="store_true", help="print the statements put into a wrong hall")
    options = parser.parse_args()
    everything = [row for row in read() if row.half == options.set]
    print(f"{'':4} {'texts':>6} {'right':>6} {'macro F1':>9} {'floor':>6}  " + " ".join(f"{hall:>12}" for hall in HALLS))
    for language in LANGUAGES:
        judge(language, [row for row in everything if row.language == language], wrong=options.wrong)
    for language in LANGUAGES:
        time_it(language, drawers([row.text for row in everything if row.language == language], DRAWER_CHARS[language]))


def judge(language: str, rows: Sequence[Labelled], *, wrong: bool) -> None:
    """Print the figures of one language."""
    found = [hall_of(row.text) for row in rows]
    right = sum(row.hall == name for row, name in zip(rows, found, strict=True)) / len(rows)
    floor = macro_f1(rows, ["facts"] * len(rows))
    halls = " ".join(f"{f1(rows, found, hall):12.3f}" for hall in HALLS)
    print(f"{language:4} {len(rows):6} {right:6.3f} {macro_f1(rows, found):9.3f} {floor:6.3f}  {halls}")
    for row, name in zip(rows, found, strict=True) if wrong else ():
        if row.hall != name:
            print(f"     {row.hall} called {name}: {row.text}")


def time_it(language: str, texts: Sequence[str]) -> None:
    """Print the rate for one language."""
    taken = seconds(lambda: [hall_of(text) for text in texts])
    floor = seconds(lambda: [text.split() for text in texts])
    size, rate = DRAWER_CHARS[language], len(texts) / taken
    print(f"{language:4} {rate:10,.0f} drawers of {size} characters a CPU second, {taken / floor:.1f} x split()")


def drawers(texts: Sequence[str], size: int) -> list[str]:
    """Texts of a drawer's size, each from other statements."""
    found = []
    at = 0
    while len(found) < DRAWERS:
        drawer = ""
        while len(drawer) < size:
            drawer += texts[at % len(texts)] + " "
            at += 7
        found.append(drawer)
        at += 1
    return found


if __name__ == "__main__":
    main()
