"""Vaults that keep their files elsewhere or spelled otherwise, and links that lead out of them."""

from __future__ import annotations

import shutil

import pytest

OWN_INDEX = "# My index\n\nSome prose of mine.\n\n## Entities\n- [[tide-mill]]: my own page\n\n## Concepts\n"
OWN_PAGE = """---
title: Tide mill
type: entity
created: 2026-11-30
updated: 2026-11-30
tags: []
sources: []
---
# Tide mill

My own words.
"""


def vault_of(keyboard, files: dict[str, str]) -> None:
    shutil.rmtree(keyboard.vault)
    keyboard.write("wiki/.obsidian/app.json", "{}")
    for path, text in files.items():
        keyboard.write(f"wiki/{path}", text)


def files(keyboard) -> set[str]:
    return {path for path in keyboard.state() if not path.startswith(".")}


def test_a_wiki_below_wiki_keeps_its_files_there(full) -> None:
    log = "# Log\n\n## [2026-01-02] ingest | Old thing\n- did it\n"
    vault_of(full, {"wiki/index.md": OWN_INDEX, "wiki/log.md": log, "wiki/entities/tide-mill.md": OWN_PAGE})
    assert full.ingest("in")["pages"]["created"] == ["wiki/entities/amber-line.md", "wiki/entities/蓝鲸平台.md"]
    assert {path for path in files(full) if not path.startswith(("raw/", "wiki/"))} == set()
    index = (full.vault / "wiki/index.md").read_text()
    assert "[[amber-line|" in index
    assert "Some prose of mine." in index
    assert full.type("log", "--json").json[0]["target"] == "Old thing"
    assert len(full.type("log", "--json").json) > 1
    assert full.type("status", "--json").json["pages"]["entity"] == 3
    assert full.type("query", "What is the Amber Line?", "--save").code == 0
    full.check()
    assert full.type("init").code == 0
    assert not {path for path in files(full) if path.split("/")[0] in {"index.md", "log.md", "entities", "queries"}}
    assert full.type("mv", "index", "other").code == 2


def test_names_that_differ_in_case_only_are_the_same(full) -> None:
    vault_of(full, {"Index.md": "# Mine\n", "Log.md": "# Ship's log\n", "Entities/Tide mill.md": OWN_PAGE})
    assert full.type("init").code == 0
    assert full.ingest("in")["pages"]["created"] == ["Entities/amber-line.md", "Entities/蓝鲸平台.md"]
    assert {path for path in files(full) if "/" not in path} == {"AGENTS.md", "Index.md", "Log.md", "SCHEMA.md"}
    assert "[[amber-line|" in (full.vault / "Index.md").read_text()
    assert sorted(path.name for path in full.vault.iterdir() if path.name.lower() == "entities") == ["Entities"]


def test_a_folder_raw_spelled_otherwise_is_in_the_way(full) -> None:
    vault_of(full, {"Raw/x.md": "x"})
    said = full.type("init")
    assert (said.code, "rename 'Raw' to 'raw'" in said.err) == (2, True)
    said = full.type("ingest", "in")
    assert (said.code, "'Raw'" in said.err) == (2, True)
    assert files(full) == {"Raw/x.md"}


@pytest.mark.trial(but=[".wiki", "raw", "entities"])
@pytest.mark.parametrize(
    "path", ["entities", "raw", "raw/articles", "index.md", "log.md", ".wiki", ".wiki/local", ".wiki/ledger", "entities/amber-line.md"]
)
def test_nothing_is_written_through_a_link_out_of_the_vault(full, path: str) -> None:
    place, outside = full.vault / path, full.home / "outside"
    outside.mkdir()
    shutil.move(place, outside / "it")
    place.symlink_to(outside / "it")
    shutil.rmtree(full.vault / ".wiki/cache", ignore_errors=True)
    full.write("in/new.md", "# More of the Amber Line\n\nThe Amber Line sold two ferries in 1999. The Amber Line is owned by Ida Berg.\n")
    before = full.state(folder="outside")
    said = full.type("ingest", "in")
    assert said.code == 2
    assert f"{path.rpartition('/')[2]!r} is a symbolic link" in said.err
    for words in (("lint",), ("search", "ferry"), ("query", "What is the Amber Line?"), ("rebuild",), ("undo",)):
        full.type(*words)
    assert full.state(folder="outside") == before


def test_git_sees_no_cache_of_a_vault_that_was_never_set_up(full) -> None:
    vault_of(full, {"Notes/a.md": "# A\n"})
    full.type("ingest", "in")
    full.type("lint")
    full.type("search", "ferry")
    for file in (full.vault / ".wiki").rglob("*"):
        name = file.relative_to(full.vault / ".wiki").parts[0]
        assert name in {"ledger", "local"}
    assert (full.vault / ".wiki/local/.gitignore").read_text() == "*\n"
