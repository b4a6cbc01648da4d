"""The language of a text, told by its script."""

from __future__ import annotations

import re

from llmwiki.vault.chars import HAN, KANA

_SAMPLE = 120
"""Characters that are looked at, taken evenly from the whole text."""

_WORD = 5
"""A Han or kana character counts as much as a word of so many letters, as in `vault.chars.language`."""

_SCRIPTS = re.compile(
    rf"(?P<han>[{HAN}]+)|(?P<kana>[{KANA}]+)|(?P<ko>[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]+)|(?P<th>[\u0e01-\u0e5b]+)"
    r"|(?P<ru>[\u0400-\u052f]+)|(?P<ar>[\u0620-\u06ff\u0750-\u077f]+)|(?P<he>[\u05d0-\u05ea]+)|(?P<hi>[\u0900-\u097f]+)"
    r"|(?P<el>[\u0370-\u03ff]+)|(?P<en>[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+)"
)
_WIDE = frozenset({"han", "kana", "ko"})


def language_of(text: str) -> str:
    """The language that a text's script stands for.

    Returns:
        ``zh``, ``ja``, ``ko``, ``th``, ``ru`` (any Cyrillic), ``ar``, ``he``, ``hi`` (any Devanagari), ``el``, ``en`` (any Latin),
        or ``""`` for a text without letters. Of several scripts the one with most words, a CJK character counting as one.
    """
    if text.isascii():
        return "en" if any(map(str.isalpha, text)) else ""
    counts = dict.fromkeys(_SCRIPTS.groupindex, 0)
    for match in _SCRIPTS.finditer(text if len(text) <= _SAMPLE else text[:: len(text) // _SAMPLE]):
        script = match.lastgroup or ""
        counts[script] += (match.end() - match.start()) * (_WORD if script in _WIDE else 1)
    han, kana = counts.pop("han"), counts.pop("kana")
    counts["ja" if kana * 10 > han + kana else "zh"] = han + kana
    best = max(counts, key=lambda script: counts[script])
    return best if counts[best] else ""
