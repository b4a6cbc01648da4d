"""A page of claims is not repeated by one of the rules under another name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.editor import claiming
from llmwiki.scribe.editor.claim import Proved
from llmwiki.scribe.editor.writing import fill
from llmwiki.scribe.gate import Filled, Pools
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.topic import Existing, Pick, Run, Spot, Topic

TEXTS = {
    "en": "Loom is an engine that keeps tables in memory. Loom runs in Ostrava. Loom has nine shards. Loom stops at night. Loom is free.",
    "zh": "织机是一种把表放在内存里的引擎。织机在奥斯特拉瓦运行。织机有九个分片。织机在夜里停机。织机是免费的。",
}
NAMES = {"en": ("Loom", "Engine of Ostrava"), "zh": ("织机", "奥斯特拉瓦引擎")}


def topic_of(title: str, reading: Reading, at: Sequence[int], existing: Existing | None = None) -> Topic:
    spots = tuple(Spot(reading, reading.prose.sentences[index], 0, 4) for index in at)
    return Topic(title, "entity", (title,), spots, 1.0, own=True, central=True, existing=existing)


def page_of(topic: Topic) -> Filled:
    """A page by the rules of all that names its topic."""
    picks = tuple(Pick(spot.sentence.text, spot, Run(spot.reading, spot.sentence, spot.sentence), 0, 1.0) for spot in topic.spots)
    return Filled(topic, Chosen(picks[0], picks[1:]))


def outcome(language: str, at: Sequence[int], *, exists: bool = False) -> tuple[list[str], list[tuple[str, Objection]]]:
    """Titles that fill a page, and what is dropped: claims on the first four sentences, and a second thing of the sentences ``at``."""
    reading = Reading("raw/loom.md", TEXTS[language], read_prose(TEXTS[language]))
    name, other = NAMES[language]
    kinds = ("definition", "fact", "fact", "fact")
    claims = tuple(Proved(reading, reading.prose.sentences[i], name, kind, reading.prose.sentences[i].text) for i, kind in enumerate(kinds))
    first = topic_of(name, reading, range(4))
    second = topic_of(other, reading, at, Existing("entities/other.md", other) if exists else None)

    def others(topics: Sequence[Topic], _: Pools) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:
        return [page_of(topic) for topic in topics], []

    filled, dropped = fill([first, second], claiming.Testimony({"raw/loom.md": claims}, {"raw/loom.md": 0b1111}), others)
    return [entry.topic.title for entry in filled], [(topic.title, objection) for topic, objection in dropped]


@pytest.mark.parametrize("language", TEXTS)
def test_a_new_page_of_the_same_sentences_is_left_out(language: str) -> None:
    name, other = NAMES[language]
    assert outcome(language, (0, 1, 2)) == ([name], [(other, Objection.REPEATS)])
    assert outcome(language, (0, 1, 2, 4)) == ([name], [(other, Objection.REPEATS)]), "three of four"


@pytest.mark.parametrize("language", TEXTS)
def test_a_page_that_shares_less_stays_and_so_does_one_that_exists(language: str) -> None:
    name, other = NAMES[language]
    assert outcome(language, (0, 1, 4)) == ([name, other], [])
    assert outcome(language, (0, 1, 2), exists=True) == ([name, other], [])
