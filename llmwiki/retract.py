"""``wiki retract``: take a source out of the pages, and keep it out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.scribe.binding import bind, merged_ledger
from llmwiki.scribe.catalogue import add_log, update_index
from llmwiki.scribe.edition import Order, make_edition
from llmwiki.scribe.standing import require_readable
from llmwiki.scribe.upkeep import plan_upkeep
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes

if TYPE_CHECKING:
    from llmwiki.vault.ledger import SourceRecord
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Retracted:
    """The blast radius of a retraction.

    Attributes:
        source: Raw path of the source; the file itself stays.
        changed: Pages that lose statements.
        removed: Pages that rested on it alone.
        kept: Pages that rested on it alone and carry a person's edits; they stay for the person to decide.
        receipt: What was written; None for a preview.
    """

    source: str
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    kept: tuple[str, ...]
    receipt: Receipt | None = None


def retract(wiki: Workspace, name: str, *, restore: bool = False, preview: bool = False, now: str = "") -> Retracted:
    """Leave a tombstone for a source (or take it back) and recompile what rests on it.

    Args:
        wiki: The opened wiki.
        name: Raw path, file name or stem of the source.
        restore: Take the tombstone away instead.
        preview: Only say what would happen.
        now: ISO time for the record of operations.

    Raises:
        SourceRefused: There is no such source, or the name fits several.
        WriteError, Busy, EditedMeanwhile: Nothing was written.
    """
    if preview:
        return _retract(wiki, name, restore, "")
    with vault_lock(wiki.root, command="wiki retract"):
        recover(wiki.root)
        return _retract(wiki, name, restore, now or wiki.today.isoformat())


def _retract(wiki: Workspace, name: str, restore: bool, now: str) -> Retracted:  # noqa: FBT001 -- private, named by the caller
    record = replace(_find(wiki, name), retracted=not restore)
    ledger = merged_ledger(wiki.ledger, {record.path: record})
    changes = Changes(wiki.root)
    source, today = frozenset({record.path}), wiki.today.isoformat()
    order = Order(wiki.vault, ledger, wiki.schema, wiki.folder, source, today, wiki.cache_dir, wiki.kept_editor({}))
    edition = make_edition(order)
    future = bind(wiki.vault, ledger, edition, changes)
    plan_upkeep(order, edition, future, changes)
    update_index(future, changes, wiki.schema, wiki.config.language, wiki.folder)
    gone = tuple(page.path for page in edition.orphaned if page.path not in future.files)
    kept = tuple(page.path for page in edition.orphaned if page.path in future.files)
    changed = tuple(item.path for item in edition.filed if item.text is not None)
    if changes:
        row = ("restore" if restore else "retract", record.path, f"{len(changed)} pages changed, {len(gone)} removed")
        add_log(wiki.vault, changes, [row], wiki.today, (wiki.schema, wiki.config.language))
    receipt = apply(changes, action="retract", now=now) if now else None
    return Retracted(record.path, changed, gone, kept, receipt)


def _find(wiki: Workspace, name: str) -> SourceRecord:
    sources = wiki.ledger.sources
    if name in sources:
        return sources[name]
    fits = [path for path in sorted(sources) if name in _names(sources[path])]
    if len(fits) == 1:
        return sources[fits[0]]
    if fits:
        raise SourceRefused(f"{name!r} fits several sources: {', '.join(fits)}", "Give the path below raw/.")
    require_readable(wiki.vault, wiki.ledger)  # its record may be one that nobody can read
    raise SourceRefused(f"there is no source {name!r}", "`wiki status --sources` lists them; a source is named by its path below raw/.")


def _names(record: SourceRecord) -> tuple[str, ...]:
    paths = (PurePosixPath(record.path), PurePosixPath(record.file))
    return (*(path.name for path in paths), *(path.stem for path in paths), record.origin, record.file)
