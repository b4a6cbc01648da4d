"""`wiki merge`: two pages become one; every link to either leads there and nothing that a person wrote is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from gate_harness import NOW, state

from llmwiki.archive import archive, unarchive
from llmwiki.errors import NameRefused, VaultError
from llmwiki.lint import lint
from llmwiki.merge import merge
from llmwiki.vault.undo import undo
from llmwiki.workspace import Workspace

Write = Callable[[dict[str, str | bytes]], Path]

INTO = """---
title: Retrieval-augmented generation
type: concept
created: 2026-03-01
updated: 2026-03-02
tags: [search]
aliases: [RAG]
sources: ["[[raw/a]]"]
---

# Retrieval-augmented generation

RAG looks things up before it answers.[^a-1]

## Key facts

- It was named in 2020.[^a-2]

## Notes

My own note. ^mine

## Related

- [[other]]

[^a-1]: [[raw/a]] “RAG looks things up”
[^a-2]: [[raw/a]] “named in 2020”
"""
PAGE = """---
title: 检索增强生成
type: entity
created: 2026-01-01
updated: 2026-02-02
tags: [检索, search]
aliases: [检索生成]
sources: ["[[raw/a]]", "[[raw/b]]"]
status: draft
rating: 5
---

# 检索增强生成

一个人写的开头。

## 要点

- It was named in 2020.[^a-2]
- 它先检索。[^b-1]

## Notes

Another note. ^mine

### Deep

Deep text, see [[#Deep]].

## 我的想法

想法一。[^1]

[^a-2]: [[raw/a]] “named in 2020”
[^b-1]: [[raw/b]] “先检索”
[^1]: 自己的脚注
"""
LINKS = """---
related: "[[检索]]"
---
[[检索]] [[检索|shown]] ![[检索]] [[检索#要点]] [[检索#^mine]] [[检索#Deep|d]] [md](../concepts/检索.md#我的想法) [[rag#^mine]]
[[检索#检索增强生成]] [[other]] `[[检索]]`

| a | b |
| - | - |
| [[检索\\|t]] | [[检索#Notes]] |
"""
AFTER = """---
related: "[[rag]]"
---
[[rag|检索]] [[rag|shown]] ![[rag]] [[rag#Key facts|检索 > 要点]] [[rag#^mine-2|检索 > ^mine]] [[rag#Deep|d]] [md](../concepts/rag.md#我的想法) [[rag#^mine]]
[[rag#检索增强生成|检索 > 检索增强生成]] [[other]] `[[检索]]`

| a | b |
| - | - |
| [[rag\\|t]] | [[rag#Notes\\|检索 > Notes]] |
"""
JOINED = """---
title: Retrieval-augmented generation
type: concept
created: 2026-01-01
updated: 2026-11-30
tags: [search, 检索]
aliases: [RAG, 检索增强生成, 检索生成, 检索]
sources: ["[[raw/a]]", "[[raw/b]]"]
status: draft
rating: 5
---

# Retrieval-augmented generation

RAG looks things up before it answers.[^a-1]

## Key facts

- It was named in 2020.[^a-2]
- 它先检索。[^b-1]

## Notes

My own note. ^mine

Another note. ^mine-2

### Deep

Deep text, see [[#Deep]].

## 检索增强生成

一个人写的开头。

## 我的想法

想法一。[^1]

## Related

- [[other]]

[^a-1]: [[raw/a]] “RAG looks things up”
[^a-2]: [[raw/a]] “named in 2020”
[^b-1]: [[raw/b]] “先检索”
[^1]: 自己的脚注
"""


def workspace(root: Path) -> Workspace:
    return Workspace.open(root, date(2026, 11, 30))


def vault(write: Write, extra: dict[str, str | bytes] | None = None) -> Path:
    return write(
        {
            ".wiki/config.toml": "",
            "concepts/rag.md": INTO,
            "concepts/检索.md": PAGE,
            "concepts/other.md": "# Other\n",
            "entities/refers.md": LINKS,
            "raw/a.md": "RAG looks things up. It was named in 2020.\n",
            "raw/b.md": "它先检索。\n",
            **(extra or {}),
        }
    )


def test_everything_goes_where_it_belongs_and_every_link_follows(write: Write):
    root = vault(write)
    before = state(root)
    merged = merge(workspace(root), "检索", "RAG", now=NOW)
    assert (root / "concepts/rag.md").read_text() == JOINED
    assert (root / "entities/refers.md").read_text() == AFTER
    assert not (root / "concepts/检索.md").exists()
    assert (merged.page, merged.into, merged.loose, merged.files) == ("concepts/检索.md", "concepts/rag.md", (), ("entities/refers.md",))
    undo(root, now=NOW)
    assert state(root) == before


def test_a_second_run_has_nothing_to_do(write: Write):
    root = vault(write)
    merge(workspace(root), "检索", "rag", now=NOW)
    before = state(root)
    for name in ("检索", "concepts/检索.md", "检索增强生成"):
        again = merge(workspace(root), name, "rag", now=NOW)
        assert (again.page, again.receipt) == ("", None)
    assert state(root) == before


def test_a_dry_run_writes_nothing_and_shows_the_diff(write: Write):
    root = vault(write)
    before = state(root)
    merged = merge(workspace(root), "检索", "rag", dry_run=True)
    assert state(root) == before
    assert "+- 它先检索。[^b-1]" in merged.diff
    assert "deleted file mode" in merged.diff


def test_a_new_title_keeps_the_old_one_as_an_alias(write: Write):
    root = vault(write)
    merge(workspace(root), "检索", "rag", title="RAG 检索", now=NOW)
    text = (root / "concepts/rag.md").read_text()
    assert "title: RAG 检索\n" in text
    assert "\n# RAG 检索\n" in text
    assert "aliases: [Retrieval-augmented generation, RAG, 检索增强生成, 检索生成, 检索]\n" in text


@pytest.mark.parametrize(
    ("names", "title", "error", "says"),
    [
        (("rag", "concepts/rag"), "", NameRefused, "itself"),
        (("检索增强生成", "检索"), "", NameRefused, "itself"),
        (("检所", "rag"), "", VaultError, "There is no page"),
        (("rga", "other"), "", VaultError, "There is no page"),
        (("raw/a.md", "rag"), "", NameRefused, "source"),
        (("rag", "index"), "", NameRefused, "tool"),
        (("rag", "图.png"), "", NameRefused, "no note"),
        (("检索", "rag"), "Other", NameRefused, "already"),
        (("检索", "rag"), "a\nb", NameRefused, "title"),
        (("", "rag"), "", VaultError, "There is no page"),
        (("twin", "rag"), "", VaultError, "several"),
        (("open", "rag"), "", VaultError, "never closed"),
        (("broken", "rag"), "", VaultError, "properties"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(write: Write, names, title, error, says):
    extra: dict[str, str | bytes] = {
        "index.md": "# Index\n",
        "图.png": b"\x89PNG",
        "concepts/other.md": "---\ntitle: Other\n---\n# Other\n",
        "a/twin.md": "1",
        "b/twin.md": "2",
        "concepts/open.md": "# Open\n\n```\n",
        "concepts/broken.md": "---\ntags: [a\n---\n# Broken\n",
    }
    root = vault(write, extra)
    before = state(root)
    with pytest.raises(error) as caught:
        merge(workspace(root), *names, title=title, now=NOW)
    assert says in caught.value.message
    assert caught.value.hint
    assert state(root) == before


def test_a_name_that_is_nearly_right_is_suggested(write: Write):
    with pytest.raises(VaultError) as caught:
        merge(workspace(vault(write)), "othr", "rag", now=NOW)
    assert "concepts/other.md" in caught.value.hint


def test_facts_that_exclude_each_other_both_stay_and_are_noted(write: Write):
    page = "---\ntitle: {0}\ntype: entity\naliases: []\n---\n\n# {0}\n\n## Key facts\n\n- {0} was founded in {1}.[^{2}]\n\n[^{2}]: [[raw/{3}]] “founded in {1}”\n"
    files: dict[str, str | bytes] = {
        "entities/amber.md": page.format("Amber Line", 1921, "a-9", "a"),
        "entities/amber-co.md": page.format("Amber Company", 1923, "b-9", "b"),
        "raw/a.md": "founded in 1921",
        "raw/b.md": "founded in 1923",
    }
    root = vault(write, files)
    merge(workspace(root), "amber-co", "amber", now=NOW)
    text = (root / "entities/amber.md").read_text()
    assert "contested: true\n" in text
    assert "- Amber Line was founded in 1921.[^a-9]\n- Amber Company was founded in 1923.[^b-9]\n" in text
    assert "## Open questions\n\n- The sources name different values (1921, 1923) for the same thing.[^a-9][^b-9]\n\n[^a-9]:" in text


def test_properties_that_differ_are_kept_for_a_person_to_look_at(write: Write):
    extra: dict[str, str | bytes] = {
        "a.md": "---\nstatus: final\nlist: [x]\nown: 1\n---\n# A\ntext a\n",
        "b.md": "---\nstatus: draft\nlist: [y, x]\nmap:\n  k: v\n---\ntext b\n",
    }
    root = vault(write, extra)
    merge(workspace(root), "b", "a", now=NOW)
    assert (root / "a.md").read_text() == (
        "---\nstatus: final\nlist: [x, y]\nown: 1\naliases: [b]\nmap:\n  k: v\n---\n# A\ntext a\n\n## b\n\n- status: draft\n\ntext b\n"
    )


def test_the_same_text_twice_stands_once(write: Write):
    root = vault(write, {"concepts/copy.md": INTO})
    merge(workspace(root), "copy", "rag", now=NOW)
    body = (root / "concepts/rag.md").read_text().partition("# Retrieval")[2]
    assert body == INTO.partition("# Retrieval")[2].replace(
        "^mine\n", "^mine\n\nMy own note. ^mine-2\n", 1
    )  # two blocks, so that links to either stay


def test_a_heading_that_is_there_twice_keeps_its_links(write: Write):
    extra: dict[str, str | bytes] = {
        "a.md": "# A\n## One\n### Part\nfirst\n",
        "b.md": "# B\n## Two\n### Part\nsecond\n",
        "c.md": "[[b#Part]] [[a#Part]] [[b#Two#Part]]\n",
    }
    root = vault(write, extra)
    merge(workspace(root), "b", "a", now=NOW)
    assert (root / "c.md").read_text() == "[[a#Two#Part|b > Part]] [[a#Part]] [[a#Two#Part|b > Two > Part]]\n"


def test_line_ends_and_byte_order_mark_are_those_of_the_page_that_stays(write: Write):
    root = vault(write, {"a.md": "\ufeff# A\r\n\r\none\r\n", "b.md": "# B\n\ntwo\n"})
    merge(workspace(root), "b", "a", now=NOW)
    data = (root / "a.md").read_bytes().decode()
    assert data == "\ufeff---\r\naliases: [B]\r\n---\r\n# A\r\n\r\none\r\n\r\n## B\r\n\r\ntwo\r\n"


def test_the_archive_takes_a_page_and_gives_it_back(write: Write):
    root = vault(write)
    before = state(root)
    done = archive(workspace(root), "检索增强生成", reason="old", now=NOW)
    assert done.target == "_archive/concepts/检索.md"
    assert "status: superseded\nrating: 5\nstatus_before: draft\n" in (root / done.target).read_text()
    assert archive(workspace(root), "检索", now=NOW).receipt is None
    assert archive(workspace(root), "concepts/检索.md", now=NOW).receipt is None
    back = unarchive(workspace(root), "concepts/检索", now=NOW)
    assert back.target == "concepts/检索.md"
    assert {path: data for path, data in state(root).items() if not path.startswith("_archive")} == before
    assert unarchive(workspace(root), "检索", now=NOW).receipt is None


def test_links_lead_to_the_successor(write: Write):
    root = vault(write)
    archive(workspace(root), "检索", successor="rag", now=NOW)
    text = (root / "entities/refers.md").read_text()
    assert "[[rag|检索]] [[rag|shown]] ![[rag]]" in text
    assert 'superseded_by: "[[rag]]"' in (root / "_archive/concepts/检索.md").read_text()
    assert not [finding for finding in lint(workspace(root)).findings if finding.code == "W108"]


@pytest.mark.parametrize(
    ("page", "successor", "error"),
    [("rag", "rag", NameRefused), ("rag", "nobody", VaultError), ("raw/a.md", "", NameRefused), ("nobody", "", VaultError)],
)
def test_what_cannot_be_archived_stays(write: Write, page, successor, error):
    root = vault(write)
    before = state(root)
    with pytest.raises(error):
        archive(workspace(root), page, successor=successor, now=NOW)
    assert state(root) == before


def test_a_place_that_is_taken_is_refused(write: Write):
    root = vault(write, {"_archive/concepts/rag.md": "old", "concepts/x.md": "x"})
    with pytest.raises(NameRefused, match="there already"):
        archive(workspace(root), "concepts/rag.md", now=NOW)
    archive(workspace(root), "x", now=NOW)
    (root / "concepts/x.md").write_text("anew")
    with pytest.raises(NameRefused, match="there already"):
        unarchive(workspace(root), "_archive/concepts/x.md", now=NOW)
