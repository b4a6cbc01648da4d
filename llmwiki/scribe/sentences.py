"""Plain text to sentences, English and Chinese in one pass. No byte is changed; the cuts are positions."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from llmwiki.scribe.overlap import is_chinese
from llmwiki.vault.chars import HAN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CLOSERS = "\"'”’»)\\]」』）】》〉"
_END = re.compile(
    rf"(?P<wide>[。！？｡．]+[。！？｡．.!?…]*|…+)(?P<close>[{_CLOSERS}]*)|(?P<narrow>[.!?]+[.!?。！？]*)(?P<tail>[{_CLOSERS}]*(?:\[\d{{1,3}}\])*)"
)
_FINAL = re.compile(rf"[.!?。！？｡．…][{_CLOSERS}]*(?:\[\d{{1,3}}\])*$")
_HAN = re.compile(f"[{HAN}]")
_WORD_BEFORE = re.compile(r"[^\s(\[“‘\"'（「《]*$")
_WORD_AFTER = re.compile(r"[\"'“‘(\[«]*([^\s]*)")
_LETTERED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]$|^[^\W\d_]$")
_GLUED = re.compile(r"(?<=[a-z]{3})\.(?=[A-Z][a-z]*[ ,])")
_NUMBERED = re.compile(r"[^\w]*(?:\d+|[A-Za-z])?[.)）]$")
_ABBREVIATIONS = frozenset(
    "adj adm al approx apr assoc asst aug ave blvd brig ca capt cf ch cmdr col cpl dec dept dist div dr ed eds eq esp etc ex exec"
    " feb fig figs fr gen gov hon jan jul jun jr lt ltd maj mar messrs misc mr mrs ms msgr mt nov oct op orig p para paras pl pp pres prof"
    " pt ref refs rep reps rev rel repr resp sen sens sep sept sgt spec sr st supt tab trans univ viz vol vols"
    " vs inc corp co bros eg ie e.g i.e".split(),
)
_BEFORE_NUMBER = frozenset("no nos est art sec secs nr ver v".split())
_MAY_END = frozenset("etc inc corp co ltd jr sr bros al".split())
_STARTERS = frozenset(
    "The This That These Those It Its He She We They You There Here But However So And In On At As When While After Before If For From"
    " With By To A An Since Although Though Because Such Some Many Most Both Each Another Other One Our Their His Her My Your What Why"
    " How Who Where".split(),
)
_PAIRS = {"（": "）", "「": "」", "『": "』", "“": "”", "《": "》", "【": "】", "(": ")"}
_MARKS = re.compile('["' + re.escape("".join(_PAIRS) + "".join(_PAIRS.values())) + "]")
_INNER = frozenset("。！？，、；：")
_HOLD = 80
"""Longest quotation or bracket, in characters, that a sentence is not cut inside of."""


def cut(text: str, atoms: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Sentences of a paragraph on one line.

    Args:
        text: The paragraph, projected.
        atoms: Sorted ranges no cut may fall into.

    Returns:
        Half-open ranges, in order, without the white space between sentences; together they cover all the rest.
    """
    closed = _Ranges([*atoms, *_held(text)])
    spans: list[tuple[int, int]] = []
    start = 0
    for end in _ends(text, closed):
        if end > start and not _NUMBERED.fullmatch(text, start, end):
            _append(spans, text, start, end)
            start = end
    _append(spans, text, start, len(text))
    return spans


def is_complete(text: str) -> bool:
    """Whether a sentence ends in final punctuation, closing quotes and brackets after it allowed."""
    return _FINAL.search(text, max(0, len(text) - 24)) is not None


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append((start, end))


class _Ranges:
    """Union of ranges, asked by position."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(ranges):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def holds(self, position: int) -> bool:
        """Whether a cut at ``position`` falls inside a range, not at its end."""
        row = bisect_right(self._starts, position - 1) - 1
        return row >= 0 and position < self._ends[row]


def _held(text: str) -> list[tuple[int, int]]:
    """Quotations and brackets that close soon enough to stay whole."""
    found: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    straight = text.count('"') % 2 == 0
    for match in _MARKS.finditer(text):
        mark, at = match[0], match.start()
        if mark == '"' and not straight:
            continue
        if mark in _PAIRS or (mark == '"' and not (stack and stack[-1][0] == mark)):
            stack.append((_PAIRS.get(mark, mark), at))
        elif stack and stack[-1][0] == mark:
            opened = stack.pop()[1]
            if at - opened <= _HOLD:
                found.append((opened, at + 1))
    return found


def _ends(text: str, closed: _Ranges) -> Iterator[int]:
    glued = {match.end() for match in _GLUED.finditer(text) if _is_glued(text, match.start())} if "." in text else set()
    for match in _END.finditer(text):
        end = match.end()
        if closed.holds(end):
            continue
        wide = match["wide"] is not None
        if end in glued or (_wide_end(text, match) if wide else _narrow_end(text, match)):
            yield end


def _wide_end(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 1]
    if match["wide"].startswith("…"):
        following = text[match.end() + 1 : match.end() + 2]
        return not after or (after.isspace() and (following.isupper() or bool(_HAN.match(following))))
    return not (match["close"] and (_HAN.match(after) or after in _INNER))


def _narrow_end(text: str, match: re.Match[str]) -> bool:
    end = match.end()
    after = text[end : end + 1]
    if after and not after.isspace():
        return bool(not match["tail"] and _HAN.match(after) and _HAN.match(text[match.start() - 1 : match.start()]))
    word = _WORD_AFTER.match(text, end + 1)
    following = word[1] if word else ""
    if following[:1].islower() and following[1:].islower() | (not following[1:]):
        return False
    if match["narrow"] != ".":
        return match["narrow"] != "..." or not following[:1].islower()
    return match["tail"] != "" or not _is_abbreviation(text, match.start(), following)


def _is_abbreviation(text: str, stop: int, following: str) -> bool:
    """Whether the full stop at ``stop`` belongs to the word before it."""
    found = _WORD_BEFORE.search(text, max(0, stop - 24), stop)
    word = found[0] if found else ""
    low = word.lower().rstrip(".")
    starts = following.strip(",") in _STARTERS
    if low in _BEFORE_NUMBER:
        return following[:1].isdigit()
    if low in _ABBREVIATIONS:
        return not (low in _MAY_END and starts)
    if _LETTERED.search(word):
        return not starts
    return False


def _is_glued(text: str, stop: int) -> bool:
    """Whether a full stop without white space behind it ends a sentence: ``person.On June``."""
    if is_chinese(text):  # http.Request
        return False
    before = _WORD_BEFORE.search(text, max(0, stop - 40), stop)
    after = _WORD_AFTER.match(text, stop + 1)
    if before is None or after is None or not before[0].isalpha():
        return False
    return before[0].islower() or after[1].strip(",") in _STARTERS
