"""Planted identifiers: does a question that names one find the text that has it, and not the one with its neighbour?

    python benchmarks/identifiers.py [--folder CACHE] [--locomo FILE] [--mode hybrid-e5 ...]

``data/identifiers.jsonl``: commit ids, versions, error codes, file names and the like, each in a short text, beside texts of the same
wording with near misses (two digits swapped, the next version), among all our paragraphs, and among LoCoMo's transcripts where they
are given. Questions: the identifier alone, in a short question, in a long one that has many words of other texts; English and Chinese.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from locomo import load
from multilingual import DATA, LANGUAGES, RUNS, Asked, Pool, measure, read, recall
from retrieval import KEPT, Document, opened


def planted() -> Pool:
    """Identifiers and their near misses among our paragraphs."""
    documents = [
        Document(f"{row['id']}-{language}", [row[f"text_{language}"]], row[f"title_{language}"])
        for row in read(DATA / "passages.jsonl")
        for language in LANGUAGES
    ]
    questions = []
    for row in read(DATA / "identifiers.jsonl"):
        documents.append(Document(row["id"], [row["text"]]))
        documents += [Document(f"{row['id']}.{at}", [text]) for at, text in enumerate(row["near"])]
        questions.append(Asked(row["identifier"], row["id"], "", "alone", row["split"]))
        questions += [
            Asked(row[f"{length}_{language}"], row["id"], "", f"{length} {language}", row["split"])
            for length in ("short", "long")
            for language in LANGUAGES
        ]
    return Pool("identifiers", documents, questions)


def main() -> None:
    """Print recall at 1 and 5 for each kind of question, split and mode."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=KEPT, help="where vectors are kept between runs")
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--mode", nargs="*", choices=RUNS, default=list(RUNS))
    given = parser.parse_args()
    pool = planted()
    if given.locomo:
        pool.documents.extend(load(given.locomo, None).documents)
    for run in given.mode:
        embedder, mode = RUNS[run]
        with opened(given.folder, embedder, pool.documents) as palace:
            ranks = defaultdict(list, measure(palace, pool, mode))
        print(f"\n{run:20} tuned R@1  R@5    held out R@1  R@5")
        for group in dict.fromkeys(group for _, group in ranks):
            tuned, held = ranks["tune", group], ranks["held-out", group]
            print(
                f"{group:20}      {recall(tuned, 1):.3f} {recall(tuned, 5):.3f}           {recall(held, 1):.3f} {recall(held, 5):.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
