"""What `wiki merge` and `wiki archive` mean for the next `wiki ingest`: nothing that went comes back, what stays grows from both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from wiki_harness import TODAY, Wiki

from llmwiki.archive import archive, unarchive
from llmwiki.merge import merge
from llmwiki.vault.ledger import Ledger
from llmwiki.workspace import Workspace

NEWS = """# Quill in the archives

Quill was sold by Larkmark Ltd until 2019. Quill stored its index in one file. Quill was written in C by two librarians.
Quill supports searches by author, by title and by subject, each of which has an index of its own.

## Quill and its users

Readers found Quill hard to use. Quill was loved by cataloguers for its exact search. Heron is what Quill never was.
"""
NOW = TODAY.isoformat()


@pytest.fixture
def wiki(template: Path, tmp_path: Path) -> Wiki:
    shutil.copytree(template, tmp_path / "wiki")
    return Wiki(tmp_path / "wiki")


def space(wiki: Wiki) -> Workspace:
    return Workspace.open(wiki.root, TODAY)


def news(wiki: Wiki) -> None:
    wiki.write("raw/articles/news.md", NEWS)
    wiki.ingest()


def test_the_page_that_stays_is_compiled_from_the_claims_of_both(wiki: Wiki) -> None:
    before = set(wiki.findings())
    records = Ledger.load(wiki.root).pages
    labels = {*records["entities/heron.md"].claims, *records["entities/quill.md"].claims}
    merge(space(wiki), "Quill", "Heron", now=NOW)
    ledger = Ledger.load(wiki.root)
    assert ledger.pages["entities/quill.md"].deleted
    assert set(ledger.pages["entities/heron.md"].claims) == labels
    assert {"Heron", "Quill"} <= set(ledger.pages["entities/heron.md"].names)
    assert not [claim for source in ledger.sources.values() for claim in source.claims if "entities/quill.md" in claim.pages]
    assert not ledger.pages["entities/heron.md"].base
    assert set(wiki.findings()) <= before
    files = wiki.files()
    wiki.ingest()
    assert wiki.files() == files
    news(wiki)
    assert "entities/quill.md" not in wiki.pages()
    assert "[^news-" in wiki.text("entities/heron.md")


@pytest.mark.trial
def test_what_people_wrote_on_both_survives_the_next_ingest(wiki: Wiki) -> None:
    for name, own in (("heron", "A line of mine on Heron."), ("quill", "我写的一行。")):
        wiki.write(f"entities/{name}.md", wiki.text(f"entities/{name}.md").replace("## Key facts\n", f"## Key facts\n\n- {own}\n", 1))
    merge(space(wiki), "Quill", "Heron", now=NOW)
    assert Ledger.load(wiki.root).pages["entities/heron.md"].base
    news(wiki)
    text = wiki.text("entities/heron.md")
    assert "- A line of mine on Heron." in text
    assert "- 我写的一行。" in text
    assert "[^news-" in text


def test_statements_of_both_stand_once(wiki: Wiki) -> None:
    merge(space(wiki), "Quill", "Heron", now=NOW)
    lines = [line for line in wiki.text("entities/heron.md").splitlines() if line.startswith(("- ", "[^"))]
    assert len(lines) == len(set(lines))
    assert "[[heron|Quill]]\n" not in wiki.text("entities/heron.md")


@pytest.mark.trial
def test_a_person_s_page_takes_the_tool_s_and_keeps_its_own_text(wiki: Wiki) -> None:
    wiki.write("concepts/old-search.md", "# Old search\n\nMy own page on it.\n")
    merge(space(wiki), "Quill", "old-search", now=NOW)
    news(wiki)
    text = wiki.text("concepts/old-search.md")
    assert "My own page on it." in text
    assert "Quill" in text
    assert "entities/quill.md" not in wiki.pages()


def test_a_proposal_goes_on_to_the_page_that_stays(wiki: Wiki) -> None:
    (wiki.root / ".wiki/review").mkdir(exist_ok=True)
    wiki.write(".wiki/review/entities--quill.md", "# Proposal for entities/quill.md\n\n一个提议\n")
    merged = merge(space(wiki), "Quill", "Heron", now=NOW)
    assert "wiki review" in merged.notes[0]
    assert "一个提议" in wiki.text(".wiki/review/entities--heron.md")
    assert not (wiki.root / ".wiki/review/entities--quill.md").exists()


@pytest.mark.trial(but=["Heron"])
@pytest.mark.parametrize("successor", ["", "Heron"])
def test_an_archived_page_is_not_written_anew_and_comes_back_whole(wiki: Wiki, successor: str) -> None:
    page = wiki.text("entities/quill.md")
    archive(space(wiki), "Quill", reason="不再使用", successor=successor, now=NOW)
    assert "entities/quill" not in wiki.text("index.md")
    assert "不再使用" in wiki.text("log.md")
    assert any("W108" in finding for finding in wiki.findings()) == (not successor)
    shelved = wiki.text("_archive/entities/quill.md")
    news(wiki)
    assert "entities/quill.md" not in wiki.pages()
    assert wiki.text("_archive/entities/quill.md") == shelved
    unarchive(space(wiki), "Quill" if not successor else "quill", now=NOW)
    assert wiki.text("entities/quill.md") == page
    assert not Ledger.load(wiki.root).pages["entities/quill.md"].deleted


@pytest.mark.trial
def test_a_page_that_a_person_put_into_the_archive_stays_there(wiki: Wiki) -> None:
    (wiki.root / "_archive").mkdir(exist_ok=True)
    (wiki.root / "entities/quill.md").rename(wiki.root / "_archive/quill.md")
    news(wiki)
    assert (wiki.root / "_archive/quill.md").is_file()
    assert "entities/quill.md" not in wiki.pages()
