"""Sources that were compiled and from which no page draws, each with what came nearest to a page and why it has none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.objections import NO_THING, UNNAMEABLE, Objection
from llmwiki.sources.parts.naming import is_later_part
from llmwiki.vault.linkpath import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.prose import Reading
    from llmwiki.vault.ledger import Ledger, PageRecord
    from llmwiki.vault.vault import Vault

# What a source's title does not name and fewer sentences mention is nothing that the source tells of (specification 3.3:
# a lead and three sentences beside it).
_TOLD = 4
_READ = frozenset({"en", "zh"})
"""Languages in which definitions are found."""


@dataclass(frozen=True, slots=True)
class Pageless:
    """A source from which no page draws.

    Attributes:
        source: Raw path.
        objection: Why there is no page: on the subject, or, where there is none, from the source as a whole.
        subject: What came nearest to a page; empty: nothing did.
        said: Sentences of the source that name it.
    """

    source: str
    objection: Objection
    subject: str = ""
    said: int = 0


class Verdicts(NamedTuple):
    """What became of the candidates.

    Attributes:
        names: Title -> what the rules have against the name as such.
        tries: Title -> why it filled no page, where it was tried.
        paged: Names of all that have one.
        taken_away: Titles of those whose page a person took away.
    """

    names: Mapping[str, Objection]
    tries: Mapping[str, Objection]
    paged: Collection[str]
    taken_away: Collection[str]

    def on(self, title: str) -> Objection:
        """Why the thing brings no page from a source that none draws from."""
        if title in self.taken_away:
            return Objection.TAKEN_AWAY
        if title in self.paged:
            return Objection.ELSEWHERE
        first = self.names.get(title, Objection.RARE)
        return first if first in UNNAMEABLE else self.tries.get(title, first)

    def is_thing(self, title: str) -> bool:
        """Whether a text could be about what is called so, though its title does not say it."""
        return NO_THING.isdisjoint((self.names.get(title), self.tries.get(title)))


class Named(NamedTuple):
    """Something that one source may be about.

    Attributes:
        title: What it is called.
        titled: How far the source's title names it, see ``Evidence.title``.
        said: Sentences of the source that name it.
        own: Whether the source presents it.
    """

    title: str
    titled: int
    said: int
    own: bool


def named_in(candidates: Iterable[Candidate]) -> dict[str, list[Named]]:
    """Raw path to what the source may be about, also what a person wants no page of: all that is needed of the candidates later."""
    named: dict[str, list[Named]] = {}
    for candidate in candidates:
        for one in candidate.evidence:
            if one.sentences and (one.title or one.sentences >= _TOLD):
                named.setdefault(one.source, []).append(Named(candidate.title, one.title, one.sentences, own=bool(one.own)))
    return named


def explained(readings: Iterable[Reading], named: Mapping[str, Sequence[Named]], verdicts: Verdicts) -> tuple[Pageless, ...]:
    """Why no page draws from these sources, in their order.

    Args:
        readings: The sources.
        named: What each may be about.
        verdicts: What became of it.
    """
    return tuple(_explained(reading, named.get(reading.source, ()), verdicts) for reading in readings)


def _explained(reading: Reading, named: Iterable[Named], verdicts: Verdicts) -> Pageless:
    prose = reading.prose
    for applies, objection in (
        (not prose.sentences, Objection.NO_SENTENCES),
        (prose.poor, Objection.MANGLED),
        (prose.language not in _READ, Objection.LANGUAGE),
    ):
        if applies:
            return Pageless(reading.source, objection)
    subjects = [
        _Subject(verdicts.on(one.title), one) for one in named if one.titled or (one.said >= _TOLD and verdicts.is_thing(one.title))
    ]
    best = min(subjects, key=_Subject.rank, default=None)
    if best is None:
        return Pageless(reading.source, Objection.NOTHING_TOLD)
    return Pageless(reading.source, best.objection, best.named.title, best.named.said)


class _Subject(NamedTuple):
    """Something that one source may be about, and why it has no page."""

    objection: Objection
    named: Named

    def rank(self) -> tuple[bool, int, bool, int, str]:
        """First what the title names, then what the source presents, then what it names most."""
        one = self.named
        return (self.objection in NO_THING, -one.titled, not one.own or one.said < _TOLD, -one.said, one.title)


def undrawn(vault: Vault, sources: Iterable[str], records: Iterable[PageRecord], pages: Iterable[str]) -> list[str]:
    """Those of ``sources`` from which no page draws, sorted.

    Args:
        vault: Where the pages stand.
        sources: Raw paths.
        records: Of the tool's pages.
        pages: Paths of all pages; of those without a record, what they link to counts.
    """
    records = [record for record in records if not record.deleted]
    drawn = {source for record in records for source in record.sources}
    left = [source for source in sorted(sources) if source not in drawn]
    own = set(pages).difference(record.path for record in records) if left else ()
    named = {_bare(name) for path in own for name in (*vault.page(path).targets, *vault.page(path).frontmatter.items("sources"))}
    return [source for source in left if named.isdisjoint((_bare(source), _bare(source.rpartition("/")[2])))]


def _bare(path: str) -> str:
    return fold(path.removesuffix(".md"))


def compiled_sources(ledger: Ledger) -> Iterator[str]:
    """Raw paths of the sources that pages may draw from and that were looked at; later parts of long texts are only searched."""
    return (record.path for record in ledger.live_sources() if record.is_compiled and not is_later_part(record.file))


def with_tombstones(found: Iterable[Pageless], tombstones: Iterable[PageRecord]) -> Iterator[Pageless]:
    """The same; where a page that a person took away had drawn from the source, that is why."""
    gone: dict[str, str] = {}
    for record in sorted(tombstones, key=lambda record: record.path):
        for source in record.sources:
            gone.setdefault(source, record.title)
    for item in found:
        title = gone.get(item.source)
        yield replace(item, objection=Objection.TAKEN_AWAY, subject=title) if title else item
