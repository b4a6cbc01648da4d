"""English names, and Latin names in any text: from capitalised runs to what they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.latin import INSIDE, POSSESSIVE, TOKEN, is_acronym, is_capitalised
from llmwiki.scribe.openings import keeps_opening, stands_alone
from llmwiki.scribe.stopwords import is_common, wordlist


class Word(NamedTuple):
    """A word of a run, with its place in it."""

    text: str
    start: int
    end: int


class Name(NamedTuple):
    """A name inside a run: its text without possessive and tail, and where it stands in the run."""

    text: str
    start: int
    end: int


def names_in(run: str, place: int, casing: Casing) -> list[Name]:
    """The names a capitalised run holds.

    Args:
        run: Text of the run, as ``latin.capital_runs`` cuts it.
        place: ``INSIDE``, ``OPENING`` or ``SUBJECT``.
        casing: Counts of the collection.

    Returns:
        Names in order, none overlapping; empty when the run is only ordinary words.
    """
    found: list[Name] = []
    for number, words in enumerate(_pieces(run, casing)):
        at = place if number == 0 else INSIDE
        kept = _trim(words, at, run, casing)
        if not kept:
            continue
        at = at if kept[0] is words[0] else INSIDE
        name = _name(run, kept)
        if _is_name(name.text, at, casing):
            found.append(name)
    return found


def _name(run: str, words: Sequence[Word]) -> Name:
    start, end = words[0].start, words[-1].end
    text = POSSESSIVE.sub("", run[start:end])
    head, _, tail = text.rpartition("-")
    if head and tail.lower() in wordlist("en", "tails"):
        text = head
    return Name(text, start, start + len(text))


def _pieces(run: str, casing: Casing) -> list[list[Word]]:
    """The run cut where small words and possessives do not hold it together."""
    pieces: list[list[Word]] = []
    current: list[Word] = []
    links: list[Word] = []
    for match in TOKEN.finditer(run):
        word = Word(match[0], match.start(), match.end())
        if not is_capitalised(word.text) and (links or not re.match(r"v?\d", word.text)):
            links.append(word)
            continue
        rest = [Word(other[0], other.start(), other.end()) for other in TOKEN.finditer(run, word.start)]
        if current and _holds(run, current, links, rest, casing):
            current += [*links, word]
        else:
            pieces.append(current)
            current = [word]
        links = []
    return [piece for piece in [*pieces, current] if piece]


def _holds(run: str, left: list[Word], links: list[Word], right: list[Word], casing: Casing) -> bool:
    """Whether ``left`` and the words from ``right`` on are parts of one name."""
    small = [link.text for link in links]
    if not small:
        return not POSSESSIVE.search(left[-1].text) or _owned(left, right, casing)
    bare = _trim(left, INSIDE, run, casing)
    if not bare or POSSESSIVE.search(left[-1].text):
        return False
    if small[0] in {"of", "for", "and"}:
        long = merge_key(run[bare[0].start : _segment_end(right)])
        return long in casing.forms or (small[0] != "and" and _heads(bare, small[0])) or (small == ["and"] and _administers(bare, right))
    return "the" not in small


def _segment_end(right: Sequence[Word]) -> int:
    """End of the capitalised words that ``right`` begins with."""
    end = right[0].end
    for word in right[1:]:
        if not is_capitalised(word.text):
            break
        end = word.end
    return end


def _heads(left: Sequence[Word], link: str) -> bool:
    """Whether the left part is a noun that takes ``of`` or ``for`` in a name: Treaty of, Institute for."""
    if any(word.text in {"of", "for"} for word in left):
        return False
    ends = {left[0].text.lower(), left[-1].text.lower()}
    if ends & wordlist("en", "org-heads"):
        return True
    if link == "for":
        return False
    return left[-1].text.lower() in wordlist("en", "of-heads") or _is_phrase([word.text for word in left])


def _is_phrase(words: Sequence[str]) -> bool:
    """Two or more ordinary words in capitals are the head of a name: ``Thirty-Six Views of Mount Fuji``; an organisation's are whole."""
    return (
        len(words) > 1
        and all(is_common(part) for word in words for part in word.split("-"))
        and words[-1].lower() not in wordlist("en", "org-words")
    )


def _administers(left: Sequence[Word], right: Sequence[Word]) -> bool:
    """``Department of Health and Human Services``: an office of two ordinary things."""
    following = [word.text for word in right if is_capitalised(word.text)]
    return (
        left[0].text.lower() in wordlist("en", "org-heads")
        and any(word.text in {"of", "for"} for word in left)
        and all(is_common(word) for word in following)
    )


def _owned(left: Sequence[Word], right: Sequence[Word], casing: Casing) -> bool:
    """``Queen's Quarter`` is one name, ``Aria's Embedding Spaces`` two: the owner is a name elsewhere, or the thing is."""
    owner = POSSESSIVE.sub("", left[-1].text)
    thing = next((word.text for word in reversed(right[: _capitals(right)])), "")
    return (
        is_common(thing)
        and not is_acronym(owner)
        and casing.inside[owner.lower()] + casing.initial[owner.lower()] <= casing.owning[owner.lower()]
    )


def _capitals(words: Sequence[Word]) -> int:
    return next((index for index, word in enumerate(words) if not is_capitalised(word.text)), len(words))


def _trim(words: Sequence[Word], place: int, run: str, casing: Casing) -> Sequence[Word]:
    """The words without function words and dates at both ends, titles in front and what opens a sentence."""
    first, last = 0, len(words)
    while first < last and _falls_off(words[first:last], place if first == 0 else INSIDE, run, casing):
        first += 1
    while first < last and _is_filler(words[last - 1].text, INSIDE) and not _is_given([*words[first:last]][:-3:-1]):
        last -= 1
    return words[first:last]


def _falls_off(words: Sequence[Word], place: int, run: str, casing: Casing) -> bool:
    """Whether the first word is not part of the name."""
    word = words[0].text
    if not (is_capitalised(word) or word[0].isdigit()):
        return True
    if _is_filler(word, place):
        return word.lower() in wordlist("en", "days") or not _is_given(words)
    if len(words) == 1:
        return False
    rest = [other.text for other in words[1:]]
    if is_title(word, rest):
        return True
    text = POSSESSIVE.sub("", run[words[0].start : words[-1].end])
    return place != INSIDE and not keeps_opening(word, rest, text, casing)


def _is_filler(word: str, place: int) -> bool:
    """A function word, or a date; capitals only (``US``, ``IT``) are an acronym."""
    lower = POSSESSIVE.sub("", word).lower().replace("’", "'")
    if word.isupper() and len(word) > 1:
        return False
    if place != INSIDE and all(part in wordlist("en", "counts") for part in lower.split("-")):
        return True
    return (
        lower in wordlist("en", "function")
        or lower in wordlist("en", "days")
        or word.lower().replace("’", "'") in wordlist("en", "function")
    )


def _is_given(words: Sequence[Word]) -> bool:
    """``Will Hartwick``, ``Theresa May``: a first or last name that is a function word or a month too."""
    return len(words) > 1 and words[0].text.lower() in wordlist("en", "given") and not is_common(words[1].text)


@lru_cache(maxsize=4096)
def _is_title_word(lower: str) -> bool:
    return lower in wordlist("en", "titles") or lower.removeprefix("ex-").removeprefix("co-") in wordlist("en", "titles")


def is_title(word: str, rest: Sequence[str]) -> bool:
    """Whether ``word`` is the title of the person named by ``rest``; ``General Motors`` and ``Prince Edward Island`` have none."""
    if not _is_title_word(word.lower().rstrip(".")):
        return False
    if rest[0] in {"of", "for"}:
        return True
    ends = {rest[-1].lower(), singular_end(rest[-1])}
    if ends & (wordlist("en", "place-words") | wordlist("en", "org-words")):
        return False
    return not is_common(rest[0]) or rest[0].lower() in wordlist("en", "given") or _is_title_word(rest[0].lower())


def singular_end(word: str) -> str:
    """The lower-case word without a plural s."""
    return word.lower().removesuffix("s")


def _is_name(text: str, place: int, casing: Casing) -> bool:
    """The last question on a trimmed piece."""
    if " " in text:
        first, _, rest = text.partition(" ")
        return first.lower() not in wordlist("en", "numbered") or not re.fullmatch(r"[\d.]+\w?|[A-Z]", rest)
    lower = text.lower()
    if len(text) == 1 or _is_title_word(lower) or lower in wordlist("en", "demonyms") | wordlist("en", "short-days"):
        return False
    if is_acronym(text) or (text.isupper() and (is_common(text) or lower in wordlist("en", "code-words"))):
        return text.removesuffix("s") in casing.acronyms
    if place != INSIDE:
        return stands_alone(text, place, casing)
    return not (is_common(text) and casing.small[lower] > 3 * casing.inside[lower])
