"""The update policy on drafts: what it writes, that lint then agrees, and that no order of the pages changes it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from llmwiki.checks import contradiction, value_mismatch
from llmwiki.checks.base import Snapshot
from llmwiki.facts.subjects import Subjects
from llmwiki.scribe.draft import Draft, Part, Statement
from llmwiki.scribe.render import Context, names_of, render
from llmwiki.scribe.settle import Settled, World, settle
from llmwiki.vault.citation import cite
from llmwiki.vault.ledger import Ledger, SourceRecord
from llmwiki.vault.schema import Schema
from llmwiki.vault.vault import Vault

FACTS = Path(__file__).parents[1] / "facts"
OLD, NEW = "raw/articles/old.md", "raw/articles/new.md"
DATES = {OLD: "2024-05-01", NEW: "2026-03-10"}
CAST = [line.split("\t") for line in (FACTS / "cast.tsv").read_text(encoding="utf-8").splitlines()]


class Marked(NamedTuple):
    """A mark of a check: where, and how bad when not as bad as usual."""

    path: str
    severity: str


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (FACTS / name).read_text(encoding="utf-8").splitlines()]


def said(text: str, source: str) -> Statement:
    return Statement(text, (cite(source, text),))


def page(title: str, *statements: Statement, kind: str = "entity", heading: str = "Facts", language: str = "en") -> tuple[Draft, str]:
    opening = said(f"{title} is one of the things in this test.", OLD)
    draft = Draft(title, kind, (), opening.text, (), (OLD,), language, (opening,), (Part(heading, statements),))  # type: ignore[arg-type]
    return draft, f"{kind}s/{title.lower()}.md".replace("entitys", "entities")


def world(pages: Sequence[tuple[Draft, str]], dates: dict[str, str]) -> World:
    names = {path: tuple(found) for path, *found in CAST} | {path: (draft.title, *draft.aliases) for draft, path in pages}
    return World(Subjects(names), dates, {path: found[0] for path, found in names.items()})


def settled(pages: Sequence[tuple[Draft, str]], dates: dict[str, str]) -> Settled:
    return settle(pages, world(pages, dates))


def texts(draft: Draft) -> list[str]:
    """The lines of a draft below its opening, with what follows in them."""
    return ["".join([item.text, *(f" + {more.text}" for more in item.then)]) for part in draft.parts for item in part.statements]


def marks(found: Settled | Sequence[tuple[Draft, str]], dates: dict[str, str], root: Path) -> list[Marked]:
    """What the checks of contradictions and of values say of the pages when they stand in a vault that has the cast."""
    drafts = found.drafts if isinstance(found, Settled) else found
    paths = {draft.title: path for draft, path in drafts}
    for source, day in dates.items():
        quotes = [citation.quote for draft, _ in drafts for citation in draft.citations if citation.source == source]
        _write(root / source, f"---\ndate: {day}\n---\n" + "\n\n".join(quotes) + "\n")
    names = names_of([draft for draft, _ in drafts], lambda title: paths[title].removesuffix(".md"))
    for draft, path in drafts:
        context = Context(lambda name: paths.get(name, name).removesuffix(".md"), lambda name: name.removesuffix(".md"), names, "", "")
        _write(root / path, render(draft, context))
    sources = {source: SourceRecord(source, "", date=day) for source, day in dates.items()}
    snapshot = Snapshot(Vault.open(root), Schema(), lambda: Ledger(sources), date(2026, 11, 30), "llmwiki")
    return [Marked(mark.path, mark.severity or "") for check in (contradiction, value_mismatch) for mark in check.run(snapshot)]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


CONFLICTS, HARMLESS = rows("conflicts.tsv"), rows("harmless.tsv")


@pytest.mark.trial
@pytest.mark.parametrize(("cases", "dates"), [([*CONFLICTS, *HARMLESS], {OLD: "", NEW: ""}), (CONFLICTS, DATES)], ids=["undated", "dated"])
def test_what_lint_would_say_is_settled_and_nothing_else(tmp_path: Path, cases: list[list[str]], dates: dict[str, str]) -> None:
    for path, title, *aliases in CAST:
        _write(tmp_path / path, f"---\ntitle: {title}\naliases: [{', '.join(aliases)}]\n---\n")
    for why, first, second in cases:
        pages = [page("First", said(first, OLD), kind="comparison"), page("Second", said(second, NEW), kind="comparison")]
        found = settled(pages, dates)
        loud = marks(pages, {OLD: "", NEW: ""}, tmp_path) != []
        assert bool(found.disputes) == loud, why
        if not loud:
            assert found.drafts == tuple(pages), why
            continue
        apart = found.disputes[0].current is None
        assert [draft.contested for draft, _ in found.drafts] == [apart, apart], why
        assert [draft.contradictions for draft, _ in found.drafts] == ([(pages[1][1],), (pages[0][1],)] if apart else [(), ()]), why
        after = marks(found, dates, tmp_path)
        assert {mark.severity for mark in after} == ({"info"} if apart else set()), why


MID = "raw/articles/mid.md"
THREE = {**DATES, MID: "2025-02"}


def test_the_newest_stands_first_with_the_date_of_each_in_the_language_of_the_sentence() -> None:
    english = page("Quill", said("Quill has a price of $5.", OLD), said("Quill is fast.", OLD), said("Quill has a price of $9.", NEW))
    chinese = page("羽笔", said("羽笔最多允许3个连接。", OLD), said("羽笔最多允许10个连接。", NEW), said("羽笔很快。", OLD), language="zh")
    found = [draft for draft, _ in settled((english, chinese), DATES).drafts]
    assert texts(found[0]) == ["Quill is fast.", "As of 10 March 2026, Quill has a price of $9. + Earlier: $5 (1 May 2024)."]
    assert texts(found[1]) == ["截至2026年3月10日，羽笔最多允许10个连接。 + 此前：3个连接（2024年5月1日）。", "羽笔很快。"]
    assert not any(draft.contested for draft in found)
    assert {citation.source for draft in found for citation in draft.citations} == {OLD, NEW}


def test_of_three_values_two_are_earlier_and_a_month_is_a_date() -> None:
    pages = page("Quill", *(said(f"Quill has a price of ${price}.", source) for price, source in ((5, OLD), (7, MID), (9, NEW))))
    assert texts(settled([pages], THREE).drafts[0][0]) == [
        "As of 10 March 2026, Quill has a price of $9. + Earlier: $7 (February 2025). + Earlier: $5 (1 May 2024)."
    ]


def test_a_page_that_opens_with_a_superseded_value_opens_with_the_newer_one() -> None:
    draft, path = page("Quill", said("Quill has a price of $9.", NEW), said("Quill is fast.", NEW))
    draft = replace(draft, lead=(said("Quill has a price of $5.", OLD),))
    found = settled([(draft, path)], DATES).drafts[0][0]
    assert found.lead[0].text == "As of 10 March 2026, Quill has a price of $9."
    assert found.summary == found.lead[0].text
    assert texts(found) == ["Quill is fast."]


def test_no_section_is_emptied_and_no_sentence_lost() -> None:
    parts = (
        Part("Price", (said("The price of Quill is $5.", OLD),)),
        Part("Sales", (said("Quill is old. The price of Quill is $9.", NEW),)),
    )
    draft, path = page("Quill")
    found = settled([(replace(draft, parts=parts), path)], DATES).drafts[0][0]
    assert texts(found) == [
        "As of 1 May 2024, the price of Quill is $5.",
        "Quill is old. As of 10 March 2026, the price of Quill is $9.",
    ]


def test_each_of_two_pages_says_what_the_other_one_has() -> None:
    pages = [page("Quill", said("Quill has a price of $5.", OLD)), page("Heron", said("Quill has a price of $9.", NEW))]
    first, second = (draft for draft, _ in settled(pages, DATES).drafts)
    assert texts(first) == ["As of 1 May 2024, Quill has a price of $5. + Later: $9 (10 March 2026)."]
    assert texts(second) == ["As of 10 March 2026, Quill has a price of $9. + Earlier: $5 (1 May 2024)."]
    assert first.sources == second.sources == (NEW, OLD)


def test_two_pages_that_exclude_each_other_are_marked_and_lead_to_each_other() -> None:
    pages = [page("Quill", said("Quill has a price of $5.", OLD)), page("Heron", said("Quill has a price of $9.", NEW))]
    first, second = (draft for draft, _ in settled(pages, {OLD: "", NEW: ""}).drafts)
    question = "The sources name different values ($9, $5) for the same thing. + See "
    assert texts(first) == ["Quill has a price of $5.", f"{question}Heron."]
    assert texts(second) == ["Quill has a price of $9.", f"{question}Quill."]
    assert (first.contested, first.contradictions) == (True, ("entities/heron.md",))
    assert (second.contested, second.contradictions) == (True, ("entities/quill.md",))


@pytest.mark.parametrize("dates", [{OLD: "2026", NEW: "2026-03-10"}, {OLD: "2026-03-10", NEW: "2026-03-10"}, {OLD: "", NEW: "2026-03-10"}])
def test_a_source_that_need_not_be_newer_supersedes_nothing(dates: dict[str, str]) -> None:
    found = settled([page("Quill", said("Quill has a price of $5.", OLD), said("Quill has a price of $9.", NEW))], dates)
    assert found.drafts[0][0].contested


def test_one_source_that_contradicts_itself_leaves_a_question() -> None:
    found = settled([page("Quill", said("Quill has a price of $5.", OLD), said("Quill has a price of $9.", OLD))], DATES)
    assert found.drafts[0][0].contested


def test_what_happened_once_is_not_superseded() -> None:
    for first, second in (
        ("Quill was founded in 2011.", "Quill was founded in 2013."),
        ("As of 2020, Quill had a price of $5.", "As of 2020, Quill had a price of $9."),
        ("Quill was acquired by Larkmark in 2019 for $5 million.", "Quill was acquired by Larkmark in 2019 for $9 million."),
        ("羽笔成立于2011年。", "羽笔成立于2013年。"),
    ):
        found = settled([page("羽笔" if "羽" in first else "Quill", said(first, OLD), said(second, NEW))], DATES)
        assert found.drafts[0][0].contested, first


def test_sentences_that_agree_but_for_a_number_need_no_question_when_their_dates_differ() -> None:
    old, new = said("Quill writes its log every 50 ms.", OLD), said("Quill writes its log every 200 ms.", NEW)
    question = Statement("The sources name different values (50 ms, 200 ms) for the same thing.", (*old.citations, *new.citations))
    draft, path = page("Quill", old, new)
    pages = [(replace(draft, parts=(*draft.parts, Part("Open questions", (question,)))), path)]
    assert texts(settled(pages, {OLD: "", NEW: ""}).drafts[0][0])[-1] == question.text
    assert texts(settled(pages, DATES).drafts[0][0]) == [
        "As of 1 May 2024, Quill writes its log every 50 ms.",
        "As of 10 March 2026, Quill writes its log every 200 ms.",
    ]


def test_the_order_of_pages_changes_nothing() -> None:
    values = [(name, price, source) for name in ("Quill", "Heron", "Osprey", "羽笔") for price, source in ((5, OLD), (7, MID), (9, NEW))]
    stir = random.Random(11)
    for dates in (THREE, {OLD: "", MID: "2025-02", NEW: "2025-02"}, {OLD: "", MID: "", NEW: ""}):
        for _ in range(6):
            told = [said(f"{name} has a price of ${price}.", source) for name, price, source in stir.sample(values, 8)]
            pages = [page(name, *told[at : at + 2]) for name, at in (("Quill", 0), ("Heron", 2), ("Osprey", 4), ("羽笔", 6))]
            expected = {path: draft for draft, path in settled(pages, dates).drafts}
            stir.shuffle(pages)
            again = settled(pages, dates)
            assert {path: draft for draft, path in again.drafts} == expected
