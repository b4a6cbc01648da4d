"""Names that a Chinese statement has, so that they can be looked up in what is cited for it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from llmwiki.facts.strangers import Named
from llmwiki.scribe.names_zh import chinese_names, segment
from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.scribe.names_zh import Found, Tagged

_NAME_TAGS = ("nr", "ns", "nt", "nz")
_NO_NAME_TAGS = frozenset("m q mq r t c p f u".split())
_NUMERALS = frozenset("二三四五六七八九十百千万亿两")
_ASPECTS, _PAST = frozenset("未没不曾已"), frozenset("了过")
_COMPLEMENTS = "进出到成为住起上下了过"
_COMPOUND = 4
_COMMON_NAME, _COMMON, _COMMON_NOUN = 1500, 80, 500
"""How often the segmenter's corpus has a word before any paraphrase may use it: names 湖泊 3483, 长春 770; words 项目 13258, 天赐 68."""
_WORD = re.compile(f"[{HAN}]{{2,}}")
_TO_END = re.compile(rf"[{HAN}]{{2,3}}(?=[，。；、！？：）]|$)")
_SIGN = re.compile(f"[{HAN}]")
_RARE_SIGN, _KNOWN_SIGN, _COMMON_SIGN = 1500, 5000, 15000
"""A run of single characters may be a name where one is rare as a word (崖 1270, 澜 369) and none is common (的, 用 76587); a known one
is a word of its own that a paraphrase may use (替 5282, 卖 7579)."""


def stated_names(text: str) -> Named:
    """Chinese names in a sentence; and what may be names as well. All are empty where nothing is Chinese."""
    if not _SIGN.search(text):
        return Named()
    words = segment(text)
    wide = [word for word in words if _WORD.fullmatch(word.text)]
    names = [name.text for name in chinese_names(text, words) if name.kind in {"person", "work"} and _is_whole(name, words)]
    names += [word.text for word in wide if word.tag.startswith(_NAME_TAGS) and _is_rare(word)]
    names += _behind_roles(text, words)
    names = [name for name in names if not _is_done(text, name)]
    no_nouns = {*names, *(word.text for word in wide if _is_done(text, word.text))}
    short = [word for word in wide if len(word.text) < _COMPOUND and word.text not in no_nouns and word.text[-1] not in _COMPLEMENTS]
    rare = [word.text for word in short if not _is_known(word) and word.tag[0] != "u" and _is_rare(word)]
    rare += [word.text for word, behind in pairwise(words) if word in short and _is_body(behind) and _frequency(word.text) < _COMMON_NOUN]
    plain = [word.text for word in short if _is_known(word) and word.tag not in _NO_NAME_TAGS and _is_rare(word)]
    nouns = [word.text for word in short if word.tag == "n" and _is_known(word) and _frequency(word.text) < _COMMON_NOUN]
    common = [word.text for word in wide if _is_known(word) and _frequency(word.text) >= _COMMON]
    common += [sign for sign in dict.fromkeys(text) if _SIGN.match(sign) and _frequency(sign) >= _KNOWN_SIGN]
    return Named(*(tuple(dict.fromkeys(found)) for found in (names, _unknown_runs(text), rare, plain, nouns, common)))


def _behind_roles(text: str, words: Sequence[Tagged]) -> list[str]:
    """A surname and a given name between a role and the end of a clause, whatever words these characters are."""
    roles = [word.end for word in words if word.text in wordlist("zh", "roles")]
    found = (_TO_END.match(text, start) for start in roles)
    return [match[0] for match in found if match and match[0][0] in wordlist("zh", "surnames")]


def _is_done(text: str, name: str) -> bool:
    """Whether what stands beside a name makes it a verb, wherever it is: no name is denied, or is over."""
    places = [found.span() for found in re.finditer(re.escape(name), text)]
    return bool(places) and all(text[start - 1 : start] in _ASPECTS or text[end : end + 1] in _PAST for start, end in places)


def _is_body(word: Tagged) -> bool:
    """Whether a word makes what stands before it the name of an organisation, such as 科技."""
    return len(word.text) > 1 and word.text in wordlist("zh", "org-suffixes")


def _is_known(word: Tagged) -> bool:
    """Whether the dictionary has a word, and not as a name alone."""
    import rjieba

    return bool(rjieba.has_word(word.text)) and not word.tag.startswith(_NAME_TAGS)


def _is_rare(word: Tagged) -> bool:
    """Whether a word is none that any paraphrase may use; one that the segmenter guessed is so when it looks like no words together."""
    import rjieba

    most = _COMMON_NAME if word.tag.startswith(_NAME_TAGS) else _COMMON
    return _frequency(word.text) < most if rjieba.has_word(word.text) else _is_unknown(word.text)


def _is_whole(name: Found, words: Sequence[Tagged]) -> bool:
    """Whether no verb, numeral or common word stands in a name."""
    inside = [word for word in words if name.start <= word.start and word.end <= name.end]
    return not any(word.tag in {"v", "m"} for word in inside) and _is_unknown(name.text)


def _is_unknown(name: str) -> bool:
    import rjieba

    parts = rjieba.cut(name, False)  # noqa: FBT003 - the segmenter's own way to say: guess no new words
    return not any(part in _NUMERALS for part in parts) and all(_frequency(part) < _COMMON_NAME for part in parts if len(part) > 1)


def _unknown_runs(text: str) -> list[str]:
    """Neighbouring characters that are no words together, and of which not all are words by themselves."""
    import rjieba

    runs, run = [], ""
    for word in [*rjieba.cut(text, False), ""]:  # noqa: FBT003 - the segmenter's own way to say: guess no new words
        if _SIGN.fullmatch(word) and _frequency(word) < _COMMON_SIGN:
            run += word
            continue
        runs.append(run)
        run = ""
    return [run for run in runs if len(run) > 1 and min(map(_frequency, run)) < _RARE_SIGN]


@lru_cache(maxsize=1 << 12)
def _frequency(word: str) -> int:
    import rjieba

    return int(rjieba.suggest_freq(word))
