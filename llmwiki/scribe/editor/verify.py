"""Proves what a model states: each claim holds as it is, gives way to its sentence, or is dropped, with the check that refused it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.editor import about, meanings, wordings
from llmwiki.scribe.editor.claim import Case, Proved, Refusal
from llmwiki.scribe.openers import cut_connective, opening
from llmwiki.scribe.rejects import refusal, says_nothing

if TYPE_CHECKING:
    from llmwiki.scribe.editor.chunks import Chunk
    from llmwiki.scribe.editor.claim import Claims, Stated
    from llmwiki.scribe.prose import Sentence

_ECHO = 5
_ALL = 0.9


class Check(NamedTuple):
    """A check: what it looks for, and whether it refuses."""

    name: str
    refuses: Callable[[Case], bool]


OF_SUBJECTS: tuple[Check, ...] = (
    Check("no name", about.is_no_name),
    Check("example", about.is_of_example),
    Check("subject elsewhere", about.is_elsewhere),
)
"""A claim that one of these refuses is dropped."""

OF_STATEMENTS: tuple[Check, ...] = (
    Check("empty", wordings.is_empty),
    Check("hidden characters", wordings.has_hidden),
    Check("markup", wordings.has_markup),
    Check("cut off", wordings.is_cut),
    Check("several sentences", wordings.is_many),
    Check("language", wordings.is_other_language),
    Check("voice", wordings.is_personal),
    Check("without its subject", wordings.leaves_out_subject),
    Check("leans", wordings.leans),
    Check("part", about.is_part),
    Check("number", meanings.has_number),
    Check("date", meanings.has_date),
    Check("name", meanings.has_name),
    Check("negation", meanings.denies),
    Check("limit", meanings.unlimits),
    Check("report", meanings.unreports),
    Check("glued", meanings.is_glued),
    Check("words", meanings.has_strange_words),
    Check("order", meanings.is_turned),
    Check("length", wordings.is_too_long),
)
"""Where one of these refuses, the sentence stands in the place of the statement, if it can stand alone."""

Verdict = tuple[tuple[Proved, ...], tuple[Refusal, ...]]


def verify(claims: Claims, chunk: Chunk) -> Verdict:
    """What holds of a reply on a piece of a source, and what was refused.

    Args:
        claims: The reply.
        chunk: The piece, whose sentences it numbers from 1.
    """
    proved: list[Proved] = []
    refused: list[Refusal] = []
    seen: set[str] = set()
    for stated in claims.claims:
        sentence = _numbered(stated, chunk)
        same = _bare(stated.statement)
        if sentence is None or same in seen:
            refused.append(Refusal("said twice" if sentence else "no such sentence", is_dropped=True, statement=stated.statement))
            continue
        seen.add(same)
        claim, reason = judge(Case(chunk.reading, sentence, stated))
        if reason:
            refused.append(Refusal(reason, is_dropped=claim is None, statement=stated.statement))
        if claim is not None:
            proved.append(claim)
    if _is_echo(claims, refused, chunk):
        return (), (Refusal("walks the list", is_dropped=True, statement=""),)
    return tuple(proved), tuple(refused)


def judge(case: Case) -> tuple[Proved | None, str]:
    """A claim as it holds, None where nothing of it does; and the check that refused it, empty where none did."""
    reason = next((check.name for check in OF_SUBJECTS if check.refuses(case)), "")
    if reason:
        return None, reason
    if says_nothing(case.sentence):
        return None, "no basis"
    if _bare(case.statement) != _bare(case.said):
        reason = next((check.name for check in OF_STATEMENTS if check.refuses(case)), "")
        if not reason:
            return _proved(case, case.statement), ""
    alone = _alone(case)
    return (_proved(case, alone) if alone else None), reason or ("" if alone else "cannot stand alone")


def _alone(case: Case) -> str:
    """The sentence itself, if it can stand on a page; else empty."""
    at = about.place_of(case.subject, case.said)
    if at < 0 or refusal(case.sentence) or wordings.speaks_as_one(case.said):
        return ""
    how = opening(case.said, at)
    return "" if how == "leans" else cut_connective(case.said) if how == "hangs" else case.said


def _proved(case: Case, text: str) -> Proved:
    """The claim with the text of a page, and its subject spelled as there."""
    at = text.lower().find(case.subject.lower())
    spelled = text[at : at + len(case.subject)] if at >= 0 else case.subject
    said = case.sentence.text if text == case.sentence.text else text  # one text, not two equal ones, for each claim that is held
    return Proved(case.reading, case.sentence, intern(spelled), case.stated.kind, said)


def _numbered(stated: Stated, chunk: Chunk) -> Sentence | None:
    """The sentence that a claim names; None where there is none of that number."""
    number = int(stated.sentence) if re.fullmatch(r"[1-9]\d{0,3}", stated.sentence.strip()) else 0
    return chunk.sentences[number - 1] if 0 < number <= len(chunk.sentences) else None


def _is_echo(claims: Claims, refused: Sequence[Refusal], chunk: Chunk) -> bool:
    """Whether a reply walks the list instead of choosing from it: 1, 2, 3, with the sentences as they are or with what does not fit."""
    numbers = [stated.sentence.strip() for stated in claims.claims]
    if len(numbers) < _ECHO or numbers != [str(at) for at in range(1, len(numbers) + 1)]:
        return False
    copied = sum(_bare(stated.statement) == _bare(sentence.text) for stated, sentence in zip(claims.claims, chunk.sentences, strict=False))
    return copied >= _ALL * len(numbers) or len(refused) * 2 > len(numbers)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
