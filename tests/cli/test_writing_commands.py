"""The commands that write, from the door: ingest, retract, undo."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from llmwiki.cli.app import run
from llmwiki.vault.parse import parse

FERRIES = """# Ferries of the bay

The Amber Line is a ferry company of Port Selda. The Amber Line was founded in 1921 by Ada Renfrew.

A tide table is a list that says when the water is high at a place. The Amber Line prints a tide table every year.
"""
HARBOUR = """# The harbour of Port Selda

The Amber Line moved its ticket office to the harbour in 1954. In 1987 the Amber Line bought four electric ferries.

A tide table hangs at every pier, and skippers read the tide table before they leave.
"""


def state(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file() and not {"local", "cache"} & set(path.relative_to(root).parts[1:2])
    }


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    sources = tmp_path / "in"
    sources.mkdir()
    (sources / "ferries.md").write_text(FERRIES)
    (sources / "harbour.md").write_text(HARBOUR)
    root = tmp_path / "wiki"
    run(["init", str(root)])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIKI_VAULT", str(root))
    capsys.readouterr()
    return root


def answer(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0):
    """The JSON that a command prints."""
    capsys.readouterr()
    assert run([*words, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_ingest_says_what_it_did_in_the_documented_words(vault: Path, capsys) -> None:
    shown = answer(capsys, "ingest", "in")
    assert (shown["inputs"], shown["captured"], shown["unchanged"], shown["duplicate"]) == (2, 2, 0, 0)
    assert (shown["refused"], shown["failed"]) == ([], [])
    assert shown["pages"]["created"]
    assert set(shown["pages"]) == {"created", "updated", "removed", "proposed"}
    assert shown["citations"]["written"] > 0
    assert shown["cost"] == {"calls": 0, "tokens_in": 0, "tokens_out": 0, "usd": 0.0}
    for path in shown["pages"]["created"]:
        assert (vault / path).is_file()


def test_a_second_run_changes_nothing(vault: Path, capsys) -> None:
    run(["ingest", "in"])
    before = state(vault)
    assert answer(capsys, "ingest", "in")["pages"] == {"created": [], "updated": [], "removed": [], "proposed": []}
    assert state(vault) == before
    assert run(["ingest"]) == 0
    assert state(vault) == before


def test_dry_run_shows_the_diff_and_writes_nothing(vault: Path, capsys) -> None:
    before = state(vault)
    assert run(["ingest", "in", "--dry-run"]) == 0
    out, err = capsys.readouterr()
    assert "+++ b/entities/amber-line.md" in out
    assert "2 sources captured" in err
    assert state(vault) == before


@pytest.mark.usefixtures("vault")
def test_what_cannot_be_read_is_a_line_and_exit_1(capsys) -> None:
    Path("in/broken.pdf").write_bytes(b"%PDF-1.4 broken")
    Path("in/empty.md").write_bytes(b"")
    shown = answer(capsys, "ingest", "in", code=1)
    assert sorted(Path(item["input"]).name for item in shown["refused"]) == ["broken.pdf", "empty.md"]
    assert all(item["reason"] for item in shown["refused"])
    assert shown["captured"] == 2
    assert run(["ingest", "in/empty.md"]) == 1
    assert "empty.md: " in capsys.readouterr().out


def test_retract_asks_shows_and_can_be_taken_back(vault: Path, capsys) -> None:
    run(["ingest", "in"])
    before = state(vault)
    source = next(path for path in (vault / "raw").rglob("*.md") if path.read_text() == HARBOUR).relative_to(vault).as_posix()
    capsys.readouterr()
    assert run(["retract", source]) == 1
    out, err = capsys.readouterr()
    assert "entities/amber-line.md" in out
    assert "nothing was changed" in err
    assert state(vault) == before
    assert run(["retract", source, "--dry-run"]) == 0
    assert state(vault) == before
    assert answer(capsys, "retract", source, "--yes")["done"] is True
    cited = {link.target for path in (vault / "entities").glob("*.md") for link in parse(path.read_text()).links if link.kind == "footnote"}
    assert not [target for target in cited if "harbour" in target]
    assert run(["ingest", "in"]) == 0
    assert run(["retract", source, "--undo"]) == 0
    kept = {name: digest for name, digest in state(vault).items() if name.startswith(("raw/", "entities/", "concepts/"))}
    assert kept == {name: digest for name, digest in before.items() if name in kept}


def test_undo_takes_an_ingest_back(vault: Path, capsys) -> None:
    before = state(vault)
    run(["ingest", "in"])
    assert state(vault) != before
    capsys.readouterr()
    assert run(["undo"]) == 0
    assert "  - entities/amber-line.md" in capsys.readouterr().out
    assert state(vault) == before
    assert answer(capsys, "undo")["deleted"]
    assert run(["undo"]) == 2
    assert "nothing to take back" in capsys.readouterr().err


@pytest.mark.usefixtures("vault")
def test_an_unknown_source_is_said(capsys) -> None:
    assert run(["retract", "nonsense"]) == 2
    assert "wiki status --sources" in capsys.readouterr().err
