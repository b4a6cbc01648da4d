"""The order of titles in lists: Latin before Chinese, Chinese by sound.

GB 2312 puts its 3,755 common characters in pinyin order (rows 16 to 55), so their GB 18030 bytes sort by sound on every
machine, with no locale and no table of readings. Rarer characters follow by radical or code, always in the same order.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

OTHER = "…"

# First character of each pinyin initial in GB 2312 level 1; no syllable starts with I, U or V.
_FIRST = (
    *("啊A", "芭B", "擦C", "搭D", "蛾E", "发F", "噶G", "哈H", "击J", "喀K", "垃L", "妈M"),
    *("拿N", "哦O", "啪P", "期Q", "然R", "撒S", "塌T", "挖W", "昔X", "压Y", "匝Z"),
)
_STARTS = [first[0].encode("gb2312") for first in _FIRST]
_LETTERS = [first[1] for first in _FIRST]
_LEVEL_2 = "亍".encode("gb2312")


def sort_key(title: str) -> tuple[bytes, str]:
    """Key for ``sorted``: case, width and accents do not count, equal keys fall back to the title itself."""
    apart = unicodedata.normalize("NFKD", title).casefold()
    plain = apart if apart.isascii() else "".join([sign for sign in apart if not unicodedata.combining(sign)])
    return plain.encode("gb18030", "backslashreplace"), title


def initial(title: str) -> str:
    """Letter under which a title is filed: A to Z, or ``…`` for digits, signs and rarer characters."""
    first = unicodedata.normalize("NFKD", title.strip())[:1].upper()
    if "A" <= first <= "Z":
        return first
    try:
        code = first.encode("gb2312")
    except UnicodeEncodeError:
        return OTHER
    if len(code) == 2 and _STARTS[0] <= code < _LEVEL_2:  # noqa: PLR2004 - GB 2312 has two bytes a character
        return _LETTERS[bisect_right(_STARTS, code) - 1]
    return OTHER
