from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.palace.cutting import cut
from llmwiki.palace.drawer import Drawer
from llmwiki.palace.estimate import TARGET, estimate
from llmwiki.palace.plain_text import PlainText
from llmwiki.vault.parse import parse

SENTENCE = "An optimistic transaction takes no lock while it runs and checks for conflicts when it commits. "
PAGE = f"""---
title: Locks
---
# Locks

Intro.

## 乐观事务 {{/*id*/}}

{SENTENCE * 4}

{SENTENCE * 4}

<!-- Write the whole SCHEMA.md. -->

```python
{"x = 1  # a. b." * 30}

y = 2
```

## Second

{SENTENCE * 30}

Statement.[^a]

[^a]: [[raw/x]] “quote”
"""


def drawers(text: str, kind: str = "page") -> list[Drawer]:
    return cut(parse(text), "concepts/locks.md", "source" if kind == "source" else "page")


def test_drawers_are_verbatim_and_know_their_place() -> None:
    found = drawers(PAGE)
    for drawer in found:
        assert PAGE[drawer.start : drawer.end] == drawer.text
        assert PAGE[: drawer.start].count("\n") + 1 == drawer.lines[0]
        assert PAGE[: drawer.end].count("\n") + 1 == drawer.lines[1]
        assert drawer.text == drawer.text.strip()
    assert [drawer.position for drawer in found] == list(range(len(found)))
    assert [drawer.after for drawer in found[:-1]] == [drawer.id for drawer in found[1:]]
    assert [drawer.before for drawer in found[1:]] == [drawer.id for drawer in found[:-1]]
    assert found[0].before == found[-1].after == ""


def test_cuts_fall_at_headings_and_sentences() -> None:
    found = drawers(PAGE)
    assert found[0].headings == ("Locks",)
    assert ("Locks", "乐观事务") in {drawer.headings for drawer in found}
    second = [drawer for drawer in found if drawer.headings == ("Locks", "Second")]
    assert len(second) > 1
    assert all(drawer.text.endswith(".") for drawer in second[:-1])
    assert all(estimate(drawer.text) <= TARGET for drawer in second)


def test_code_is_never_cut() -> None:
    (code,) = [drawer for drawer in drawers(PAGE) if "```" in drawer.text]
    assert code.text.count("```") == 2


def test_hidden_text_frontmatter_and_footnotes_of_pages_are_left_out() -> None:
    shown = "".join(drawer.text for drawer in drawers(PAGE))
    assert "SCHEMA.md" not in shown
    assert "title:" not in shown
    assert "“quote”" not in shown
    assert "“quote”" in "".join(drawer.text for drawer in drawers(PAGE, "source"))


def test_ids_stay_when_another_part_changes() -> None:
    before = {drawer.id for drawer in drawers(PAGE)}
    after = {drawer.id for drawer in drawers(PAGE.replace("Intro.", "Another introduction."))}
    assert len(before - after) == 1
    assert before == {drawer.id for drawer in drawers(PAGE)}


def test_equal_pieces_have_ids_of_their_own() -> None:
    found = drawers(("# A\n\n" + SENTENCE * 12 + "\n\n") * 3)
    assert len({drawer.id for drawer in found}) == len(found)


@pytest.mark.parametrize(
    "text", ["长" * 3000, "word " * 3000, "x" * 5000, "`" * 3000, "```\n" + "code line\n" * 900 + "```\n", "- item\n" * 900]
)
def test_no_drawer_is_longer_than_an_embedder_reads(text: str) -> None:
    found = drawers(text)
    assert max(estimate(drawer.text) for drawer in found) <= 2 * TARGET
    assert "".join("".join(drawer.text.split()) for drawer in found) == "".join(text.split())


def test_lines_of_a_chat_stay_whole_but_a_very_long_one() -> None:
    long = f"Bo: {SENTENCE * 20}"
    lines = [
        *(f"Ann: I was at the lake on day {number}! It rained. 下雨了。 We left early." for number in range(40)),
        long,
        "Ann: Oh. 好吧。",
    ]
    found = cut(PlainText("\n".join(lines)), "chat.txt", "conversation")
    shown = {line for drawer in found for line in drawer.text.split("\n")}
    assert set(lines) - shown == {long}
    assert len(found) > 5
    assert all(estimate(drawer.text) <= TARGET for drawer in found)


def test_lines_broken_inside_sentences_are_cut_at_sentences_too() -> None:
    wrapped = textwrap.fill(SENTENCE * 30, 130)
    found = cut(PlainText(wrapped), "letter.txt", "file")
    assert any(drawer.text.endswith(".") for drawer in found[:-1])
    assert all(estimate(drawer.text) <= TARGET for drawer in found)


@given(
    st.lists(
        st.sampled_from(
            ["# H\n", "## 二\n", SENTENCE, "\n\n", "```\n", "<!--", "-->", "%%", "- item\n", "> quote\n", "[^a]: x\n", "句子。", "\r\n"]
        ),
        max_size=40,
    ).map("".join)
)
def test_drawers_never_overlap(text: str) -> None:
    last = 0
    for drawer in drawers(text):
        assert last <= drawer.start < drawer.end <= len(text)
        assert text[drawer.start : drawer.end] == drawer.text
        last = drawer.end
