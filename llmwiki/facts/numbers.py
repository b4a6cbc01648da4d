"""Numbers in running text, with their units: digits, number words and Chinese numerals."""

from __future__ import annotations

import re
from typing import NamedTuple

from llmwiki.facts.numerals import CHINESE, chinese_value, english_value
from llmwiki.facts.units import MONEY, SCALES, UNITS, Unit

# Units that are also common words, endings or scales are not told apart from them.
_DOUBTFUL = frozenset({"in", "m", "t", "s", "g", "h", "W", "日", "元", "人", "person", "persons", "residents", "居民"})
MEASURES = {name: unit for name, unit in UNITS.items() if name not in _DOUBTFUL and name not in MONEY}
MEASURES |= dict.fromkeys(("century", "centuries"), Unit("month", 1200, 1200)) | dict.fromkeys(
    ("decade", "decades"), Unit("month", 120, 120)
)
MEASURES |= dict.fromkeys(("fortnight", "fortnights"), Unit("second", 1209600, 1209600)) | {"斤": Unit("kilogram", 0.5, 0.6)}
_MONEY_NAMES = (
    "forints|crowns|krona|kronor|kroner|francs|yen|rupees|roubles|rubles|pesos|zlotys?|florins|克朗|日元|卢布|法郎|港元|英镑|韩元|卢比"
)
MEASURES |= dict.fromkeys(("bit", "bits", "比特"), Unit("byte", 0.125, 0.125, discrete=True))
MEASURES |= {name: Unit(name, 1, 1) for name in _MONEY_NAMES.replace("zlotys?", "zloty|zlotys").split("|")}
_RARE_UNITS = (
    ("fahrenheit", 1, "°F ℉ 华氏度"),
    ("metre", 1e-6, "µm micrometres micrometers 微米"),
    ("metre", 1e-9, "nm nanometres nanometers 纳米"),
    ("kilogram", 1e-6, "mg milligrams 毫克"),
    ("kilogram", 0.0283495, "oz ounce ounces 盎司"),
    ("square metre", 4046.86, "acre acres 英亩"),
    ("square metre", 2000 / 3, "亩"),
    ("volt", 1, "volt volts 伏特"),
    ("volt", 1e3, "kV kilovolts 千伏"),
    ("decibel", 1, "dB decibels 分贝"),
    ("joule", 1e3, "kJ kilojoules 千焦"),
    ("joule", 4184, "kcal kilocalories 千卡 大卡"),
)
MEASURES |= {name: Unit(base, size, size) for base, size, names in _RARE_UNITS for name in names.split()}
MEASURES |= {f"{name}s": MEASURES[name] for name in ("KB", "MB", "GB", "TB")}
MEASURES |= dict.fromkeys(("percentage points", "个百分点", "per cent"), UNITS["%"]) | {"个世纪": MEASURES["century"]}
MEASURES |= {
    f"{degree} {scale}": MEASURES[sign]
    for degree in ("degree", "degrees")
    for scale, sign in (("Celsius", "°C"), ("C", "°C"), ("Fahrenheit", "°F"), ("F", "°F"))
}
"""Units as they stand behind a number."""
MEASURE = "|".join(
    re.escape(name) + (r"(?![A-Za-z])" if name[-1].isascii() and name[-1].isalpha() else "")
    for name in sorted(MEASURES, key=lambda name: (-len(name), name))
)
# Behind a space a letter is a unit, and behind digits 元 is money.
_SIGN = r" [smhgtW](?![A-Za-z0-9_/²³])|元(?![组素件旦朝年代])"
_SCALE = r"hundred|thousand|million|billion|trillion|bn|[百千十]?万亿?|[百千十]?亿|千(?![\u4e00-\u9fff]?[米克瓦卡焦伏])|百(?!分)"
SIZES = SCALES | {"hundred": 1e2}
_ENGLISH = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    "|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
)
_NUMBER = re.compile(
    rf"(?P<money>US\$|[$€£¥])?\s?(?<![A-Za-z0-9_.])(?:"
    rf"(?P<digits>\d{{1,3}}(?:[,'\u2009 ]\d{{3}})+(?![\d])(?:\.\d+)?|\d+(?:\.\d+)?)(?:st|nd|rd|th)?(?![\d])"
    rf"|(?P<word>\b(?:{_ENGLISH})\b))"
    rf"(?:[ -]?(?P<scale>(?:{_SCALE})(?![a-z]))|(?P<letter>(?(money)[kKmMbB]|[kKMB]))(?![\w/]))?"
    rf"(?:[ -]?(?P<unit>{MEASURE})|(?P<sign>{_SIGN}))?",
)
_CHINESE = re.compile(rf"(?P<percent>百分之)?(?P<numeral>[{CHINESE}点]*[{CHINESE}])(?:(?P<unit>{MEASURE}))?")
_NOT_NUMERALS = re.compile(
    "(?<![一二三四五六七八九])十分(?!钟)|万一|千万(?=[不别要注])|一[一些般样直定旦起切致律]|统一|唯一|第一手|三方|四处|五花八门|百科|万能|千变万化|九牛"
)
_NOUN = re.compile(r"[ -]*(?:of the |of )?([a-z]{3,})|[个种层款座位家台项条名张枚部次篇页章步类套组份]?([\u4e00-\u9fff])")
_VAGUE = re.compile("[几数上成好]\\Z")
_MONTH = re.compile("([一二三四五六七八九十]{1,2})(?=月|[日号][^\u4e00-\u9fff])")
_WIDE = str.maketrans("０１２３４５６７８９％．￥\u00a0\u202f", "0123456789%.¥  ")


class Number(NamedTuple):
    """A number as it stands in a text.

    Attributes:
        value: With its scale word (``1.5 million`` is 1500000).
        unit: None where none is known.
        text: As written, with scale and unit.
        start: Where it begins in ``plain_digits(text)``.
        soft: A small number written as a word: it may count what the other text lists.
        noun: What is counted: the beginning of the next word, or the next Chinese character behind a measure word.
    """

    value: float
    unit: Unit | None
    text: str
    start: int
    soft: bool
    noun: str


def plain_digits(text: str) -> str:
    """The text with full-width digits and signs made ASCII, and the numerals of months made digits."""
    text = text.translate(_WIDE)
    return text if text.isascii() else _MONTH.sub(lambda found: f"{chinese_value(found[0]):.0f}", text)


def numbers_in(text: str) -> list[Number]:
    """The numbers that a text states, in order.

    Args:
        text: From ``plain_digits``.
    """
    found = [_written(text, match) for match in _NUMBER.finditer(text)]
    taken = {at for number in found for at in range(number.start, number.start + len(number.text))}
    if not text.isascii():
        chinese = (_chinese(text, match) for match in _CHINESE.finditer(text) if match.start() not in taken)
        found += [number for number in chinese if number]
    return sorted(found, key=lambda number: number.start)


def _written(text: str, match: re.Match[str]) -> Number:
    digits = re.sub(r"[,'\u2009 ]", "", match["digits"] or "")
    value = float(digits) if digits else english_value(match["word"])
    scale = match["scale"] or match["letter"] or ""
    unit = MEASURES.get(match["unit"] or "") or UNITS.get(match["money"] or (match["sign"] or "").strip())
    start = match.start("digits") if digits else match.start("word")
    whole = text[start : match.end()].rstrip()
    return Number(value * (SIZES[scale.lower()] if scale else 1), unit, whole, start, not digits and not scale, _noun(text, match.end()))


def _chinese(text: str, match: re.Match[str]) -> Number | None:
    if _NOT_NUMERALS.search(text, max(match.start() - 1, 0), match.end() + 2):
        return None
    value = chinese_value(match["numeral"])
    before, behind = text[max(match.start() - 1, 0) : match.start()], text[match.end() : match.end() + 1]
    if value is None or _VAGUE.match(before) or (behind and behind in "几余来多"):
        return None
    unit = UNITS["%"] if match["percent"] else MEASURES.get(match["unit"] or "")
    soft = len(match["numeral"]) == 1 and unit is None
    if soft and not re.match("[个种层款座位家台项条名张枚部次倍篇页章步类套组份大]", behind):
        return None
    return Number(value, unit, match[0], match.start(), soft, "" if before == "第" else _noun(text, match.end()))


def _noun(text: str, at: int) -> str:
    found = _NOUN.match(text, at)
    return (found[1] or found[2] or "")[:5] if found else ""
