"""English topics that one text alone knows: "the handbook" of one office, a person by first name.

Such a name means something only to the reader of that text; a page about it could not be told from the next one's.
"""

from __future__ import annotations

import re
from collections import Counter

from llmwiki.scribe.objections import Objection
from llmwiki.scribe.stopwords import is_common, wordlist
from llmwiki.scribe.topic import Spot, Topic
from llmwiki.vault.chars import HAN, HAN_CHAR

_POINTED_AT = re.compile(r"(?:\b(?:the|this|that|these|those|our|their|its|his|her|your|my)|['’]s) (?:[a-z]+ )?[\"“'‘*_]*$", re.IGNORECASE)
_WORD_BEFORE = re.compile(rf"[{HAN}]{{2}}$")
_GLOSS = re.compile(r"[”」』\"*_]*\s?[（(]\s?[A-Za-z]")
_CUT = 0.6
# In so many of its mentions a thing is pointed at.
_MOSTLY = 0.8


def knows_one(topic: Topic) -> Objection | None:
    """Why a topic belongs to one text only, or None; Chinese has no article to tell by, but longer names."""
    if topic.titled or not topic.spots:
        return None
    if HAN_CHAR.search(topic.title):
        if topic.plain and not _is_glossed(topic):
            return Objection.UNTRANSLATED
        return Objection.CUT if _is_cut(topic) else None
    if topic.sort == "person" and " " not in topic.title and len(topic.sources) == 1:
        return Objection.ONE_NAME
    may_be_common = topic.kind == "concept" or " " not in topic.title  # "the React Foundation" is one by its capitals
    if may_be_common and all(map(_is_everyday, topic.title.split())) and _is_pointed_at(topic):
        return Objection.ONE_TEXT
    return None


def _is_glossed(topic: Topic) -> bool:
    """闭包（closure）: a term that a text explains, and no word that it merely uses."""
    return any(_GLOSS.match(spot.sentence.text, spot.end) for spot in topic.spots)


def _is_cut(topic: Topic) -> bool:
    """自定义变量 where the text says 用户自定义变量: the same word stands before the name nearly always."""
    before = Counter(match[0] for spot in topic.spots if (match := _WORD_BEFORE.search(spot.sentence.text[: spot.start])))
    return max(before.values(), default=0) > max(1, _CUT * len(topic.spots))


def _is_everyday(word: str) -> bool:
    return is_common(word) or word.lower() in wordlist("en", "generic-heads") | wordlist("en", "generic")


def _is_pointed_at(topic: Topic) -> bool:
    pointed = [spot for spot in topic.spots if _points(spot, topic.title)]
    return len(pointed) > _MOSTLY * len(topic.spots)


def _points(spot: Spot, title: str) -> bool:
    """An article or the like stands before the name, and the name is not in the plural: "the eukaryotes" are all of them."""
    text = spot.sentence.text
    plural = text[spot.start : spot.end].endswith("s") and not title.endswith("s")
    return not plural and _POINTED_AT.search(text[: spot.start]) is not None
