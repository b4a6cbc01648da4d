"""Number words: English and Chinese."""

from __future__ import annotations

CHINESE = "零〇一二两三四五六七八九十百千万亿"

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_STEPS = {"十": 10, "百": 100, "千": 1000}
_BLOCKS = {"万": 10**4, "亿": 10**8}
_SMALL = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_ENGLISH = {
    **{word: float(number) for number, word in enumerate(_SMALL, 1)},
    **{word: float(number) for number, word in enumerate(_ORDINALS, 1)},
    **{word: number * 10.0 for number, word in enumerate(_TENS, 2)},
    "hundred": 100.0,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "once": 1.0,
}


def english_value(word: str) -> float:
    """The number that an English word says (``twenty-one`` is 21), 0 when it is none."""
    parts = word.casefold().replace("-", " ").split()
    return sum(_ENGLISH.get(part, 0.0) for part in parts)


def chinese_value(numeral: str) -> float | None:
    """The number that a Chinese numeral says, None when it is no numeral (``二〇二六`` is 2026, ``三点五`` 3.5)."""
    whole, point, decimals = numeral.partition("点")
    if point and not (whole and decimals and all(sign in _DIGITS for sign in decimals)):
        return None
    if len(whole) > 1 and all(sign in _DIGITS for sign in whole):
        value = float("".join(str(_DIGITS[sign]) for sign in whole))
    else:
        value = float(_counted(whole))
    return value + float("0." + "".join(str(_DIGITS[sign]) for sign in decimals)) if point else value


def _counted(numeral: str) -> int:
    """Blocks of 万 and 亿, each counted in tens, hundreds and thousands."""
    total = block = digit = 0
    for sign in numeral:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif sign in _STEPS:
            block += (digit or 1) * _STEPS[sign]
            digit = 0
        else:
            total = (total + block + digit or 1) * _BLOCKS[sign]
            block = digit = 0
    return total + block + digit
