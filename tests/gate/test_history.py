"""The base of a merge is found in the snapshots, else in git, else nowhere."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from gate_harness import NOW

from llmwiki.vault.apply import apply
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.history import find_base

IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
TEXT = "# 部署流程\n" + "".join(f"line {number}\n" for number in range(9))


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *IDENTITY, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in a folder of a repository: one text, renamed, changed, and another on a branch."""
    git(tmp_path, "init", "-q", "-b", "main")
    root = tmp_path / "my wiki"
    (root / "概念").mkdir(parents=True)
    (root / "概念/[a] 旧.md").write_text(TEXT)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    git(tmp_path, "mv", "my wiki/概念/[a] 旧.md", "my wiki/概念/b*.md")
    git(tmp_path, "commit", "-qm", "two")
    (root / "概念/b*.md").write_text(TEXT + "more\n")
    git(tmp_path, "commit", "-qam", "three")
    git(tmp_path, "checkout", "-qb", "side")
    (root / "概念/b*.md").write_text(TEXT + "side\n")
    git(tmp_path, "commit", "-qam", "four")
    git(tmp_path, "checkout", "-q", "main")
    return root


def digest(text: str) -> str:
    return sha256_of(text.encode())


def test_snapshot_first(tmp_path: Path):
    changes = Changes(tmp_path)
    changes.write("a.md", "tool\n", expect=None)
    apply(changes, action="ingest", now=NOW)
    (tmp_path / "a.md").write_text("mine\n")
    assert find_base(tmp_path, "a.md", digest("tool\n")) == b"tool\n"


@pytest.mark.parametrize("wanted", [TEXT, TEXT + "more\n", TEXT + "side\n", (TEXT + "more\n").replace("\n", "\r\n")])
def test_any_version_on_any_branch_under_any_name(vault: Path, wanted: str):
    assert find_base(vault, "概念/b*.md", digest(wanted)) == wanted.encode()


def test_unknown_text_is_nowhere(vault: Path):
    assert find_base(vault, "概念/b*.md", digest("never")) is None
    assert find_base(vault, "absent.md", digest(TEXT)) is None


def test_a_damaged_snapshot_is_not_believed(tmp_path: Path):
    changes = Changes(tmp_path)
    changes.write("a.md", "tool\n", expect=None)
    apply(changes, action="ingest", now=NOW)
    name = digest("tool\n")
    (tmp_path / ".wiki/local/snapshots" / name[:2] / name[2:]).write_text("other\n")
    assert find_base(tmp_path, "a.md", name) is None


def test_works_without_git_and_inside_a_hook(vault: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert find_base(vault, "概念/b*.md", digest(TEXT)) == TEXT.encode()
    monkeypatch.setenv("PATH", os.devnull)
    assert find_base(vault, "概念/b*.md", digest(TEXT)) is None
