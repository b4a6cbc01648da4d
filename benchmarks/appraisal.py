"""How well the chances that the writer gives to sentences agree with readers; and the weights behind them, learnt anew.

    python benchmarks/appraisal.py FOLDER... [--write]

Each folder holds the documents of one publisher. `data/appraisal.tsv` has a letter for a sentence on a page: D it could open the page,
G a good fact, W weak, B an editor would take it off; it names the sentence by a hash of the page's title and the text, so that it works
with whoever has the documents, and holds nothing of them. Agreement is told for sentences of publishers that the weights were not learnt
from (area under the curve; share of D among those with a chance over a half), beside that of the rules' own "defines".
``--write`` learns from all and writes the weights.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pages import SCHEMA, readings

import llmwiki.scribe
from llmwiki.scribe.appraisal import BASE, LETTERS
from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.editor.base import Rules
from llmwiki.scribe.gate import Filled
from llmwiki.scribe.lead import with_next
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.pick import pool
from llmwiki.scribe.surroundings import told_of
from llmwiki.scribe.topic import Topic
from llmwiki.scribe.traits import traits

LABELS = Path(__file__).parent / "data" / "appraisal.tsv"
WEIGHTS = Path(llmwiki.scribe.__file__).parent / "data"
PARTS = 8
RIDGE = 7.0
"""Precision of the weights' prior: 1 / C of the usual notation."""

# A word counts that is used widely; else weights would hang on what the documents are about.
COMMON, PUBLISHERS = 40, 8
STEPS, ENOUGH = 30, 1e-6


class Labelled(NamedTuple):
    """A sentence with its letter."""

    publisher: str
    chinese: bool
    letter: str
    traits: dict[str, float]


class Recorder(Rules):
    """Notes the sentences that may stand on pages."""

    def __init__(self) -> None:
        self.topics: list[Topic] = []

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:  # noqa: ARG002
        """None: what pages take of them is of no interest."""
        self.topics.extend(topics)
        return [], []


def key(title: str, text: str) -> str:
    """Names a sentence on a page."""
    return hashlib.sha256(f"{title}\n{text}".encode()).hexdigest()[:12]


def labels() -> dict[str, str]:
    """Key to letter."""
    return dict(line.split("\t") for line in LABELS.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))  # type: ignore[misc]


def labelled(folders: Sequence[Path]) -> list[Labelled]:
    """The labelled sentences of documents."""
    letters, found = labels(), {}
    for folder in folders:
        recorder = Recorder()
        compile_pages(readings(folder), [], SCHEMA, editor=recorder)
        for topic in recorder.topics:
            told = told_of(topic)
            for pick in pool(topic):
                name = key(topic.title, with_next(pick).text)
                if name in letters and name not in found:
                    found[name] = Labelled(folder.name, is_chinese(pick.text), letters[name], traits(topic, pick, told))
    return list(found.values())


def vocabulary(rows: Sequence[Labelled]) -> list[str]:
    """Traits that are seen often enough, with several publishers."""
    often, where = Counter(), defaultdict(set)
    for row in rows:
        for trait in row.traits:
            often[trait] += 1
            where[trait].add(row.publisher)
    return [BASE, *sorted(trait for trait in often if often[trait] >= COMMON and len(where[trait]) >= PUBLISHERS)]


def matrix(rows: Sequence[Labelled], names: Sequence[str]) -> NDArray[np.float64]:
    """Amounts of the traits, a row a sentence."""
    return np.array([[1.0 if name == BASE else row.traits.get(name, 0.0) for name in names] for row in rows])


def learnt(amounts: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of a logistic regression with a normal prior on all but the first, by Newton's method."""
    weights = np.zeros(amounts.shape[1])
    prior = np.full(amounts.shape[1], RIDGE)
    prior[0] = 1e-6
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-amounts @ weights))
        slope = amounts.T @ (wanted - chances) - prior * weights
        curve = (amounts * (chances * (1 - chances))[:, None]).T @ amounts + np.diag(prior)
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < ENOUGH:
            break
    return weights


def area(wanted: NDArray[np.float64], chances: NDArray[np.float64]) -> float:
    """Chance that a wanted sentence stands above an unwanted one."""
    order = np.argsort(chances, kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    many = wanted.sum()
    return float((ranks[wanted == 1].sum() - many * (many + 1) / 2) / (many * (len(wanted) - many)))


def unseen(rows: Sequence[Labelled], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances by weights learnt from other publishers."""
    publishers = sorted({row.publisher for row in rows})
    chances = np.zeros(len(rows))
    for part in range(PARTS):
        out = np.array([publishers.index(row.publisher) % PARTS == part for row in rows])
        names = vocabulary([row for row, away in zip(rows, out, strict=True) if not away])
        amounts = matrix(rows, names)
        chances[out] = 1 / (1 + np.exp(-amounts[out] @ learnt(amounts[~out], wanted[~out])))
    return chances


def told(language: str, rows: Sequence[Labelled]) -> None:
    """Print the agreement."""
    letters = np.array([row.letter for row in rows])
    opens, tells, spoils = (np.isin(letters, list(wanted)).astype(float) for wanted in LETTERS)
    chances, facts, faults = unseen(rows, opens), unseen(rows, tells), unseen(rows, spoils)
    sure = chances > 0.5  # noqa: PLR2004 - a half
    rule = np.array([bool({"defines strongly", "defines fairly"} & row.traits.keys()) for row in rows])
    publishers = len({row.publisher for row in rows})
    found = opens[sure].sum() / opens.sum()
    print(f"{language}: {len(rows)} sentences of {publishers} publishers, {dict(Counter(letters.tolist()))}")
    print(f"  opens   area {area(opens, chances):.3f}; over a half {opens[sure].mean():.2f} of {sure.sum()}, found {found:.2f}")
    print(f"  defines (rules) {opens[rule].mean():.2f} of {rule.sum()}, found {opens[rule].sum() / opens.sum():.2f}")
    print(f"  tells   area {area(tells, facts):.3f}")
    print(f"  spoils  area {area(spoils, faults):.3f}")


def write(language: str, rows: Sequence[Labelled]) -> None:
    """Write the weights learnt from all."""
    names = vocabulary(rows)
    amounts, letters = matrix(rows, names), np.array([row.letter for row in rows])
    columns = [learnt(amounts, np.isin(letters, list(wanted)).astype(float)) for wanted in LETTERS]
    lines = ["\t".join((name, *(f"{weight:.2f}" for weight in weights))) + "\n" for name, *weights in zip(names, *columns, strict=True)]
    head = "# Trait, its weight for opening a page, for telling a fact, and for being taken off. Written by benchmarks/appraisal.py.\n"
    (WEIGHTS / f"appraisal_{language}.tsv").write_text(head + "".join(lines), encoding="utf-8", newline="\n")


def main() -> None:
    """Learn, and tell how well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = labelled(options.folders)
    for language in ("en", "zh"):
        own = [row for row in rows if row.chinese == (language == "zh")]
        if len(own) < COMMON:
            print(f"{language}: skipped; name folders with the labelled documents")
            continue
        told(language, own)
        if options.write:
            write(language, own)


if __name__ == "__main__":
    main()
