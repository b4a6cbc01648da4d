"""What is kept between runs of the linter never changes what it says."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from llmwiki.checks.memo import NAME
from llmwiki.lint import lint
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

HEAD = '---\ntitle: {0}\naliases: [{1}]\ntype: {2}\ncreated: 2024-01-01\nupdated: 2024-01-01\ntags: [{3}]\nsources: ["[[raw/articles/{4}]]"]\n---\n\n# {0}\n\n'
WIKI = {
    ".wiki/config.toml": "",
    "SCHEMA.md": "## Domain\nStores.\n\n## Taxonomy Tags\n- #store\n",
    "index.md": "# Index\n\n## Entities\n\n- [[moss]]\n- [[quill]]\n",
    "log.md": "",
    "entities/moss.md": HEAD.format("Moss", "苔藓", "entity", "store", "a")
    + "Moss was founded in 2015 by three people.[^a] See [[quill]], [[Old Moss]] and [[lichen]].\n\n[^a]: [[raw/articles/a]] “founded in 2015”\n",
    "entities/quill.md": HEAD.format("Quill", "鹅毛笔", "entity", "stone", "a")
    + "Moss was founded in 2016.[^a]\n\n苔藓[^b]\n\n[^a]: [[raw/articles/a]] “founded in 2017”\n",
    "concepts/alone.md": HEAD.format("Alone", "孤页", "concept", "store", "gone") + "Nobody knows.\n",
    "raw/articles/a.md": "---\ntitle: A\ndate: 2025-05-05\n---\nMoss, founded in 2015, is no Quill. 苔藓。\n",
    "raw/articles/b.txt": "孤页 stands alone.\n",
}
CODES = {"W101", "W201", "W212", "W301", "W401", "W403", "W404", "W501", "W511"}


def findings(root: Path, *, kept: bool) -> tuple:
    """What lint says, with what was kept or without."""
    workspace = Workspace.open(root, date(2026, 1, 1))
    if not kept:
        workspace.vault = Vault.open(root)
        workspace.cache_dir = root / "nowhere"
    found = lint(workspace).findings
    shutil.rmtree(root / "nowhere", ignore_errors=True)
    return found


def age(root: Path) -> None:
    for path in root.rglob("*.*"):
        stat = path.stat()
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - 10**11))


@pytest.fixture
def wiki(write) -> Path:
    root = write(WIKI)
    age(root)
    assert {finding.code for finding in findings(root, kept=True)} >= CODES
    return root


def rewrite(path: str, old: str, new: str) -> Callable[[Path], object]:
    def change(root: Path) -> None:
        text = (root / path).read_text(encoding="utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new), encoding="utf-8")

    return change


def put(path: str, text: str) -> Callable[[Path], object]:
    return lambda root: (root / path).write_text(text, encoding="utf-8")


CHANGES = {
    "nothing": lambda _: None,
    "a statement": rewrite("entities/quill.md", "in 2016", "in 2015"),
    "a quote": rewrite("entities/quill.md", "in 2017", "in 2015"),
    "a tag": rewrite("entities/quill.md", "stone", "store"),
    "the taxonomy": rewrite("SCHEMA.md", "#store", "#stone"),
    "a source": rewrite("raw/articles/a.md", "in 2015", "in 2017"),
    "the day of a source": rewrite("raw/articles/a.md", "2025-05-05", "2024-01-02"),
    "a source gains a name": rewrite("raw/articles/a.md", "no Quill", "Alone"),
    "a name": rewrite("entities/moss.md", "title: Moss", "title: Moos"),
    "a name that a link means": rewrite("concepts/alone.md", "孤页", "Old Moss"),
    "the day of an update": rewrite("entities/moss.md", "updated: 2024-01-01", "updated: 2025-05-01"),
    "a mention": rewrite("entities/moss.md", "See", "Alone:"),
    "a link to a page": rewrite("entities/moss.md", "See", "See [[alone]]"),
    "a listed page": rewrite("index.md", "- [[quill]]", "- [[alone]]"),
    "a footnote": rewrite("entities/quill.md", "[^b]", ""),
    "broken properties": rewrite("entities/quill.md", "title: Quill", "title: [Quill"),
    "a new note": put("concepts/lichen.md", "x"),
    "a new source": put("raw/articles/gone.md", "Moss and Quill."),
    "a source is gone": lambda root: (root / "raw/articles/a.md").unlink(),
    "a page is gone": lambda root: (root / "entities/moss.md").unlink(),
    "another profile": put(".wiki/config.toml", '[lint]\nprofile = "obsidian"\n'),
}


@pytest.mark.trial(but=["nothing", "a statement", "a name", "a new note", "another profile"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_the_memo_never_changes_the_findings(wiki: Path, change: Callable[[Path], object]) -> None:
    before = findings(wiki, kept=True)
    change(wiki)
    fresh = findings(wiki, kept=False)
    assert findings(wiki, kept=True) == fresh
    assert findings(wiki, kept=True) == fresh
    assert (fresh == before) == (change is CHANGES["nothing"])


def test_a_second_run_reads_only_the_notes_it_points_into(wiki: Path) -> None:
    workspace = Workspace.open(wiki, date(2026, 1, 1))
    pointed = {finding.path for finding in lint(workspace).findings if finding.line > 1}
    assert set(workspace.vault._texts) <= {*pointed, "SCHEMA.md", "index.md"}


def test_a_second_run_leaves_the_memo_as_it_is(wiki: Path) -> None:
    file = Workspace.open(wiki).cache_dir / NAME
    before = file.stat().st_mtime_ns
    findings(wiki, kept=True)
    assert file.stat().st_mtime_ns == before


def test_a_damaged_memo_is_no_memo(wiki: Path) -> None:
    file = Workspace.open(wiki).cache_dir / NAME
    file.write_bytes(file.read_bytes().replace(b"2017", b"2018"))
    assert findings(wiki, kept=True) == findings(wiki, kept=False)


def test_another_profile_asks_anew(wiki: Path) -> None:
    workspace = Workspace.open(wiki, date(2026, 1, 1))
    plain = lint(workspace, profile="obsidian").findings
    assert lint(Workspace.open(wiki, date(2026, 1, 1))).findings == findings(wiki, kept=False)
    assert lint(Workspace.open(wiki, date(2026, 1, 1)), profile="obsidian").findings == plain
