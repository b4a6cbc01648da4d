"""Units of measure, English and Chinese, with their size in a base unit.

A unit is discrete when people give it exactly (seconds of a timeout, bytes of a limit), and continuous when a written
number is a rounded one (metres, kilograms). Sizes of bytes are intervals: KB may mean 1000 or 1024.
"""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """``low`` and ``high`` are the size in ``base``; they differ where usage does."""

    base: str
    low: float
    high: float
    discrete: bool = False


def _table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for base, discrete, rows in _FAMILIES:
        for names, size in rows:
            units |= dict.fromkeys(names.split(), Unit(base, size, size, discrete))
    for power, prefix in enumerate("KMGTP", 1):
        prefixed = Unit("byte", 1000.0**power, 1024.0**power, discrete=True)
        units |= dict.fromkeys((f"{prefix}B", f"{prefix}iB", f"{prefix.lower()}B"), prefixed)
    return units


_FAMILIES: tuple[tuple[str, bool, tuple[tuple[str, float], ...]], ...] = (
    (
        "second",
        True,
        (
            ("ms millisecond milliseconds 毫秒", 0.001),
            ("s sec secs second seconds 秒 秒钟", 1),
            ("min mins minute minutes 分钟", 60),
            ("h hr hrs hour hours 小时 个小时", 3600),
            ("day days 天 日", 86400),
            ("week weeks 周 个星期", 604800),
        ),
    ),
    ("month", True, (("month months 个月", 1), ("year years 年", 12))),
    ("byte", True, (("byte bytes 字节", 1), ("kilobytes", 1000), ("megabytes 兆", 1e6), ("gigabytes", 1e9))),
    (
        "metre",
        False,
        (
            ("mm 毫米", 0.001),
            ("cm 厘米", 0.01),
            ("m metre metres meter meters 米", 1),
            ("km kilometre kilometres kilometer kilometers 公里 千米", 1000),
            ("ft foot feet 英尺", 0.3048),
            ("in inch inches 英寸", 0.0254),
            ("mi mile miles 英里", 1609.344),
        ),
    ),
    (
        "kilogram",
        False,
        (
            ("g gram grams 克", 0.001),
            ("kg kilogram kilograms 千克 公斤", 1),
            ("t ton tons tonne tonnes 吨", 1000),
            ("lb lbs pound pounds 磅", 0.45359237),
        ),
    ),
    ("litre", False, (("ml millilitres milliliters 毫升", 0.001), ("l L litre litres liter liters 升", 1))),
    ("square metre", False, (("m² 平方米", 1), ("km² 平方公里 平方千米", 1e6), ("hectares 公顷", 1e4))),
    ("percent", False, (("% percent", 1),)),
    ("hertz", False, (("Hz 赫兹", 1), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9))),
    ("watt", False, (("W watt watts 瓦", 1), ("kW 千瓦", 1e3), ("MW 兆瓦", 1e6), ("GW", 1e9))),
    ("celsius", False, (("°C ℃ 摄氏度", 1),)),
    ("USD", False, (("$ US$ USD dollar dollars 美元", 1),)),
    ("EUR", False, (("€ EUR euro euros 欧元", 1),)),
    ("GBP", False, (("£ GBP", 1),)),
    ("CNY", False, (("¥ ￥ CNY RMB yuan 元 人民币", 1),)),
    ("person", False, (("people inhabitants residents persons 人 居民", 1),)),
)

UNITS = _table()
MONEY = ("US$", "$", "€", "£", "¥", "￥")

_PERIODS = {
    "month": ("/month", "/mo", "per month", "a month", "monthly", "/月", "每月"),
    "year": ("/year", "/yr", "per year", "a year", "annually", "/年", "每年"),
    "day": ("/day", "per day", "a day", "/天", "每天"),
    "week": ("/week", "per week", "a week", "weekly", "/周", "每周"),
    "hour": ("/h", "/hour", "per hour", "an hour", "/小时", "每小时"),
    "minute": ("/min", "per minute", "a minute", "/分钟", "每分钟"),
    "second": ("/s", "per second", "a second", "/秒", "每秒"),
}
_PERIOD_OF = {written: period for period, names in _PERIODS.items() for written in names}

SCALES = {
    "thousand": 1e3,
    "k": 1e3,
    "million": 1e6,
    "m": 1e6,
    "billion": 1e9,
    "b": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
    "t": 1e12,
    "百": 1e2,
    "千": 1e3,
    "万": 1e4,
    "十万": 1e5,
    "百万": 1e6,
    "千万": 1e7,
    "亿": 1e8,
    "十亿": 1e9,
    "百亿": 1e10,
    "千亿": 1e11,
    "万亿": 1e12,
}
_NUMERALS = "one 一|two 二 两|three 三|four 四|five 五|six 六|seven 七|eight 八|nine 九|ten 十|eleven 十一|twelve 十二"
NUMERALS = {word: number for number, words in enumerate(_NUMERALS.split("|"), start=1) for word in words.split()}


def split_period(text: str) -> tuple[str, str]:
    """A unit without its period, and the period: ``$/month`` is (``$``, ``month``)."""
    for written in sorted(_PERIOD_OF, key=len, reverse=True):
        if text.casefold().endswith(written):
            return text[: -len(written)].strip(), _PERIOD_OF[written]
    return text.strip(), ""
