"""What a page runs or fetches is looked for only where plain searches cannot rule it out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from llmwiki.checks.remote_content import _in_html, _in_markdown, _may_act

STARTS = st.sampled_from(["", "![a](", "](", "](<", "]: ", "<", "<img src=", "[^1]: ", "\\](", "![a](  "])
TARGETS = st.sampled_from(
    ["//x.y/a", "http://x.y", "javascript:a", "JAVA\u017fCRIPT:a", "java&#115;cript:a", "data:text/html,a", "a.md", "[[raw/a]]"]
)


@given(st.lists(st.tuples(STARTS, TARGETS, st.sampled_from([")", ">", "\n", " "])).map("".join), max_size=3).map("".join))
def test_no_page_that_runs_or_fetches_something_is_passed_over(text):
    if [*_in_html(text, 0), *_in_markdown(text, 0)]:
        assert _may_act(text)


def test_a_page_of_footnotes_and_links_is_passed_over():
    assert not _may_act("# A\n\nB.[^1] See [[c|d]] and [e](f.md).\n\n[^1]: [[raw/a]] “B.”\n")
