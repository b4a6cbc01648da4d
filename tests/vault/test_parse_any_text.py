"""Whatever the text: parsing does not fail, spans are true, and time grows with the length only."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import anchor

PARTS = (
    "frontmatter links tags headings nested_headings blocks footnote_defs footnote_refs tables callouts code comments html_comments math"
).split()
MARKS = (
    "[[ ]] ![[ [ ]( ) ` `` ``` ~~~ %% <!-- --> $ $$ | \\ # ^ ^[raw/ [^1] [^1]: : > - 1. a b.md 知 é #t ^id :-: "
    "--- === < \" ' ( \ufeff \udcff"
).split()
TOKENS = [*MARKS, " ", "  ", "    ", "\t", "\n", "\n", "\n\n", "\r\n", "\r", "|-|\n", "---\n", "k: v\n"]
PROPERTIES = (
    'up: "[[a]]"\n',
    'down: "[[b#c|d]]"\n',
    'same: "[[#c]]"\n',
    'blank: "[[ ]]"\n',
    'two: "[[a]] [[b]]"\n',
    'escaped: "\\x5b\\x5bb\\x23c]]"\n',
    "bare: [[e]]\n",
    "plain: text\n",
    'sources:\n  - "[[raw/知]]"\n  - raw/b.md\n',
    "tags: ['#t', \"[[t]]\"]\n",
)
texts = st.lists(st.sampled_from(TOKENS), max_size=40).map("".join)
anything = st.text(alphabet=st.characters(codec=None), max_size=80)
MEGABYTE = 1_000_000
LENGTH = MEGABYTE if os.environ.get("WIKI_SOAK") == "1" else 40_000
SLOW = 5.0  # seconds of CPU a megabyte on a busy machine; a quadratic scan takes minutes


@given(texts | anything)
def test_any_text_parses(text):
    page = parse(text)
    for part in PARTS:
        getattr(page, part)
    for span in (*page.code, *page.comments, *page.html_comments, *page.math):
        assert 0 <= span.start < span.end <= len(text)
    for link in page.links:
        assert link.span.start <= link.target_span.start <= link.target_span.end <= link.span.end
    anchor(page, text)


@given(texts)
def test_a_link_cut_out_is_the_same_link(text):
    for link in parse(text).links:
        if link.kind in {"property", "footnote"}:
            continue
        alone = parse(text[link.span.start : link.span.end]).links
        assert [(link.kind, link.target, link.subpath, link.display, link.embed)] == [
            (one.kind, one.target, one.subpath, one.display, one.embed) for one in alone if one.span.start == 0
        ]


@given(st.builds(lambda block, body: f"---\n{''.join(block)}---\n{body}" if block else body, st.lists(st.sampled_from(PROPERTIES)), texts))
@example("[[a]] [^1]\n\n[^1]: [[b]] ![[c]] [[b#d]]\n\n[[e]]\n")
@example("[^1]: [[b]] [x](c.md)\n")
@example("[[ a ]] [[b\\|c]] [[d\\]]\n")
@example('---\nup: "\\x5b\\x5bb]]"\n---\nno bracket\n')
def test_names_alone_are_those_of_the_links(text):
    page, links = parse(text), parse(text).links
    assert (page.targets, page.cited, page.links_to_parts, page.frontmatter.named) == (
        tuple(dict.fromkeys(link.target for link in links)),
        tuple(link.target for link in links if link.kind == "footnote"),
        tuple(link for link in links if link.subpath),
        tuple((link.key, link.target) for link in links if link.kind == "property"),
    )


@given(texts)
def test_lines_and_columns_invert(text):
    page = parse(text)
    lines = text.replace("\r\n", " \n").replace("\r", "\n").split("\n")
    for offset in range(len(text)):
        line, column = page.line_column(offset)
        assert sum(len(earlier) + 1 for earlier in lines[: line - 1]) + column - 1 == offset


def repeated(part, length=MEGABYTE):
    return part * (length // len(part))


HOSTILE = {
    "brackets": repeated("["),
    "openings": repeated("[["),
    "backticks": repeated("`"),
    "pipes": repeated("|"),
    "quotes": repeated(">"),
    "nested list": "".join("  " * depth + "- x\n" for depth in range(1000)),
    "nested list in a line": repeated("- "),
    "comments that never close": repeated("<!--"),
    "dollars that never pair": repeated("$a "),
    "marks behind quotes": repeated(">", 500_000) + repeated("$$a", 500_000),
    "parentheses": "[a](" + repeated("("),
}
SHAPES = (
    '[[` $a $$a $$a\n\n %% <!-- <!--\n ~~~ ```x\n >~```x\n\n -~```x\n [a](b [a](<b [a](x~" [a](x~( [](a(( ![[ [[a ]]a -\n =\n a\n=\n a\n---\n #\n '
    "#~[[a]]~\n ^a~ [^a] [^a]:~x\n [^a]:~x\n\n~~~~y\n\n a|b\n-|-\n |-|\n |-: >~[!a]\n ~~~~x\n\n -~a\n\n~~~~x\n\n \\[ \\` #a~ [![a](b)](c) ^[raw/a, <a (("
).split(" ")
FRONT = ("[", "{", "- ", "'", '"', "? ", "a ", "k: v\n", "[a, ", "- [[x]]\n", "&a *a ", "!", "|\n", "\udcff")


def cpu(text):
    start = time.process_time()
    page = parse(text)
    for part in PARTS:
        getattr(page, part)
    anchor(page, "a#b")
    return time.process_time() - start


@pytest.mark.trial(but=["brackets", "nested list", "pipes", "quotes"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_megabyte_of_one_mark(name):
    assert cpu(HOSTILE[name]) < SLOW


def test_nested_quotes_with_callouts():
    assert cpu("".join(">" * depth + " [!a]\n" for depth in range(600))) < SLOW


def test_backtick_runs_of_every_length():
    assert cpu("".join("`" * length + " " for length in range(600))) < SLOW


def test_far_apart_marks():
    assert cpu(repeated("[[ ` ", 50_000) + "x" * 50_000 + "]]") < SLOW


@pytest.mark.trial(but=["[[a", "<a", "%%", "$a", "~~~", "[^a]"])
@pytest.mark.parametrize("shape", SHAPES)
def test_many_of_one_shape(shape):
    assert cpu(repeated(shape.replace("~", " ") if "~~~" not in shape[:3] else shape, LENGTH)) < SLOW


@pytest.mark.trial(only=["k: v\\n"])
@pytest.mark.parametrize("shape", FRONT)
def test_many_of_one_shape_in_properties(shape):
    assert cpu(f"---\na: {repeated(shape, LENGTH)}\n---\n") < SLOW
    assert cpu(f"---\n{repeated(shape, LENGTH)}\n---\n") < SLOW


@given(st.lists(st.sampled_from(["[^1]: ", "[^1]", ">", " ", "\n", "a", "\\", "`"]), max_size=20).map("".join))
def test_a_footnote_is_defined_where_nothing_but_marks_of_quotes_stands_before_it(text):
    page = parse(text)
    defined = [note.span.start for note in page.footnote_defs]
    assert all(not text[text.rfind("\n", 0, at) + 1 : at].strip(" \t>") for at in defined)
    referred = [note.span.start for note in page.footnote_refs if text.startswith("[^1]:", note.span.start)]
    assert all(text[text.rfind("\n", 0, at) + 1 : at].strip(" \t>") for at in referred)
