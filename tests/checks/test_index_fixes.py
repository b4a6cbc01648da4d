"""What the fixes of the index checks write is what the index builder would write."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.checks.base import Edit
from llmwiki.lint import lint
from llmwiki.vault.index import build_index, kind_of
from llmwiki.vault.index_entry import index_entry
from llmwiki.vault.own_files import PAGE_FOLDERS, page_kind
from llmwiki.vault.schema import Schema
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

TITLES = {
    "entities/tidb": "TiDB",
    "entities/tikv": "TiKV",
    "entities/a-b": "A[b]",
    "entities/北京": "北京",
    "entities/zz": "Alpha",
    "concepts/乐观事务": "乐观事务",
    "concepts/acid": "ACID",
    "comparisons/x-vs-y": "X vs. Y",
    "queries/why": "Why?",
}
PAGE = '---\ntitle: "{}"\nsummary: {}\nsources: [{}]\n---\nText.\n'


def built(root: Path, language: str) -> str:
    vault = Vault.open(root)
    entries = [index_entry(vault, path, page_kind(path), "index.md") for path in vault.notes if page_kind(path)]
    return build_index("", entries, Schema(), language)


def mended(root: Path, code: str) -> str:
    """The index with every safe fix of a check."""
    findings = lint(Workspace.open(root, date(2026, 11, 30)), select=(code,)).findings
    edits: set[Edit] = {edit for finding in findings if finding.fix and finding.fix.safe for edit in finding.fix.edits}
    data = (root / "index.md").read_bytes()
    for edit in sorted(edits, reverse=True):
        data = data[: edit.start] + edit.text.encode() + data[edit.end :]
    return data.decode()


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("vault")
    for folder in (*PAGE_FOLDERS.values(), ".wiki"):
        (root / folder).mkdir()
    (root / ".wiki/config.toml").write_text("")
    for number, (name, title) in enumerate(TITLES.items()):
        (root / f"{name}.md").write_text(
            PAGE.format(title, "what it is, [[in]] short" if number % 2 else "", "raw/a.md, raw/b.md"[: 8 * number])
        )
    return root


@given(st.sets(st.sampled_from(sorted(TITLES))), st.sampled_from(["en", "zh"]), st.sampled_from(["\n", "\r\n"]))
def test_entries_that_were_taken_out_come_back_as_they_were(wiki: Path, gone: set[str], language: str, newline: str) -> None:
    whole = built(wiki, language).replace("\n", newline)
    lines = whole.split("\n")
    links = [f"- [[{name.rpartition('/')[2]}" for name in gone]
    left = [line for line in lines if not line.startswith(tuple(links)) or not links]
    (wiki / "index.md").write_text("\n".join(left), newline="")
    assert mended(wiki, "W301") == whole


@given(st.permutations(range(4)))
def test_entries_out_of_order_are_put_in_order(wiki: Path, order: list[int]) -> None:
    whole = built(wiki, "en")
    lines = whole.split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("- "))
    lines[first : first + 4] = [lines[first + at] for at in order]
    (wiki / "index.md").write_text("\n".join(lines))
    assert mended(wiki, "W303") == whole


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Entities", "entity"),
        ("实体 (Entities)", "entity"),
        ("概念（Concepts）", "concept"),
        ("对比分析 (Comparisons)", "comparison"),
        ("Queries (12)", "query"),
        ("Concepts (old)", ""),
        ("Sources", ""),
    ],
)
def test_a_section_is_known_in_one_language_or_two(heading: str, kind: str) -> None:
    assert kind_of(heading) == kind
