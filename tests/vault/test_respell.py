"""Links written anew: only the path changes, and what they show where that is asked for."""

from __future__ import annotations

import pytest

from llmwiki.vault.resolve import Found
from llmwiki.vault.respell import Speller
from llmwiki.vault.vault import Vault

FILES = {"notes/New Name.md": "# H", "notes/other.md": "", "b/other.md": "", "c#/only.md": "", "raw/x.md": ""}
CASES = [
    ("[[old]]", "[[New Name]]", "[[New Name|old]]"),
    ("[[old |shown]]", "[[New Name |shown]]", "[[New Name |shown]]"),
    ("[[old#H]]", "[[New Name#H]]", "[[New Name#H|old]]"),
    ("[[old#^id|x]]", "[[New Name#^id|x]]", "[[New Name#^id|x]]"),
    ("![[old]]", "![[New Name]]", "![[New Name]]"),
    ("[text](old.md#H)", "[text](New%20Name.md#H)", "[text](New%20Name.md#H)"),
    ("[text](<old>)", "[text](<New Name>)", "[text](<New Name>)"),
    ("[[./old]]", "[[./notes/New Name]]", "[[./notes/New Name|old]]"),
    ("[[gone/old.md]]", "[[notes/New Name.md]]", "[[notes/New Name.md|old]]"),
    ("| a |\n|---|\n| [[old]] |", "| a |\n|---|\n| [[New Name]] |", "| a |\n|---|\n| [[New Name\\|old]] |"),
    ('---\nup: "[[old]]"\n---\n', '---\nup: "[[New Name]]"\n---\n', '---\nup: "[[New Name|old]]"\n---\n'),
    ("---\nup: '[[old|it]]'\n---\n", "---\nup: '[[New Name|it]]'\n---\n", "---\nup: '[[New Name|it]]'\n---\n"),
    ('---\nup: "[[o\\u006cd]]"\n---\n', '---\nup: "[[New Name]]"\n---\n', '---\nup: "[[New Name|old]]"\n---\n'),
    ("见[[旧名]]。", "见[[New Name]]。", "见[[New Name|old]]。"),
]


def rewritten(write, text, wanted, shown):
    vault = Vault.open(write({**FILES, "s.md": text}))
    page = vault.page("s.md")
    edit = Speller(page, "s.md", vault.resolver).to(page.links[0], wanted, shown)
    return vault, edit and text[: edit[0]] + edit[2] + text[edit[1] :]


@pytest.mark.parametrize(("text", "plain", "keeping"), CASES, ids=[text for text, _, _ in CASES])
def test_the_path_changes_and_nothing_else(write, text, plain, keeping):
    for shown, expected in (("", plain), ("old", keeping)):
        vault, new = rewritten(write, text, "notes/New Name.md", shown)
        assert new == expected
        again = vault.overlay({"s.md": new})
        ((link, found),) = again.resolved("s.md")
        assert found == Found("notes/New Name.md")
        assert link.subpath == vault.page("s.md").links[0].subpath


def test_a_name_that_two_files_have_gets_its_path(write):
    assert rewritten(write, "[[old]]", "b/other.md", "old")[1] == "[[b/other|old]]"


def test_a_marker_of_hermes_has_no_place_for_a_text(write):
    assert rewritten(write, "^[raw/old]", "raw/x.md", "old")[1] == "^[raw/x]"


def test_a_path_that_no_wikilink_can_hold_has_no_spelling(write):
    vault = Vault.open(write({"c#/x.md": "", "d/x.md": "", "s.md": "[[old]] [text](old)"}))
    page = vault.page("s.md")
    speller = Speller(page, "s.md", vault.resolver)
    assert speller.to(page.links[0], "c#/x.md") is None
    assert speller.to(page.links[1], "c#/x.md") == (15, 18, "c%23/x")
