"""The plan before it is written: a person's say, changes that wait, and what becomes of them."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from editor_harness import Newsroom
from wiki_harness import SOURCES, TODAY, Wiki

from llmwiki.cli import app
from llmwiki.cli.steering import Unread, read_say
from llmwiki.create import create
from llmwiki.ingest import Ingested, Orders, ingest
from llmwiki.report.plan import Takeaway
from llmwiki.review import proposals
from llmwiki.scribe.decisions import apart
from llmwiki.scribe.edition import Edition
from llmwiki.scribe.holding import MANY_PAGES, Holding
from llmwiki.scribe.steering import UNSTEERED, Dropped, Steering
from llmwiki.workspace import Workspace


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    create(tmp_path / "wiki", domain="Search", tags=["search"], language="en", now="2026-11-30")
    return Wiki(tmp_path / "wiki")


def take(wiki: Wiki, *inputs: Path, **orders: object) -> Ingested:
    return ingest(Workspace.open(wiki.root, TODAY), [str(path) for path in inputs], now=TODAY.isoformat(), orders=Orders(**orders))  # type: ignore[arg-type]


def once(say: Steering):
    """Say it to the first plan, and nothing to the next."""
    said = [say]
    return lambda _: said.pop() if said else UNSTEERED


def page_named(edition: Edition, title: str) -> Dropped:
    (item,) = [item for item in edition.filed if item.record and item.record.title == title]
    return Dropped(title, item.path, item.record.kind if item.record else "")


def titles(wiki: Wiki) -> dict[str, str]:
    return {Workspace.open(wiki.root).vault.page(path).frontmatter.text("title"): path for path in wiki.pages()}


@pytest.mark.trial
def test_a_page_that_is_left_out_is_not_made_later_either(wiki: Wiki) -> None:
    said: list[Dropped] = []

    def steer(edition: Edition) -> Steering:
        if said:
            return UNSTEERED
        said.append(page_named(edition, "BM25"))
        return Steering(drop=tuple(said))

    take(wiki, *SOURCES[:3], steer=steer)
    assert "BM25" not in titles(wiki)
    assert wiki.pages()
    take(wiki, *SOURCES[3:])
    assert "BM25" not in titles(wiki)
    assert wiki.findings() == []


@pytest.mark.trial
def test_two_names_of_one_thing_become_one_page(wiki: Wiki) -> None:
    take(wiki, *SOURCES, steer=once(Steering(joins=(("Quill", "Heron"),))))
    found = titles(wiki)
    assert "Heron" in found
    assert "Quill" not in found
    assert "Quill" in wiki.text(found["Heron"]).split("---")[1]
    before = wiki.files()
    take(wiki, *SOURCES)
    assert wiki.files() == before


@pytest.mark.trial
def test_a_new_page_gets_the_title_that_a_person_gives_it(wiki: Wiki) -> None:
    take(wiki, *SOURCES[:3], steer=once(Steering(titles=(("BM25", "Okapi BM25 排序"),))))
    path = titles(wiki)["Okapi BM25 排序"]
    assert path.endswith("okapi-bm25-排序.md")
    take(wiki, *SOURCES[3:])
    assert "BM25" not in titles(wiki)
    assert wiki.findings() == []


ITEMS = [Takeaway(title, f"concepts/{title}.md", "concept", new, "", "", 1, 1) for title, new in (("A", True), ("B", True), ("C", False))]


@pytest.mark.parametrize(
    ("answer", "means"),
    [
        ("", UNSTEERED),
        ("2", Steering(drop=(Dropped("B", "concepts/B.md", "concept"),))),
        ("1, 3", Steering(drop=(Dropped("A", "concepts/A.md", "concept"), Dropped("C", "concepts/C.md", "concept")))),
        ("2>3", Steering(joins=(("B", "C"),))),
        ("1 = 向量 检索", Steering(titles=(("A", "向量 检索"),))),
    ],
)
def test_answers_to_a_plan(answer: str, means: Steering) -> None:
    assert read_say(answer, ITEMS) == means


@pytest.mark.parametrize("answer", ["0", "4", "3>1", "1>1", "3=X", "hello", "1=", "9" * 30])
def test_answers_that_mean_nothing(answer: str) -> None:
    with pytest.raises(Unread):
        read_say(answer, ITEMS)


NAMES = ("Alver", "Brinta", "Corvo", "Delsin", "Eltar", "Fornax", "Gildor", "Hespar", "Iveron", "Jorund", "Kestor", "Lumar")


def about(name: str) -> str:
    return (
        f"# {name} Engine\n\nThe {name} Engine is a steam engine that pumps water out of mines. The {name} Engine was built by a small team"
        f" near the harbour.\n\n## Work\n\nThe {name} Engine lifts ninety barrels in an hour. The {name} Engine needs two stokers on each shift."
        f" The {name} Engine stopped once, when its boiler burst.\n"
    )


@pytest.mark.trial
def test_risky_changes_wait_and_can_be_carried_out_or_not(newsroom: Newsroom, tmp_path: Path) -> None:
    newsroom.says(names=lambda _: {"names": []})
    wiki = newsroom.wiki
    for name in NAMES:
        (tmp_path / f"{name}.md").write_text(about(name))
    newsroom.ingest(*(tmp_path / f"{name}.md" for name in NAMES))
    assert len(wiki.pages()) >= MANY_PAGES
    before = {path: wiki.text(path) for path in wiki.pages()}
    survey = [f"## {name} Engine\n\nThe {name} Engine was painted green by the heirs of {name}. It is silent on Sundays." for name in NAMES]
    (tmp_path / "survey.md").write_text("# Survey\n\n" + "\n\n".join(survey) + "\n")
    result = newsroom.ingest(tmp_path / "survey.md", holding=Holding("risky"))
    assert len(result.proposed) >= MANY_PAGES
    assert {path: wiki.text(path) for path in wiki.pages()} == before
    waiting = [item for item in proposals(wiki.root) if item.kind == "page"]
    assert len(waiting) == len(result.proposed)
    assert "+" in waiting[0].text
    assert "changes" in waiting[0].reason
    calls = newsroom.calls
    assert decide(wiki, waiting[0].name, "--apply") == 0
    assert decide(wiki, waiting[1].name, "--keep") == 0
    assert newsroom.calls == calls
    assert "green" in wiki.text(waiting[0].page)
    assert wiki.text(waiting[1].page) == before[waiting[1].page]
    left = {item.name for item in proposals(wiki.root)}
    assert waiting[0].name not in left
    assert waiting[1].name not in left
    assert wiki.findings() == []


def decide(wiki: Wiki, *words: str) -> int:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        return app.run(["review", *words, "--vault", str(wiki.root)])


def test_a_pair_that_is_kept_apart_is_remembered(wiki: Wiki) -> None:
    proposal = "# Proposal for concepts/a.md\n\nKind: merge\nRank: 14\nReason: like names\nOther: concepts/乙.md\n\nBoth?\n"
    (wiki.root / ".wiki/review").mkdir(exist_ok=True)
    wiki.write(".wiki/review/concepts--a~merge.md", proposal)
    assert decide(wiki, "concepts/a.md", "--keep") == 0
    assert proposals(wiki.root) == ()
    assert apart(wiki.root) == {frozenset(("concepts/a.md", "concepts/乙.md"))}


@pytest.mark.trial
def test_a_person_at_a_terminal_sees_the_plan_first(wiki: Wiki) -> None:
    """A real process on a real terminal: nothing is written before the answer, and q writes nothing."""
    shown = at_terminal(wiki, "q\n", "ingest", str(SOURCES[0]))
    assert "BM25" in shown
    assert "leave out" in shown
    assert wiki.pages() == []
    assert (wiki.root / "raw/articles/bm25-notes.md").exists()
    assert "created" in at_terminal(wiki, "\n", "ingest")
    assert wiki.pages()


def at_terminal(wiki: Wiki, answer: str, *words: str) -> str:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "llmwiki", *words, "--vault", str(wiki.root)]
    environment = {**os.environ, "TERM": "dumb", "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=wiki.root)
    os.close(theirs)
    os.write(ours, answer.encode())
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    process.wait(30)
    os.close(ours)
    return shown.decode()
