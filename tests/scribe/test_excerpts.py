"""What a page tells of a text that is about its subject: lists with their introduction, first sentences of sections. In both languages."""

from __future__ import annotations

import pytest

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.draft import Draft
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.vault.schema import read_schema

RULES = read_schema("## Page Thresholds\n- concept_min_sections: 1\n")

LOCK = """# Sluice gate

A sluice gate is a door that holds the water of a canal back. A sluice gate opens from the top of the wall.
A sluice gate of oak lasts for sixty years.

## Parts

Every gate is made of the same parts:

- Sill: the beam at the bottom, on which the gate stands.
- Paddle: a small hatch that lets water through.
- Balance beam: the long arm by which a keeper swings the gate.

## Upkeep

The wood is tarred each spring, before the boats come back. Wet wood takes no tar, so the canal is drained for a week.

## How is a gate opened?

Water is let through the paddles of the gate until both sides stand at one level. Only then does the beam move.

## Gates and locks compared

A lock keeps two gates and a chamber between them, which fills and empties for each boat.
"""

LOCK_ZH = """# 升降水闸

升降水闸是一种拦住运河水流的门。升降水闸从墙顶开启。橡木升降水闸能用六十年。

## 构成

一座升降水闸由下列部件组成：

- 闸槛：底部的横梁，闸门立于其上。
- 闸孔：放水用的小门。
- 平衡梁：看闸人用来推动闸门的长臂。

## 养护

木料每年春天在船只回来之前涂一次焦油。湿木涂不上焦油，所以运河要先放干一周。

## 升降水闸与船闸的区别

船闸有两道闸门，中间是一个随船充水和放水的闸室。
"""


def pages(*texts: str) -> dict[str, Draft]:
    readings = [Reading(f"raw/articles/{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    return {draft.title: draft for draft in compile_pages(readings, [], RULES).drafts}


def sections(draft: Draft) -> dict[str, list[str]]:
    return {
        part.heading: [line for said in part.statements for line in (said.text, *(item.text for item in said.items))]
        for part in draft.parts
    }


def test_a_list_stands_behind_what_introduces_it_and_sections_keep_their_names() -> None:
    found = sections(pages(LOCK)["Sluice gate"])
    assert found["Parts"] == [
        "Every gate is made of the same parts:",
        "Sill: the beam at the bottom, on which the gate stands.",
        "Paddle: a small hatch that lets water through.",
        "Balance beam: the long arm by which a keeper swings the gate.",
    ]
    assert found["How is a gate opened?"][0].startswith("Water is let through")
    assert "Upkeep" not in found, "whose wood is it?"
    assert not any("compared" in heading for heading in found)


def test_the_same_in_chinese() -> None:
    found = sections(pages(LOCK_ZH)["升降水闸"])
    assert found["构成"] == [
        "一座升降水闸由下列部件组成：",
        "闸槛：底部的横梁，闸门立于其上。",
        "闸孔：放水用的小门。",
        "平衡梁：看闸人用来推动闸门的长臂。",
    ]
    assert not any("区别" in heading for heading in found)


def test_a_worked_example_is_no_excerpt() -> None:
    text = LOCK_ZH.replace("木料每年春天", "升降水闸以港口为例，木料每年春天")
    assert "养护" in sections(pages(LOCK_ZH.replace("木料每年春天", "升降水闸的木料每年春天"))["升降水闸"])
    assert "养护" not in sections(pages(text)["升降水闸"])


@pytest.mark.parametrize(
    ("lock", "title", "heading", "text"),
    [
        (
            LOCK,
            "Sluice gate",
            "Timber",
            "{} takes tar badly while it is wet. The canal is drained for a week in spring, before the boats come back to it.",
        ),
        (LOCK_ZH, "升降水闸", "木料", "{}在湿的时候涂不上焦油。运河在每年春天船只回来之前放干一周，由工人涂刷闸门。"),
    ],
)
def test_a_paragraph_that_names_its_heading_only_is_about_that(lock: str, title: str, heading: str, text: str) -> None:
    def page(subject: str) -> Draft:
        return pages(f"{lock}\n## {heading}\n\n{text.format(subject)}\n")[title]

    assert heading in sections(page(f"{title}的{heading}" if heading == "木料" else f"The sluice gate's {heading.lower()}"))
    assert heading not in sections(page(heading))


def test_each_piece_of_a_list_is_proved() -> None:
    (told,) = next(part for part in pages(LOCK)["Sluice gate"].parts if part.heading == "Parts").statements
    assert [citation.quote for citation in told.proofs] == [
        "Every gate is made of the same parts:",
        *(item.text for item in told.items),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- Paddle: a small hatch that lets water through.", "- Why not a paddle?"),
        ("- Paddle: a small hatch that lets water through.", "- Paddle: your own hatch, as you like it."),
        ("- Sill: the beam", "- `sill`: the beam"),
        ("Every gate is made of the same parts:", "You can see the frame here:"),
        ("Every gate is made of the same parts:", "For example, the gate at Marlow has these:"),
    ],
)
def test_half_a_list_or_one_that_speaks_to_the_reader_is_left_out(old: str, new: str) -> None:
    assert old in LOCK
    found = sections(pages(LOCK.replace(old, new))["Sluice gate"])
    assert "Balance beam: the long arm by which a keeper swings the gate." not in [line for lines in found.values() for line in lines]


def test_what_has_a_page_of_its_own_is_told_there() -> None:
    paddle = """## Paddle

A paddle is a hatch in a gate. A paddle lets water through the gate. A paddle slides in a groove of iron.
A paddle is raised with a crank. A paddle of elm swells in the wet.
"""
    found = pages(LOCK + paddle)
    assert "Paddle" in found
    assert "Paddle" not in sections(found["Sluice gate"])


GLOSSARY = """# Words of the canal

## Sluice gate

A sluice gate is a door that holds the water of a canal back. A sluice gate opens from the top of the wall.
A sluice gate of oak lasts for sixty years. A sluice gate rests on a sill.

### Towpath

The towpath runs beside the water, and horses pulled the boats from it for two hundred years.

### Winding hole

A winding hole is a wide place in a canal where long boats turn round in the days of horses.
"""


def test_headings_below_a_name_that_never_name_it_are_about_other_things() -> None:
    assert {"Towpath", "Winding hole"}.isdisjoint(sections(pages(GLOSSARY)["Sluice gate"]))


BLURB = """---
title: Sluice gate
description: A sluice gate is a door that holds the water of a canal back. Learn how it is built.
---

## Use

Keepers open the gate twice a day. A sluice gate of oak lasts for sixty years. A sluice gate opens from the top of the wall.
A sluice gate rests on a sill of stone.
"""


@pytest.mark.parametrize("blurb", [BLURB, BLURB.replace(" back. Learn how it is built.", " back")])
def test_a_texts_own_description_may_define_its_subject_and_says_nothing_else(blurb: str) -> None:
    draft = pages(blurb)["Sluice gate"]
    texts = [line for lines in sections(draft).values() for line in lines] + [said.text for said in draft.lead]
    assert "A sluice gate is a door that holds the water of a canal back." in texts
    assert not any("Learn" in text for text in texts)


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("description: >-\n  A sluice gate is a door that holds\n  the water of a canal back.\n", True),
        ('description: "A sluice gate is a door that holds the water of a canal back."\n', True),
        ("description: [A sluice gate is a door]\n", False),
        ("keywords: A sluice gate is a door that holds the water of a canal back.\n", False),
    ],
)
def test_descriptions_are_read_as_frontmatter_writes_them(head: str, *, told: bool) -> None:
    text = f"---\n{head}---\n# Sluice gate\n\nKeepers open it twice a day.\n"
    read = read_prose(text)
    assert ("A sluice gate is a door that holds the water of a canal back." in [sentence.text for sentence in read.sentences]) is told
    assert all(sentence.kind != "blurb" or "door" in sentence.text for sentence in read.sentences)


@pytest.mark.parametrize("title", ["水闸入门指南", "运河水闸详解", "Sluice gate tutorial"])
def test_what_a_text_is_called_gets_no_page(title: str) -> None:
    text = (
        f"# {title}\n\n"
        + f"{title} is a text on gates. " * 2
        + f"{title} has five chapters. {title} was written in 2019. {title} is free.\n"
    )
    assert title not in pages(text)
