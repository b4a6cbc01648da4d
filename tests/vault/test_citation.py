from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from llmwiki.vault.citation import Citation, Footnote, cite, distinct, escape_quote, footnote, read_footnote, unescape_quote
from llmwiki.vault.parse import parse

_HOSTILE = (
    "[[link]]¦![[embed]]¦[text](url)¦![image](https://x.y/z.png)¦<img src=x onerror=y>¦<!-- comment -->¦-->¦%%¦%% hidden %%¦#tag¦#标签¦^[note]¦[^1]¦[^1]: x¦"
    "https://evil.example/?q=1¦www.evil.example¦a@b.example¦mailto:a@b.c¦$x^2$¦$$¦==mark==¦~~old~~¦**bold**¦_em_¦snake_case¦`code`¦```¦|¦\\|¦\\¦\\\\¦"
    "&amp;¦&#10;¦&lt;b&gt;¦“”¦”¦“¦「」¦\n¦\n\n# heading\n¦\n- item¦\r\n¦\u2028¦\x00¦\x85¦^id¦ ^block-id¦{{template}}¦:::¦---¦> quote¦]]¦]¦[¦:¦]:¦</a>¦\udce9"
).split("¦")
_CONTROL = r"[\x00-\x08\x0b-\x1f\x7f-\x9f]"
_QUOTE = st.lists(st.sampled_from(_HOSTILE) | st.text(max_size=4), max_size=8).map("".join)


@given(_QUOTE | st.text())
@example("&#10;\n\\&#10;")
@example("\\")
def test_escape_goes_back_exactly(quote: str) -> None:
    escaped = escape_quote(quote)
    assert unescape_quote(escaped) == quote
    assert escaped.splitlines() in ([], [escaped])


@given(_QUOTE)
@example("[[link]]")
@example("a %% b %% c")
def test_nothing_in_a_quote_is_live(quote: str) -> None:
    citation = cite("raw/articles/orion-notes.md", quote)
    page = parse(f"Text.[^{citation.label}]\n\n{footnote(citation, 'raw/articles/orion-notes')}\n\nAfter [[other]].\n")
    assert [(link.kind, link.target) for link in page.links] == [("footnote", "raw/articles/orion-notes"), ("wikilink", "other")]
    assert page.tags == ()
    assert page.comments == ()
    assert page.html_comments == ()
    assert page.math == ()
    assert page.code == ()
    assert page.headings == ()
    assert page.blocks == ()
    assert [definition.label for definition in page.footnote_defs] == [citation.label]
    assert [reference.label for reference in page.footnote_refs] == [citation.label]


@given(_QUOTE)
def test_commonmark_shows_the_quote_as_it_is(quote: str) -> None:
    (inline,) = MarkdownIt("commonmark").parseInline(f"“{escape_quote(quote)}”")
    assert {child.type for child in inline.children or []} <= {"text", "text_special"}
    shown = "".join(child.content for child in inline.children or [])
    assert re.sub(_CONTROL, "\ufffd", shown) == re.sub(_CONTROL, "\ufffd", f"“{quote}”")


@given(_QUOTE, st.sampled_from(["", "p. 3", "00:12:31", "turn 14"]))
def test_footnote_is_read_back(quote: str, place: str) -> None:
    citation = cite("raw/articles/orion-notes.md", quote, place)
    line = footnote(citation, "raw/articles/orion-notes")
    assert read_footnote(line) == Footnote("raw/articles/orion-notes", place, quote)


@pytest.mark.parametrize(
    "quote",
    [
        "Before v3.0.8, the optimistic mode was the default; it isn't now (see issue #12).",
        "Kai said: “we go with GraphQL” — and 96.6 % of 5 * 3 agreed, at a < b & c.",
        "C# and snake_case_names cost $5 at example.com/path?x=1.",
        "自 v3.0.8 开始，TiDB 集群默认使用“悲观事务”模式；参见《手册》。",
    ],
)
def test_ordinary_prose_reads_as_it_is(quote: str) -> None:
    assert escape_quote(quote) == quote


def test_form_of_a_footnote() -> None:
    citation = cite("raw/articles/orion-notes.md", "Kai led the migration in March", "p. 3")
    assert (
        footnote(citation, "raw/articles/orion-notes")
        == "[^orion-notes-f4e7]: [[raw/articles/orion-notes]] p. 3 “Kai led the migration in March”"
    )


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("raw/articles/orion-notes.md", "orion-notes"),
        ("raw/a b [draft] #2.md", "a-b-draft-2"),
        ("raw/乐观事务 模型.md", "乐观事务-模型"),
        ("raw/a-very-long-name-of-an-article-that-goes-on-and-on.md", "a-very-long-name-of-an-article-that-goes"),
        ("raw/" + "x" * 60 + ".txt", "x" * 40),
        ("raw/[].md", "source"),
        ("raw/v1.2.notes.md", "v1.2.notes"),
    ],
)
def test_label(path: str, stem: str) -> None:
    label = cite(path, "quote").label
    assert label.rpartition("-")[0] == stem
    assert label == cite(path, "quote").label
    assert label != cite(path, "other quote").label


def test_colliding_labels_get_a_longer_hash() -> None:
    first, second, third = Citation("a-0000", "a.md", "one"), Citation("a-0000", "a.md", "two"), Citation("b-0000", "b.md", "one")
    found = distinct([first, second, third, first])
    assert len(found) == 3
    assert len({citation.label for citation in found}) == 3
    assert found[2] is third
    assert distinct([second, first])[0].label == found[1].label


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("^[raw/articles/file.md]", Footnote("raw/articles/file.md", "", "")),
        ('[^1]: [[raw/x|the paper]]: "a quote"', Footnote("raw/x", "", "a quote")),
        ("[^1]: [[raw/x.pdf#page=7]] “q”", Footnote("raw/x.pdf", "p. 7", "q")),
        ("[[raw/x#Part]], p. 7 — 「引文」", Footnote("raw/x", "p. 7", "引文")),
        ('[^1]: [source](raw/a%20b.md "t") 00:12:31 “q”', Footnote("raw/a b.md", "00:12:31", "q")),
        ("[^1]: raw/articles/file.md p. 2 “q”", Footnote("raw/articles/file.md", "p. 2", "q")),
        ("[^1]: [[raw/x]] “two\n    lines”", Footnote("raw/x", "", "two lines")),
        ("[^1]: [[raw/x]]", Footnote("raw/x", "", "")),
        ("[^1]: See [[raw/x]] “q” which says it.", Footnote("raw/x", "", "q")),
        ("[^1]: just a remark", None),
        ("[^1]: [[#here]]", None),
        ("", None),
    ],
)
def test_hand_written_footnotes(text: str, wanted: Footnote | None) -> None:
    assert read_footnote(text) == wanted


_NOTE = st.lists(
    st.sampled_from(["[[raw/a]]", "[[", "]]", "a", " ", "|", "#p", "\\", "“", "”", "\n", "&#10;", "p. 3", "引用", '"', ": "]), max_size=9
).map("".join)


@given(_NOTE | _NOTE.map(lambda said: f"[[raw/a]] “{said}”") | _NOTE.map(lambda said: f"[[{said}]] “b”"))
@example("[[raw/a]] “b”")
@example("[[raw/a]] “b&#10;c\\[d” ")
@example("[[ raw/a ]] “b” p. 3")
def test_the_usual_footnote_is_read_as_any_other(text: str) -> None:
    assert read_footnote(text) == read_footnote(f"[^1]: {text}")
