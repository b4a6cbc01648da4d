"""The language model that is set, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from llmwiki.config.keys import host_of
from llmwiki.report.spent import spent_text
from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from llmwiki.config.prices import Price
    from llmwiki.llm.known import Known
    from llmwiki.models import Models, Test

_WAYS = {
    "judge": "the statements stay the sources' own sentences; the model names things and answers yes/no questions",
    "writer": "the model writes; what it writes is checked against its quotes",
    "namer": "the model names things, and nothing else: its yes or no is no better than chance",
}
_FORMS = {"schema": "JSON schema", "bare": "JSON schema without bounds", "object": "any JSON object", "text": "asked for in words"}


def model_lines(models: Models) -> Iterator[Line]:
    """For people."""
    settings = models.settings
    if settings.provider == "none":
        yield (Part("model      ", "dim"), Part("none is set; pages are compiled without one"))
        yield from _spent_lines(models)
        return
    yield (Part("model      ", "dim"), Part(settings.model, "bold"), Part(f"  {settings.provider}{_at(settings.url)}"))
    yield (Part("key        ", "dim"), Part(f"from {models.variable}" if models.variable else "none is sent"))
    yield (Part("price      ", "dim"), Part(_price(models.price)))
    limit = "none" if settings.max_cost is None else f"${settings.max_cost:g} a command"
    yield (Part("limit      ", "dim"), Part(limit))
    if models.test:
        yield (Part("test       ", "dim"), Part(_test(models.test)))
    if models.known:
        yield from _known_lines(models.known)
    if models.way:
        yield (Part("used as    ", "dim"), Part(models.way, "bold"), Part(f": {_WAYS[models.way]}"))
    yield from _spent_lines(models)


def model_json(models: Models) -> dict[str, Any]:
    """For programs."""
    settings, price, test, known = models.settings, models.price, models.test, models.known
    has_one = settings.provider != "none"
    return {
        "provider": settings.provider if has_one else None,
        "model": settings.model or None,
        "url": settings.url or None,
        "key_env": models.variable or None,
        "price": {"input": price.input, "output": price.output, "cached": price.cached, "written": price.written} if price else None,
        "max_cost": settings.max_cost,
        "test": {"text": test.text, "seconds": round(test.seconds, 3), "tokens_out": test.usage.tokens_out} if test else None,
        "calibration": {
            "lists": list(known.lists),
            "pairs": list(known.pairs),
            "fitness": known.fitness,
            "form": known.form,
            "probabilities": known.tells_chances,
            "by_hand": known.by_hand,
        }
        if known
        else None,
        "way": models.way,
        "spent": {operation: spent._asdict() for operation, spent in models.spent.items()},
    }


def _known_lines(known: Known) -> Iterator[Line]:
    forms = _FORMS[known.form] if known.form else "not known"
    chances = "told" if known.tells_chances else "not told, so yes or no in a word"
    yield (Part("replies    ", "dim"), Part(f"structured: {forms}; probabilities: {chances}"))
    lists, pairs = f"{known.lists[0]} of {known.lists[1]} lists", f"{known.pairs[0]} of {known.pairs[1]} pairs"
    by_hand = f"; set by hand: {known.by_hand}" if known.by_hand else ""
    yield (Part("tried      ", "dim"), Part(f"{lists} and {pairs} right: {known.fitness}{by_hand}"))


def _spent_lines(models: Models) -> Iterator[Line]:
    for operation, spent in models.spent.items():
        yield (Part("spent      ", "dim"), Part(f"{operation}: {spent_text(spent)}"))


def _at(url: str) -> str:
    return f" at {host_of(url)}" if url else ""


def _price(price: Price | None) -> str:
    if price is None:
        return "not known; set it in the settings, or no limit can be held"
    return f"${price.input:g} in, ${price.output:g} out for a million tokens" if price.output else "free, on this machine"


def _test(test: Test) -> str:
    said = " ".join(test.text.split())[:60]
    return f"says “{said}” after {test.seconds:.1f} s ({test.usage.tokens_in:,} tokens in, {test.usage.tokens_out:,} out)"
