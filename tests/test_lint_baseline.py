"""Known findings: not shown, not failing, and forgotten when they are mended."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from llmwiki.checks.baseline import BASELINE
from llmwiki.cli.app import run
from llmwiki.errors import ConfigError, WriteError
from llmwiki.lint import lint
from llmwiki.workspace import Workspace

NOTES = {".obsidian/app.json": "{}", "a.md": "[[gone]]\n\n[[gone]]\n[[没有]]\n", "b.md": "---\nx: 1\nx: 2\n---\n[[gone]]\n"}


@pytest.fixture
def known(write) -> Path:
    root = write(NOTES)
    check(root, renew=True)
    return root


def check(root: Path, **more):
    return lint(Workspace.open(root), **{"select": ["W101", "W211"], **more})


def change(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_is_known_is_not_shown_and_fails_nothing(known: Path, capsys) -> None:
    result = check(known)
    assert (result.findings, result.known, result.outdated, result.fails("info")) == ((), 5, (), False)
    assert run(["lint", "--vault", str(known), "--select", "W101,W211"]) == 0
    assert capsys.readouterr() == ("No findings in 2 files.\n", "not shown: 5 known findings of the baseline\n")


def test_it_survives_lines_that_move_and_sees_what_is_new(known: Path) -> None:
    change(known, "a.md", "[[gone]]\n", "intro\n\nmore\n\n[[gone]]\n")
    assert check(known).findings == ()
    change(known, "a.md", "intro", "[[gone]]")
    assert [(item.path, item.line) for item in check(known).findings] == [("a.md", 7)], "one more of the same is new"
    change(known, "b.md", "[[gone]]", "[[other]]")
    assert [item.message for item in check(known).findings if item.path == "b.md"] == ["no such note or file: “other”"]


def test_what_is_mended_is_told_and_taken_out(known: Path, capsys) -> None:
    change(known, "a.md", "[[没有]]", "nothing")
    (known / "b.md").unlink()
    result = check(known)
    assert result.outdated == ("a.md W101", "b.md W101", "b.md W211")
    assert not result.fails("info")
    assert run(["lint", "--vault", str(known), "--select", "W101,W211"]) == 0
    assert "mended, but still in the baseline: a.md W101\n" in capsys.readouterr().err
    assert check(known, renew=True).outdated == ()
    assert len(json.loads((known / BASELINE).read_text())) == 2 + 1


def test_a_part_of_the_checks_or_files_forgets_nothing(known: Path) -> None:
    before = (known / BASELINE).read_bytes()
    for part in ({"select": ["W211"]}, {"paths": [known / "a.md"]}, {"severity": "error"}):
        result = check(known, **part)
        assert (result.findings, result.outdated) == ((), ())
        check(known, **part, renew=True)
        assert (known / BASELINE).read_bytes() == before


def test_a_file_that_cannot_be_read_is_not_mended(known: Path) -> None:
    (known / "b.md").unlink()
    (known / "b.md").symlink_to("/proc/self/mem")
    result = check(known)
    assert ([path for path, _ in result.unreadable], result.outdated) == (["b.md"], ())


def test_it_may_lie_elsewhere(write, tmp_path: Path, capsys) -> None:
    root, file = write(NOTES), tmp_path / "ci" / "known.json"
    words = ["lint", "--vault", str(root), "--select", "W101,W211", "--baseline", str(file)]
    assert run(words) == 2
    assert f"there is no baseline {file}" in capsys.readouterr().err
    assert run([*words, "--write-baseline"]) == 0
    assert run(words) == 0
    assert not (root / BASELINE).exists()
    assert len(check(root).findings) == 5


@pytest.mark.parametrize("text", ["", "[", "[]", '{"version": 2}', '{"findings": {}}'])
def test_a_file_that_is_none_is_refused(write, text: str) -> None:
    root = write({**NOTES, BASELINE: text})
    with pytest.raises(ConfigError) as caught:
        check(root)
    assert caught.value.hint


def test_a_disk_that_refuses_is_told(write) -> None:
    with pytest.raises(WriteError):
        check(write({**NOTES, "file": ""}), baseline=Path("/proc/known.json"), renew=True)


def test_the_same_findings_make_the_same_bytes(known: Path) -> None:
    before = (known / BASELINE).read_bytes()
    (known / BASELINE).unlink()
    check(known, renew=True)
    assert (known / BASELINE).read_bytes() == before
    assert before.decode().splitlines()[-2:] == ['"version": 1', "}"]


def test_two_branches_that_know_more_are_merged_by_git(known: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], cwd=known, check=True, capture_output=True)

    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "start")
    for branch, name in (("left", "a0.md"), ("right", "z.md")):
        git("checkout", "-b", branch, "main")
        (known / name).write_text("[[nobody]]\n")
        check(known, renew=True)
        git("add", ".")
        git("commit", "-m", branch)
    git("merge", "left")
    assert check(known).findings == ()
    assert check(known).known == 7


def test_a_name_that_is_no_utf8_is_known_too(write) -> None:
    root = write({".obsidian/app.json": "{}", "caf\udce9.md": "[[none\udce9]]\n"})
    assert check(root, renew=True).known == 1
    assert check(root).findings == ()
