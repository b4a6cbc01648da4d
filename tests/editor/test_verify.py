"""What a model states is held against its sentence: fair wordings pass, false ones don't, and each check has both."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from llmwiki.scribe.editor.chunks import LARGE, chunks
from llmwiki.scribe.editor.claim import Case, Claims, Stated
from llmwiki.scribe.editor.verify import OF_STATEMENTS, OF_SUBJECTS, Verdict, judge, verify
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose


class Pair(NamedTuple):
    """A claim, the sentence that it rests on, the sentence before, and which check should refuse it; empty: none."""

    check: str
    subject: str
    sentence: str
    statement: str
    before: str


def _pairs() -> list[Pair]:
    rows = [line.split("\t") for line in (Path(__file__).parent / "data/pairs.tsv").read_text("utf-8").splitlines()]
    return [Pair("" if row[0] == "good" else row[1], row[2], row[3], row[4], row[5] if len(row) > 5 else "") for row in rows]


PAIRS = _pairs()
CHECKS = {check.name: check for check in (*OF_SUBJECTS, *OF_STATEMENTS)}


def read(text: str) -> Reading:
    return Reading("raw/articles/notes.md", text, read_prose(text, title="Notes"))


def case_of(pair: Pair) -> Case:
    reading = read(f"{pair.before} {pair.sentence}\n")
    return Case(reading, reading.prose.sentences[bool(pair.before)], Stated("1", pair.subject, "fact", pair.statement))


def told(text: str, *claims: tuple[str, str, str]) -> Verdict:
    reading = read(text)
    stated = tuple(Stated(number, subject, "fact", statement) for number, subject, statement in claims)
    return verify(Claims(stated), chunks(reading, LARGE)[0])


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if not pair.check], ids=lambda pair: pair.statement[:40])
def test_a_fair_wording_is_kept(pair: Pair) -> None:
    claim, reason = judge(case_of(pair))
    assert reason == ""
    assert claim
    assert claim.text == pair.statement


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.check], ids=lambda pair: f"{pair.check}: {pair.statement[:40]}")
def test_a_false_wording_is_not(pair: Pair) -> None:
    case = case_of(pair)
    claim, reason = judge(case)
    assert claim is None or claim.text == case.said
    assert pair.check == reason == "no basis" or CHECKS[pair.check].refuses(case)


def test_every_check_is_seen_to_refuse() -> None:
    assert {pair.check for pair in PAIRS} >= CHECKS.keys()


TEXT = (
    "Heron is the search assistant of the Larkfield network. It was built in 2019 by a team of four people. "
    "Thanks to everyone who came to the party! Heron answers questions in English and in Chinese every day."
)


def test_a_false_statement_gives_way_to_its_sentence() -> None:
    proved, refused = told(TEXT, ("4", "Heron", "Heron answers questions in English and in Japanese every day."))
    assert [claim.text for claim in proved] == ["Heron answers questions in English and in Chinese every day."]
    assert [(refusal.check, refusal.is_dropped) for refusal in refused] == [("name", False)]


def test_a_sentence_that_cannot_stand_alone_is_not_put_in_its_place() -> None:
    proved, refused = told(TEXT, ("2", "Heron", "Heron was built in 2018 by a team of four people."))
    assert proved == ()
    assert [(refusal.check, refusal.is_dropped) for refusal in refused] == [("number", True)]


@pytest.mark.parametrize("number", ["0", "5", "99999", "-1", "1.5", "two", "", "１", "4; drop"])
def test_a_number_that_no_sentence_has_is_refused(number: str) -> None:
    proved, refused = told(TEXT, (number, "Heron", "Heron is the search assistant of the Larkfield network."))
    assert proved == ()
    assert [refusal.check for refusal in refused] == ["no such sentence"]


def test_what_is_said_twice_counts_once() -> None:
    said = ("1", "Heron", "Heron is the search assistant of the Larkfield network.")
    proved, refused = told(TEXT, said, said, ("4", "Heron", said[2]))
    assert len(proved) == 1
    assert [refusal.check for refusal in refused] == ["said twice", "said twice"]


LIST = [f"Machine {name} stands in the hall of {name} and hums all day." for name in ("Anva", "Belo", "Cint", "Dorr", "Ekla", "Fenn")]


def test_a_reply_that_walks_the_list_is_refused_whole() -> None:
    copies = [(str(at), f"Machine {line.split()[1]}", line) for at, line in enumerate(LIST, 1)]
    assert told(" ".join(LIST), *copies[:5])[0] == ()
    shifted = [(str(at), copies[at][1], copies[at][2]) for at in range(1, 6)]
    proved, refused = told(" ".join(LIST), *shifted)
    assert proved == ()
    assert [refusal.check for refusal in refused] == ["walks the list"]


def test_a_reply_that_uses_every_sentence_in_its_own_words_is_no_echo() -> None:
    worded = [(str(at), f"Machine {line.split()[1]}", f"{line.partition(' and')[0]}.") for at, line in enumerate(LIST, 1)]
    proved, refused = told(" ".join(LIST), *worded)
    assert len(proved) == len(LIST)
    assert refused == ()
