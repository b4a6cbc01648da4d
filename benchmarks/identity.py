"""Whether two names are one thing: the decisions of the compiler on labelled pairs.

    python benchmarks/identity.py [--url http://127.0.0.1:8088/v1] [--model NAME] [--split held-out] [--keep FOLDER] [--rules]

Every pair is decided by the product's own steps: the rules, then the questions in both orders, then the verdict. A proposal on a pair
that is one thing counts as wrong, but only joining two things is a false join. With ``--keep`` answers are kept in a folder, and not
asked again.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from llmwiki.config.prices import FREE
from llmwiki.llm.budget import Budget
from llmwiki.llm.caller import Caller
from llmwiki.llm.chat import ChatProvider
from llmwiki.llm.client import Client
from llmwiki.palace.embed.fast import FastEmbedder
from llmwiki.scribe.editor.answers import Answers
from llmwiki.scribe.editor.asker import Asker
from llmwiki.scribe.editor.pairs import Pair, are_apart, hint_of
from llmwiki.scribe.editor.prompts import Prompts
from llmwiki.scribe.editor.sameness import judge
from llmwiki.scribe.editor.things import Thing
from llmwiki.scribe.editor.verdicts import Chances, Verdict, verdict
from llmwiki.scribe.identity import is_generic_form, merge_key

DATA = Path(__file__).parent / "data" / "identity.tsv"
SOURCE = "raw/pairs.md"


class Row(NamedTuple):
    """A labelled pair."""

    split: str
    kind: str
    label: str
    pair: Pair


def read(split: str) -> list[Row]:
    """The pairs of one split."""
    with DATA.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Row(row["split"], row["kind"], row["label"], _pair(row)) for row in found if row["split"] == split]


def _pair(row: dict[str, str]) -> Pair:
    one, other = (
        Thing(merge_key(row[name]), row[name], said=row[said], source=SOURCE)
        for name, said in (("name", "definition"), ("other name", "other definition"))
    )
    return Pair(one, other, hint_of(one.names, other.names))


def ruled(pair: Pair) -> Verdict | None:
    """What the names alone decide; None where a model is asked."""
    if are_apart(pair.one, pair.other):
        return "apart"
    keys = sorted((pair.one.key, pair.other.key), key=len)
    return "join" if pair.hint == "spelling" or is_generic_form(keys[1], keys[0]) else None


def decide(rows: Sequence[Row], asker: Asker, *, rules: bool) -> list[tuple[Row, Verdict, Chances | None]]:
    """A verdict on every pair; without a model those that no rule decides are apart, but for equal names."""
    open_ = [row for row in rows if ruled(row.pair) is None]
    judged = {} if rules else {id(pair): chances for pair, chances in judge([row.pair for row in open_], asker, FastEmbedder())}
    found = []
    for row in rows:
        chances = judged.get(id(row.pair))
        by_rule = ruled(row.pair) or ("join" if rules and row.pair.hint == "same name" else "apart")
        found.append((row, verdict(row.pair.hint, chances) if chances else by_rule, chances))
    return found


def asker(url: str, model: str, keep: Path) -> Asker:
    """Who asks the model at ``url``; answers are kept below ``keep``."""
    caller = Caller(ChatProvider(url, model, key="", timeout=600), "benchmark", Budget(FREE, None), None, 600, 1)
    return Asker(Client(caller), Prompts(keep), Answers(keep), frozenset({SOURCE}))


def show(found: Sequence[tuple[Row, Verdict, Chances | None]]) -> None:
    """The mistakes and proposals, then the table."""
    counts: Counter[str] = Counter()
    for row, said, chances in found:
        is_right = (said == "join") == (row.label == "same")
        counts["right"] += is_right
        counts["false join"] += said == "join" and row.label != "same"
        counts["proposed"] += said == "propose"
        if not is_right or said == "propose":
            told = "by rule" if chances is None else f"{chances.lower:.2f} {chances.translation} {chances.names:.2f} {chances.said:.2f}"
            print(f"{'' if is_right else 'WRONG':6}{said:8}{row.label:10}{row.kind:13}{row.pair.one.name} | {row.pair.other.name}  {told}")
    total = len(found)
    print(f"{total} pairs: {counts['right']} right ({counts['right'] / total:.0%}), {counts['false join']} false joins, "
          f"{counts['proposed']} proposals, {sum(chances is not None for *_, chances in found)} asked about")  # fmt: skip


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8088/v1")
    parser.add_argument("--model", default="qwen-medium")
    parser.add_argument("--split", default="tune", choices=("tune", "seen", "held-out", "fresh"))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--rules", action="store_true", help="the rules alone, no model")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        asking = asker(chosen.url, chosen.model, chosen.keep or Path(folder))
        show(decide(read(chosen.split), asking, rules=chosen.rules))
        for path, text in asking.answers.files(()):
            file = asking.answers.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
