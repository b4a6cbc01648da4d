"""What follows from the answers whether two things are one: joined, proposed to a person, or left apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.scribe.acronyms import is_short
from llmwiki.scribe.editor.pairs import are_apart
from llmwiki.vault.chars import HAN_CHAR

if TYPE_CHECKING:
    from llmwiki.scribe.editor.pairs import Hint, Pair
    from llmwiki.scribe.editor.things import Thing

Verdict = Literal["join", "propose", "apart"]


class Chances(NamedTuple):
    """What a model and an embedder say of a pair.

    Attributes:
        orders: Probability that both are one thing, asked in both orders.
        translation: Probability that one name is the other's translation, asked in English and in Chinese; None for names of one script.
        names, said: Nearness of the names and of what is said of them (cosine of ``fast``).
    """

    orders: tuple[float, float]
    translation: tuple[float, float] | None
    names: float
    said: float

    @property
    def lower(self) -> float:
        """Of the two orders, the answer that counts."""
        return min(self.orders)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two names that may be of one thing, or one name that may be of two, for a person to decide.

    Attributes:
        name, other: The names, that of a page or the more used one first; equal where sources seem to mean two things by it.
        said, other_said: A sentence on each, as its source has it.
        sources: Where these stand.
        chance: Probability that they are one, the lower of both orders.
    """

    name: str
    other: str
    said: str
    other_said: str
    sources: tuple[str, ...]
    chance: float


# Read off the 180 pairs of benchmarks/data/identity.tsv with a model of 1.5 billion parameters.
_SAME_NAME = 0.3
_SHORT_FORM, _SHORT_FORM_PROPOSED = 0.55, 0.4
_ALONE, _ALONE_PROPOSED = 0.7, 0.55


class _Across(NamedTuple):
    """Least numbers for two names in two languages: of the lower order, it and the nearness, it and the English answer, both answers."""

    order: float
    near: float
    together: float
    english: float
    chinese: float


_PLAIN = _Across(0.5, 1.1, 1.44, 0.8, 0.962)
_FIRM = _Across(0.75, 1.1, 0.0, 0.8, 0.9)
_OPEN = _Across(0.3, 0.0, 0.0, 0.8, 0.962)


def verdict(hint: Hint, chances: Chances) -> Verdict:
    """What to do with a pair that no rule tells apart.

    Args:
        hint: What the names themselves say.
        chances: What a model and an embedder say.
    """
    low = chances.lower
    if hint == "spelling":
        return "join"
    if hint == "same name":
        return "join" if low >= _SAME_NAME else "propose"
    if hint == "short form" or chances.translation is None:
        sure, open_ = (_SHORT_FORM, _SHORT_FORM_PROPOSED) if hint == "short form" else (_ALONE, _ALONE_PROPOSED)
        return "join" if low >= sure else "propose" if low >= open_ else "apart"
    if _meets(chances, chances.translation, _PLAIN) or _meets(chances, chances.translation, _FIRM):
        return "join"
    return "propose" if _meets(chances, chances.translation, _OPEN) else "apart"


def _meets(chances: Chances, translation: tuple[float, float], least: _Across) -> bool:
    low, (english, chinese) = chances.lower, translation
    found = _Across(low, low + max(chances.names, chances.said), low + english, english, chinese)
    return all(here >= there for here, there in zip(found, least, strict=True))


class Settled(NamedTuple):
    """What becomes of all pairs: (the other key, the key that stays), and what a person has to decide."""

    joins: tuple[tuple[str, str], ...]
    doubts: tuple[Doubt, ...]


def settle(judged: Sequence[tuple[Pair, Chances]]) -> Settled:
    """Join what is sure, the nearest first, so that no group has two names that differ in what matters.

    Two pages are never joined: that is a person's to do (``wiki merge``). Nor does a thing get a second name in another script on a
    model's word.

    Args:
        judged: The pairs with usable answers, the nearest first.
    """
    groups: dict[str, list[Thing]] = {}
    joins, doubts = [], []
    for pair, chances in judged:
        found = verdict(pair.hint, chances)
        stays, goes = _ranked(pair)
        if pair.hint == "same name":
            doubts += [_doubt(stays, goes, chances)] if found == "propose" else []
            continue
        ours, theirs = groups.setdefault(stays.key, [stays]), groups.setdefault(goes.key, [goes])
        if found == "apart" or ours is theirs:
            continue
        if found == "join" and _may_join(ours, theirs):
            joins.append((goes.key, stays.key))
            ours += theirs
            groups.update({thing.key: ours for thing in theirs})
        elif len(ours) == len(theirs) == 1:
            doubts.append(_doubt(stays, goes, chances))
    return Settled(tuple(joins), tuple(doubts))


def _ranked(pair: Pair) -> tuple[Thing, Thing]:
    """The thing whose name stays, and the other."""
    first, second = sorted(pair[:2], key=lambda thing: (not thing.is_page, -thing.count, thing.is_chinese, thing.key, thing.source))
    return first, second


def _may_join(ours: Sequence[Thing], theirs: Sequence[Thing]) -> bool:
    if any(thing.is_page for thing in ours) and any(thing.is_page for thing in theirs):
        return False
    scripts = [{bool(HAN_CHAR.search(name)) for name in _names(things)} for things in (ours, theirs)]
    return not (len(scripts[0] | scripts[1]) > 1 and any(len(own) > 1 for own in scripts)) and not _clash(ours, theirs)


def _names(things: Sequence[Thing]) -> Iterator[str]:
    """Names but for short forms, which languages share."""
    for thing in things:
        yield from (name for name in thing.names if not is_short(name))


def _clash(ours: Sequence[Thing], theirs: Sequence[Thing]) -> bool:
    return any(are_apart(one, other) for one in ours for other in theirs)


def _doubt(stays: Thing, goes: Thing, chances: Chances) -> Doubt:
    sources = tuple(sorted({thing.source for thing in (stays, goes)}))
    return Doubt(stays.name, goes.name, stays.said, goes.said, sources, chances.lower)
