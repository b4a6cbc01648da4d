"""The check of contradictions on true conflicts and harmless differences, English and Chinese, written as sources write.

Each case is a row of ``conflicts.tsv`` or ``harmless.tsv``: why, and two statements. They stand on different pages of a wiki whose
pages are those of ``cast.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from llmwiki.checks import contradiction
from llmwiki.checks.base import Snapshot
from llmwiki.vault.ledger import Ledger
from llmwiki.vault.schema import Schema
from llmwiki.vault.vault import Vault

HERE = Path(__file__).parent
LEAST_CAUGHT = 27


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def is_found(write) -> Callable[[str, str], bool]:
    """Tells whether the check speaks of two statements that stand on two pages of a wiki; every pair takes the place of the last one."""
    write({path: f"---\ntitle: {names[0]}\naliases: [{', '.join(names[1:])}]\n---\n" for path, *names in rows("cast.tsv")})

    def tell(first: str, second: str) -> bool:
        said = {"comparisons/first.md": first, "queries/second.md": second}
        vault = Vault.open(write({page: f"{statement}[^a]\n\n[^a]: [[raw/articles/one]]\n" for page, statement in said.items()}))
        snapshot = Snapshot(vault, Schema(), Ledger, date(2026, 1, 1), "llmwiki")
        return any(contradiction.run(snapshot))

    return tell


def test_conflicts_are_found(is_found) -> None:
    cases = rows("conflicts.tsv")
    missed = [case for case in cases if not is_found(*case[1:])]
    assert len(cases) - len(missed) >= LEAST_CAUGHT, missed


def test_harmless_differences_are_left_alone(is_found) -> None:
    assert not [case for case in rows("harmless.tsv") if is_found(*case[1:])]


def test_the_set_is_as_large_as_it_should_be_and_half_chinese() -> None:
    for name, size in (("conflicts.tsv", 30), ("harmless.tsv", 100)):
        cases = rows(name)
        assert len(cases) == size
        assert sum(bool(re.search("[\u4e00-\u9fff]", case[1] + case[2])) for case in cases) * 2 == size
