"""Replies of which one item does not fit: it is left out with its reason, and the others count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import scripted_writer
from editor_harness import Newsroom, kind_of
from model_server import Script
from naming_texts import NAMES, note
from wiki_harness import Wiki
from writer_texts import FUSION, FUSION_ZH, LOOM, written

from llmwiki.report.asked import asked_json, asked_lines
from llmwiki.scribe.editor.answers import Answer, answers_file

LONG = {"en": "a query engine that keeps every table in memory", "zh": "一种把两个列表合并成一个列表的方法" * 3}


def answers(wiki: Wiki, file: Path) -> list[Answer]:
    """The kept answers on a source."""
    lines = wiki.text(answers_file(f"raw/articles/{file.name}")).splitlines()
    return [Answer(data["by"], data["value"], data.get("why", "")) for data in map(json.loads, lines)]


@pytest.mark.trial(but=["Tarn"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("bad", [{"name": "LONG", "kind": "concept"}, {"name": "Tarn", "kind": "town"}, {"name": "x"}, "Tarn", None])
def test_one_bad_name_falls_and_the_others_stand(newsroom: Newsroom, script: Script, tmp_path: Path, language: str, bad: Any) -> None:
    if isinstance(bad, dict):
        bad = {key: value.replace("LONG", LONG[language]) for key, value in bad.items()}
    newsroom.says(names=lambda _: {"names": [bad, {"name": NAMES[language], "kind": "concept"}]})
    file = note(tmp_path / "in", language)
    result = newsroom.ingest(file)
    assert len([asked for asked in script.asked if kind_of(asked) == "names"]) == 1, "nobody is asked again"
    (names,) = [answer for answer in answers(newsroom.wiki, file) if isinstance(answer.value, dict)]
    assert names.value == {"names": [{"name": NAMES[language], "kind": "concept"}]}
    assert names.why.startswith("names.0: ")
    assert result.asked
    assert not result.asked.failures
    assert [(part.kind, part.why) for part in result.asked.partial] == [("names", names.why)]
    assert asked_json(result.asked)["model"]["left_out"][0]["kind"] == "names"
    told = "".join(part.text for line in asked_lines(result.asked) for part in line)
    assert f"a part of an answer was left out (names): {names.why}" in told
    assert not newsroom.ingest().receipt.files


def test_a_reply_of_which_nothing_is_left_is_a_bad_answer(newsroom: Newsroom, script: Script, tmp_path: Path) -> None:
    newsroom.says(names=lambda _: {"names": [{"name": LONG["en"], "kind": "concept"}, {"name": LONG["zh"], "kind": "concept"}]})
    result = newsroom.ingest(note(tmp_path / "in"))
    assert len([asked for asked in script.asked if kind_of(asked) == "names"]) == 2, "asked once more, then given up"
    assert result.asked
    assert [failure.kind for failure in result.asked.failures] == ["names"]
    assert not result.asked.partial


def test_one_bad_claim_falls_and_the_others_are_written(script: Script, tmp_path: Path) -> None:
    room = Newsroom.build(tmp_path / "wiki", script, way="writer")
    script.chance = scripted_writer.chance

    def claims(prompt: str) -> dict[str, Any]:
        said = scripted_writer.claims(prompt)["claims"]
        return {"claims": [said[0] | {"statement": said[0]["statement"] + " ".join(map(str, range(200)))}, {"sentence": "1"}, *said]}

    room.says(claims=claims, summary=scripted_writer.summary)
    result = room.ingest(*written(tmp_path, loom=LOOM, fusion=FUSION, 排名融合=FUSION_ZH))
    assert "Loom was written in Ostrava in 2016." in room.wiki.text("entities/loom.md")
    assert "排名融合不需要训练数据。" in room.wiki.text("concepts/rank-fusion.md")
    assert result.asked
    assert [part.why.count("claims.") for part in result.asked.partial] == [2, 2, 2]
    assert room.wiki.findings() == []
