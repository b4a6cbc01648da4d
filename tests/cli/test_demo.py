from __future__ import annotations

import io
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from llmwiki.cli.app import run
from llmwiki.vault.ledger import Ledger

SECONDS = 10


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory):
    """The vault that the demo leaves, what it printed, and the CPU seconds it took."""
    folder = tmp_path_factory.mktemp("demo")
    out = pytest.MonkeyPatch()
    out.chdir(folder)
    out.setenv("SOURCE_DATE_EPOCH", "1796025600")
    shown, hints = io.StringIO(), io.StringIO()
    start = time.process_time()
    with redirect_stdout(shown), redirect_stderr(hints):
        code = run(["demo", "my-wiki"])
    seconds = time.process_time() - start
    out.undo()
    assert code == 0, hints.getvalue()
    return folder / "my-wiki", shown.getvalue(), seconds


def test_it_ends_with_tree_page_query_lint_and_obsidian_in_that_order(demo) -> None:
    shown = demo[1]
    parts = [
        "\nWhat lies in the vault:",
        "└── log.md",
        "\nFrom one of its pages:",
        '$ wiki query "Why did',
        "[^",
        "$ wiki lint",
        "No findings in ",
        "Obsidian",
    ]
    places = []
    for part in parts:
        places.append(shown.find(part, places[-1] if places else 0))
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_nothing_of_this_machine_is_shown_or_recorded(demo) -> None:
    root, shown, _ = demo
    assert str(root.parent) not in shown
    for path in root.rglob("*"):
        if path.is_file() and ".wiki/local" not in path.as_posix():
            assert str(root.parent).encode() not in path.read_bytes(), path


def test_it_compiles_every_sample(demo) -> None:
    ledger = Ledger.load(demo[0])
    assert len(ledger.sources) >= 10
    assert {record.language for record in ledger.sources.values()} == {"en", "zh"}
    assert {Path(record.original or record.path).suffix for record in ledger.sources.values()} == {".md", ".html", ".pdf", ".txt"}
    assert not ledger.unreadable


def test_the_vault_lints_clean(demo, capsys) -> None:
    assert run(["lint", "--fail-on", "info", "--vault", str(demo[0])]) == 0
    assert capsys.readouterr().out.startswith("No findings")


def test_it_is_quick(demo) -> None:
    assert demo[2] < SECONDS


@pytest.mark.trial
def test_twice_gives_the_same_bytes(demo, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "again"]) == 0

    def pages(root: Path) -> dict[str, bytes]:
        return {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in root.rglob("*")
            if path.is_file() and not {"local", "cache"} & set(path.parts)
        }

    assert pages(tmp_path / "again") == pages(demo[0])


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path, capsys) -> None:
    (tmp_path / "mine.md").write_text("mine")
    assert run(["demo", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.md"]
