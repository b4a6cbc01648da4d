"""What a note holds, one small text a line."""

from __future__ import annotations

import pytest

from llmwiki.vault.parse import parse

# (text, links as written)
LINKS = [
    ("a [[b]] c", ["[[b]]"]),
    ("![[b.png|100x145]]", ["![[b.png|100x145]]"]),
    ("[[a]][[b]]", ["[[a]]", "[[b]]"]),
    ("[[a|b|c]] and [[知识图谱#要点|图谱]]", ["[[a|b|c]]", "[[知识图谱#要点|图谱]]"]),
    ("[[]] [[ ]] [[a]", []),
    ("\\[[a]] and \\\\[[b]]", ["[[b]]"]),
    ("[[[a]]]", ["[[a]]"]),
    ("[[open [[a]]", ["[[a]]"]),
    ("[[a\nb]] [[c]]", ["[[c]]"]),
    ("[[#`x` y]] `[[no]]`", ["[[#`x` y]]"]),
    ("`[[no` [[a]] ``[[no]]`` [[b]]", ["[[a]]", "[[b]]"]),
    ("``a ` [[no]] ` b`` [[a]]", ["[[a]]"]),
    ("`a\n[[no]]` [[a]]", ["[[a]]"]),
    ("`a\n\n[[a]]` b", ["[[a]]"]),
    ("`a\n- [[a]]` b", ["[[a]]"]),
    ("\\`[[a]]\\`", ["[[a]]"]),
    ("\\``[[no]]`", []),
    ("```\n[[no]]\n```\n[[a]]", ["[[a]]"]),
    ("```\n[[no]]\n``\n[[no]]", []),
    ("~~~ x\n[[no]]\n```\n~~~~\n[[a]]", ["[[a]]"]),
    ("````\n```\n[[no]]\n````\n[[a]]", ["[[a]]"]),
    ("``` a`b\n[[a]]", ["[[a]]"]),
    ("> ```\n> [[no]]\n[[a]]", ["[[a]]"]),
    ("- ```\n  [[no]]\n- [[a]]", ["[[a]]"]),
    ("1. ```sh\n   if [[ -z x ]]\n   ```\n2. [[a]]", ["[[a]]"]),
    ("x ```\n[[a]]\n", ["[[a]]"]),
    ("text\n\n    [[no]]\n\n    [[no]]\n[[a]]", ["[[a]]"]),
    ("- item\n\n    [[a]]\n\n        [[b]]", ["[[a]]", "[[b]]"]),
    ("text\n    [[a]]", ["[[a]]"]),
    ("# h\n\n\t[[no]]\n", []),
    ("- a\n\ntext\n\n    [[no]]", []),
    ("<!-- [[no]] --> [[a]]", ["[[a]]"]),
    ("<!-- [[no]]\n\n[[no]] --> [[a]]", ["[[a]]"]),
    ("<!-- [[a]]", ["[[a]]"]),
    ("<!--> [[a]] -->", ["[[a]]"]),
    ("%% [[a]] %% [[b]]", ["[[a]]", "[[b]]"]),
    ("%%\n`[[no]]` [[a]]\n%%", ["[[a]]"]),
    ("$$\nx [[no]]\n\ny\n$$ [[a]]", ["[[a]]"]),
    ("$x_{[[no]]}$ and 5$ for [[a]] and 6$", ["[[a]]"]),
    ("$HOME and `$PATH` [[a]]", ["[[a]]"]),
    ("costs $5, [[a]] costs $6", ["[[a]]"]),
    ("cost $$ is\n\n[[a]] $$", ["[[a]]"]),
    ("[t](a.md) ![i](b.png) [u](https://x.y/z.md) [m](mailto:a@b) [o](obsidian://x)", ["[t](a.md)", "![i](b.png)"]),
    ("[t](<a b.md>) [u](a b.md) [v]()", ["[t](<a b.md>)"]),
    ("[t](a_(b).md) [u](a(b.md) [v](c\\).md)", ["[t](a_(b).md)", "[v](c\\).md)"]),
    ("[t](a.md \"title\") [u](a.md 't') [v](a.md (t)) [w](a.md x)", ['[t](a.md "title")', "[u](a.md 't')", "[v](a.md (t))"]),
    ("[![i](a.png)](b.md)", ["[![i](a.png)](b.md)", "![i](a.png)"]),
    ("[a [b](c.md) d](e.md)", ["[b](c.md)"]),
    ("[two\nlines](a.md) [two\n\nparagraphs](b.md)", ["[two\nlines](a.md)"]),
    ("- [ ] a [x\n- y](a.md) [b](b.md)", ["[b](b.md)"]),
    ("[a](C:/x.md) [a](c.md#h) [s](#h)", ["[a](C:/x.md)", "[a](c.md#h)", "[s](#h)"]),
    ("\\[a](b.md) `[a](b.md)`", []),
    ("[[a](b)]]", ["[[a](b)]]"]),
    ("^[raw/articles/x.md] `^[raw/no.md]`", ["^[raw/articles/x.md]"]),
    ("text ^[a plain inline footnote]", []),
    ("<div>[[a]]</div>", ["[[a]]"]),
    ("| a | b |\n|---|---|\n| [[x\\|y]] | `[[no]]` |", ["[[x\\|y]]"]),
    ("\ufeff[[a]]\r\n```\r\n[[no]]\r\n```\r\n[[b]]", ["[[a]]", "[[b]]"]),
    ("```\r[[no]]\r```\r[[a]]", ["[[a]]"]),
]


@pytest.mark.parametrize(("text", "written"), LINKS, ids=[text for text, _ in LINKS])
def test_links(text, written):
    page = parse(text)
    assert [text[link.span.start : link.span.end] for link in page.links] == written


# (text, kind, target, subpath, display, target as written, embed, place)
DETAILS = [
    ("[[ a b #c#d|e|f]]", "wikilink", "a b", "c#d", "e|f", "a b", False, "body"),
    ("![[x.pdf#page=3]]", "embed", "x.pdf", "page=3", None, "x.pdf", True, "body"),
    ("[[#^id]]", "wikilink", "", "^id", None, "", False, "body"),
    ("![t](a%20b/%E7%9F%A5.md#x%20y)", "markdown", "a b/知.md", "x y", "t", "a%20b/%E7%9F%A5.md", True, "body"),
    ("[t](%FF.md)", "markdown", "\udcff.md", "", "t", "%FF.md", False, "body"),
    ("[t](a%23b.md)", "markdown", "a#b.md", "", "t", "a%23b.md", False, "body"),
    ("%%[[a]]%%", "wikilink", "a", "", None, "a", False, "comment"),
    ("|a|b|\n|-|-|\n|[[a\\|b]]|c|", "wikilink", "a", "", "b", "a", False, "table"),
    ("x[^1]\n\n[^1]: [[raw/a]] “q”", "footnote", "raw/a", "", None, "raw/a", False, "body"),
    ("^[ raw/a b.md#p ]", "footnote", "raw/a b.md", "p ", None, "raw/a b.md", False, "body"),
]


@pytest.mark.parametrize("case", DETAILS, ids=[case[0] for case in DETAILS])
def test_link_details(case):
    text, kind, target, subpath, display, written, embed, place = case
    (link,) = parse(text).links
    assert (link.kind, link.target, link.subpath, link.display) == (kind, target, subpath, display)
    assert text[link.target_span.start : link.target_span.end] == written
    assert (link.embed, link.place) == (embed, place)


def test_one_hermes_marker_may_name_several_sources():
    links = parse("Said twice.^[raw/articles/a.md, raw/papers/b.md]").links
    assert [(link.kind, link.target) for link in links] == [("footnote", "raw/articles/a.md"), ("footnote", "raw/papers/b.md")]


HEADINGS = [
    ("# A\n## B ##\n### C#\n#no\n####### no\n#\n", [(1, "A"), (2, "B"), (3, "C#"), (1, "")]),
    ("   # A\n    # no", [(1, "A")]),
    ("# A ^id\n# 标题 ^id-2", [(1, "A"), (1, "标题")]),
    ("A\n===\nB\nC\n---\n", [(1, "A"), (2, "B\nC")]),
    ("- a\n---\n> q\n---\n\n---\na|b\n", []),
    ("text\n# A\ntext", [(1, "A")]),
    ("a\n # B\n", [(1, "B")]),
    ("文 #t\n   ## B\n", [(2, "B")]),
    ("```\n# no\n```\n%%\n# no\n%%\n<!--\n# no\n-->\n# A", [(1, "A")]),
    ("---\nk: v\n---\n# A", [(1, "A")]),
    ("---\nk: v\n---\nA\n---", [(2, "A")]),
    ("# A\r\nB\r\n-\r\n", [(1, "A"), (2, "B")]),
    ("> # no\n- # no", []),
]


@pytest.mark.parametrize(("text", "found"), HEADINGS, ids=[text for text, _ in HEADINGS])
def test_headings(text, found):
    assert [(heading.level, heading.text) for heading in parse(text).headings] == found


def test_headings_in_quotes_are_kept_apart():
    page = parse("# A\n> ## B\n- ### C\n> [!note] x\n> text\n")
    assert [heading.text for heading in page.nested_headings] == ["B", "C"]


BLOCKS = [
    ("text ^a-1\n\n- item ^B\n\n> quote\n\n^c\n", ["a-1", "B", "c"]),
    ("x^no\n^no no\n`x ^no`\n", []),
    ("![[x.png]]^id\n", ["id"]),
    ("# h ^h1", ["h1"]),
]


@pytest.mark.parametrize(("text", "ids"), BLOCKS)
def test_block_ids(text, ids):
    assert [block.id for block in parse(text).blocks] == ids


TAGS = [
    ("#a #b/c x#no #1 #1a `#no`\n#d", ["a", "b/c", "1a", "d"]),
    ("# 标题 #标签，文字 #project/子项", ["标签，文字", "project/子项"]),
    ("[[x #no]] <!-- #no --> %% #yes %%", ["yes"]),
    ("---\ntags: [a, '#b']\n---\n#c", ["a", "b", "c"]),
    ("---\ntags: a, b c\n---\n", ["a", "b", "c"]),
]


@pytest.mark.parametrize(("text", "names"), TAGS)
def test_tags(text, names):
    assert [tag.name for tag in parse(text).tags] == names


def test_footnotes():
    text = "A[^1] b[^1] `[^no]` \\[^no]\n\n[^1]: one\n  lazy\n\n    more\n\nend[^two]\n[^two]: x\n[^three]: y\n# H\n"
    page = parse(text)
    assert [ref.label for ref in page.footnote_refs] == ["1", "1", "two"]
    bodies = {note.label: text[note.text_span.start : note.text_span.end] for note in page.footnote_defs}
    assert bodies == {"1": "one\n  lazy\n\n    more", "two": "x", "three": "y"}
    assert text[slice(*page.footnote_defs[1].span)] == "[^two]: x"


def test_tables():
    text = "| a | b \\| c |\n|:--|--:|\n| 1 | [[x\\|y]] |\n| 2 |\n\nno | table\n\n> h | i\n> - | -\n> 1 | 2\n"
    first, second = parse(text).tables
    assert first.header == ("a", "b \\| c")
    assert first.rows == (("1", "[[x\\|y]]"), ("2",))
    assert text[slice(*first.span)].count("\n") == 3
    assert (second.header, second.rows) == (("h", "i"), (("1", "2"),))
    assert parse("a | b\n- | - | -\n").tables == ()
    assert parse("```\na | b\n- | -\n```\n").tables == ()


def test_callouts():
    text = "> [!Note]- Title\n> text\n>> [!warning]\n>> inner\n> more\n\n> plain\n\n> [!tip]+\n"
    found = [(callout.kind, callout.title, callout.fold, text[slice(*callout.span)].count("\n")) for callout in parse(text).callouts]
    assert found == [("note", "Title", "-", 4), ("warning", "", "", 1), ("tip", "", "+", 0)]


def test_spans_of_code_comments_and_math():
    text = "`a` %% b %% <!-- c --> $d$\n\n```\ne\n```\n\n    f\n"
    page = parse(text)
    assert [text[slice(*span)] for span in page.code] == ["`a`", "```\ne\n```", "    f"]
    assert [text[slice(*span)] for span in (*page.comments, *page.html_comments, *page.math)] == ["%% b %%", "<!-- c -->", "$d$"]
    assert parse("a\n %% [[b]]\n\nc").comments == ((3, 14),)
    assert parse("see https://x.y/%%20\n\n# A").comments == ()


def test_places_count_code_points_and_bytes():
    page = parse("知识\r\n图😀x\rb")
    assert page.line_column(0) == (1, 1)
    assert page.line_column(5) == (2, 2)
    assert page.line_column(8) == (3, 1)
    assert page.byte_offset(6) == len("知识\r\n图😀".encode())
    assert parse("\udcff[[a]]").byte_offset(1) == 1
