"""Which file a link means, and the texts that mean a file."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found, Missing, Resolver, anchor
from llmwiki.vault.rules import RULES


def test_rivals_are_named():
    resolver = Resolver(["a/N.md", "b/N.md", "c/d/N.md", "s.md"])
    assert resolver.resolve("N", "s.md") == Found("a/N.md", ("b/N.md", "c/d/N.md"))
    assert resolver.resolve("N", "b/x.md") == Found("b/N.md", ("a/N.md", "c/d/N.md"))
    assert resolver.resolve("d/N", "s.md") == Found("c/d/N.md")
    assert resolver.resolve("b/N", "s.md") == Found("b/N.md")


def test_a_whole_path_still_names_its_rivals():
    assert Resolver(["N.md", "a/N.md"]).resolve("n", "a/s.md") == Found("N.md", ("a/N.md",))


def test_near_misses():
    resolver = Resolver(["wiki/Knowledge Graph.md", "raw/knowledge-graph.md", "图谱.md"])
    assert resolver.resolve("KnowledgeGraph", "s.md") == Missing(("raw/knowledge-graph.md", "wiki/Knowledge Graph.md"))
    assert resolver.resolve("other/图谱", "s.md") == Missing(("图谱.md",))
    assert resolver.resolve("nothing", "s.md") == Missing()


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("", Found("a/s.md")),
        ("../up", Found("up.md")),
        ("./s", Found("a/s.md")),
        ("../../out", Missing()),
        ("../../up", Missing(("up.md",))),
        ("./up", Missing(("up.md",))),
        ("/up", Found("up.md")),
        ("/s", Missing(("a/s.md",))),
        ("a\\s", Found("a/s.md")),
        ("a", Missing()),
        ("up.md.md", Missing(())),
        ("UP.MD", Found("up.md")),
        ("Cafe\u0301", Found("Caf\u00e9.md")),
        ("no\u00a0break", Found("no break.md")),
        ("note.v1", Found("note.v1.md")),
    ],
)
def test_paths(target, answer):
    resolver = Resolver(["a/s.md", "up.md", "Caf\u00e9.md", "no break.md", "note.v1.md"])
    assert resolver.resolve(target, "a/s.md") == answer


def test_files_that_differ_in_case_or_form_only():
    resolver = Resolver(["Note.md", "note.md", "a/X.md", "a/x.md"])
    assert resolver.resolve("note", "s.md") == Found("note.md", ("Note.md",))
    assert resolver.resolve("NOTE", "s.md").path == "Note.md"
    assert resolver.resolve("x", "s.md") == Found("a/x.md", ("a/X.md",))
    assert resolver.resolve("X", "s.md") == Found("a/X.md", ("a/x.md",))


@pytest.mark.parametrize(
    ("path", "source", "text"),
    [
        ("a/One.md", "s.md", "One"),
        ("a/N.md", "s.md", "a/N"),
        ("a/N.md", "a/s.md", "a/N"),
        ("b/N.md", "a/s.md", "b/N"),
        ("N2.md", "s.md", "N2"),
        ("media/i.png", "s.md", "i.png"),
        ("media/two.png", "s.md", "media/two.png"),
        ("v1.2.md", "s.md", "v1.2"),
        ("x/X.md", "s.md", "X"),
        ("x/X.md.md", "s.md", "X.md.md"),
    ],
)
def test_link_texts(path, source, text):
    files = [
        "a/One.md",
        "a/N.md",
        "b/N.md",
        "N2.md",
        "c/N2.md",
        "media/i.png",
        "media/two.png",
        "two.png",
        "v1.2.md",
        "x/X.md",
        "x/X.md.md",
    ]
    assert Resolver(files).link_text(path, source) == text


names = st.lists(st.sampled_from(["a", "b", "A", "c.d", "é", "e\u0301", "知"]), min_size=1, max_size=3).map("/".join)
paths = st.builds(str.__add__, names, st.sampled_from([".md", ".png", ".MD", ""]))


@given(st.lists(paths, min_size=1, max_size=8, unique=True), st.data())
def test_a_link_text_always_means_its_file(files, data):
    resolver = Resolver(sorted(files))
    wanted, source = data.draw(st.sampled_from(files)), data.draw(st.sampled_from(files))
    answer = resolver.resolve(resolver.link_text(wanted, source), source)
    assert isinstance(answer, Found)
    assert answer.path == wanted


ANCHORS = "# One\n## Sub\n### Deep\n# Two\n## Sub\ntext ^Id-1\n\n[^1]: note\n> ## Quoted\n## C# notes\n## [[知识|图]] 谱\n## 问题？\n"


@pytest.mark.parametrize(
    ("subpath", "state", "line"),
    [
        ("One", "ok", 1),
        ("sub", "ok", 2),
        ("Two#Sub", "ok", 5),
        ("One#Deep", "ok", 3),
        ("One#Sub#Deep", "ok", 3),
        ("Two#Deep", "missing", None),
        ("Sub#One", "missing", None),
        ("One#Two", "missing", None),
        ("^id-1", "ok", 6),
        ("^id", "missing", None),
        ("[^1]", "ok", 8),
        ("[^2]", "missing", None),
        ("Quoted", "ok", 9),
        ("C# notes", "ok", 10),
        ("C notes", "ok", 10),
        ("知识 图 谱", "ok", 11),
        ("图 谱", "ok", 11),
        ("问题？", "ok", 12),
        ("", None, None),
    ],
)
def test_anchors(subpath, state, line):
    page = parse(ANCHORS)
    found = anchor(page, subpath)
    assert found.state == state
    assert line == (None if found.offset is None else page.line_column(found.offset)[0])


def links(text):
    return [link.target for link in parse(text).links]


def resolve(files, target, source="s.md"):
    answer = Resolver(files).resolve(target, source)
    return answer.path if isinstance(answer, Found) else None


# For each rule of the table: another value, and something that then comes out differently.
FLIPS = {
    "slash_is_root": (False, lambda: resolve(["a/b.md", "b.md"], "/b")),
    "dots_are_relative": (False, lambda: resolve(["a/b.md"], "./b", "a/s.md")),
    "partial_paths": (False, lambda: resolve(["a/b/c.md"], "b/c")),
    "folder_boundary": (False, lambda: resolve(["ab/c.md"], "b/c")),
    "literal_name_first": (False, lambda: resolve(["b", "b.md"], "b")),
    "exact_case_first": (False, lambda: resolve(["B.md", "b.md"], "b")),
    "own_folder_for_paths": (False, lambda: resolve(["x/a/b.md", "yy/a/b.md"], "a/b", "yy/s.md")),
    "tie": ("first", lambda: resolve(["b/n.md", "a/n.md"], "n")),
    "case": ("full", lambda: resolve(["Straße.md"], "STRASSE")),
    "backslash_is_slash": (False, lambda: resolve(["a/b.md"], "a\\b")),
    "quoted_property_links": (False, lambda: links('---\na: "[[x]]"\n---\n')),
    "math_hides_links": (False, lambda: links("$x [[a]] x$")),
    "indented_code_hides_links": (False, lambda: links("a\n\n    [[a]]")),
    "hermes_markers": (False, lambda: links("^[raw/a.md]")),
    "reference_definitions": (True, lambda: links("[x]: a.md\n")),
    "empty_destinations": (True, lambda: links("[x]()")),
    "block_id_case": (True, lambda: anchor(parse("x ^Id\n"), "^id").state),
    "block_id_after_embed": (False, lambda: parse("![[a]]^id\n").blocks),
    "headings_in_quotes": (False, lambda: anchor(parse("> # A\n"), "A").state),
    "rendered_headings": (False, lambda: anchor(parse("# [a](b)\n"), "a").state),
    "bom_before_frontmatter": (False, lambda: dict(parse("\ufeff---\na: b\n---\n").frontmatter.data)),
    "tag_string_split": ("comma", lambda: parse("---\ntags: a b\n---\n").frontmatter.items("tags")),
}


@pytest.mark.parametrize("name", RULES._fields)
def test_each_rule_of_the_table_is_used(name, monkeypatch):
    value, probe = FLIPS[name]
    before = probe()
    flipped = RULES._replace(**{name: value})
    for module in [
        module for module in sys.modules.values() if getattr(module, "RULES", None) is RULES and module.__name__.startswith("llmwiki")
    ]:
        monkeypatch.setattr(module, "RULES", flipped)
    assert probe() != before


def test_many_are_resolved_as_each_is():
    resolver = Resolver(["a.md", "x/b.md", "y/b.md", "c.png"])
    targets = ["a", "b", "./b", "nothing", "", "c.png", "a"]
    for source in ("x/s.md", "y/s.md"):
        assert list(resolver.resolve_all(targets, source)) == [resolver.resolve(target, source) for target in targets]
        assert not resolver.all_found(targets, source)
        assert resolver.all_found(["a", "./b"], source)
    assert not resolver.all_found(["./b"], "s.md")
    assert [target for target in targets if resolver.depends_on_source(target)] == ["b", "./b", ""]
