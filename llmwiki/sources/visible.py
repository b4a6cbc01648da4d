"""What a reader sees: invisible and direction characters taken away and counted. The original keeps them."""

from __future__ import annotations

import re

from llmwiki.vault.chars import INVISIBLE, SELECTORS

# Zero-width and joining characters, direction marks, embeddings, overrides and isolates, invisible operators, fillers, variation
# selectors, tags. They carry hidden instructions, turn text around, or split words for a matcher.
_INVISIBLE = re.compile(f"[{INVISIBLE}{SELECTORS}]+")
_EMOJI = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u27bf\u2934-\u2b55\u3030-\u3299\U0001f000-\U0001faff"
# Scripts whose letters join, from Arabic to Sinhala, Myanmar, Khmer, Mongolian, and Arabic's presentation forms.
_JOINING = "\u0600-\u0dff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"
# What changes the picture that is seen stays: the form of an emoji or a key, joined emoji (UTS 51), the flags of England,
# Scotland and Wales, joiners inside words of joining scripts and behind a virama, forms of Mongolian letters.
_MEANT = re.compile(
    f"(?<=[{_EMOJI}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"
    "|(?<=\U0001f3f4)\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
    f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])|(?<=[{_VIRAMA}])[\u200c\u200d]|(?<=[\u1800-\u18af])[\u180b-\u180f]"
)
# A selector that names the drawn form of one Han character, of which many Japanese names have one (UTS 37).
_HAN_FORM = re.compile("(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\ufe00-\ufe02\U000e0100-\U000e01ef]")
_SOFT_HYPHEN, _MARK = "\u00ad", "\ufeff"


def visible(text: str) -> tuple[str, int]:
    """Take away what cannot be seen.

    Returns:
        The text without invisible characters, and how many were taken. A byte order mark in front, soft hyphens and
        the form of a single Han character go too but are not counted: all are everyday and harmless.
    """
    pieces: list[str] = []
    count = position = 0
    for match in _INVISIBLE.finditer(text):
        pieces.append(text[position : match.start()])
        around = (text, max(match.start() - 1, 0), match.end() + 1)
        kept = "".join(_MEANT.findall(*around))
        pieces.append(kept)
        count += max(len(match[0]) - len(kept) - _harmless(match, around), 0)
        position = match.end()
    pieces.append(text[position:])
    return "".join(pieces), count


def _harmless(match: re.Match[str], around: tuple[str, int, int]) -> int:
    """How many of a run of invisible characters are taken without counting."""
    in_front = match.start() == 0 and match[0].startswith(_MARK)
    return match[0].count(_SOFT_HYPHEN) + in_front + len(_HAN_FORM.findall(*around))
