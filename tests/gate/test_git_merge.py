"""Two branches of a vault: pages, records and the index merge through git itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from llmwiki.gitmerge import merge_files
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.merge import merge_branches
from llmwiki.vault.merge_index import merge_index
from llmwiki.vault.merge_records import merge_records
from llmwiki.vault.mergedriver import driver, register

IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
ATTRIBUTES = "*.md merge=llmwiki\n.wiki/ledger/**/*.json merge=llmwiki\n"
PAGE = """---
title: TiDB
created: 2026-01-01
updated: 2026-01-01
sources: ["[[raw/a]]"]
summary: TiDB is a database.
---

# TiDB

TiDB is a database.[^a-1]

## Key facts

- It is fast.[^a-1]

## Related

- [[raft|Raft]]: how it replicates

[^a-1]: [[raw/a]] “a database”
"""
OURS = (
    PAGE.replace("updated: 2026-01-01", "updated: 2026-02-01")
    .replace('"[[raw/a]]"]', '"[[raw/a]]", "[[raw/b]]"]')
    .replace("summary: TiDB is a database.", "summary: TiDB is a store.")
    .replace("TiDB is a database.[^a-1]", "TiDB is a store.[^b-1]")
    .replace("- It is fast.[^a-1]\n", "- It is fast.[^a-1]\n- It is open.[^b-2]\n")
    + "[^b-1]: [[raw/b]] “a store”\n[^b-2]: [[raw/b]] “open”\n"
)
THEIRS = (
    PAGE.replace("updated: 2026-01-01", "updated: 2026-03-01")
    .replace('"[[raw/a]]"]', '"[[raw/a]]", "[[raw/c]]"]')
    .replace("summary: TiDB is a database.", "summary: TiDB 是数据库。")
    .replace("TiDB is a database.[^a-1]", "TiDB 是数据库。[^c-1]")
    .replace("- It is fast.[^a-1]\n", "- It is fast.[^a-1]\n- 它很快。[^c-2]\n")
    .replace("- [[raft|Raft]]: how it replicates\n", "- [[raft|Raft]]: how it replicates\n- [[tikv|TiKV]]: its store\n")
    + "[^c-1]: [[raw/c]] “数据库”\n[^c-2]: [[raw/c]] “快”\n"
)


def git(folder: Path, *words: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *IDENTITY, *words], cwd=folder, check=check, capture_output=True)


def test_cited_statements_of_both_branches_stay():
    merged = merge_branches(PAGE, OURS, THEIRS)
    assert merged.conflicts == ()
    body = merged.text.split("---\n", 2)
    assert body[1] == (
        'title: TiDB\ncreated: 2026-01-01\nupdated: 2026-03-01\nsources: ["[[raw/a]]", "[[raw/b]]", "[[raw/c]]"]\nsummary: TiDB is a store.\n'
    )
    assert "# TiDB\n\nTiDB is a store.[^b-1] TiDB 是数据库。[^c-1]\n\n## Key facts" in merged.text
    assert "- It is fast.[^a-1]\n- It is open.[^b-2]\n- 它很快。[^c-2]\n" in merged.text
    assert merged.text.endswith(
        "[^a-1]: [[raw/a]] “a database”\n[^b-1]: [[raw/b]] “a store”\n[^b-2]: [[raw/b]] “open”\n[^c-1]: [[raw/c]] “数据库”\n[^c-2]: [[raw/c]] “快”\n"
    )


def test_the_same_page_made_on_both_branches():
    merged = merge_branches("", OURS, THEIRS)
    assert merged.conflicts == ()
    assert merged.text.count("# TiDB\n") == 1
    assert merged.text.count("## Key facts") == 1
    assert "- It is fast.[^a-1]\n- It is open.[^b-2]\n- 它很快。[^c-2]\n" in merged.text
    assert merged.text.index("TiDB 是数据库。[^c-1]") < merged.text.index("## Key facts")


def test_a_persons_summary_wins_over_one_that_repeats_the_page():
    mine = OURS.replace("summary: TiDB is a store.", "summary: What we run.")
    for merged in (merge_branches(PAGE, mine, THEIRS), merge_branches(PAGE, THEIRS, mine)):
        assert merged.conflicts == ()
        assert "summary: What we run.\n" in merged.text


def test_two_people_in_one_sentence_are_a_conflict():
    ours, theirs = (PAGE.replace("TiDB is a database.[^a-1]", f"TiDB is {word}.") for word in ("mine", "theirs"))
    assert len(merge_branches(PAGE, ours, theirs).conflicts) == 1


INDEX = "# Wiki Index\n\nTotal pages: {}\n\n## Concepts\n<!-- concepts listed here -->\n{}\n## Queries\n<!-- queries listed here -->\n"


def test_index_lines_of_both_branches_sorted():
    raft, tidb = "- [[raft|Raft]]: how it replicates (1 source)\n", "- [[tidb|TiDB]]: a database ({} sources)\n"
    base = INDEX.format(2, raft + tidb.format(2))
    ours = INDEX.format(4, "- [[acid|ACID]]: four words (1 source)\n" + raft + tidb.format(3) + "- [[事务]]: 原子的 (1 source)\n")
    theirs = INDEX.format(3, raft + "- [[sql|SQL]]: a language (1 source)\nmine by hand\n" + tidb.format(4))
    merged = merge_index(base, ours, theirs)
    assert merged.conflicts == ()
    lines = (
        "- [[acid|ACID]]: four words (1 source)\n"
        + raft
        + "- [[sql|SQL]]: a language (1 source)\nmine by hand\n"
        + tidb.format(3)
        + "- [[事务]]: 原子的 (1 source)\n"
    )
    assert merged.text == INDEX.format(4, lines)


def test_records_are_joined_by_key():
    claim = {"label": "a-1", "quote": "q", "pages": ["concepts/a.md"]}
    base = {"path": "raw/a.md", "sha256": "0", "revision": 1, "captured": "2026-02-01", "retracted": False, "claims": [claim]}
    ours = {**base, "retracted": True, "claims": [{**claim, "pages": ["concepts/a.md", "concepts/b.md"]}]}
    theirs = {
        **base,
        "captured": "2026-01-01",
        "claims": [{**claim, "pages": ["concepts/a.md", "concepts/c.md"]}, {"label": "a-2", "quote": "r", "pages": []}],
    }
    merged = json.loads(merge_records(*(json.dumps(side) for side in (base, ours, theirs))) or "")
    assert merged["claims"] == [
        {**claim, "pages": ["concepts/a.md", "concepts/b.md", "concepts/c.md"]},
        {"label": "a-2", "quote": "r", "pages": []},
    ]
    assert (merged["retracted"], merged["captured"]) == (True, "2026-01-01")


def test_records_of_both_branches_and_their_conflicts():
    def join(ours: dict[str, object], theirs: dict[str, object]) -> dict[str, object] | None:
        text = merge_records("", json.dumps(ours), json.dumps(theirs))
        return None if text is None else json.loads(text)

    assert join({"sha256": "a", "revision": 2}, {"sha256": "b", "revision": 3}) == {"sha256": "b", "revision": 3}
    assert join({"sha256": "a", "revision": 2}, {"sha256": "b", "revision": 2}) is None
    assert join({"sha256": "a", "updated": "2026-01-01"}, {"sha256": "b", "updated": "2026-01-01"}) == {
        "sha256": "a",
        "updated": "2026-01-01",
    }
    assert join({"sha256": "a", "updated": "1"}, {"sha256": "b", "updated": "2", "base": None}) == {
        "sha256": "b",
        "updated": "2",
        "base": None,
    }
    assert merge_records("", "[]", "{}") is None
    assert merge_records("", "{", "{}") is None


def test_register_once(tmp_path: Path):
    assert register(tmp_path) is False
    git(tmp_path, "init", "-q")
    assert register(tmp_path) is True
    assert register(tmp_path) is False
    assert git(tmp_path, "config", "merge.llmwiki.driver").stdout.decode().strip() == driver()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two branches that changed the same page, record and index; `main` is checked out."""
    root = tmp_path / "it's a repo"
    vault = root / "my wiki"
    record = vault / ".wiki/ledger/pages/entities/tidb.md.json"
    record.parent.mkdir(parents=True)
    (vault / "entities").mkdir()
    git(root, "init", "-q", "-b", "main")
    (vault / ".gitattributes").write_text(ATTRIBUTES)
    (root / "typing.py").write_text("raise SystemExit(99)\n")

    def commit(page: str, names: list[str], entry: str) -> None:
        (vault / "entities/tidb.md").write_text(page)
        digest = sha256_of(page.encode())
        record.write_text(json.dumps({"path": "entities/tidb.md", "sources": names, "sha256": digest}, indent=1) + "\n")
        (vault / "index.md").write_text(f"# Wiki Index\n\n## Entities\n{entry}- [[tidb|TiDB]]: a database ({len(names)} sources)\n")
        git(root, "add", ".")
        git(root, "commit", "-qm", "x")

    commit(PAGE, ["raw/a.md", "raw/z.md"], "")
    git(root, "checkout", "-qb", "side")
    commit(THEIRS, ["raw/a.md", "raw/c.md", "raw/z.md"], "- [[b]]: two (1 source)\n")
    git(root, "checkout", "-q", "main")
    commit(OURS, ["raw/a.md", "raw/b.md", "raw/z.md"], "- [[a]]: one (1 source)\n")
    register(vault)
    return root


@pytest.mark.trial
def test_git_merges_two_branches_clean(repository: Path):
    git(repository, "merge", "-q", "--no-edit", "side")
    vault = repository / "my wiki"
    assert (vault / "entities/tidb.md").read_text() == merge_branches(PAGE, OURS, THEIRS).text
    record = json.loads((vault / ".wiki/ledger/pages/entities/tidb.md.json").read_text())
    assert record["sources"] == ["raw/a.md", "raw/b.md", "raw/c.md", "raw/z.md"]
    assert record["base"] == merge_branches(PAGE, OURS, THEIRS).text
    assert record["sha256"] == sha256_of((vault / "entities/tidb.md").read_bytes())
    assert (vault / "index.md").read_text().splitlines()[3:5] == ["- [[a]]: one (1 source)", "- [[b]]: two (1 source)"]


@pytest.mark.trial
def test_the_tools_text_on_both_branches_is_the_base_of_the_next_merge(repository: Path):
    page = repository / "my wiki/entities/tidb.md"
    page.write_text(page.read_text().replace("- It is fast.", "- It is fast, I say."))
    record = repository / "my wiki/.wiki/ledger/pages/entities/tidb.md.json"
    record.write_text(json.dumps({**json.loads(record.read_text()), "base": OURS}, indent=1) + "\n")
    git(repository, "commit", "-qam", "mine")
    git(repository, "merge", "-q", "--no-edit", "side")
    assert "- It is fast, I say.[^a-1]\n- It is open.[^b-2]\n- 它很快。[^c-2]\n" in page.read_text()
    assert json.loads(record.read_text())["base"] == merge_branches(PAGE, OURS, THEIRS).text


@pytest.mark.trial
def test_a_real_conflict_is_marked_by_git(repository: Path):
    page = repository / "my wiki/entities/tidb.md"
    page.write_text(OURS.replace("TiDB is a store.[^b-1]", "TiDB is what I say."))
    git(repository, "commit", "-qam", "mine")
    done = git(repository, "merge", "-q", "--no-edit", "side", check=False)
    assert done.returncode == 1
    assert "<<<<<<< ours" in page.read_text()
    assert git(repository, "diff", "--name-only", "--diff-filter=U", "-z").stdout.decode() == "my wiki/entities/tidb.md\0"


def test_a_conflict_leaves_ours_alone(tmp_path: Path):
    texts = [PAGE, PAGE.replace("It is fast.[^a-1]", "mine"), PAGE.replace("It is fast.[^a-1]", "theirs")]
    files = [tmp_path / name for name in "OAB"]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    command = [sys.executable, "-m", "llmwiki", "git-merge", *map(str, files), "entities/tidb.md"]
    done = subprocess.run(command, check=False, capture_output=True, env={**os.environ, "WIKI_DEBUG": "1"})
    assert (done.returncode, done.stdout) == (1, b"")
    assert files[1].read_text() == texts[1]
    assert merge_files(files[0], files[1], files[0], "entities/tidb.md")
