"""Names in Chinese characters, from the tags of the segmenter and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from llmwiki.scribe.stopwords import characters, suffix_of, wordlist
from llmwiki.vault.chars import HAN

KINDS = ("person", "place", "organisation", "product", "work", "event", "")
"""What sort of thing a name is; empty when nothing shows it."""

_PERSON_TAGS = frozenset({"nr", "nrt", "nrfg"})
_NAME_TAGS = _PERSON_TAGS | {"ns", "nt"}
_NOMINAL = _NAME_TAGS | {"n", "nz", "vn", "j", "b", "s", "an", "l", "i", "ng", "g", "vg"}
_GIVEN_TAGS = frozenset({"a", "n", "nz", "nr", "nrt", "b", "an", "ns", "j", "z", "i", "ad", "vn", "zg", "ng", "g"})
_SUFFIX_SECTIONS = (
    ("event-suffixes", "event"),
    ("org-suffixes", "organisation"),
    ("media-suffixes", "work"),
    ("product-suffixes", "product"),
    ("place-suffixes", "place"),
)
_HAN_WORD = re.compile(f"[{HAN}]+")
_TITLE = re.compile(r"《([^《》]{1,40})》")
_DOTTED = re.compile(f"[{HAN}]{{1,8}}(?:[·•・‧][{HAN}]{{1,9}})+")
_NAMED = re.compile(r"(?:取名|名叫|名为|叫做|叫作|命名为|昵称|代号)$")
_LONGEST_PERSON = 4
_LONGEST = 16


class Tagged(NamedTuple):
    """A segmented word with its tag and place in the sentence."""

    text: str
    tag: str
    start: int
    end: int


class Found(NamedTuple):
    """A name in a sentence."""

    text: str
    start: int
    end: int
    kind: str


def segment(text: str) -> list[Tagged]:
    """Words and part-of-speech tags of a Chinese sentence; loads the segmenter."""
    import rjieba

    words, position = [], 0
    for word, tag in rjieba.tag(text):
        words.append(Tagged(word, tag, position, position + len(word)))
        position += len(word)
    return words


@lru_cache(maxsize=1 << 9)
def _borders(text: str) -> frozenset[int]:
    return frozenset(place for word in segment(text) for place in (word.start, word.end))


def cuts_word(text: str, start: int, end: int) -> bool:
    """Whether a Chinese name at ``start:end`` begins or ends inside a word of its sentence: 数组 in 函数组合."""
    return not {start, end} <= _borders(text)


def chinese_names(text: str, words: Sequence[Tagged]) -> list[Found]:
    """The Chinese names of a sentence, in order, longer ones before what they contain."""
    found = [*_works(text), *_dotted(text, words), *_merged(words), *_cued(words), *_people(words), *_places(words)]
    kept: list[Found] = []
    for name in sorted(found, key=lambda name: (name.start - name.end, name.start)):
        if not any(name.start < other.end and other.start < name.end for other in kept):
            kept.append(name)
    return sorted(kept, key=lambda name: name.start)


def _works(text: str) -> Iterator[Found]:
    """Titles in 《》."""
    for match in _TITLE.finditer(text):
        yield Found(match[1].strip(), match.start(1), match.end(1), "work")


def _dotted(text: str, words: Sequence[Tagged]) -> Iterator[Found]:
    """Transliterated names with a middle dot, cut at the words around them."""
    borders = {word.start for word in words} | {word.end for word in words}
    for match in _DOTTED.finditer(text):
        first_dot = min(match.start() + index for index, char in enumerate(match[0]) if char in "·•・‧")
        last_dot = max(match.start() + index for index, char in enumerate(match[0]) if char in "·•・‧")
        start = _foreign_start(text, match.start(), first_dot, borders)
        end = _foreign_end(text, last_dot + 1, match.end(), words)
        if start < first_dot and end > last_dot + 1:
            yield Found(text[start:end], start, end, "person")


def _foreign_start(text: str, low: int, dot: int, borders: set[int]) -> int:
    start = dot
    while start > low and text[start - 1] in characters("foreign"):
        start -= 1
    return max((border for border in borders if low <= border <= min(start, dot - 1)), default=start)


def _foreign_end(text: str, begin: int, high: int, words: Sequence[Tagged]) -> int:
    """End of the last part: its first word, and further ones of transliterating characters."""
    end = begin
    for word in words:
        if word.end <= begin or word.start >= high:
            continue
        foreign = all(char in characters("foreign") for char in text[max(word.start, begin) : word.end])
        if end > begin and not (foreign and word.tag in _NAME_TAGS | {"nz", "n", "x", "j"}):
            break
        end = word.end
    return end


def _people(words: Sequence[Tagged]) -> Iterator[Found]:
    index = 0
    while index < len(words):
        word = words[index]
        last = _person_end(words, index)
        if last >= index:
            start, end = word.start, words[last].end
            text = "".join(part.text for part in words[index : last + 1])
            yield Found(text, start, end, "person" if _is_surely_person(words, index, last) else "")
        index = max(last, index) + 1


def _is_surely_person(words: Sequence[Tagged], first: int, last: int) -> bool:
    """Whether a role or a verb stands beside a name, or nothing about it is doubtful.

    Doubtful are surnames that are everyday characters in a name of two (谷歌), and transliterations that may be places.
    """
    before = first > 0 and words[first - 1].text in wordlist("zh", "roles")
    after = last + 1 < len(words) and words[last + 1].text in wordlist("zh", "person-verbs")
    text = "".join(word.text for word in words[first : last + 1])
    doubtful = (len(text) == len("谷歌") and text[0] in _EVERYDAY) or words[first].tag == "nrt"
    return before or after or not doubtful


_EVERYDAY = frozenset("谷水云山石时白松井牛边花乐平成明车")


def _person_end(words: Sequence[Tagged], index: int) -> int:
    """Index of the last word of the person that begins at ``index``; -1 when none does."""
    word = words[index]
    after = words[index + 1] if index + 1 < len(words) else None
    if not _HAN_WORD.fullmatch(word.text):
        return -1
    if len(word.text) == 1:
        return index + 1 if after and _is_surname_and_given(words, index) else -1
    if word.tag not in _PERSON_TAGS:
        return index if _is_cued_person(words, index) else -1
    if _is_foreign(word.text) and after and after.tag in _PERSON_TAGS and _is_foreign(after.text) and len(after.text) > 1:
        return index + 1
    return index if is_person(word.text) else -1


def _is_surname_and_given(words: Sequence[Tagged], index: int) -> bool:
    """A surname that the segmenter cut off: 周|明远."""
    word, given = words[index], words[index + 1]
    if word.tag != "nr" or word.text not in wordlist("zh", "surnames") or given.tag not in _GIVEN_TAGS:
        return False
    return bool(_HAN_WORD.fullmatch(given.text)) and len(given.text) <= len("明远") and word.text + given.text not in wordlist("zh", "stop")


def _is_cued_person(words: Sequence[Tagged], index: int) -> bool:
    """A word with a surname between a role and a verb of speaking, or unknown to the dictionary beside one of them."""
    word = words[index]
    if word.tag not in {"n", "nz", "i", "l", "j", "v", "a"} or not is_person(word.text) or len(word.text) > len("欧阳修"):
        return False
    import rjieba

    before = index > 0 and words[index - 1].text in wordlist("zh", "roles")
    after = index + 1 < len(words) and words[index + 1].text in wordlist("zh", "person-verbs")
    return (before and after) or ((before or after) and not rjieba.has_word(word.text))


_NOUN_ENDINGS = frozenset("者证员器机率性化度法型式件品站网费税额量值表单库码键")
"""Last characters of nouns that look like surname and given name: 贡献者, 许可证."""


def is_person(text: str) -> bool:
    """Whether a word tagged as a person can be one: a surname and one or two characters, or a transliteration."""
    if text in wordlist("zh", "stop") or (len(text) > len("张三") and text[-1] in _NOUN_ENDINGS):
        return False
    if len(text) <= _LONGEST_PERSON - 1 and text[0] in wordlist("zh", "surnames"):
        return True
    if len(text) <= _LONGEST_PERSON and text[:2] in wordlist("zh", "surnames") and len(text) > len("欧阳"):
        return True
    return len(text) > len("张三") and _is_foreign(text)


def _is_foreign(text: str) -> bool:
    """Two characters of three are ones that transliterate foreign names."""
    return sum(char in characters("foreign") for char in text) * 3 >= len(text) * 2


def _places(words: Sequence[Tagged]) -> Iterator[Found]:
    for index, word in enumerate(words):
        if len(word.text) < len("江苏") or word.text in wordlist("zh", "stop") or not _HAN_WORD.fullmatch(word.text):
            continue
        if word.tag == "ns" or (word.tag == "nr" and not is_person(word.text) and suffix_of("place-suffixes", word.text)):
            yield Found(word.text, word.start, word.end, "place")
        elif word.tag == "nt":
            yield Found(word.text, word.start, word.end, "organisation")
        elif word.tag in {"nz", "n"} and len(word.text) > len("故宫") and _ends_properly(word.text):
            yield Found(word.text, word.start, word.end, suffix_kind(word.text))
        elif word.tag == "nrt" and not _followed(words, index):
            yield Found(word.text, word.start, word.end, "")


def _followed(words: Sequence[Tagged], index: int) -> bool:
    return index + 1 < len(words) and words[index + 1].tag in _PERSON_TAGS


_PROPER_SUFFIXES = "寺庙宫殿塔山江河湖海岛湾桥堤碑祠陵窟峡峰岭"


def _ends_properly(text: str) -> bool:
    """Whether a dictionary noun of three characters or more is a name by its ending: 那烂陀寺, 青藏铁路."""
    if text[-1] in _PROPER_SUFFIXES:
        return True
    return any(
        text.endswith(suffix) and len(text) > len(suffix) + 1
        for suffix in ("铁路", "大学", "战争", "运动", "遗址", "机场", "山脉", "平原", "半岛", "海峡")
    )


def suffix_kind(text: str) -> str:
    """The kind of thing the ending of a name tells."""
    for section, kind in _SUFFIX_SECTIONS:
        if suffix_of(section, text):
            return kind
    return ""


def _merged(words: Sequence[Tagged]) -> Iterator[Found]:
    """A name and the nouns behind it up to a suffix that makes them one: 星河|科技|有限公司."""
    for last, word in enumerate(words):
        kind = _suffix_kinds().get(word.text, "")
        if not kind:
            continue
        first = _merge_start(words, last, kind)
        if first < last:
            start, end = words[first].start, word.end
            yield Found("".join(part.text for part in words[first : last + 1]), start, end, kind)


@cache
def _suffix_kinds() -> dict[str, str]:
    """Suffix word -> the kind it gives to the name it ends; of two kinds the first section's."""
    return {word: kind for section, kind in reversed(_SUFFIX_SECTIONS) for word in wordlist("zh", section)}


def _merge_start(words: Sequence[Tagged], last: int, kind: str) -> int:
    """Index of the first word of the name that ends with the suffix at ``last``; ``last`` itself when there is none."""
    first = last
    while first > 0 and _joins(words[first - 1], words[last].text) and words[last].end - words[first - 1].start <= _LONGEST:
        first -= 1
    while first < last and (words[first].text in wordlist("zh", "roles") or words[first].tag in {"vn", "s"}):
        first += 1
    modifiers = words[first:last]
    if not modifiers or not _names(modifiers, words[last].text, kind):
        return last
    return first


def _joins(word: Tagged, suffix: str) -> bool:
    """Whether a word before a suffix may be part of the name; an adjective only before a strong one (明远中学)."""
    nominal = word.tag in _NOMINAL or (word.tag == "a" and len(word.text) > 1 and suffix in wordlist("zh", "org-strong"))
    return nominal and bool(_HAN_WORD.fullmatch(word.text)) and word.text not in wordlist("zh", "roles")


def _names(modifiers: Sequence[Tagged], suffix: str, kind: str) -> bool:
    """Whether the words before a suffix make it a name rather than a sort of thing (软件公司)."""
    plain = [
        word for word in modifiers if word.text not in wordlist("zh", "generic-modifiers") and word.text not in wordlist("zh", "generic")
    ]
    if not plain:
        return False
    if len(suffix) == 1 and kind in {"place", "product"}:
        return len(modifiers) == 1 and plain[0].tag in _NAME_TAGS
    proper = [word for word in plain if word.tag in _NAME_TAGS | {"nz", "j"} and word.text not in wordlist("zh", "stop")]
    if suffix in wordlist("zh", "org-strong") or kind in {"product", "work", "event"}:
        return bool(proper) or (suffix in wordlist("zh", "org-strong") and len(plain[0].text) > 1)
    return bool(proper) and not (len(modifiers) == 1 and modifiers[0].tag == "ns" and suffix in _WEAK)


_WEAK = frozenset("公司 组织 团队 政府 军 党 会 局 部 厂 社 队 所 行 台 中心 汽车 航空 物流 咨询".split())


def _cued(words: Sequence[Tagged]) -> Iterator[Found]:
    """What a text says it is called: 取名|小溪."""
    for index, word in enumerate(words[:-1]):
        after = words[index + 1]
        if (
            _NAMED.search(word.text)
            and after.tag in _NOMINAL | {"v", "a", "nz"}
            and len(after.text) > 1
            and _HAN_WORD.fullmatch(after.text)
        ):
            yield Found(after.text, after.start, after.end, "")
