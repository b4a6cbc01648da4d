"""Which parts of a page facts may be read from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from llmwiki.facts.statements import _blocks, _cited_blocks, _is_cited
from llmwiki.vault.parse import parse

PIECES = [
    "a b",
    "[^1]",
    "^[raw/a.md]",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "1. ",
    "# H",
    "| x |",
    "[^2]: ",
    "   ",
    "---",
    "***",
    "text. ",
    "\r\n",
    "  - ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_the_blocks_around_citations_are_those_of_all_blocks_that_hold_one(text):
    page = parse(text)
    assert list(_cited_blocks(page)) == [block for block in _blocks(page) if _is_cited(text[slice(*block)])]
