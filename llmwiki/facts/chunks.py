"""What a statement and its evidence have in common, cut into chunks, with the clauses that they stand in."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.words import EMPTY, WIDE_EMPTY

if TYPE_CHECKING:
    from collections.abc import Sequence

_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"\d[\d.,]*\d|[^\W_{_HAN}]+(?:['’-][^\W_{_HAN}]+)*|[{_HAN}]|[^\w\s]")
WIDE = re.compile(f"[{_HAN}]")
"""A Chinese or Japanese character."""
CLAUSE = frozenset(", ; : . ! ? ， ； ： 。 ！ ？ ( ) （ ） — – 、 and while whereas but which who instead rather 而 并 且".split())
"""What begins a clause."""
NO_CHUNK = EMPTY | frozenset(
    "when while where which who whom whose what he she they his her their we our one first only about each every both other more most"
    " after before since until during under over between through up out off per".split()
)
"""Words that end a chunk, since they may stand beside anything."""
_ASIDE = frozenset("a an the who which whose whom where".split())
_AUXILIARIES = frozenset("is are was were has have had will would can could may".split())
_LEADS = frozenset("in on at by from since until before after during under when while as if with for to through".split())
_BESIDE = frozenset("the a an of de von van in on".split())
_IN_WORDS = frozenset("地得所以要无会能可对其")
NO_WIDE_CHUNK = WIDE_EMPTY - _IN_WORDS | frozenset("而且但由从自到至向往于又再已曾它他她们之使让给则各每")
"""The same in Chinese."""
_WORD_LENGTH = 2
_LONGEST_CHUNK = 8


class Chunk(NamedTuple):
    """What both texts have once: its place and clause in the statement and in the quote."""

    text: str
    at: int
    there: int
    clause: int
    other: int
    length: int


class Side(NamedTuple):
    """The tokens of one text, case folded, and the number of the clause that each stands in."""

    tokens: list[str]
    clauses: list[int]


def side_of(text: str) -> Side:
    """A text as tokens and clauses."""
    written = [found[0] for found in _TOKEN.finditer(text)]
    tokens = [token.casefold() for token in written]
    asides = _asides(written)
    clauses: list[int] = []
    clause = newest = 0
    for at, token in enumerate(tokens):
        if at in asides:
            clause = clauses[asides[at]]
        elif token in CLAUSE and not _lists(written, clauses, at):
            clause = newest = newest + 1
        clauses.append(clause)
    return Side(tokens, clauses)


def _asides(written: Sequence[str]) -> dict[int, int]:
    """Where a clause goes on behind an aside between two commas, and the token before that: Halden, a maker of drinks, was founded."""
    commas = [at for at, word in enumerate(written) if word == ","] if written and written[0].casefold() not in _LEADS else []
    found = {closes: opens - 1 for opens, closes in pairwise(commas) if opens and _is_aside(written[opens + 1 : closes])}
    return {closes: before for closes, before in found.items() if _goes_on("".join(written[closes + 1 : closes + 2]))}


def _is_aside(words: Sequence[str]) -> bool:
    return words[0] in _ASIDE and {";", ":", "."}.isdisjoint(words)


def _goes_on(word: str) -> bool:
    """Whether a word may be the verb of the clause before: it begins no clause, and no part of one but a verb."""
    return word.islower() and word not in CLAUSE and (word in _AUXILIARIES or word not in NO_CHUNK | EMPTY)


def _lists(written: Sequence[str], clauses: Sequence[int], at: int) -> bool:
    """Whether an ``and`` stands between names that its clause begins with, or ends with: they are one list."""
    behind = at + 1 + (written[at + 1 : at + 2] == ["the"])
    if written[at] != "and" or not at or not (written[at - 1][0].isupper() and "".join(written[behind : behind + 1])[:1].isupper()):
        return False
    start = next((place + 1 for place in range(len(clauses) - 1, -1, -1) if clauses[place] != clauses[-1]), 0)
    end = next((place for place in range(behind, len(written)) if not written[place][0].isupper()), len(written))
    opens = all(not token[0].islower() or token in _BESIDE for token in written[start:at])
    return opens or "".join(written[end : end + 1]) in {"", ".", ";"}


def chunks_of(mine: Side, theirs: Side, names: Sequence[str]) -> list[Chunk]:
    """The longest runs that both texts have exactly once; names are kept whole."""
    spelled = [[found[0].casefold() for found in _TOKEN.finditer(name)] for name in names]
    found: list[Chunk] = []
    at = 0
    while at < len(mine.tokens):
        length = next((len(name) for name in spelled if name and mine.tokens[at : at + len(name)] == name), 0)
        length = length or _run(mine.tokens, theirs.tokens, at, spelled)
        run = mine.tokens[at : at + length]
        there = _only_place(run, theirs.tokens)
        if length and there is not None and _only_place(run, mine.tokens) is not None and _has_meaning(run):
            found.append(Chunk(_written(run), at, there, mine.clauses[at], theirs.clauses[there], length))
        at += max(length, 1)
    return found


def _run(tokens: Sequence[str], others: Sequence[str], at: int, names: Sequence[Sequence[str]]) -> int:
    """How many tokens from ``at`` on the other text has in one run, up to the next name."""
    best = 0
    for length in range(1, min(_LONGEST_CHUNK, len(tokens) - at) + 1):
        token = tokens[at + length - 1]
        begins_name = length > 1 and any(name and list(tokens[at + length - 1 :][: len(name)]) == list(name) for name in names)
        is_label = len(token) == 1 and token.isascii() and WIDE.match("".join(tokens[at + length : at + length + 1]))  # A线
        is_empty = token in NO_CHUNK and not is_label
        if begins_name or is_empty or token in CLAUSE or token in NO_WIDE_CHUNK or not token[0].isalnum():
            break
        if not _places(tokens[at : at + length], others):
            break
        best = length
    return best


def _places(run: Sequence[str], tokens: Sequence[str]) -> list[int]:
    return [at for at in range(len(tokens) - len(run) + 1) if tokens[at] == run[0] and list(tokens[at : at + len(run)]) == list(run)]


def _only_place(run: Sequence[str], tokens: Sequence[str]) -> int | None:
    places = _places(run, tokens) if run else []
    return places[0] if len(places) == 1 else None


def _has_meaning(run: Sequence[str]) -> bool:
    return len(run) >= _WORD_LENGTH or not (WIDE.match(run[0]) or run[0] in NO_CHUNK) or run[0].isdigit()


def _written(run: Sequence[str]) -> str:
    return "".join(run) if WIDE.match(run[0]) else " ".join(run)


def is_one_of(text: str, names: Sequence[str]) -> bool:
    """Whether the text of a chunk is a name."""
    return any(text == name.casefold() for name in names)
