"""The hall of a drawer: what kind of statement it makes.

The halls are the documented ones of MemPalace. A drawer belongs to the hall whose cues (`cues/`) weigh most; every different cue counts
once, and facts start with a lead, since a text that gives no sign of anything else states something. Only what is said in sentences
(`prose.py`) is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import add
from typing import Generic, Literal, NamedTuple, TypeVar

from llmwiki.palace.cues import Table, chinese, english, others
from llmwiki.palace.language import language_of
from llmwiki.palace.prose import prose

Hall = Literal["facts", "events", "discoveries", "preferences", "advice"]

HALLS: tuple[Hall, ...] = ("preferences", "discoveries", "advice", "events", "facts")
"""In the order in which a tie is decided: what is rare first."""

_PLACES: Mapping[str, int] = {hall: place for place, hall in enumerate(HALLS)}
_FACTS = HALLS.index("facts")
_LEAD = 0.4
_LEAD_A_WORD = 0.015
"""The lead of facts, and what each word adds to it: a long text has more of everything."""

_MOST_FOR_FACTS = 1.4
"""What all cues of facts may weigh together: almost every sentence has some."""

_CHARS_A_WORD = {"zh": 2, "ja": 2, "ko": 3, "ru": 6}
"""How long a word is on average, where words are not counted."""

_IMPERATIVES = (
    "use|run|add|keep|check|set|ask|choose|pick|take|put|write|read|open|close|press|click|select|install|create|delete|remove|call|start|stop"
    "|wait|let|make|give|test|store|save|hold|turn|split|move|copy|rename|restart|update|upgrade|back|pin|prefer|limit|replace|enter|go|see"
    "|look|think|do|be|follow|wash|mix|stir|bake|cook|drink|eat|water|plan|schedule|review|verify|confirm|subscribe|apply|bring|build|clean"
    "|configure|define|disable|enable|download|export|import|focus|group|include|learn|leave|measure|pass|place|pull|push|register|repeat"
    "|report|reset|return|search|send|share|sort|talk|treat|type|watch|wear|work"
)
_HEADINGS_KEPT = 4096
"""Headings whose cues are remembered: all drawers below one have it."""

_IMPERATIVE, _IMPERATIVE_IN_SENTENCE, _A_YEAR = 1.6, 0.7, 0.7


class _Cue(NamedTuple):
    """In which hall (its place in ``HALLS``) something counts, and how much."""

    hall: int
    weight: float


Written = TypeVar("Written", bytes, str)


class _ByKey(NamedTuple, Generic[Written]):
    """Cues by a part of them that is looked up fast."""

    keys: frozenset[Written]
    by_key: Mapping[Written, Sequence[tuple[Written, _Cue]]]


def hall_of(text: str, headings: Sequence[str] = ()) -> Hall:
    """The hall of a text.

    Args:
        text: Markdown or plain text in any language. English and Chinese are told best; of others only sure signs are known.
        headings: The headings over it; the innermost one counts.
    """
    text = prose(text)
    language = language_of(text)
    scores = [0.0] * len(HALLS)
    if language in _CHARS_A_WORD:
        lead = _LEAD + _LEAD_A_WORD * len(text) / _CHARS_A_WORD[language]
        found = _wide_cues(text.lower() if language == "ru" else text, language)
    else:
        words = _words(text)
        lead = _LEAD + _LEAD_A_WORD * len(words)
        found = _cues_among(words, _latin())
    for cue in found:
        scores[cue.hall] += cue.weight
    for cue in _heading_cues(headings[-1]) if headings else ():
        scores[cue.hall] += cue.weight
    scores[_FACTS] = lead + min(scores[_FACTS], _MOST_FOR_FACTS)
    return HALLS[scores.index(max(scores))]


@lru_cache(_HEADINGS_KEPT)
def _heading_cues(heading: str) -> tuple[_Cue, ...]:
    latin, wide = _heading_cues_by_key()
    return tuple(_cues_in(heading, wide) if language_of(heading) == "zh" else _cues_among(_words(heading), latin))


# Latin letters: bytes in ISO 8859-1, lower case, ``.`` for what ends a sentence or line, ``,`` for a comma, blanks for the rest.
_NORMAL = bytes(
    ord(".") if char in ".!;:\n" else ord(char.lower()) if char.isalnum() or char in "'," else ord(" ") for char in map(chr, range(256))
).replace(b"\xb5", b"u")


def _words(text: str) -> list[bytes]:
    if not text.isascii():
        text = text.replace("’", "'")
    normal = text.encode("latin-1", "replace").translate(_NORMAL)
    return normal.replace(b".", b" . ").replace(b",", b" , ").split()


def _cues_among(words: list[bytes], cues: _ByKey[bytes]) -> Iterator[_Cue]:
    """Cues are looked up by their longest word, and those of several words compared only then."""
    keys = cues.keys.intersection(words)
    whole = b" . %b " % b" ".join(words) if keys else b""
    for key in keys:
        for text, cue in cues.by_key[key]:
            if text == key or text in whole:
                yield cue


@cache
def _latin() -> _ByKey[bytes]:
    commands = {"advice": {_IMPERATIVE: "|".join(f"^{verb}" for verb in _IMPERATIVES.split("|"))}}
    later = {"advice": {_IMPERATIVE_IN_SENTENCE: "|".join(f", {verb}" for verb in _IMPERATIVES.split("|"))}}
    years = {"events": {_A_YEAR: "|".join(map(str, range(1500, 2100)))}}
    return _by_word(english.CUES, others.LATIN, commands, later, years)


def _by_word(*tables: Table) -> _ByKey[bytes]:
    """Cues of several words have a blank at both ends, so that no part of a word is taken for one."""
    by_word: dict[bytes, list[tuple[bytes, _Cue]]] = {}
    for text, cue in _rows(*tables):
        words = text.replace("^", ". ").encode("latin-1").split()
        written = words[0] if len(words) == 1 else b" %b " % b" ".join(words)
        by_word.setdefault(max(words, key=len), []).append((written, cue))
    return _ByKey(frozenset(by_word), by_word)


def _rows(*tables: Table) -> Iterator[tuple[str, _Cue]]:
    for table in tables:
        for hall, by_weight in table.items():
            place = _PLACES[hall]
            for weight, cues in by_weight.items():
                yield from ((cue, _Cue(place, weight)) for cue in cues.split("|"))


# Other scripts: cues are looked for in the text as it stands, by their first two characters.
_DATE = re.compile(
    r"\d{4}\s*年|\d{1,2}\s*月\s*\d{1,2}\s*[日号]|[周期][一二三四五六日天]|\d{1,2}:\d\d|\d{4}[-/.]\d\d?[-/.]\d\d?|[一二三四五六七八九十]月"
)
_DATED = _Cue(HALLS.index("events"), 1.2)


def _wide_cues(text: str, language: str) -> Iterator[_Cue]:
    yield from _cues_in(text, _wide(language))
    if language in {"zh", "ja"} and _DATE.search(text):
        yield _DATED
    if language == "zh":
        pattern, starts = _starts()
        for start in set(pattern.findall(text)):
            yield starts[start]


def _cues_in(text: str, cues: _ByKey[str]) -> Iterator[_Cue]:
    for key in cues.keys.intersection(map(add, text, text[1:])):
        for written, cue in cues.by_key[key]:
            if written == key or written in text:
                yield cue


@cache
def _wide(language: str) -> _ByKey[str]:
    return _by_beginning(chinese.CUES if language == "zh" else others.BY_LANGUAGE[language])


def _by_beginning(table: Table) -> _ByKey[str]:
    by_beginning: dict[str, list[tuple[str, _Cue]]] = {}
    for text, cue in _rows(table):
        by_beginning.setdefault(text[:2], []).append((text, cue))
    return _ByKey(frozenset(by_beginning), by_beginning)


@cache
def _starts() -> tuple[re.Pattern[str], dict[str, _Cue]]:
    cues = dict(_rows(chinese.STARTS))
    words = "|".join(sorted(cues, key=lambda text: (-len(text), text)))
    return re.compile(rf"(?:\A|[。！？；：，,:;.!?\n])[\s\d.、*-]*({words})"), cues


@cache
def _heading_cues_by_key() -> tuple[_ByKey[bytes], _ByKey[str]]:
    return _by_word(english.HEADINGS), _by_beginning(chinese.HEADINGS)
