"""`wiki merge` on any vault: links keep their meaning, no line of a person's is lost, lint finds nothing new."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from gate_harness import NOW, state
from hypothesis import example, given
from hypothesis import strategies as st

from llmwiki.lint import lint
from llmwiki.merge import merge
from llmwiki.vault.resolve import Found
from llmwiki.vault.undo import undo
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

pytestmark = pytest.mark.trial

PATHS = ("a/one.md", "a/二.md", "b/one two.md", "b/三.md", "deep/x/one.md", "four.md")
HEADINGS = ("Part", "Notes", "笔记", "A b")
LINES = (
    "words alone",
    "一句话。",
    "- item",
    "- 条目",
    "> quote",
    "text ^b1",
    "- listed ^b1",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "`[[one]]`",
)

targets = st.sampled_from(("one", "a/one", "二", "one two", "三", "b/三", "four", "deep/x/one", "nowhere", "one.md"))
subpaths = st.sampled_from(("", "", "#Part", "#Notes", "#笔记", "#^b1", "#Nothing"))
links = st.builds(
    lambda form, target, sub: form.format(target, sub), st.sampled_from(("[[{}{}]]", "[[{}{}|shown]]", "![[{}{}]]")), targets, subpaths
)
lines = st.one_of(st.sampled_from(LINES), links, st.builds("see {} here".format, links))
sections = st.builds(
    lambda level, heading, body: "\n\n".join([f"{'#' * level} {heading}", *body]),
    st.integers(2, 3),
    st.sampled_from(HEADINGS),
    st.lists(lines, max_size=3),
)
notes = st.builds(
    lambda head, title, lead, parts: head + "\n\n".join([*title, *lead, *parts]) + "\n",
    st.sampled_from(("", "---\ntags: [x]\n---\n", '---\nrelated: "[[one]]"\naliases: [别名]\n---\n')),
    st.sampled_from(([], ["# Title"], ["# 标题"])),
    st.lists(lines, max_size=2),
    st.lists(sections, max_size=3),
)
vaults = st.fixed_dictionaries(dict.fromkeys(PATHS, notes))
pairs = st.permutations(PATHS).map(lambda paths: (paths[0], paths[1]))


def meanings(root: Path, pair: tuple[str, str]) -> Counter[tuple[str, str]]:
    """Who links to whom, the two pages taken for one."""
    vault = Vault.open(root)
    one = {pair[0]: pair[1]}
    return Counter(
        (one.get(path, path), one.get(found.path, found.path))
        for path in vault.notes
        for link, found in vault.resolved(path)
        if isinstance(found, Found) and link.target
    )


def words(text: str) -> set[str]:
    """Lines without frontmatter, links, block ids and the title, of which a page has one."""
    body = text.split("---\n", 2)[-1] if text.startswith("---\n") else text
    return {line for line in body.split("\n") if line and "[[" not in line and "^b1" not in line and not line.startswith("# ")}


def findings(root: Path) -> Counter[str]:
    found = lint(Workspace.open(root, date(2026, 11, 30))).findings
    return Counter(finding.code for finding in found if finding.code in {"W101", "W102", "W103", "W104", "W106"})


RELATED = '---\nrelated: "[[one]]"\naliases: [别名]\n---\n\n'
EMPTY = dict.fromkeys(PATHS, "\n")


@given(files=vaults, pair=pairs)
@example(files={**EMPTY, "a/二.md": RELATED, "deep/x/one.md": RELATED}, pair=("deep/x/one.md", "a/二.md"))
@example(files={**EMPTY, "a/二.md": RELATED + "[[one]]\n"}, pair=("a/二.md", "b/one two.md"))
def test_links_mean_what_they_meant_and_no_line_is_lost(files: dict[str, str], pair: tuple[str, str]):
    root = Path(tempfile.mkdtemp())
    try:
        (root / ".wiki").mkdir()
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        before, links, faults = state(root), meanings(root, pair), findings(root)
        merged = merge(Workspace.open(root, date(2026, 11, 30)), *pair, now=NOW)
        assert not merged.loose
        after = meanings(root, pair)
        assert set(after) == set(links)
        assert all(after[key] == count for key, count in links.items() if key[0] != pair[1])
        assert words(files[pair[0]]) | words(files[pair[1]]) <= words((root / pair[1]).read_text())
        assert findings(root) <= faults
        undo(root, now=NOW)
        assert state(root) == before
    finally:
        shutil.rmtree(root)
