"""Every planted fault is found in a small wiki of both languages, and nothing else is said of it."""

from __future__ import annotations

import sys
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest

from llmwiki.checks.kept_findings import NAME
from llmwiki.lint import lint
from llmwiki.workspace import Workspace

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def tools(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield import_module("lint"), import_module("lint_vault")
    for name in [name for name in sys.modules if name == "lint" or name.startswith("lint_")]:
        del sys.modules[name]


def test_every_planted_fault_is_found_and_nothing_else(tools, tmp_path, monkeypatch):
    bench, vault = tools
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    world = bench.planted(120, 1)
    root = vault.write(world, tmp_path / "wiki")
    for state in ("cold", "findings known", "answers known"):
        workspace = Workspace.open(root, date.fromisoformat(vault.TODAY))
        if state == "answers known":
            (workspace.cache_dir / NAME).unlink()
        found = lint(workspace).findings
        result = bench.verdict(world, [finding._asdict() for finding in found])
        assert not result.missed
        assert not [(item["code"], item["path"], item["message"]) for item in result.false]
    assert {fault.code for fault in world.expected} == {check.CODE for check in _checks()}


def _checks():
    from llmwiki.checks.catalogue import all_checks

    return all_checks()
