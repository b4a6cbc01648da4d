"""Sources that brought no page, each with the reason in a plain clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.report.numbers import counted
from llmwiki.report.terminal import Line, Part
from llmwiki.scribe.objections import Objection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.scribe.ingested import Ingested
    from llmwiki.scribe.pageless import Pageless

SHOWN = 8
"""So many are told one by one; with the line above and the one below they stay within ten lines."""

CLAUSES = {
    Objection.FILE: "“{}” is a file name or a handle",
    Objection.TEXT: "“{}” is what a text is called, not what it is about",
    Objection.NOTHING: "“{}” names nothing",
    Objection.CALENDAR: "“{}” is a date",
    Objection.IDENTIFIER: "“{}” stands for something in code",
    Objection.EVERYDAY: "“{}” is an everyday word, and no sentence was found that defines it",
    Objection.GENERAL: "“{}” is a general expression, and no sentence was found that defines it",
    Objection.PLACE: "no sentence was found that describes the place “{}”",
    Objection.RARE: "“{}” is named in passing, in few sentences or sections",
    Objection.BESIDE: "“{}” is named, but few sentences have it as their subject",
    Objection.TWO_THINGS: "“{}” names two things",
    Objection.UNLIKE_NAME: "“{}” is mostly called by a name unlike that one",
    Objection.ONE_NAME: "“{}” is a person of whom no full name is given",
    Objection.ONE_TEXT: "“{}” means something in this text only",
    Objection.UNTRANSLATED: "“{}” is an everyday word that no source names in another language",
    Objection.CUT: "“{}” is part of a longer name",
    Objection.FEW_SENTENCES: "fewer than three sentences on “{}” can be understood without their text",
    Objection.UNDEFINED: "no sentence was found that says what “{}” is",
    Objection.LITTLE: "too few sentences on “{}” can stand on a page of its own",
    Objection.REPEATS: "what is said of “{}” fills other pages",
    Objection.CROWDED: "“{}” gave way to better pages of the same source",
    Objection.UNPROVED: "the first sentence on “{}” was not found in its source word for word",
    Objection.FEW_SECTIONS: "“{}” would have fewer sections than concept_min_sections in SCHEMA.md",
    Objection.FEW_SOURCES: "“{}” is in fewer sources than entity_min_references in SCHEMA.md",
    Objection.ELSEWHERE: "“{}” has a page, which draws on other sources",
    Objection.TAKEN_AWAY: "the page on “{}” was taken away or left out by hand, and stays away",
    Objection.NO_SENTENCES: "it has no sentences to quote: tables, code, lists of links or nothing",
    Objection.MANGLED: "most of it has no sentence ends, so that pages cannot quote it",
    Objection.LANGUAGE: "pages are made of English and Chinese sentences, and it is in neither",
    Objection.NOTHING_TOLD: "nothing was found that it tells of in four sentences or more",
}
"""What speaks against a page, with a place for its subject; of a whole source, without one."""


def pageless_lines(result: Ingested) -> Iterator[Line]:
    """How many sources brought no page, and those that say the most of one thing, with the reason; nothing where each brought one."""
    found = result.pageless
    if not found:
        return
    yield (Part(f"  without a page: {len(found)} of {counted(result.compiled, 'source')}"),)
    names = _names(result)
    for item in sorted(found, key=lambda item: -item.said)[:SHOWN]:
        yield (Part("  o ", "dim"), Part(f"{names[item.source]}: {reason(item)}"))
    if len(found) > SHOWN:
        way = "wiki status --sources" if result.receipt else "--json"
        yield (Part("  o ", "dim"), Part(f"and {len(found) - SHOWN} more: `{way}` names them"))


def pageless_json(result: Ingested) -> list[dict[str, str | None]]:
    """All of them, with the reason as a code and as text."""
    names = _names(result)
    return [
        {
            "input": names[item.source],
            "source": item.source,
            "subject": item.subject or None,
            "code": item.objection.value,
            "reason": reason(item),
        }
        for item in result.pageless
    ]


def reason(item: Pageless) -> str:
    """Why the source brought no page, in a clause."""
    return CLAUSES[item.objection].format(item.subject)


def _names(result: Ingested) -> dict[str, str]:
    """Raw path to the input as a person knows it; what an earlier run took in has its path alone."""
    given = {arrival.path: arrival.input for arrival in reversed(result.arrivals) if arrival.path}
    return {item.source: given.get(item.source, item.source) for item in result.pageless}
