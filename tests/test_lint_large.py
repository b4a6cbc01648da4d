"""A vault that is too large to be held: every page is read once, and what is let go is found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.lint import lint
from llmwiki.vault import vault as module
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

TOKEN = "ghp_" + "aZ3kQ9xW7rT5mN2vB8cL4jH6gF1dS0pYuIe7"
NOTES = {
    ".obsidian/app.json": "{}",
    "one.md": "---\naliases: [First]\n---\n# Top\n\n[[two#Part]], [[two#None]] and [[missing]].[^1]\n",
    "two.md": f"# Part\n\n[[First]] `[[code]]` {TOKEN}\n\n[^2]: 没有人引用。\n",
    "三.md": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n\n[文](one.md) %% [[gone]] %%\n",
}


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def reads(monkeypatch) -> list[str]:
    found: list[str] = []
    read = module._read_file
    monkeypatch.setattr(module, "_read_file", lambda name, size: (found.append(Path(name).name), read(name, size))[1])
    return found


@pytest.fixture
def room(monkeypatch):
    return lambda size: monkeypatch.setattr(module, "_ROOM", size)


def opened(root: Path) -> Workspace:
    return Workspace(root, Workspace.open(root).today, keeps_caches=False)


def test_every_page_is_read_once_for_all_checks(write, reads, room) -> None:
    root = write({f"{number}.md": f"[[{number}]] plain\n" for number in range(9)} | {".obsidian/app.json": "{}"})
    room(0)
    workspace = opened(root)
    assert lint(workspace).findings == ()
    assert sorted(reads) == sorted(workspace.vault.notes)
    assert not workspace.vault._texts


def test_findings_are_the_same_where_texts_are_let_go(write, room) -> None:
    root = write(NOTES)
    usual = lint(opened(root)).findings
    assert {"W101", "W103", "W105", "W215", "W401", "W402", "W607"} <= {finding.code for finding in usual}
    room(0)
    assert lint(opened(root)).findings == usual


def test_what_was_let_go_is_found_again(write, room) -> None:
    room(0)
    vault = Vault.open(write(NOTES))
    page = vault.page("one.md")
    before = (page.text, page.links, page.headings, page.frontmatter.data, page.frontmatter.entries)
    vault.let_go("one.md")
    assert "text" not in vars(page)
    assert (page.text, page.links, page.headings, page.frontmatter.data, page.frontmatter.entries) == before


def test_a_page_that_changed_after_it_was_let_go_is_set_aside(write, room) -> None:
    room(0)
    root = write(NOTES)
    vault = Vault.open(root)
    page = vault.page("one.md")
    assert page.targets
    vault.let_go("one.md")
    (root / "one.md").write_text("other\n", encoding="utf-8")
    with pytest.raises(module.EditedMeanwhile):
        _ = page.text


def test_what_was_found_in_a_page_is_let_go_and_its_text_stays(write) -> None:
    workspace = opened(write({".obsidian/app.json": "{}", "a.md": "# A\n\n[[文]]\n", "文.md": "[[a#A]] `code`\n"}))
    assert lint(workspace).findings == ()
    assert "_parts" not in vars(workspace.vault.page("文.md"))
    assert set(workspace.vault._texts) == set(workspace.vault.notes)


def test_a_page_that_is_only_planned_is_let_go_too(write) -> None:
    vault = Vault.open(write(NOTES)).overlay({"new.md": "# New\n\n[[one]]\n"})
    page = vault.page("new.md")
    before = (page.links, page.headings, page.targets)
    vault.let_go("new.md")
    assert "_parts" not in vars(page)
    assert (vault.text("new.md"), page.links, page.headings, page.targets) == ("# New\n\n[[one]]\n", *before)


def test_a_text_that_is_forgotten_is_read_again(write) -> None:
    vault = Vault.open(write(NOTES))
    text = vault.text("one.md")
    vault.forget("one.md")
    assert "one.md" not in vault._texts
    assert vault._held == sum(map(len, vault._texts.values()))
    assert (vault.text("one.md"), vault.page("one.md").text) == (text, text)
