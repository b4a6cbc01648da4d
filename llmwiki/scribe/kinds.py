"""What sort of thing a name is: hints from its words and from what stands around it."""

from __future__ import annotations

import re

from llmwiki.scribe.latin import POSSESSIVE, TOKEN, has_inner_mark, is_acronym
from llmwiki.scribe.stopwords import wordlist

_AFTER = re.compile(r",? (?:also |then |later )?([a-z]+)\b")
_WORK_BEFORE = re.compile(
    r"(?:book|novel|film|movie|album|song|essay|paper|play|opera|poem|magazine|journal|newspaper|series|painting)s?,? "
    r"(?:called |titled |named )?[\"“‘_*]?$",
    re.IGNORECASE,
)
_PLACE_BEFORE = re.compile(
    r"\b(?:[Nn]ear|(?:north|south|east|west|city|town|village|island|coast|port|valley|banks|mouth) of|"
    r"(?:born|based|located|held|lives?|lived|living|died|stands?|stood|arrived|settled|headquartered|offices?|"
    r"exile|is|are|was|were) in|"
    r"(?:moved|fled|went|returned|travelled|traveled|flew|sailed|railway|road|line|trains?) (?:back )?to) (?:the )?$"
)
_PERSON_BEFORE = re.compile(r"(?:by|with|says|said) $")


def latin_kind(name: str, before_in_run: str, sentence: str, span: tuple[int, int]) -> str:
    """The kind one sighting of a Latin name suggests; empty when it suggests none.

    Args:
        name: As cut from the run.
        before_in_run: What was cut off in front of it: titles.
        sentence: Text it stands in.
        span: Its place there.
    """
    return _by_words(name) or _by_neighbours(name, before_in_run, sentence, span)


def _by_words(name: str) -> str:
    """The kind that a name's own words tell."""
    words = [match[0].lower() for match in TOKEN.finditer(POSSESSIVE.sub("", name))]
    ends = (words[-1], words[0]) if words else ()
    if len(words) > 1:
        for word in ends:
            if word in wordlist("en", "event-words") and (
                word == words[-1] or "of" in words or word in {"operation", "storm", "hurricane"}
            ):
                return "event"
            if word in wordlist("en", "org-words") or (
                word in wordlist("en", "org-heads") and word == words[0] and {"of", "for"} & set(words)
            ):
                return "organisation"
            if word in wordlist("en", "place-words"):
                return "place"
            if word in wordlist("en", "product-words") and word == words[-1]:
                return "product"
    if any(has_inner_mark(match[0]) and not is_acronym(match[0]) for match in TOKEN.finditer(name)):
        return "product" if any(char.isdigit() for char in name) else ""
    return ""


def _by_neighbours(name: str, before_in_run: str, sentence: str, span: tuple[int, int]) -> str:
    before, after = sentence[: span[0]], sentence[span[1] :]
    title = [word.lower() for word in re.findall(r"[A-Za-z]+", before_in_run)][-1:]
    small = re.search(r"\b([a-z]+) $", before)
    if title and title[0] in wordlist("en", "titles"):
        return "person"
    if small and small[1] in wordlist("en", "titles"):
        return "person"
    verb = _AFTER.match(after)
    plain = all(part.isalpha() and not part.isupper() for part in re.split(r"[ .-]+", name) if part)
    if verb and verb[1] in wordlist("en", "person-verbs") and plain:
        return "person"
    if _WORK_BEFORE.search(before):
        return "work"
    if _PLACE_BEFORE.search(before) and plain:
        return "place"
    return "person" if _PERSON_BEFORE.search(before) and plain and " " in name else ""
