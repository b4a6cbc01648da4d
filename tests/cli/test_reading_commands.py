"""Commands that only look: status, log, review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmwiki.cli.app import run
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.ledger import Claim, PageRecord, SourceRecord, record_file, record_text

SOURCE = "# Notes\n\nKai led the migration.\n"


@pytest.fixture
def vault(write) -> Path:
    done = SourceRecord(
        "raw/articles/done.md", sha256_of(SOURCE.encode()), title="Notes", claims=(Claim("done-1", "Kai led", 9, 16, ("entities/kai.md",)),)
    )
    out = SourceRecord("raw/articles/out.md", sha256_of(b"out"), title="Out", retracted=True)
    page = PageRecord("entities/kai.md", "Kai", "entity", "0" * 64, sources=("raw/articles/done.md",))
    root = write(
        {
            "SCHEMA.md": "# S\n",
            "log.md": "| Date | Action | Target | Notes |\n|--|--|--|--|\n| 2026-11-02 | lint | vault | fine |\n| 2026-11-01 | ingest | 笔记 | +1 |\n",
            "entities/kai.md": "# Kai\n",
            "concepts/a.md": "# A\n",
            "concepts/b.md": "# B\n",
            "raw/articles/done.md": SOURCE,
            "raw/articles/out.md": "out",
            "raw/articles/new.md": "new",
            "raw/assets/picture.png": b"\x89PNG",
            record_file(done): record_text(done),
            record_file(out): record_text(out),
            record_file(page): record_text(page),
            ".wiki/ledger/sources/articles/broken.json": "{",
            ".wiki/review/entities--kai.md": "# Proposal for entities/kai.md\n\nNew text.\n",
        }
    )
    (root / ".wiki/config.toml").write_text("")
    return root


def answer(capsys, *words: str):
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_status(vault: Path, capsys) -> None:
    shown = answer(capsys, "status", "--vault", str(vault))
    assert shown["pages"] == {"entity": 1, "concept": 2, "comparison": 0, "query": 0, "proposed": ["entities--kai.md"]}
    assert (shown["captured"], shown["retracted"], shown["citations"]) == (1, 1, {"written": 1})
    assert shown["pending"] == ["raw/articles/new.md"]
    assert [item["input"] for item in shown["failed"]] == [".wiki/ledger/sources/articles/broken.json"]
    assert [entry["action"] for entry in shown["log"]] == ["ingest", "lint"]


def test_status_for_people(vault: Path, capsys) -> None:
    assert run(["status", "--vault", str(vault)]) == 0
    out, err = capsys.readouterr()
    assert "1 entity, 2 concepts, 0 comparisons, 0 queries" in out
    assert "1 captured, 1 retracted, 1 citation\n" in out
    assert "raw/articles/new.md" in out
    assert err == "hint: wiki ingest\nhint: wiki review\n"


def test_an_edited_source_is_pending_again(vault: Path, capsys) -> None:
    (vault / "raw/articles/done.md").write_text(SOURCE + "More.\n")
    assert answer(capsys, "status", "--vault", str(vault))["pending"] == ["raw/articles/done.md", "raw/articles/new.md"]


def test_sources_are_listed(vault: Path, capsys) -> None:
    assert run(["status", "--sources", "--vault", str(vault)]) == 0
    assert capsys.readouterr().out == "raw/articles/done.md  Notes\nraw/articles/out.md  Out  retracted\n"


def test_log(vault: Path, capsys) -> None:
    assert run(["log", "--vault", str(vault)]) == 0
    assert capsys.readouterr().out == "2026-11-01  ingest  笔记  +1\n2026-11-02  lint  vault  fine\n"
    assert answer(capsys, "log", "-n", "1", "--vault", str(vault)) == [
        {"date": "2026-11-02", "action": "lint", "target": "vault", "notes": "fine"}
    ]
    (vault / "log.md").unlink()
    assert run(["log", "--vault", str(vault)]) == 0
    assert capsys.readouterr() == ("", "the log is empty\n")


def test_review(vault: Path, capsys) -> None:
    assert run(["review", "--vault", str(vault)]) == 0
    assert capsys.readouterr().out == "change  entities--kai  entities/kai.md\n"
    assert run(["review", "entities/kai.md", "--vault", str(vault)]) == 0
    assert capsys.readouterr().out == "# Proposal for entities/kai.md\n\nNew text.\n"
    assert answer(capsys, "review", "entities--kai", "--vault", str(vault))["page"] == "entities/kai.md"
    assert run(["review", "entities--kia", "--vault", str(vault)]) == 2
    assert "did you mean entities--kai?" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["status"], ["log"], ["review"]])
def test_without_a_vault(words: list[str], tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert "wiki init" in err


@pytest.mark.parametrize("words", [["status"], ["log"], ["review"], ["lint"], ["links", "kai"]])
def test_nothing_is_written_but_caches(words: list[str], vault: Path) -> None:
    def state() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in vault.rglob("*") if path.is_file() and ".wiki/cache" not in path.as_posix()}

    before = state()
    assert run([*words, "--vault", str(vault)]) in {0, 1}
    assert state() == before
