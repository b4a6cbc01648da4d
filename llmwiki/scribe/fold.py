"""A bare first or last name is the person whose full name stands in the same text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.latin import is_capitalised
from llmwiki.scribe.stopwords import is_common, wordlist

TOO_FREQUENT = 12
"""A bare name more than this many times as frequent as the full one is something else: the company Edwards, not its founder."""

TWICE = 2
"""A first word that is no known given name stands for a person when it is at most so many times as frequent as the full name."""

_LONGEST = 3


def fold(names: Sequence[str], casing: Casing, title: str = "", places: Collection[str] = ()) -> dict[str, str]:
    """Which bare names stand for which full ones.

    Args:
        names: All name sightings of one text in order, repetitions included.
        casing: Counts of the collection.
        title: Of the text; a bare name in it without the full one is not folded.
        places: Bare names that something is in; nobody is in a person.

    Returns:
        Bare name -> full name, for names that fit exactly one person, and for nouns that describe one thing.
    """
    counts = Counter(names)
    order = {name: place for place, name in reversed(list(enumerate(names)))}
    people = [name for name in counts if _is_person(name, casing)]
    folded = _described(counts, order, title)
    for bare in counts:
        fits = [person for person in people if bare in _parts(person)]
        if len(fits) != 1 or bare in places:
            continue
        person = fits[0]
        late = bare == _parts(person)[1] and order[bare] < order[person]
        foreign = bare in re.findall(r"[\w'’-]+", title) and person not in title
        if not late and not foreign and not _is_brand(bare, person, counts) and counts[bare] <= TOO_FREQUENT * counts[person]:
            folded[bare] = person
    return folded


def _is_brand(bare: str, person: str, counts: Counter[str]) -> bool:
    """Whether a first word is no first name: it begins other names (Thanos Querier, Thanos Store), or stands alone most of the time."""
    if bare != _parts(person)[0] or bare.lower() in wordlist("en", "given"):
        return False
    return counts[bare] > TWICE * counts[person] or any(name.startswith(f"{bare} ") and not name.startswith(person) for name in counts)


def _described(counts: Counter[str], order: Mapping[str, int], title: str) -> dict[str, str]:
    """``the Handbook`` for the TTS Handbook: a noun in capitals stands for the one longer name that ends with it.

    The longer name comes first or stands in the title; of several, one in the title is meant.
    """
    folded = {}
    for bare in counts:
        if " " in bare or not is_common(bare):
            continue
        wholes = [name for name in counts if name.endswith(f" {bare}")]
        titled = [name for name in wholes if name in title]
        fits = titled if len(titled) == 1 else wholes
        if len(fits) == 1 and (titled or order[fits[0]] < order[bare]):
            folded[bare] = fits[0]
    return folded


def _parts(person: str) -> tuple[str, str]:
    words = person.split()
    return words[0], words[-1]


def _is_person(name: str, casing: Casing) -> bool:
    """Two or three plain capitalised words, none of them an everyday one or one of an organisation or a place."""
    words = name.split()
    plain = [word for word in words if word not in wordlist("en", "particles")]
    if not 1 < len(plain) <= _LONGEST or words[0] != plain[0]:
        return False
    other = wordlist("en", "org-words") | wordlist("en", "place-words") | wordlist("en", "event-words") | wordlist("en", "of-heads")
    return all(_is_plain(word) for word in plain) and not any(
        word.lower() in other or (_is_ordinary(word, casing) and word.lower() not in wordlist("en", "given")) for word in plain
    )


def _is_plain(word: str) -> bool:
    """Letters only, one capital in front of each part: ``Yumara``, ``Vasquez-Roth``; ``R.`` may stand between."""
    return is_capitalised(word) and all(part.isalpha() and (part[1:].islower() or len(part) == 1) for part in word.rstrip(".").split("-"))


def _is_ordinary(word: str, casing: Casing) -> bool:
    lower = word.lower()
    return is_common(word) or casing.small[lower] > casing.inside[lower] + casing.initial[lower]
