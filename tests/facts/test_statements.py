"""Which parts of a page facts may be read from."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llmwiki.facts.statements import _REFERENCE, _blocks, _cited_blocks, _is_cited, _may_be_read
from llmwiki.facts.vocabulary import has_value
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
@example("a[^1]\n\nb[^1]\n- c[^1]\n> d[^1]\n[^2]: e[^1]\n\nf\ng[^1]\nh")
def test_the_blocks_around_citations_are_those_of_all_blocks_that_hold_one(text):
    page = parse(text)
    assert list(_cited_blocks(page)) == [block for block in _blocks(page) if _is_cited(text[slice(*block)])]


@given(st.lists(st.sampled_from([*PIECES, "two", "o", "ne ", "7", "[^x y]", "[^"]), max_size=8).map("".join))
def test_no_cited_block_with_a_value_is_passed_over(text):
    if _is_cited(text) and has_value(_REFERENCE.sub("", text)):
        assert _may_be_read(text)


@pytest.mark.parametrize(
    ("text", "may"), [("in 1989.[^1]", True), ("of old.[^1989]", False), ("in 1989.", False), ("a ^[raw/a.md] 7", True)]
)
def test_the_number_of_a_reference_is_no_value(text, may):
    assert _may_be_read(text) is may
