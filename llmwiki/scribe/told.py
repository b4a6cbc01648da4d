"""What pages say that can be compared: their facts, with the dates of the sources that they rest on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.dates import iso, read_date
from llmwiki.facts.names import title_of
from llmwiki.facts.read import read_facts
from llmwiki.facts.statements import in_text, statements
from llmwiki.scribe.inert import inert, plain
from llmwiki.scribe.read import source_text
from llmwiki.vault.citation import QuoteIndex, cite, read_footnote
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from llmwiki.facts.fact import Fact
    from llmwiki.facts.subjects import Subjects
    from llmwiki.facts.values import Value
    from llmwiki.scribe.draft import Draft, Statement
    from llmwiki.vault.citation import Citation, Footnote
    from llmwiki.vault.vault import Vault

_ESCAPE = re.compile(r"\\(.)")
_DAY = len("2026-03-10")
_ABOUT_ITSELF = ("entity", "concept")


class Place(NamedTuple):
    """Where a statement stands in a draft: the number of its part, -1 for the lead, and its own in it."""

    part: int
    number: int


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as a page tells it.

    Attributes:
        fact: Its claim's path is the page's; its span lies in the statement's text, moved so that no two facts of a page share one.
        sources: Paths of the texts that prove it.
        date: That of the newest of them, ISO; empty when none has one.
        place: The statement in the draft; None on a page that the writer does not write.
        start: Where its sentence begins in the statement; -1 where that cannot be told.
        is_dated: Whether the sentence has this date in it already.
        citations: What proves it, as far as it was looked up.
    """

    fact: Fact
    sources: tuple[str, ...]
    date: str
    place: Place | None = None
    start: int = -1
    citations: tuple[Citation, ...] = ()
    is_dated: bool = False

    @property
    def page(self) -> str:
        """The page that tells it."""
        return self.fact.claim.path

    @property
    def when(self) -> Value | None:
        """Its date as an interval of days."""
        return day_of(self.date)

    def older(self, other: Told) -> bool:
        """Whether its sources are all older than the newest of another one's."""
        return is_before(self.date, other.date)


def is_before(first: str, second: str) -> bool:
    """Whether one ISO date lies as a whole before another; False where either is missing."""
    one, two = day_of(first), day_of(second)
    return one is not None and two is not None and one.high < two.low


def day_of(date: str) -> Value | None:
    """A source's date as an interval of days; None when it has none."""
    return read_date(date[:_DAY]) if date else None


def newest(sources: tuple[str, ...], dates: Mapping[str, str]) -> str:
    """The date of the newest of these sources; empty when none has one."""
    known = [day for source in sources if (day := day_of(dates.get(source, "")))]
    return max(known, key=lambda day: (day.low, day.high)).text if known else ""


def told_in_draft(draft: Draft, path: str, subjects: Subjects, dates: Mapping[str, str]) -> Iterator[Told]:
    """The facts of a page as the writer has it.

    Args:
        draft: The page.
        path: Where it stands.
        subjects: Names of all pages.
        dates: Source to its date.
    """
    moved = 0
    for place, statement, heading in placed(draft):
        text = inert(plain(statement.text))
        labels = tuple(citation.label for citation in statement.citations)
        sources = tuple(dict.fromkeys(citation.source for citation in statement.citations))
        said = in_text(text, labels, heading)
        for fact in read_facts(said, path, draft.title, subjects, own=draft.kind in _ABOUT_ITSELF):
            start = _start(text[: fact.claim.span.start])
            span = fact.claim.span._replace(start=fact.claim.span.start + moved, end=fact.claim.span.end + moved)
            known = replace(fact, claim=replace(fact.claim, span=span))
            yield Told(known, sources, newest(sources, dates), place, start, statement.citations)
        moved += len(text) + 1


def _start(before: str) -> int:
    """How much of the plain text stands before a sentence; -1 where that cannot be told.

    Args:
        before: The same, made inert.
    """
    text = _ESCAPE.sub(r"\1", before)
    return len(text) if inert(text) == before else -1


def placed(draft: Draft) -> Iterator[tuple[Place, Statement, str]]:
    """The statements of a draft, each with its place and the heading above it."""
    for number, statement in enumerate(draft.lead):
        yield Place(-1, number), statement, draft.title
    for at, part in enumerate(draft.parts):
        for number, statement in enumerate(part.statements):
            yield Place(at, number), statement, part.heading


def told_on_page(vault: Vault, path: str, subjects: Subjects, dates: Mapping[str, str], proof: Proof | None) -> Iterator[Told]:
    """The facts of a page that the writer does not write in this run.

    A date in a sentence that is no other than its source's says no more than the source does, and counts as that.

    Args:
        vault: Holds it.
        path: The page.
        subjects, dates: As for ``told_in_draft``.
        proof: Looks its quotes up; None: its citations are not needed.
    """
    page = vault.page(path)
    notes = {note.label: note for note in page.footnote_defs}
    for fact in read_facts(statements(page), path, title_of(vault, path), subjects, own=page_kind(path) in _ABOUT_ITSELF):
        cited = [read_footnote(page.text[note.span.start : note.span.end]) for label in fact.claim.labels if (note := notes.get(label))]
        found = [(note, answer.path) for note in cited if note and isinstance(answer := vault.resolver.resolve(note.target, path), Found)]
        sources = tuple(dict.fromkeys(source for _, source in found))
        day = newest(sources, dates)
        is_dated = bool(day) and fact.date == iso(day)
        said = replace(fact, date="") if is_dated else fact
        yield Told(said, sources, day, citations=proof.citations(found) if proof else (), is_dated=is_dated)


class Proof:
    """Looks up quotes of footnotes that a person wrote, so that the tool's pages can cite them too."""

    def __init__(self, vault: Vault, live: Collection[str]) -> None:
        """Take the vault that holds the sources, and the paths of those that may be cited."""
        self._vault, self._live = vault, live
        self._indexes: dict[str, QuoteIndex] = {}

    def citations(self, notes: Iterable[tuple[Footnote, str]]) -> tuple[Citation, ...]:
        """Those of these footnotes, each with the path of its source, whose quote stands there, as citations."""
        return tuple(cite(source, note.quote, note.place) for note, source in notes if note.quote and self._stands(note.quote, source))

    def _stands(self, quote: str, source: str) -> bool:
        if source not in self._live:
            return False
        index = self._indexes.setdefault(source, QuoteIndex(source_text(self._vault, source)))
        return index.find(quote) is not None
