"""Two pages are about the same thing.

Looks at the pages in the folders of entities and concepts together, at comparisons, and at queries. Names are compared without
regard to case, width, spaces, hyphens and punctuation (`Vector-Search`, `vector search`); digits, `+` and `#` tell things
apart. Warnings: two pages with one title, in one folder or in two; a title that another page gives as its alias, which is
also how a page and its twin in another language meet; two texts that share nearly all their sentences. Info: titles that differ
only in number (`Embedding`, `Embeddings`), an alias that two pages give, and two pages that `wiki ingest` made itself, as it
does on two branches. The finding stands at the second page by path.

Why: What is known of the thing is split over two pages; each is half, they drift apart, and a link leads to either.

Fix: `wiki merge PAGE INTO` joins them: the statements and what people wrote of both, the other's names as aliases, and every link leads to
the page that stays. If they are two things, say so in the titles (`Mercury (planet)`), or take the alias away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.checks.heads import heads
from llmwiki.checks.tour import Question
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from llmwiki.vault.vault import Vault

CODE = "W204"
NAME = "duplicate-page"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_TOO_MANY = 5
"""A line on more pages than this is a phrase of the house."""

_ROOMS = {"comparison": "comparison:", "query": "query:"}
"""What comparisons and queries are compared in, apart from the pages on things."""


class _Row(NamedTuple):
    """What is compared of a page.

    Attributes:
        names: Keys of its title, of the title in singular where that is another, and of its aliases.
        text: Hashes of the longest lines.
        titles: How many of the names are the title's.
    """

    names: Sequence[str]
    text: Sequence[str]
    titles: int

    @property
    def title(self) -> str:
        return self.names[0]

    @property
    def singular(self) -> str:
        return self.names[self.titles - 1]

    @property
    def aliases(self) -> Sequence[str]:
        return self.names[self.titles :]


class _Twin(NamedTuple):
    """Two pages, the first and the second by path, and why they are one; ``key`` is that of the name they meet in."""

    first: str
    second: str
    reason: str
    key: str = ""
    severity: Severity | None = None


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield the second page of each pair, with the strongest reason."""
    return _twins(snapshot, _compared(snapshot))


def _twins(snapshot: Snapshot, compared: Question) -> Iterator[Mark]:
    rows = _rows(snapshot.pages, compared)
    twins: dict[tuple[str, str], _Twin] = {}
    for twin in (*_by_title(rows), *_by_alias(rows), *_by_text(snapshot, rows), *_perhaps(rows)):
        twins.setdefault((twin.first, twin.second), twin)
    for twin in sorted(twins.values()):
        message = twin.reason.format(word=_written(snapshot, twin), other=twin.first)
        severity = "info" if snapshot.wrote(twin.first) and snapshot.wrote(twin.second) else twin.severity
        yield Mark(twin.second, None, message, severity, related=(Place(twin.first, 1, "the other page"),))


def _compared(snapshot: Snapshot) -> Question:
    def find(path: str) -> _Row:
        likeness, names_of = _likeness()
        room = _ROOMS.get(page_kind(path), "")
        title, *aliases = [f"{room}{likeness.name_key(name) or path}" for name in names_of(snapshot.vault, path)]
        titles = [*dict.fromkeys((title, likeness.singular(title)))]
        text = [f"{room}{mark:x}" for mark in likeness.text_marks(snapshot.vault.page(path))]
        return _Row([*titles, *sorted({*aliases} - {*titles})], text, len(titles))

    return Question(snapshot.tour, snapshot.memo.column(CODE), snapshot.pages, find)


@cache
def _likeness() -> tuple[ModuleType, Callable[[Vault, str], tuple[str, ...]]]:
    from llmwiki.checks import likeness  # only needed where a page is new
    from llmwiki.facts.names import names_of

    return likeness, names_of


def _rows(pages: Iterable[str], compared: Question) -> dict[str, _Row]:
    """The pages that have something in common with another, which in most wikis are none."""
    found = {path: compared.of(path) for path in pages}
    names, lines = _repeated(row[0] for row in found.values()), _repeated(row[1] for row in found.values())
    if not names and not lines:
        return {}
    return {path: _Row(*row) for path, row in found.items() if not names.isdisjoint(row[0]) or not lines.isdisjoint(row[1])}


def _repeated(keys: Iterable[Sequence[str]]) -> set[str]:
    """What stands in more than one of the lists."""
    every = list(chain.from_iterable(keys))
    return {key for key, count in Counter(every).items() if count > 1} if len(set(every)) < len(every) else set()


def _by_title(rows: Mapping[str, _Row]) -> Iterator[_Twin]:
    for title, pages in _shared({path: (row.title,) for path, row in rows.items()}):
        yield from (_Twin(pages[0], other, "the title “{word}” is that of {other} too", title) for other in pages[1:])


def _by_alias(rows: Mapping[str, _Row]) -> Iterator[_Twin]:
    titles = {row.title: path for path, row in rows.items()}
    for path, row in rows.items():
        for alias in row.aliases:
            if alias in titles:
                first, second = sorted((path, titles[alias]))
                reason = "the title “{word}” is an alias of {other}" if first == path else "the alias “{word}” is the title of {other}"
                yield _Twin(first, second, reason, alias)


def _by_text(snapshot: Snapshot, rows: Mapping[str, _Row]) -> Iterator[_Twin]:
    likely: dict[str, set[str]] = defaultdict(set)
    for _, pages in _shared({path: row.text for path, row in rows.items()}):
        for first, second in combinations(pages if len(pages) <= _TOO_MANY else (), 2):
            likely[first].add(second)
    for path, others in likely.items():
        yield from (_Twin(path, other, "the text is nearly that of {other}") for other in _alike(snapshot, path, sorted(others)))


def _alike(snapshot: Snapshot, path: str, others: Sequence[str]) -> list[str]:
    """Those of the others whose text is nearly that of the page; kept while none of the texts changes."""

    def find(path: str) -> list[list[str]]:
        from llmwiki.checks.likeness import alike

        page = snapshot.vault.page
        return [present, [other for other in others if alike(page(path), page(other))]]

    present = [f"{other} {snapshot.vault.digest(other)}" for other in others]
    found: list[str] = snapshot.memo.column(f"{CODE}-text").of(path, find, lambda known: known[0] == present)[1]
    return found


def _perhaps(rows: Mapping[str, _Row]) -> Iterator[_Twin]:
    for _, pages in _shared({path: (row.singular,) for path, row in rows.items()}):
        reason = "the title “{word}” differs only in number from that of {other}"
        yield from (_Twin(pages[0], other, reason, rows[other].title, "info") for other in pages[1:])
    for alias, pages in _shared({path: row.aliases for path, row in rows.items()}):
        yield from (_Twin(pages[0], other, "the alias “{word}” is one of {other} too", alias, "info") for other in pages[1:])


def _shared(keys: Mapping[str, Sequence[str]]) -> list[tuple[str, list[str]]]:
    """Keys that several pages have, with these pages in order."""
    pages: dict[str, list[str]] = {key: [] for key in sorted(_repeated(keys.values()))}
    for path in sorted(keys):
        for key in keys[path]:
            if key in pages:
                pages[key].append(path)
    return list(pages.items())


def _written(snapshot: Snapshot, twin: _Twin) -> str:
    """The name that a twin meets in, as the second page has it, else the first."""
    from llmwiki.checks.likeness import name_key

    known = heads(snapshot, (twin.second, twin.first))
    names = [name for head in known.values() for name in head.names]
    return next((name for name in names if twin.key.endswith(name_key(name) or twin.second)), "")
