"""An answer out of the sources' own sentences: the few that say most of what was asked, each with its proof."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from llmwiki.scribe.asked import Asked, fits
from llmwiki.scribe.dates import first_date
from llmwiki.scribe.definition import strength
from llmwiki.scribe.overlap import inclusion, word_set
from llmwiki.scribe.passages import Passage
from llmwiki.vault.chars import language

MOST = 5
"""Sentences of an answer at most."""

ENOUGH = 0.5
"""Share of a question's weight that the best passage must hold, else the answer is that nothing was found."""

_MOST_OF = {"date": 2, "number": 2, "definition": 3, "reason": 3}
_CLOSE = 0.8
_PRECISE = 0.4
_VAGUE = 0.7
_OF_ITSELF = 0.4
_LISTS = 0.1
_HEADS = 0.3
_HINTS = 0.2
_REASON = 0.6
_REASONS = re.compile(r"\bwhy\b|\breasons?\b|\bwent wrong\b|\bmotivation\b|原因|为什么|为何|动机|缘由", re.IGNORECASE)
_UNDER = 0.75
_POINTS = 0.15
_POINTS_BACK = re.compile(r"这[个种些样]|那[个种些样]|\b(?:this|these|those)\b(?! (?:is|are) )", re.IGNORECASE)
_AT_START = 0.1
_START = 8
_CONTEXT = 0.5
_DEFINES = {"strong": 0.5, "fair": 0.25, "none": 0.0}
_FITS = 0.2
_OTHER_LANGUAGE = 0.2
_LEANS = 0.3
_VOICE = 0.1
_RANK = 0.15
_FROM_PAGE = 0.05
_SAME = 0.6


@dataclass(frozen=True, slots=True)
class Answer:
    """What the wiki says to a question.

    Attributes:
        question: As it was asked.
        language: Of the question.
        passages: Best first, then by source and position; empty when the evidence is too weak.
        coverage: Share of the question's weight that the best passage holds, 0 to 1.
    """

    question: str
    language: str
    passages: tuple[Passage, ...]
    coverage: float

    @property
    def sources(self) -> tuple[str, ...]:
        """Paths of the texts that prove it, sorted."""
        return tuple(sorted({citation.source for passage in self.passages for citation in passage.citations}))


@dataclass(frozen=True, slots=True)
class _Judged:
    passage: Passage
    score: float
    coverage: float
    words: frozenset[str]


def answer(asked: Asked, passages: Sequence[Passage]) -> Answer:
    """Choose what answers a question.

    Args:
        asked: The question, taken apart.
        passages: What was found, in the order of the search.
    """
    judged = sorted((_judge(asked, passage, len(passages)) for passage in _distinct(passages)), key=_place)
    able = [item for item in judged if item.coverage >= _enough(asked, item.passage.text)]
    if not able:
        return Answer(asked.text, asked.language, (), judged[0].coverage if judged else 0.0)
    chosen = _choose(_reason_first(asked, able), _MOST_OF.get(asked.want, MOST))
    return Answer(asked.text, asked.language, tuple(_in_order(asked, chosen)), max(item.coverage for item in chosen))


def _enough(asked: Asked, text: str) -> float:
    """Less is enough where the very sort of thing that was asked for is there; more where a condition stands for a date."""
    if asked.want == "date":
        return _PRECISE if first_date(text) else _VAGUE
    return _PRECISE if asked.want == "number" else ENOUGH


def _place(item: _Judged) -> tuple[float, int, str, int]:
    return (-item.score, item.passage.rank, item.passage.source, item.passage.order)


def _distinct(passages: Sequence[Passage]) -> list[Passage]:
    """Passages once each; of a source's sentence and the page that quotes it, one with the page's name and context remains."""
    found: dict[tuple[str, str], Passage] = {}
    for passage in passages:
        key = (passage.source, " ".join(passage.text.split()))
        known = found.get(key)
        if known is None:
            found[key] = passage
        elif passage.page and not known.page:
            found[key] = replace(known, page=passage.page, context=f"{known.context} \n {passage.context}")
        elif passage.context not in known.context:
            found[key] = replace(known, context=f"{known.context} \n {passage.context}")
    return list(found.values())


def _judge(asked: Asked, passage: Passage, total: int) -> _Judged:
    held = asked.held(passage.lead or passage.text)
    listed = asked.held(passage.text) - held
    above = asked.held(passage.context) - held - listed
    direct = asked.weight_of(held) + _CONTEXT * asked.weight_of(listed)
    coverage = direct + _CONTEXT * asked.weight_of(above) * min(1.0, direct / _OF_ITSELF)
    coverage = max(coverage, _below_heading(asked, passage))
    text = passage.text
    fitting = fits(asked, text)
    parts = (
        coverage,
        _definition(asked, text),
        _FITS if fitting and asked.want in {"date", "number", "reason"} else 0.0,
        _LISTS if asked.want == "list" and passage.lead else 0.0,
        -_OTHER_LANGUAGE if language(text) != asked.language else 0.0,
        -_LEANS if passage.leans else 0.0,
        -_POINTS if _POINTS_BACK.search(text) else 0.0,
        -_VOICE if passage.voice else 0.0,
        -_RANK * passage.rank / max(total, 1),
        _FROM_PAGE if passage.page else 0.0,
    )
    able = coverage if _may_answer(asked, passage, fitting=fitting) else 0.0
    return _Judged(passage, sum(parts), able, word_set(text))


def _below_heading(asked: Asked, passage: Passage) -> float:
    """Coverage of a sentence by where it stands: its own heading says what was asked, and the title of what."""
    share = asked.weight_of(asked.held(passage.context) | asked.held(passage.text))
    if asked.want == "reason" and share >= _HINTS and _REASONS.search(passage.context):
        return ENOUGH + (1 - ENOUGH) * share
    return _UNDER * share if asked.weight_of(asked.held(passage.heading)) >= _HEADS else 0.0


def _may_answer(asked: Asked, passage: Passage, *, fitting: bool) -> bool:
    """A "when" wants a date, a "how many" a number, and a definition the thing by its name."""
    if asked.want in {"date", "number"}:
        return fitting
    return asked.want != "definition" or asked.names_subject(f"{passage.text} {passage.context}")


def _definition(asked: Asked, text: str) -> float:
    if asked.want != "definition":
        return 0.0
    matches = (re.search(re.escape(name), text, re.IGNORECASE) for name in (asked.subject, *asked.others.get(asked.subject, ())))
    return max(
        (_DEFINES[strength(text, *match.span())] + (_AT_START if match.start() < _START else 0.0) for match in matches if match),
        default=0.0,
    )


def _reason_first(asked: Asked, able: list[_Judged]) -> list[_Judged]:
    """A "why" is answered by a reason if there is one that is nearly as good."""
    if asked.want != "reason":
        return able
    reasons = [item for item in able if fits(asked, item.passage.text) and not item.passage.leans and item.score >= _REASON * able[0].score]
    return [*reasons, *(item for item in able if item not in reasons)]


def _choose(able: Sequence[_Judged], most: int) -> list[_Judged]:
    """The best, and what comes near it without saying the same again."""
    best = able[0]
    chosen = [best]
    for item in able[1:]:
        near = item.score >= _CLOSE * best.score and item.coverage >= _CLOSE * best.coverage
        if len(chosen) < most and near and not _said(item, chosen):
            chosen.append(item)
    return chosen


def _said(item: _Judged, chosen: Collection[_Judged]) -> bool:
    return any(inclusion(item.words, other.words) > _SAME for other in chosen)


def _in_order(asked: Asked, chosen: Sequence[_Judged]) -> list[Passage]:
    """The best first; the others in the question's language before the rest, each source's sentences together and in its order."""
    best, *rest = (item.passage for item in chosen)
    sources = list(dict.fromkeys(passage.source for passage in (best, *rest)))
    rest.sort(key=lambda passage: (language(passage.text) != asked.language, sources.index(passage.source), passage.order))
    return [best, *rest]
