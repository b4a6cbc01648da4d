"""Lines of running text made one: what line breaks have cut is put together again."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from llmwiki.sources.pdf.glyphs import is_cjk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.sources.pdf.lines import Line

_WORD = re.compile(r"[^\W_]+(?:[-.][^\W_]+)*")
_LAST_WORD = re.compile(r"(\S*?)([^\W_]+)[-\u2010\u00ad]$")
_FIRST_WORD = re.compile(r"[^\W_]+")
_STANDING = 4
"""Letters of both halves from which two known words with a hyphen between count as a compound."""
_END = 200
"""How many characters before a line's end are looked at: longer words and addresses are none."""
_RANGE = re.compile(r"\w–$")
_CJK_QUOTES = "“”‘’—…"
_ADDRESS = re.compile(r"(?:https?://|www\.|doi\.org/)\S*$")
_ADDRESS_MARKS = "/._-=?&%#~"


def vocabulary(lines: Iterable[Line]) -> Counter[str]:
    """How often each word, and each part of a compound, stands whole inside the document's lines."""
    counted: Counter[str] = Counter()
    broken = False
    for line in lines:
        words = _WORD.findall(line.text)
        whole, broken = words[broken:], line.text.endswith(("-", "\u2010", "\u00ad"))
        for word in whole[:-1] if broken else whole:
            counted[word.casefold()] += 1
            if "-" in word:
                counted.update(part.casefold() for part in word.split("-"))
    return counted


def joined(before: str, after: str, known: Counter[str]) -> str:
    """Two pieces of running text as one: hyphens of broken words undone, no space between CJK or inside addresses."""
    if not before or not after:
        return before + after
    end = before[-_END:]
    if (match := _LAST_WORD.search(end)) and after[0].isalnum():
        return _unbroken(before, after, match, known)
    return before + after if _touch(end, after) else f"{before} {after}"


def _touch(end: str, after: str) -> bool:
    """Whether no space belongs between the end of a line and the next."""
    if _ADDRESS.search(end) and (end[-1] in _ADDRESS_MARKS or after[0] in _ADDRESS_MARKS):
        return True
    if end[-1] in "—/" or (_RANGE.search(end) and after[0].isalnum()):
        return True
    meeting = [char in _CJK_QUOTES or is_cjk(char) for char in (end[-1], after[0])]
    return all(meeting) and (is_cjk(end[-1]) or is_cjk(after[0]))


def _unbroken(before: str, after: str, match: re.Match[str], known: Counter[str]) -> str:
    """Keep the hyphen of a compound, drop that of a broken word: the document's own words decide, then the form."""
    head, tail = match[2].casefold(), _FIRST_WORD.match(after)
    ending = tail[0].casefold() if tail else ""
    whole, compound = known[f"{head}{ending}"], known[f"{head}-{ending}"]
    standing = min(len(head), len(ending)) >= _STANDING and known[head] > 1 and known[ending] > 1
    formed = not after[0].islower() or any(char.isdigit() for char in match[2]) or match[1].endswith(("-", ".")) or standing
    return before + after if compound > whole or (formed and not whole) else before[:-1] + after
