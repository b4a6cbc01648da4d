"""``wiki query``: an answer from the wiki, with citations; filed when wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from llmwiki.palace.ranking import Scope
from llmwiki.palace.store.base import Where
from llmwiki.scribe.answer import Answer, answer
from llmwiki.scribe.answer_text import Surroundings, answer_text, citations_of
from llmwiki.scribe.asked import ask, terms_of
from llmwiki.scribe.known import Known, known_pages, link_names, other_names
from llmwiki.scribe.passages import Library
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes

if TYPE_CHECKING:
    from llmwiki.vault.citation import Citation
    from llmwiki.workspace import Workspace

LOOKED_AT = 60
"""Drawers whose sentences are weighed."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What the wiki answered.

    Attributes:
        question: As it was asked.
        found: Whether there was enough evidence for an answer.
        text: The answer as Markdown, footnotes included.
        citations: (page that says it or empty, citation); each quote was found in its source just now.
        filed: Path of the page, None when it was not filed.
        action: What filing did.
        receipt: What was written.
    """

    question: str
    found: bool
    text: str
    citations: tuple[tuple[str, Citation], ...]
    filed: str | None = None
    action: Literal["", "created", "updated", "unchanged", "proposed"] = ""
    receipt: Receipt | None = None


def query(wiki: Workspace, question: str, *, save: bool = False, title: str = "", now: str = "") -> Answered:
    """Answer a question out of the sources' own sentences.

    Args:
        wiki: The opened wiki.
        question: Any language.
        save: File the answer under ``queries/``; one without evidence is never filed.
        title: Of the filed page; the question itself when empty.
        now: ISO time for the record of operations.

    Raises:
        WriteError, Busy, EditedMeanwhile: It was not filed.
    """
    if not save:
        return _answered(wiki, *_find(wiki, question))
    with vault_lock(wiki.root, command="wiki query"):
        recover(wiki.root)
        found, pages = _find(wiki, question)
        answered = _answered(wiki, found, pages)
        return _file(wiki, answered, (found, title, pages), now or wiki.today.isoformat()) if found.passages else answered


def _find(wiki: Workspace, question: str) -> tuple[Answer, list[Known]]:
    wiki.fill_palace()
    pages = known_pages(wiki.vault, wiki.folder)
    others = other_names(question, pages)
    asked = ask(question, wiki.palace.weights(terms_of(question)), others)
    wider = " ".join([question, *(name for names in others.values() for name in names)])
    hits = wiki.palace.search(wider, Scope(LOOKED_AT, Where(wing=wiki.wing)), "words").hits
    filed = wiki.folder("query")
    evidence = [hit for hit in hits if not hit.drawer.path.startswith(filed)]
    return answer(asked, Library(wiki.vault, asked).passages(evidence)), pages


def _answered(wiki: Workspace, found: Answer, pages: list[Known]) -> Answered:
    def link(path: str) -> str:
        resolver = wiki.vault.resolver
        return resolver.path_text(path, "") if path.startswith("raw/") else resolver.link_text(path, "")

    text = answer_text(found, Surroundings(pages, link, link_names(pages, link)))
    return Answered(found.question, bool(found.passages), text, tuple(citations_of(found)))


def _file(wiki: Workspace, answered: Answered, wanted: tuple[Answer, str, list[Known]], now: str) -> Answered:
    from llmwiki.scribe.answer_filing import Filing, plan_answer  # with the whole compiler behind it, 0.4 s
    from llmwiki.scribe.catalogue import add_log, update_index

    changes = Changes(wiki.root)
    found, title, pages = wanted
    filing = Filing(wiki.vault, wiki.ledger, wiki.schema, wiki.folder("query"), wiki.today)
    filed, future = plan_answer(filing, found, title, pages, changes)
    update_index(future, changes, wiki.schema, wiki.config.language, wiki.folder)
    if changes:
        row = ("query", filed.path, f"answered with {len(answered.citations)} citation{'s' if len(answered.citations) > 1 else ''}")
        add_log(wiki.vault, changes, [row], wiki.today, (wiki.schema, wiki.config.language))
    receipt = apply(changes, action="query", now=now)
    return replace(answered, filed=filed.path, action=filed.action, receipt=receipt)
