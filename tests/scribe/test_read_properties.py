from __future__ import annotations

import os
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llmwiki.scribe.read import read_prose
from llmwiki.scribe.sentences import cut
from llmwiki.vault.plain import Projection, project

SIZE = 1_000_000 if os.environ.get("WIKI_SOAK") == "1" else 20_000
_SNIPPETS = [
    *"*_`~=[](){}<>!#$%&\\|^:;-+.\"'\n\t 。！？…“”「」（）",
    *(
        "**",
        "__",
        "==",
        "~~",
        "%%",
        "[[",
        "]]",
        "![[",
        "](",
        "](x)",
        "[^1]",
        "^[",
        "<!--",
        "-->",
        "</a>",
        "<a href='x'>",
        "<br>",
        "{/*",
        "*/}",
    ),
    *(
        "{#id}",
        "{% x %}",
        "&amp;",
        "&nbsp;",
        "&#10;",
        "```\n",
        "\n\n",
        "\r\n",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n# ",
        "\n    ",
        "---\n",
        "| a | b |\n|---|---|\n",
        ": ",
    ),
    *(
        "Word",
        "word",
        "e.g. ",
        "U.S. ",
        "3.14",
        "中文",
        "句子。",
        "a-\n",
        "\u200b",
        "\u00ad",
        "\ufeff",
        "\u202e",
        "\u200d",
        "\x00",
        "\udce9",
        "\u3000",
    ),
]
_MARKDOWN = st.lists(st.sampled_from(_SNIPPETS) | st.text(max_size=3), max_size=40).map("".join)


@given(_MARKDOWN)
@example("**a. B** c")
@example("> - x\n>\n>   y. Z")
def test_spans_are_ordered_and_project_to_their_text(text: str) -> None:
    prose = read_prose(text)
    last = 0
    for number, sentence in enumerate(prose.sentences):
        assert last <= sentence.start < sentence.end <= len(text)
        assert project(text[sentence.start : sentence.end]) == sentence.text
        assert sentence.text == " ".join(sentence.text.split())
        assert sentence.index == number
        assert -1 <= sentence.lead_in < number
        assert 0 <= sentence.section < len(prose.sections)
        last = sentence.end
    for table in prose.tables:
        assert 0 <= table.start < table.end <= len(text)


@given(_MARKDOWN)
def test_cuts_change_no_letter(text: str) -> None:
    shown = project(text)
    spans = cut(shown)
    assert "".join(shown[start:end] for start, end in spans).replace(" ", "") == shown.replace(" ", "")


@given(_MARKDOWN)
def test_offsets_lead_back(text: str) -> None:
    projection = Projection(text)
    offsets = list(projection.offsets())
    assert len(offsets) == len(projection.text)
    assert [start for start, _ in offsets] == sorted(start for start, _ in offsets)
    for position, (start, end) in enumerate(offsets):
        assert projection.raw_start(position) == start
        assert projection.raw_end(position) == end


@pytest.mark.trial(but=["[[", "<!--", "> ", "**a ", "a.b "])
@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "](",
        "[[",
        "![",
        "^[",
        "[a](",
        "<a ",
        "<a '",
        '<a "',
        "<!--",
        "{/*",
        "{%",
        "{{<",
        "%%a",
        "`",
        "`` ` ",
        "*a",
        "**a ",
        "_a ",
        "*a_ ",
        "~~a",
        "==a",
        "&a",
        "$a",
        "\\",
        "(",
        "“",
        '"',
        "a.b ",
        "U.S. ",
        "1. ",
        "> ",
        "- ",
        "\n- ",
        "\n> ",
        "|",
        "|-|\n",
        "a\n: b\n",
        "[a]: b\n",
        "<pre>\n",
        "```\n",
        "%%\n",
        "{/*\n",
        "<!--\n",
        "# \n",
        "。",
        "…",
        "  ",
        "\n",
    ],
)
def test_time_is_linear(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    begin = time.process_time()
    read_prose(text)
    assert time.process_time() - begin < 2 + SIZE / 50_000
