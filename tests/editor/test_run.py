"""A run with a model: what is asked, kept, paid, and what happens when the model or its server fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from editor_harness import Newsroom, kind_of
from model_server import Script, model_server
from naming_texts import note
from wiki_harness import SOURCES, TODAY

from llmwiki.errors import Declined
from llmwiki.ingest import ingest
from llmwiki.report.progress import Told
from llmwiki.workspace import Workspace

NOTHING = {"names": lambda _: {"names": []}}


@pytest.mark.trial(but=["two"])
@pytest.mark.parametrize("sources", [SOURCES[::5], SOURCES], ids=["two", "all"])
def test_a_second_run_asks_nobody_and_changes_nothing(newsroom: Newsroom, sources: tuple[Path, ...]) -> None:
    newsroom.says(**NOTHING)
    first = newsroom.ingest(*sources)
    assert first.asked
    assert first.asked.spent.calls == newsroom.calls > 0
    assert first.asked.quote.calls <= newsroom.calls
    before, calls = newsroom.wiki.files(), newsroom.calls
    for again in (newsroom.ingest(*sources), newsroom.ingest()):
        assert not again.receipt.files
    assert newsroom.calls == calls
    assert newsroom.wiki.files() == before
    assert newsroom.wiki.findings() == []


@pytest.mark.trial
def test_another_machine_needs_neither_the_model_nor_this_machine(newsroom: Newsroom) -> None:
    """The answers are in git: without replies, caches and server the pages come out the same when they are compiled anew."""
    newsroom.says(**NOTHING)
    newsroom.ingest(*SOURCES)
    calls = newsroom.calls
    wiki = newsroom.wiki
    for gone in (".wiki/local", ".wiki/cache"):
        for path in sorted((wiki.root / gone).rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
    before = {path: wiki.text(path) for path in wiki.pages()}
    path = wiki.root / wiki.pages()[0]
    wiki.retract("bm25-notes.md")
    wiki.retract("bm25-notes.md", restore=True)
    assert newsroom.calls == calls
    assert {path: wiki.text(path) for path in wiki.pages()} == before
    assert path.exists()


@pytest.mark.trial
def test_only_the_changed_piece_of_a_source_is_asked_about(newsroom: Newsroom, tmp_path_factory: pytest.TempPathFactory) -> None:
    newsroom.says(**NOTHING)
    file = note(tmp_path_factory.mktemp("in"))
    first = file.read_text()
    paragraphs = [f"Hall {n} holds machine number {n}, which hums all day and was found by working backwards." for n in range(300)]
    file.write_text(f"{first}\n\n" + "\n\n".join(paragraphs) + "\n")
    newsroom.ingest(file)
    whole = newsroom.calls
    paragraphs[150] = "Paragraph 150 was rewritten by somebody who has never seen the harbour, nor worked backwards."
    file.write_text(f"{first}\n\n" + "\n\n".join(paragraphs) + "\n")
    newsroom.ingest(file)
    assert whole > 12
    assert 0 < newsroom.calls - whole <= 5


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of three sources whose model says nothing useful."""
    with model_server() as script:
        room = Newsroom.build(tmp_path_factory.mktemp("plain") / "wiki", script)
        room.ingest(*SOURCES[:2], note(tmp_path_factory.mktemp("in")))
    return {path: room.wiki.text(path) for path in room.wiki.pages()}


@pytest.mark.trial(but=["broken json"])
@pytest.mark.parametrize("fault", ["truncated", "loop", "broken json", "refusal", "refusal zh", "empty", "5 MB", "extra key"])
def test_a_bad_answer_is_told_and_the_rules_decide(
    newsroom: Newsroom, script: Script, tmp_path: Path, plain: dict[str, str], fault: str
) -> None:
    newsroom.says(**NOTHING)
    script.faults = [fault, fault]
    result = newsroom.ingest(*SOURCES[:2], note(tmp_path / "in"))
    assert result.asked
    assert [failure.kind for failure in result.asked.failures] == ["names"]
    assert {path: newsroom.wiki.text(path) for path in newsroom.wiki.pages()} == plain
    assert not newsroom.ingest().receipt.files


@pytest.mark.trial
@pytest.mark.parametrize("fault", [500, 401, "vanish", "page"])
def test_sources_wait_for_a_server_that_is_down_and_are_compiled_later(newsroom: Newsroom, script: Script, fault: int | str) -> None:
    newsroom.says(**NOTHING)
    config = newsroom.wiki.text(".wiki/config.toml")
    newsroom.wiki.write(".wiki/config.toml", config + "timeout = 0.1\n")  # too short for a second try
    script.faults = [fault] * 40
    result = newsroom.ingest(*SOURCES[:2])
    assert result.asked
    assert len(result.asked.waiting) == 2
    assert newsroom.wiki.pages() == []
    assert result.pageless == ()
    newsroom.wiki.write(".wiki/config.toml", config)
    script.faults = []
    assert newsroom.ingest().created
    assert newsroom.wiki.findings() == []


@pytest.mark.trial
def test_the_limit_on_the_cost_holds_and_what_was_answered_is_kept(
    newsroom: Newsroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "person"))
    (tmp_path / "person/llmwiki").mkdir(parents=True)
    (tmp_path / "person/llmwiki/config.toml").write_text("[prices.scripted]\ninput = 1000.0\noutput = 100000.0\n")
    newsroom.says(**NOTHING)
    config = newsroom.wiki.text(".wiki/config.toml")
    newsroom.wiki.write(".wiki/config.toml", config + "max_cost = 5.0\n")
    result = newsroom.ingest(*SOURCES)
    assert result.asked
    assert result.asked.is_over_limit
    assert 0 < result.asked.spent.money <= 5.0
    calls = newsroom.calls
    newsroom.wiki.write(".wiki/config.toml", config)
    done = newsroom.ingest()
    assert done.asked
    assert not done.asked.waiting
    assert newsroom.wiki.pages()
    assert {json.dumps(asked.body["messages"]) for asked in newsroom.script.asked[:calls]}.isdisjoint(
        json.dumps(asked.body["messages"]) for asked in newsroom.script.asked[calls:]
    )


def test_no_means_that_nothing_is_asked_and_what_came_in_stays(newsroom: Newsroom) -> None:
    newsroom.says(**NOTHING)
    with pytest.raises(Declined):
        newsroom.ingest(*SOURCES[:1], agree=lambda quote, questions: quote.calls == len(questions) == 0)
    assert newsroom.calls == 0
    assert (newsroom.wiki.root / "raw/articles/bm25-notes.md").exists()
    assert newsroom.ingest().created or newsroom.calls


@pytest.mark.trial
def test_a_person_may_write_while_the_model_thinks(newsroom: Newsroom, tmp_path: Path) -> None:
    """The pages are then made anew from the same answers, around what the person wrote."""
    newsroom.says(**NOTHING)
    newsroom.ingest(SOURCES[0])
    page = newsroom.wiki.pages()[0]

    def meanwhile(_: str) -> dict[str, list[str]]:
        newsroom.wiki.write(page, newsroom.wiki.text(page) + "\nA line of mine.\n")
        return {"names": []}

    newsroom.says(names=meanwhile)
    newsroom.ingest(note(tmp_path / "in"))
    assert "A line of mine." in newsroom.wiki.text(page)


def test_a_dry_run_asks_nobody_and_tells_what_it_would_take(newsroom: Newsroom) -> None:
    result = ingest(Workspace.open(newsroom.wiki.root, TODAY), [str(path) for path in SOURCES[::5]], dry_run=True)
    assert newsroom.calls == 0
    assert result.asked
    assert result.asked.quote.calls > 0
    assert result.asked.quote.tokens_in > 100


@pytest.mark.trial
def test_another_model_asks_anew_only_when_told_to(newsroom: Newsroom) -> None:
    newsroom.says(**NOTHING)
    newsroom.ingest(SOURCES[0])
    calls = newsroom.calls
    config = newsroom.wiki.text(".wiki/config.toml").replace('"scripted"', '"another"')
    newsroom.wiki.write(".wiki/config.toml", config)
    told = newsroom.ingest()
    assert told.asked
    assert told.asked.outdated == ("raw/articles/bm25-notes.md",)
    assert newsroom.calls == calls
    assert not newsroom.ingest(anew=True).asked.outdated
    assert newsroom.calls > calls


@pytest.mark.trial
def test_the_index_and_other_pages_are_never_sent(newsroom: Newsroom) -> None:
    newsroom.says(**NOTHING)
    newsroom.ingest(*SOURCES)
    index = newsroom.wiki.text("index.md").splitlines()
    entries = [line for line in index if line.startswith("- [[")]
    assert entries
    assert all(max(len(text) for _, text in asked.messages) < 6_000 for asked in newsroom.script.asked)
    assert not [entry for entry in entries for asked in newsroom.script.asked if entry in asked.prompt]


@pytest.mark.trial
def test_progress_counts_the_answers(newsroom: Newsroom) -> None:
    shown: list[str] = []
    clock = iter(range(100_000))
    newsroom.says(**NOTHING)
    newsroom.ingest(*SOURCES[:2], watch=Told(shown.append, 0.0, lambda: float(next(clock))))
    told = [line for line in shown if line.startswith("asking the model")]
    assert len(told) == newsroom.calls
    expected = int(told[0].removeprefix("asking the model: 1 of about ").split()[0])
    assert 0.8 * newsroom.calls <= expected <= newsroom.calls, "later questions hang on earlier answers"
    assert " answers, about " in told[0]
    assert told[-1] == f"asking the model: {newsroom.calls} of about {newsroom.calls} answers"


@pytest.mark.trial
def test_the_quote_goes_by_what_such_questions_took_before(newsroom: Newsroom) -> None:
    """The scripted server counts 20 tokens of a reply; of a sort that was never asked about a rule of thumb is told."""
    newsroom.says(**NOTHING)
    first = newsroom.ingest(SOURCES[0]).asked
    calls = newsroom.calls
    second = newsroom.ingest(SOURCES[1]).asked
    assert first
    assert second
    assert first.quote.seconds is None
    names = [asked for asked in newsroom.script.asked[calls:] if kind_of(asked) == "names"]
    assert second.quote.tokens_out == 20 * len(names) + (second.quote.calls - len(names))
    assert second.quote.seconds
