"""Whatever the vault and however careless the fixes: no link is lost, code stays, a second run does nothing, undo restores every byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from gate_harness import NOW, state
from hypothesis import given
from hypothesis import strategies as st
from mend_harness import Rule, mended, renames, replaces

from llmwiki.checks.base import Finding
from llmwiki.checks.mending import FIGHT, Repair, mend_findings
from llmwiki.scribe.refiling import plan_files
from llmwiki.vault.apply import apply
from llmwiki.vault.changes import Changes
from llmwiki.vault.resolve import Found
from llmwiki.vault.undo import undo
from llmwiki.vault.vault import Vault

NAMES = st.sampled_from(["a", "b", "B", "a b", "数据", "v1.2", "c"])
FOLDERS = st.sampled_from(["", "x/", "y/", "x/y/", "数/", "raw/"])
PATHS = st.builds(lambda folder, name: f"{folder}{name}.md", FOLDERS, NAMES)
FORMS = [
    "[[{}]]",
    "[[{}|d]] teh",
    "![[{}#H]]",
    "[[{}#H]] and [[{}]]",
    "[t]({}.md)",
    "[t](<{}>)",
    "| a | b |\n|---|---|\n| [[{}\\|d]] | teh |",
    "[[{}.md]]",
    "[[../{}]]",
    "`[[{}]]` teh",
    "```\n[[{}]] teh\n```",
    "    [[{}]]",
    "[^1]: [[{}]]",
    "%% [[{}]] %%",
    "<!-- [[{}]] -->",
    "# {} teh",
]
# What a careless fix writes: some mend a word, some break links, code, tables, headings or comments.
EDITS = [
    ("teh", "the"),
    ("teh", "`"),
    ("teh", "%%"),
    ("H", "h"),
    ("# H", "# J"),
    ("b", "β"),
    (r"\|d", ""),
    (r"\|", r"\\|"),
    ("`", ""),
    ("%%", "<!--"),
    (r"\[\[(.*?)\]\]", r"[[\1|\1]]"),
    (r"\[\[(.*?)\]\]", r"[[数据]]"),
    ("数", "數"),
    ("\n\n", "\n"),
    (r"\]\]", "]"),
    ("---\n", ""),
]


@st.composite
def vaults(draw: st.DrawFn) -> dict[str, str]:
    paths = sorted({path.casefold(): path for path in draw(st.lists(PATHS, min_size=2, max_size=6))}.values())
    files = {}
    for path in paths:
        stems = [name.removesuffix(".md") for name in paths] + ["a", "b", "y/a", "nowhere"]
        lines = []
        for form in draw(st.lists(st.sampled_from(FORMS), max_size=5)):
            stem = draw(st.sampled_from(stems))
            lines.append(form.replace("{}", stem.replace(" ", "%20") if form == "[t]({}.md)" else stem))
        head = f'---\naliases: [{draw(NAMES)}]\nrel: "[[{draw(NAMES)}]]"\n---\n' if draw(st.booleans()) else ""
        text = head + "# H\n" + "\n\n".join(lines) + "\n"
        files[path] = text.replace("\n", "\r\n") if draw(st.booleans()) else text
    return files


@st.composite
def rules(draw: st.DrawFn) -> list[Rule]:
    chosen = draw(st.lists(st.sampled_from(EDITS), max_size=3, unique=True))
    moves = draw(st.dictionaries(PATHS, PATHS, max_size=3))
    edits = [replaces(pattern, text, code=f"T{number}") for number, (pattern, text) in enumerate(chosen)]
    return [*edits, renames(moves)]


def targets(vault: Vault, path: str, moves: Mapping[str, str]) -> set[str]:
    return {moves.get(found.path, found.path) for _, found in vault.resolved(path) if isinstance(found, Found)}


def code(vault: Vault, path: str) -> list[str]:
    page = vault.page(path)
    return [page.text[start:end] for start, end in page.code]


def find(rules: list[Rule], vault: Vault) -> tuple[Finding, ...]:
    return tuple(sorted(item for rule in rules for item in rule(vault)))


def written(root: Path, before: Vault, repair: Repair) -> None:
    origins = {now: origin for origin, now in repair.moves.items()}
    changes = Changes(root)
    plan_files(before, changes, repair.moves, {origins.get(path, path): text for path, text in repair.texts.items()})
    apply(changes, action="fix", now=NOW)


@pytest.mark.trial
@given(vaults(), rules())
def test_no_link_is_lost(tmp_path_factory: pytest.TempPathFactory, files: dict[str, str], rules: list[Rule]):
    root = tmp_path_factory.mktemp("v")
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    before = Vault.open(root)
    repair = mended(root, *rules)
    for path in before.notes:
        then = repair.moves.get(path, path)
        assert targets(before, path, repair.moves) <= targets(repair.vault, then, {})
        assert code(before, path) == code(repair.vault, then)
        assert not path.startswith("raw/") or repair.vault.text(path) == files[path]
    assert len(repair.findings) <= len(find(rules, before)) - len(repair.mended)
    if any(left.reason == FIGHT for left in repair.left):
        return
    again = mend_findings(repair.vault, lambda vault, _: find(rules, vault), lambda item: item.fix is not None)
    assert (again.texts, again.moves) == ({}, {})


@given(vaults(), rules())
def test_what_is_written_is_what_was_proven_and_undo_restores_it(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, str], rules: list[Rule]
):
    root = tmp_path_factory.mktemp("v")
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    before, repair, there = Vault.open(root), mended(root, *rules), state(root)
    if not repair.mended:
        return
    written(root, before, repair)
    after = Vault.open(root)
    assert {path: after.text(path) for path in after.files} == {path: repair.vault.text(path) for path in repair.vault.files}
    undo(root, now=NOW)
    assert state(root) == there
