"""Precision, recall and F1 of the names found without any model.

    python benchmarks/names.py [path of model-eval/entity_extraction]

Each set is one collection: its texts are read, noted and judged by the product's own code, so the counts of all its texts
are known when a name is judged. A name is right when it has the merging key of a labelled one (case, articles and
plurals do not count, boundaries do).
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.notes import analyse_prose
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.sightings import find_names
from llmwiki.scribe.views import collection_casing
from llmwiki.vault.chars import HAN_CHAR

DATA = Path(__file__).parent / "data"
TYPES = {"project": "product"}


class Score(NamedTuple):
    """Counts of one set; ``typed`` of the right names have the labelled type."""

    right: int
    wrong: int
    missed: int
    typed: int

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)

    def line(self, name: str) -> str:
        """One line of the table."""
        precision, recall = self.right / max(1, self.right + self.wrong), self.right / max(1, self.right + self.missed)
        return (
            f"{name:44} {precision:6.3f} {recall:6.3f} {self.f1:6.3f} {self.typed / max(1, self.right):6.2f} {self.right + self.missed:6}"
        )


def find_all(texts: Sequence[str]) -> list[dict[str, str]]:
    """The names of each text with their kinds, all texts being one collection."""
    proses = [read_prose(text) for text in texts]
    notes = [analyse_prose(prose) for prose in proses]
    casing = collection_casing(list(zip(proses, notes, strict=True)))
    return [find_names(prose, own, casing) for prose, own in zip(proses, notes, strict=True)]


def score(rows: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, str]], *, han: bool | None = None) -> Score:
    """Compare names with labels; ``han`` limits both to names with or without Chinese characters."""
    right = wrong = missed = typed = 0
    for row, names in zip(rows, found, strict=True):
        gold = {
            merge_key(entity["name"]): TYPES.get(entity["type"], entity["type"])
            for entity in row["entities"]
            if _counts(entity["name"], han)
        }
        got = {merge_key(name): kind for name, kind in names.items() if _counts(name, han)}
        both = gold.keys() & got.keys()
        right, wrong, missed = right + len(both), wrong + len(got.keys() - gold.keys()), missed + len(gold.keys() - got.keys())
        typed += sum(gold[key] == got[key] for key in both)
    return Score(right, wrong, missed, typed)


def _counts(name: str, han: bool | None) -> bool:  # noqa: FBT001
    return han is None or bool(HAN_CHAR.search(name)) is han


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def own_scores() -> dict[str, Score]:
    """Scores on the project's own labelled texts."""
    scores = {}
    for language in ("en", "zh"):
        rows = _rows(DATA / f"names_{language}.jsonl")
        found = find_all([row["text"] for row in rows])
        for split in ("tune", "held-out"):
            chosen = [(row, names) for row, names in zip(rows, found, strict=True) if row["split"] == split]
            part, names = [row for row, _ in chosen], [got for _, got in chosen]
            if language == "en":
                scores[f"own English, {split}"] = score(part, names)
            else:
                scores[f"own Chinese, Chinese script, {split}"] = score(part, names, han=True)
                scores[f"own Chinese, Latin script, {split}"] = score(part, names, han=False)
    return scores


def model_eval_scores(folder: Path) -> dict[str, Score]:
    """Scores on the entity extraction set of model-eval: English, and its Chinese texts with Latin names."""
    labels = {row["id"]: row["entities"] for row in _rows(folder / "labels.jsonl")}
    scores = {}
    for name, file in (("model-eval English", "dataset.jsonl"), ("model-eval Chinese, Latin script", "dataset.zh.jsonl")):
        rows = [{**row, "entities": labels[row["id"]]} for row in _rows(folder / file)]
        found = find_all([re.sub(r"\s*\n\s*", " ", row["text"]) for row in rows])
        scores[name] = score(rows, found, han=False)
    return scores


def main() -> None:
    """Print one line a set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="entity_extraction folder of model-eval")
    given = parser.parse_args().folder
    print(f"{'set':44} {'P':>6} {'R':>6} {'F1':>6} {'type':>6} {'names':>6}")
    for name, result in own_scores().items():
        print(result.line(name))
    if given is None:
        print("model-eval: not given")
        return
    for name, result in model_eval_scores(given).items():
        print(result.line(name))


if __name__ == "__main__":
    main()
