"""Pages as files: one golden page a kind and language; ``WIKI_UPDATE=1`` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.scribe.draft import Draft, Grid, Mention, Part, Relation, Statement
from llmwiki.scribe.linking import Names
from llmwiki.scribe.render import Context, names_of, render
from llmwiki.vault.citation import cite
from llmwiki.vault.parse import parse

GOLDEN = Path(__file__).parent / "golden"
NOTES = "raw/articles/palace-notes.md"
ZH = "raw/articles/乐观事务笔记.md"


def said(text: str, quote: str = "", source: str = NOTES, place: str = "", date: str = "") -> Statement:
    return Statement(text, (cite(source, quote or text, place),), date)


ENTITY = Draft(
    title="Kept Palace",
    kind="entity",
    aliases=("the Palace",),
    summary="Kept Palace is a program that keeps notes in rooms.",
    tags=("software", "memory"),
    sources=("raw/articles/palace-notes.md", "raw/papers/rooms.md"),
    language="en",
    lead=(said("Kept Palace is a program that keeps notes in rooms."),),
    parts=(
        Part(
            "Key facts",
            (
                said("Kept Palace began in 2019.", date="2019"),
                said("A wing of Kept Palace holds one project.", source="raw/papers/rooms.md", place="p. 3"),
            ),
        ),
        Part("Storage", (said("Kept Palace stores `a|b` in a drawer."),)),
    ),
    mentions=(Mention("raw/papers/rooms.md", "Rooms, [halls] and tunnels", ("Tunnels", "Halls")),),
    relations=(
        Relation("drawer", "a drawer is the smallest part of Kept Palace", (cite(NOTES, "a drawer is the smallest part"),)),
        Relation("room"),
    ),
    names=("Kept Palace",),
)
CONCEPT = Draft(
    title="乐观事务",
    kind="concept",
    aliases=("optimistic transaction",),
    summary="乐观事务在提交时检测冲突。",
    tags=(),
    sources=(ZH,),
    language="zh",
    lead=(),
    parts=(
        Part("定义", (said("乐观事务在提交时检测冲突。", source=ZH),), "paragraph"),
        Part("要点", (said("乐观事务适合冲突少的场景。", source=ZH), said("与悲观事务相比，乐观事务不加锁。", source=ZH))),
        Part("提交", (said("乐观事务用两阶段提交写入。", source=ZH),)),
    ),
    relations=(Relation("悲观事务"),),
    names=("乐观事务", "乐观事务模型"),
)
COMPARISON = Draft(
    title="room vs drawer",
    kind="comparison",
    aliases=(),
    summary="room and drawer, side by side as the sources describe them.",
    tags=(),
    sources=(NOTES,),
    language="en",
    lead=(Statement("room and drawer, side by side as the sources describe them.", ()),),
    grid=Grid(("room", "drawer"), (("Size", (said("large | wide"), said("small, in Kept Palace"))), ("Age", (None, said("old"))))),
    relations=(Relation("room"), Relation("drawer")),
    names=("room vs drawer",),
)
QUERY = Draft(
    title="What is a room?",
    kind="query",
    aliases=(),
    summary="",
    tags=(),
    sources=(NOTES,),
    language="en",
    lead=(said("A room holds drawers."), said("A room has a name.")),
    relations=(Relation("room"), Relation("Kept Palace")),
)
PAGES = {"entity": ENTITY, "concept-zh": CONCEPT, "comparison": COMPARISON, "query": QUERY}
LINKS = {"Kept Palace": "kept-palace", "悲观事务": "悲观事务"}


def link_for(title: str) -> str:
    return LINKS.get(title, title)


NAMES = Names({"Kept Palace": "kept-palace", "drawer": "drawer", "room": "room", "悲观事务": "悲观事务", "乐观事务": "乐观事务"})
CONTEXT = Context(link_for, lambda path: path.rsplit(".", 1)[0], NAMES, "2026-11-30", "2026-12-04")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_golden(name: str) -> None:
    text = render(PAGES[name], CONTEXT)
    path = GOLDEN / f"{name}.md"
    if os.environ.get("WIKI_UPDATE"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_reference_is_defined_and_used(name: str) -> None:
    page = parse(render(PAGES[name], CONTEXT))
    refs = [ref.label for ref in page.footnote_refs]
    assert list(dict.fromkeys(refs)) == [definition.label for definition in page.footnote_defs]
    assert page.frontmatter.problems == ()


def test_extra_properties_stand_before_the_tags() -> None:
    extra = Context(link_for, str, NAMES, "2026-11-30", "2026-11-30", extra={"question": "What is a room?", "status": "derived"})
    keys = list(parse(render(QUERY, extra)).frontmatter.data)
    assert keys == ["title", "type", "created", "updated", "question", "status", "tags", "sources"]


def test_a_person_may_bring_templates(tmp_path: Path) -> None:
    (tmp_path / "entity.md.j2").write_text("{{ frontmatter }}\nmine: {{ title }}\n", encoding="utf-8")
    mine = Context(link_for, str, NAMES, "2026-11-30", "2026-11-30", templates=str(tmp_path))
    assert render(ENTITY, mine).endswith("\nmine: Kept Palace\n")
    assert render(CONCEPT, mine).startswith("---\ntitle: 乐观事务\n")


def test_a_spelling_of_two_pages_leads_to_neither() -> None:
    one = Draft("A page", "concept", ("shared", "B page"), "", (), (), "en", ())
    two = Draft("B page", "concept", ("shared",), "", (), (), "en", ())
    places = list(names_of([one, two], str.upper).places("shared, A page and B page", ()))
    assert [place.target for place in places] == ["A PAGE", "B PAGE"]


NASTY = st.text(st.sampled_from("ab中[]|#*_`$%<>&!^~=-:/.\\\"'\n\r\t {}@“”"), max_size=25)


@given(NASTY, NASTY, NASTY)
def test_hostile_text_stays_text(title: str, text: str, heading: str) -> None:
    draft = Draft(
        title or "x",
        "entity",
        (text,),
        text,
        (),
        (NOTES,),
        "en",
        (said(text, "quote " + text),),
        (Part(heading, (said(text),)),),
        (Relation("room", text),),
    )
    page = parse(render(draft, CONTEXT))
    assert {link.target for link in page.links} <= {"room", "kept-palace", "drawer", "raw/articles/palace-notes"}
    assert (page.tags, page.comments, page.html_comments, page.math, page.blocks, page.tables, page.callouts) == (
        (),
        (),
        (),
        (),
        (),
        (),
        (),
    )
    assert len(page.footnote_defs) <= 2
    assert len(page.headings) <= 3
