"""How two pages are related, in the words of a sentence that says so."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from llmwiki.scribe.openers import cut_connective, opening
from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.phrases import any_of, word_of
from llmwiki.scribe.rejects import refusal
from llmwiki.scribe.topic import Place, Run, Spot, Topic

_LONGEST_BETWEEN, _LONGEST_BETWEEN_CHINESE = 40, 16
_LONGEST, _LONGEST_CHINESE = 90, 36
_CLAUSE_END = re.compile(r"[，。；：！,;:!]|\.(?=\s|$)|[（(]| which | that | because | while ")

# Verbs between two names that say what one is to the other.
_TIE = re.compile(f"{word_of('ties')}|{any_of('zh', 'ties')}")


class Kinship(NamedTuple):
    """A clause that ties two pages, and the sentence it is taken from."""

    clause: str
    run: Run


def kinship(left: Topic, right: Topic, taken: Collection[Place]) -> Kinship | None:
    """The shortest clause that ties two topics, out of sentences whose place isn't in ``taken``; None when there is none."""
    others = {spot.place: spot for spot in right.spots}
    found = [
        Kinship(clause, Run(spot.reading, spot.sentence, spot.sentence))
        for spot in left.spots
        if spot.place in others and spot.place not in taken and (clause := _clause(spot, others[spot.place]))
    ]
    return min(found, key=lambda tie: (len(tie.clause), tie.run.reading.source, tie.run.first.index), default=None)


def _clause(one: Spot, other: Spot) -> str:
    text = one.sentence.text
    first, second = sorted((one, other), key=lambda spot: spot.start)
    if first.end >= second.start or first.reading.prose.poor or refusal(one.sentence) or opening(text, first.start) != "free":
        return ""
    chinese = is_chinese(text)
    between = text[first.end : second.start]
    if (
        len(between) > (_LONGEST_BETWEEN_CHINESE if chinese else _LONGEST_BETWEEN)
        or _CLAUSE_END.search(wide(between))
        or not _TIE.search(between)
    ):
        return ""
    if first.start > 0 and not re.search(r"(?:^|[，。；,;] ?)(?:the |an? )?$", text[: first.start], re.IGNORECASE):
        return ""
    end = _CLAUSE_END.search(wide(text), second.end)
    clause = cut_connective(text[first.start : end.start() if end else len(text)]).strip()
    return clause if len(clause) <= (_LONGEST_CHINESE if chinese else _LONGEST) else ""
