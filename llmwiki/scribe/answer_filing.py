"""Filing an answer: the page under ``queries/``, merged with what a person made of it, and its ledger records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from llmwiki.scribe.answer_page import answer_draft, query_path, query_properties
from llmwiki.scribe.binding import bind
from llmwiki.scribe.edition import Edition
from llmwiki.scribe.filing import Desk, Filed, file_draft
from llmwiki.scribe.known import Known, link_names
from llmwiki.scribe.render import Context, render
from llmwiki.scribe.standing import standing
from llmwiki.vault.resolve import Resolver

if TYPE_CHECKING:
    from llmwiki.scribe.answer import Answer
    from llmwiki.scribe.draft import Draft
    from llmwiki.vault.changes import Changes
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class Filing:
    """The vault an answer is filed in: its files, records and rules, the folder of answers, the date."""

    vault: Vault
    ledger: Ledger
    schema: Schema
    folder: str
    today: date


def plan_answer(filing: Filing, answer: Answer, title: str, pages: Sequence[Known], changes: Changes) -> tuple[Filed, Vault]:
    """Plan the page of an answer.

    Args:
        filing: Where it goes.
        answer: One that found something.
        title: Of the page; empty: the question.
        pages: The pages about things.
        changes: Takes the plan.

    Returns:
        What becomes of the page, and the vault as it will be. The same question again means the same page.
    """
    vault, schema = filing.vault, filing.schema
    path = query_path(vault, filing.folder, answer.question, title, schema.naming)
    if path in vault.files:
        known = vault.page(path).frontmatter
        answer, title = replace(answer, question=known.text("question")), title or known.text("title")
    draft = answer_draft(answer, title, schema.tags, pages, vault)
    stand = standing(vault, filing.ledger)
    present = vault.text(path) if path in vault.files else None
    filed = file_draft(draft, path, present, stand.pages.get(path), _desk(filing, answer, pages, path))
    edition = Edition((filed,), stand, ())
    return filed, bind(vault, filing.ledger, edition, changes)


def _desk(filing: Filing, answer: Answer, pages: Sequence[Known], path: str) -> Desk:
    resolver = Resolver([*filing.vault.files, path])
    paths = {page.title: page.path for page in pages}
    names = link_names(pages, lambda place: resolver.link_text(place, path))
    properties = query_properties(answer.question, filing.today, filing.schema.query_max_age_days)

    def write(draft: Draft, created: str, updated: str) -> str:
        context = Context(
            link_for=lambda title: resolver.link_text(paths.get(title, path), path),
            link_for_source=lambda source: resolver.path_text(source, path),
            names=names,
            created=created,
            updated=updated,
            extra=properties,
        )
        return render(draft, context)

    return Desk(write, filing.today.isoformat(), filing.vault.root)
