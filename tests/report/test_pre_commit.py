"""The hook file, by really committing to a repository with pre-commit installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "llmwiki", "templates", "wiki-skeleton", "samples")
IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
CONFIG = """\
repos:
  - repo: {hooks}
    rev: {revision}
    hooks:
      - id: wiki-lint
        args: [--vault=notes]
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """pre-commit builds the hook's environment with pip. Here that needs no network: what is installed beside the tests is lent to it."""
    lent = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    settings = {
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit")),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_COMPILE": "1",  # a hook imports a third of what is installed
        "PIP_NO_BUILD_ISOLATION": "0",  # pip takes the value for that of the option without "no"
        "PYTHONPATH": lent,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "NO_COLOR": "1",
    }
    return {**{key: value for key, value in os.environ.items() if not key.startswith("GIT_")}, **settings}


@pytest.fixture(scope="module")
def run(environment: dict[str, str]) -> Run:
    def call(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False)

    return call


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory, run: Run) -> tuple[Path, str]:
    """This project as a repository of its own, and its commit."""
    folder = tmp_path_factory.mktemp("project")
    for name in PARTS:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name, **({"ignore": shutil.ignore_patterns("__pycache__")} if copy is shutil.copytree else {}))
    run("git", "init", "-q", cwd=folder)
    run("git", "add", ".", cwd=folder)
    assert run("git", *IDENTITY, "commit", "-q", "-m", "all", cwd=folder).returncode == 0
    return folder, run("git", "rev-parse", "HEAD", cwd=folder).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path, hooks: tuple[Path, str], run: Run) -> Path:
    """A repository with a vault in it and the hook installed."""
    folder = tmp_path / "repository"
    (folder / "notes/.obsidian").mkdir(parents=True)
    (folder / "notes/.obsidian/app.json").write_text("{}")
    (folder / "notes/甲.md").write_text("看[[乙]]。\n", encoding="utf-8")
    (folder / "notes/乙.md").write_text("# 乙\n", encoding="utf-8")
    (folder / ".pre-commit-config.yaml").write_text(CONFIG.format(hooks=hooks[0].as_posix(), revision=hooks[1]), encoding="utf-8")
    run("git", "init", "-q", cwd=folder)
    assert run(sys.executable, "-m", "pre_commit", "install", "--install-hooks", cwd=folder).returncode == 0
    return folder


def commit(run: Run, folder: Path) -> subprocess.CompletedProcess[str]:
    run("git", "add", "-A", cwd=folder)
    return run("git", *IDENTITY, "commit", "-m", "a change", cwd=folder)


def test_the_hook_file_is_valid(run: Run) -> None:
    done = run(sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.trial
def test_a_commit_is_stopped_by_what_it_breaks_elsewhere(repository: Path, run: Run) -> None:
    done = commit(run, repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "wiki lint" in done.stderr
    assert "Passed" in done.stderr

    (repository / "notes/乙.md").unlink()
    done = commit(run, repository)
    assert done.returncode == 1
    assert "甲.md:1:2: warning W101 broken-link: no such note or file: “乙”" in done.stdout + done.stderr

    (repository / "notes/甲.md").write_text("看别处。\n", encoding="utf-8")
    assert commit(run, repository).returncode == 0


@pytest.mark.trial
def test_what_is_not_staged_is_not_checked(repository: Path, run: Run) -> None:
    assert commit(run, repository).returncode == 0
    (repository / "notes/乙.md").write_text("# 乙\n\n见[[丙]]。\n", encoding="utf-8")
    (repository / "README").write_text("no note\n")
    run("git", "add", "README", cwd=repository)
    done = run("git", *IDENTITY, "commit", "-m", "another", cwd=repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "[[丙]]" in (repository / "notes/乙.md").read_text(encoding="utf-8")
