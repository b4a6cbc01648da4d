"""`wiki mv`: what a link meant before, it means afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from gate_harness import NOW, state
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.errors import NameRefused, VaultError
from llmwiki.move import move
from llmwiki.vault.ledger import Claim, Ledger, PageRecord, SourceRecord, record_file, record_text
from llmwiki.vault.rename import plan_rename
from llmwiki.vault.resolve import Found
from llmwiki.vault.undo import undo
from llmwiki.vault.vault import Vault
from llmwiki.workspace import Workspace

Write = Callable[[dict[str, str | bytes]], Path]

BEFORE = """\ufeff---\r
title: 引用\r
related: "[[old name]]"\r
others:\r
  - '[[concepts/old name#Part|it''s]]'\r
  - "[[\\u006fld name]]"\r
---\r
[[old name]] [[Old Name|旧]] ![[old name#Part]] [[concepts/old name]] [[old name.md]] [[./old name]]\r
[md](old%20name.md) [angle](<concepts/old name.md#Part>) [far](../concepts/old%20name.md "t") [out](https://x.org/old%20name.md)\r
\r
| a | b |\r
| - | - |\r
| [[old name\\|alias]] | x |\r
\r
A claim.[^c] `[[old name]]` %% [[old name]] %% <!-- [[old name]] -->\r
\r
```\r
[[old name]]\r
```\r
\r
[^c]: [[old name]] “quote”\r
"""
AFTER = """\ufeff---\r
title: 引用\r
related: "[[新 名'x]]"\r
others:\r
  - '[[entities/新 名''x#Part|it''s]]'\r
  - "[[新 名'x]]"\r
---\r
[[新 名'x]] [[新 名'x|旧]] ![[新 名'x#Part]] [[entities/新 名'x]] [[新 名'x.md]] [[../entities/新 名'x]]\r
[md](新%20名'x.md) [angle](<entities/新 名'x.md#Part>) [far](../entities/新%20名'x.md "t") [out](https://x.org/old%20name.md)\r
\r
| a | b |\r
| - | - |\r
| [[新 名'x\\|alias]] | x |\r
\r
A claim.[^c] `[[old name]]` %% [[新 名'x]] %% <!-- [[old name]] -->\r
\r
```\r
[[old name]]\r
```\r
\r
[^c]: [[新 名'x]] “quote”\r
"""


def workspace(root: Path) -> Workspace:
    return Workspace.open(root, date(2026, 11, 30))


def vault(write: Write, extra: dict[str, str | bytes] | None = None) -> Path:
    return write(
        {
            ".wiki/config.toml": "",
            "concepts/old name.md": "# Part\nsee [[#Part]] [[old name]]\n",
            "concepts/refers.md": BEFORE,
            **(extra or {}),
        }
    )


def test_every_kind_of_link_follows_and_nothing_else_changes(write: Write):
    root = vault(write)
    before = state(root)
    moved = move(workspace(root), "old name", "entities/新 名'x", now=NOW)
    assert (root / "concepts/refers.md").read_bytes().decode() == AFTER
    assert (root / "entities/新 名'x.md").read_text() == "---\naliases: [old name]\n---\n# Part\nsee [[#Part]] [[新 名'x]]\n"
    assert (moved.source, moved.target, moved.loose, moved.notes) == ("concepts/old name.md", "entities/新 名'x.md", (), ())
    assert moved.links == 16
    undo(root, now=NOW)
    assert state(root) == before


def test_dry_run_writes_nothing_and_shows_the_diff(write: Write):
    root = vault(write)
    before = state(root)
    moved = move(workspace(root), "concepts/old name.md", "new", dry_run=True)
    assert state(root) == before
    assert moved.receipt is None
    assert "rename from concepts/old name.md\nrename to concepts/new.md\n" in moved.diff
    assert "+[^c]: [[new]] “quote”" in moved.diff


def test_a_move_to_a_folder_touches_only_links_by_path(write: Write):
    root = vault(write, {"entities/x.md": "[[old name]] [[concepts/old name]]"})
    moved = move(workspace(root), "old name", "entities/", now=NOW)
    assert moved.target == "entities/old name.md"
    assert (root / "entities/x.md").read_text() == "[[old name]] [[entities/old name]]"
    assert "aliases" not in (root / "entities/old name.md").read_text()


def test_links_that_a_new_name_would_capture_keep_their_meaning(write: Write):
    root = vault(write, {"entities/deep/new.md": "other", "concepts/x.md": "[[new]]"})
    move(workspace(root), "old name", "new", now=NOW)
    assert (root / "concepts/x.md").read_text() == "[[entities/deep/new]]"


def test_the_way_back_leaves_no_trace_but_the_alias(write: Write):
    root = vault(write)
    move(workspace(root), "old name", "new", now=NOW)
    move(workspace(root), "new", "old name", now=NOW)
    assert "aliases: [new]\n" in (root / "concepts/old name.md").read_text()
    assert 'related: "[[old name]]"' in (root / "concepts/refers.md").read_text()


def test_sources_are_never_rewritten_and_are_named(write: Write):
    root = vault(write, {"raw/articles/s.md": "one\n[[old name]]\n"})
    moved = move(workspace(root), "old name", "new", now=NOW)
    assert (root / "raw/articles/s.md").read_text() == "one\n[[old name]]\n"
    assert [(loose.path, loose.line, loose.written) for loose in moved.loose] == [("raw/articles/s.md", 2, "[[old name]]")]


def test_attachments_and_canvases(write: Write):
    card = '{"nodes":[{"type":"file","file":"assets/图 a.png"},{"type":"text","text":"x"}]}'
    root = vault(
        write, {"assets/图 a.png": b"\x89PNG\0\xff", "board.canvas": card, "concepts/p.md": "![[图 a.png|100]] ![](../assets/图%20a.png)"}
    )
    move(workspace(root), "图 a.png", "b", now=NOW)
    assert (root / "assets/b.png").read_bytes() == b"\x89PNG\0\xff"
    assert json.loads((root / "board.canvas").read_text())["nodes"][0]["file"] == "assets/b.png"
    assert (root / "concepts/p.md").read_text() == "![[b.png|100]] ![](../assets/b.png)"


def test_ledger_and_log_follow(write: Write):
    claim = Claim("s-1", "quote", 0, 5, ("concepts/old name.md", "concepts/refers.md"))
    page = PageRecord(path="concepts/old name.md", title="Old", kind="concept", sha256="0" * 64, sources=("raw/s.md",), claims=("s-1",))
    source = SourceRecord(path="raw/s.md", sha256="1" * 64, claims=(claim,))
    log = "| Date | Action | Target | Notes |\n|---|---|---|---|\n| 2026-01-01 | ingest | [[old name]] | x |\n"
    root = vault(write, {record_file(page): record_text(page), record_file(source): record_text(source), "log.md": log})
    move(workspace(root), "old name", "new", now=NOW)
    ledger = Ledger.load(root)
    assert list(ledger.pages) == ["concepts/new.md"]
    assert ledger.sources["raw/s.md"].claims[0].pages == ("concepts/new.md", "concepts/refers.md")
    assert (root / "log.md").read_text().endswith("| [[new]] | x |\n| 2026-11-30 | mv | concepts/old name.md | now concepts/new.md |\n")


@pytest.mark.parametrize(
    ("note", "to", "error"),
    [
        ("nowhere", "x", VaultError),
        ("index", "x", NameRefused),
        ("raw/articles/s.md", "x", NameRefused),
        ("old name", "raw/x", NameRefused),
        ("old name", "refers", NameRefused),
        ("old name", "Refers", NameRefused),
        ("old name", "../../x", NameRefused),
        ("old name", "a#b", NameRefused),
        ("old name", "CON", NameRefused),
        ("old name", ".hidden", NameRefused),
        ("twice", "x", VaultError),
    ],
)
def test_refusals(write: Write, note: str, to: str, error: type[Exception]):
    root = vault(write, {"index.md": "", "raw/articles/s.md": "", "a/twice.md": "", "b/twice.md": ""})
    before = state(root)
    with pytest.raises(error):
        move(workspace(root), note, to, now=NOW)
    assert state(root) == before


def test_a_rename_in_case_only(write: Write):
    root = vault(write)
    move(workspace(root), "old name", "Old Name", now=NOW)
    assert (root / "concepts/Old Name.md").exists()
    assert not (root / "concepts/old name.md").exists()
    text = next(path for path in root.rglob("*.md") if "引用" in path.read_bytes().decode()).read_bytes().decode()
    assert "\n[[Old Name]] [[Old Name|旧]] ![[Old Name#Part]] [[concepts/Old Name]]" in text, "links that spell the name spell the new one"
    assert "`[[old name]]`" in text


NAMES = st.sampled_from(["a", "b", "B", "a b", "数据", "v1.2", "c"])
FOLDERS = st.sampled_from(["", "x/", "y/", "x/y/", "数/"])
PATHS = st.builds(lambda folder, name: f"{folder}{name}.md", FOLDERS, NAMES)
FORMS = [
    "[[{}]]",
    "[[{}|d]]",
    "![[{}#H]]",
    "[t]({}.md)",
    "[t](<{}>)",
    "| [[{}\\|d]] |",
    "[[{}.md]]",
    "[[./{}]]",
    "[[../{}]]",
    "`[[{}]]`",
    "[^1]: [[{}]]",
    "%% [[{}]] %%",
]


@st.composite
def vaults(draw: st.DrawFn) -> dict[str, str]:
    paths = sorted(draw(st.sets(PATHS, min_size=2, max_size=7)))
    folded = {path.casefold(): path for path in paths}
    files = {}
    for path in folded.values():
        lines = []
        for _ in range(draw(st.integers(0, 5))):
            stem = draw(st.sampled_from([path.removesuffix(".md") for path in paths] + ["a", "b", "y/a", "nowhere"]))
            form = draw(st.sampled_from(FORMS))
            lines.append(form.format(stem.replace(" ", "%20") if form == "[t]({}.md)" else stem))
        head = f'---\nrel: "[[{draw(NAMES)}]]"\n---\n' if draw(st.booleans()) else ""
        files[path] = head + "# H\n" + "\n\n".join(lines) + "\n"
    return files


@given(vaults(), st.data())
def test_no_link_loses_its_file(tmp_path_factory: pytest.TempPathFactory, files: dict[str, str], data: st.DataObject):
    root = tmp_path_factory.mktemp("v")
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    vault = Vault.open(root)
    source = data.draw(st.sampled_from(sorted(files)))
    target = data.draw(PATHS.filter(lambda path: path.casefold() not in {name.casefold() for name in files}))
    rename = plan_rename(vault, {source: target})
    texts: dict[str, str | None] = {**files, **rename.texts}
    texts[target] = texts.pop(source)
    then = vault.overlay({**texts, source: None})
    assert rename.loose == ()
    for path in vault.notes:
        before, after = vault.resolved(path), then.resolved(target if path == source else path)
        assert len(before) == len(after)
        for (link, found), (new, there) in zip(before, after, strict=True):
            assert (link.display, link.subpath, link.kind) == (new.display, new.subpath, new.kind)
            if isinstance(found, Found):
                assert isinstance(there, Found)
                assert there.path == (target if found.path == source else found.path)
    untouched = set(files) - set(rename.texts)
    assert all(then.text(target if path == source else path) == files[path] for path in untouched)


def test_a_name_that_the_tool_would_refuse_comes_back(write: Write):
    root = vault(write, {"concepts/why?.md": "x"})
    before = state(root)
    move(workspace(root), "concepts/why?.md", "why", now=NOW)
    undo(root, now=NOW)
    assert state(root) == before
