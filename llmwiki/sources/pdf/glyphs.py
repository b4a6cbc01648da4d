"""Characters as fonts of PDFs encode them, made those that people type."""

from __future__ import annotations

import re
import unicodedata

from llmwiki.vault.chars import CJK_CHAR

# Ligatures, Kangxi radicals and compatibility ideographs stand for plain letters and characters.
_COMPATIBLE = re.compile("[\ufb00-\ufb06\u2e80-\u2fd5\uf900-\ufaff]")
# Radicals that Unicode's EquivalentUnifiedIdeograph.txt maps but normalisation does not.
_RADICALS = str.maketrans(
    "⺁⺄⺆⺈⺌⺍⺕⺗⺝⺟⺠⺧⺩⺪⺫⺬⺮⺱⺲⺳⺶⺷⺸⺼⺽⻀⻂⻃⻄⻅⻆⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲",
    "厂乙冂刀小小彐心月母民牛王疋目示竹网网网羊羊羊肉臼艹衤覀西见角讠贝足车辶辶辶邑钅長镸长门阜阝雨青韦页风飞食飠飠饣首马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜龟",
)
# What symbol fonts put into the private use area for list marks.
_SYMBOLS = dict(zip("\uf0b7\uf0a7\uf0a8\uf0d8\uf0fc\uf02d\uf0e0\uf06e\uf071\uf0be", "•▪◦➢✓-→▪❑—", strict=True))
_PRIVATE = re.compile("[\ue000-\uf8ff]")
# TeX draws an accent before its letter.
_ACCENTS = dict(zip("´¨ˆ˜¯˘˙˚¸ˇ˛˝", "\u0301\u0308\u0302\u0303\u0304\u0306\u0307\u030a\u0327\u030c\u0328\u030b", strict=True))
_ACCENTED = re.compile(f"(?<=[^\\s\\d]|\\s)([{''.join(_ACCENTS)}]) ?([A-Za-zı])")
_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f]+")
_HAN = "\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_GAP = re.compile(f"(?<=[{_HAN}]) (?=[{_HAN}“”‘’—…])|(?<=[“”‘’—…]) (?=[{_HAN}])")
_UNREAL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def mended(text: str) -> str:
    """A line of a PDF with ligatures, radicals, accents, symbols and spaces as in typed text."""
    text = _UNREAL.sub("", text)
    text = _COMPATIBLE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text).translate(_RADICALS)
    text = _PRIVATE.sub(lambda match: _SYMBOLS.get(match[0], ""), text)
    text = _ACCENTED.sub(lambda match: unicodedata.normalize("NFC", match[2].replace("ı", "i") + _ACCENTS[match[1]]), text)
    return _GAP.sub("", _SPACES.sub(" ", text))


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that puts no spaces between words, its punctuation included."""
    return bool(CJK_CHAR.match(char))


def count_cjk(text: str) -> int:
    """How many characters of a text are of such a script."""
    return len(CJK_CHAR.findall(text))
