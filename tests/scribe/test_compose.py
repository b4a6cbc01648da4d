"""The writer from readings to pages: golden pages, and what holds for every page."""

from __future__ import annotations

import os
import random
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from shelf import MOSSKV, QUILLDB, reading, shelf

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.draft import Draft, Statement
from llmwiki.scribe.openers import opening
from llmwiki.scribe.overlap import inclusion, word_set
from llmwiki.scribe.pages import Compiled
from llmwiki.scribe.render import Context, names_of, render
from llmwiki.scribe.topic import Existing
from llmwiki.vault.citation import find_quote
from llmwiki.vault.parse import parse
from llmwiki.vault.schema import Schema

GOLDEN = Path(__file__).parent / "golden"
SCHEMA = Schema(tags=("database", "backup", "备份"))


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    return compile_pages(shelf(), [], SCHEMA)


def page_of(compiled: Compiled, title: str) -> Draft:
    return next(draft for draft in compiled.drafts if draft.title == title)


def statements(draft: Draft) -> list[Statement]:
    return [*draft.lead, *(statement for part in draft.parts for statement in part.statements)]


def as_existing(draft: Draft) -> Existing:
    return Existing(f"{draft.kind}/{draft.title}.md", draft.title, draft.aliases, draft.kind, draft.sources, draft.language)


def test_pages_of_the_shelf(compiled: Compiled) -> None:
    kinds = {draft.title: draft.kind for draft in compiled.drafts}
    assert kinds == {
        "MossKV": "entity",
        "MossKV vs QuillDB": "comparison",
        "QuillDB": "entity",
        "Write-ahead log": "concept",
        "全量备份": "concept",
        "增量备份": "concept",
    }
    assert compiled.rejected == 0


@pytest.mark.parametrize("title", ["QuillDB", "Write-ahead log", "MossKV vs QuillDB", "增量备份", "全量备份"])
def test_golden_pages(compiled: Compiled, title: str) -> None:
    names = names_of(compiled.drafts, str)
    text = render(page_of(compiled, title), Context(str, lambda path: path.removesuffix(".md"), names, "2026-11-30", "2026-11-30"))
    path = GOLDEN / f"compiled-{title}.md"
    if os.environ.get("WIKI_UPDATE"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


def test_every_quote_stands_in_its_source(compiled: Compiled) -> None:
    texts = {source.source: source.text for source in shelf()}
    cited = [citation for draft in compiled.drafts for statement in statements(draft) for citation in statement.citations]
    assert cited
    assert all(find_quote(citation.quote, texts[citation.source]) for citation in cited)


def test_pages_are_full_and_say_nothing_twice(compiled: Compiled) -> None:
    for draft in compiled.drafts:
        if draft.kind == "comparison":
            continue
        texts = [statement.text for statement in statements(draft)]
        assert len(texts) >= 3
        assert all(statement.citations for statement in statements(draft))
        assert all(inclusion(word_set(one), word_set(other)) <= 0.8 for one, other in combinations(texts, 2))
        assert all(opening(text, text.lower().find(draft.title.lower())) != "leans" for text in texts)
        assert len(draft.summary) <= 200
    assert all(len(draft.parts) + bool(draft.mentions) >= 3 for draft in compiled.drafts if draft.kind == "concept")


def test_no_sentence_stands_on_more_than_two_pages(compiled: Compiled) -> None:
    uses: dict[str, set[str]] = {}
    for draft in compiled.drafts:
        for statement in statements(draft):
            for citation in statement.citations:
                uses.setdefault(citation.quote, set()).add(draft.title)
    assert max(map(len, uses.values())) <= 2


def test_the_order_of_sources_changes_nothing(compiled: Compiled) -> None:
    mixed = shelf()
    random.Random(7).shuffle(mixed)
    assert compile_pages(mixed, [], SCHEMA) == compiled


def test_a_second_run_changes_nothing(compiled: Compiled) -> None:
    assert compile_pages(shelf(), [as_existing(draft) for draft in compiled.drafts], SCHEMA) == compiled


def test_only_pages_that_name_a_changed_source_are_drafted(compiled: Compiled) -> None:
    touched = compile_pages(shelf(), [], SCHEMA, changed=frozenset({"raw/articles/增量备份说明.md"}))
    assert {draft.title for draft in touched.drafts} == {"增量备份", "全量备份"}
    assert all(draft in compiled.drafts for draft in touched.drafts)


def test_an_existing_page_keeps_title_kind_and_language_and_is_always_extended() -> None:
    known = Existing("people/quill.md", "Quill DB engine", ("QuillDB",), "concept", (), "zh")
    draft = page_of(compile_pages([reading("raw/articles/a.md", QUILLDB)], [known], SCHEMA), "Quill DB engine")
    assert (draft.kind, draft.language) == ("concept", "zh")
    assert "QuillDB" in draft.aliases


def test_what_a_person_took_away_gets_no_page() -> None:
    titles = {draft.title for draft in compile_pages(shelf(), [], SCHEMA, blocked=("QuillDB",)).drafts}
    assert "QuillDB" not in titles
    assert "MossKV" in titles


def test_a_single_article_yields_its_pages() -> None:
    titles = {draft.title for draft in compile_pages([reading("raw/articles/a.md", QUILLDB)], [], SCHEMA).drafts}
    assert {"QuillDB", "Write-ahead log"} <= titles


def test_poor_sources_give_no_quotes() -> None:
    source = reading("raw/articles/a.md", QUILLDB)
    poor = replace(source, prose=replace(source.prose, poor=True))
    assert compile_pages([poor], [], SCHEMA).drafts == ()


def test_sources_that_differ_make_an_open_question() -> None:
    other = MOSSKV.replace("QuillDB locks the whole file while it writes.", "QuillDB flushes the write-ahead log every 200 ms.")
    draft = page_of(
        compile_pages(
            [reading("raw/articles/a.md", QUILLDB.replace("milliseconds", "ms")), reading("raw/articles/b.md", other)], [], SCHEMA
        ),
        "QuillDB",
    )
    questions = next(part for part in draft.parts if part.heading == "Open questions")
    assert questions.statements[0].text == "The sources name different values (200 ms, 50 ms) for the same thing."
    assert {citation.source for citation in questions.statements[0].citations} == {"raw/articles/a.md", "raw/articles/b.md"}


def test_related_pages_point_at_each_other(compiled: Compiled) -> None:
    links = {(draft.title, relation.title) for draft in compiled.drafts for relation in draft.relations}
    assert all((there, here) in links for here, there in links if "vs" not in here)


def test_a_page_in_markdown_links_only_to_pages_and_sources(compiled: Compiled) -> None:
    names = names_of(compiled.drafts, str)
    titles = {draft.title for draft in compiled.drafts}
    for draft in compiled.drafts:
        page = parse(render(draft, Context(str, lambda path: path.removesuffix(".md"), names, "2026-11-30", "2026-11-30")))
        assert {link.target for link in page.links if not link.target.startswith("raw/")} <= titles - {draft.title}
