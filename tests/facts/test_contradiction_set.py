"""The check of contradictions on true conflicts and harmless differences, English and Chinese, written as sources write.

Each case is a row of ``conflicts.tsv`` or ``harmless.tsv``: why, and two statements. They stand on different pages of a wiki whose
pages are those of ``cast.tsv``.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from llmwiki.checks import contradiction
from llmwiki.checks.base import Snapshot
from llmwiki.vault.ledger import Ledger
from llmwiki.vault.schema import Schema
from llmwiki.vault.vault import Vault

HERE = Path(__file__).parent
LEAST_CAUGHT = 27


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def is_found(write, number: int, first: str, second: str) -> bool:
    """Whether the check speaks of two statements that stand on two pages of a wiki."""
    files = {
        f"case-{number}/{path}": f"---\ntitle: {names[0]}\naliases: [{', '.join(names[1:])}]\n---\n" for path, *names in rows("cast.tsv")
    }
    for page, statement in (("comparisons/first.md", first), ("queries/second.md", second)):
        files[f"case-{number}/{page}"] = f"{statement}[^a]\n\n[^a]: [[raw/articles/one]]\n"
    vault = Vault.open(write(files) / f"case-{number}")
    snapshot = Snapshot(vault, Schema(), Ledger, date(2026, 1, 1), "llmwiki")
    return any(contradiction.run(snapshot))


def test_conflicts_are_found(write) -> None:
    cases = rows("conflicts.tsv")
    missed = [case for number, case in enumerate(cases) if not is_found(write, number, *case[1:])]
    assert len(cases) - len(missed) >= LEAST_CAUGHT, missed


def test_harmless_differences_are_left_alone(write) -> None:
    cases = rows("harmless.tsv")
    assert not [case for number, case in enumerate(cases) if is_found(write, number, *case[1:])]


def test_the_set_is_as_large_as_it_should_be_and_half_chinese() -> None:
    for name, size in (("conflicts.tsv", 30), ("harmless.tsv", 100)):
        cases = rows(name)
        assert len(cases) == size
        assert sum(bool(re.search("[\u4e00-\u9fff]", case[1] + case[2])) for case in cases) * 2 == size
