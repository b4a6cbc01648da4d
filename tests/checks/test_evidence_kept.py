"""The evidence checks look again at what changed, and only at that."""

from __future__ import annotations

import hashlib
import json
import os
from datetime import date
from pathlib import Path

import pytest

from llmwiki.lint import lint
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

PAPER = b"%PDF of the paper"
TEXT = "Uploads have a cap of 10 MB. It rose to 20 MB in March.\n"
RECORD = {"path": "raw/papers/p.md", "sha256": "", "original": "raw/assets/p.pdf", "original_sha256": hashlib.sha256(PAPER).hexdigest()}


def record(text: str) -> str:
    return json.dumps({**RECORD, "sha256": hashlib.sha256(text.encode()).hexdigest()})


def found(root: Path) -> list[tuple[str, str]]:
    findings = lint(Workspace.open(root, date(2026, 11, 30)), select=("W405", "W406", "W408")).findings
    return [(finding.code, finding.path) for finding in findings]


@pytest.fixture
def wiki(write) -> Path:
    root = write(
        {
            ".wiki/config.toml": "",
            ".wiki/ledger/sources/papers/p.md.json": record(TEXT),
            "raw/papers/p.md": TEXT,
            "raw/assets/p.pdf": PAPER,
            "concepts/cap.md": "The cap is 20 MB.[^a]\n\n[^a]: [[raw/papers/p]] “Uploads have a cap of 10 MB”\n",
        }
    )
    for path in root.rglob("*.*"):
        os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns - 10**11))
    assert found(root) == []
    return root


def test_a_source_that_changed_is_weighed_again(wiki: Path) -> None:
    (wiki / "raw/papers/p.md").write_text("Uploads have a cap of 10 MB. It fell.\n")
    assert found(wiki) == [("W408", "concepts/cap.md"), ("W405", "raw/papers/p.md")]
    (wiki / "raw/papers/p.md").write_text(TEXT)
    assert found(wiki) == []


def test_a_record_that_changed_counts_at_once(wiki: Path) -> None:
    (wiki / ".wiki/ledger/sources/papers/p.md.json").write_text(record("other"))
    assert found(wiki) == [("W405", "raw/papers/p.md")]


def test_an_original_that_was_replaced_is_read_again(wiki: Path) -> None:
    (wiki / "raw/assets/p.pdf").write_bytes(PAPER.upper())
    assert found(wiki) == [("W405", "raw/papers/p.md")]


def test_nothing_is_read_when_nothing_changed(wiki: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise AssertionError("a file was read")

    monkeypatch.setattr(Vault, "_read", refuse)
    assert found(wiki) == []


def test_a_source_without_record_or_page_is_open_until_a_page_names_it(wiki: Path) -> None:
    (wiki / "raw/papers/q.txt").write_text("More.\n")
    assert found(wiki) == [("W406", "raw/papers/q.txt")]
    (wiki / "concepts/more.md").write_text("More.^[raw/papers/q.txt]\n")
    assert found(wiki) == []
