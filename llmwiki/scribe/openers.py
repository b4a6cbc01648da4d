"""How a sentence begins: on its own feet, leaning on the sentence before, or with a dispensable connective."""

from __future__ import annotations

import re
from typing import Literal

from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.phrases import any_of
from llmwiki.scribe.stopwords import is_common

Opening = Literal["free", "leans", "hangs"]

# "leans": only the sentence before tells who or what is meant. "hangs": the link to it can be cut.
_LEANS_ENGLISH = re.compile(rf"^{any_of('en', 'leans')}\b")
_DEFINITE_ENGLISH = re.compile(
    r"^The (?!most\b|first\b|number\b|term\b|name\b|word\b|idea\b|concept\b)(?:[a-z][a-z-]*(?:['’]s)? ){0,1}[a-z][a-z-]*,? "
    r"(?:is|was|are|were|has|had|have|will|would|can|could|may|might|must|should|did|does|do"
    r"|also|then|now|still|later|often|usually|always|[a-z]{2,}ed|[a-z]{3,}s"
    rf"|{any_of('en', 'past')})\b"
)
_FRONTED_ENGLISH = re.compile(
    r"^(?:In|On|At|By|After|Before|During|Since|From|Until|For|With|As|Following|Around|Under)\b[^,]{2,60}, "
    r"(?:he|she|it|they|this|these|his|her|their|its|the [a-z]+)\b"
)
_HANGS_ENGLISH = re.compile(rf"^{any_of('en', 'hangs')},\s+|^(?:But|And)\s+|^In addition\s+(?=[A-Z])")
_LEANS_CHINESE = re.compile(f"^{any_of('zh', 'leans')}")
_FRONTED_CHINESE = re.compile(r"^[^，。]{1,24}，[它他她该其这此那]")
_HANGS_CHINESE = re.compile(f"^{any_of('zh', 'hangs')}[，,]?")
_SEPARATORS = "，, "


def opening(text: str, name_at: int) -> Opening:
    """How ``text`` begins when the page's name stands at ``name_at`` (code points; -1 when it doesn't).

    A sentence that begins with the name stands free however it goes on, and so does one whose first
    definite noun is the name. ``hangs`` means that :func:`cut_connective` makes it free.
    """
    if name_at == 0:
        return "free"
    if _leans(text, name_at):
        return "leans"
    cut = cut_connective(text)
    if cut == text:
        return "free"
    shift = len(text) - len(cut)
    return "leans" if name_at != shift and _leans(cut, name_at - shift) else "hangs"


def cut_connective(text: str) -> str:
    """``text`` without connectives that only tie it to the sentence before ("But in fact, ..."), first letter raised."""
    pattern = _HANGS_CHINESE if is_chinese(text) else _HANGS_ENGLISH
    while match := pattern.match(text):
        rest = text[match.end() :].lstrip(_SEPARATORS)
        text = rest[:1].upper() + rest[1:] if _may_rise(rest) else rest
    return text


def _may_rise(text: str) -> bool:
    """Whether the first letter may become a capital: gRPC and etcd keep theirs."""
    word = re.match(r"[A-Za-z]+(?![\w-])", text)
    return word is None or (word[0].islower() and is_common(word[0]))


def _leans(text: str, name_at: int) -> bool:
    if is_chinese(text):
        text = wide(text)
        return bool(_LEANS_CHINESE.match(text) or _FRONTED_CHINESE.match(text))
    if _LEANS_ENGLISH.match(text) or _FRONTED_ENGLISH.match(text):
        return True
    definite = _DEFINITE_ENGLISH.match(text)
    return definite is not None and not 0 <= name_at < definite.end()
