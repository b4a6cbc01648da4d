"""A small model as judge: it says of single sentences whether they open a page, and of tags whether they fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from editor_harness import Newsroom, Says, kind_of
from model_server import Asked, Chances, Script
from wiki_harness import SOURCES

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.draft import Draft
from llmwiki.scribe.editor.answers import Answer, Answers
from llmwiki.scribe.editor.asker import Asker
from llmwiki.scribe.editor.model_editor import ModelEditor
from llmwiki.scribe.editor.prompts import Prompts
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.editor.tagging import nearest, with_tags
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.vault.schema import Schema

NOTHING: dict[str, Says] = {"names": lambda _: {"names": []}}
YES, NO = {"yes": 0.95, "no": 0.05}, {"yes": 0.05, "no": 0.95}
DATA = Path(__file__).parent / "data" / "judge"

QUESTIONS = {
    "fact.en": Question("fact", "", "en", {"sentence": "In this case it stays shut."}),
    "fact.zh": Question("fact", "", "zh", {"sentence": "这种情况下它是关着的。"}),
    "tag.en": Question("tag", "", "en", {"name": "Sluice gate", "text": "A sluice gate is a door for water.", "tag": "water"}),
    "tag.zh": Question("tag", "", "zh", {"name": "水闸", "text": "水闸是拦水的门。", "tag": "水利"}),
}

FENPAD = """# Fenpad

Fenpad is a text editor for files of any size that runs in a terminal.

## Use

Fenpad opens logs of several gigabytes within a second on small machines.
Fenpad shows the end of a file at once and reads the rest of it in the background.

## Past

Fenpad was written by two students of the harbour school in 2019. Fenpad keeps its settings in one file of plain text.
Fenpad speaks nine languages, Welsh among them. Fenpad never asks before it closes a file.
"""
FENPAD_ZH = """# 芬笺编辑器

芬笺编辑器是一种在终端里运行的文本编辑器，可以打开任意大小的文件。

## 使用

芬笺编辑器能在一秒内打开几个 GB 的日志。芬笺编辑器先显示文件末尾，再在后台读取其余部分。

## 历史

芬笺编辑器由港口学校的两名学生于 2019 年编写。芬笺编辑器把设置存放在一个纯文本文件里。芬笺编辑器的界面有九种语言。芬笺编辑器关闭文件之前从不询问。
"""


def likes(*sentences: str) -> Callable[[Asked], Chances]:
    """Yes to these sentences, no to all others."""
    return lambda asked: YES if any(sentence in asked.prompt for sentence in sentences) else NO


@pytest.fixture
def note(tmp_path: Path) -> Path:
    return tmp_path / "note.md"


@pytest.mark.parametrize("name", QUESTIONS)
def test_prompts_are_worded_as_kept(name: str, tmp_path: Path) -> None:
    system, user = Prompts(tmp_path).messages(QUESTIONS[name])
    assert f"{system.text}\n---user---\n{user.text}\n" == (DATA / f"{name}.txt").read_text()


@pytest.mark.trial(but=["text1"])
@pytest.mark.parametrize(
    ("text", "pointing"),
    [
        (FENPAD, "Fenpad was written by two students of the harbour school in 2019."),
        (FENPAD_ZH, "芬笺编辑器由港口学校的两名学生于 2019 年编写。"),
    ],
)
def test_a_sentence_that_points_elsewhere_is_left_out(newsroom: Newsroom, script: Script, note: Path, text: str, pointing: str) -> None:
    newsroom.says(**NOTHING)
    note.write_text(text)
    script.chance = likes(pointing)
    newsroom.ingest(note)
    (page,) = newsroom.wiki.pages()
    assert newsroom.wiki.text(page).count("[^") > 3
    assert pointing not in newsroom.wiki.text(page)
    assert newsroom.wiki.findings() == []


def test_enough_is_left_of_a_page_whatever_the_model_says(newsroom: Newsroom, script: Script, note: Path) -> None:
    newsroom.says(**NOTHING)
    note.write_text(FENPAD)
    script.chance = lambda _: YES
    newsroom.ingest(note)
    text = newsroom.wiki.text(newsroom.wiki.pages()[0])
    assert len([line for line in text.splitlines() if line.startswith("- ") and "[^" in line]) == 3
    asked = [one.prompt for one in script.asked if kind_of(one) == "fact"]
    assert len(asked) == len(set(asked)) >= 4


def test_where_nobody_answers_the_rules_decide(tmp_path: Path) -> None:
    texts = {path.name: path.read_text() for path in SOURCES if path.suffix == ".md"} | {"fenpad.md": FENPAD}
    readings = [Reading(f"raw/{name}", text, read_prose(text)) for name, text in texts.items()]
    nobody = ModelEditor(Asker(None, Prompts(tmp_path), Answers(tmp_path), frozenset(texts)), "judge")
    ruled = compile_pages(readings, (), Schema()).drafts
    assert ruled
    assert compile_pages(readings, (), Schema(), editor=nobody).drafts == ruled


def test_tags_are_those_that_the_model_finds_fitting(newsroom: Newsroom, script: Script, note: Path) -> None:
    newsroom.says(**NOTHING)
    note.write_text(FENPAD)
    script.chance = likes("the tag “library”")
    newsroom.ingest(note)
    assert newsroom.wiki.text(newsroom.wiki.pages()[0]).split("\ntags: ")[1].splitlines()[0] == "[library]"
    texts = [one.prompt.rsplit("\n", 1)[0] for one in script.asked if kind_of(one) == "tag"]
    assert len(texts) == 3
    assert len(set(texts)) == 1, "what servers keep between questions has to be the same"


def test_of_a_large_taxonomy_the_tags_in_the_text_go_first() -> None:
    taxonomy = [f"tag-{number}" for number in range(40)] + ["low-meadows"]
    assert nearest(taxonomy, "Water out of the low meadows") == ["low-meadows", *taxonomy[:14]]
    assert nearest(taxonomy[:30], "Water") == taxonomy[:30]


@pytest.mark.parametrize(("chance", "tags"), [(0.7, ("library",)), (0.2, ())])
def test_a_tag_of_the_rules_stays_unless_the_model_denies_it(tmp_path: Path, chance: float, tags: tuple[str, ...]) -> None:
    draft = Draft("Fenpad", "entity", (), "Fenpad is an editor.", ("library",), ("raw/articles/fenpad.md",), "en", ())
    asker = Asker(None, Prompts(tmp_path), Answers(tmp_path), draft.sources)
    with_tags([draft], ("library", "search"), asker)
    for question in asker.pending.values():
        asker.answers.keep(question, Answer("", chance))
    assert with_tags([draft], ("library", "search"), asker)[0].tags == tags
