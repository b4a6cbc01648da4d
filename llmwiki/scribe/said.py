"""What a page says of a sentence: the sentence without what only its own text needs.

Citation marks, numbers of items, "by contrast", a clause that announces a list: they go; what is left is still the source's own words.
"""

from __future__ import annotations

import re
from dataclasses import replace

from llmwiki.scribe.overlap import inclusion, is_chinese, word_set
from llmwiki.scribe.phrases import any_of, either
from llmwiki.scribe.prose import Sentence

_REPEATED = 0.8
_GREEK = dict(
    zip("alpha beta gamma delta epsilon eta theta lambda mu nu pi rho sigma tau phi psi omega".split(), "αβγδεηθλμνπρστφψω", strict=True)
)
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_CITED = re.compile(r"\s*:cite\w*:`[^`]*`|\s*\[(?:@\w[^\]]*|\d{1,3}(?:[-–,， ]+\d{1,3})*|n(?:ote)? \d+|citation needed)\]")
# 答：比特币是…… of questions and answers.
_ANSWERS = re.compile(r"^(?:答|回答|A(?:nswer)?)\s?[:：]\s*")
_SYMBOL = re.compile(rf"\$(?:([A-Za-z0-9]{{1,3}})|\\({'|'.join(_GREEK)})|(L)_\{{?([012])\}}?)\$")
# Brackets that held only a pronunciation or a mark.
_EMPTY = re.compile(r"\s?[(（]\s*[,;，；]?\s*[)）]")
# "..., which can do the following:", 如：; ", where $x$ is ...", 其中 $x$ 是……
_ANNOUNCES = re.compile(
    r"[，,]\s?(?:[^，。,;；:：]{0,12}[:：]|(?:如|例如|比如|包括)[:：]?)$|,? (?:such as|including|for example|namely|as follows|like)[:]?$"
)
_SPELLS_OUT = re.compile(r"[，,]\s?(?:其中|这里|where |here )[^。]*\$[^$]+\$.*$")
# Words, and characters of Chinese.
_LEAST_BEFORE_TAIL, _LEAST_BEFORE_TAIL_CHINESE = 6, 10
# "If you want to run it, enter:" says nothing without its list.
_CONDITION = either(
    rf"^(?:{any_of('en', 'condition')}|{any_of('en', 'instructs')})\s", f"^(?:{any_of('zh', 'condition')}|{any_of('zh', 'instructs')})"
)
# "（1）", "2)": the number of an item that was no list item to the reader.
_NUMBERED = re.compile(r"^[（(]?(?:\d{1,2}|[一二三四五六七八九十])[）)]\s*|^[①-⑳]\s*")
# "Quill, by contrast, keeps ...": nothing on the page it could be set against.
_ASIDE = re.compile(r",? (?:by contrast|in contrast(?! to)|on the other hand|however|therefore|in turn|as such),? (?=[a-z])")
# 动作（Action）：动作是……
_TWICE = re.compile(r"^(.{2,24}?)\s*(?:[(（][^)）]*[)）]\s*)?[:：]\s*(?=\1)")
_ASIDE_FIRST = re.compile(r"[(（]([^()（）]{12,})[)）]\s*(?=\S)")


def said(text: str) -> str:
    """A sentence without citation marks of its source and repeated first words, and with a formula of one symbol as that symbol."""
    aside = _ASIDE_FIRST.match(text)
    if aside and inclusion(word_set(aside[1]), word_set(text[aside.end() :])) > _REPEATED:
        text = text[aside.end() :]
    text = _TWICE.sub("", _ASIDE.sub(" ", _NUMBERED.sub("", _ANSWERS.sub("", text))))
    text = _without_tail(text)
    return _SYMBOL.sub(_symbol, _EMPTY.sub("", uncited(text)))


def whole(sentence: Sentence) -> Sentence:
    """The sentence without a last clause that only announces a list; the same when it has none."""
    text = _without_tail(sentence.text)
    return replace(sentence, text=text, complete=True) if text != sentence.text else sentence


def _without_tail(text: str) -> str:
    """A statement without the clause that only announces a list, or spells out a formula's letters."""
    tail = _ANNOUNCES.search(text) or _SPELLS_OUT.search(text)
    if tail is None or not _stands(text[: tail.start()]):
        return text[:-1] + "。" if text.endswith("．") else text
    return text[: tail.start()] + ("。" if is_chinese(text) else ".")


def _stands(text: str) -> bool:
    long = len(text) >= _LEAST_BEFORE_TAIL_CHINESE if is_chinese(text) else len(text.split()) >= _LEAST_BEFORE_TAIL
    return long and not _CONDITION.match(text)


def uncited(text: str) -> str:
    """A text without the citation marks of its source."""
    return _CITED.sub("", text)


def _symbol(match: re.Match[str]) -> str:
    plain, greek, letter, digit = match.groups()
    return plain or _GREEK.get(greek) or letter + digit.translate(_LOWERED)
