"""Open questions: statements of two sources that agree in words and differ in a number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from llmwiki.scribe.draft import Statement
from llmwiki.scribe.overlap import likeness, word_set
from llmwiki.scribe.wording import Wording

# Without their numbers, two sentences on one fact share nearly all words; 0.6 leaves room for word order and a synonym.
_ONE_FACT = 0.6
_FEW_WORDS = 4
_VALUE = re.compile(r"\d+(?:[.,]\d+)*(?:\s?(?:%|％|[kKMG]i?B|ms|s|秒|分钟|小时|天|年|月|日|次|个|万|亿))?")
_VERSION = re.compile(r"\bv?\d+\.\d+(?:\.\d+)?\b|\d{4}")


class Pair(NamedTuple):
    """Two statements from different sources that give one fact different values, and the question that this leaves."""

    left: Statement
    right: Statement
    question: Statement


def disagreements(statements: Sequence[Statement], words: Wording) -> tuple[Statement, ...]:
    """One question for each such pair among the statements."""
    return tuple(pair.question for pair in pairs(statements, words))


def pairs(statements: Sequence[Statement], words: Wording) -> Iterator[Pair]:
    """The pairs among the statements, in their order."""
    for left, right in combinations(statements, 2):
        values = _differing(left, right)
        if values:
            citations = tuple({citation.label: citation for citation in (*left.citations, *right.citations)}.values())
            yield Pair(left, right, Statement(words.differ.format(values=words.comma.join(values)), citations))


def _differing(left: Statement, right: Statement) -> tuple[str, ...]:
    if {citation.source for citation in left.citations} & {citation.source for citation in right.citations}:
        return ()
    ours, theirs = _values(left.text), _values(right.text)
    if len(ours) != 1 or len(theirs) != 1 or ours == theirs:
        return ()
    bare = [word_set(_VALUE.sub(" ", statement.text)) for statement in (left, right)]
    if min(map(len, bare)) < _FEW_WORDS or likeness(*bare) < _ONE_FACT:
        return ()
    return (*ours, *theirs)


def _values(text: str) -> list[str]:
    """Quantities in ``text``; years and versions tell when or for what a fact holds, so they differ rightly."""
    return [match.group().strip() for match in _VALUE.finditer(_VERSION.sub(" ", text))]
