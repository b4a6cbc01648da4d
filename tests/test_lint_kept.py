"""Findings that are known are not looked for again, and nothing that decides one of them can change without that being noticed."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from llmwiki.checks import kept_findings, linter
from llmwiki.config import CONFIG_PATH
from llmwiki.lint import LintResult, lint
from llmwiki.mend import Wish, mend
from llmwiki.vault.ledger import SourceRecord, record_file, record_text
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

FILES = {
    ".obsidian/app.json": "{}",
    "SCHEMA.md": "# Schema\n\n## Page thresholds\n\n- page_max_lines: 200\n\n## Taxonomy tags\n\n- #store\n",
    "index.md": "# Index\n\n- [[store]]\n",
    "concepts/store.md": "---\ntitle: Store\ntype: concept\nupdated: 2026-01-01\n---\n# Store\n\n[[gone]] [[店]] 和 [[没有]] [[VS]]\n",
    "concepts/店.md": "---\ntitle: 店\ntype: concept\n---\n# 店\n\n[[store]] [[nowhere]] %% wiki: ignore W101 %%\n",
    "concepts/vector-search.md": "---\ntitle: Vector search\naliases: [VS]\ntype: concept\n---\n# Vector search\n\n[[store]] [[店]]\n",
    "raw/articles/s.md": "---\ndate: 2026-09-05\n---\nA store keeps things. 店里有东西。\n",
}
DAY = date(2026, 11, 30)


@pytest.fixture
def runs(monkeypatch) -> list[int]:
    """Grows by one each time that checks run."""
    seen: list[int] = []
    real = linter.run_checks

    def run_checks(*arguments):
        seen.append(1)
        return real(*arguments)

    monkeypatch.setattr(linter, "run_checks", run_checks)
    return seen


@pytest.fixture
def root(write) -> Path:
    folder = write(FILES)
    _put(folder, SourceRecord("raw/articles/s.md", "0" * 64, captured="2026-01-05"))
    return settled(folder)


def settled(folder: Path) -> Path:
    """What was written just now is made old enough to be trusted by its time; the ledger is taken for old below."""
    for file in folder.rglob("*"):
        age_ns = time.time_ns() - file.lstat().st_mtime_ns
        if file.is_file() and age_ns < 10**11 and ".wiki" not in file.relative_to(folder).parts:
            os.utime(file, ns=(10**18, file.stat().st_mtime_ns - 10**12))
    return folder


@pytest.fixture(autouse=True)
def _changes_show_at_once(monkeypatch):
    monkeypatch.setattr("llmwiki.vault.ledger_mark.COARSE_NS", -(10**12))


def _put(folder: Path, record: SourceRecord) -> None:
    file = folder / record_file(record)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(record_text(record))


def timed(root: Path) -> LintResult:
    workspace = Workspace.open(root, DAY)
    workspace.times_checks = True
    return lint(workspace)


def found(root: Path, today: date = DAY, **asked) -> LintResult:
    return lint(Workspace.open(root, today), **asked)


def test_the_findings_of_an_unchanged_vault_are_known(root, runs) -> None:
    first = found(root)
    assert {"W101", "W405"} <= {finding.code for finding in first.findings}
    assert any(finding.fix for finding in first.findings)
    assert any(finding.related for finding in first.findings)
    second = found(root)
    assert len(runs) == 1
    assert second._replace(seconds=first.seconds) == first
    assert second.seconds == ()
    (Workspace.open(root).cache_dir / kept_findings.NAME).unlink()
    assert found(root).findings == first.findings, "what checks keep of single files says the same"
    assert len(runs) == 2


@pytest.mark.parametrize(
    "asked",
    [
        {"select": ["W101"]},
        {"ignore": ["W1"]},
        {"severity": "error"},
        {"paths": [Path("concepts/店.md")]},
        {"paths": [Path("concepts")], "select": ["W1", "W4"]},
        {"paths": [Path("raw")]},
    ],
    ids=str,
)
def test_whatever_is_asked_of_them_is_what_a_run_would_say(root, runs, asked) -> None:
    found(root)
    known = found(root, **asked)
    assert len(runs) == 1
    (Workspace.open(root).cache_dir / kept_findings.NAME).unlink()
    assert known.findings == found(root, **asked).findings
    assert len(runs) == 2


def test_a_baseline_and_settings_hide_known_findings_too(root, runs) -> None:
    everything = found(root).findings
    (root / ".wiki").mkdir(exist_ok=True)
    assert found(root, renew=True, baseline=root / ".wiki/known.json").findings == ()
    (root / CONFIG_PATH).write_text('[lint]\nignore = ["W101"]\n[lint.severity]\nW405 = "info"\n')
    rest = found(root).findings
    assert len(runs) == 1
    assert {finding.code for finding in everything} - {finding.code for finding in rest} == {"W101"}
    assert [finding.severity for finding in rest if finding.code == "W405"] == ["info"]


def test_few_checks_do_not_answer_for_more(root, runs) -> None:
    found(root, select=["W101"])
    assert {finding.code for finding in found(root).findings} > {"W101"}
    found(root, select=["W101"])
    assert len(runs) == 2


def test_part_of_a_vault_does_not_answer_for_all(root, runs) -> None:
    found(root, paths=[Path("raw")])
    assert {finding.path for finding in found(root).findings} > {"raw/articles/s.md"}
    assert len(runs) == 2


def _page(root: Path) -> None:
    (root / "concepts/store.md").write_text("# Store\n\n[[x]]\n")


def _same_size(root: Path) -> None:
    file = root / "concepts/店.md"
    file.write_text(file.read_text().replace("nowhere", "no-one!"))
    os.utime(file, (5, 5))


def _replaced(root: Path) -> None:
    """Another file with the same size and time."""
    file = root / "concepts/店.md"
    stat = file.stat()
    (root / "new").write_text(file.read_text().replace("nowhere", "no-one!"))
    os.utime(root / "new", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    (root / "new").replace(file)


def _unreadable(root: Path) -> None:
    (root / "concepts/lost.md").symlink_to(root / "nothing")


def _excluded(root: Path) -> None:
    (root / ".obsidian/app.json").write_text('{"userIgnoreFilters": ["concepts/"]}')


CHANGES = {
    "page": _page,
    "same size": _same_size,
    "replaced": _replaced,
    "new page": lambda root: (root / "concepts/gone.md").write_text("# Gone\n"),
    "page gone": lambda root: (root / "concepts/店.md").unlink(),
    "renamed": lambda root: (root / "concepts/店.md").rename(root / "concepts/铺.md"),
    "picture": lambda root: (root / "没有").write_bytes(b""),
    "source": lambda root: (root / "raw/articles/s.md").write_text("New.\n"),
    "schema": lambda root: (root / "SCHEMA.md").write_text("# Schema\n\n- page_max_lines: 2\n"),
    "unreadable": _unreadable,
    "excluded": _excluded,
    "record": lambda root: _put(root, SourceRecord("raw/articles/s.md", "1" * 64)),
    "new record": lambda root: _put(root, SourceRecord("raw/articles/t.md", "1" * 64)),
    "record gone": lambda root: (root / record_file(SourceRecord("raw/articles/s.md", ""))).unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_any_file_voids_them(root, runs, change) -> None:
    found(root)
    CHANGES[change](root)
    settled(root)
    assert found(root).findings == timed(root).findings
    assert len(runs) == 3, "once before, once after, once for the proof"


def test_another_day_profile_schema_or_code_voids_them(root, runs, monkeypatch) -> None:
    found(root)
    found(root, date(2026, 12, 1))
    found(root, profile="obsidian")
    workspace = Workspace.open(root, DAY)
    workspace.linter(profile="obsidian").findings(workspace.vault)
    assert len(runs) == 3
    looser = replace(workspace.schema, page_max_lines=1, stated=frozenset({"page_max_lines"}))
    replace(workspace.linter(profile="obsidian"), schema=looser).findings(workspace.vault)
    assert len(runs) == 4
    monkeypatch.setattr(kept_findings, "code_mark", lambda *_: "other code")
    replace(workspace.linter(profile="obsidian"), schema=looser).findings(workspace.vault)
    assert len(runs) == 5


def test_a_vault_that_is_moved_or_copied_is_another_one(root, runs, tmp_path) -> None:
    (root / ".wiki/.gitignore").write_text("cache/\n")
    found(root)
    assert (root / ".wiki/cache" / kept_findings.NAME).is_file()
    root.rename(tmp_path / "other")
    found(tmp_path / "other")
    assert len(runs) == 2


def test_a_file_that_was_written_just_now_is_looked_at_again(root, runs) -> None:
    (root / "concepts/店.md").touch()
    found(root)
    found(root)
    assert len(runs) == 2, "its time may stay the same when it is written once more"


def test_a_record_that_was_written_just_now_is_looked_at_again(root, monkeypatch) -> None:
    monkeypatch.undo()
    assert Workspace.open(root).ledger_mark == ""


def test_nothing_is_kept_beside_a_record_that_cannot_be_read(root, runs) -> None:
    (root / record_file(SourceRecord("raw/articles/s.md", ""))).write_text("{")
    found(root)
    found(root)
    assert len(runs) == 2


def test_nothing_is_kept_of_a_run_in_which_a_file_went_away(root, monkeypatch) -> None:
    real = Vault.text

    def text(self, path):
        (root / "concepts/店.md").unlink(missing_ok=True)
        return real(self, path)

    monkeypatch.setattr(Vault, "text", text)
    assert found(root).unreadable
    monkeypatch.undo()
    assert not list(Workspace.open(root).cache_dir.glob(kept_findings.NAME))


def test_a_vault_as_it_would_be_has_findings_of_its_own(root, runs) -> None:
    workspace = Workspace.open(root, DAY)
    first = workspace.linter().findings(workspace.vault)
    planned = workspace.vault.overlay({"concepts/store.md": "# Store\n"})
    assert workspace.linter().findings(planned) != first
    assert workspace.linter().findings(workspace.vault) == first
    assert len(runs) == 2


def test_mending_starts_from_known_findings_and_ends_without_them(root) -> None:
    before = found(root).findings
    mended = mend(Workspace.open(root, DAY), Wish(unsafe=True), now="2026-11-30T00:00:00Z").mended
    assert mended
    assert len(found(root).findings) < len(before)


def test_damaged_or_foreign_files_say_nothing(root, runs) -> None:
    first = found(root).findings
    file = Workspace.open(root).cache_dir / kept_findings.NAME
    head, body = file.read_text().split("\n", 1)
    value = json.loads(body)
    value["findings"] = []
    file.write_text(f"{head}\n{json.dumps(value)}")
    assert found(root).findings == first
    assert len(runs) == 2


def test_without_caches_nothing_is_known(root, runs) -> None:
    for _ in range(2):
        workspace = Workspace.open(root, DAY)
        workspace.keeps_caches = False
        lint(workspace)
    assert len(runs) == 2
