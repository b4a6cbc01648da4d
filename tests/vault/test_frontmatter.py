"""Reading and editing property blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.errors import VaultError
from llmwiki.vault.frontmatter import dump, read_frontmatter, remove_key, set_key
from llmwiki.vault.linkpath import split_wikilink
from llmwiki.vault.parse import parse
from llmwiki.vault.plainyaml import read_plain, read_values
from llmwiki.vault.yamltext import read_yaml

# (block, data, problems as (kind, text at the offset))
READ = [
    (
        "title: X\ncreated: 2026-04-05\nn: 012\nb: no\nt: 12:30\nf: 1e3\n",
        {"title": "X", "created": "2026-04-05", "n": "012", "b": "no", "t": "12:30", "f": "1e3"},
        [],
    ),
    ("a:\nb: null\nc: ~\nd: 'null'\ne: \"\"\n", {"a": None, "b": None, "c": None, "d": "null", "e": ""}, []),
    (
        "tags: [a, 知识]\naliases:\n  - x\n  - 'y z'\nzero:\n- p\n- \n",
        {"tags": ["a", "知识"], "aliases": ["x", "y z"], "zero": ["p", None]},
        [],
    ),
    ("m:\n  k: v\n  l: [1, {x: 2}]\n", {"m": {"k": "v", "l": ["1", {"x": "2"}]}}, []),
    ("s: |\n  a\n   b\n\nt: >-\n  c\n  d\n", {"s": "a\n b\n", "t": "c d"}, []),
    ("# comment\na: 1 # end\n\nb: 'it''s' # x\n", {"a": "1", "b": "it's"}, []),
    ("a: 1\nb: 2\na: 3\n", {"a": "3", "b": "2"}, [("duplicate-key", "a: 3")]),
    ("m:\n  a: 1\n  a: 2\n", {"m": {"a": "2"}}, [("duplicate-key", "a: 2")]),
    (
        "created: 2026-02-30\nd: '2026-13-01'\ne: 2026-02-30x\n",
        {"created": "2026-02-30", "d": "2026-13-01", "e": "2026-02-30x"},
        [("impossible-date", "2026-02-30"), ("impossible-date", "'2026-13-01'")],
    ),
    ("a: [[X]]\n", {"a": [["X"]]}, [("unquoted-link", "[[X]]")]),
    ('a:\n  - [[X|y]]\n  - "[[Z]]"\n', {"a": [[["X|y"]], "[[Z]]"]}, [("unquoted-link", "[[X|y]]")]),
    ("a: [[X]], [[Y]]\n", {}, [("unquoted-link", "[[X]]"), ("invalid-yaml", ", [[Y]]")]),
    ("a: b: c\n", {}, [("invalid-yaml", ": c")]),
    ("a:\n* b\n", {}, [("invalid-yaml", " b")]),
    ("a:\n\t- b\n", {}, [("tab", "\t- b")]),
    ("a: *x\n", {}, [("invalid-yaml", "*x")]),
    ("a: &x [1]\nb: *x\n", {"a": ["1"], "b": ["1"]}, []),
    ("a: &x [*x]\n", {}, [("invalid-yaml", "*x")]),
    ("- a\n- b\n", {}, [("not-a-mapping", "- a")]),
    ("text\n", {}, [("not-a-mapping", "text")]),
    ("a: 1\n...\nb: 2\n", {}, [("invalid-yaml", "b: 2")]),
    ("a: \x07\n", {}, [("invalid-yaml", "\x07")]),
    ("a: !!python/object:os.system x\n", {"a": "x"}, []),
    ("a: {{date}}\n", {"a": {"{date}": None}}, []),
    ("", {}, []),
    ("# only a comment\n", {}, []),
    ("<<: x\n", {"<<": "x"}, []),
    ("a: \udcff\n'k\udc80': 'v\udc81'\n", {"a": "\udcff", "k\udc80": "v\udc81"}, []),
]


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("block", "data", "problems"), READ, ids=[block for block, _, _ in READ])
def test_reading(block, data, problems, newline, bom):
    text = f"{bom}---\n{block}---\nbody\n".replace("\n", newline)
    front = read_frontmatter(text)
    assert front.data == data
    assert text[front.body_start :] == f"body{newline}"
    assert text[slice(*front.span)] == text[len(bom) : front.body_start]
    assert [problem.kind for problem in front.problems] == [kind for kind, _ in problems]
    for problem, (_, at) in zip(front.problems, problems, strict=True):
        assert text.replace(newline, "\n")[len(text[: problem.offset].replace(newline, "\n")) :].startswith(at)


@pytest.mark.parametrize("text", ["", "a", "--- \n", "----\n---\n", " ---\na: b\n---\n", "\n---\na: b\n---\n", "---\n\ntext\n\n---x\n"])
def test_no_properties(text):
    front = read_frontmatter(text)
    assert (front.span, front.data, front.problems, front.body_start) == (None, {}, (), 0)


def test_properties_that_are_never_closed():
    for text in ("---\ntitle: X\ntext\n", "---\ntitle: X\n...\ntext\n"):
        front = read_frontmatter(text)
        assert (front.span, front.body_start) == (None, 0)
        assert [problem.kind for problem in front.problems] == ["unclosed"]


def test_an_alias_bomb_is_stopped():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    front = read_frontmatter("---\n" + "\n".join(lines) + "\n---\n")
    assert front.data == {}
    assert [problem.kind for problem in front.problems] == ["alias-bomb"]


def test_deep_nesting_is_stopped():
    for mark in ("[", "{", "\n  " + "- " * 40):
        kinds = {problem.kind for problem in read_frontmatter(f"---\na: {mark * 40}\n---\n").problems}
        assert "too-deep" in kinds
        assert read_frontmatter(f"---\na: {mark * 50_000}\n---\n").data == {}


def test_items_and_text():
    front = parse("---\ntags: '#a, b c'\naliases: one, two\nx: [p, null, '']\ny:\nm: {k: v}\n---\n").frontmatter
    assert front.items("tags") == ("a", "b", "c")
    assert front.items("aliases") == ("one, two",)
    assert front.items("x") == ("p",)
    assert front.items("y") == front.items("none") == front.items("m") == ()
    assert (front.text("aliases"), front.text("x"), front.text("y"), front.text("none")) == ("one, two", "", "", "")


def test_spans_of_keys():
    text = "---\na: 1 # c\n\n# about b\nb:\n  - x\n  - y\n# about c\nc: |\n  t\n\nd:\ne:\n  - \n---\n"
    front = parse(text).frontmatter
    written = {key: text[slice(*front.key_span(key))] for key in front.data}
    assert written == {"a": "a: 1 # c\n", "b": "b:\n  - x\n  - y\n", "c": "c: |\n  t\n", "d": "d:\n", "e": "e:\n  - \n"}
    assert front.key_span("none") is None


def test_property_links_have_true_spans():
    text = '---\na: "[[X#h|y]]"\nb: [\'[[知识]]\', "x [[no]]", "[[a]] [[no]]"]\nc: "[[t\\u0065st]]"\nd: [[no]]\n---\n'
    links = parse(text).links
    assert [(link.key, link.target, link.subpath, link.display) for link in links] == [
        ("a", "X", "h", "y"), ("b", "知识", "", None), ("c", "test", "", None),
    ]  # fmt: skip
    assert [text[slice(*link.span)] for link in links] == ["[[X#h|y]]", "[[知识]]", "[[t\\u0065st]]"]
    assert [text[slice(*link.target_span)] for link in links] == ["X", "知识", ""]


# Each case: the note, the key, its new value, and the note afterwards.
SET = [
    ("---\na: 1\nb: 2\n---\nx", "a", "3", "---\na: 3\nb: 2\n---\nx"),
    ("---\na: 1 # c\n---\n", "a", "x: y", '---\na: "x: y" # c\n---\n'),
    ("---\na:\nb: 2\n---\n", "a", "v", "---\na: v\nb: 2\n---\n"),
    ("---\na:  # c\n---\n", "a", "v", "---\na: v  # c\n---\n"),
    ("---\n'a b': 1\n---\n", "a b", "2", "---\n'a b': 2\n---\n"),
    ("---\ntags: [a, b]  # c\n---\n", "tags", ["x", "y z", "a, b"], '---\ntags: [x, y z, "a, b"]  # c\n---\n'),
    ("---\ntags:\n  - a\n  # c\n  - b\nx: 1\n---\n", "tags", ["c"], "---\ntags:\n  - c\nx: 1\n---\n"),
    ("---\ntags:\n- a\n---\n", "tags", ["b", "c"], "---\ntags:\n- b\n- c\n---\n"),
    ("---\ntags:\n- a\n---\n", "tags", [], "---\ntags: []\n---\n"),
    ("---\ntags:\n- a\n---\n", "tags", "b", "---\ntags: b\n---\n"),
    ("---\ns: |\n  a\n\n  b\n\nx: 1\n---\n", "s", "c", "---\ns: c\n\nx: 1\n---\n"),
    ("---\ns: a\n  b\nx: 1\n---\n", "s", "c", "---\ns: c\nx: 1\n---\n"),
    ("---\nm:\n  k: v\nx: 1\n---\n", "m", "c", "---\nm: c\nx: 1\n---\n"),
    ("\ufeff---\r\na: 1\r\n---\r\nx\r\n", "b", "2", "\ufeff---\r\na: 1\r\nb: 2\r\n---\r\nx\r\n"),
    ("\ufeff---\r\nb:\r\n  - 1\r\n---\r\n", "b", ["2", "3"], "\ufeff---\r\nb:\r\n  - 2\r\n  - 3\r\n---\r\n"),
    ("---\r# c\ra: 1\rb: 1\r---\rx", "a", "2", "---\r# c\ra: 2\rb: 1\r---\rx"),
    ("---\n  a: 1\n---\n", "b", "2", "---\n  a: 1\n  b: 2\n---\n"),
    ("---\n---\nx", "a", "1", "---\na: 1\n---\nx"),
    ("text\r\n", "a", "1", "---\r\na: 1\r\n---\r\ntext\r\n"),
    ("\ufefftext", "a", "知识：图谱", "\ufeff---\na: 知识：图谱\n---\ntext"),
    ("", "sources", ["[[raw/a]]"], '---\nsources: ["[[raw/a]]"]\n---\n'),
    ("---\na: &x 1\n---\n", "a", "2", "---\na: 2\n---\n"),
    ("---\na: &x 1\nb: *x\nc: 3\n---\n", "b", "2", "---\na: &x 1\nb: 2\nc: 3\n---\n"),
]


@pytest.mark.parametrize(("before", "key", "value", "after"), SET, ids=[before for before, *_ in SET])
def test_setting_a_key(before, key, value, after):
    assert set_key(before, key, value) == after
    assert set_key(after, key, value) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\na: 1\nb: 2\n---\nx", "---\nb: 2\n---\nx"),
        ("\ufeff---\r\nb: 2\r\na:\r\n - 1\r\n - 2\r\n# c\r\n---\r\n", "\ufeff---\r\nb: 2\r\n# c\r\n---\r\n"),
        ("---\r# c\ra: 1\rb: 1\r---\rx", "---\r# c\rb: 1\r---\rx"),
        ("---\na: 1\n---", "---\n---"),
        ("---\nb: 1\n---\n", "---\nb: 1\n---\n"),
        ("text", "text"),
    ],
)
def test_removing_a_key(before, after):
    assert remove_key(before, "a") == after


@pytest.mark.parametrize("block", ["a:\n* b\n", "a: 1\na: 2\n", "{a: 1}\n", "- a\n", "a: b: c\n", "a:\n\t- b\n"])
def test_a_block_that_cannot_be_read_is_not_edited(block):
    for edit in (lambda text: set_key(text, "a", "1"), lambda text: remove_key(text, "a")):
        with pytest.raises(VaultError, match="cannot be edited") as caught:
            edit(f"---\n{block}---\n")
        assert caught.value.hint
    with pytest.raises(VaultError):
        set_key("---\na: 1\ntext without an end\n", "a", "2")


def test_dump_keeps_order_and_quotes_where_needed():
    mapping = {"title": "Why: a", "tags": ["x", "y"], "created": "2026-11-30", "sources": ["[[raw/a|b]]"], "aliases": [], "n": "null"}
    text = dump(mapping)
    assert text == ('---\ntitle: "Why: a"\ntags: [x, y]\ncreated: 2026-11-30\nsources: ["[[raw/a|b]]"]\naliases: []\nn: "null"\n---\n')
    assert read_frontmatter(text).data == mapping


values = st.text(
    alphabet=st.characters(codec=None, exclude_categories=["Cs"]) | st.sampled_from("\udc80\udcff:#-[]{},'\"&*!|>%@` \n\t"), max_size=12
)
KEYS = st.from_regex(r"[a-z][a-z_ -]{0,6}[a-z]", fullmatch=True)
BLOCKS = st.lists(
    st.sampled_from(
        [
            "b: 1\n",
            "b:\n",
            "b: [x, y] # c\n",
            "b:\n  - x\n  - y\n",
            "b:\n- x\n\n",
            "b: |\n  x\n\n",
            "b: 'q'\n",
            "b: {k: v}\n",
            "b: x\n  y\n",
        ]
    ),
    max_size=1,
)
AROUND = st.sampled_from(["", "# c\n", "z: 1\n", "y: '2' # c\n\n", "x:\n  - 1\n", "w: |\n  t\n"])


def note(before, block, after, newline, bom):
    return f"{bom}---\n{before}{''.join(block)}{after if after != before else ''}---\n# Body\n".replace("\n", newline)


notes = st.builds(note, AROUND, BLOCKS, AROUND, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]))


@given(notes, values | st.lists(values, max_size=3))
def test_set_then_read(text, value):
    changed = set_key(text, "b", value)
    front, old = read_frontmatter(changed), read_frontmatter(text)
    assert front.problems == ()
    assert front.data == {**old.data, "b": value}
    span, was = front.key_span("b"), old.key_span("b")
    if was is None:
        assert changed[: span.start] + changed[span.end :] == text
    else:
        assert changed[: span.start] == text[: was.start]
        assert changed[span.end :] == text[was.end :]
        assert remove_key(changed, "b") == remove_key(text, "b")


@given(st.dictionaries(KEYS, values | st.lists(values, max_size=3), max_size=4))
def test_dump_then_read(mapping):
    front = read_frontmatter(dump(mapping))
    assert (front.data, front.problems) == (mapping, ())


LINES = ["a: 1", "b:", "b: null", "  - x", "- y", "- ", "  -", "c: [p, 'q', \"r s\"]", "c: []", "d: '2026-02-30'", "e: x: y", "知: 识", "f: a#b", "g: http://x/y", 'h: "[[X]]"',
         "i: 'it''s'", "j: a  ", "", " ", "k:  v", "# c", "a b: c", "l: -x", "m: [a, b]x", "n: [null, ~]", "  - [[x]]", "o: 1:30", "p: x\t", "q: ~", "r: ！", "s: <b> | c", "tags: y", "tags: [a, '#b']", "t: {{x}}", "u: x,", "  v: w"]  # fmt: skip


@given(st.lists(st.sampled_from(LINES) | st.text(alphabet=" ab:-#'\"[],\n\r", max_size=8), max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_the_plain_reading_is_the_yaml_reading(lines, newline):
    block = "".join(line + newline for line in lines)
    text = f"---{newline}{block}---{newline}"
    start, end = 3 + len(newline), 3 + len(newline) + len(block)
    plain, values = read_plain(text, start, end), read_values(text, start, end)
    assert (plain is None) == (values is None)
    if plain is not None:
        assert plain == read_yaml(text, start, end)
        assert (values.data, values.problems) == (plain.data, plain.problems)
        telling = [scalar for scalar in plain.scalars if scalar.key == "tags" or (scalar.quoted and scalar.value.startswith("[["))]
        assert list(values.noted) == telling


@given(
    st.text(alphabet=st.characters(codec=None), max_size=60)
    | st.lists(st.sampled_from([*LINES, "&a", "*a", "!", "%", "---", "...", "? x", "|", ">", "{", "}", "["]), max_size=8).map("\n".join)
)
def test_any_block_reads(block):
    text = f"---\n{block}\n---\n"
    front = read_frontmatter(text)
    for problem in front.problems:
        assert 0 <= problem.offset <= len(text)
    for entry in front.entries:
        assert text[slice(*entry.span)].strip()


INNER = st.lists(st.sampled_from(["a", "b c", "文", " ", "\u00a0", "|", "#", "\\", "[", "]", "/", ".md", "^"]), min_size=1, max_size=6).map(
    "".join
)


@given(INNER)
def test_a_link_in_a_property_is_taken_apart_as_any_wikilink(inner):
    links = read_frontmatter(f"---\nsources: '[[{inner}]]'\n---\n").links
    is_one = inner.strip() and "[[" not in f"[[{inner}]]"[1:] and "]]" not in f"[[{inner}]]"[:-1]
    assert [link[1:4] + link[5:6] for link in links] == ([split_wikilink(inner, len("---\nsources: '[["))] if is_one else [])
