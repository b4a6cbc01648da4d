"""Obsidian's rules as data: each check of ``data/link_cases.json`` is one test."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found, Missing, anchor
from llmwiki.vault.vault import Vault

CASES = json.loads((Path(__file__).parent / "data" / "link_cases.json").read_text(encoding="utf-8"))
CHECKS = [(case, check) for case in CASES for check in case.get("links", ())]
TAGS = [(case, note, names) for case in CASES for note, names in case.get("tags", {}).items()]


def found_links(vault, note, written):
    """The links of ``written`` as the note holds them, or as it would with the line added at its end."""
    page = vault.page(note)
    if written not in page.text:
        page = parse(f"{page.text}\n{written}")
    places = [match.span() for match in re.finditer(re.escape(written), page.text)]
    return [link for link in page.links if any(start <= link.span.start < end for start, end in places)]


@pytest.mark.parametrize(("case", "check"), CHECKS, ids=[f"{case['name']}: {check['written']}" for case, check in CHECKS])
def test_link_means_what_obsidian_says(write, case, check):
    vault = Vault.open(write(case["files"]))
    links = found_links(vault, check["in"], check["written"])
    if check["is"] == "no link":
        assert links == []
        return
    (link,) = links
    answer = vault.resolver.resolve(link.target, check["in"])
    if check["is"] == "unresolved":
        assert isinstance(answer, Missing)
        return
    assert isinstance(answer, Found)
    assert unicodedata.normalize("NFC", answer.path) == unicodedata.normalize("NFC", check["path"])
    if "anchor" in check:
        page = vault.page(answer.path)
        at = anchor(page, link.subpath)
        line = f"line {page.line_column(at.offset)[0]}" if at.offset is not None else ""
        assert check["anchor"] in (at.state, line)


@pytest.mark.parametrize(("case", "note", "names"), TAGS, ids=[case["name"] for case, _, _ in TAGS])
def test_tags(write, case, note, names):
    vault = Vault.open(write(case["files"]))
    found = {}
    for tag in vault.page(note).tags:
        found.setdefault(tag.name.lower(), tag.name)
    assert list(found.values()) == names


def test_every_check_of_the_table_is_run():
    assert len(CHECKS) + len(TAGS) == 92
