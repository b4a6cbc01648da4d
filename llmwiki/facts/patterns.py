"""The sentences that facts are read from, English and Chinese.

Only wordings that name their subject and their predicate. A pattern must match the whole statement, so that a condition,
a version or a comparison anywhere in it keeps the statement from being read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

Reads = Literal["date", "quantity", "count", "place", "version", "word"]

DATE_MARK = "\ue000"
"""Stands for each date in the text that patterns of kind ``date`` are matched against (a private-use character)."""


class Pattern(NamedTuple):
    """A wording.

    Attributes:
        predicate: ``{p}`` stands for the property that the sentence names.
        reads: What the value is.
        signs: Words of which one must occur, so that most patterns are passed over (and never compiled).
        form: Groups ``s`` (subject; absent: the page), ``p`` (property), ``v`` (value).
        past: Whether the wording is in the past tense, so that a value that changes needs a date.
    """

    predicate: str
    reads: Reads
    signs: tuple[str, ...]
    form: str
    past: bool = False

    def match(self, text: str) -> re.Match[str] | None:
        """The match of the whole text."""
        return _compiled(self.form).fullmatch(text) if any(sign in text for sign in self.signs) else None


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form)


_S = r"(?:[Tt]he )?(?P<s>[^,;:，；：。]{1,60}?)"
_ZS = r"(?P<s>[^，；：。、]{1,40}?)"
_OF = rf"(?: of | for | in ){_S}"
_V = "(?P<v>.+)"
_D = rf"(?P<v>{DATE_MARK})"
_ON = r"(?: in| on)?(?: the)? "
_P = r"(?P<p>[A-Za-z][\w-]*(?: [a-z][a-z-]*){0,3})"
_ZP = "(?P<p>[\u4e00-\u9fffA-Za-z ]{2,12}?)"
_IDENT = r"(?P<p>`[^`]+`|[A-Za-z_][\w.-]*(?: [a-z][\w-]*){0,2})"
_CITY = r"(?P<v>[A-Z][\w .,'’-]+)"
_WHERE = "(?:在[\u4e00-\u9fff]{2,8}?)?"
_REST = r"(?:[ ,;(].*)?"
_ZREST = "(?:[，,；（(].*)?"
_IS = "(?:is|are)"
_ZIS = "(?:为|是|有|达到?)"


def _rows(reads: Reads, *rows: tuple[str, str, str], past: bool = False) -> tuple[Pattern, ...]:
    return tuple(Pattern(predicate, reads, tuple(signs.split("|")), form, past) for predicate, signs, form in rows)


PATTERNS: tuple[Pattern, ...] = (
    *_rows(
        "date",
        ("founded", "founded|established", rf"{_S} was (?:officially )?(?:founded|established){_ON}{_D}{_REST}"),
        ("founded", ", founded", rf"{_S}, founded{_ON}{_D},.*"),
        ("founded", "founded|established", rf"(?:In|On) {_D}, {_S} was (?:officially )?(?:founded|established){_REST}"),
        ("born", " born ", rf"{_S} was born(?: in [A-Z][\w .]+?)?{_ON}{_D}{_REST}"),
        ("died", " died ", rf"{_S} died(?: in [A-Z][\w .]+?)?{_ON}{_D}{_REST}"),
        ("first released", " released ", rf"{_S} was (?:first|initially) (?:publicly )?released{_ON}{_D}(?: by .*)?"),
        ("released", " released ", rf"{_S} was (?:publicly |officially )?released{_ON}{_D}(?: by .*)?"),
        ("launched", " launched ", rf"{_S} was (?:publicly |officially )?launched{_ON}{_D}(?: by .*)?"),
        ("published", " published ", rf"{_S} was published{_ON}{_D}(?: by .*)?"),
        ("acquired", " acquired ", rf"{_S} was acquired(?: by [\w .&-]+?)?{_ON}{_D}{_REST}"),
        ("created", " created ", rf"{_S} was (?:first )?created{_ON}{_D}{_REST}"),
        ("started", " started | began ", rf"{_S} (?:was )?(?:started|began){_ON}{_D}(?: by .*)?"),
        ("acquired", "收购", rf"{_ZS}于\s?{_D}被[^，。]{{1,20}}收购{_ZREST}"),
        ("acquired", "收购", rf"{_ZS}被[^，。]{{1,20}}于\s?{_D}收购{_ZREST}"),
        ("founded", "立于|办于|建于", rf"{_ZS}(?:公司)?(?:正式)?(?:成立|创立|创办|创建|建立|始建)于\s?{_D}{_ZREST}"),
        ("founded", "成立|创立|创办|始建", rf"{_ZS}于\s?{_D}{_WHERE}(?:正式)?(?:成立|创立|创办|始建){_ZREST}"),
        ("founded", "成立|创立", rf"{_D}[，,]{_ZS}{_WHERE}(?:正式)?(?:成立|创立){_ZREST}"),
        ("born", "生于", rf"{_ZS}(?:出生|生)于\s?{_D}{_ZREST}"),
        ("born", "出生|生于", rf"{_ZS}于\s?{_D}(?:出生|生于).*"),
        ("died", "世于|卒于", rf"{_ZS}(?:逝世|去世|卒)于\s?{_D}{_ZREST}"),
        ("died", "逝世|去世", rf"{_ZS}于\s?{_D}{_WHERE}(?:逝世|去世){_ZREST}"),
        ("first released", "首次发布|首发", rf"{_ZS}(?:首次发布|首发)于\s?{_D}"),
        ("first released", "首次发布", rf"{_ZS}于\s?{_D}首次发布"),
        ("released", "发布|发行", rf"{_ZS}(?:正式)?(?:发布|发行)于\s?{_D}"),
        ("released", "发布|发行", rf"{_ZS}于\s?{_D}(?:正式)?(?:发布|发行)"),
        ("launched", "上线|推出", rf"{_ZS}(?:正式)?(?:上线|推出)于\s?{_D}"),
        ("launched", "上线|推出", rf"{_ZS}于\s?{_D}(?:正式)?(?:上线|推出)"),
    ),
    *_rows(
        "place",
        ("headquarters", "headquartered in", rf"{_S} {_IS} headquartered in {_CITY}"),
        ("headquarters", "headquarters", rf"{_S}['’]s? headquarters {_IS} (?:located )?in {_CITY}"),
        ("headquarters", "headquarters in", rf"{_S} has its headquarters in {_CITY}"),
        ("headquarters", "headquarters of", rf"The headquarters of {_S} {_IS} (?:located )?in {_CITY}"),
        ("headquarters", "总部", rf"{_ZS}的?总部(?:位于|设在|设于|在)(?P<v>[^，。；]{{2,20}})"),
    ),
    *_rows(
        "version",
        ("latest version", "version|release", rf"The (?:latest|current|newest) (?:stable )?(?:version|release) of {_S} is {_V}"),
        ("latest version", "version|release", rf"{_S}['’]s? (?:latest|current|newest) (?:stable )?(?:version|release) is {_V}"),
        ("latest version", "版", rf"{_ZS}的?(?:最新|当前)(?:稳定)?版本?(?:为|是)\s?{_V}"),
    ),
    *_rows(
        "word",
        ("default of {p}", "efault", rf"(?:The|the) default (?:value |setting )?(?:of|for) {_IDENT} is {_V}"),
        ("default of {p}", "efault", rf"(?:The|the) default {_IDENT}(?: (?:of|for|in) {_S})? is {_V}"),
        ("default of {p}", "defaults to", rf"(?:The )?{_IDENT} defaults to {_V}"),
        ("default of {p}", "默认", rf"(?:{_ZS}的)?(?P<p>`[^`]+`|[\w ]{{2,20}}?)\s?的?默认(?:值|设置)?(?:为|是)\s?{_V}"),
        ("default of {p}", "默认", rf"默认(?!情况|值|设置)(?P<p>[\w ]{{2,20}}?)(?:为|是)\s?{_V}"),
    ),
    *_rows(
        "quantity",
        ("{p}", " of ", rf"(?:The|the) {_P} of {_S} {_IS} {_V}"),
        ("{p}", "'|’", rf"{_S}['’]s? {_P} {_IS} {_V}"),
        ("{p}", " has a", rf"{_S} has an? {_P} of {_V}"),
        ("{p}", "The |the ", rf"(?:The|the) {_P} is {_V}"),
        ("price", "costs|priced|sells", rf"{_S} (?:costs|is priced at|sells for) {_V}"),
        ("weight", "weighs", rf"{_S} weighs {_V}"),
        ("height", " tall| high", rf"{_S} is (?P<v>.+) (?:tall|high)"),
        ("length", " long", rf"{_S} is (?P<v>.+) long"),
        ("price", "价", rf"{_ZS}的?(?:售价|定价|价格)(?:为|是)?\s?{_V}"),
        ("{p}", "的", rf"{_ZS}的{_ZP}{_ZIS}\s?{_V}"),
        ("{p}", "为|是", rf"{_ZP}(?:设|默认)?(?:为|是)\s?{_V}"),
        ("population", "人口", rf"{_ZS}人口{_ZIS}?\s?{_V}"),
        ("height", "高", rf"{_ZS}高(?:约|达|度为)?\s?{_V}"),
        ("length", "长", rf"{_ZS}(?:全长|长)(?:约|达|度为)?\s?{_V}"),
    ),
    *_rows(
        "quantity",
        ("{p}", " of ", rf"(?:The|the) {_P} of {_S} (?:was|were) {_V}"),
        ("{p}", " had a", rf"{_S} had an? {_P} of {_V}"),
        past=True,
    ),
    *_rows(
        "count",
        ("count", " has | consists of | comprises ", rf"{_S} (?:has|consists of|comprises) {_V}"),
        ("count", "有|包含", rf"{_ZS}(?:共|一共|总共)?(?:有|拥有|包含|设有)\s?{_V}"),
    ),
)

LATIN_PATTERNS = tuple(pattern for pattern in PATTERNS if "".join(pattern.signs).replace("’", "").isascii())
"""Those that fit an English sentence; a Chinese one may hold English words, and is matched against all."""
SIGNS = (*dict.fromkeys(sign for pattern in PATTERNS for sign in pattern.signs), ":", "：")
"""Without one of these (colons for labelled lines) a sentence fits no wording."""
