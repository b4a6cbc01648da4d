"""Entity or concept, and what sort of entity: by all sightings of a group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, cast

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.identity import is_generic_form
from llmwiki.scribe.latin import TOKEN, has_inner_mark, is_capitalised
from llmwiki.scribe.mentions import Found
from llmwiki.scribe.seeds import Seeds
from llmwiki.scribe.stopwords import is_common, wordlist
from llmwiki.vault.chars import HAN_CHAR

EntityType = Literal["person", "organisation", "product", "place", "work", "event", ""]


def type_of(keys: Sequence[str], seeds: Seeds) -> EntityType:
    """The kind of thing most sightings of a group suggest; empty when none do."""
    votes: Counter[str] = Counter()
    for key in keys:
        if is_generic_form(key, keys[0]):
            continue
        votes.update(seeds.kinds.get(key, {}))
    return cast("EntityType", min(votes, key=lambda kind: (-votes[kind], kind), default=""))


def kind_of(keys: Sequence[str], seeds: Seeds, found: Found, casing: Casing) -> Literal["entity", "concept"]:
    """``entity`` for names, ``concept`` for the rest.

    Chinese is a concept unless most sightings are of a person, place, organisation, work or the like. Latin is an
    entity when it is a name and written as one in most places; an acronym goes with its expansion.
    """
    main = keys[0]
    if HAN_CHAR.search(main):
        votes = sum(seeds.kinds[main].values()) if main in seeds.kinds else 0
        return "entity" if votes * 2 >= max(1, found.count(main)) and votes else "concept"
    if "name" not in seeds.origins[main]:
        return "concept"
    surfaces = found.surfaces.get(main) or seeds.spellings[main]
    capital = sum(count for text, count in surfaces.items() if _is_written_as_name(text, casing))
    return "entity" if capital * 5 >= sum(surfaces.values()) * 3 else "concept"


def _is_written_as_name(text: str, casing: Casing) -> bool:
    """Every content word has a capital, and not only because it is one everyday word at the start of a sentence."""
    words = [
        match[0]
        for match in TOKEN.finditer(text)
        if match[0] not in wordlist("en", "function") and match[0] not in wordlist("en", "particles")
    ]
    if not words or not all(word[0].isdigit() or is_capitalised(word) for word in words):
        return False
    return len(words) > 1 or not is_common(words[0]) or has_inner_mark(words[0]) or casing.proper(words[0])
