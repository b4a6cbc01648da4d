"""Sentences that look like definitions and say little: praise, ranks, what a thing is good for.

They may open a page where a text begins with its own subject; of a thing that a text only comes to speak of they say too little.
"""

from __future__ import annotations

import re

from llmwiki.scribe.definition import ASIDE, ASIDE_CHINESE
from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.phrases import any_of
from llmwiki.scribe.said import uncited

# "Geelong was the strong favourite", "Java 是最早尝试 ... 的语言".
_RANKS = re.compile(
    ASIDE
    + r"(?:is|are|was|were|became) (?:(?:usually|often|generally|also|still) )?(?:an?|the|one of the) (?:[\w-]+,? ){0,2}?"
    + rf"(?:{any_of('en', 'ranks')}|(?!inter|manif|for|har|gu|con|pro|ar|lat)[a-z]{{3,}}est(?:-\w+)?)(?![\w-])"
)
_RANKS_CHINESE = re.compile(ASIDE_CHINESE + rf"(?:也|就|目前|都)?是[^，。]{{0,14}}{any_of('zh', 'ranks')}")

_SLOGAN = re.compile(ASIDE + r"(?:is|are) an? [^.;:]{3,60},? (?:but )?not (?:just |only |merely |simply )?(?:an?|the)\b")
_APPOSED_ONLY = re.compile(rf"(?!{ASIDE}(?:is|are|was|were)\b)\s*,\s")
_VAGUE = re.compile(
    rf"{ASIDE}(?:is|are) (?:at )?(?:the|an?|one of the|some of the) (?:[a-z-]+ ){{0,2}}(?:set of )?{any_of('en', 'no-kinds')}\b"
    rf"|{ASIDE}(?:is|are) (?:something|what|one|where|when|how|why)\b"
    rf"|{ASIDE}(?:is|are) (?:particularly |especially |very |most |also |often )*(?:useful|helpful|important|popular|suitable|ideal)\b"
)
_PURPOSE = re.compile(
    rf"{_VAGUE.pattern}|{ASIDE}consists? of\b|"
    r"\s*(?:allow|let|enable|help)s? |\s*(?:serves?|acts?|works?|functions?|operates?) as "
    rf"|{ASIDE}(?:was|were) (?:(?:first|originally|initially|officially) )?(?:born|{any_of('en', 'made')})\b"
    rf"|{ASIDE}(?:is|are|was|were) (?:also |often |commonly )?{any_of('en', 'serves')} (?:to|for|as|at|in|on|by)\b"
)
_VAGUE_CHINESE = re.compile(
    rf"{ASIDE_CHINESE}是(?:[^，。]*?{any_of('zh', 'no-kinds')}(?:之一)?(?:[，。！]|$)|[“「][^”」]{{1,14}}[”」](?:——|[，。]|$))"
)
_PURPOSE_CHINESE = re.compile(
    ASIDE_CHINESE + r"的?(?:主要|核心|最终)?(?:任务|作用|目的|功能|目标|职责)(?:便|就|主要|正)?(?:是|在于)"
    rf"|{ASIDE_CHINESE}(?:主要)?是?由[^，。]{{1,40}}(?:组成|构成)(?!的)"
    rf"|{ASIDE_CHINESE}" + r"(?:可以|能够?|主要|还|也)*(?:帮助|允许|让|使)(?:你|您|用户|开发者|我们|人们)"
    rf"|{_VAGUE_CHINESE.pattern}|{ASIDE_CHINESE}是[^，。]{{2,40}}，而?不是"
    rf"|{ASIDE_CHINESE}是[^，。]*(?:提出|发明|发现|创造|命名|实现|开发|构建|引入|支持|完成|设计|建立)的(?:[，。！]|$)"
)


def is_vague(text: str, end: int) -> bool:
    """Whether a sentence calls the thing a foundation, a key part, something, or useful: true of anything."""
    if is_chinese(text):
        return _VAGUE_CHINESE.match(uncited(wide(text)[end:])) is not None
    return _VAGUE.match(uncited(text[end:])) is not None


def ranks(text: str, end: int) -> bool:
    """Whether what follows the name that ends at ``end`` compares the thing with others, praises it, or warns of it."""
    if is_chinese(text):
        return _RANKS_CHINESE.match(uncited(wide(text)[end:])) is not None
    return _RANKS.match(uncited(text[end:])) is not None


def hints(text: str, end: int) -> bool:
    """Whether a sentence that seems to define the name that ends at ``end`` says what it is good for, not what it is.

    "Lets you ...", "is designed to ...", a slogan ("is a journey, not a goal"), an apposition in passing, 是……的好例子.
    """
    if is_chinese(text):
        return _PURPOSE_CHINESE.match(uncited(wide(text)[end:])) is not None
    after = uncited(text[end:])
    return bool(_SLOGAN.match(after) or _APPOSED_ONLY.match(after) or _PURPOSE.match(after))
