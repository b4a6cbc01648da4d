"""Session and turn recall on LoCoMo, with ten drawers returned.

    LLMWIKI_LOCOMO=locomo10.json python benchmarks/locomo.py --folder CACHE [--audit errors.json] [--mode hybrid-e5 ...]

The data set (CC BY-NC) is not part of the project. Each session is one transcript: ``speaker: text`` lines, the names of both
speakers as its title, its day as the date; spoken text only. Conversations 1-3 were used to choose parameters, 4-10 are held out.
Session recall at k: the share of a question's evidence sessions among the sessions of the first k drawers. Turn recall: the share
of evidence turns that stand in the ten drawers. Categories: 1 several hops, 2 time, 3 open domain, 4 one hop, 5 adversarial.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from retrieval import BenchPalace, Document, Mode, file_documents, open_palace, search, warm

from llmwiki.palace.estimate import estimate

RUNS: Mapping[str, tuple[str, Mode]] = {
    "hybrid-e5": ("e5", "hybrid"),
    "hybrid-fast": ("fast", "hybrid"),
    "words": ("none", "words"),
    "vectors-e5": ("e5", "vectors"),
    "vectors-fast": ("fast", "vectors"),
}
TUNED = 3
LIMIT = 10
_TURN = re.compile(r"D:?(\d+):0*(\d+)")


class Question(NamedTuple):
    """A question: its conversation from 0, its category, the turns that answer it and those of the audited gold."""

    wing: int
    text: str
    category: int
    turns: frozenset[str]
    audited: frozenset[str]


class Outcome(NamedTuple):
    """What came out for one question, shares from 0 to 1; ``volume`` in estimated tokens of the ten hits."""

    question: Question
    at_5: float
    at_10: float
    turns: float
    audited: float
    volume: int


class Data(NamedTuple):
    """Transcripts, the lines of each turn (conversation and turn id) and the questions."""

    documents: list[Document]
    lines: dict[tuple[int, str], str]
    questions: list[Question]


def load(path: Path, audit: Path | None) -> Data:
    """Read the data set, with the audited gold where it is given."""
    corrected = {row["question_id"]: row for row in json.loads(audit.read_text("utf-8"))} if audit else {}
    data = Data([], {}, [])
    for wing, row in enumerate(json.loads(path.read_text("utf-8"))):
        talk = row["conversation"]
        title = f"{talk['speaker_a']} and {talk['speaker_b']}"
        for number in range(1, 100):
            turns = talk.get(f"session_{number}")
            if not turns:
                continue
            own = {turn["dia_id"]: " ".join(f"{turn['speaker']}: {turn['text']}".split()) for turn in turns}
            date = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").date().isoformat()  # noqa: DTZ007
            data.documents.append(Document(f"{wing}/{number}", list(own.values()), title, date, str(wing)))
            data.lines.update({(wing, turn): line for turn, line in own.items()})
        for number, asked in enumerate(row["qa"]):
            turns = _turns(asked.get("evidence", []), wing, data)
            better = _turns((corrected.get(f"locomo_{wing}_qa{number}") or {}).get("correct_evidence") or [], wing, data)
            if turns:
                data.questions.append(Question(wing, asked["question"], asked["category"], turns, better or turns))
    return data


def _turns(evidence: Sequence[str], wing: int, data: Data) -> frozenset[str]:
    named = {f"D{int(session)}:{int(turn)}" for entry in evidence for session, turn in _TURN.findall(entry)}
    return frozenset(turn for turn in named if (wing, turn) in data.lines)


def measure(palace: BenchPalace, data: Data, mode: Mode, *, by_wing: bool) -> list[Outcome]:
    """Ask every question."""
    warm(palace, [question.text for question in data.questions])
    return [_asked(palace, data, question, mode, by_wing=by_wing) for question in data.questions]


def _asked(palace: BenchPalace, data: Data, question: Question, mode: Mode, *, by_wing: bool) -> Outcome:
    hits = search(palace, question.text, str(question.wing) if by_wing else None, LIMIT, mode)
    shown = {(hit.key, line) for hit in hits for line in hit.text.split("\n")}
    seen = [(_session(question.wing, turn), data.lines[question.wing, turn]) in shown for turn in question.turns]
    keys = [hit.key for hit in hits]
    return Outcome(
        question,
        _share(question.wing, question.turns, keys[:5]),
        _share(question.wing, question.turns, keys),
        fmean(seen),
        _share(question.wing, question.audited, keys),
        sum(estimate(hit.text) for hit in hits),
    )


def _session(wing: int, turn: str) -> str:
    return f"{wing}/{turn[1:].split(':', maxsplit=1)[0]}"


def _share(wing: int, turns: frozenset[str], keys: Sequence[str]) -> float:
    wanted = {_session(wing, turn) for turn in turns}
    return len(wanted.intersection(keys)) / len(wanted)


def line(name: str, outcomes: Sequence[Outcome]) -> str:
    """One line of the table."""
    error = pstdev(outcome.at_10 for outcome in outcomes) / len(outcomes) ** 0.5
    by_category = ([outcome.at_10 for outcome in outcomes if outcome.question.category == category] for category in sorted({1, 2, 3, 4, 5}))
    parts = " ".join(f"{fmean(values):.3f}" if values else "  -  " for values in by_category)
    means = [fmean(getattr(outcome, part) for outcome in outcomes) for part in ("at_5", "at_10", "turns", "audited", "volume")]
    return f"{name:34} {means[0]:.3f} {means[1]:.3f} {error:.3f} {means[2]:.3f}  {means[3]:.3f}  {means[4]:6.0f}  {parts}"


def main() -> None:
    """Print a line for each mode, part of the data and scope."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=os.environ.get("LLMWIKI_LOCOMO"))
    parser.add_argument("--audit", type=Path, default=os.environ.get("LLMWIKI_LOCOMO_AUDIT"))
    parser.add_argument("--folder", type=Path, required=True, help="where the palaces and vectors are kept between runs")
    parser.add_argument("--mode", nargs="*", choices=RUNS, default=list(RUNS))
    given: Any = parser.parse_args()
    if given.data is None:
        sys.exit("Name the file locomo10.json, on the command line or in LLMWIKI_LOCOMO.")
    data = load(Path(given.data), Path(given.audit) if given.audit else None)
    print(f"{'':34} R@5   R@10  error turn   audited tokens  R@10 by category 1-5")
    for run in given.mode:
        embedder, mode = RUNS[run]
        palace = open_palace(given.folder, embedder)
        file_documents(palace, data.documents)
        for by_wing in (True, False):
            outcomes = measure(palace, data, mode, by_wing=by_wing)
            for part, wanted in (("tuned 1-3", range(TUNED)), ("held out 4-10", range(TUNED, 100)), ("all", range(100))):
                chosen = [outcome for outcome in outcomes if outcome.question.wing in wanted]
                print(line(f"{run}, {'wing' if by_wing else 'no filter'}, {part}", chosen), flush=True)


if __name__ == "__main__":
    main()
