"""What the update policy found: values that exclude each other or are superseded, pages to split or to archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.scribe.disputes import Dispute
    from llmwiki.scribe.ingested import Ingested
    from llmwiki.scribe.told import Told


def update_lines(result: Ingested) -> Iterator[Line]:
    """One line a disputed fact and a proposal."""
    for dispute in result.disputes:
        if dispute.current is None:
            yield (Part("  x ", "red"), Part(f"{_fact(dispute)}: {_values(dispute.told)}"))
        else:
            yield (Part("  > ", "cyan"), Part(f"{_fact(dispute)}: {_value(dispute.current)} supersedes {_values(dispute.superseded)}"))
    for item in result.upkeep:
        yield (Part("  ? ", "magenta"), Part(f"{item.page}: {item.kind}? {item.reason}"))


def updates_json(result: Ingested) -> dict[str, Any]:
    """The same, whole."""
    apart = [dispute for dispute in result.disputes if dispute.current is None]
    settled = [(dispute, dispute.current) for dispute in result.disputes if dispute.current is not None]
    return {
        "contradictions": [{**_head(dispute), "values": _rows(dispute.told)} for dispute in apart],
        "superseded": [{**_head(dispute), "current": _row(current), "values": _rows(dispute.superseded)} for dispute, current in settled],
        "proposals": [{"page": item.page, "kind": item.kind, "reason": item.reason} for item in result.upkeep],
    }


def _fact(dispute: Dispute) -> str:
    elsewhere = "" if dispute.pages == (dispute.about,) else f" (on {', '.join(dispute.pages)})"
    return f"{dispute.about}: {dispute.predicate}{elsewhere}"


def _values(told: Iterable[Told]) -> str:
    return ", ".join(dict.fromkeys(map(_value, told)))


def _value(item: Told) -> str:
    return f"{item.fact.value.text} ({', '.join(filter(None, (item.date, *item.sources)))})"


def _head(dispute: Dispute) -> dict[str, Any]:
    return {"about": dispute.about, "fact": dispute.predicate, "pages": list(dispute.pages)}


def _rows(told: Iterable[Told]) -> list[dict[str, Any]]:
    return [_row(item) for item in told]


def _row(item: Told) -> dict[str, Any]:
    return {"value": item.fact.value.text, "date": item.date or None, "page": item.page, "sources": list(item.sources)}
