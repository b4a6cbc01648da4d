"""Comparison pages: where sources set two things side by side, and where they only seem to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from shelf import reading

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.draft import Draft
from llmwiki.vault.schema import Schema

BASE = """# MossKV vs QuillDB

MossKV is a key-value store for small servers. QuillDB is an embedded database for single programs.

## Locking

MossKV locks single keys while it writes. QuillDB locks the whole file while it writes.

## Memory

MossKV keeps all keys in memory. QuillDB needs 8 megabytes for its page cache.

## Licence

MossKV is under the MIT licence. QuillDB is in the public domain.
"""
TABLE = """
| Aspect | MossKV | QuillDB |
| --- | --- | --- |
| Locks | keys | file |
| Memory | all keys | – |
| Licence | MIT | public domain |
| Year | 2019 | 2014 |
"""
CHINESE = """# 乐观事务与悲观事务的区别

乐观事务是一种在提交时检测冲突的事务。悲观事务是一种在执行时加锁的事务。

## 加锁

乐观事务在执行阶段不加任何锁。悲观事务在执行每条语句时都会加锁。

## 冲突

乐观事务在提交阶段才会发现冲突。悲观事务在执行阶段就会发现冲突。

## 场景

乐观事务适合冲突较少的业务场景。悲观事务适合冲突频繁的业务场景。
"""


def comparisons(text: str, min_axes: int = 3) -> list[Draft]:
    drafts = compile_pages([reading("raw/articles/a.md", text)], [], Schema(comparison_min_axes=min_axes)).drafts
    return [draft for draft in drafts if draft.kind == "comparison"]


def cells(draft: Draft) -> dict[str, tuple[str, ...]]:
    assert draft.grid is not None
    return {name: tuple(cell.text if cell else "" for cell in row) for name, row in draft.grid.axes}


def test_sections_that_speak_of_both_make_the_axes() -> None:
    (draft,) = comparisons(BASE)
    assert draft.title == "MossKV vs QuillDB"
    assert cells(draft)["Locking"] == ("MossKV locks single keys while it writes.", "QuillDB locks the whole file while it writes.")
    assert list(cells(draft)) == ["Locking", "Memory", "Licence"]


def test_a_table_with_both_in_its_header_is_taken_as_it_is() -> None:
    (draft,) = comparisons(BASE + TABLE)
    assert cells(draft) == {
        "Locks": ("keys", "file"),
        "Memory": ("all keys", ""),
        "Licence": ("MIT", "public domain"),
        "Year": ("2019", "2014"),
    }
    assert draft.grid is not None
    assert draft.grid.axes[0][1][0].citations[0].quote == "| Locks | keys | file |"  # type: ignore[union-attr]


def test_a_table_with_both_as_rows_is_turned() -> None:
    turned = "\n| Store | Locks | Memory | Licence |\n| --- | --- | --- | --- |\n| MossKV | keys | all keys | MIT |\n| QuillDB | file | cache | none |\n"
    (draft,) = comparisons(BASE + turned)
    assert cells(draft)["Locks"] == ("keys", "file")


def test_chinese() -> None:
    (draft,) = comparisons(CHINESE)
    assert draft.title == "乐观事务与悲观事务对比"
    assert draft.language == "zh"
    assert list(cells(draft)) == ["加锁", "冲突", "场景"]


@pytest.mark.parametrize(
    ("text", "min_axes"),
    [
        (BASE, 4),
        (BASE.replace("# MossKV vs QuillDB", "# Stores we like"), 3),
        (BASE.replace("QuillDB is in the public domain.", "Both are free."), 3),
        (BASE.replace("MossKV vs QuillDB", "Stores we like") + TABLE.replace("MossKV | QuillDB", "session 1 | session 2"), 3),
    ],
)
def test_too_little_is_no_comparison(text: str, min_axes: int) -> None:
    assert comparisons(text, min_axes) == []


def test_both_pages_point_to_the_comparison() -> None:
    drafts = compile_pages([reading("raw/articles/a.md", BASE)], [], Schema()).drafts
    for draft in drafts:
        wanted = {"MossKV", "QuillDB"} if draft.kind == "comparison" else {"MossKV vs QuillDB"}
        assert wanted <= {relation.title for relation in draft.relations}


def test_a_table_of_many_things_compares_no_two_of_them() -> None:
    rows = [f"| {thing} | {number} | keys {number} | MIT |" for number, thing in enumerate(("MossKV", "QuillDB", "HeronDB", "TernDB"))]
    facts = "".join(
        f"{thing} is a database for small servers. {thing} keeps a log of {size} megabytes on disk. {thing} was written by two people in {year}. {thing} runs on a single core of the machine.\n\n"
        for thing, size, year in (("MossKV", 4, 2019), ("QuillDB", 8, 2014))
    )
    head = "| Store | Port | Locks | Licence |\n| --- | --- | --- | --- |\n"
    assert comparisons(f"# Stores\n\n{facts}{head}" + "\n".join(rows) + "\n") == []
    assert len(comparisons(f"# Stores\n\n{facts}{head}" + "\n".join(rows[:2]) + "\n")) == 1
