"""Whether a statement says what its sentence says. Each check is true where it refuses.

All is told by the words alone, against one sentence and not its neighbours: two true sentences blended make a false one. The limits are
tuned on pairs of sentences with true and false statements (``tests/editor/data/pairs.tsv``).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from llmwiki.scribe.overlap import is_chinese, word_set
from llmwiki.scribe.stopwords import is_common
from llmwiki.vault.chars import HAN, HAN_CHAR

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from llmwiki.scribe.editor.claim import Case

_HELD, _NEARLY_SAME, _SAME = 0.7, 0.7, 0.9
"""Share of the statement's words that its sentence has, where it leaves out much of the sentence; where it keeps so much of it, all: a word
that is put in the place of another then changes the meaning, and gains nothing."""

_KEPT_CLAUSE = 0.6
_MOST_FOREIGN = 3
_STEM, _STEM_LEAST = 5, 6
_CLAUSE = re.compile(
    r"[,;:，；：。！？!?—–()（）]|\.(?=\s|$)|\b(?:but|although|though|while|whereas|because|however)\b|但是?|然而|而且|因为|虽然|尽管"
)
_DENIES = re.compile(r"\b(?:not|no|never|cannot|without|neither|nor|none)\b|n['’]t\b|[不没未非无]|并非", re.IGNORECASE)
_LIMITS = re.compile(
    r"\b(?:only|except|unless|if|may|might|could|probably|possibly|perhaps|sometimes|often|usually|mostly|rarely|hardly|almost|nearly|partly"
    r"|some|many|most|few|until|before|after|planned|plans?|will|would|should|experimental|allegedly|reportedly|so-called|up to|at least"
    r"|at most)\b|[仅只]|除非|如果|若|可能|或许|也许|往往|通常|有时|经常|部分|大多|一些|几乎|计划|将(?!军)|应该|据说|所谓|之前|之后"
    r"|以前|以后|直到|最多|至少",
    re.IGNORECASE,
)
_REPORTS = re.compile(
    r"\b(?:according to|said|says|claims?|claimed|argues?|argued|believes?|believed|thinks?|thought|suggests?|rumou?r\w*|reports?"
    r"|reported)\b|据|认为|表示|声称|指出|宣称|觉得|传闻",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b\w+n['’]t\b", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being) (?:\w+ly )?\w+(?:ed|en|t|wn|ne)(?: \w+){0,3}? by\b|[被由]", re.IGNORECASE)
_NO_PLACE = frozenset("a an the and or of in on at to by for with is are was were it its that which".split())
_LIGHT = frozenset(
    "used use uses using called known named term system thing something kind type sort way means mean refers refer describes describe"
    " allows allow lets let makes make made takes take gives give provides provide has is was were being become became also which that can"
    " including include includes within based 一种 一个 一类 用于 用来 可以 能够 进行 使用 称为 叫做 指 是 即 包括 具有 通过 属于 作为"
    " 其中 会 能 时 后 前 中 上 下 它 其".split()
)
"""Words that a fair wording may add: they say nothing that could be wrong."""

_FUNCTION_TAGS = frozenset("upcdrmyefkhoxwq")
"""Of Chinese words: particles, prepositions, conjunctions, adverbs, pronouns, numerals, measure words, marks."""

_TOKEN = re.compile(rf"[^\W_{HAN}](?:[\w.'’+-]*[^\W_{HAN}])?", re.ASCII)


def has_number(case: Case) -> bool:
    """A number, or a number's unit, that the sentence does not have."""
    return bool({"number", "unit"} & case.gaps)


def has_date(case: Case) -> bool:
    """A date that the sentence does not have."""
    return "date" in case.gaps


def has_name(case: Case) -> bool:
    """A name that neither the sentence nor what stands above it has."""
    return "name" in case.gaps


def denies(case: Case) -> bool:
    """The statement denies what the sentence says, or leaves out its no."""
    if "negation" in case.gaps or _differs(case, _DENIES):
        return True
    return _kept(case) >= _SAME and (len(_DENIES.findall(case.statement)) - len(_DENIES.findall(case.said))) % 2 == 1


def unlimits(case: Case) -> bool:
    """The statement leaves out a condition, a doubt or a limit of what it takes over, or puts one in."""
    return _differs(case, _LIMITS)


def unreports(case: Case) -> bool:
    """The statement tells as a fact what the sentence tells as somebody's words."""
    return _REPORTS.search(case.said) is not None and not _REPORTS.search(case.statement)


def has_strange_words(case: Case) -> bool:
    """Too few of the statement's words are the sentence's own."""
    mine = _words(case)
    foreign = [word for word in mine if not is_held(word, words_of(case.said)) and word not in _LIGHT]
    if not mine:
        return False
    if _kept(case) >= _NEARLY_SAME:
        return bool(foreign) or _says_more_often(case)
    return len(foreign) > _MOST_FOREIGN or 1 - len(foreign) / len(mine) < _HELD


def _kept(case: Case) -> float:
    """Share of the sentence's words that the statement keeps."""
    subject = words_of(case.subject)
    return _share(words_of(case.said) - subject, _words(case) | subject)


def _says_more_often(case: Case) -> bool:
    """Whether a word stands in the statement more often than in the sentence, subjects aside: in the place of another."""
    name = re.compile(re.escape(case.subject), re.IGNORECASE)
    said, theirs = (name.sub(" ", text).lower() for text in (case.statement, case.said))
    return any(0 < theirs.count(word) < said.count(word) for word in _words(case) - _LIGHT)


def is_glued(case: Case) -> bool:
    """Words of a neighbour sentence stand in the statement: it says two things as one."""
    theirs = words_of(case.said)
    near = [words_of(text) for text in (*case.before, *case.after)]
    foreign = [word for word in _words(case) if not is_held(word, theirs) and word not in _LIGHT]
    return any(is_held(word, other) and not _is_plain(word) for word in foreign for other in near)


def is_turned(case: Case) -> bool:
    """Two things have changed places around what stands between them and no passive tells why, or a passive came and they have not."""
    if "order" in case.gaps:
        return True
    said, theirs = _places(case.statement), _places(case.said)
    common = [word for word in said if word in theirs]
    held = words_of(case.statement)
    things = [word for word in common if any(other.startswith(word) for other in held)]
    for at, one in enumerate(things):
        for other in things[at + 1 :]:
            turned = (said[one] < said[other]) != (theirs[one] < theirs[other])
            if turned and any(_is_between(said, one, word, other) and _is_between(theirs, one, word, other) for word in common):
                return _is_passive(case.statement) == _is_passive(case.said)
    return _is_undone(case.statement, theirs, case.said) or _is_undone(case.said, said, case.statement)


def _is_between(places: Mapping[str, int], one: str, word: str, other: str) -> bool:
    return min(places[one], places[other]) < places[word] < max(places[one], places[other])


def _is_passive(text: str) -> bool:
    return _PASSIVE.search(text) is not None


def _is_undone(text: str, places: Mapping[str, int], other: str) -> bool:
    """Whether a passive of ``text`` is none in the other text, and yet who did it stands behind whom it was done to."""
    found = _PASSIVE.search(text)
    if found is None or _is_passive(other):
        return False
    before, behind = ([word for word in _places(part) if word in places] for part in (text[: found.start()], text[found.end() :]))
    return bool(before and behind) and places[before[-1]] < places[behind[0]] and HAN_CHAR.search(text) is None


def _differs(case: Case, cue: re.Pattern[str]) -> bool:
    """Whether only one of the two has a cue, in a clause that the other takes over."""
    return _loses(case.said, case.statement, cue) or _loses(case.statement, case.said, cue)


def _loses(text: str, other: str, cue: re.Pattern[str]) -> bool:
    if cue.search(other):
        return False
    words = words_of(other)
    return any(cue.search(clause) and _share(words_of(cue.sub(" ", clause)), words) >= _KEPT_CLAUSE for clause in _CLAUSE.split(text))


def _words(case: Case) -> frozenset[str]:
    """What the statement says besides its subject."""
    return words_of(case.statement) - words_of(case.subject)


def _share(words: Collection[str], held: frozenset[str]) -> float:
    return sum(is_held(word, held) for word in words) / len(words) if words else 0.0


def is_held(word: str, words: frozenset[str]) -> bool:
    """Whether a word is among others, in whatever form; a Chinese one also inside a longer one or out of two."""
    if word in words:
        return True
    if HAN_CHAR.match(word):
        return any(word in other or (len(other) > 1 and other in word and len(word) - len(other) <= 1) for other in words)
    return len(word) >= _STEM_LEAST - 1 and any(len(other) >= _STEM_LEAST - 1 and other[:_STEM] == word[:_STEM] for other in words)


@lru_cache(maxsize=1 << 9)
def words_of(text: str) -> frozenset[str]:
    """Words that mean something; Chinese text by its words, not by pairs of characters."""
    latin = word_set(_NOT.sub(" ", HAN_CHAR.sub(" ", text)))
    if not HAN_CHAR.search(text):
        return latin
    return latin | frozenset(_chinese(text))


def _chinese(text: str) -> list[str]:
    from llmwiki.scribe.names_zh import segment

    return [word.text for word in segment(text) if HAN_CHAR.match(word.text) and word.tag[:1] not in _FUNCTION_TAGS]


@lru_cache(maxsize=1 << 9)
def _places(text: str) -> Mapping[str, int]:
    """Each word that stands in a text once, cut to its stem -> its place; articles and the like left out."""
    if is_chinese(text):
        from llmwiki.scribe.names_zh import segment

        words = [word.text for word in segment(text) if word.tag[:1] not in "uwx" or _TOKEN.fullmatch(word.text)]
    else:
        words = [match.group().lower()[:_STEM] for match in _TOKEN.finditer(text)]
    counts = Counter(words)
    return {word: at for at, word in enumerate(words) if counts[word] == 1 and word not in _NO_PLACE}


def _is_plain(word: str) -> bool:
    """An everyday word, which two sentences share by chance; two of them are seen as too many strange words."""
    return not HAN_CHAR.match(word) and is_common(word)
