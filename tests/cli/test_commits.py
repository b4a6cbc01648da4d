"""`[git] commit = true`: one commit a command, of the files that it wrote and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from llmwiki.cli.app import run

FERRIES = """# Ferries of the bay

The Amber Line is a ferry company of Port Selda. The Amber Line was founded in 1921 by Ada Renfrew.

A tide table is a list that says when the water is high at a place. The Amber Line prints a tide table every year.
"""
HARBOUR = """# The harbour of Port Selda

The Amber Line moved its ticket office to the harbour in 1954. In 1987 the Amber Line bought four electric ferries.

A tide table hangs at every pier, and skippers read the tide table before they leave.
"""


def git(root: Path, *words: str, code: int = 0) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    for name, value in (("NAME", "Test"), ("EMAIL", "test@wiki.example")):
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    repository = tmp_path / "repo"
    repository.mkdir()
    git(repository, "init", "-q", "-b", "main")
    root = repository / "wiki"  # a vault need not be a repository's root
    run(["init", str(root)])
    config = root / ".wiki/config.toml"
    config.write_text(config.read_text() + "\n[git]\ncommit = true\n")
    for name in ("alpha", "beta", "gamma"):
        (root / f"concepts/{name}.md").write_text(f"# {name}\n\n[[alpha]] [[beta]]\n")
    (repository / "other.txt").write_text("one\ntwo\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "begin")
    monkeypatch.setenv("WIKI_VAULT", str(root))
    capsys.readouterr()
    return root


def last(root: Path, form: str = "%s") -> str:
    return git(root, "log", "-1", f"--format={form}").strip()


def files(root: Path) -> list[str]:
    return sorted(git(root, "-c", "core.quotePath=false", "show", "--format=", "--name-only", "--no-renames", "HEAD").split())


def test_a_command_makes_one_commit_of_what_it_wrote(vault: Path, capsys) -> None:
    folder = vault.parent.parent / "in"
    folder.mkdir()
    (folder / "ferries.md").write_text(FERRIES)
    (folder / "harbour.md").write_text(HARBOUR)
    assert run(["ingest", str(folder)]) == 0
    assert git(vault, "rev-list", "--count", "HEAD").strip() == "2"
    assert last(vault).startswith("wiki ingest: ")
    assert "- entities/amber-line.md (new)\n" in last(vault, "%b")
    assert "\n\nSources:\n- raw/articles/ferries-source.md (new)\n- raw/articles/harbour-source.md (new)" in last(vault, "%b")
    assert {"wiki/index.md", "wiki/log.md", "wiki/raw/articles/ferries-source.md", "wiki/entities/amber-line.md"} <= set(files(vault))
    assert git(vault, "status", "--porcelain") == ""
    assert "committed" in capsys.readouterr().err


@pytest.mark.trial
def test_a_retraction_names_its_source(vault: Path) -> None:
    (vault / "raw/articles/ferries.md").write_text(FERRIES)
    assert run(["ingest"]) == 0
    assert run(["retract", "ferries", "--yes"]) == 0
    assert last(vault).startswith("wiki retract: ")
    assert "- raw/articles/ferries.md (record)" in last(vault, "%b")


def test_what_a_person_has_staged_stays_staged_and_out_of_it(vault: Path) -> None:
    other = vault.parent / "other.txt"
    other.write_text("ONE\ntwo\n")
    git(vault.parent, "add", "other.txt")
    other.write_text("ONE\nTWO\n")
    (vault.parent / "new.txt").write_text("new")
    (vault / "concepts/gamma.md").write_text("# gamma\n\nmine\n")
    git(vault, "add", "concepts/gamma.md")
    assert run(["merge", "beta", "alpha"]) == 0
    assert {"wiki/concepts/alpha.md", "wiki/concepts/beta.md"} <= set(files(vault))
    assert not {"other.txt", "new.txt", "wiki/concepts/gamma.md"} & set(files(vault))
    assert git(vault.parent, "status", "--porcelain").splitlines() == ["MM other.txt", "M  wiki/concepts/gamma.md", "?? new.txt"]
    assert git(vault.parent, "show", ":other.txt") == "ONE\ntwo\n"
    assert last(vault).startswith("wiki merge: ")


@pytest.mark.trial(but=["words0"])
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mv", "beta", "delta"], "wiki mv: "),
        (["archive", "beta", "--successor", "alpha"], "wiki archive: "),
        (["merge", "beta", "alpha"], "wiki merge: "),
    ],
)
def test_an_undo_is_a_commit_too(vault: Path, words: list[str], says: str) -> None:
    tree = last(vault, "%T")
    assert run(words) == 0
    assert last(vault).startswith(says)
    assert run(["undo"]) == 0
    assert last(vault).startswith("wiki undo: ")
    assert last(vault, "%T") == tree
    assert git(vault, "status", "--porcelain") == ""


def test_nothing_is_committed_without_a_change_a_repository_or_the_setting(vault: Path, tmp_path: Path) -> None:
    assert run(["merge", "beta", "alpha", "--dry-run"]) == 0
    assert run(["status"]) == 0
    assert git(vault, "rev-list", "--count", "HEAD").strip() == "1"
    config = vault / ".wiki/config.toml"
    config.write_text(config.read_text().replace("commit = true", "commit = false"))
    assert run(["merge", "beta", "alpha"]) == 0
    assert git(vault, "rev-list", "--count", "HEAD").strip() == "1"
    config.write_text(config.read_text().replace("commit = false", "commit = true"))
    (vault.parent / ".git").rename(tmp_path / "away")
    assert run(["mv", "alpha", "omega"]) == 0


@pytest.mark.trial(but=["merge"])
@pytest.mark.parametrize(("mark", "name"), [("MERGE_HEAD", "merge"), ("rebase-merge", "rebase"), ("CHERRY_PICK_HEAD", "cherry-pick")])
def test_a_merge_or_rebase_under_way_is_left_alone(vault: Path, capsys, mark: str, name: str) -> None:
    (vault.parent / ".git" / mark).write_text(last(vault, "%H") + "\n")
    assert run(["merge", "beta", "alpha"]) == 0
    assert f"nothing was committed: a {name} is under way" in capsys.readouterr().err
    assert git(vault, "rev-list", "--count", "HEAD").strip() == "1"
    assert not (vault / "concepts/beta.md").exists()


def test_a_hook_that_refuses_is_told_and_the_files_stay(vault: Path, capsys) -> None:
    hook = vault.parent / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    assert run(["merge", "beta", "alpha"]) == 1
    assert "nothing was committed: not today" in capsys.readouterr().err
    assert not (vault / "concepts/beta.md").exists()
    assert git(vault, "rev-list", "--count", "HEAD").strip() == "1"
    assert git(vault.parent, "diff", "--cached", "--name-only") == ""


def test_ignored_files_and_strange_names_are_no_trouble(vault: Path) -> None:
    (vault / ".gitignore").write_text((vault / ".gitignore").read_text() + "\nindex.md\n")
    git(vault, "rm", "-q", "--cached", "index.md")
    git(vault, "add", ".gitignore")
    git(vault, "commit", "-qm", "no index")
    (vault / "concepts/[x] *星号.md").write_text("# x\n\n[[alpha]]\n")
    assert run(["merge", "alpha", "gamma"]) == 0
    assert "wiki/index.md" not in files(vault)
    assert "concepts/[x] *星号.md" in git(vault, "-c", "core.quotePath=false", "show", "--format=", "--name-only", "HEAD")


def test_the_first_commit_of_a_repository(vault: Path) -> None:
    git(vault.parent, "update-ref", "-d", "HEAD")
    git(vault.parent, "rm", "-rq", "--cached", ".")
    assert run(["merge", "beta", "alpha"]) == 0
    assert "wiki/concepts/alpha.md" in files(vault)
    assert "other.txt" not in files(vault)


def test_a_wrong_setting_is_named(vault: Path, capsys) -> None:
    config = vault / ".wiki/config.toml"
    config.write_text(config.read_text().replace("commit = true", 'commit = "yes"'))
    assert run(["merge", "beta", "alpha"]) == 2
    assert "'commit' must be true or false" in capsys.readouterr().err
