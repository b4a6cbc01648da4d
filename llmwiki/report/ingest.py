"""What an ingest or a retraction did, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from llmwiki.report.asked import asked_json, asked_lines
from llmwiki.report.numbers import counted
from llmwiki.report.pageless import pageless_json, pageless_lines
from llmwiki.report.terminal import Line, Part
from llmwiki.report.updates import update_lines, updates_json

if TYPE_CHECKING:
    from llmwiki.ingest import Ingested
    from llmwiki.retract import Retracted


def ingest_lines(result: Ingested) -> Iterator[Line]:
    """Inputs that need a word, then pages, then sources without one, then the totals."""
    for arrival in result.arrivals:
        if arrival.is_out:
            yield (Part("  ! ", "red"), Part(f"{arrival.input}: {arrival.reason}"))
        elif arrival.state == "duplicate" or arrival.reason:
            yield (Part("  = ", "dim"), Part(f"{arrival.input}: {arrival.reason or arrival.state}"))
        for note in arrival.notes:
            yield (Part("  i ", "cyan"), Part(f"{arrival.input}: {note}"))
    for sign, style, paths in (("+", "green", result.created), ("~", "yellow", result.updated), ("-", "red", result.removed)):
        for path in paths:
            yield (Part(f"  {sign} ", style), Part(path))
    for path in result.proposed:
        yield (Part("  ? ", "magenta"), Part(f"{path}: waits for a decision"))
    yield from update_lines(result)
    yield from pageless_lines(result)
    yield from asked_lines(result.asked)
    yield (Part(_totals(result), "bold"),)


def ingest_json(result: Ingested, *, dry_run: bool) -> dict[str, Any]:
    """The totals and every path."""
    counts = {state: _count(result, state) for state in ("captured", "revised", "unchanged", "duplicate")}
    pages = {"created": result.created, "updated": result.updated, "removed": result.removed, "proposed": result.proposed}
    return {
        "inputs": len(result.arrivals),
        "interrupted": result.interrupted,
        **counts,
        "refused": _reasons(result, "refused"),
        "failed": _reasons(result, "failed"),
        "notes": [{"input": arrival.input, "note": note} for arrival in result.arrivals for note in arrival.notes],
        "pages": {name: list(paths) for name, paths in pages.items()},
        **updates_json(result),
        "compiled": result.compiled,
        "pageless": pageless_json(result),
        "citations": {"written": result.citations, "rejected": result.rejected},
        **asked_json(result.asked),
        **({"diff": result.diff} if dry_run else {}),
    }


def retract_lines(result: Retracted) -> Iterator[Line]:
    """The blast radius."""
    yield (Part(result.source, "bold"),)
    for path in result.changed:
        yield (Part("  ~ ", "yellow"), Part(path))
    for path in result.removed:
        yield (Part("  - ", "red"), Part(path))
    for path in result.kept:
        yield (Part("  ? ", "magenta"), Part(f"{path}: carries edits of yours and stays"))
    if not (result.changed or result.removed or result.kept):
        yield (Part("  no page rests on it", "dim"),)


def retract_json(result: Retracted, *, done: bool) -> dict[str, Any]:
    """The blast radius, and whether it was carried out."""
    pages = {"updated": list(result.changed), "removed": list(result.removed), "kept": list(result.kept)}
    return {"source": result.source, "done": done, "pages": pages}


def _totals(result: Ingested) -> str:
    """The account: the states add up to the inputs, of which an archive gives one for each document in it."""
    others = ("revised", "unchanged", "duplicate", "refused", "failed")
    parts = [counted(_count(result, "captured"), "source") + " captured"]
    parts += [f"{count} {state}" for state in others if (count := _count(result, state))]
    whole = f"{counted(len(result.arrivals), 'input')}: " if len(parts) > 1 else ""
    if result.interrupted:
        return f"{whole}{', '.join(parts)}; no pages yet"
    pages = f"{counted(len(result.created), 'page')} created, {len(result.updated)} updated"
    return f"{whole}{', '.join(parts)}; {pages}, {counted(result.citations, 'citation')}"


def _reasons(result: Ingested, state: str) -> list[dict[str, str]]:
    return [{"input": arrival.input, "reason": arrival.reason} for arrival in result.arrivals if arrival.state == state]


def _count(result: Ingested, state: str) -> int:
    return sum(arrival.state == state for arrival in result.arrivals)
