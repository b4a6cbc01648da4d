"""Word lists: function words, common words, titles, surnames, suffixes."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

Language = Literal["en", "zh"]

_ENDINGS = (
    ("'s", ("",)),
    ("’s", ("",)),
    ("ies", ("y",)),
    ("ied", ("y",)),
    ("ily", ("y",)),
    ("es", ("", "e")),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
    ("ers", ("", "e")),
    ("er", ("", "e")),
    ("est", ("", "e")),
    ("ly", ("",)),
    ("s", ("",)),
)
"""Regular English endings and what stands in their place in the base form."""

_SHORTEST_STEM = 3


@cache
def wordlist(language: Language, section: str) -> frozenset[str]:
    """The words of one section of ``data/lists_<language>.txt``."""
    return _lists(language)[section]


@cache
def characters(section: str) -> frozenset[str]:
    """The single characters of a Chinese section written without spaces."""
    return frozenset("".join(wordlist("zh", section)))


@cache
def is_common(word: str) -> bool:
    """Whether an English word, in whatever form and case, is an everyday one."""
    lower = word.lower()
    return any(base in _common() for base in _bases(lower)) or lower in wordlist("en", "function")


@cache
def suffix_of(section: str, text: str) -> str:
    """The longest suffix of a Chinese section that ``text`` ends with, shorter than the text itself; else empty."""
    return max((suffix for suffix in wordlist("zh", section) if text.endswith(suffix) and len(suffix) < len(text)), key=len, default="")


def _bases(lower: str) -> list[str]:
    """A word and what may be its base form: ``running`` gives ``runn`` and ``run``."""
    bases = [lower]
    for ending, replacements in _ENDINGS:
        if not lower.endswith(ending):
            continue
        stem = lower[: -len(ending)]
        if len(stem) < _SHORTEST_STEM - 1:
            continue
        bases += [stem + replacement for replacement in replacements]
        if stem[-1] == stem[-2] and ending not in {"s", "es"}:
            bases.append(stem[:-1])
    return bases


@cache
def _common() -> frozenset[str]:
    return frozenset(word for line in _lines("common_en.txt") for word in line.split())


@cache
def _lists(language: Language) -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    section = ""
    for line in _lines(f"lists_{language}.txt"):
        if line.startswith("["):
            section = line.strip("[]")
            found[section] = []
        else:
            found[section] += line.split()
    return {name: frozenset(words) for name, words in found.items()}


def _lines(name: str) -> list[str]:
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
