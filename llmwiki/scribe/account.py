"""What an ingest did, as the log and the report say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.read import MAX_PROSE, file_size
from llmwiki.sources.parts.naming import is_later_part, whole_of

if TYPE_CHECKING:
    from llmwiki.scribe.edition import Edition
    from llmwiki.sources.arrivals import Arrival, State
    from llmwiki.vault.vault import Vault

# More sources, or inputs that gave none, than this become one line of the log each reason instead of one each input.
LOG_LINES = 10


def log_rows(arrivals: Iterable[Arrival], edition: Edition, late: Collection[str] = ()) -> list[tuple[str, str, str]]:
    """(action, target, notes) of each log entry: the account of several inputs, sources with what they led to, the rest with reasons.

    Args:
        arrivals: What came in.
        edition: What the pages became.
        late: Sources that an earlier run took in and did not compile; they are told as if they came in this time.
    """
    arrivals = tuple(
        replace(arrival, state="captured") if arrival.state == "unchanged" and arrival.path in late else arrival for arrival in arrivals
    )
    taken = [arrival for arrival in arrivals if arrival.state in {"captured", "revised"}]
    rows = [("ingest", arrival.path, _tally(edition, arrival.path)) for arrival in taken]
    if len(taken) > LOG_LINES:
        rows = [("ingest", f"{len(taken)} sources", _tally(edition, None))]
    account = [("ingest", f"{len(arrivals)} inputs", _account(arrivals))] if len(arrivals) > max(len(taken), 1) else []
    return [*account, *rows, *_left_out([arrival for arrival in arrivals if arrival.is_out])]


def interrupted_rows(arrivals: Iterable[Arrival]) -> list[tuple[str, str, str]]:
    """The entry of an ingest that was stopped; none when nothing had come in."""
    count = sum(arrival.state in {"captured", "revised"} for arrival in arrivals)
    return [("ingest", f"{count} sources", "captured before an interrupt; the next ingest compiles them")] if count else []


def _account(arrivals: tuple[Arrival, ...]) -> str:
    """How many inputs ended in which way; the numbers add up to all of them."""
    counts = Counter(arrival.state for arrival in arrivals)
    states: tuple[State, ...] = ("captured", "revised", "unchanged", "duplicate", "refused", "failed")
    return ", ".join(f"{counts[state]} {state}" for state in states if counts[state])


def _left_out(out: list[Arrival]) -> list[tuple[str, str, str]]:
    if len(out) <= LOG_LINES:
        return [("ingest", arrival.input, f"{arrival.state}: {arrival.reason}") for arrival in out]
    reasons = Counter(f"{arrival.state}: {arrival.reason}" for arrival in out)
    return [("ingest", f"{count} input{'' if count == 1 else 's'}", reason) for reason, count in sorted(reasons.items())]


def with_limits(arrivals: Iterable[Arrival], vault: Vault) -> Iterator[Arrival]:
    """The arrivals, with a note at each source that is too long to be compiled whole."""
    arrivals = tuple(arrivals)
    more = Counter(whole_of(arrival.input) for arrival in arrivals if is_later_part(arrival.input) and not arrival.is_out)
    for arrival in arrivals:
        yield replace(arrival, notes=(*arrival.notes, *_limits(arrival, more[arrival.input], vault)))


def _limits(arrival: Arrival, more: int, vault: Vault) -> Iterator[str]:
    """What of a source, and of the later parts of its input, is searched only."""
    if arrival.state not in {"captured", "revised"} or is_later_part(arrival.input):
        return
    if length := _length(vault, arrival.path):
        yield f"only the first {MAX_PROSE:,} of {length} are compiled into pages; search covers all"
    if more:
        yield f"goes on in {more:,} more source{'s' * (more != 1)}, which {'are' if more != 1 else 'is'} searched and not compiled"


def _length(vault: Vault, path: str) -> str:
    """How long a source is that is too long to be compiled whole, else empty; a giant is not read for that."""
    size = file_size(vault, path)
    if size > 4 * MAX_PROSE:
        return f"{size:,} bytes"
    length = len(vault.text(path)) if not size or size > MAX_PROSE else 0
    return f"{length:,} characters" if length > MAX_PROSE else ""


def _tally(edition: Edition, source: str | None) -> str:
    written = [(item.action, item.record) for item in edition.filed if item.record and item.text is not None]
    filed = [(action, record) for action, record in written if source is None or source in record.sources]
    created = sum(action == "created" for action, _ in filed)
    updated = sum(action == "updated" for action, _ in filed)
    citations = sum(len(record.claims) for _, record in filed)
    tally = f"+{created} page{'' if created == 1 else 's'}, {updated} updated, {citations} citation{'' if citations == 1 else 's'}"
    return tally + _disputed(edition, source)


def _disputed(edition: Edition, source: str | None) -> str:
    """How many facts the sources give different values for."""
    found = [dispute for dispute in edition.disputes if source is None or any(source in item.sources for item in dispute.told)]
    open_ones = sum(dispute.current is None for dispute in found)
    parts = ((open_ones, "contradiction"), (len(found) - open_ones, "superseded value"))
    return "".join(f", {count} {name}{'' if count == 1 else 's'}" for count, name in parts if count)
