"""English topics that one text alone knows: "the handbook" of one office, a person by first name.

Such a name means something only to the reader of that text; a page about it could not be told from the next one's.
"""

from __future__ import annotations

import re

from llmwiki.scribe.stopwords import is_common
from llmwiki.scribe.topic import Spot, Topic
from llmwiki.vault.chars import HAN_CHAR

_POINTED_AT = re.compile(r"(?:\b(?:the|this|that|these|those|our|their|its|his|her|your|my)|['’]s) (?:[a-z]+ )?[\"“'‘*_]*$", re.IGNORECASE)
# In so many of its mentions a thing is pointed at.
_MOSTLY = 0.8


def knows_one(topic: Topic) -> str:
    """Why a topic belongs to one text only, or an empty string; Chinese has no article to tell by."""
    if HAN_CHAR.search(topic.title) or topic.titled or not topic.spots:
        return ""
    if topic.sort == "person" and " " not in topic.title:
        return "a person by one name only"
    if topic.kind == "concept" and all(map(is_common, topic.title.split())) and _is_pointed_at(topic):
        return "only ever “the” one of its text"
    return ""


def _is_pointed_at(topic: Topic) -> bool:
    pointed = [spot for spot in topic.spots if _points(spot, topic.title)]
    return len(pointed) > _MOSTLY * len(topic.spots)


def _points(spot: Spot, title: str) -> bool:
    """An article or the like stands before the name, and the name is not in the plural: "the eukaryotes" are all of them."""
    text = spot.sentence.text
    plural = text[spot.start : spot.end].endswith("s") and not title.endswith("s")
    return not plural and _POINTED_AT.search(text[: spot.start]) is not None
