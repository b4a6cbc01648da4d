"""`wiki lint --fix`, `--unsafe-fixes` and `--diff` on a vault: what is written, recorded, taken back, and said."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from gate_harness import NOW, state

from llmwiki.checks.base import Finding
from llmwiki.checks.linter import Linter
from llmwiki.checks.search import Search
from llmwiki.cli.app import run
from llmwiki.errors import EditedMeanwhile
from llmwiki.mend import Wish, mend
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.ledger import Ledger, PageRecord, SourceRecord, record_file, record_text
from llmwiki.vault.undo import undo
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

Write = Callable[[dict[str, str | bytes]], Path]

TARGET = "---\naliases: [AI, 人工智能]\n---\n# Artificial Intelligence\n"
NOTES: dict[str, str | bytes] = {
    ".obsidian/app.json": "{}",
    "Artificial Intelligence.md": TARGET,
    "a.md": "\ufeffSee [[AI]] and `[[AI]]`.\r\n\r\n| a |\r\n|---|\r\n| [[AI]] |\r\n",
    "笔记/乙.md": "见[[人工智能]]。",
}
MENDED = {
    "a.md": "\ufeffSee [[Artificial Intelligence|AI]] and `[[AI]]`.\r\n\r\n| a |\r\n|---|\r\n| [[Artificial Intelligence\\|AI]] |\r\n",
    "笔记/乙.md": "见[[Artificial Intelligence|人工智能]]。",
}


def opened(root: Path) -> Workspace:
    return Workspace.within(root, date(2026, 11, 30))


def texts(root: Path) -> dict[str, str]:
    return {path: (root / path).read_bytes().decode() for path in MENDED}


def lint(root: Path, *words: str) -> int:
    return run(["--vault", str(root), "lint", *words])


def test_fix_writes_undo_restores_and_a_second_run_does_nothing(write: Write, capsys: pytest.CaptureFixture[str]):
    root = write(NOTES)
    before = state(root)
    assert lint(root, "--fix") == 0
    assert texts(root) == MENDED
    assert capsys.readouterr().out == (
        "a.md:1:6: W105 alias-as-target: mended: link to Artificial Intelligence.md\n"
        "a.md:5:3: W105 alias-as-target: mended: link to Artificial Intelligence.md\n"
        "笔记/乙.md:1:2: W105 alias-as-target: mended: link to Artificial Intelligence.md\n"
        "mended 3 findings\n"
        "No findings in 3 files.\n"
    )
    after = state(root)
    assert lint(root, "--fix") == 0
    assert capsys.readouterr().out == "nothing to mend\nNo findings in 3 files.\n"
    assert state(root) == after
    undo(root, now=NOW)
    assert state(root) == before


def test_diff_shows_what_would_change_and_writes_nothing(write: Write, capsys: pytest.CaptureFixture[str]):
    root = write(NOTES)
    before = state(root)
    assert lint(root, "--diff") == 1
    shown = capsys.readouterr()
    assert state(root) == before
    assert not (root / ".wiki").exists()
    assert shown.err.endswith("would mend 3 findings\n")
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], input=shown.out.encode(), cwd=root, check=True)
    assert texts(root) == MENDED
    assert lint(root, "--diff") == 0


def test_a_vault_with_nothing_to_mend_is_not_touched(write: Write):
    root = write({"a.md": "[[nowhere]]\n"})
    assert mend(opened(root), Wish(unsafe=True), now=NOW).mended == ()
    assert sorted(root.iterdir()) == [root / "a.md"]


def test_json_says_what_was_mended_beside_what_is_left(write: Write, capsys: pytest.CaptureFixture[str]):
    root = write({**NOTES, "b.md": "[[nowhere]]\n"})
    assert lint(root, "--fix", "--json") == 1
    shown = json.loads(capsys.readouterr().out)
    assert [item["path"] for item in shown["fixed"]["mended"]] == ["a.md", "a.md", "笔记/乙.md"]
    assert shown["fixed"]["receipt"]["updated"] == ["a.md", "笔记/乙.md"]
    assert [item["path"] for item in shown["findings"]] == ["b.md"]
    lint(root, "--diff", "--json")
    assert json.loads(capsys.readouterr().out)["mended"] == []


def test_only_what_was_asked_for_is_mended(write: Write):
    root = write(NOTES)
    wiki = opened(root)
    assert {item.path for item in mend(wiki, Wish(paths=[Path("笔记")]), dry_run=True).mended} == {"笔记/乙.md"}
    assert mend(wiki, Wish(select=["W211"]), dry_run=True).mended == ()
    assert mend(wiki, Wish(ignore=["W105"]), dry_run=True).mended == ()
    assert lint(root, "--write-baseline", "a.md") == 0
    assert {item.path for item in mend(opened(root), Wish(), dry_run=True).mended} == {"笔记/乙.md"}


def test_a_note_that_changed_since_it_was_read_is_not_overwritten(write: Write):
    root = write(NOTES)
    wiki = opened(root)
    assert wiki.vault.text("a.md")
    (root / "a.md").write_text("a person's sentence [[AI]]\n")
    before = state(root)
    with pytest.raises(EditedMeanwhile):
        mend(wiki, Wish(), now=NOW)
    assert state(root) == before


@pytest.mark.usefixtures("locked_out")
def test_a_vault_that_may_only_be_read(write: Write, capsys: pytest.CaptureFixture[str]):
    root = write(NOTES)
    before = state(root)
    root.chmod(0o555)
    try:
        assert lint(root, "--fix") == 2
        assert lint(root, "--diff") == 1
    finally:
        root.chmod(0o755)
    assert state(root) == before
    assert "error: " in capsys.readouterr().err


def test_watching_does_not_go_with_fixes(write: Write):
    assert lint(write(NOTES), "--fix", "--watch") == 2


SCHEMA = "# Schema\n\n## Naming\n\nLower case with hyphens.\n"
PAGE = "---\ntype: concept\naliases: [向量]\n---\n# Vector Search\n\nSee [[索引 表]] and [[向量库]].\n"
WIKI: dict[str, str | bytes] = {
    "SCHEMA.md": SCHEMA,
    "index.md": "# Index\n\n- [[Vector Search]]\n- [[索引 表]]\n- [[store]]\n",
    "concepts/Vector Search.md": PAGE,
    "concepts/索引 表.md": "---\ntype: concept\n---\n# 索引\n\nSee [[Vector Search]] and [[向量库]].\n",
    "concepts/store.md": "---\ntype: concept\naliases: [向量库]\n---\n# Store\n\nSee [[Vector Search|搜索]] and [[索引 表]].\n",
    "raw/articles/s.md": "A source about [[向量库]].\n",
}


def wiki_vault(write: Write, edited: str = "") -> Path:
    """A compiled wiki; the tool wrote three pages, one of which a person may have edited since."""
    pages = [
        PageRecord(path, path, "concept", sha256_of(str(text).encode())) for path, text in WIKI.items() if path.startswith("concepts/")
    ]
    if edited:
        pages = [
            replace(page, sha256=sha256_of(edited.encode()), base=edited) if page.path == "concepts/Vector Search.md" else page
            for page in pages
        ]
    return write({**WIKI, **{record_file(page): record_text(page) for page in pages}})


def digest(root: Path, path: str) -> str:
    return sha256_of((root / path).read_bytes())


def test_a_mended_page_of_the_tool_is_not_taken_for_edited(write: Write):
    root = wiki_vault(write)
    before = state(root)
    mended = mend(opened(root), Wish(select=["W105"]), now=NOW)
    assert {item.path for item in mended.mended} == {"concepts/Vector Search.md", "concepts/索引 表.md"}
    pages = Ledger.load(root).pages
    assert all(page.sha256 == digest(root, path) and page.base == "" for path, page in pages.items())
    undo(root, now=NOW)
    assert state(root) == before
    assert Ledger.load(root).pages["concepts/Vector Search.md"].sha256 == sha256_of(PAGE.encode())


def test_a_mended_page_that_a_person_edited_stays_edited(write: Write):
    written = PAGE.replace("See", "Look at")
    root = wiki_vault(write, edited=written)
    mend(opened(root), Wish(select=["W105"]), now=NOW)
    page = Ledger.load(root).pages["concepts/Vector Search.md"]
    assert (page.base, page.sha256) == (written, sha256_of(written.encode()))


def test_renames_take_links_and_records_along(write: Write):
    root = wiki_vault(write)
    source = SourceRecord(path="raw/articles/s.md", sha256="1" * 64)
    (root / record_file(source)).parent.mkdir(parents=True)
    (root / record_file(source)).write_text(record_text(source))
    before = state(root)
    mended = mend(opened(root), Wish(select=["W205"], unsafe=True), now=NOW)
    assert mended.moves == {"concepts/Vector Search.md": "concepts/vector-search.md", "concepts/索引 表.md": "concepts/索引-表.md"}
    assert mended.left == ()
    assert (root / "index.md").read_text() == "# Index\n\n- [[vector-search]]\n- [[索引-表]]\n- [[store]]\n"
    pages = Ledger.load(root).pages
    assert sorted(pages) == ["concepts/store.md", "concepts/vector-search.md", "concepts/索引-表.md"]
    assert pages["concepts/store.md"].sha256 == digest(root, "concepts/store.md")
    moved = pages["concepts/vector-search.md"]
    assert sha256_of(moved.base.encode()) == moved.sha256, "the old name is an alias as if a person had put it in: a merge keeps it"
    assert (root / "concepts/vector-search.md").read_text() == moved.base.replace("[向量]", "[向量, Vector Search]")
    assert mend(opened(root), Wish(select=["W205"], unsafe=True), now=NOW).mended == ()
    undo(root, now=NOW)
    assert state(root) == before


def test_checks_see_the_records_under_the_new_names(write: Write):
    root = wiki_vault(write)
    wiki, seen = opened(root), []
    linter = wiki.linter(None, ["W205"])

    class Telling(Linter):
        def findings(self, _vault: Vault, _scope: object = None) -> tuple[Finding, ...]:
            seen.append((sorted(self.read_ledger().pages), self.is_keeping))
            return ()

    telling = Telling(linter.choice, linter.schema, linter.read_ledger, linter.today)
    search = Search(telling, telling, wiki.vault, scope=None, baseline=None, is_plan=True)
    search.find(wiki.vault, {})
    search.find(wiki.vault.overlay({}), {"concepts/store.md": "concepts/shop.md"})
    assert seen == [
        (["concepts/Vector Search.md", "concepts/store.md", "concepts/索引 表.md"], True),
        (["concepts/Vector Search.md", "concepts/shop.md", "concepts/索引 表.md"], False),
    ]


def test_sources_and_the_log_stay_as_they_are(write: Write):
    root = wiki_vault(write)
    (root / "log.md").write_text("# Log\n\n## [2026-01-01] ingest | s\n")
    kept = ((root / "raw/articles/s.md").read_bytes(), (root / "log.md").read_bytes())
    mend(opened(root), Wish(unsafe=True), now=NOW)
    assert ((root / "raw/articles/s.md").read_bytes(), (root / "log.md").read_bytes()) == kept


def test_a_page_with_a_wrong_name_in_a_wrong_folder_gets_both_right(write: Write):
    page = "---\ntype: entity\n---\n# Ada\n\n[[索引 表]] [[store]]\n"
    root = wiki_vault(write)
    (root / "concepts/Ada Lovelace.md").write_text(page)
    (root / "entities").mkdir()
    (root / "entities/x.md").write_text("---\ntype: entity\n---\n[[Ada Lovelace]] [[concepts/Ada Lovelace|艾达]]\n")
    before = state(root)
    mended = mend(opened(root), Wish(select=["W205", "W214"], unsafe=True), now=NOW)
    assert mended.moves["concepts/Ada Lovelace.md"] == "entities/ada-lovelace.md"
    assert not (root / "concepts/ada-lovelace.md").exists()
    assert (root / "entities/x.md").read_text() == "---\ntype: entity\n---\n[[ada-lovelace]] [[entities/ada-lovelace|艾达]]\n"
    assert "aliases: [Ada Lovelace]\n" in (root / "entities/ada-lovelace.md").read_text()
    undo(root, now=NOW)
    assert state(root) == before
