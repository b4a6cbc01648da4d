"""The chances of a sentence, and what they do to pages. In both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

import pytest

import llmwiki.scribe
from llmwiki.scribe.appraisal import BASE, Appraisal, appraisals
from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.editor.base import Rules
from llmwiki.scribe.gate import Filled, fill
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.pick import pool
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.surroundings import around, told_of
from llmwiki.scribe.topic import Pick, Topic
from llmwiki.scribe.traits import NAME, words_of
from llmwiki.vault.schema import read_schema

RULES = read_schema("## Page Thresholds\n- concept_min_sections: 1\n")
LONG = "\n\n".join(f"The staff of branch {number} met on a Monday and spoke of many small things for an hour." for number in range(20))
LONG_ZH = "\n\n".join(f"第{number}分馆的同事们星期一开了一个小时的会，谈了很多小事。" for number in range(20))
HERON = f"""# Search at the network

## Heron Search

Heron Search is an open-source search engine that finds passages in the leaflets of a library network. Heron Search keeps one index for
each branch. Heron Search reads both English and Chinese leaflets.

To try it, type a word into Heron Search and press the button on the left.

- In the hall, Heron Search had 3 of them.

## Meetings

{LONG}
"""
HERON_ZH = f"""# 馆内检索

## 苍鹭检索引擎

苍鹭检索引擎是一种从馆藏资料中查找段落的开源检索系统。苍鹭检索引擎为每个分馆单独保存一份索引。苍鹭检索引擎支持中文和英文资料。

有的人后来也不喜欢苍鹭检索引擎了。

大厅里的苍鹭检索引擎要3分钟。

## 会议

{LONG_ZH}
"""


class Watching(Rules):
    """Keeps what is given to it."""

    def __init__(self) -> None:
        self.topics: list[Topic] = []

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:  # noqa: ARG002
        self.topics.extend(topics)
        return fill(topics)


def seen(text: str, title: str) -> tuple[Topic, list[Pick]]:
    watching = Watching()
    compile_pages([Reading("raw/articles/a.md", text, read_prose(text))], [], RULES, editor=watching)
    topic = next(topic for topic in watching.topics if topic.title == title)
    return topic, pool(topic)


def chances(text: str, title: str) -> dict[str, Appraisal]:
    topic, picks = seen(text, title)
    return {pick.text: chance for pick, chance in zip(picks, appraisals(topic, picks), strict=True)}


@pytest.mark.parametrize(
    ("text", "title", "definition", "fact", "debris"),
    [
        (HERON, "Heron Search", "Heron Search is an open-source", "Heron Search keeps one index", "To try it, type"),
        (HERON_ZH, "苍鹭检索引擎", "苍鹭检索引擎是一种", "苍鹭检索引擎支持", "有的人后来"),
    ],
)
def test_a_definition_opens_and_debris_spoils(text: str, title: str, definition: str, fact: str, debris: str) -> None:
    found = chances(text, title)
    by_start = {start: next(chance for said, chance in found.items() if said.startswith(start)) for start in (definition, fact, debris)}
    assert by_start[definition].opens > 0.5 > by_start[fact].opens
    assert by_start[debris].spoils > 2 * by_start[fact].spoils
    assert all(0 < chance < 1 for appraisal in found.values() for chance in appraisal)


@pytest.mark.parametrize(("text", "title"), [(HERON, "Heron Search"), (HERON_ZH, "苍鹭检索引擎")])
def test_what_would_be_taken_off_is_not_on_the_page(text: str, title: str) -> None:
    (page,) = compile_pages([Reading("raw/articles/a.md", text, read_prose(text))], [], RULES).drafts
    told = [statement.text for statement in (*page.lead, *(said for part in page.parts for said in part.statements))]
    assert page.title == title
    assert len(told) == 3
    assert not any(word in line for line in told for word in ("In the hall", "press the button", "不喜欢", "大厅"))


def test_what_a_page_is_about_has_no_weight() -> None:
    """Only its place among the words counts: no name is a trait."""
    _, picks = seen(HERON, "Heron Search")
    words = words_of(picks[0])
    assert not any("heron" in word.lower() for word in words)
    assert {NAME, f"{NAME}is", f"{NAME}is an", f"^{NAME}"} <= words
    _, picks = seen(HERON_ZH, "苍鹭检索引擎")
    assert {f"{NAME}是一", f"^{NAME}是"} <= words_of(picks[0])


AROUND = """# How to try Heron Search

## Example

For example, let us take a small branch. {sentence}

```
heron --try
```

{sentence} It was bought in 2019, and these shelves stayed.

## Heron Search

{sentence}
"""
AROUND_ZH = """# 苍鹭检索引擎教程

## 示例

例如，我们来看一个小分馆。{sentence}

```
heron --try
```

{sentence}它在2019年买来了，这些书架还在。

## 苍鹭检索引擎

{sentence}
"""


@pytest.mark.parametrize(
    ("text", "title", "sentence"),
    [
        (AROUND, "Heron Search", "Heron Search reads the leaflets of all branches."),
        (AROUND_ZH, "苍鹭检索引擎", "苍鹭检索引擎读取各分馆的宣传页。"),
    ],
)
def test_what_is_around_a_sentence_is_seen(text: str, title: str, sentence: str) -> None:
    topic, picks = seen(text.format(sentence=sentence), title)
    told = told_of(topic)
    taught, after_code, own = (dict(around(topic, pick, pick, told)) for pick in picks if pick.text == sentence)
    assert (told.mentions, told.headings["raw/articles/a.md"]) == (len(topic.spots), 2)
    for name in ("heading tries", "example before", "example just before", "reader before", "text guides"):
        assert taught[name]
        assert not (name != "text guides" and own[name])
    assert after_code["code before"]
    assert not taught["code before"]
    assert own["heading is title"]
    assert own["headings above have title"]
    assert own["alone"]
    assert not after_code["alone"]
    assert taught["place in text"] < own["place in text"]


@pytest.mark.parametrize(
    ("text", "points", "past", "year"),
    [("It was bought in 2019, and these shelves stayed.", 1.0, 1.0, True), ("它在2019年买来了，这些书架还在。", 1.5, 0.5, True), ("Heron Search reads leaflets.", 0, 0, False)],
)  # fmt: skip
def test_words_that_point_and_tell_of_the_past_are_counted(text: str, points: float, past: float, *, year: bool) -> None:
    topic, picks = seen(HERON, "Heron Search")
    found = dict(around(topic, picks[0], replace(picks[0], text=text), told_of(topic)))
    assert (found["points"], found["past"], found["year"]) == (points, past, year)
    assert found["points nowhere"] is (points == 0)


MESSAGE = """# Kiosks

## Heron Search

Heron Search is an open-source search engine that finds passages in the leaflets of a library network. Heron Search keeps one index for
each branch. Heron Search reads both English and Chinese leaflets. {message}
"""
MESSAGE_ZH = """# 自助机

## Heron Search

Heron Search 是一种从馆藏资料中查找段落的开源检索系统。Heron Search 为每个分馆单独保存一份索引。Heron Search 支持中文和英文资料。{message}
"""
CHINESE, ENGLISH = "Heron Search 每秒可以查找两百个段落。", "Heron Search finds two hundred passages in each second."


@pytest.mark.parametrize(
    ("text", "message", "kept"),
    [
        (MESSAGE, CHINESE, False),
        (MESSAGE, ENGLISH, True),
        (MESSAGE_ZH, ENGLISH, False),
        (MESSAGE_ZH, CHINESE, True),
        (MESSAGE, f"\n\n## 中文说明\n\n{CHINESE}\n\n", True),
    ],
)
def test_a_piece_in_another_language_than_what_is_around_it_stays_off(text: str, message: str, *, kept: bool) -> None:
    text = text.format(message=message)
    (page,) = compile_pages([Reading("raw/articles/a.md", text, read_prose(text))], [], RULES).drafts
    told = {statement.text for statement in (*page.lead, *(said for part in page.parts for said in part.statements))}
    assert bool(told & {CHINESE, ENGLISH}) is kept


REMARKS = HERON.replace("## Meetings", "## Remarks\n\n{remark}\n\n## Meetings")


def told(*texts: str) -> set[str]:
    readings = [Reading(f"raw/articles/{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    (page,) = compile_pages(readings, [], RULES).drafts
    return {statement.text for part in page.parts for statement in part.statements}


def test_what_tells_nothing_definite_only_fills_what_would_be_too_short() -> None:
    remark = "Heron Search is very popular with everybody."
    long, short = REMARKS.format(remark=remark), REMARKS.format(remark=remark).replace("Heron Search keeps one index for\neach branch.", "")
    assert remark not in told(long)
    assert remark in told(short)


def test_two_sources_that_exclude_each_other_stand_on_the_page_however_weak() -> None:
    three, five = "In May Heron Search had 3 outages.", "In May Heron Search had 5 outages."
    assert not told(REMARKS.format(remark=three)) & {three, five}
    assert {three, five} <= told(REMARKS.format(remark=three), REMARKS.format(remark=five))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_trait_has_its_weights_once(language: str) -> None:
    text = (files(llmwiki.scribe) / "data" / f"appraisal_{language}.tsv").read_text(encoding="utf-8")
    names = [line.split("\t")[0] for line in text.splitlines() if not line.startswith("#")]
    assert len(names) == len(set(names))
    assert BASE in names
