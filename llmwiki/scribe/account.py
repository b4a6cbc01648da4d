"""What an ingest did, as the log and the report say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.read import MAX_PROSE

if TYPE_CHECKING:
    from llmwiki.scribe.edition import Edition
    from llmwiki.sources.intake import Arrival
    from llmwiki.vault.vault import Vault

# More inputs than this become one line of the log instead of one line each.
LOG_LINES = 10


def log_rows(arrivals: Iterable[Arrival], edition: Edition) -> list[tuple[str, str, str]]:
    """(action, target, notes) of each log entry: sources with what they led to, then inputs that gave none."""
    arrivals = tuple(arrivals)
    taken = [arrival for arrival in arrivals if arrival.state in {"captured", "revised"}]
    out = [arrival for arrival in arrivals if arrival.is_out]
    rows = [("ingest", arrival.path, _tally(edition, arrival.path)) for arrival in taken]
    if len(taken) > LOG_LINES:
        rows = [("ingest", f"{len(taken)} sources", _tally(edition, None))]
    if len(out) > LOG_LINES:
        return [*rows, ("ingest", f"{len(out)} inputs", "gave no source")]
    return [*rows, *(("ingest", arrival.input, f"{arrival.state}: {arrival.reason}") for arrival in out)]


def with_limits(arrivals: Iterable[Arrival], vault: Vault) -> Iterator[Arrival]:
    """The arrivals, with a note at each source that is too long to be compiled whole."""
    for arrival in arrivals:
        length = len(vault.text(arrival.path)) if arrival.state in {"captured", "revised"} else 0
        if length > MAX_PROSE:
            note = f"only the first {MAX_PROSE:,} of {length:,} characters are compiled into pages; search covers all"
            yield replace(arrival, notes=(*arrival.notes, note))
        else:
            yield arrival


def _tally(edition: Edition, source: str | None) -> str:
    written = [(item.action, item.record) for item in edition.filed if item.record and item.text is not None]
    filed = [(action, record) for action, record in written if source is None or source in record.sources]
    created = sum(action == "created" for action, _ in filed)
    updated = sum(action == "updated" for action, _ in filed)
    citations = sum(len(record.claims) for _, record in filed)
    return f"+{created} page{'' if created == 1 else 's'}, {updated} updated, {citations} citation{'' if citations == 1 else 's'}"
