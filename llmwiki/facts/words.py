"""The words of a sentence that say something, and their stems."""

from __future__ import annotations

import re

TOKEN = re.compile(r"[A-Za-z0-9À-ɏ]+(?:['’][a-z]+)?|[\u3400-\u9fff\u3040-\u30ff]")
"""A Latin word, a number without its marks, or one Chinese or Japanese character."""

EMPTY = frozenset(
    "a an the is are was were be been being am do does did has have had having can could may might will would shall should must to of in on"
    " at by for and or nor but if so it its this that these those as with from into than then there any some all very also just not no"
    " never cannot don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't hasn't haven't hadn't".split()
)
WIDE_EMPTY = frozenset("的了着过是在和与及或把被也都就还会能可将对其该此这那个不没未无有并非要以为所地得勿")

_SHORT = 3
_WIDE = re.compile("[\u3400-\u9fff\u3040-\u30ff]")


def stem(word: str) -> str:
    """An English word without its common endings: ``uses``, ``used`` and ``use`` meet."""
    for ending in ("ing", "ied", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > _SHORT else word


def content(text: str) -> frozenset[str]:
    """Stems of the Latin words and numbers that are not empty, and the wide characters that are not."""
    words = (found[0].casefold() for found in TOKEN.finditer(text))
    return frozenset(stem(word) for word in words if word not in EMPTY and word not in WIDE_EMPTY)


def overlap(statement: str, evidence: str) -> float | None:
    """How many of the words of a statement its evidence has, 0 to 1; None where the two are in different languages."""
    if bool(_WIDE.search(statement)) != bool(_WIDE.search(evidence)):
        return None
    said = content(statement)
    return len(said & content(evidence)) / len(said) if said else None
