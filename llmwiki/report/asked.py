"""What a model had to do with an ingest, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from llmwiki.llm.calls import Spent
from llmwiki.report.numbers import counted
from llmwiki.report.spent import spent_text
from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from llmwiki.scribe.editor.verdicts import Doubt
    from llmwiki.scribe.ingested import Asked

_SHOWN = 5
"""So many failures of a model are told one by one; the JSON has all."""


def asked_lines(asked: Asked | None) -> Iterator[Line]:
    """What went wrong with the model, what waits, and what its calls took; nothing where none is set."""
    if asked is None:
        return
    yield from _faults(asked)
    for source in asked.waiting:
        yield (Part("  ! ", "red"), Part(f"{source}: waits for the model: {asked.stopped}"))
    yield from _claims(asked)
    if asked.outdated:
        told = f"{counted(len(asked.outdated), 'source')} with answers by another model or to other prompts"
        yield (Part("  i ", "cyan"), Part(f"{told}; `wiki ingest --again` asks anew"))
    for doubt in asked.doubts:
        yield (Part("  ? ", "yellow"), Part(_doubted(doubt)))
    yield (Part(f"{asked.model}: {spent_text(asked.spent)}"),)


def _faults(asked: Asked) -> Iterator[Line]:
    """Answers that could not be used, and those of which a part could not."""
    for failure in asked.failures[:_SHOWN]:
        yield (Part("  i ", "cyan"), Part(f"{failure.source}: no answer ({failure.kind}): {failure.why}; the rules decided"))
    if len(asked.failures) > _SHOWN:
        yield (Part("  i ", "cyan"), Part(f"{len(asked.failures) - _SHOWN} more without an answer"))
    for failure in asked.partial[:_SHOWN]:
        yield (Part("  i ", "cyan"), Part(f"{failure.source}: a part of an answer was left out ({failure.kind}): {failure.why}"))
    if len(asked.partial) > _SHOWN:
        yield (Part("  i ", "cyan"), Part(f"{len(asked.partial) - _SHOWN} more answers of which a part was left out"))


def _doubted(doubt: Doubt) -> str:
    if doubt.name == doubt.other:
        return f"{doubt.name}: {' and '.join(doubt.sources)} may mean two things by it"
    return f"{doubt.name} and {doubt.other} may be one thing ({doubt.chance:.0%}); `wiki review` decides, once both have pages"


def _claims(asked: Asked) -> Iterator[Line]:
    """How many claims hold, and what the others failed of."""
    if not asked.claims and not asked.refused:
        return
    own, dropped = ([f"{check} {count}" for check, is_dropped, count in asked.refused if is_dropped is wanted] for wanted in (False, True))
    told = counted(asked.claims, "claim") + (f"; given in the source's own words: {', '.join(own)}" if own else "")
    yield (Part("  i ", "cyan"), Part(told + (f"; left out: {', '.join(dropped)}" if dropped else "")))


def asked_json(asked: Asked | None) -> dict[str, Any]:
    """What the calls took, and, where a model is set, the rest; without one all costs are zero, so that readers need not ask."""
    spent = asked.spent if asked else Spent()
    cost = {"calls": spent.calls, "tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "usd": round(spent.money, 6)}
    return {"cost": cost, **({"model": _model(asked)} if asked else {})}


def _model(asked: Asked) -> dict[str, Any]:
    return {
        "name": asked.model,
        "quote": asked.quote._asdict(),
        "no_answer": [failure._asdict() for failure in asked.failures],
        "left_out": [failure._asdict() for failure in asked.partial],
        "waiting": list(asked.waiting),
        "stopped": asked.stopped,
        "outdated": list(asked.outdated),
        "doubts": [asdict(doubt) for doubt in asked.doubts],
        "claims": asked.claims,
        "refused": [{"check": check, "dropped": dropped, "count": count} for check, dropped, count in asked.refused],
    }
