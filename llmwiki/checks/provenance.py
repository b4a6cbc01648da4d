"""How well the pages of a vault rest on their sources: a score that needs no model.

Each assertive sentence is asked five things. *Resolves*: each of its citations names a source that is there and is the one that was
compiled. *Stands*: each quote is one contiguous run of its source, long enough to be evidence. *Gaps*: what the sentence says and its
quotes do not prove (``facts/unproven.py``). *Overlaps*: it shares so many words with its quotes, where both are in one language.
*Needed*: how many of its citations it could not do without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks import source_drift
from llmwiki.checks.assertive import assertions
from llmwiki.checks.cited import Cited
from llmwiki.checks.weighing import evidence_of
from llmwiki.facts.names import names_of
from llmwiki.facts.unproven import unproven
from llmwiki.facts.words import overlap
from llmwiki.vault.citation import Footnote, read_footnote
from llmwiki.vault.plain import project
from llmwiki.vault.quotes import QuoteIndex, is_evidence
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.checks.assertive import Assertion
    from llmwiki.checks.base import Snapshot
    from llmwiki.facts.support import Gap
    from llmwiki.facts.unproven import NameReader

FLOOR = 0.3
"""A sentence has at least this share of its words from its quotes."""

_NOWHERE = Footnote("", "", "")


class Verdict(NamedTuple):
    """What is found of one assertive sentence.

    Attributes:
        path: Of its page.
        said: The sentence.
        resolves, stands: Of all its citations; True where it has none.
        gaps: What its quotes do not prove.
        overlaps: None where it is in another language than its quotes.
        needed: How many of its citations it needs.
    """

    path: str
    said: Assertion
    citations: int
    resolves: bool
    stands: bool
    gaps: tuple[Gap, ...]
    overlaps: bool | None
    needed: int

    @property
    def is_valid(self) -> bool:
        """Whether it is cited, and all its quotes stand in their sources."""
        return self.citations > 0 and self.resolves and self.stands

    @property
    def is_supported(self) -> bool:
        """Whether nothing speaks against it."""
        return self.is_valid and not self.gaps and self.overlaps is not False


class Provenance(NamedTuple):
    """The verdicts of a vault, and four shares from 0 to 1; a share of nothing is 1."""

    verdicts: tuple[Verdict, ...]

    @property
    def coverage(self) -> float:
        """Cited sentences of assertive ones."""
        return _share(verdict.citations > 0 for verdict in self.verdicts)

    @property
    def validity(self) -> float:
        """Of the cited sentences, those whose quotes all stand in their sources."""
        return _share(verdict.is_valid for verdict in self.verdicts if verdict.citations)

    @property
    def support(self) -> float:
        """Of the cited sentences, those that nothing speaks against."""
        return _share(verdict.is_supported for verdict in self.verdicts if verdict.citations)

    @property
    def precision(self) -> float:
        """Of the citations, those that are needed."""
        total = sum(verdict.citations for verdict in self.verdicts)
        return sum(verdict.needed for verdict in self.verdicts) / total if total else 1.0


def provenance(snapshot: Snapshot, read_names: NameReader) -> Provenance:
    """Score the pages of a vault.

    Args:
        snapshot: The vault.
        read_names: Reads Chinese names; a segmenter, which checks do not have.
    """
    judge = _Judge(snapshot, read_names)
    return Provenance(tuple(judge.verdict(path, said) for path in snapshot.pages for said in assertions(snapshot.vault.page(path))))


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 1.0


class _Judge:
    """Judges sentences; what is found of sources is kept."""

    def __init__(self, snapshot: Snapshot, read_names: NameReader) -> None:
        self._snapshot = snapshot
        self._read_names = read_names
        self._drifted = {mark.path for mark in source_drift.run(snapshot)}
        self._pages = frozenset(snapshot.pages)
        self._indexes: dict[str, QuoteIndex] = {}

    def verdict(self, path: str, said: Assertion) -> Verdict:
        notes = list(self._notes(path, said))
        if not notes:
            return Verdict(path, said, 0, resolves=True, stands=True, gaps=(), overlaps=None, needed=0)
        resolves, stands, gaps, overlaps = self._weigh(path, said, notes)
        fine = resolves and stands and not gaps and overlaps is not False
        spare = [
            note for note in notes if len(notes) > 1 and self._does_without(path, said, [other for other in notes if other is not note])
        ]
        needed = len(notes) - len(spare) if fine else len(notes)
        return Verdict(path, said, len(notes), resolves, stands, gaps, overlaps, needed)

    def _does_without(self, path: str, said: Assertion, notes: list[Footnote]) -> bool:
        resolves, stands, gaps, overlaps = self._weigh(path, said, notes)
        return resolves and stands and not gaps and overlaps is not False

    def _notes(self, path: str, said: Assertion) -> Iterator[Footnote]:
        """What its footnotes say; one that is not defined, or names no file, names a file that is not there."""
        page = self._snapshot.vault.page(path)
        texts = {note.label.casefold(): page.text[note.text_span.start : note.text_span.end] for note in page.footnote_defs}
        for text in (*(texts.get(label.casefold(), "") for label in said.labels), *(f"^[{marker}]" for marker in said.markers)):
            yield read_footnote(text) or _NOWHERE
        for label in said.behind:
            note = read_footnote(texts.get(label.casefold(), ""))
            if note and said.text.strip(" .。") in project(note.quote):
                yield note

    def _weigh(self, path: str, said: Assertion, notes: list[Footnote]) -> tuple[bool, bool, tuple[Gap, ...], bool | None]:
        sources = [self._source(path, note) for note in notes]
        stands = all(self._stands(source, note, said.text) for source, note in zip(sources, notes, strict=True))
        if not all(sources) or not stands:
            return all(sources), stands, (), None
        quotes = tuple(project(note.quote) for note in notes)
        if any(said.text.strip(" .。") in quote for quote in quotes):
            return True, True, (), True
        names = (*names_of(self._snapshot.vault, path), *said.names)
        cited = Cited(said.text, said.span, tuple(notes))
        evidence = evidence_of(self._snapshot, cited, tuple(dict.fromkeys(filter(None, sources))), quotes, names)
        share = overlap(said.text, " ".join([*quotes, *evidence.names]))
        return True, True, unproven(said.text, evidence, self._read_names), None if share is None else share >= FLOOR

    def _source(self, path: str, note: Footnote) -> str:
        """Path of the text that a footnote cites; empty when it is not there, not the one that was compiled, or a page."""
        found = self._snapshot.vault.resolver.resolve(note.target, path) if note.target else None
        if not isinstance(found, Found) or found.path in self._pages or found.path in self._drifted:
            return ""
        return found.path if self._snapshot.is_text(found.path) else ""

    def _stands(self, source: str, note: Footnote, said: str) -> bool:
        """Whether a quote stands in its source, and is long enough to prove more than itself."""
        if not source:
            return False
        if source not in self._indexes:
            self._indexes[source] = QuoteIndex(self._snapshot.vault.text(source))
        says_no_more = said.strip(" .。").casefold() in note.quote.casefold()
        return (says_no_more or is_evidence(note.quote)) and self._indexes[source].holds(note.quote)
