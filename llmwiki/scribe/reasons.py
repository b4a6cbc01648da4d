"""Why a page should be split or archived, and the proposal that says so."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.names import names_of
from llmwiki.facts.subjects import Subjects
from llmwiki.facts.succession import Succession, successions
from llmwiki.scribe.proposal_form import Kind, head
from llmwiki.scribe.splitting import Split, split_plan
from llmwiki.scribe.told import is_before, newest
from llmwiki.vault.citation import read_footnote
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from llmwiki.vault.ledger import Ledger, PageRecord
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

TOO_LONG = "longer than page_max_lines"
RETRACTED = "its sources are retracted"
_BY_ITSELF = "Nothing is done by itself. Delete this file to leave the page as it is: this is not proposed again."


class Waiting(NamedTuple):
    """A page that it is proposed to split or to archive, and why."""

    page: str
    kind: Kind
    reason: str


@dataclass(frozen=True, slots=True)
class Estate:
    """What is looked after.

    Attributes:
        vault: As it will be.
        ledger: With its sources as they will be.
        records: Of the tool's pages, by path, as they will be.
        schema: The vault's rules.
    """

    vault: Vault
    ledger: Ledger
    records: Mapping[str, PageRecord]
    schema: Schema


def to_split(estate: Estate, paths: Iterable[str]) -> Iterator[tuple[Waiting, str]]:
    """Those of these pages that are too long, each with its proposal."""
    names = [path.rpartition("/")[2].rpartition(".")[0] for path in estate.vault.files]
    for path in sorted(paths):
        if path in estate.records and path in estate.vault.files:
            plan = split_plan(estate.vault.page(path), path, estate.schema.page_max_lines, names, estate.schema.naming)
            estate.vault.let_go(path)
            if plan:
                yield Waiting(path, "split", TOO_LONG), head(path, "split", TOO_LONG) + _split_text(plan, estate.schema.page_max_lines)


def to_archive(estate: Estate) -> Iterator[tuple[Waiting, str]]:
    """Pages that another page supersedes, and those whose sources were all retracted, each with its proposal."""
    superseded = _superseded(estate)
    for path, record in sorted(estate.records.items()):
        if path not in estate.vault.files:
            continue
        if path in superseded:
            reason, text = f"superseded by {superseded[path].new}", _superseded_text(superseded[path])
        elif record.sources and not any(_is_live(estate.ledger, source) for source in record.sources):
            reason, text = RETRACTED, _retracted_text(path, record)
        else:
            continue
        yield Waiting(path, "archive", reason), head(path, "archive", reason) + text


def _is_live(ledger: Ledger, source: str) -> bool:
    return source in ledger.sources and not ledger.sources[source].retracted


def _superseded(estate: Estate) -> dict[str, Succession]:
    """What is said of each page that another one took the place of, unless it rests on a newer source too."""
    vault = estate.vault
    pages = [path for path in vault.notes if page_kind(path)]
    subjects = Subjects({path: names_of(vault, path) for path in pages})
    said = [found for path in pages for found in _said(vault, path, subjects)]
    back = {(found.new, found.old) for found in said}
    dates = {path: record.date for path, record in estate.ledger.sources.items()}
    found: dict[str, Succession] = {}
    for item in said:
        record = estate.records.get(item.old)
        if record is None or (item.old, item.new) in back:
            continue
        when = newest(_sources(vault, item), dates)
        if not any(is_before(when, dates.get(source, "")) for source in record.sources):
            found.setdefault(item.old, item)
    return found


def _said(vault: Vault, path: str, subjects: Subjects) -> list[Succession]:
    found = list(successions(vault.page(path), path, subjects))
    vault.let_go(path)
    return found


def _sources(vault: Vault, item: Succession) -> tuple[str, ...]:
    page = vault.page(item.page)
    notes = [page.text[note.span.start : note.span.end] for note in page.footnote_defs if note.label in item.labels]
    found = [vault.resolver.resolve(note.target, item.page) for text in notes if (note := read_footnote(text))]
    return tuple(answer.path for answer in found if isinstance(answer, Found))


def _split_text(plan: Split, limit: int) -> str:
    rows = "\n".join(f"- “{piece.heading}”, {piece.lines} lines: {piece.path}, titled “{piece.title}”" for piece in plan.pieces)
    return (
        f"The page has {plan.lines} lines, {limit} are allowed. These sections could become pages of their own, each with one sentence"
        f" and a link left behind:\n\n{rows}\n\nThen {plan.stay} lines stay. {_BY_ITSELF}\n"
    )


def _superseded_text(item: Succession) -> str:
    return (
        f"{item.page} says: “{item.text}”, and the page rests on no newer source. Its links would lead to the successor:\n\n"
        f"    wiki archive {quote(item.old)} --successor {quote(item.new)}\n\n{_BY_ITSELF}\n"
    )


def _retracted_text(path: str, record: PageRecord) -> str:
    rows = "\n".join(f"- {source}" for source in record.sources)
    return (
        f"No source of the page is left, and it carries edits of a person's:\n\n{rows}\n\n"
        f"    wiki archive {quote(path)} --reason {quote(RETRACTED)}\n\n{_BY_ITSELF}\n"
    )
