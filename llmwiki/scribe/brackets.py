"""Two-language pairs in Chinese text: 检索增强生成（RAG）, Closet（衣柜）, 简称."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from llmwiki.scribe.acronyms import Pair, expansion_after, is_short
from llmwiki.scribe.names_zh import Tagged
from llmwiki.scribe.phrases import any_of
from llmwiki.scribe.stopwords import suffix_of, wordlist
from llmwiki.vault.chars import HAN

_BRACKET = re.compile(r"\s?[（(]([^（）()]{2,60})[）)]")
_HAN_END = re.compile(f'[{HAN}·]+[”」』"*]*$')
_LATIN_END = re.compile(r"([A-Za-z][A-Za-z0-9.+#-]*(?: [A-Za-z][A-Za-z0-9.+#-]*){0,4})[”」』\"*]*$")
_CALLED = re.compile(
    r"(?:简称为?|缩写为?|"
    r"英文名?(?:[:：为]|(?=[A-Za-z ]))|英文全称为?|全称为?|又称为?|也称为?|又叫做?|也叫做?|亦称|俗称|别名|别称)[:：]?\s*[“「\"《]?"
    rf"([A-Za-z][\w .+#-]{{0,40}}\w|[{HAN}·]{{2,10}})(?=[”」\"》，。,;；）)]|$)"
)
_EITHER = re.compile(f"(?<=[{HAN}])[或和](?=[{HAN}])")
_LEAD = re.compile(r"^(?:英文|英语|简称|缩写|全称|即|又称|也称|也叫|又叫|亦称)[:：为是]?\s*")
_WORDS = re.compile(r"[A-Za-z][A-Za-z'’.-]*")
_RUN_TAGS = frozenset({"n", "vn", "nz", "l", "j", "b", "m", "a", "an", "v", "ns", "nr", "nt", "nrt", "i", "eng", "ng", "vg", "zg"})
_BACK = 60
_GROWS = frozenset("多高低半双单全超微去非无")
_DENIES = frozenset("非无反未伪准")
"""What turns a term into another one, whatever a tagger takes it for: 非拜占庭错误（Non-Byzantine Fault）."""

_EXPLAINS = re.compile("[让使可能把被用支由以对不未已必需应建]|推荐|可选")
"""How an explanation in brackets begins, which is no other name: CMD（让用户灵活覆盖）, JWT（不推荐）."""

_POINTING = frozenset("这那该此其每某一")
"""First characters of words that only point at something."""

_DONE = frozenset("到了过着出")
"""Last characters of verbs that have an object behind them: 用到, 提出."""

_LONGEST_RUN = 5
_SHORTEST_HAN = 3


def chinese_pairs(text: str, words: Sequence[Tagged], sentence: int) -> Iterator[Pair]:
    """The pairs of names that a Chinese sentence gives.

    ``sure`` is False for a single capitalised word (宫殿（Palace）): it counts when it comes twice.
    """
    for match in _BRACKET.finditer(text):
        before, inside = text[max(0, match.start() - _BACK) : match.start()], _LEAD.sub("", match[1].strip())
        if _HAN_END.search(before):
            yield from _after_chinese(words, match.start(), inside, sentence)
        elif _LATIN_END.search(before) and re.fullmatch(f"[{HAN}·]{{2,10}}", inside) and not _EXPLAINS.match(inside):
            yield from _after_latin(before, inside, sentence)
    for match in _CALLED.finditer(text):
        subject = _subject(text, match.start(), words)
        for name in _EITHER.split(match[1].strip()) if subject else ():
            if name != subject and len(name) >= len("别名"):
                yield Pair(subject, name, sentence, sure=True)


def _after_chinese(words: Sequence[Tagged], position: int, inside: str, sentence: int) -> Iterator[Pair]:
    parts = [part.strip() for part in re.split(r"[,，;；]\s*", inside)]
    if len(parts) > 1 and not (is_short(parts[-1]) and expansion_after(parts[0].split(), parts[-1])):
        return
    chinese = nominal_run(words, position)
    if len(chinese) < len("宫殿") or chinese.startswith("第"):
        return
    at_start = words[0].text.startswith(chinese[: len(words[0].text)]) if words else False
    for part in parts:
        sure = _is_other_name(part)
        single = bool(re.fullmatch(r"[A-Z][a-z]+", part))
        if is_short(part) and len(chinese) <= _SHORTEST_HAN and _is_one_word(words, position, chinese):
            sure = False
        if (sure and len(chinese) >= _SHORTEST_HAN) or single or (is_short(part) and _is_other_name(part)):
            yield Pair(
                chinese,
                part,
                sentence,
                sure=(sure and len(chinese) >= _SHORTEST_HAN)
                or (single and at_start and len(part) > len("View") and not _is_class(chinese)),
            )


def _is_class(chinese: str) -> bool:
    """协议（Scheme）: a general noun, and in brackets which one."""
    return chinese in wordlist("zh", "generic") or re.fullmatch(any_of("zh", "kind-nouns"), chinese) is not None


def _is_one_word(words: Sequence[Tagged], position: int, chinese: str) -> bool:
    """Whether a term is one word of the dictionary: 音视频（RTP） says what RTP is for, so it counts when it comes twice."""
    return any(word.text == chinese and word.end <= position for word in words)


def _is_other_name(text: str) -> bool:
    """An acronym, or two words and more without digits, slashes and inner capitals."""
    if is_short(text):
        return not any(char.isdigit() for char in text) and text.upper() == text
    found = _WORDS.findall(text)
    if not 1 < len(found) <= _LONGEST_RUN or re.search(r"[\d/\\=<>_:]", text) or " ".join(found) != text.strip():
        return False
    return not any(re.search(r"[a-z][A-Z]", word) for word in found)


def _after_latin(before: str, chinese: str, sentence: int) -> Iterator[Pair]:
    match = _LATIN_END.search(before)
    if match is None or chinese in wordlist("zh", "generic"):
        return
    latin = match[1]
    name = latin if " " in latin or is_short(latin) or re.fullmatch(r"[A-Z][a-z]+", latin) else ""
    if name and not (is_short(name) and len(chinese) < _SHORTEST_HAN):
        employer = bool(suffix_of("org-suffixes", chinese)) and not is_short(name) and not _is_organisation(name)
        sure = (is_short(name) or " " in name) and len(chinese) >= _SHORTEST_HAN and not employer
        yield Pair(chinese, name, sentence, sure=sure)


def _is_organisation(name: str) -> bool:
    return any(word.lower() in wordlist("en", "org-words") for word in name.split())


def nominal_run(words: Sequence[Tagged], position: int) -> str:
    """The Chinese name that ends at ``position``: at most five words, cut before verbs that only lead to it."""
    last = next(
        (index for index in range(len(words) - 1, -1, -1) if words[index].end <= position and words[index].text.strip(' ”」』"*')), -1
    )
    first = last + 1
    while first > 0 and last - first + 2 <= _LONGEST_RUN and _belongs(words[first - 1]):
        first -= 1
    while first < last and words[first].tag in {"v", "a", "m", "zg"} and not _may_lead(words[first]):
        first += 1
    if first > last or last < 0 or words[first].text[0] in _POINTING or (first > 0 and words[first - 1].text[-1] in _POINTING):
        return ""
    if first > 0 and words[first - 1].text in _DENIES:
        first -= 1
    return "".join(word.text for word in words[first : last + 1])


def _belongs(word: Tagged) -> bool:
    if word.tag == "v" and len(word.text) > 1 and word.text[-1] in _DONE:
        return False
    return word.tag in _RUN_TAGS and word.text not in wordlist("zh", "verbs") and bool(re.fullmatch(f"[{HAN}·]+", word.text))


def _may_lead(word: Tagged) -> bool:
    """Whether a verb, numeral or adjective can be the first word of a term."""
    if len(word.text) == 1:
        return word.text in _GROWS or word.tag == "m"
    return word.text not in wordlist("zh", "verbs")


def _subject(text: str, position: int, words: Sequence[Tagged]) -> str:
    """What a naming cue speaks of: the name at the end of the clause before it, or the sentence's first words."""
    clause = text[max(0, position - _BACK) : position]
    bare = clause.rstrip("，,（( ")
    latin = _LATIN_END.search(bare)
    return latin[1] if latin else nominal_run(words, position - len(clause) + len(bare))
