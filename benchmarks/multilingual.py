"""Questions in English and Chinese to paragraphs in either language.

    python benchmarks/multilingual.py [--folder CACHE] [--model-eval FOLDER] [--mode hybrid-e5 ...]

``data/passages.jsonl``: paragraphs in both languages, asked for in other words (``question``), by two or three words and by title.
Pools: ``apart`` has the paragraphs of one language, ``halves`` each paragraph in one language only, half of them in each (both ways
are run), ``both`` all of them; there a question across is not offered the paragraph of its own language, only that language's others.
``data/model_eval_questions.jsonl``: Chinese questions of our own for texts of model-eval, which is not part of the project: the folder with
the evaluation sets for small models in the repository of MemPalace (MIT); without ``--model-eval`` it is left out.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from retrieval import KEPT, BenchPalace, Document, opened

if TYPE_CHECKING:
    from llmwiki.palace.hit import Mode

DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "zh")
KINDS = {"question": "question", "words": "two words", "title": "title"}
RUNS: dict[str, tuple[str, Mode]] = {
    "hybrid-e5": ("e5", "hybrid"),
    "hybrid-fast": ("fast", "hybrid"),
    "words": ("none", "words"),
    "vectors-e5": ("e5", "vectors"),
}
SETS = {"room_classification": "session_summary", "memory_extraction": "text", "entity_extraction": "text"}
LIMIT = 10
_DIRECTION = re.compile(r"(\w\w) > (\w\w)")
SHORTEST_TITLE = 6


class Asked(NamedTuple):
    """A question, the document that answers it, one that is not offered, and the group it counts in."""

    text: str
    answer: str
    hidden: str
    group: str
    split: str


class Pool(NamedTuple):
    """Documents and what is asked of them."""

    name: str
    documents: list[Document]
    questions: list[Asked]


def read(path: Path) -> list[dict[str, Any]]:
    """Rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def own_pools() -> Iterator[Pool]:
    """The pools of our own paragraphs."""
    rows = read(DATA / "passages.jsonl")
    for language in LANGUAGES:
        yield _pool(f"apart {language}", rows, [(row, language) for row in rows])
    for turn in (0, 1):
        yield _pool("halves", rows, [(row, LANGUAGES[(at // 2 + turn) % 2]) for at, row in enumerate(rows)])
    yield _pool("both", rows, [(row, language) for row in rows for language in LANGUAGES])


def _pool(name: str, rows: Sequence[dict[str, Any]], chosen: Sequence[tuple[dict[str, Any], str]]) -> Pool:
    documents = [Document(f"{row['id']}-{language}", [row[f"text_{language}"]], row[f"title_{language}"]) for row, language in chosen]
    twins = len(chosen) > len(rows)
    questions = [
        Asked(
            row[f"{kind}_{asked}"],
            f"{row['id']}-{language}",
            f"{row['id']}-{asked}" if twins and asked != language else "",
            f"{name:8} {asked} > {language} {shown}",
            row["split"],
        )
        for row, language in chosen
        for asked in LANGUAGES
        for kind, shown in KINDS.items()
    ]
    return Pool(name, documents, questions)


def model_eval_pools(folder: Path) -> Iterator[Pool]:
    """Chinese questions and English labels for the Chinese texts, alone and with all English ones but the answer beside them."""
    texts = {language: dict(_texts(folder, language)) for language in LANGUAGES}
    asked = [(row["id"], row["question_zh"], "zh", row["split"]) for row in read(DATA / "model_eval_questions.jsonl")]
    labels = [row for row in read(folder / "memory_extraction" / "labels.jsonl") if row["memories"]]
    asked += [(row["id"], row["memories"][0]["content"], "en", ("tune", "held-out")[at % 2]) for at, row in enumerate(labels)]
    titles = [(key, _first_clause(text), "zh", ("tune", "held-out")[at % 2]) for at, (key, text) in enumerate(texts["zh"].items())]
    for name, languages in (("model-eval apart", ("zh",)), ("model-eval both", LANGUAGES)):
        documents = [Document(f"{key}-{language}", [text]) for language in languages for key, text in texts[language].items()]
        questions = [
            Asked(text, f"{key}-zh", f"{key}-{own}" if own == "en" else "", f"{name} {own} > zh", split) for key, text, own, split in asked
        ]
        questions += [Asked(text, f"{key}-zh", "", f"{name} zh title", split) for key, text, _, split in titles]
        if len(languages) > 1:
            across = [entry for entry in asked if entry[2] == "zh"]
            questions += [Asked(text, f"{key}-en", f"{key}-zh", f"{name} zh > en", split) for key, text, _, split in across]
        yield Pool(name, documents, questions)


def _texts(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    for name, column in SETS.items():
        for row in read(folder / name / f"dataset{'' if language == 'en' else '.' + language}.jsonl"):
            yield row["id"], " ".join(row[column].split())


def _first_clause(text: str) -> str:
    """The text up to the first mark after a few characters, as a title would have it."""
    end = next((at for at, char in enumerate(text) if at >= SHORTEST_TITLE and char in "。！？，；,.!?;"), 20)
    return text[:end]


def measure(palace: BenchPalace, pool: Pool, mode: Mode) -> dict[tuple[str, str], list[int]]:
    """Ranks from 1 (0 for not among the ten) by split and group."""
    ranks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for asked in pool.questions:
        keys = [hit.key for hit in palace.search(asked.text, None, LIMIT + 1, mode)]
        offered = [key for key in keys if key != asked.hidden][:LIMIT]
        ranks[asked.split, asked.group].append(offered.index(asked.answer) + 1 if asked.answer in offered else 0)
    return ranks


def totals(group: str) -> Iterator[str]:
    """Names of what a group of questions counts in beside itself: questions in a language to texts in a language, all pools together."""
    direction = _DIRECTION.search(group)
    if direction:
        asked, texts = direction.groups()
        yield f"all      {'across' if asked != texts else f'in {texts}'}"
        if group.endswith(("question", f"{asked} > {texts}")):
            yield f"all      {'across' if asked != texts else f'in {texts}'}, questions alone"


def recall(ranks: Sequence[int], at: int) -> float:
    """Share of answers among the first ``at`` hits."""
    return fmean(0 < rank <= at for rank in ranks)


def main() -> None:
    """Print recall at 1 and 5 for each group, split and mode."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=KEPT, help="where vectors are kept between runs")
    parser.add_argument("--model-eval", type=Path)
    parser.add_argument("--mode", nargs="*", choices=RUNS, default=list(RUNS))
    given = parser.parse_args()
    for run in given.mode:
        embedder, mode = RUNS[run]
        ranks: dict[tuple[str, str], list[int]] = defaultdict(list)
        for pool in [*own_pools(), *(model_eval_pools(given.model_eval) if given.model_eval else [])]:
            with opened(given.folder, embedder, pool.documents) as palace:
                for key, values in measure(palace, pool, mode).items():
                    ranks[key] += values
        for (split, group), values in list(ranks.items()):
            for name in totals(group):
                ranks[split, name] += values
        print(f"\n{run:44} tuned R@1  R@5    held out R@1  R@5")
        for group in dict.fromkeys(group for _, group in ranks):
            tuned, held = ranks["tune", group], ranks["held-out", group]
            print(
                f"{group:44}       {recall(tuned, 1):.2f} {recall(tuned, 5):.2f}             {recall(held, 1):.2f} {recall(held, 5):.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
