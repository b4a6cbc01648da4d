"""Three-way merge: nothing of a person's is lost, and what only one side changed comes through unchanged."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.vault.merge import Merged, merge3
from llmwiki.vault.merge_properties import split_frontmatter
from llmwiki.vault.passages import passages

PAGE = """---
title: RAG
updated: 2026-01-01
tags: [a, b]
sources: ["[[raw/x]]"]
summary: old
---

# RAG

RAG is x.[^x-1] It does y.[^x-2]

## Key facts

- One.[^x-1]
- Two.

| Axis | A |
| --- | --- |
| cost | 1 |

[^x-1]: [[raw/x]] “x”
[^x-2]: [[raw/x]] “y”
"""


def swap(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def both(present: tuple[str, str], proposed: tuple[str, str]) -> Merged:
    return merge3(PAGE, swap(PAGE, present), swap(PAGE, proposed))


CLEAN = {
    "different blocks": (("# RAG\n", "# RAG\n\nMine.\n"), ("- Two.", "- Two, now."), ("\nMine.\n", "- Two, now.")),
    "different sentences of a paragraph": (
        ("does y.", "does y well."),
        ("RAG is x.", "RAG is X."),
        ("RAG is X.[^x-1] It does y well.[^x-2]",),
    ),
    "neighbouring blocks": (("- One.", "- One, mine."), ("- Two.", "- Two, now."), ("- One, mine.[^x-1]\n- Two, now.\n",)),
    "both append an item, the person's first": (
        ("- Two.\n", "- Two.\n- Mine.\n"),
        ("- Two.\n", "- Two.\n- 新的。\n"),
        ("- Two.\n- Mine.\n- 新的。\n\n|",),
    ),
    "both append the same": (("- Two.\n", "- Two.\n- Same.\n"), ("- Two.\n", "- Two.\n- Same.\n"), ("- Two.\n- Same.\n\n|",)),
    "a section of mine behind the list, an item of the tool's": (
        ("- Two.\n", "- Two.\n\n## Notes\n\nMine.\n"),
        ("- Two.\n", "- Two.\n- Three.\n"),
        ("- Two.\n- Three.\n\n## Notes\n\nMine.\n\n|",),
    ),
    "both add rows": (
        ("| cost | 1 |\n", "| cost | 1 |\n| mine | 2 |\n"),
        ("| cost | 1 |\n", "| cost | 1 |\n| tool | 3 |\n"),
        ("| mine | 2 |\n| tool | 3 |\n\n[",),
    ),
    "different cells of a row": (("| cost | 1 |", "| Cost | 1 |"), ("| cost | 1 |", "| cost | 2 |"), ("| Cost | 2 |",)),
    "sentences in Chinese": (
        ("It does y.[^x-2]", "人说这一句。"),
        ("RAG is x.[^x-1] ", "RAG is x.[^x-1] 新句子。"),
        ("人说这一句。", "新句子。"),
    ),
    "list keys": (("tags: [a, b]", "tags:\n  - b\n  - 我的"), ("tags: [a, b]", "tags: [a, b, c]"), ("tags:\n  - b\n  - 我的\n  - c\n",)),
    "flow list, quoted links": (
        ('["[[raw/x]]"]', '["[[raw/x]]", "[[mine]]"]'),
        ('["[[raw/x]]"]', '["[[raw/x]]", "[[raw/y]]"]'),
        ('sources: ["[[raw/x]]", "[[mine]]", "[[raw/y]]"]\n',),
    ),
    "the newer date": (("2026-01-01", "2026-03-01"), ("2026-01-01", "2026-02-01"), ("updated: 2026-03-01\n",)),
    "new keys of both": (
        ("summary: old", "summary: old\nmine: 1"),
        ("title: RAG", "title: RAG\nstatus: derived"),
        ("title: RAG\nstatus: derived\n", "mine: 1\n"),
    ),
    "a comment in the frontmatter": (("title: RAG", "# mine\ntitle: RAG"), ("title: RAG", "title: Rag"), ("# mine\ntitle: Rag\n",)),
    "a footnote the person still uses": (
        ("- Two.", "- Two.[^x-2]"),
        ("[^x-2]: [[raw/x]] “y”\n", ""),
        ("[^x-2]: [[raw/x]] “y”\n", "- Two.[^x-2]"),
    ),
    "a deletion and an edit elsewhere": (("- Two.\n", ""), ("- One.", "- Uno."), ("- Uno.[^x-1]\n\n|",)),
}


@pytest.mark.parametrize("name", CLEAN)
def test_clean_merges(name: str):
    present, proposed, wanted = CLEAN[name]
    merged = both(present, proposed)
    assert merged.conflicts == ()
    for text in wanted:
        assert text in merged.text, merged.text


CLASHES = {
    "the same sentence": (("It does y.", "It does my y."), ("It does y.", "It does new y."), "block", "RAG"),
    "deleted by the person, changed by the tool": (("- Two.\n", ""), ("- Two.", "- Two, now."), "block", "Key facts"),
    "changed by the person, deleted by the tool": (("- Two.", "- Two, mine."), ("- Two.\n", ""), "block", "Key facts"),
    "the same cell": (("cost | 1", "cost | 3"), ("cost | 1", "cost | 2"), "block", "Key facts"),
    "the same heading": (("## Key facts", "## My facts"), ("## Key facts", "## Facts"), "block", "My facts"),
    "a property": (("summary: old", "summary: mine"), ("summary: old", "summary: new"), "property", "summary"),
    "a footnote": (("[[raw/x]] “y”", "[[raw/x]] p. 3 “y”"), ("[[raw/x]] “y”", "[[raw/x]] p. 4 “y”"), "footnote", "Key facts"),
}


@pytest.mark.parametrize("name", CLASHES)
def test_overlaps_keep_the_persons_text_and_hand_out_the_proposal(name: str):
    present, proposed, kind, place = CLASHES[name]
    merged = both(present, proposed)
    assert merged.text == swap(PAGE, present)
    (conflict,) = merged.conflicts
    assert (conflict.kind, conflict.place) == (kind, place)
    assert present[1].strip() in conflict.present
    assert proposed[1].strip() in conflict.proposed


def test_the_tools_footnote_goes_with_its_statement():
    proposed = swap(PAGE, ("It does y.[^x-2]", "It does new y.[^z-9]"), ("[^x-2]: [[raw/x]] “y”\n", "[^z-9]: [[raw/z]] “z”\n"))
    merged = merge3(PAGE, swap(PAGE, ("does y.", "does my y.")), proposed)
    assert merged.text == swap(PAGE, ("does y.", "does my y."))
    assert len(merged.conflicts) == 1


def test_new_statements_bring_their_footnotes():
    proposed = swap(PAGE, ("- Two.\n", "- Two.\n- Three.[^z-9]\n"), ("“y”\n", "“y”\n[^z-9]: [[raw/z]] “z”\n"))
    merged = merge3(PAGE, swap(PAGE, ("“y”\n", "“y”\n[^me]: my own\n"), ("does y.", "does y.[^me]")), proposed)
    assert not merged.conflicts
    assert merged.text.endswith("[^x-1]: [[raw/x]] “x”\n[^x-2]: [[raw/x]] “y”\n[^me]: my own\n[^z-9]: [[raw/z]] “z”\n")


def test_a_cited_statement_that_the_person_moved_is_not_said_twice():
    present = swap(PAGE, ("RAG is x.[^x-1]", "- Three.[^z-9]\n\nRAG is x.[^x-1]"), ("“y”\n", "“y”\n[^z-9]: [[raw/z]] “z”\n"))
    proposed = swap(PAGE, ("- Two.\n", "- Two.\n- Three.[^z-9]\n"), ("“y”\n", "“y”\n[^z-9]: [[raw/z]] “z”\n"))
    merged = merge3(PAGE, present, proposed)
    assert merged.text == present
    assert merge3(PAGE, swap(present, ("- Three.", "- [[three|Three]].")), proposed).text.count("Three") == 1


def test_line_ends_and_mark_follow_the_person():
    present = "\ufeff" + swap(PAGE, ("does y.", "does y well.")).replace("\n", "\r\n")
    merged = merge3(PAGE, present, swap(PAGE, ("- Two.", "- Two, now.")))
    assert merged.text == "\ufeff" + swap(PAGE, ("does y.", "does y well."), ("- Two.", "- Two, now.")).replace("\n", "\r\n")
    assert merge3(PAGE, "\ufeff" + PAGE.replace("\n", "\r\n"), PAGE + "More.\n").text == "\ufeff" + (PAGE + "More.\n").replace("\n", "\r\n")


LINES = [
    "# T",
    "## A",
    "## B",
    "- one",
    "- two",
    "- 三",
    "  more",
    "text. More! 中文。",
    "a|b",
    "| x | y |",
    "| - | - |",
    "> q",
    "",
    "",
    "```",
    "[^a]: def",
    "[^b]: def",
    "see[^a] and[^b]",
    "%%",
    "tail",
]
DOCS = st.lists(st.sampled_from(LINES), max_size=14).map("\n".join)


@st.composite
def edits(draw: st.DrawFn, base: str, mark: str) -> str:
    """``base`` with a few lines changed, put in, or taken out; what is new carries ``mark``."""
    lines = base.split("\n")
    for number in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines)))
        kind = draw(st.sampled_from(["insert", "edit", "delete"]))
        if kind == "insert" or at >= len(lines):
            lines.insert(at, f"{draw(st.sampled_from(['- ', '', '## ', '| ', '> ', '[^n' + mark + ']: ']))}{mark}{number}")
        elif kind == "edit":
            lines[at] = f"{lines[at]} {mark}{number}."
        else:
            del lines[at]
    return "\n".join(lines)


@st.composite
def three(draw: st.DrawFn) -> tuple[str, str, str]:
    front = draw(st.sampled_from(["", "---\ntitle: T\ntags: [a, b]\nupdated: 2026-01-01\n---\n"]))
    base = front + draw(DOCS) + draw(st.sampled_from(["", "\n"]))
    if not front:
        return base, draw(edits(base, "人")), draw(edits(base, "tool"))
    _, body = split_frontmatter(base)
    present = front.replace("a, b", draw(st.sampled_from(["a", "a, b", "a, b, 人"]))) + draw(edits(body, "人"))
    proposed = front.replace("a, b", draw(st.sampled_from(["a", "a, b, c"]))).replace("01-01", "02-02") + draw(edits(body, "tool"))
    return base, present, proposed


@given(three())
def test_no_line_of_the_persons_is_lost(texts: tuple[str, str, str]):
    base, present, proposed = texts
    merged = merge3(base, present, proposed).text
    old = set(base.split("\n"))
    for line in present.split("\n"):
        if line not in old and not line.startswith("tags:"):
            pieces = [line] if line in merged.split("\n") else re.split(r"(?<=[.!?。])\s*|\|", line)
            assert all(piece.strip() in merged for piece in pieces if "人" in piece), merged


@given(three())
def test_merging_with_one_side_unchanged_gives_the_other(texts: tuple[str, str, str]):
    base, present, proposed = texts
    assert merge3(base, base, proposed) == Merged(proposed)
    assert merge3(base, present, base) == Merged(present)
    assert merge3(base, present, present) == Merged(present)


@given(three())
def test_what_only_the_tool_changed_comes_through(texts: tuple[str, str, str]):
    base, present, proposed = texts
    merged = merge3(base, present, proposed)
    old = set(base.split("\n"))
    for line in proposed.split("\n"):
        if not merged.conflicts and line not in old and not line.startswith(("tags:", "[^")):
            assert all(piece.strip() in merged.text for piece in re.split(r"(?<=[.!?。])\s*|\|", line) if "tool" in piece), merged.text


@given(three())
def test_a_footnote_in_use_is_never_dropped(texts: tuple[str, str, str]):
    merged = merge3(*texts).text
    for label in ("a", "b"):
        if f"[^{label}] " in merged.replace("\n", " ") and all(f"[^{label}]: def" in text for text in texts):
            assert f"[^{label}]: def" in merged


@given(three())
def test_a_second_merge_changes_nothing(texts: tuple[str, str, str]):
    base, present, proposed = texts
    merged = merge3(base, present, proposed)
    if not merged.conflicts:
        assert merge3(proposed, merged.text, proposed).text == merged.text


@given(DOCS | st.text(alphabet="#-*|>`[]^:. \n\t人a%$<!", max_size=60))
def test_passages_join_to_the_text(text: str):
    assert "".join(strand.core + strand.gap for strand in passages(text)) == text


@pytest.mark.trial(but=["- a"])
@pytest.mark.parametrize("line", ["- a", "a|b", "|", "```", "<!--", "[^a]:", "", "人。", "> ", "- ```", "%%"])
def test_long_monotonous_pages_take_no_time(line: str):
    base = (line + "\n") * 4000
    merged = merge3(base, base + "mine\n", "tool\n" + base)
    assert "mine" in merged.text
