"""Whether a statement denies what its evidence says, or the other way round.

Only clauses with nearly the same words are compared, and only plain negations count. Where a text says no in other
words (``lacks``, ``instead of``, ``仅``, ``而非``) nothing is judged.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAIN = re.compile(
    r"\b(?:not|never|cannot|neither|nobody|nothing|none|without|no(?!\.? ?\d| matter| longer than| one's| doubt))\b|n['’]t\b"
    r"|不(?![仅但只单光断同论管过少久止妨禁愧错料惜])|没(?![收落])|未(?!来)|无(?![论数疑限])|并非|勿",
    re.IGNORECASE,
)
# Idioms in which the word denies nothing, or in which two denials affirm.
_IDIOM = re.compile(
    r"not only|not just|not merely|not necessarily|not to mention|if not\b|whether or not|or not\b|is(?:n['’]t| not) it"
    "|why not|no more than|no less than"
    r"|不得不|不能不|不可不|差不多|了不起|对不起|不可避免|不由得|是不是|能不能|会不会|有没有|要不要|好不好|淹没|埋没|沉没|不一而足|不计其数|不可或缺|不可思议",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:lacks?|lacking|fails?|failed|avoids?|avoided|prevents?|prevented|refus\w+|forbid\w*|prohibit\w*|stops?|stopped"
    r"|instead|rather|only|except|unable|impossible|rarely|hardly|seldom|barely|few|little|absent|missing"
    r"|reject\w*|den(?:y|ies|ied)|exclud\w+|ignor\w+|skip\w*|remov\w+|free of"
    r"|nor|unless|otherwise|disabled?|off|beyond|too|un(?!til|der|it|ion|iver|ique|i)\w{4,}|non-?\w+|\w+less)\b"
    "|禁止|避免|防止|拒绝|缺[乏少失]|失败|仅|只|除(?=了|外|非|去|开)|排除|而非|免(?!费)|停|取消|难以|非(?!常|洲)|关闭|禁用"
    "|忽略|跳过|去掉|绕过|脱离|(?<!至)少|(?<![特识类区分级])别",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?<!\d)[,，](?!\d{3})|[;:：；。！？!?、]|\.(?:\s|$)|\s[—–-]+\s|——"
    r"|\b(?:but|although|though|while|whereas|because|which|unless|however|so that|and then)\b"
    r"|(?:但是?|然而|而且|因为|所以|虽然|尽管|除非|否则)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[。！？!?]|\.(?:\s|$)")
_TOKEN = re.compile(r"[A-Za-z0-9À-ɏ]+(?:['’][a-z]+)?|[\u3400-\u9fff\u3040-\u30ff]")
_EMPTY = frozenset(
    "a an the is are was were be been being do does did has have had can could may might will would shall should must to of in on at by"
    " for and or it its this that these those as with from there any some all very also just not no never cannot don't doesn't didn't isn't"
    " aren't wasn't weren't won't can't couldn't wouldn't shouldn't hasn't haven't hadn't".split()
)
_WIDE_EMPTY = frozenset("的了着过是在和与及或把被也都就还会能可将对其该此这那个不没未无有并非要以为所地得勿")
_ALIKE = 0.7
_NEARLY_ALL = 0.9


class _Clause(NamedTuple):
    """Its text, its words that mean something, and whether it denies; None where that cannot be said."""

    text: str
    words: Counter[str]
    denies: bool | None


def denial_differs(statement: str, quotes: list[str]) -> str:
    """The words of the statement that its quotes deny, or that deny its quotes; empty when there are none."""
    if any(_stands_in(statement, quote) for quote in quotes):
        return ""
    wholes, theirs = _sentences(quotes), _clauses(quotes)
    for clause in _clauses([statement]):
        if _is_contrary(clause, theirs, _ALIKE):
            return clause.text
    count = len(_clauses([statement]))
    same = [whole for whole in wholes if len(_clauses([whole.text])) == count > 1]
    return next((whole.text for whole in _sentences([statement]) if _is_contrary(whole, same, _NEARLY_ALL)), "")


def _stands_in(statement: str, quote: str) -> bool:
    """Whether the quote has the statement as it is, from the beginning of a clause on."""
    said, whole = (" ".join(text.split()).casefold().strip(" .。!?！？") for text in (statement, quote))
    at = whole.find(said)
    return (
        at == 0
        or (at > 0 and whole[at - 1] in '，。；：、,;:.!?！？(（“"「')
        or (at > 1 and whole[at - 1] == " " and whole[at - 2] in ",;:.!?。，")
    )


def _is_contrary(clause: _Clause, others: list[_Clause], alike: float) -> bool:
    """Whether of the clauses most like this one, all say the contrary."""
    if clause.denies is None or not clause.words:
        return False
    likeness = [(_likeness(clause, other), other) for other in others if other.words]
    best = max((value for value, _ in likeness), default=0.0)
    near = [other for value, other in likeness if value >= max(best - 0.15, 0.5)]
    enough = alike if sum(clause.words.values()) > 1 else 1.0
    return best >= enough and all(other.denies is not None and other.denies != clause.denies for other in near)


def _likeness(first: _Clause, second: _Clause) -> float:
    """How much of the longer clause the two share; of the first alone where that denies: no circumstance more makes a yes of its no."""
    shared = sum((first.words & second.words).values())
    mine, theirs = sum(first.words.values()), sum(second.words.values())
    whole = first.denies and mine > 1 and shared >= _NEARLY_ALL * mine
    return shared / (mine if whole else max(mine, theirs))


def _clauses(texts: Iterable[str]) -> list[_Clause]:
    return [_clause(part.strip()) for text in texts for part in _CLAUSE.split(_IDIOM.sub(" ", text)) if part.strip()]


def _sentences(texts: Iterable[str]) -> list[_Clause]:
    return [_clause(part.strip()) for text in texts for part in _SENTENCE_END.split(_IDIOM.sub(" ", text)) if part.strip()]


def _clause(text: str) -> _Clause:
    words = [found.casefold() for found in _TOKEN.findall(text)]
    kept = Counter(_stem(word) for word in words if word not in _EMPTY and word not in _WIDE_EMPTY)
    denials = len(_PLAIN.findall(text))
    return _Clause(text, kept, None if _OTHERWISE.search(text) else denials % 2 == 1)


def _stem(word: str) -> str:
    for ending in ("ing", "ied", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word  # noqa: PLR2004 - "use" and "uses" meet
