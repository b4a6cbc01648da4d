"""A model is asked what a text names only where that can make a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor_harness import Newsroom, kind_of
from model_server import Asked, Script
from naming_texts import NAMES, TEXTS, note
from wiki_harness import SOURCES
from writer_texts import written

from llmwiki.scribe.editor.nameable import nameable
from llmwiki.scribe.notes import analyse
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose

LANGUAGES = ("en", "zh")
ANSWERS = ".wiki/ledger/answers/articles/course-en.md.jsonl"
DEFINED = {
    "en": "Working backwards is a method that solves a problem by starting from the wanted result.",
    "zh": "用户反馈周期是指用户从提出意见到收到答复所消耗的时间。",
}


def found(*texts: str) -> frozenset[str]:
    readings = [Reading(f"raw/{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    return nameable(readings, [analyse(reading) for reading in readings])


def names_of(script: Script) -> list[Asked]:
    return [asked for asked in script.asked if kind_of(asked) == "names"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_would_fill_a_page_were_it_named(language: str) -> None:
    assert found(TEXTS[language]) == {NAMES[language].lower()}
    assert found(TEXTS["zh"], TEXTS["en"]) == {name.lower() for name in NAMES.values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_sentence_defines_fills_none(language: str) -> None:
    assert found(TEXTS[language].replace(DEFINED[language], "")) == frozenset()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_too_little_of_fills_none(language: str) -> None:
    assert found(TEXTS[language].partition(DEFINED[language])[0] + DEFINED[language]) == frozenset()


@pytest.mark.parametrize(("language", "name"), [("en", "Story mapping"), ("zh", "海水倒灌现象")])
def test_what_the_rules_give_a_page_needs_no_word(language: str, name: str) -> None:
    assert found(TEXTS[language].replace(NAMES[language], name)) == frozenset()


def test_a_definition_may_stand_behind_a_clause() -> None:
    text = TEXTS["zh"].replace("用户反馈周期是指", "一般来说，用户反馈周期是指")
    assert NAMES["zh"] in found(text)


def test_a_name_is_known_by_all_its_spellings() -> None:
    """Pieces that write it otherwise are asked about too."""
    text = TEXTS["en"].replace("Working backwards takes", "Working-backwards takes")
    assert found(text) >= {"working backwards", "working-backwards"}


@pytest.mark.trial(but=["zh"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_pieces_that_name_it_are_asked_about_and_the_answer_makes_the_page(
    newsroom: Newsroom, script: Script, tmp_path: Path, language: str
) -> None:
    far = "\n\n".join(f"Hall {number} has {number} doors and a clock of its own that nobody winds up on Sundays." for number in range(90))
    newsroom.says(names=lambda prompt: {"names": [{"name": NAMES[language], "kind": "concept"}] if NAMES[language] in prompt else []})
    file = note(tmp_path / "in", language)
    file.write_text(f"{TEXTS[language]}\n## Halls\n\n{far}\n", "utf-8")
    newsroom.ingest(file, *SOURCES[:1])
    assert 1 <= len(names_of(script)) <= 2
    assert all(NAMES[language] in asked.prompt for asked in names_of(script))
    assert any(f"title: {NAMES[language]}\n" in newsroom.wiki.text(page) for page in newsroom.wiki.pages())
    assert newsroom.wiki.findings() == []
    before, calls = newsroom.wiki.files(), newsroom.calls
    assert not newsroom.ingest(file).receipt.files
    assert (newsroom.wiki.files(), newsroom.calls) == (before, calls)


def test_a_text_that_brings_nothing_to_name_is_not_asked_about(newsroom: Newsroom, script: Script, tmp_path: Path) -> None:
    text = "# Halls\n\n" + " ".join(f"Hall {number} has {number} doors." for number in range(90))
    newsroom.ingest(*written(tmp_path, halls=text))
    assert names_of(script) == []


@pytest.mark.trial
def test_an_answer_of_before_counts_and_goes_when_all_is_asked_anew(newsroom: Newsroom, script: Script, tmp_path: Path) -> None:
    """What was answered on a piece that would not be asked about any more stays, until another model is to answer everything."""
    newsroom.says(names=lambda _: {"names": []})
    file = note(tmp_path / "in")
    halls = "\n\n".join(f"Hall {number} holds machine {number}, found by working backwards." for number in range(90))
    file.write_text(f"{TEXTS['en']}\n\n{halls}\n", "utf-8")
    newsroom.ingest(file)
    calls = len(names_of(script))
    file.write_text(f"{TEXTS['en'].replace(DEFINED['en'], '')}\n\n{halls}\n", "utf-8")
    newsroom.ingest(file)
    assert len(names_of(script)) == calls > 1
    assert newsroom.wiki.text(ANSWERS).count('{"names": []}') == calls - 1
    config = newsroom.wiki.text(".wiki/config.toml")
    newsroom.wiki.write(".wiki/config.toml", config.replace('"scripted"', '"another"'))
    assert newsroom.ingest().asked.outdated == ("raw/articles/course-en.md",)
    newsroom.ingest(anew=True)
    assert newsroom.ingest().asked.outdated == ()
    assert len(names_of(script)) == calls
