"""The best spelling of a candidate, and its other names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from llmwiki.scribe.identity import is_generic_form, merge_key, singular
from llmwiki.scribe.mentions import Found
from llmwiki.scribe.seeds import Seeds
from llmwiki.vault.chars import HAN_CHAR

_SEEN_ENOUGH = 5


def surface_of(key: str, seeds: Seeds, found: Found) -> str:
    """How a key is written: as in running text, in the singular where that is seen, else as in headings and the like."""
    counts: Counter[str] = found.surfaces.get(key) or seeds.spellings[key]
    plain = Counter({text: count for text, count in counts.items() if "\n" not in text})
    best = min(plain, key=lambda text: (-plain[text], text))
    # "Threads" is no plural of "thread".
    alike = [text for text in plain if text[0].isupper() == best[0].isupper() or plain[best] < _SEEN_ENOUGH]
    single = [text for text in alike if _is_singular(text) and plain[text] * _SEEN_ENOUGH >= plain[best]]
    if not _is_singular(best) and single:
        best = min(single, key=lambda text: (-plain[text], text))
    return best


def best_title(keys: Sequence[str], seeds: Seeds, found: Found) -> str:
    """The title of a group whose middle is the first key: an English term begins with a capital."""
    text = surface_of(keys[0], seeds, found)
    if text == text.lower() and not HAN_CHAR.search(text) and re.fullmatch(r"[^\W\d_]+(?:-[^\W\d_]+)*", text.split()[0]):
        return text[0].upper() + text[1:]
    return text


def other_names(keys: Sequence[str], title: str, seeds: Seeds, found: Found) -> tuple[str, ...]:
    """Names beside the title; forms with a generic noun and bare parts of persons' names are only spellings."""
    names = [surface_of(key, seeds, found) for key in keys if not any(is_generic_form(key, other) for other in keys if other != key)]
    return tuple(sorted({name for name in names if merge_key(name) != merge_key(title)}))


def surfaces(keys: Sequence[str], title: str, seeds: Seeds, found: Found) -> tuple[str, ...]:
    """Every form that leads to the candidate, the title first."""
    forms = {text for key in keys for text in (*found.surfaces.get(key, ()), *seeds.spellings[key])}
    return (title, *sorted(forms - {title}))


def _is_singular(text: str) -> bool:
    last = text.rsplit(maxsplit=1)[-1].lower()
    return singular(last) == last
