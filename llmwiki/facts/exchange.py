"""Whether two things of a statement stand in each other's place in its evidence: Kai hired Mia, and Mia hired Kai.

Both texts are cut into clauses, and what they share into chunks. Two things are exchanged when what stands with the one in the
statement stands with the other in the quote, and nothing speaks against it; when they stand on either side of the same words in
the opposite order and no passive explains it, nor a verb that looks from the other side; or when the words before them (from and to,
从 and 到) are exchanged.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from llmwiki.facts.chunks import CLAUSE, NO_CHUNK, NO_WIDE_CHUNK, WIDE, Chunk, Side, chunks_of, is_one_of, side_of
from llmwiki.facts.scores import scores_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Relations that are the same from either side.
_MUTUAL = re.compile(
    r"\b(?:and|or|with|between|both|versus|vs|differ\w*|equal\w*|same|like|alike|resembl\w*|similar\w*|match\w*|married|meets?|met|merg\w*"
    r"|compatib\w*|compar\w*|competes?|together|border\w*|near|joins?|joined|partner\w*|talk\w*|link\w*|connect\w*)\b"
    "|[和与跟同及、]|[合并异]|是",
    re.IGNORECASE,
)
# Between tokens there is a space.
_PASSIVE = re.compile(r"\bby\b|被|(?<![自理] )由(?! 于)|(?<![接享遭承感忍] )受(?! [理益害伤训贿聘])", re.IGNORECASE)
_BEFORE = dict.fromkeys("from out 从 自 由".split(), "from") | dict.fromkeys("to into 到 至 往 向 给 为 成".split(), "to")
_DENIALS = frozenset("not no never cannot neither nor 不 没 未 无 非".split())
_DENIED_BEFORE = frozenset({("instead", "of"), ("rather", "than")})
_ARTICLES = frozenset("the a an".split())


def exchanged(statement: str, quote: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Two things that stand the other way round in the quote; None when nothing says so.

    Args:
        statement: One sentence.
        quote: What is cited for it.
        names: Proper names in the statement; only with these one clause alone can show an exchange.
    """
    mine, theirs = side_of(statement), side_of(quote)
    names = [name for name in names if name in quote]
    chunks = chunks_of(mine, theirs, names)
    named = [chunk for chunk in chunks if is_one_of(chunk.text, names)]
    for first, second in combinations(chunks, 2):
        if _roles_differ(first, second, mine, theirs) or _denials_differ(first, second, mine, theirs):
            return first.text, second.text
    # A result that is told the other way round is told of the other side.
    is_from_other_side = not scores_in(statement).isdisjoint((behind, before) for before, behind in scores_in(quote) if before != behind)
    for first, second in combinations(named, 2):
        rest = [chunk for chunk in chunks if chunk not in (first, second)]
        is_mirrored = not is_from_other_side and _is_mirrored(first, second, rest, (mine, theirs))
        if is_mirrored or _is_outvoted(first, second, rest):
            return first.text, second.text
    return next(_crossings(chunks), None) or next(_measured_otherwise(chunks, named, mine), None)


def _roles_differ(first: Chunk, second: Chunk, mine: Side, theirs: Side) -> bool:
    """Whether the one comes from where the other goes to, and in the quote the other way round."""
    roles = [(_role(mine.tokens, chunk.at), _role(theirs.tokens, chunk.there)) for chunk in (first, second)]
    return {role[0] for role in roles} == {"from", "to"} and all({*role} == {"from", "to"} for role in roles)


def _denials_differ(first: Chunk, second: Chunk, mine: Side, theirs: Side) -> bool:
    """Whether of two clauses the one is denied, and in the quote the other."""
    if not _stand_apart(first, second):
        return False
    here = [_denies(mine, chunk.clause) for chunk in (first, second)]
    there = [_denies(theirs, chunk.other) for chunk in (first, second)]
    return here[0] != here[1] and there == here[::-1]


def _denies(side: Side, clause: int) -> bool:
    tokens = [token for token, number in zip(side.tokens, side.clauses, strict=True) if number == clause]
    return any(token in _DENIALS or pair in _DENIED_BEFORE for token, pair in zip(tokens, pairwise([*tokens, ""]), strict=True))


def _stand_apart(first: Chunk, second: Chunk) -> bool:
    """Whether two chunks are in two clauses, here and there."""
    return first.clause != second.clause and first.other != second.other


def _role(tokens: Sequence[str], at: int) -> str:
    before = at - 1
    if before >= 0 and tokens[before] in {"the", "a", "an"}:
        before -= 1
    return _BEFORE.get(tokens[before], "") if before >= 0 else ""


def _is_outvoted(first: Chunk, second: Chunk, rest: Sequence[Chunk]) -> bool:
    """Whether all that stands in one clause with one of two names stands with the other one in the quote; one word alone is no proof."""
    votes = [(_vote(first, second, chunk), chunk) for chunk in rest]
    moved = [chunk for vote, chunk in votes if vote > 0]
    is_enough = len(moved) > 1 or any(chunk.length > 1 or not chunk.text.isalpha() for chunk in moved)
    return is_enough and all(vote >= 0 for vote, _ in votes) and _stand_apart(first, second)


def _vote(first: Chunk, second: Chunk, chunk: Chunk) -> int:
    """1 when a chunk changes from one name to the other, -1 when it stays, 0 when it says nothing."""
    here = [name for name in (first, second) if name.clause == chunk.clause]
    there = [name for name in (first, second) if name.other == chunk.other]
    if len(here) != 1 or len(there) != 1 or any(_is_part(name, chunk) for name in (first, second)):
        return 0
    return -1 if here == there else 1


def _stays(first: Chunk, second: Chunk, chunk: Chunk) -> bool:
    """Whether a chunk stands with the same name here and there, and is not its number: 龙芯3A."""
    is_number = any((name.at + name.length, name.there + name.length) == (chunk.at, chunk.there) for name in (first, second))
    return _vote(first, second, chunk) < 0 and not (is_number and chunk.text[0].isdecimal())


def _is_part(one: Chunk, other: Chunk) -> bool:
    """Whether two chunks stand side by side, here and there: two parts of one name, Chinese or with a number."""
    if other.text.isdecimal() and not WIDE.match(one.text):
        return (one.at + one.length, one.there + one.length) == (other.at, other.there)
    return bool(WIDE.match(one.text) and WIDE.match(other.text)) and all(
        max(left, right) - min(left + one.length, right + other.length) <= 1
        for left, right in ((one.at, other.at), (one.there, other.there))
    )


def _is_mirrored(first: Chunk, second: Chunk, rest: Sequence[Chunk], sides: tuple[Side, Side]) -> bool:
    """Whether two names stand on either side of the same words in the opposite order, in the same voice."""
    if first.there < second.there:
        return False
    mine, theirs = sides
    if _is_converse(first, second, sides, rest) or (_stand_apart(first, second) and any(_stays(first, second, chunk) for chunk in rest)):
        return False
    here = mine.tokens[first.at + first.length : second.at]
    there = theirs.tokens[second.there + second.length : first.there]
    between = [chunk for chunk in rest if first.at < chunk.at < second.at and second.there < chunk.there < first.there]
    if not between or any(_MUTUAL.search(" ".join(words)) for words in (here, there) if words):
        return False
    voices = [len(_PASSIVE.findall(" ".join(side.tokens))) for side in sides]
    return voices[0] % 2 == voices[1] % 2


def _is_converse(first: Chunk, second: Chunk, sides: tuple[Side, Side], rest: Sequence[Chunk]) -> bool:
    """Whether who gets it from the second name is whom that gives it to: bought from, sold to; or took it, given to, by other verbs."""
    here, there = ([_role(side.tokens, place) for place in places] for side, places in zip(sides, _places_of(first, second), strict=True))
    if {here[1], there[0]} == {"from", "to"}:
        return True
    deeds = (chunk for chunk in rest if chunk.at - first.at - first.length in (0, 1))
    return here == ["", ""] and there == ["to", ""] and not any(deed.there - second.there - second.length in (0, 1) for deed in deeds)


def _places_of(first: Chunk, second: Chunk) -> tuple[tuple[int, int], tuple[int, int]]:
    return (first.at, second.at), (first.there, second.there)


def _is_of_both(chunk: Chunk, first: Chunk, second: Chunk) -> bool:
    """Whether a chunk stands in the first of the two clauses, here and there: it may be said of the second one too."""
    return chunk.clause == min(first.clause, second.clause) and chunk.other == min(first.other, second.other)


def _crossings(chunks: Sequence[Chunk]) -> Iterator[tuple[str, str]]:
    """Pairs of chunks in two clauses that have changed partners; of numbers, one partner is enough."""
    for first, second in combinations(chunks, 2):
        if not _stand_apart(first, second):
            continue
        rest = [chunk for chunk in chunks if chunk not in (first, second)]
        votes = [(chunk.clause == first.clause, _vote(first, second, chunk)) for chunk in rest]
        sides = {side for side, vote in votes if vote > 0}
        own = any(vote > 0 and not _is_of_both(chunk, first, second) for chunk, (_, vote) in zip(rest, votes, strict=True))
        is_enough = len(sides) > 1 or (own and all(chunk.text[0].isdecimal() for chunk in (first, second)))
        if is_enough and all(vote >= 0 for _, vote in votes):
            yield first.text, second.text


def _measured_otherwise(chunks: Sequence[Chunk], named: Sequence[Chunk], mine: Side) -> Iterator[tuple[str, str]]:
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


def _has_subject(side: Side, number: Chunk) -> bool:
    """Whether the clause of a number begins with what it is said of: no preposition, no number."""
    words = [token for token, clause in zip(side.tokens[: number.at], side.clauses, strict=False) if clause == number.clause]
    opening = next((word for word in words if word not in CLAUSE and word not in _ARTICLES), "")
    return opening[:1].isalpha() and opening not in NO_CHUNK and opening not in NO_WIDE_CHUNK
