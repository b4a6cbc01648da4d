"""Whether a sentence says what a thing is, seen from the place where the thing's name stands."""

from __future__ import annotations

import re
from typing import Literal

from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.phrases import any_of
from llmwiki.scribe.said import uncited
from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN, HAN_CHAR

Strength = Literal["strong", "fair", "none"]

# Between the name and the verb: a general noun, a bracket, an apposition in commas, or a second name.
_HEAD = rf"(?: {any_of('en', 'kind-nouns')})?"
_HEAD_CHINESE = f"{any_of('zh', 'kind-nouns')}?"
ASIDE = (
    r"[\"”’»*]?"
    + _HEAD
    + r"(?:,? (?:Inc|Ltd|Corp|Co)\.|,? LLC)?(?:,?\s*[（(][^）)]{0,240}[）)]){0,2}(?:\s*,\s[^,.“]{2,80},|\s*,\s“[^”]{2,60}”)?\s*"
)
ASIDE_CHINESE = rf"[”」』》\"]?\s*{_HEAD_CHINESE}(?:[（(][^）)]{{1,60}}[）)]\s*{_HEAD_CHINESE})?\s*"
_COUPLE = r"(?:and (?:the )?[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3} )?"
_ADVERB = (
    r"(?:(?:essentially|basically|simply|also|now|currently|generally|usually|typically|often|just|commonly|primarily|mainly|officially) )?"
)

_STRONG_ENGLISH = re.compile(
    ASIDE
    + rf"(?:(?:is|are) {_ADVERB}(?:(?:both )?an?\b(?! (?:[a-z-]+ ){{0,2}}{any_of('en', 'no-kinds')}\b)"
    + rf"|one of\b|any\b|the {any_of('en', 'defines-the')}\b)"
    r"|is the (?!same\b|only\b|best\b|most\b)[a-z-]+(?: [a-z-]+){0,4} (?:that|which|who|for|of|used|by|in|where|behind)\b"
    r"|is (?:defined as|used to (?:describe|refer)|short for|like an?)\b|refers? to\b|stands? for\b|means?\b(?! that\b)"
    r"|consists? of\b|is what\b)"
)
_FAIR_ENGLISH = re.compile(
    ASIDE + _COUPLE + r"(?:(?:was|were) (?:an?|one of|the)\b|(?:is|are) the\b"
    r"|(?:is|are) (?:a )?[a-z]+(?:-[a-z]+)* (?:that|which|who|used|designed|made|found|located|based|written)\b"
    rf"|(?:is|are|was|were) responsible for\b|(?:is|are) {any_of('en', 'serves')} (?:to|for|as|at|in|on|of|by|after)\b"
    rf"|(?:was|were) (?:(?:first|originally|initially|officially) )?{any_of('en', 'made')}\b(?! with\b)"
    r"|(?:began|started|originated|grew|evolved|emerged) (?:as|out of|from|in)\b|(?:serves?|acts?|works?|functions?|operates?) as\b)"
    r"|\s*(?:allow|let|enable|help)s? (?:you|users|people|developers|teams|anyone)\b"
    r"|^\s*,\s[“\"]?(?:an?|the|one of) [a-z]"
)
# What a thing was made from, when and by whom, or what it is used for: a fact, but no answer to "what is it?".
_STRONG_CHINESE = re.compile(
    ASIDE_CHINESE + r"(?:，?\s*(?:又称|也称|又名|简称|全称|英文|也叫|又叫)[^，。]{1,40}，|，顾名思义，)?\s*"
    r"(?:通常|一般|其实|本质上|实际上|主要|就|，)?\s*" + any_of("zh", "defines")
)
_FAIR_CHINESE = re.compile(ASIDE_CHINESE + "，?" + any_of("zh", "describes"))
# "Region: a range of keys" says what a region is, "Region: runs the queries" does not.
_GLOSSED = re.compile(
    r"\s*(?:[(（][^)）]{1,40}[)）])?\s*(?:[:：]|\s[—–-]\s|——)\s*"
    r"(?:(?:an?|one of|any)\b(?! (?-i:[A-Z]))|the (?=(?-i:[a-z]))(?!(?:[A-Z][\w-]*|[a-z]+) (?:[A-Z(][^ ]* ){0,6}(?:is|are|was|were)\b)"
    r"(?!(?:[\w-]+ ){1,3}[a-z]{2,}s (?:an?|the|its|their|all|every|each|other|any)\b)"
    r"|[a-z]+(?:ion|ment|ing|ness|ity|er|or|ers|s) (?:of|that|for|to|used|which)\b"
    r"|(?:就|主要)?(?:是|指|即(?!使)|为|表示)|一[种个款类项组套条]|由[^，。]{1,20}组成|用[于来以])",
    re.IGNORECASE,
)
_GLOSSED_CHINESE = re.compile(rf"\s*(?:[(（][^)）]{{1,40}}[)）])?\s*[:：]\s*[^，。；]{{2,40}}的(?P<head>[{HAN}]{{2,8}})(?:[，。；]|$)")
# 贝尔曼方程（Bellman equation）：其定义了……
_GLOSSED_LATIN = re.compile(rf"\s*[(（][A-Za-z][^)）{HAN}]{{3,60}}(?:[，,][^)）]{{1,20}})?[)）]\s*[:：]")
_HEAD_CHARS = 2
# "GC in Compaction Filter 机制是": another name, which begins with this one.
_MORE_LATIN = re.compile(r" [A-Za-z]")
_CALLED = re.compile(
    r"(?:被称为|被称作|称之为|叫做|叫作|称为|称作)[“「『\"《]?$"
    r"|\b(?:is|are) (?:called|known as|termed|referred to as) (?:an? |the )?[“\"‘'*_]*$"
)
# "the column store TiFlash" says what TiFlash is, wherever it stands.
_APPOSED_CHINESE = re.compile(rf"的[^，。的、]{{0,8}}{any_of('zh', 'apposed')}\s*(?:——\s*)?[“「]?$")
_APPOSED_ENGLISH = re.compile(r"\b(?:an?|the) [^,.;]{3,60} (?:called|named|known as|dubbed) (?:the )?[\"“‘']?$")
# 列存储引擎 TiFlash，……; not "的 Java 语言 Redis 客户端".
_STANDS_APPOSED = re.compile(r"[”」]?\s*(?:[（(，。；：、,]|$)")
_OPEN_BRACKET = re.compile(r"[（(][^）)]*$")
_OTHER_SUBJECT = re.compile(r"(?<![就但总只要还可不])是(?!否)|^[^，。：:]{1,16}[：:]")
_FRONT_ENGLISH = re.compile(
    r"[\"'“‘(*_]*(?:(?:The|A|An|(?:In|On|At|From) [^,]{2,40},|As [^,]{2,40},"
    r"|The (?:[A-Z][\w-]*|of|for|the)(?: (?:[A-Z][\w-]*|of|for|the)){0,4}['’]s"
    r"|(?!(?:Behind|After|Before|Like|Unlike|With|Without|Between|For|From|By|Alongside|Besides|Among|Since|When|While|If)\b)"
    r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3} and|Simply put,|At its core,)\s*)?"
    r"(?:the|an?)?\s*[\"'“‘(*_`]*"
    # "Extremely Severe Cyclonic Storm Mocha", "President Ada Moore": what sort of thing, in capitals.
    rf"(?:(?:[A-Z][a-z]+ ){{0,4}}(?i:{'|'.join(sorted(wordlist('en', 'class-words') | wordlist('en', 'titles')))}) )?"
)
# What people think of a thing is not what it is.
_OPINION = re.compile(r"(?:人们?|大家|我们|业界)[^，。]{0,6}(?:认为|认可|觉得|相信|知道)|^(?:很多|大部分|不少)人")
_FRONT_CHINESE = re.compile(
    r"[“「『\"《]*(?:(?:在|从|对)[^，。]{1,12}[中里上看来]，?|所谓的?|简单来说，|简单地说，|总的来说，|目前，?|其中，?"
    r"|[A-Za-z][\w.-]*(?: [A-Z][\w.-]*)? ?的)?[“「『\"《`]*"
)


def strength(text: str, start: int, end: int, *, item: bool = False) -> Strength:
    """How well ``text`` defines the name at ``start:end`` (code points).

    Args:
        text: The sentence.
        start, end: The name in it.
        item: It is a list item, where ``Name: what it is`` is a definition.
    """
    if item and start <= 1 and (_GLOSSED.match(text[end:]) or _names_its_head(text, end)):
        return "strong"
    text = wide(text)
    before, after = text[:start], uncited(text[_behind_marks(text, start, end) :])
    if is_chinese(text):
        apposed = _APPOSED_CHINESE.search(before) is not None and text[start:end].isascii() and _STANDS_APPOSED.match(after) is not None
        longer = text[start:end].isascii() and _MORE_LATIN.match(after)
        whole = _near_start_chinese(before) and not longer and not is_of_other(before)
        grade = _grade(after, _STRONG_CHINESE, _FAIR_CHINESE) if whole else "none"
    else:
        apposed = _APPOSED_ENGLISH.search(before) is not None
        grade = _grade(after, _STRONG_ENGLISH, _FAIR_ENGLISH) if _near_start_english(before) else "none"
    if is_called(before) and not is_in_brackets(before):
        return "strong"
    return "fair" if apposed and grade == "none" else grade


def is_of_other(before: str) -> bool:
    """Whether a Chinese sentence is on something else before it comes to the name: "Memory 是……，Storage 是……", 法律考虑：X 是……."""
    return _OTHER_SUBJECT.search(before) is not None


def is_in_brackets(before: str) -> bool:
    """Whether what stands before a name opens a bracket that the name stands in."""
    return _OPEN_BRACKET.search(before) is not None


def _behind_marks(text: str, start: int, end: int) -> int:
    """Behind the name and the backtick that closes what one before the name opened."""
    return end + 1 if text[start - 1 : start] == "`" == text[end : end + 1] else end


def _names_its_head(text: str, end: int) -> bool:
    """Whether a Chinese gloss gives the name in Latin too, or ends its first clause with the name's noun.

    复合索引：建立在多个字段上的索引.
    """
    if HAN_CHAR.match(text[end - 1]) and _GLOSSED_LATIN.match(text, end):
        return True
    found = _GLOSSED_CHINESE.match(text, end)
    return found is not None and found["head"].endswith(text[end - _HEAD_CHARS : end])


def is_called(before: str) -> bool:
    """Whether what stands before a name gives this name to what was said until then."""
    return _CALLED.search(before) is not None


def _grade(after: str, strong: re.Pattern[str], fair: re.Pattern[str]) -> Strength:
    if strong.match(after):
        return "strong"
    return "fair" if fair.match(after) else "none"


def _near_start_english(before: str) -> bool:
    """Only an article, a determiner, a second subject or a short fronted phrase may stand before the subject of a definition."""
    return _FRONT_ENGLISH.fullmatch(before) is not None


def _near_start_chinese(before: str) -> bool:
    """Nothing but a short phrase before the name in its clause."""
    return not _OPINION.search(before) and _FRONT_CHINESE.fullmatch(re.split(r"[，：；]", before)[-1]) is not None


_ACTS_ENGLISH = re.compile(
    ASIDE + _COUPLE + r"(?:(?:also|now|still|often|always|never|later|first|only|has|have|had|[a-z]{3,}ly) )*"
    r"(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|may|might|must|should|[a-z]{2,}ed"
    r"|[a-z]{2,}s(?! (?:is|are|was|were|has|have|had|can(?:not)?|could|will|would|may|might|must|should|do|does|did)\b)"
    rf"|(?:isn|aren|wasn|doesn|didn|can|won|hasn)['’]?t|{any_of('en', 'past')})\b(?!['’])"
)
_PLURAL_ACTS = re.compile(rf"(?: (?:also|often|always|never|still|only|[a-z]{{3,}}ly))* {any_of('en', 'plural-verbs')}\b")
_NOUN_CHINESE = re.compile(r"\s*(?:的|之|[、和与及或])")
_HEADS_BEFORE = re.compile(r"[”」』》\"]?\s*" + _HEAD_CHINESE + r"\s*(?:[（(][^）)]*[）)]\s*" + _HEAD_CHINESE + r")?\s*")
_UNDER = re.compile(r"[下中里上]，")
_WINDOW = 12
_MODIFYING_TAGS = ("a", "b", "v")
_NOMINAL_TAGS = ("n", "s", "f", "t", "m")


def acts(text: str, end: int) -> bool:
    """Whether the name that ends at ``end`` is followed by a verb rather than by more of a longer noun phrase."""
    if is_chinese(text):
        after = uncited(wide(text)[end:])
        return _acts_chinese(after) and not (text[end - 1].isascii() and _MORE_LATIN.match(after))
    after = uncited(text[end:])
    return _ACTS_ENGLISH.match(after) is not None or (text[end - 1] == "s" and _PLURAL_ACTS.match(after) is not None)


def _acts_chinese(after: str) -> bool:
    """The word behind the name, general nouns and brackets skipped, is no noun or place."""
    from llmwiki.scribe.names_zh import segment

    if _NOUN_CHINESE.match(after):
        return False
    head = _HEADS_BEFORE.match(after)
    rest = after[head.end() if head else 0 :][:_WINDOW]
    if _UNDER.match(rest):
        return True
    words = segment(rest)
    if not words or words[0].tag.startswith(_NOMINAL_TAGS):
        return False
    return not (words[0].tag.startswith(_MODIFYING_TAGS) and len(words) > 1 and words[1].tag.startswith("n"))
