"""The engine of fixes: what it applies, what it leaves, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mend_harness import Rule, finding, mended, reasons, renames, replaces, tells

from llmwiki.checks.base import Edit, Finding, Fix
from llmwiki.vault.vault import Vault

Write = Callable[[dict[str, str | bytes]], Path]

AI = replaces(r"\[\[AI\]\]", "[[Artificial Intelligence|AI]]")
PAGE = {"Artificial Intelligence.md": "# Artificial Intelligence\n"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See [[AI]].\n", "See [[Artificial Intelligence|AI]].\n"),
        (
            "见[[AI]]，又见[[AI]]。😀[[AI]]",
            "见[[Artificial Intelligence|AI]]，又见[[Artificial Intelligence|AI]]。😀[[Artificial Intelligence|AI]]",
        ),
        ("\ufeff---\r\ntags: [一]\r\n---\r\n[[AI]]\r\n", "\ufeff---\r\ntags: [一]\r\n---\r\n[[Artificial Intelligence|AI]]\r\n"),
        ("a\udcff[[AI]]\udcfe\n", "a\udcff[[Artificial Intelligence|AI]]\udcfe\n"),
        ("no line end [[AI]]", "no line end [[Artificial Intelligence|AI]]"),
    ],
)
def test_only_the_bytes_of_the_edits_change(write: Write, before: str, after: str):
    repair = mended(write({"a.md": before, **PAGE}), AI)
    assert repair.texts == {"a.md": after}
    assert (repair.findings, repair.left) == ((), ())


@pytest.mark.parametrize(
    "code", ["```sh\n[[AI]]\n```\n", "~~~\n[[AI]]\n~~~\n", "`[[AI]]`\n", "text\n\n    [[AI]]\n", "- item\n\n  ```\n  [[AI]]\n  ```\n"]
)
def test_code_is_left_alone_and_the_same_text_beside_it_is_mended(write: Write, code: str):
    repair = mended(write({"a.md": f"[[AI]]\n\n{code}", **PAGE}), AI)
    assert repair.texts == {"a.md": f"[[Artificial Intelligence|AI]]\n\n{code}"}
    assert reasons(repair) == [("a.md", "it would change code in a.md")]


def test_a_fix_that_makes_code_of_text_is_left_out(write: Write):
    repair = mended(write({"a.md": "one wrong `word\ntwo ` three\n"}), replaces("wrong", "`"))
    assert repair.texts == {}
    assert reasons(repair) == [("a.md", "it would change code in a.md")]


def test_a_pipe_in_a_table_is_escaped_or_the_fix_is_left_out(write: Write):
    table = "| 词 | b |\n|---|---|\n| [[AI]] | x |\n"
    root = write({"a.md": table, "b.md": "[[AI]] | no table\n", **PAGE})
    repair = mended(root, AI)
    assert repair.texts == {"b.md": "[[Artificial Intelligence|AI]] | no table\n"}
    assert reasons(repair) == [("a.md", "it would break a table in a.md")]
    escaped = replaces(r"\[\[AI\]\]", r"[[Artificial Intelligence\\|AI]]")
    assert mended(root, escaped).texts["a.md"] == table.replace("[[AI]]", "[[Artificial Intelligence\\|AI]]")


def test_overlapping_fixes_wait_for_the_next_round(write: Write):
    repair = mended(write({"a.md": "colour of the colour-blind 色\n"}), replaces("colour-blind", "blind"), replaces("colour", "color"))
    assert repair.texts == {"a.md": "color of the blind 色\n"}


def test_the_same_edit_of_two_findings_is_made_once(write: Write):
    repair = mended(write({"a.md": "teh end\n"}), replaces("teh", "the"), replaces("teh", "the", code="T009"))
    assert repair.texts == {"a.md": "the end\n"}
    assert len(repair.mended) == 2


def test_whole_lines_go_in_at_one_place_together_and_in_order(write: Write):
    missing = ["- [[乙]]\n", "- [[a]]\n", "- [[b]]\n"]

    def run(vault: Vault) -> Iterator[Finding]:
        text = vault.data("index.md")
        for line in missing:
            if line.encode() not in text:
                yield finding("index.md", f"{line} is missing", Fix(safe=True, title="add", edits=(Edit("index.md", 8, 8, line),)))

    root = write({"index.md": "# Index\n\n", "a.md": "", "b.md": "", "乙.md": ""})
    assert mended(root, run).texts == {"index.md": "# Index\n- [[a]]\n- [[b]]\n- [[乙]]\n\n"}


def test_a_fix_that_breaks_a_link_beside_it_is_left_out(write: Write):
    """Turning `x` into an opening of a comment would hide the link behind it."""
    repair = mended(write({"a.md": "x [[b]] --> teh\n", "b.md": ""}), replaces("^x", "<!--"), replaces("teh", "the"))
    assert repair.texts == {"a.md": "x [[b]] --> the\n"}
    assert reasons(repair) == [("a.md", "a link in a.md would not lead to b.md any more")]


def test_a_safe_fix_does_not_lead_a_link_elsewhere_and_an_unsafe_one_may(write: Write):
    files = {"a.md": "[[b]]\n", "b.md": "", "c.md": ""}
    safe = mended(write(dict(files)), replaces(r"\[\[b\]\]", "[[c]]"))
    assert (safe.texts, reasons(safe)) == ({}, [("a.md", "a link in a.md would not lead to b.md any more")])
    unsafe = mended(write(dict(files)), replaces(r"\[\[b\]\]", "[[c]]", safe=False))
    assert unsafe.texts == {"a.md": "[[c]]\n"}


def test_a_heading_that_others_link_to_stays(write: Write):
    root = write({"a.md": "# Teh end\n\n# Teh start\n", "b.md": "[[a#Teh end]]\n"})
    repair = mended(root, replaces("Teh end", "The end", only="a.md"), replaces("Teh start", "The start"))
    assert repair.texts == {"a.md": "# Teh end\n\n# The start\n"}
    assert reasons(repair) == [("a.md", "b.md links to “Teh end” in a.md, which would be gone")]
    root = write({"b.md": "no link\n"})
    assert mended(root, replaces("Teh", "The")).texts == {"a.md": "# The end\n\n# The start\n"}


def test_a_fix_that_makes_a_new_finding_is_left_out_and_the_others_go_on(write: Write):
    root = write({"a.md": "bad good\n", "b.md": "bad\n", "c.md": "坏\n"})
    repair = mended(root, replaces("bad", "worse", only="b.md"), replaces("bad|坏", "fine", only=""), tells("worse"))
    assert repair.texts["a.md"] == "fine good\n"
    assert repair.texts["c.md"] == "fine\n"
    assert "worse" not in repair.vault.text("b.md")


def test_the_reason_names_the_new_finding(write: Write):
    repair = mended(write({"b.md": "bad\n"}), replaces("bad", "worse"), tells("worse"))
    assert reasons(repair) == [("b.md", "it would make a new finding, T002 in b.md: “worse” must not be")]


def test_numbers_in_messages_may_change(write: Write):
    def long(vault: Vault) -> Iterator[Finding]:
        yield finding("a.md", f"the page has {len(vault.text('a.md'))} characters", code="T003")

    assert mended(write({"a.md": "teh\n\n"}), replaces("teh", "the whole"), long).texts == {"a.md": "the whole\n\n"}


def test_a_fix_that_does_not_mend_is_left_out(write: Write):
    repair = mended(write({"a.md": "x\n"}), replaces("x", "x"))
    assert (repair.texts, reasons(repair)) == ({}, [("a.md", "it would still be there afterwards")])


def test_fixes_that_fight_each_other_end(write: Write):
    repair = mended(write({"a.md": "left\n"}), replaces("left", "right"), replaces("right", "left", code="T009"))
    assert repair.left


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (Edit("raw/s.md", 0, 1, "x"), "raw/s.md is a source, and sources are never changed"),
        (Edit("gone.md", 0, 1, "x"), "gone.md cannot be read"),
        (Edit("a.md", 3, 99, "x"), "it reaches beyond the end of a.md"),
        (Edit("a.md", 0, 1, "x"), "it would cut a character of a.md"),
        (Edit("a.md", 4, 2, "x"), "it reaches beyond the end of a.md"),
        (Edit("dos.md", 0, 1, "one\ntwo"), "the lines of dos.md end otherwise"),
    ],
)
def test_edits_that_cannot_be_made(write: Write, edit: Edit, reason: str):
    root = write({"a.md": "字x\n", "raw/s.md": "text", "dos.md": "a\r\nb\r\n"})
    repair = mended(root, lambda _: iter([finding("a.md", "wrong", Fix(safe=True, title="mend", edits=(edit,)))]))
    assert (repair.texts, reasons(repair)) == ({}, [("a.md", reason)])


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("raw/s.md", "raw/t.md", "raw/ is for sources, and they keep their names"),
        ("a.md", "raw/a.md", "raw/ is for sources, and they keep their names"),
        ("index.md", "b.md", "index.md keeps its name: the tool finds it by that"),
        ("nowhere.md", "b.md", "nowhere.md is not there"),
        ("a.md", "C.md", "c.md is there already"),
        ("a.md", "X/a.md", "x is there already"),
        ("a.md", "a#b.md", "a link could not lead to a#b.md"),
        ("a.md", "a.txt", "a link could not lead to a.txt"),
    ],
)
def test_renames_that_cannot_be_made(write: Write, source: str, target: str, reason: str):
    root = write({"a.md": "", "c.md": "", "index.md": "", "raw/s.md": "", "x/y.md": ""})
    fix = Fix(safe=False, title="rename", edits=(), moves=((source, target),))
    repair = mended(root, lambda _: iter([finding("a.md", "wrong", fix)]))
    assert (repair.moves, reasons(repair)) == ({}, [("a.md", reason)])


def test_a_rename_takes_its_links_along(write: Write):
    fence = "```\n[[Foo_Bar]]\n```\n"
    root = write(
        {"concepts/Foo_Bar.md": "# Foo\n", "a.md": f"[[Foo_Bar]] [[concepts/Foo_Bar|富]] `[[Foo_Bar]]`\n{fence}", "图.canvas": "{}"}
    )
    repair = mended(root, renames({"concepts/Foo_Bar.md": "concepts/foo-bar.md"}))
    assert repair.moves == {"concepts/Foo_Bar.md": "concepts/foo-bar.md"}
    assert repair.texts == {
        "a.md": f"[[foo-bar]] [[concepts/foo-bar|富]] `[[Foo_Bar]]`\n{fence}",
        "concepts/foo-bar.md": "---\naliases: [Foo_Bar]\n---\n# Foo\n",
    }


def test_a_rename_that_a_source_links_to_is_left_out_and_the_others_go_on(write: Write):
    root = write({"A b.md": "", "乙 丙.md": "", "raw/s.md": "[[A b]]\n", "p.md": "[[乙 丙]]\n"})
    repair = mended(root, renames({"A b.md": "a-b.md", "乙 丙.md": "乙-丙.md"}))
    assert repair.moves == {"乙 丙.md": "乙-丙.md"}
    assert reasons(repair) == [("A b.md", "[[A b]] in raw/s.md, line 1, could not follow")]


def test_edits_and_renames_of_one_file_go_together(write: Write):
    root = write({"A b.md": "teh [[A b]]\n", "c.md": "[[A b]] teh\n"})
    repair = mended(root, replaces("teh", "the"), renames({"A b.md": "a-b.md"}))
    assert repair.vault.text("c.md") == "[[a-b]] the\n"
    assert repair.vault.text("a-b.md") == "---\naliases: [A b]\n---\nthe [[a-b]]\n"
    assert repair.findings == ()


def test_two_files_do_not_get_one_name(write: Write):
    repair = mended(write({"A b.md": "1", "A_b.md": "2"}), renames({"A b.md": "a-b.md", "A_b.md": "a-b.md"}))
    assert repair.moves == {"A b.md": "a-b.md"}
    assert reasons(repair) == [("A_b.md", "a-b.md is there already")]


def test_an_attachment_gets_another_name(write: Write):
    root = write({"a b.png": b"\x89PNG\xff", "n.md": "![[a b.png|100]]\n"})
    repair = mended(root, renames({"a b.png": "a-b.png"}))
    assert repair.texts == {"n.md": "![[a-b.png|100]]\n"}
    assert repair.vault.data("a-b.png") == b"\x89PNG\xff"


def test_a_thousand_fixes_of_one_file_take_one_round(write: Write):
    root = write({"a.md": "".join(f"teh {number} 字\n\n" for number in range(1000))})
    calls: list[int] = []
    assert len(mended(root, replaces("teh", "the"), counting(calls)).mended) == 1000
    assert len(calls) == 2


def test_a_name_that_a_file_has_left_is_free_for_another(write: Write):
    root = write({"a.md": "1 [[b]]", "b.md": "2 [[a]]", "c.md": "[[a]] [[b]]"})
    first = renames({"b.md": "数.md"})
    repair = mended(root, renames({"a.md": "b.md"}), lambda vault: first(vault) if "a.md" in vault.files else iter(()))
    assert repair.moves == {"b.md": "数.md", "a.md": "b.md"}
    assert repair.vault.text("c.md") == "[[b]] [[数]]"
    assert repair.vault.text("b.md") == "---\naliases: [a]\n---\n1 [[数]]"


def test_a_fix_that_breaks_the_properties_is_left_out(write: Write):
    root = write({"a.md": "---\ntitle: teh end\ntags: [一]\n---\nteh\n"})
    repair = mended(root, replaces("title: teh", "title: [teh"), replaces("^teh|(?<=---\n)teh", "the"))
    assert repair.texts == {"a.md": "---\ntitle: teh end\ntags: [一]\n---\nthe\n"}
    assert reasons(repair) == [("a.md", "it would break the properties of a.md")]


def counting(calls: list[int]) -> Rule:
    """Counts how often the checks ran."""

    def run(_vault: Vault) -> Iterator[Finding]:
        calls.append(1)
        return iter(())

    return run


def test_many_bad_fixes_are_told_apart_at_once(write: Write):
    """The checks run over the whole vault for every trial, so blame is laid where it can be."""
    root = write({f"{number}.md": "bad\n" if number % 2 else "teh\n" for number in range(40)})
    calls: list[int] = []
    repair = mended(root, replaces("bad", "worse"), replaces("teh", "the"), tells("worse"), counting(calls))
    assert (len(repair.mended), len(repair.left)) == (20, 20)
    assert len(calls) == 4


def test_many_renames_of_which_few_cannot_be_are_told_apart_at_once(write: Write):
    sources = {f"raw/{number}.md": f"[[A {number}]]\n" for number in range(0, 40, 4)}
    root = write({**{f"A {number}.md": "" for number in range(40)}, **sources})
    calls: list[int] = []
    repair = mended(root, renames({f"A {number}.md": f"a-{number}.md" for number in range(40)}), counting(calls))
    assert (len(repair.mended), len(repair.left)) == (30, 10)
    assert len(calls) == 2
