from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.palace.cues import chinese, english, others
from llmwiki.palace.halls import HALLS, hall_of

LABELLED = [line.split("\t") for line in (Path(__file__).parent / "halls.tsv").read_text(encoding="utf-8").splitlines()[1:]]
LEAST_F1 = 0.8


@pytest.mark.parametrize("language", ["en", "zh"])
def test_statements_that_chose_no_cue_find_their_hall(language: str) -> None:
    rows = [(hall, hall_of(text)) for code, hall, half, text in LABELLED if code == language and half == "held"]
    scores = []
    for hall in HALLS:
        right = sum(labelled == found == hall for labelled, found in rows)
        scores.append(2 * right / sum((labelled == hall) + (found == hall) for labelled, found in rows))
    assert sum(scores) / len(scores) >= LEAST_F1


def test_the_labelled_set_is_large_and_even() -> None:
    for language in ("en", "zh"):
        texts = {text for code, _, _, text in LABELLED if code == language}
        halls = [hall for code, hall, _, _ in LABELLED if code == language]
        assert len(texts) == len(halls) >= 150
        assert {hall: halls.count(hall) for hall in HALLS} == dict.fromkeys(HALLS, 30)


@pytest.mark.parametrize(
    ("text", "hall"),
    [
        ("", "facts"),
        ("12 + 30", "facts"),
        ("Ich mag keine langen Sitzungen.", "preferences"),
        ("Il faut toujours fermer la porte.", "advice"),
        ("La empresa fue fundada en 1998.", "events"),
        ("Das Gerät besteht aus drei Teilen.", "facts"),
        ("昨日、東京で会議が開催された。", "events"),
        ("コーヒーよりお茶が好きです。", "preferences"),
        ("알고 보니 캐시가 문제였다.", "discoveries"),
        ("Не надо хранить пароли в репозитории.", "advice"),
        ("กรุงเทพเป็นเมืองหลวง", "facts"),
        ("“I prefer tea”, she said — as always.", "preferences"),
        ("\udcff Always lock the door.", "advice"),
    ],
)
def test_other_languages_and_odd_texts_have_a_hall(text: str, hall: str) -> None:
    assert hall_of(text) == hall


@pytest.mark.parametrize(
    ("heading", "hall"),
    [("How to", "advice"), ("Changelog", "events"), ("实验结果", "discoveries"), ("个人偏好", "preferences"), ("Colours", "facts")],
)
def test_the_innermost_heading_counts(heading: str, hall: str) -> None:
    assert hall_of("Blue, green, red.", ("Changelog", heading)) == hall


def test_a_long_text_needs_more_than_one_sign() -> None:
    facts = "The store keeps rows in pages of four kilobytes. " * 12
    assert hall_of(f"{facts} You should know that.") == "facts"
    assert hall_of("You should know that.") == "advice"


def test_no_word_is_taken_for_a_part_of_another() -> None:
    assert hall_of("The unlikely candidate dislocated a shoulder.") == "facts"


@pytest.mark.parametrize(
    "table", [english.CUES, english.HEADINGS, chinese.CUES, chinese.STARTS, others.LATIN, *others.BY_LANGUAGE.values()]
)
def test_no_cue_is_empty_or_stands_in_one_hall_twice(table: dict[str, dict[float, str]]) -> None:
    for hall, by_weight in table.items():
        cues = [cue for text in by_weight.values() for cue in text.split("|")]
        assert hall in HALLS
        assert all(cue and cue == cue.strip().lower() for cue in cues)
        assert sorted(set(cues)) == sorted(cues), hall
