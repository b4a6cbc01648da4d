"""What a reader sees: invisible and direction characters taken away and counted."""

from __future__ import annotations

import re

# Zero-width and joining characters, direction marks, embeddings, overrides and isolates, invisible
# operators, fillers, interlinear marks, variation selectors, tag characters (Unicode: general category
# Cf and Default_Ignorable_Code_Point). They carry hidden instructions or split words for a matcher.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]+"
)
# The selector that asks for the colour form of an emoji, and the joiner between emoji or in
# scripts that need it (Arabic, Indic), change what is seen and stay.
_EMOJI = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u27bf\u2934-\u2b55\u3030-\u3299\U0001f000-\U0001faff"
_MEANT = re.compile(f"(?<=[{_EMOJI}])[\ufe0e\ufe0f\u200d]{{1,2}}|(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])")


def visible(text: str) -> tuple[str, int]:
    """Take away what cannot be seen.

    Returns:
        The text without invisible characters, and how many were taken. A byte order mark in front
        and soft hyphens go too but are not counted: both are everyday and harmless.
    """
    pieces: list[str] = []
    count = position = 0
    for match in _INVISIBLE.finditer(text):
        pieces.append(text[position : match.start()])
        kept = "".join(_MEANT.findall(text, max(match.start() - 1, 0), match.end() + 1))
        pieces.append(kept)
        gone = match.group().replace("\u00ad", "")
        gone = gone.removeprefix("\ufeff") if match.start() == 0 else gone
        count += max(len(gone) - len(kept), 0)
        position = match.end()
    pieces.append(text[position:])
    return "".join(pieces), count
