"""Session and turn recall on LoCoMo, with ten drawers returned.

    python benchmarks/locomo.py locomo10.json [--audit errors.json] [--mode hybrid-e5 ...] [--folder CACHE] [--peer DIR]

The data set is not part of the project: ``data/locomo10.json`` of the repository ``snap-research/locomo`` (CC BY-NC 4.0), and for the
audited gold the list of errors of ``dial481/locomo-audit`` (CC BY-NC 4.0).

Each session is one transcript: ``speaker: text`` lines, the names of both speakers as its title, its day as the date; spoken text only.
Conversations 1-3 were used to choose parameters, 4-10 are held out. Session recall at k: the share of a question's evidence sessions among
the sessions of the first k drawers. Turn recall: the share of evidence turns that stand in the ten drawers. Categories: 1 several hops,
2 time, 3 open domain, 4 one hop, 5 adversarial.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any, NamedTuple

from mempalace_peer import STRATEGIES, is_there, run
from retrieval import KEPT, BenchPalace, Document, Found, opened

from llmwiki.palace.estimate import estimate

if TYPE_CHECKING:
    from llmwiki.palace.hit import Mode

RUNS: Mapping[str, tuple[str, Mode]] = {
    "hybrid-e5": ("e5", "hybrid"),
    "hybrid-fast": ("fast", "hybrid"),
    "words": ("none", "words"),
    "vectors-e5": ("e5", "vectors"),
    "vectors-fast": ("fast", "vectors"),
}
TUNED, BOTH = 3, 2
PARTS = {"1-2": range(BOTH), "tuned 1-3": range(TUNED), "held out 4-10": range(TUNED, 100), "all": range(100)}
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
    return [_asked(palace, data, question, mode, by_wing=by_wing) for question in data.questions]


def _asked(palace: BenchPalace, data: Data, question: Question, mode: Mode, *, by_wing: bool) -> Outcome:
    return _outcome(data, question, palace.search(question.text, str(question.wing) if by_wing else None, LIMIT, mode))


def _outcome(data: Data, question: Question, hits: Sequence[Found]) -> Outcome:
    shown = [(hit.key, f"\n{hit.text}\n") for hit in hits]
    seen = []
    for turn in question.turns:
        key, words = _session(question.wing, turn), f"\n{data.lines[question.wing, turn]}\n"
        seen.append(any(key == name and words in text for name, text in shown))
    keys = [hit.key for hit in hits]
    return Outcome(
        question,
        _share(question.wing, question.turns, keys[:5]),
        _share(question.wing, question.turns, keys),
        fmean(seen),
        _share(question.wing, question.audited, keys),
        sum(estimate(hit.text) for hit in hits),
    )


def beside(peer: Path, data: Data) -> Iterator[tuple[str, list[Outcome]]]:
    """MemPalace's ways to search, each with what came out for the first two conversations; it mines them first, two minutes."""
    wings: dict[str, dict[str, str]] = {}
    for document in data.documents:
        if int(document.wing) < BOTH:
            text = "\n\n".join([f"Date: {document.date}", "", *document.lines])
            wings.setdefault(document.wing, {})[document.key.replace("/", "-")] = text
    questions = [question for question in data.questions if question.wing < BOTH]
    with tempfile.TemporaryDirectory() as place:
        told = run(peer, Path(place), wings, [(str(question.wing), question.text) for question in questions])
    for name, strategy in STRATEGIES.items():
        found = [[Found((key.replace("-", "/"),), text) for key, text in hits] for hits in told.answers[strategy]]
        yield name, [_outcome(data, question, hits) for question, hits in zip(questions, found, strict=True)]


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
    parser.add_argument("--folder", type=Path, default=KEPT, help="where vectors are kept between runs")
    parser.add_argument("--peer", type=Path, help="a folder with MemPalace, see mempalace_peer.py")
    parser.add_argument("--mode", nargs="*", choices=RUNS, default=list(RUNS))
    given: Any = parser.parse_args()
    if given.data is None:
        print("skipped: name the file locomo10.json, on the command line or in LLMWIKI_LOCOMO")
        return
    data = load(Path(given.data), Path(given.audit) if given.audit else None)
    print(f"{'':34} R@5   R@10  error turn   audited tokens  R@10 by category 1-5")
    for name in given.mode:
        embedder, mode = RUNS[name]
        with opened(given.folder, embedder, data.documents) as palace:
            for by_wing in (True, False):
                outcomes = measure(palace, data, mode, by_wing=by_wing)
                for part, wanted in PARTS.items():
                    chosen = [outcome for outcome in outcomes if outcome.question.wing in wanted]
                    print(line(f"{name}, {'wing' if by_wing else 'no filter'}, {part}", chosen), flush=True)
    if is_there(given.peer):
        for name, outcomes in beside(given.peer, data):
            print(line(f"{name}, wing, 1-2", outcomes), flush=True)


if __name__ == "__main__":
    main()
