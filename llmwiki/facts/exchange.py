"""Whether two things of a statement stand in each other's place in its evidence: Kai hired Mia, and Mia hired Kai.

Both texts are cut into clauses, and what they share into chunks. Two things are exchanged when what stands with the one in the
statement stands with the other in the quote, and nothing speaks against it; when they stand on either side of the same words in
the opposite order and no passive explains it; or when the words before them (from and to, 从 and 到) are exchanged.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.words import EMPTY, WIDE_EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HAN = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"\d[\d.,]*\d|[^\W_{_HAN}]+(?:['’-][^\W_{_HAN}]+)*|[{_HAN}]|[^\w\s]")
_WIDE = re.compile(f"[{_HAN}]")
_CLAUSE = frozenset(", ; : . ! ? ， ； ： 。 ！ ？ ( ) （ ） — – 、 and while whereas but which who instead rather 而 并 且".split())
_EMPTY = EMPTY | frozenset(
    "when while where which who whom whose what he she they his her their we our one first only about each every both other more most"
    " after before since until during under over between through up out off per".split()
)
_IN_WORDS = frozenset("地得所以要无会能可对其")
_WIDE_EMPTY = WIDE_EMPTY - _IN_WORDS | frozenset("而且但由从自到至向往于又再已曾它他她们之使让给则各每")
# Relations that are the same from either side.
_MUTUAL = re.compile(
    r"\b(?:and|or|with|between|both|versus|vs|differ\w*|equal\w*|same|like|alike|resembl\w*|similar\w*|match\w*|married|meets?|met|merg\w*"
    r"|compatib\w*|compar\w*|competes?|together|border\w*|near|joins?|joined|partner\w*|talk\w*|link\w*|connect\w*)\b"
    "|[和与跟同及、]|[合并异]|是",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\bby\b|被|由|受", re.IGNORECASE)
_BEFORE = dict.fromkeys("from out 从 自 由".split(), "from") | dict.fromkeys("to into 到 至 往 为 成".split(), "to")
_DENIALS = frozenset("not no never cannot neither nor 不 没 未 无 非".split())
_DENIED_BEFORE = frozenset({("instead", "of"), ("rather", "than")})
_ARTICLES = frozenset("the a an".split())
_WORD_LENGTH = 2
_LONGEST_CHUNK = 8


class _Chunk(NamedTuple):
    """What both texts have once: its place and clause in the statement and in the quote."""

    text: str
    at: int
    there: int
    clause: int
    other: int
    length: int


class _Side(NamedTuple):
    tokens: list[str]
    clauses: list[int]


def exchanged(statement: str, quote: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Two things that stand the other way round in the quote; None when nothing says so.

    Args:
        statement: One sentence.
        quote: What is cited for it.
        names: Proper names in the statement; only with these one clause alone can show an exchange.
    """
    mine, theirs = _side(statement), _side(quote)
    names = [name for name in names if name in quote]
    chunks = _chunks(mine, theirs, names)
    named = [chunk for chunk in chunks if _is_one_of(chunk.text, names)]
    for first, second in combinations(chunks, 2):
        if _roles_differ(first, second, mine, theirs) or _denials_differ(first, second, mine, theirs):
            return first.text, second.text
    for first, second in combinations(named, 2):
        rest = [chunk for chunk in chunks if chunk not in (first, second)]
        if _is_outvoted(first, second, rest) or _is_mirrored(first, second, rest, (mine, theirs)):
            return first.text, second.text
    return next(_crossings(chunks), None) or next(_measured_otherwise(chunks, named, mine), None)


def _side(text: str) -> _Side:
    tokens = [found[0].casefold() for found in _TOKEN.finditer(text)]
    clauses, clause = [], 0
    for token in tokens:
        clause += token in _CLAUSE
        clauses.append(clause)
    return _Side(tokens, clauses)


def _chunks(mine: _Side, theirs: _Side, names: Sequence[str]) -> list[_Chunk]:
    """The longest runs that both texts have exactly once; names are kept whole."""
    spelled = [[found[0].casefold() for found in _TOKEN.finditer(name)] for name in names]
    found: list[_Chunk] = []
    at = 0
    while at < len(mine.tokens):
        length = next((len(name) for name in spelled if name and mine.tokens[at : at + len(name)] == name), 0)
        length = length or _run(mine.tokens, theirs.tokens, at, spelled)
        run = mine.tokens[at : at + length]
        there = _only_place(run, theirs.tokens)
        if length and there is not None and _only_place(run, mine.tokens) is not None and _has_meaning(run):
            found.append(_Chunk(_written(run), at, there, mine.clauses[at], theirs.clauses[there], length))
        at += max(length, 1)
    return found


def _run(tokens: Sequence[str], others: Sequence[str], at: int, names: Sequence[Sequence[str]]) -> int:
    """How many tokens from ``at`` on the other text has in one run, up to the next name."""
    best = 0
    for length in range(1, min(_LONGEST_CHUNK, len(tokens) - at) + 1):
        token = tokens[at + length - 1]
        begins_name = length > 1 and any(name and list(tokens[at + length - 1 :][: len(name)]) == list(name) for name in names)
        is_label = len(token) == 1 and token.isascii() and _WIDE.match("".join(tokens[at + length : at + length + 1]))  # A线
        is_empty = token in _EMPTY and not is_label
        if begins_name or is_empty or token in _CLAUSE or token in _WIDE_EMPTY or not token[0].isalnum():
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
    return len(run) >= _WORD_LENGTH or not (_WIDE.match(run[0]) or run[0] in _EMPTY) or run[0].isdigit()


def _written(run: Sequence[str]) -> str:
    return "".join(run) if _WIDE.match(run[0]) else " ".join(run)


def _is_one_of(text: str, names: Sequence[str]) -> bool:
    return any(text == name.casefold() for name in names)


def _roles_differ(first: _Chunk, second: _Chunk, mine: _Side, theirs: _Side) -> bool:
    """Whether the one comes from where the other goes to, and in the quote the other way round."""
    roles = [(_role(mine.tokens, chunk.at), _role(theirs.tokens, chunk.there)) for chunk in (first, second)]
    return {role[0] for role in roles} == {"from", "to"} and all({*role} == {"from", "to"} for role in roles)


def _denials_differ(first: _Chunk, second: _Chunk, mine: _Side, theirs: _Side) -> bool:
    """Whether of two clauses the one is denied, and in the quote the other."""
    if not _stand_apart(first, second):
        return False
    here = [_denies(mine, chunk.clause) for chunk in (first, second)]
    there = [_denies(theirs, chunk.other) for chunk in (first, second)]
    return here[0] != here[1] and there == here[::-1]


def _denies(side: _Side, clause: int) -> bool:
    tokens = [token for token, number in zip(side.tokens, side.clauses, strict=True) if number == clause]
    return any(token in _DENIALS or pair in _DENIED_BEFORE for token, pair in zip(tokens, pairwise([*tokens, ""]), strict=True))


def _stand_apart(first: _Chunk, second: _Chunk) -> bool:
    """Whether two chunks are in two clauses, here and there."""
    return first.clause != second.clause and first.other != second.other


def _role(tokens: Sequence[str], at: int) -> str:
    before = at - 1
    if before >= 0 and tokens[before] in {"the", "a", "an"}:
        before -= 1
    return _BEFORE.get(tokens[before], "") if before >= 0 else ""


def _is_outvoted(first: _Chunk, second: _Chunk, rest: Sequence[_Chunk]) -> bool:
    """Whether all that stands in one clause with one of two names stands with the other one in the quote; one word alone is no proof."""
    votes = [(_vote(first, second, chunk), chunk) for chunk in rest]
    moved = [chunk for vote, chunk in votes if vote > 0]
    is_enough = len(moved) > 1 or any(chunk.length > 1 or not chunk.text.isalpha() for chunk in moved)
    return is_enough and all(vote >= 0 for vote, _ in votes) and _stand_apart(first, second)


def _vote(first: _Chunk, second: _Chunk, chunk: _Chunk) -> int:
    """1 when a chunk changes from one name to the other, -1 when it stays, 0 when it says nothing."""
    here = [name for name in (first, second) if name.clause == chunk.clause]
    there = [name for name in (first, second) if name.other == chunk.other]
    if len(here) != 1 or len(there) != 1 or any(_is_part(name, chunk) for name in (first, second)):
        return 0
    return -1 if here == there else 1


def _is_part(one: _Chunk, other: _Chunk) -> bool:
    """Whether two chunks stand side by side, here and there: two parts of one name, Chinese or with a number."""
    if other.text.isdecimal() and not _WIDE.match(one.text):
        return (one.at + one.length, one.there + one.length) == (other.at, other.there)
    return bool(_WIDE.match(one.text) and _WIDE.match(other.text)) and all(
        max(left, right) - min(left + one.length, right + other.length) <= 1
        for left, right in ((one.at, other.at), (one.there, other.there))
    )


def _is_mirrored(first: _Chunk, second: _Chunk, rest: Sequence[_Chunk], sides: tuple[_Side, _Side]) -> bool:
    """Whether two names stand on either side of the same words in the opposite order, in the same voice."""
    if first.there < second.there:
        return False
    mine, theirs = sides
    here = mine.tokens[first.at + first.length : second.at]
    there = theirs.tokens[second.there + second.length : first.there]
    between = [chunk for chunk in rest if first.at < chunk.at < second.at and second.there < chunk.there < first.there]
    if not between or any(_MUTUAL.search(" ".join(words)) for words in (here, there) if words):
        return False
    voices = [len(_PASSIVE.findall(" ".join(side.tokens))) for side in sides]
    return voices[0] % 2 == voices[1] % 2


def _crossings(chunks: Sequence[_Chunk]) -> Iterator[tuple[str, str]]:
    """Pairs of chunks in two clauses that have changed partners; of numbers, one partner is enough."""
    for first, second in combinations(chunks, 2):
        if not _stand_apart(first, second):
            continue
        rest = [chunk for chunk in chunks if chunk not in (first, second)]
        votes = [(chunk.clause == first.clause, _vote(first, second, chunk)) for chunk in rest]
        sides = {side for side, vote in votes if vote > 0}
        is_enough = len(sides) > 1 or (sides and all(chunk.text[0].isdecimal() for chunk in (first, second)))
        if is_enough and all(vote >= 0 for _, vote in votes):
            yield first.text, second.text


def _measured_otherwise(chunks: Sequence[_Chunk], named: Sequence[_Chunk], mine: _Side) -> Iterator[tuple[str, str]]:
    """A name and the number of its clause that the quote has of something else: two clauses, each with a subject and a number.

    What the first clause says of both (at a rate of 1%) may stand with either number; nothing of the second may stand with its own.
    """
    numbers = [chunk for chunk in chunks if chunk not in named and any(sign.isdecimal() for sign in chunk.text)]
    for first, second in combinations(numbers, 2):
        if not _stand_apart(first, second) or not _has_subject(mine, second):
            continue
        rest = [chunk for chunk in chunks if chunk not in (first, second)]
        stays = any(_vote(first, second, chunk) < 0 and (chunk.clause == second.clause or chunk in named) for chunk in rest)
        moved = [chunk for chunk in named if chunk.at < first.at and chunk.there < second.there and _vote(first, second, chunk) > 0]
        if moved and not stays:
            yield moved[0].text, first.text


def _has_subject(side: _Side, number: _Chunk) -> bool:
    """Whether the clause of a number begins with what it is said of: no preposition, no number."""
    words = [token for token, clause in zip(side.tokens[: number.at], side.clauses, strict=False) if clause == number.clause]
    opening = next((word for word in words if word not in _CLAUSE and word not in _ARTICLES), "")
    return opening[:1].isalpha() and opening not in _EMPTY and opening not in _WIDE_EMPTY
