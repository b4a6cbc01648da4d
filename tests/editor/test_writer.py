"""Pages out of what a large model states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import scripted_writer
from editor_harness import Newsroom, kind_of
from model_server import Script
from wiki_harness import SOURCES, TODAY, Wiki
from writer_texts import FUSION, FUSION_ZH, LOOM, written

from llmwiki.ingest import ingest
from llmwiki.llm.budget import Quote
from llmwiki.report.asked import asked_json, asked_lines
from llmwiki.scribe.editor.question import Question
from llmwiki.workspace import Workspace


@pytest.fixture
def room(tmp_path: Path, script: Script) -> Newsroom:
    made = Newsroom.build(tmp_path / "wiki", script, way="writer")
    script.chance = scripted_writer.chance
    made.says(claims=scripted_writer.claims, summary=scripted_writer.summary)
    return made


def test_pages_say_what_the_model_states_each_with_its_quote(room: Newsroom, tmp_path: Path) -> None:
    result = room.ingest(*written(tmp_path, loom=LOOM, fusion=FUSION, 排名融合=FUSION_ZH))
    assert room.wiki.findings() == []
    assert result.rejected == 0
    page = room.wiki.text("entities/loom.md")
    for said, quote in {
        "Loom was written in Ostrava in 2016.": "“It was written in Ostrava in 2016.”",
        "Loom answers 900 questions a second.": "“In short, Loom answers 900 questions a second.”",
        "Loom does not support nested tables.": "“It does not support nested tables.”",
        "Loom may lose the last write when power fails.": "“Loom may lose the last write when power fails.”",
    }.items():
        assert said in page
        assert quote in page
    assert "summary: A query engine that keeps every table in memory." in page
    both = room.wiki.text("concepts/rank-fusion.md")
    assert "aliases: [排名融合]" in both
    for said, quote in {
        "排名融合不需要训练数据。": "“它不需要训练数据。”",
        "排名融合使用每个名次的倒数。": "“众所周知，排名融合使用每个名次的倒数。”",
    }.items():
        assert said in both
        assert quote in both


@pytest.mark.trial
def test_summaries_are_counted_before_a_run_and_asked_several_at_a_time(tmp_path: Path, script: Script) -> None:
    room = Newsroom.build(tmp_path / "wiki", script, way="writer", extra="jobs = 2")
    two, numbers = Barrier(2), count()
    quoted: list[tuple[int, Counter[str]]] = []

    def summary(prompt: str) -> dict[str, Any]:
        if next(numbers) < 2:
            two.wait(timeout=5)  # until the other is asked as well
        return scripted_writer.summary(prompt)

    def agree(quote: Quote, questions: Sequence[Question]) -> bool:
        quoted.append((quote.calls, Counter(question.kind for question in questions)))
        return True

    room.says(claims=scripted_writer.claims, summary=summary)
    room.ingest(*written(tmp_path, loom=LOOM, fusion=FUSION, 排名融合=FUSION_ZH), agree=agree)
    asked = Counter(map(kind_of, script.asked))
    assert asked["summary"] >= 2
    assert "summary: A query engine that keeps every table in memory." in room.wiki.text("entities/loom.md")
    [(calls, kinds)] = quoted
    assert asked["summary"] <= kinds["summary"] <= 3  # sources
    assert calls == kinds.total()


def test_facts_with_dates_stand_by_date_and_relations_at_the_links(room: Newsroom, tmp_path: Path) -> None:
    room.ingest(*written(tmp_path, loom=LOOM, fusion=FUSION))
    loom, fusion = room.wiki.text("entities/loom.md"), room.wiki.text("concepts/rank-fusion.md")
    assert "- [[rank-fusion|Rank fusion]]: Loom uses rank fusion to join two lists.[^" in loom
    assert loom.count("Loom uses rank fusion") == 1
    history = fusion.partition("## History\n")[2].partition("\n## ")[0]
    assert history.index("1994") < history.index("2009")


def test_what_two_sources_state_stands_once_with_both_citations(room: Newsroom, tmp_path: Path) -> None:
    room.ingest(*written(tmp_path, loom=LOOM, fusion=FUSION))
    page = room.wiki.text("entities/loom.md")
    line = next(line for line in page.splitlines() if "900 questions" in line)
    assert page.count("900 questions a second.[^") == 1
    assert "[^loom-" in line
    assert "[^fusion-" in line


def test_a_name_with_too_few_statements_gets_no_page(room: Newsroom, tmp_path: Path) -> None:
    room.ingest(*written(tmp_path, loom=LOOM, wend="# Notes\n\nWend is a tool that prints labels. Wend runs on paper tape only.\n"))
    assert room.wiki.pages() == ["entities/loom.md"]


@pytest.mark.trial
def test_a_source_with_claims_stays_with_them_whatever_the_model_of_the_day(room: Newsroom, tmp_path: Path) -> None:
    room.ingest(*written(tmp_path, loom=LOOM))
    before, calls = room.wiki.text("entities/loom.md"), room.calls
    config = room.wiki.root / ".wiki/config.toml"
    config.write_text(config.read_text().replace('way = "writer"', 'way = "judge"'))
    room.says(claims=lambda _: pytest.fail("a judge is asked for claims"), names=lambda _: {"names": []})
    room.ingest(*written(tmp_path, fusion=FUSION))
    assert room.calls > calls
    page = room.wiki.text("entities/loom.md")
    assert all(line in page for line in before.partition("## Related")[0].splitlines() if line.startswith("- Loom"))
    config.write_text(config.read_text().partition("[model]")[0])
    (room.wiki.root / "concepts/rank-fusion.md").unlink(missing_ok=True)
    room.ingest(*written(tmp_path, third="# Third\n\nLoom is mentioned here once more in a third text.\n"))
    assert "Loom was written in Ostrava in 2016." in room.wiki.text("entities/loom.md")


@pytest.mark.trial
def test_a_comparison_of_pages_with_claims_is_made_as_ever(room: Newsroom) -> None:
    room.ingest(*SOURCES)
    assert "comparisons/quill-vs-heron.md" in room.wiki.pages()
    assert room.wiki.findings() == []
    again = room.ingest().receipt
    assert again
    assert again.files == ()


LIES: dict[str, Callable[[int, dict[str, str], str], dict[str, str]]] = {
    "Asten": lambda at, claim, _: {**claim, "sentence": str(at + 1), "statement": "Machines are systems that process information."},
    "Bodra": lambda at, claim, _: {**claim, "statement": f"A tidal lock gate is a gate of {at} metres."},
    "Cavel": lambda _, claim, before: {**claim, "statement": before},
    "Dusko": lambda at, claim, _: {**claim, "statement": f"这是第{at}条陈述。"},
    "Elmar": lambda at, claim, _: {**claim, "statement": claim["statement"].rstrip(".") + f" and has {at + 70} doors."},
    "Fenna": lambda at, claim, _: {**claim, "sentence": str(at + 40), "statement": "Fenna process information."},
}
"""Name of an engine -> what a model says of it: a list, its example, the sentence before, another language, inventions, no sentence."""


def about(*names: str) -> dict[str, str]:
    """A text on each name."""
    return {f"{name.lower()}-notes": LOOM.replace("Loom", name) for name in names}


@pytest.mark.trial
def test_replies_that_do_not_hold_write_nothing(room: Newsroom, tmp_path: Path) -> None:
    """Whatever is wrong, what pages say stands in the sources; where nothing holds, the rules decide."""

    def wrong(prompt: str) -> dict[str, Any]:
        honest = scripted_writer.claims(prompt)["claims"]
        name = next(name for name in LIES if f"The {name} engine" in prompt)
        return {"claims": [LIES[name](at, claim, honest[at - 1]["statement"]) for at, claim in enumerate(honest)]}

    room.says(claims=wrong)
    result = room.ingest(*written(tmp_path, **about(*LIES)))
    assert result.asked
    assert {check for check, *_ in result.asked.refused} >= {"example", "language", "number", "no such sentence", "walks the list"}
    told = "".join(part.text for line in asked_lines(result.asked) for part in line)
    assert "given in the source's own words: " in told
    assert "left out: " in told
    assert asked_json(result.asked)["model"]["claims"] == result.asked.claims
    assert room.wiki.findings() == []
    told = "\n".join(room.wiki.text(page) for page in room.wiki.pages())
    assert not [word for word in ("process information", "tidal", "这是第", "doors") if word in told]


FAULTS = {
    "Asten": "broken json",
    "Bodra": "two",
    "Cavel": "refusal",
    "Dusko": "empty",
    "Elmar": "extra key",
    "Fenna": "loop",
    "Gosta": "5 MB",
    "Hylda": "control",
    "Ivern": "twice the same key",
    "Jorun": "fences",
    "Kaspa": "thinking",
}
HARMLESS = {"Jorun", "Kaspa", "Lenna"}


class ByName(list[int | str]):
    """Faults by the engine that the last question is about."""

    def __init__(self, script: Script) -> None:
        super().__init__(FAULTS.values())
        self.script = script

    def pop(self, _: Any = 0) -> int | str:
        prompt = self.script.asked[-1].messages[1][1]
        return next((fault for name, fault in FAULTS.items() if f"The {name} engine" in prompt), 200)


@pytest.mark.trial
def test_bad_replies_leave_their_sources_to_the_rules_and_the_others_go_on(room: Newsroom, script: Script, tmp_path: Path) -> None:
    script.faults = ByName(script)
    result = room.ingest(*written(tmp_path, **about(*FAULTS, "Lenna")))
    assert result.asked
    failed = {failure.source for failure in result.asked.failures if failure.kind == "claims"}
    assert failed == {f"raw/articles/{name.lower()}-notes.md" for name in FAULTS if name not in HARMLESS}
    for name in HARMLESS:
        assert f"{name} was written in Ostrava in 2016." in room.wiki.text(f"entities/{name.lower()}.md")
    for name in FAULTS.keys() - HARMLESS:
        path = room.wiki.root / f"entities/{name.lower()}.md"
        assert not path.exists() or f"{name} was written in Ostrava" not in path.read_text()
    assert room.wiki.findings() == []


def test_a_reply_that_is_cut_off_is_asked_for_in_halves(room: Newsroom, script: Script, tmp_path: Path) -> None:
    script.faults = ["truncated"]
    result = room.ingest(*written(tmp_path, loom=LOOM))
    questions = [asked.prompt for asked in script.asked if "<text>\n1." in asked.prompt]
    assert len(questions) == 3
    assert "Loom was written in Ostrava in 2016." in room.wiki.text("entities/loom.md")
    assert result.asked
    assert [failure.kind for failure in result.asked.failures] == ["claims"]
    again = room.ingest().receipt
    assert again
    assert again.files == ()


@pytest.mark.trial
def test_the_rules_decide_where_nothing_holds(room: Newsroom, tmp_path: Path, script: Script) -> None:
    plain = Wiki(tmp_path / "plain")
    Newsroom.build(plain.root, script)
    (plain.root / ".wiki/config.toml").write_text((plain.root / ".wiki/config.toml").read_text().partition("[model]")[0])
    ingest(Workspace.open(plain.root, TODAY), [str(path) for path in SOURCES], now=TODAY.isoformat())
    room.says(claims=lambda _: {"claims": []})
    room.ingest(*SOURCES)
    assert {page: room.wiki.text(page) for page in room.wiki.pages()} == {page: plain.text(page) for page in plain.pages()}
