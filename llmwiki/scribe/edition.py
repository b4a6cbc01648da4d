"""An edition: what the pages, the index and the ledger become when some sources have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from llmwiki.scribe.compile import Existing, compile_pages
from llmwiki.scribe.editor.base import RULES
from llmwiki.scribe.filing import Desk, Filed, file_draft
from llmwiki.scribe.holding import FREE, Holding, held, kept_back
from llmwiki.scribe.kept_notes import notes_on
from llmwiki.scribe.linking import Names
from llmwiki.scribe.pageless import Pageless, undrawn, with_tombstones
from llmwiki.scribe.parted import parted, spellings
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose, source_text
from llmwiki.scribe.render import Context, render
from llmwiki.scribe.standing import Standing, linking, standing
from llmwiki.scribe.steering import UNSTEERED, Steering, tombstones
from llmwiki.scribe.updating import Scene, updated
from llmwiki.scribe.wording import language_of
from llmwiki.sources.parts.naming import is_later_part
from llmwiki.vault.chars import language
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.linkpath import fold
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Resolver
from llmwiki.vault.safe_names import slug, unique

if TYPE_CHECKING:
    from pathlib import Path

    from llmwiki.scribe.disputes import Dispute
    from llmwiki.scribe.draft import Draft, PageKind
    from llmwiki.scribe.editor.base import Editor
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.reasons import Waiting
    from llmwiki.vault.ledger import Ledger, PageRecord
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

    _Sources = tuple[Sequence[Reading], Callable[[], Sequence[SourceNotes]]]


@dataclass(frozen=True, slots=True)
class Order:
    """What an edition is made from.

    Attributes:
        vault: The vault as it will be once the new sources are in ``raw/``.
        ledger: With the records of the new sources.
        schema: The vault's rules.
        folder: Page kind to folder, with a final slash.
        changed: Sources that are new, changed, retracted or wanted again; pages that none of them
            touches stay as they are.
        today: ISO date.
        cache_dir: Where the notes on sources are kept between runs; nowhere when None.
        editor: Who decides and words what pages say.
        without: Sources that are not compiled yet, since something is not known of them.
        steering: A person's say.
        holding: Which changes wait for a person.
    """

    vault: Vault
    ledger: Ledger
    schema: Schema
    folder: Callable[[str], str]
    changed: frozenset[str]
    today: str
    cache_dir: Path | None = None
    editor: Editor = RULES
    without: frozenset[str] = frozenset()
    steering: Steering = UNSTEERED
    holding: Holding = FREE


@dataclass(frozen=True, slots=True)
class Edition:
    """What the pages become.

    Attributes:
        filed: One entry a draft.
        standing: Where the recorded pages are.
        orphaned: Records of pages whose sources no longer support them.
        drafted: Titles of the pages that were drafted; the drafts are let go, since what became of them is filed.
        rejected: Quotes that were not found in their source, and so not used.
        disputes: Values that exclude each other on pages that are written.
        left_out: Tombstones of pages that a person does not want.
        upkeep: New proposals to split or to archive pages.
        compiled: How many of the changed sources pages could draw from.
        pageless: Those of them from which no page draws, by path.
    """

    filed: tuple[Filed, ...]
    standing: Standing
    orphaned: tuple[PageRecord, ...]
    drafted: tuple[str, ...] = ()
    rejected: int = 0
    disputes: tuple[Dispute, ...] = ()
    left_out: tuple[PageRecord, ...] = ()
    upkeep: tuple[Waiting, ...] = ()
    compiled: int = 0
    pageless: tuple[Pageless, ...] = ()

    def removable(self, vault: Vault) -> tuple[PageRecord, ...]:
        """Orphaned pages that are still what the tool wrote; one with a person's edits is the person's to decide."""
        return _untouched(self.orphaned, vault)

    def records(self, vault: Vault) -> dict[str, PageRecord]:
        """The tool's pages as they will stand, by path."""
        found = {**self.standing.pages, **{item.path: item.record for item in self.filed if item.record is not None}}
        gone = {record.path for record in self.removable(vault)}
        return {path: record for path, record in found.items() if path not in gone}

    @property
    def written(self) -> frozenset[str] | None:
        """Pages that drafts were filed for; None where nothing changed and none was made."""
        return frozenset(item.path for item in self.filed) if self.filed or self.orphaned else None

    def bases(self, vault: Vault) -> set[str]:
        """Digests of the texts that later merges start from."""
        records = [*self.standing.pages.values(), *(item.record for item in self.filed if item.record)]
        return {record.sha256 for record in records} | {vault.sha256(path) for path in self.standing.pages}


def make_edition(order: Order) -> Edition:
    """Compile the pages that the changed sources touch and decide what is written."""
    stand = standing(order.vault, order.ledger)
    if not order.changed and not stand.vacated():
        return Edition((), stand, ())
    live = [record for record in order.ledger.live_sources() if record.path in order.vault.files and record.path not in order.without]
    readings = [read_source(order.vault, order.ledger, record.path) for record in live if not is_later_part(record.file)]
    notes = _notes(readings, order.cache_dir)
    again = linking(order.vault, stand.pages, stand.vacated())
    edition = _compile(order, stand, (readings, notes), again, frozenset())
    removed = frozenset(record.path for record in edition.removable(order.vault))
    linked = linking(order.vault, stand.pages, removed) - removed
    return _compile(order, stand, (readings, notes), again | linked, removed) if linked else edition


def _compile(order: Order, stand: Standing, sources: _Sources, again: frozenset[str], without: frozenset[str]) -> Edition:
    """The pages that changed sources or ``again`` touch, and those in a dispute with them; pages in ``without`` are not there any more."""
    disputed = frozenset(path for path, record in stand.pages.items() if record.disputes and path not in without)
    first, drawn_in = _pass(order, stand, sources, (again, disputed), without)
    if not drawn_in - disputed:
        return first
    return _pass(order, stand, sources, (again, disputed | drawn_in), without)[0]


def _pass(
    order: Order, stand: Standing, sources: _Sources, besides: tuple[frozenset[str], frozenset[str]], without: frozenset[str]
) -> tuple[Edition, frozenset[str]]:
    """One pass, and the pages that a dispute draws in; ``besides``: pages to draft again, and those to draft for their disputes."""
    again, disputed = besides
    existing = [page for page in _existing(order, stand) if page.path not in without]
    blocked = frozenset(name for record in stand.tombstones.values() for name in (record.title, *record.names))
    readings, notes = sources
    steering = order.steering
    compiled = compile_pages(
        readings,
        existing,
        order.schema,
        changed=order.changed,
        again=again | disputed,
        blocked=blocked,
        notes=notes(),  # named one by one: a dictionary of arguments would hold the notes while pages are written
        editor=order.editor,
        steering=steering,
    )
    placed = _places(order, compiled.drafts, existing)
    paths = {path for _, path in placed}
    orphaned = _orphaned(stand, order.changed, again - paths, paths)
    kept = kept_back(_untouched(orphaned, order.vault), order.holding)
    orphaned = tuple(record for record in orphaned if record.path not in {item.path for item in kept})
    placed = [(draft, path) for draft, path in placed if draft.title not in steering.blocked]
    gone = without.union(record.path for record in _untouched(orphaned, order.vault))
    found = updated(placed, Scene(order.vault, order.ledger, stand.pages, gone))
    filed = [*_held(order, _file_all(order, stand, existing, found.drafts)), *kept]
    written = {item.path for item in filed if item.text is not None}
    disputes = tuple(dispute for dispute in found.disputes if not written.isdisjoint(dispute.pages))
    drawn_in = {path for dispute in found.disputes for path in dispute.pages if path not in paths and path in stand.pages}
    drafted = tuple(draft.title for draft in compiled.drafts)
    edition = Edition(tuple(filed), stand, orphaned, drafted, compiled.rejected, disputes, tombstones(steering, stand.pages))
    count = sum(reading.source in order.changed for reading in readings)
    edition = replace(edition, compiled=count, pageless=_pageless(order, edition, compiled.pageless))
    return edition, frozenset(drawn_in - gone)


def _pageless(order: Order, edition: Edition, found: Sequence[Pageless]) -> tuple[Pageless, ...]:
    """Those of ``found`` from which no other page of the vault draws either, be it an answer or a person's own."""
    pages = [path for path in order.vault.notes if page_kind(path)]
    left = undrawn(order.vault, [item.source for item in found], edition.records(order.vault).values(), pages)
    return tuple(with_tombstones((item for item in found if item.source in left), edition.standing.tombstones.values()))


def _held(order: Order, filed: Sequence[Filed]) -> list[Filed]:
    """What is filed, with what waits for a person as proposals."""
    present = {item.path: order.vault.text(item.path) for item in filed if item.text is not None and item.path in order.vault.files}
    return held(filed, present, order.changed, order.holding)


def _untouched(records: Sequence[PageRecord], vault: Vault) -> tuple[PageRecord, ...]:
    """Those of these pages that stand as the tool wrote them."""
    return tuple(record for record in records if vault.sha256(record.path) == record.sha256)


def _notes(readings: Sequence[Reading], folder: Path | None) -> Callable[[], Sequence[SourceNotes]]:
    """The notes on sources; those that are kept on the disk are read again where they are needed again, and not held meanwhile."""
    if folder is not None:
        return partial(notes_on, readings, folder)
    found = notes_on(readings, None)
    return lambda: found


def read_source(vault: Vault, ledger: Ledger, path: str) -> Reading:
    """The source at ``path`` as the scribe reads it."""
    record = ledger.sources[path]
    text = source_text(vault, path)
    digest = sha256_of(text.encode("utf-8", "surrogateescape"))
    return Reading(path, text, read_prose(text, title=record.title), date=record.date, sha256=digest)


def _existing(order: Order, stand: Standing) -> list[Existing]:
    kinds: tuple[PageKind, ...] = ("entity", "concept", "comparison")
    return [
        _existing_page(order, path, kind, stand.pages.get(path))
        for path in order.vault.notes
        for kind in kinds
        if path.startswith(order.folder(kind))
    ]


def _existing_page(order: Order, path: str, kind: PageKind, record: PageRecord | None) -> Existing:
    page = order.vault.page(path)
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    title = page.frontmatter.text("title") or stem
    aliases = set(page.frontmatter.items("aliases")) - {title}
    present = {title, *aliases}
    gone = parted(record, present)
    sources = record.sources if record else ()
    tongue = language_of(heading.text for heading in page.headings) or language(title + page.text[page.body_start :])
    return Existing(path, title, tuple(sorted(aliases)), kind, sources, tongue, spellings(record, present, gone), gone)


def _places(order: Order, drafts: Sequence[Draft], existing: Sequence[Existing]) -> list[tuple[Draft, str]]:
    """Give each draft its path: that of the page it continues, or a new name that no other file has."""
    paths = {fold(page.title): page.path for page in existing}
    taken = {path.rsplit("/", 1)[-1].rsplit(".", 1)[0] for path in order.vault.files}
    placed = []
    for draft in drafts:
        path = paths.get(fold(draft.title))
        if path is None:
            name = unique(slug(draft.title, order.schema.naming), taken)
            taken.add(name)
            path = f"{order.folder(draft.kind)}{name}.md"
        placed.append((draft, path))
    return placed


def _file_all(order: Order, stand: Standing, existing: Sequence[Existing], placed: Sequence[tuple[Draft, str]]) -> list[Filed]:
    resolver = Resolver([*order.vault.files, *(path for _, path in placed)])
    paths = {page.title: page.path for page in existing} | {draft.title: path for draft, path in placed}
    names = _names(existing, placed, lambda path: resolver.link_text(path, ""))
    gone = {page.path: page.parted for page in existing}
    filed = []
    for draft, path in placed:
        desk = _desk(order, resolver, (paths, names), path)
        present = order.vault.text(path) if path in order.vault.files else None
        record = stand.pages.get(path)
        filed.append(file_draft(draft, path, present, record and replace(record, parted=gone.get(path, ())), desk))
    return filed


def _desk(order: Order, resolver: Resolver, index: tuple[Mapping[str, str], Names], path: str) -> Desk:
    paths, names = index

    def write(draft: Draft, created: str, updated: str) -> str:
        context = Context(
            link_for=lambda page: resolver.link_text(paths.get(page, page), path),
            link_for_source=lambda source: resolver.path_text(source, path),
            names=names,
            created=created,
            updated=updated,
        )
        return render(draft, context)

    return Desk(write, order.today, order.vault.root)


def _names(existing: Sequence[Existing], placed: Sequence[tuple[Draft, str]], link: Callable[[str], str]) -> Names:
    """Spellings of every page; one that leads to two pages leads to neither, unless it is a title."""
    spelled: list[tuple[str, str, bool]] = []
    for page in existing:
        spelled += [(name, page.path, name == page.title) for name in (page.title, *page.aliases, *page.spellings)]
    for draft, path in placed:
        spelled += [(name, path, name == draft.title) for name in (draft.title, *draft.aliases, *draft.names)]
    owners: dict[str, set[str]] = {}
    titles: dict[str, str] = {}
    for name, path, is_title in spelled:
        owners.setdefault(name, set()).add(path)
        if is_title:
            titles[name] = path
    clear = {name: titles.get(name) or next(iter(found)) for name, found in owners.items() if len(found) == 1 or name in titles}
    return Names({name: link(path) for name, path in clear.items()})


def _orphaned(stand: Standing, changed: frozenset[str], left: frozenset[str], written: set[str]) -> tuple[PageRecord, ...]:
    """Pages the tool wrote, from changed sources or with links to vanished pages, that no draft continues any more."""
    return tuple(
        record
        for path, record in sorted(stand.pages.items())
        if path not in written and (path in left or changed.intersection(record.sources)) and record.kind != "query"
    )
