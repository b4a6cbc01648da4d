"""What a careful editor makes of a quote, in other words and another order, is no gap; what turns it round is one.

``paraphrases.tsv`` has a line a pair: ``true`` or ``false``, statement, quote.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.facts.cardinals import cardinals_in
from llmwiki.facts.composed import composed_in
from llmwiki.facts.eras import eras_held
from llmwiki.facts.numbers import plain_digits
from llmwiki.facts.scores import scores_in
from llmwiki.facts.support import Evidence
from llmwiki.facts.unproven import unproven
from llmwiki.scribe.stated import stated_names

CASES = [line.split("\t") for line in (Path(__file__).parent / "paraphrases.tsv").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("kind", "statement", "quote"), CASES, ids=[case[1] for case in CASES])
def test_a_paraphrase_is_no_gap_and_what_turns_it_round_is_one(kind: str, statement: str, quote: str) -> None:
    found = unproven(statement, Evidence((quote,), whole=quote), stated_names)
    assert bool(found) == (kind == "false"), found


@pytest.mark.parametrize(
    ("text", "value", "base"),
    [
        ("six and a half hours", 6.5, "second"),
        ("two and three quarters litres", 2.75, "litre"),
        ("a year and a half", 1.5, "month"),
        ("half an hour", 0.5, "second"),
        ("2个半小时", 2.5, "second"),
        ("三分半钟", 3.5, "second"),
        ("一斤半", 1.5, "kilogram"),
        ("半小时", 0.5, "second"),
        ("half a dozen", 6, ""),
        ("three dozen", 36, ""),
        ("one hundred and twenty litres", 120, "litre"),
        ("one in five", 20, "percent"),
        ("4 out of 5", 80, "percent"),
        ("每20名患者中有3", 15, "percent"),
        ("2 hours and 15 minutes", 135, "second"),
        ("2小时15分", 135, "second"),
        ("5 feet 11 inches", 71, "metre"),
    ],
)
def test_words_make_one_number(text: str, value: float, base: str) -> None:
    (number,) = composed_in(plain_digits(text))
    assert (round(number.value, 6), number.unit.base if number.unit else "", number.text) == (value, base, text)


@pytest.mark.parametrize("text", ["上半年", "six and a few hours", "3 litres and 2 hours", "5 in 3", "15 minutes and 2 hours"])
def test_other_words_make_none(text: str) -> None:
    assert composed_in(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twelve hundred and fifty", [1250]),
        ("two hundred and ten thousand", [210000]),
        ("one million, two hundred thousand", [1200000]),
        ("between one thousand and two thousand", []),  # two numbers
        ("twenty thirty hundred", []),
        ("five and six hundred", []),
        ("twenty-one", []),  # no more than a number word
    ],
)
def test_english_numbers_of_several_words(text: str, values: list[float]) -> None:
    assert [cardinal.value for cardinal in cardinals_in(text)] == values


@pytest.mark.parametrize(
    ("statement", "evidence", "held"),
    [
        ("in the 1930s", "in 1934", ["1930s"]),
        ("in the 1930s", "in 1944", []),
        ("in the nineteenth century", "in 1842", ["nineteenth century"]),
        ("in the twenty-first century", "in 2005", ["twenty-first century"]),
        ("in the 18th century", "in 1842", []),
        ("20世纪30年代", "1934年", ["20世纪30年代"]),
        ("十九世纪", "1842年", ["十九世纪"]),
        ("19世纪", "高1842米", []),
    ],
)
def test_a_year_lies_in_its_decade_and_century(statement: str, evidence: str, held: list[str]) -> None:
    assert [era.text for era in eras_held(statement, evidence)] == held


@pytest.mark.parametrize(("text", "score"), [("won 3-1", (3, 1)), ("15:13", (15, 13)), ("以三比二取胜", (3, 2)), ("version 1-2-3", None)])
def test_results_of_matches(text: str, score: tuple[float, float] | None) -> None:
    assert scores_in(text) == ({score} if score else set())
