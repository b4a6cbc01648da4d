"""Character classes that Markdown reading, matching and splitting share."""

from __future__ import annotations

import re

INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f"
"""Soft hyphen, zero-width and bidirectional controls, byte order mark, tag characters: for a regular expression class."""

SELECTORS = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e0fff"
)
"""Everything else that shows nothing (Unicode, Default_Ignorable_Code_Point, and the interlinear marks): fillers, and selectors of
a character's form, in long rows of which whole messages can be hidden."""

HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Ideographs: for a regular expression class."""

KANA = "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"
"""Japanese syllables: for a regular expression class."""

CJK = HAN + KANA + "\u3000-\u3004\u3008-\u303f\ufe30-\ufe4f\uff00-\uff65"
"""Ideographs, kana and the full-width punctuation between them: text written without spaces."""

HAN_CHAR = re.compile(f"[{HAN}]")
KANA_CHAR = re.compile(f"[{KANA}]")
HANGUL_CHAR = re.compile("[\uac00-\ud7af]")
CJK_CHAR = re.compile(f"[{CJK}]")
LATIN_WORD = re.compile(r"[^\W\d_\u0250-\U0010ffff]+")
"""A run of letters below U+0250: what Western languages are counted in."""


def language(text: str) -> str:
    """The language to name sections in: ``zh``, ``ja``, ``ko`` or ``en`` for everything else.

    A Han character counts as much as a Latin word, since a Chinese word has two characters on average
    and Chinese technical text is full of Latin names.
    """
    if text.isascii():
        return "en"
    han, kana, hangul = (len(pattern.findall(text)) for pattern in (HAN_CHAR, KANA_CHAR, HANGUL_CHAR))
    if han + kana + hangul == 0:
        return "en"
    words = sum(1 for _ in LATIN_WORD.finditer(text))
    if max(han + kana, hangul) <= words:
        return "en"
    if hangul > han + kana:
        return "ko"
    return "ja" if kana * 10 > han + kana else "zh"


RAISED = "0-9+\\-−=()ni"
"""What there are small raised characters for: for a regular expression class."""

SUPERSCRIPT = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
"""These characters to the raised ones."""
