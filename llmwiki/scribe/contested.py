"""Facts that two pages give differently, noted on the page that they become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.vault.frontmatter import read_frontmatter, set_key
from llmwiki.vault.parse import parse
from llmwiki.vault.sections import cut

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.facts.fact import Fact
    from llmwiki.scribe.wording import Wording
    from llmwiki.vault.page import Page

_SUBJECT = "page"


def noted(text: str, pages: tuple[Page, Page], words: Wording) -> str:
    """The joined note with ``contested: true`` and its open questions, where the two pages exclude each other.

    Both statements stay. Nothing is noted where all values stand among the open questions already.

    Args:
        text: The joined note, with plain line ends.
        pages: The two pages as they were.
        words: Section names of the joined note.
    """
    questions = [question for question in _questions(pages, words) if f"- {question}" not in text.split("\n")]
    if not questions:
        return text
    lines = "\n".join(f"- {question}" for question in questions)
    text = set_key(text, "contested", "true") if read_frontmatter(text).span else text
    return _below(text, words, lines)


def _questions(pages: tuple[Page, Page], words: Wording) -> Iterator[str]:
    from llmwiki.facts.fact import conflicts  # the patterns of facts are only needed here

    facts = [fact for number, page in enumerate(pages) for fact in _facts(page, number)]
    for group in conflicts(facts):
        if len({fact.claim.path for fact in group}) > 1:
            values = words.comma.join(dict.fromkeys(fact.value.text for fact in group))
            labels = dict.fromkeys(label for fact in group for label in fact.claim.labels)
            yield words.differ.format(values=values) + "".join(f"[^{label}]" for label in labels)


def _facts(page: Page, number: int) -> Iterator[Fact]:
    """Facts about the page's own subject; both pages are about the same one."""
    from llmwiki.facts.read import read_facts
    from llmwiki.facts.statements import statements
    from llmwiki.facts.subjects import Subjects

    title = page.frontmatter.text("title") or next((heading.text for heading in page.headings[:1]), "")
    names = {_SUBJECT: (title, *page.frontmatter.items("aliases"))}
    for fact in read_facts(statements(page), _SUBJECT, title, Subjects(names), own=True):
        from dataclasses import replace

        yield replace(fact, claim=replace(fact.claim, path=str(number)))


def _below(text: str, words: Wording, lines: str) -> str:
    """The lines at the end of the open questions, which are made where there are none."""
    sections = cut(text)
    there = next((section for section in sections if section.heading == words.questions), None)
    if there is not None:
        body = text[: there.end].rstrip("\n")
        return f"{body}\n{lines}\n\n{text[there.end :]}".rstrip("\n") + "\n"
    last = (words.mentions, words.related)
    notes = [note.span.start for note in parse(text).footnote_defs]
    at = next((section.start for section in sections if section.heading in last), min(notes, default=len(text)))
    above, below = text[:at].rstrip("\n"), text[at:]
    return f"{above}\n\n## {words.questions}\n\n{lines}\n" + (f"\n{below}" if below else "")
