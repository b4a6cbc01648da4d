"""Two statements of the wiki cannot both be true, or a page says that it is contested.

Speaks up for pages with `contested: true` or a list of pages in `contradictions`, and where two cited statements give
different values for the same thing as of the same date: when something was founded, released or born, where its headquarters are, how
large a number, a price or a default is. Values are compared after conversion and rounding (`8.9 million` and `8,908,081`
agree, so do `1 minute` and `60 s`); statements with a date, a version or a condition of their own are only compared with
their like. When the page names both values under Open questions, the severity is info.

Why: A reader or an agent takes whichever statement it meets first for the truth.

Fix: Look at both sources. Give each statement its date when both were true in their time; take back the wrong one; or keep both
under Open questions and name the other page in `contradictions`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple
from functools import cached_property
from typing import TYPE_CHECKING, Any

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.checks.heads import heads
from llmwiki.checks.memo import by_page
from llmwiki.vault.link import Span
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.facts.fact import Fact
    from llmwiki.facts.read import Subjects

CODE = "W511"
NAME = "contradiction"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_NO = frozenset({"", "false", "no", "null"})


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield contested pages, then groups of statements that exclude each other."""
    yield from by_page(snapshot, CODE, snapshot.pages, _declared, snapshot.files_mark)
    rows = _Facts(snapshot).shared()
    if rows:
        from llmwiki.facts.fact import conflicts  # most wikis say nothing twice

        for group in conflicts(_fact(*row) for row in rows):
            yield _clash(snapshot, group)


class _Facts:
    """Reads the facts of pages that are new, as rows: subject, predicate, date, then value and claim."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._names = {path: head.names for path, head in heads(snapshot, snapshot.pages).items()}

    def shared(self) -> list[Any]:
        """The rows that have subject, predicate and date in common with another one; no others can clash."""
        column = self._snapshot.memo.column("facts", sorted(self._names.items()))
        rows = [row for path in self._snapshot.pages for row in column.of(path, self._read)]
        times = Counter(tuple(row[:3]) for row in rows)
        return [row for row in rows if times[tuple(row[:3])] > 1]

    def _read(self, path: str) -> list[Any]:
        from llmwiki.facts.read import read_facts  # the patterns cost more than a lint that does not need them

        facts = read_facts(self._snapshot.vault, path, self._subjects, own=page_kind(path) in ("entity", "concept"))
        return [[fact.subject, fact.predicate, fact.date, astuple(fact.value), astuple(fact.claim)] for fact in facts]

    @cached_property
    def _subjects(self) -> Subjects:
        from llmwiki.facts.read import Subjects

        return Subjects(self._names)


def _fact(subject: str, predicate: str, date: str, value: Iterable[Any], claim: Iterable[Any]) -> Fact:
    from llmwiki.facts.fact import Claim, Fact
    from llmwiki.facts.values import Value

    path, span, text, labels = claim
    return Fact(subject, predicate, Value(*value), date, Claim(path, Span(*span), text, tuple(labels)))


def _declared(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    block = snapshot.vault.page(path).frontmatter
    others = [item for item in block.items("contradictions") if item.casefold() not in _NO]
    if others:
        named = ", ".join(f"“{item}”" for item in others)
        yield Mark(path, block.key_span("contradictions"), f"the page contradicts {named}", related=_places(snapshot, path, others))
    elif block.text("contested").casefold() not in _NO:
        yield Mark(path, block.key_span("contested"), "the page is contested")


def _places(snapshot: Snapshot, path: str, others: list[str]) -> tuple[Place, ...]:
    found = [snapshot.vault.resolver.resolve(item.strip("[] ").partition("|")[0], path) for item in others]
    return tuple(Place(item.path, 1, "the other page") for item in found if isinstance(item, Found))


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

    page = snapshot.vault.page(path)
    starts = [heading.span.start for heading in page.headings] + [len(page.text)]
    parts = [
        page.text[heading.span.end : starts[number + 1]]
        for number, heading in enumerate(page.headings)
        if heading.text.strip().casefold() in QUESTION_HEADINGS
    ]
    return "\n".join(parts)
