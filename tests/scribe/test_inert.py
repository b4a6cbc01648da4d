"""Text out of sources shows what it says and does nothing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llmwiki.scribe.inert import inert, inert_line, plain
from llmwiki.scribe.linking import Names, in_table, linked
from llmwiki.vault.parse import parse

HOSTILE = st.lists(
    st.sampled_from(
        ["[[x]]", "![[x]]", "[a](b)", "![a](b)", "#tag", "%%", "%", "$", "$$", "<b>", "</b>", "<!--", "-->", "`", "``", "```", "~~~", "|", "---", "- ", "1. ", "> ",
         "# ", "[^1]", "^[note]", "^id", "==", "~~", "*", "_", "\\", "[ ] ", "http://a.b", "www.a.b", "a@b.c", "&amp;", "{{", "中文", "标签", "#标签", " ", "a", "\n", "\r", "\u202e", "\t"]
    ),
    max_size=14,
).map("".join)  # fmt: skip


def active(markdown: str) -> list[object]:
    """Everything in a page that would do something."""
    page = parse(markdown)
    found = (
        page.links,
        page.tags,
        page.comments,
        page.html_comments,
        page.math,
        page.headings,
        page.blocks,
        page.tables,
        page.callouts,
        page.footnote_defs,
    )
    return [item for group in found for item in group]


@given(HOSTILE)
@example("`a\\`[[x]]`")
@example("\\[[x]]")
@example("1) x")
@example("中文#标签")
def test_nothing_in_a_statement_acts(text: str) -> None:
    line = inert_line(inert(plain(text)))
    assert active(f"x\n\n{line}[^a]\n\n- {line}[^a]\n") == []
    assert len(parse(f"{line}[^a]\n").footnote_refs) == 1


@given(HOSTILE)
def test_a_table_keeps_its_columns(text: str) -> None:
    cell = in_table(linked(plain(text), Names({"中文": "中文页"}), set()))
    page = parse(f"|  | A | B |\n| --- | --- | --- |\n| x | {cell} | b |\n")
    assert len(page.tables) == 1
    assert {link.target for link in page.links} <= {"中文页"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("start_ts and `max_by` stay", "start_ts and `max_by` stay"),
        ("a *b* c", "a \\*b\\* c"),
        ("`a|b`", "`a|b`"),
        ("C# and F# are languages", "C# and F# are languages"),
        ("50% of 5 * 3", "50% of 5 \\* 3"),
        ("见 #标签", "见 \\#标签"),
    ],
)
def test_escapes_no_more_than_needed(text: str, shown: str) -> None:
    assert inert(text) == shown


def test_plain_is_one_line_without_hidden_characters() -> None:
    assert plain(" a\r\n\u202eb\u200b\tc ") == "a b c"
