"""The state of a vault as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from llmwiki.report.numbers import counted
from llmwiki.report.spent import spent_text
from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from llmwiki.status import Status

SHOWN = 10  # files named before "and N more"
_PLURALS = {"entity": "entities", "query": "queries"}


def status_lines(status: Status) -> Iterator[Line]:
    """For people."""
    kinds = ", ".join(counted(count, kind, _PLURALS.get(kind, "")) for kind, count in status.pages)
    retracted = f", {status.retracted} retracted" if status.retracted else ""
    pageless = f", {len(status.pageless)} without a page" if status.pageless else ""
    yield (Part("vault      ", "dim"), Part(status.root.resolve().name, "bold"), Part(f"  {status.root}"))
    yield (Part("pages      ", "dim"), Part(kinds))
    yield (Part("sources    ", "dim"), Part(f"{status.captured} captured{retracted}{pageless}, {counted(status.citations, 'citation')}"))
    yield from _files("pending", status.pending)
    yield from _files("proposals", status.proposed)
    yield from _files("unreadable", tuple(f"{path}: {reason}" for path, reason in status.unreadable))
    for operation, spent in status.spent:
        yield (Part("spent      ", "dim"), Part(f"{operation}: {spent_text(spent)}"))
    for entry in status.log:
        yield (Part("log        ", "dim"), Part(f"{entry.date} {entry.action} {entry.target}"))


def source_lines(status: Status) -> Iterator[Line]:
    """Every source: its path and its title, and whether it was taken out or no page draws from it."""
    pageless = frozenset(status.pageless)
    for record in status.sources:
        mark = Part("  retracted", "red") if record.retracted else Part("  no page" if record.path in pageless else "", "yellow")
        yield (Part(record.path), Part(f"  {record.title}", "dim"), mark)


def status_json(status: Status) -> dict[str, Any]:
    """For programs, in the words of ``wiki ingest --json``."""
    return {
        "vault": status.root.resolve().name,
        "root": str(status.root),
        "notes": status.notes,
        "captured": status.captured,
        "retracted": status.retracted,
        "sources": [{"path": record.path, "title": record.title, "retracted": record.retracted} for record in status.sources],
        "pageless": list(status.pageless),
        "pending": list(status.pending),
        "failed": [{"input": path, "reason": reason} for path, reason in status.unreadable],
        "pages": dict(status.pages) | {"proposed": list(status.proposed)},
        "citations": {"written": status.citations},
        "spent": {operation: spent._asdict() for operation, spent in status.spent},
        "log": [entry._asdict() for entry in status.log],
    }


def _files(name: str, paths: tuple[str, ...]) -> Iterator[Line]:
    if not paths:
        return
    yield (Part(f"{name:<11}", "dim"), Part(str(len(paths)), "yellow"))
    for path in paths[:SHOWN]:
        yield (Part(f"           {path}"),)
    if len(paths) > SHOWN:
        yield (Part(f"           and {len(paths) - SHOWN} more", "dim"),)
