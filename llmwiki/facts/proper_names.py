"""Proper names in running text, as far as spelling alone shows them."""

from __future__ import annotations

import re
from typing import NamedTuple

from llmwiki.facts.units import UNITS

_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:[-'’+#.][A-Za-z0-9À-ɏ+#]+)*[+#]*|\d+(?:\.\d+)*|[\u3400-\u9fff\u3040-\u30ff]")
_BREAK = re.compile(r"[.!?:;。！？：；|()（）\"“”]\s*$|^\s*$|[\n•]\s*$")
_TITLED = re.compile(r"《([^《》]{2,30})》|「([^「」]{2,30})」")
_BODY = re.compile(
    "((?:(?![与和及跟的在是于到至从向把被将或而了为由等给对往])[\u4e00-\u9fff]){2}(?<![子分总母该本某各两]))(公司|集团|大学|学院|银行|研究院|研究所|基金会|实验室|委员会|医院|出版社)"
)
_COMMON = frozenset(
    "a an the this that these those it its he she they we you i his her their our my your in on at by for from to of and or but"
    " nor so yet if when while where why how what which who whose as is are was were be been has have had do does did can could may"
    " might must shall should will would not no yes all any both each every few many more most much other some such only own same"
    " than then there here also just very with without within into over under after before since until because although though"
    " however therefore thus hence like unlike during between among across through about against around per via one two three four"
    " five six seven eight nine ten first second third new monday tuesday wednesday thursday friday saturday sunday january"
    " february march april june july august september october november december mr mrs ms dr prof inc ltd llc co corp company today"
    " yesterday once next last another either neither part section chapter figure table note see key facts am pm ok celsius"
    " fahrenheit".split()
)
_QUARTER = re.compile(r"[QH]\d")
_ENDINGS = re.compile(
    r"(?:ing|tion|sion|ment|ness|ity|ance|ence|ical|ally|ly|ers|ors|ies|ings|ions|ments|ive|ous|able|ible|ism|ure|ings|ed|es|s|al|age)$"
)


class Name(NamedTuple):
    """A name.

    Attributes:
        text: As written.
        words: Its words.
        left, right: The words beside it, case folded; empty at an end of a sentence.
        sure: Whether it can hardly be a common word: not at the head of a sentence, or spelled as no word is.
    """

    text: str
    words: tuple[str, ...]
    left: str
    right: str
    sure: bool


class _Token(NamedTuple):
    text: str
    start: int
    end: int
    opens: bool


def words_in(text: str) -> list[str]:
    """Words, numbers and single Chinese or Japanese characters, in order."""
    return [match[0] for match in _WORD.finditer(text)]


def names_in(text: str) -> list[Name]:
    """Capitalised names, acronyms and spellings with inner capitals or digits; Chinese titles in 《》 and bodies such as 某某大学."""
    tokens = [
        _Token(match[0], match.start(), match.end(), bool(_BREAK.search(text[max(match.start() - 4, 0) : match.start()])))
        for match in _WORD.finditer(text)
    ]
    found: list[Name] = []
    at = 0
    while at < len(tokens):
        end = _end(text, tokens, at)
        if end > at:
            found.append(_name(text, tokens, at, end))
        at = max(end, at + 1)
    if not text.isascii():
        found += _chinese(text)
    return [name for name in found if name.words]


def is_marked(word: str) -> bool:
    """Whether a word is spelled as no common word is: inner capitals, all capitals, letters with digits."""
    letters = [sign for sign in word if sign.isalpha()]
    return bool(letters) and (
        any(sign.isupper() for sign in word[1:] if sign.isalpha()) or (any(sign.isdigit() for sign in word) and word[0].isalpha())
    )


def _is_name(word: str) -> bool:
    return (
        word not in UNITS
        and not _QUARTER.fullmatch(word)
        and (is_marked(word) or (word[0].isupper() and len(word) > 1 and word.casefold() not in _COMMON))
    )


def _end(text: str, tokens: list[_Token], at: int) -> int:
    """Behind the last word of the name that begins at ``at``; ``at`` when none does."""
    end = at
    while end < len(tokens) and _is_name(tokens[end].text) and (end == at or text[tokens[end - 1].end : tokens[end].start] == " "):
        end += 1
    return end


def _name(text: str, tokens: list[_Token], at: int, end: int) -> Name:
    words = [token.text for token in tokens[at:end]]
    alone = tokens[at].opens and not is_marked(words[0])
    if alone and len(words) > 1 and (_ENDINGS.search(words[0]) or len(words[0]) < 3):  # noqa: PLR2004 - "An", "We", "Is"
        words, alone = words[1:], False
    sure = not alone or (len(words) > 1 and all(word[0].isupper() for word in words))
    if alone and len(words) == 1 and _ENDINGS.search(words[0].casefold()):
        words = []
    left = tokens[at - 1].text.casefold() if at and not tokens[at].opens else ""
    right = tokens[end].text.casefold() if end < len(tokens) and not tokens[end].opens else ""
    return Name(text[tokens[at].start : tokens[end - 1].end], tuple(words), left, right, sure)


def _chinese(text: str) -> list[Name]:
    titles = [Name(match[1] or match[2], (match[1] or match[2],), "《", "》", sure=True) for match in _TITLED.finditer(text)]
    return titles + [Name(match[0], (match[0],), "", match[2], sure=True) for match in _BODY.finditer(text)]
