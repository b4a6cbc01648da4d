"""Subjects of defining sentences, and names that a sentence gives its subject."""

from __future__ import annotations

import re
from typing import NamedTuple

from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN

_ENGLISH = re.compile(
    r"^[\"“(*_`]*(?:(?:The|A|An)\s+)?(?P<subject>[^\s,.;:()\"“”]+(?: [^\s,.;:()\"“”]+){0,4}?)[\"”*_`]*"
    r"(?:\s+\([^)]{1,60}\))?(?:, (?:also|sometimes|often) [^,]{3,60},)?\s+"
    r"(?:(?:is|are)\s+(?:an?|one of|the (?:name|term|process|practice|act|art|ability|idea|study|use))\s"
    r"|refers? to\s|is defined as\s|is short for\s|stands for\s)"
)
_CHINESE = re.compile(
    rf"^(?:所谓的?)?[“「\"《]?(?P<subject>[{HAN}A-Za-z][{HAN}\w .+#-]{{1,24}}?)[”」\"》]?\s?"
    r"(?:[（(][^（）()]{1,60}[）)])?\s?(?:，?又称[^，。]{1,20}，)?"
    r"(?:是指|指的是|是一[种个款类套门项座]|是.{1,60}的[^，。的]{1,12}。|可以理解为)"
)
_PRONOUNS = frozenset(
    "it this that these those there here he she they we you i what which who one all such everything something nothing".split()
)
_BAD_CHINESE = re.compile(
    r"^(?:这|那|它|他|她|此|该|其|我|你|是否|如果|因为|所以|但|而|因此|例如|比如|另|第|每|某)|[的了不都也就还]|是$|^.$"
)
_CUE = re.compile(
    r"(?:known|called|referred to|nicknamed|dubbed|styled)"
    r"(?: (?:affectionately|simply|collectively|colloquially|informally|popularly|commonly|locally|also|today|now))?(?: as| to as)?\s+"
    r"(?:the |an? )?[\"“‘]?(?:the |The )?(?P<alias>[A-Z][\w’'.-]*(?: (?:of |the )?[A-Z][\w’'.-]*){0,4})[\"”’]?"
)


class Cue(NamedTuple):
    """A naming cue: the text before it holds the subject, ``alias`` is the other name."""

    before: str
    alias: str


def definition_subject(text: str) -> str:
    """The subject of a sentence that looks like a definition, empty for others; whether it is one is for its other mentions to show."""
    match = _ENGLISH.match(text) or _CHINESE.match(text)
    if match is None:
        return ""
    subject = match["subject"].strip(" `*_")
    if _CHINESE.match(text):
        return "" if _BAD_CHINESE.search(subject) else subject
    words = subject.lower().split()
    if words[0] in _PRONOUNS or words[0].endswith("ing") or any(word in wordlist("en", "function") - {"of"} for word in words):
        return ""
    return subject


def naming_cue(text: str) -> Cue | None:
    """A cue such as ``, known as "American Stonehenge"``: its name belongs to the subject and is no subject of its own."""
    match = _CUE.search(text)
    if match is None:
        return None
    return Cue(text[: match.start()], match["alias"].strip(" .'’"))
