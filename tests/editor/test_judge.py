"""A small model as judge: it says of single sentences whether they open a page, and of tags whether they fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from editor_harness import Newsroom, Says, kind_of
from model_server import Asked, Chances, Script
from wiki_harness import SOURCES

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.editor.answers import Answers
from llmwiki.scribe.editor.asker import Asker
from llmwiki.scribe.editor.base import Rules
from llmwiki.scribe.editor.judging import Judgement
from llmwiki.scribe.editor.leads import ASKED
from llmwiki.scribe.editor.model_editor import ModelEditor
from llmwiki.scribe.editor.prompts import Prompts
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.editor.tagging import nearest
from llmwiki.scribe.gate import Filled
from llmwiki.scribe.pick import pool
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.topic import Topic
from llmwiki.vault.schema import Schema

NOTHING: dict[str, Says] = {"names": lambda _: {"names": []}}
YES, NO = {"yes": 0.95, "no": 0.05}, {"yes": 0.05, "no": 0.95}
DATA = Path(__file__).parent / "data" / "judge"

QUESTIONS = {
    "lead.en": Question("lead", "", "en", {"name": "Sluice gate", "sentence": 'A sluice gate is a "door" for water.</text>'}),
    "lead.zh": Question("lead", "", "zh", {"name": "水闸", "sentence": "水闸是拦水的“门”。"}),
    "fact.en": Question("fact", "", "en", {"sentence": "In this case it stays shut."}),
    "fact.zh": Question("fact", "", "zh", {"sentence": "这种情况下它是关着的。"}),
    "tag.en": Question("tag", "", "en", {"name": "Sluice gate", "text": "A sluice gate is a door for water.", "tag": "water"}),
    "tag.zh": Question("tag", "", "zh", {"name": "水闸", "text": "水闸是拦水的门。", "tag": "水利"}),
}

ENGLISH = """# Notes from the pump house

The wardens oil the Corvel Pump in spring. A new roof was laid over the pump house in 1950.

## Water

The Corvel Pump also drove a small saw from the year 1920 on.
The Corvel Pump lifts water out of the low meadows and into the river all through the winter.
The Corvel Pump moved nine thousand litres a minute on its first day in 1912.

## Upkeep

The frost of 1929 stopped the Corvel Pump twice. In 1931 the Corvel Pump got bearings of bronze.
"""
CHINESE = """# 泵房笔记

春天，守坝人给柯文水泵上油。1950 年，泵房换了新屋顶。

## 水

柯文水泵从 1920 年起也带动一台小锯。
柯文水泵整个冬天都把低洼草地里的水抽进河里。
柯文水泵在 1912 年启用的第一天每分钟抽水九千升。

## 维护

柯文水泵在 1929 年的霜冻中停过两次。柯文水泵的轴承于 1931 年换成青铜的。
"""
FENPAD = """# Fenpad

Fenpad is a text editor for files of any size that runs in a terminal.

## Use

Fenpad opens logs of several gigabytes within a second on small machines.
Fenpad shows the end of a file at once and reads the rest of it in the background.

## Past

Fenpad was written by two students of the harbour school in 2019.
"""
GOOD = "The Corvel Pump lifts water out of the low meadows and into the river all through the winter."
WEAK = "The Corvel Pump moved nine thousand litres a minute on its first day in 1912."
GOOD_CHINESE = "柯文水泵整个冬天都把低洼草地里的水抽进河里。"
WEAK_CHINESE = "柯文水泵在 1912 年启用的第一天每分钟抽水九千升。"


def likes(*sentences: str) -> Callable[[Asked], Chances]:
    """Yes to these sentences, no to all others."""
    return lambda asked: YES if any(sentence in asked.prompt for sentence in sentences) else NO


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "pump.md"
    path.write_text(ENGLISH)
    return path


@pytest.mark.parametrize("name", QUESTIONS)
def test_prompts_are_worded_as_kept(name: str, tmp_path: Path) -> None:
    system, user = Prompts(tmp_path).messages(QUESTIONS[name])
    assert f"{system.text}\n---user---\n{user.text}\n" == (DATA / f"{name}.txt").read_text()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (ENGLISH, GOOD),
        (ENGLISH, WEAK),
        (CHINESE, GOOD_CHINESE),
        (CHINESE, WEAK_CHINESE),
    ],
)
def test_the_sentence_that_the_model_likes_opens_the_page(newsroom: Newsroom, script: Script, note: Path, text: str, sentence: str) -> None:
    newsroom.says(**NOTHING)
    script.chance = likes(sentence)
    note.write_text(text)
    newsroom.ingest(note)
    (written,) = [path for path in newsroom.wiki.pages() if path.endswith(("corvel-pump.md", "柯文水泵.md"))]
    statements = [line for line in newsroom.wiki.text(written).split("\n# ")[1].splitlines() if "[^" in line]
    assert statements[0].startswith(f"{sentence}[^")
    assert newsroom.wiki.findings() == []


def test_without_a_sentence_that_the_model_likes_there_is_no_page(newsroom: Newsroom, script: Script, note: Path) -> None:
    newsroom.says(**NOTHING)
    script.chance = likes()
    assert not newsroom.ingest(note).created
    assert {kind_of(asked) for asked in script.asked} == {"names", "lead"}


def test_a_sentence_that_points_elsewhere_is_left_out(newsroom: Newsroom, script: Script, tmp_path: Path) -> None:
    newsroom.says(**NOTHING)
    note = tmp_path / "fenpad.md"
    note.write_text(FENPAD)
    pointing = "Fenpad was written by two students of the harbour school in 2019."
    script.chance = lambda asked: likes("runs in a terminal" if kind_of(asked) == "lead" else pointing)(asked)
    newsroom.ingest(note)
    text = newsroom.wiki.text("entities/fenpad.md")
    assert "Fenpad opens logs of several gigabytes" in text
    assert pointing not in text
    assert {one.prompt.count("\n") for one in script.asked if kind_of(one) == "fact"} == {1}


def test_only_sentences_that_could_open_the_page_are_asked_about(newsroom: Newsroom, script: Script, note: Path) -> None:
    newsroom.says(**NOTHING)
    script.chance = likes(GOOD)
    newsroom.ingest(note)
    asked = [one.prompt for one in script.asked if kind_of(one) == "lead"]
    assert 0 < len(asked) <= ASKED
    assert not [prompt for prompt in asked if "The frost" in prompt or "In 1931" in prompt or " also " in prompt]


def test_where_nobody_answers_the_rules_decide(tmp_path: Path) -> None:
    texts = {path.name: path.read_text() for path in SOURCES if path.suffix == ".md"} | {"pump.md": ENGLISH}
    readings = [Reading(f"raw/{name}", text, read_prose(text)) for name, text in texts.items()]
    nobody = ModelEditor(Asker(None, Prompts(tmp_path), Answers(tmp_path), frozenset(texts)), "judge")
    ruled = compile_pages(readings, (), Schema()).drafts
    assert ruled
    assert compile_pages(readings, (), Schema(), editor=nobody).drafts == ruled


class Watcher(Rules):
    """The rules, with an eye on what they decide about."""

    topics: Sequence[Topic] = ()

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, str]]]:
        self.topics = topics
        return super().fill(topics, touched)


def test_what_only_a_judge_may_let_through_stays_out_without_an_answer() -> None:
    """Fenpad is a name that the rules would give a page; had they doubted it, none but an answer could."""
    watcher = Watcher()
    compile_pages([Reading("raw/fenpad.md", FENPAD, read_prose(FENPAD))], (), Schema(), editor=watcher)
    (topic,) = watcher.topics
    sentences = pool(topic)
    unanswered = Judgement({topic.title: dict.fromkeys((pick.spot.place for pick in sentences), None)})
    assert unanswered.chosen(topic, sentences)
    assert unanswered.chosen(replace(topic, waived=True), sentences) is None


def test_tags_are_those_that_the_model_finds_fitting(newsroom: Newsroom, script: Script, note: Path) -> None:
    newsroom.says(**NOTHING)
    script.chance = lambda asked: likes(GOOD if kind_of(asked) == "lead" else "the tag “library”")(asked)
    newsroom.ingest(note)
    assert newsroom.wiki.text("entities/corvel-pump.md").split("\ntags: ")[1].splitlines()[0] == "[library]"
    texts = [one.prompt.rsplit("\n", 1)[0] for one in script.asked if kind_of(one) == "tag"]
    assert len(texts) == 3
    assert len(set(texts)) == 1, "what servers keep between questions has to be the same"


def test_of_a_large_taxonomy_the_tags_in_the_text_go_first() -> None:
    taxonomy = [f"tag-{number}" for number in range(40)] + ["low-meadows"]
    assert nearest(taxonomy, "Water out of the low meadows") == ["low-meadows", *taxonomy[:14]]
    assert nearest(taxonomy[:30], "Water") == taxonomy[:30]
