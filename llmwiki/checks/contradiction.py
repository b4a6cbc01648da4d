"""Two statements of the wiki cannot both be true.

Speaks up where two cited statements give different values for the same thing as of the same date: when something was
founded, released or born, where its headquarters are, how large a number, a price or a default is. Values are compared after
conversion and rounding (`8.9 million` and `8,908,081` agree, so do `1 minute` and `60 s`); statements with a date, a version
or a condition of their own are only compared with their like. When the page names both values under Open questions, the
severity is info.

Why: A reader or an agent takes whichever statement it meets first for the truth.

Fix: Look at both sources. Give each statement its date when both were true in their time; take back the wrong one; or keep
both under Open questions and name the other page in `contradictions`.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any
from zlib import crc32

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.checks.heads import heads
from llmwiki.vault.kept import mark_of
from llmwiki.vault.link import Span
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from llmwiki.facts.fact import Fact
    from llmwiki.facts.statements import Statement
    from llmwiki.facts.subjects import Subjects

CODE = "W511"
NAME = "contradiction"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield groups of statements that exclude each other."""
    return _clashes(snapshot, _Facts(snapshot))


def _clashes(snapshot: Snapshot, facts: _Facts) -> Iterator[Mark]:
    rows = facts.shared()
    if rows:
        from llmwiki.facts.fact import conflicts  # most wikis say nothing twice

        for group in conflicts(_fact(*row) for row in rows):
            yield _clash(snapshot, group)


class _Facts:
    """Reads the facts of pages that are new, as rows: subject, predicate, date, then value and claim."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._said: dict[str, list[Statement]] = {}
        snapshot.tour.join(self._listen, (path for path in snapshot.pages if path not in snapshot.memo.unchanged))

    def _listen(self, paths: Iterable[str]) -> None:
        """Note what pages that are new say, for the time when all names are known."""
        self._said.update({path: self._statements(path) for path in paths})

    def _statements(self, path: str) -> list[Statement]:
        from llmwiki.facts.statements import statements  # the patterns cost more than a lint that does not need them

        return [*statements(self._snapshot.vault.page(path))]

    @cached_property
    def _names(self) -> dict[str, tuple[str, ...]]:
        return {path: head.names for path, head in heads(self._snapshot, self._snapshot.pages).items()}

    def shared(self) -> list[Any]:
        """The rows that have subject, predicate and date in common with another one; no others can clash, or are kept whole."""
        names = mark_of(sorted(self._names.items()))
        column = self._snapshot.memo.column("fact-keys", names)
        keys = {path: column.of(path, self._keys) for path in self._snapshot.pages}
        times = Counter(key for found in keys.values() for key in found)
        many = {key for key, count in times.items() if count > 1}
        whole = self._snapshot.memo.column("facts", names)
        rows = [row for path, found in keys.items() if not many.isdisjoint(found) for row in whole.of(path, self._read)]
        return [row for row in rows if _key(row[:3]) in many]

    def _keys(self, path: str) -> list[int]:
        return [_key((fact.subject, fact.predicate, fact.date)) for fact in self._facts(path)]

    def _read(self, path: str) -> list[Any]:
        return [_row(fact) for fact in self._facts(path)]

    def _facts(self, path: str) -> Iterator[Fact]:
        from llmwiki.facts.read import read_facts  # as above

        said = self._said[path] if path in self._said else self._statements(path)
        return read_facts(said, path, self._names[path][0], self._subjects, own=page_kind(path) in ("entity", "concept"))

    @cached_property
    def _subjects(self) -> Subjects:
        from llmwiki.facts.subjects import Subjects

        return Subjects(self._names)


def _key(thing: Sequence[str]) -> int:
    """What is the same for facts about one thing, short; a fact more that shares it by chance does no harm."""
    return crc32("\0".join(thing).encode("utf-8", "surrogatepass"))


def _row(fact: Fact) -> list[Any]:
    """A fact as a JSON value; ``dataclasses.astuple`` copies every part and takes as long as finding the fact."""
    value, claim = fact.value, fact.claim
    written = [value.kind, value.text, value.low, value.high, value.unit]
    return [fact.subject, fact.predicate, fact.date, written, [claim.path, claim.span, claim.text, claim.labels]]


def _fact(subject: str, predicate: str, date: str, value: Iterable[Any], claim: Iterable[Any]) -> Fact:
    from llmwiki.facts.fact import Claim, Fact
    from llmwiki.facts.values import Value

    path, span, text, labels = claim
    return Fact(subject, predicate, Value(*value), date, Claim(path, Span(*span), text, tuple(labels)))


def _clash(snapshot: Snapshot, group: tuple[Fact, ...]) -> Mark:
    from llmwiki.facts.names import title_of

    *others, last = group
    values = ", ".join(dict.fromkeys(f"“{fact.value.text}”" for fact in group))
    of = title_of(snapshot.vault, last.subject)
    when = f" as of {last.date}" if last.date else ""
    related = tuple(Place(fact.claim.path, snapshot.line(fact.claim.path, fact.claim.span.start), fact.claim.text) for fact in others)
    severity: Severity | None = "info" if _is_noted(snapshot, group) else None
    message = f"different values for “{last.predicate}” of {of}{when}: {values}"
    return Mark(last.claim.path, last.claim.span, message, severity, related=related)


def _is_noted(snapshot: Snapshot, group: tuple[Fact, ...]) -> bool:
    """Whether one of the pages names all the values under Open questions."""
    return any(
        all(fact.value.text in noted for fact in group)
        for path in {fact.claim.path for fact in group}
        if (noted := _questions(snapshot, path))
    )


def _questions(snapshot: Snapshot, path: str) -> str:
    from llmwiki.facts.statements import QUESTION_HEADINGS
    from llmwiki.vault.plain import project

    page = snapshot.vault.page(path)
    starts = [heading.span.start for heading in page.headings] + [len(page.text)]
    parts = [
        page.text[heading.span.end : starts[number + 1]]
        for number, heading in enumerate(page.headings)
        if heading.text.strip().casefold() in QUESTION_HEADINGS
    ]
    return project("\n".join(parts))
