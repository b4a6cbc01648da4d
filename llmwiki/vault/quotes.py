"""Finding a quote in its source: byte for byte first, then with everything set aside that isn't wording."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right

from llmwiki.vault.chars import CJK_CHAR, INVISIBLE, SELECTORS
from llmwiki.vault.link import Span
from llmwiki.vault.plain import Projection, project

MIN_LETTERS = 12
MIN_CJK = 6
"""A quote shorter than both must stand in the source as it is (provenance rule: at least 12 letters or 6 CJK characters)."""

_PARAGRAPH = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_SAME = {
    **dict.fromkeys("“”„‟«»〝〞「」『』＂", '"'),
    **dict.fromkeys("‘’‚‛`´ʼ＇", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("*_`[]\\#", ""),
    "|": " ",
}
_RUN = re.compile(r"\s+|[A-Za-z0-9.,;:!?()/%&+@=$]+|.", re.DOTALL)
_DROPPED = re.compile(f"[{INVISIBLE}{SELECTORS}]")
_HYPHEN = re.compile(r"(?<=[a-z])- ?(?=[a-z])")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def find_quote(quote: str, text: str) -> Span | None:
    """Where a quote stands in a source's text, as one contiguous run; None when it does not.

    Args:
        quote: The quote, unescaped; raw Markdown or its projection.
        text: The whole raw text. For many quotes of one source keep a ``QuoteIndex``.
    """
    return QuoteIndex(text).find(quote)


class QuoteIndex:
    """One source's text made ready for many quotes; the normal form is only computed when a quote needs it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._has_comment = "<!--" in text
        self._normal: str | None = None
        self._offsets: array[int] = array("q")
        self._hidden: list[tuple[int, int]] | None = None

    def find(self, quote: str) -> Span | None:
        """Where the quote stands.

        It is searched as it is; then without Markdown, in NFKC, with white space, quotation marks and dashes made alike, no
        space beside CJK, no hyphen inside a word. Text in HTML comments is no evidence.
        """
        quote = quote.strip()
        if not quote:
            return None
        return self._find_exact(quote) or self._find_normal(quote)

    def holds(self, quote: str) -> bool:
        """Whether the quote stands there; one that stands there as it is, outside comments, need not be placed for that."""
        quote = quote.strip()
        return bool(quote) and ((not self._has_comment and quote in self.text) or self.find(quote) is not None)

    def _find_exact(self, quote: str) -> Span | None:
        at = self.text.find(quote)
        while at >= 0:
            if not self._is_hidden(at, at + len(quote)):
                return Span(at, at + len(quote))
            at = self.text.find(quote, at + 1)
        return None

    def _is_hidden(self, start: int, end: int) -> bool:
        """Whether a range lies inside an HTML comment."""
        if self._hidden is None:
            self._hidden = [match.span() for match in _COMMENT.finditer(self.text)] if self._has_comment else []
        if not self._hidden:
            return False
        row = bisect_right(self._hidden, (start, len(self.text) + 1)) - 1
        return row >= 0 and end <= self._hidden[row][1]

    def _find_normal(self, quote: str) -> Span | None:
        if self._normal is None:
            self._normal = self._normalise()
        for needle in dict.fromkeys((normal(project(quote)), normal(quote))):
            if not _is_long_enough(needle):
                continue
            at = self._normal.find(needle)
            if at >= 0:
                return Span(self._offsets[2 * at], self._offsets[2 * (at + len(needle)) - 1])
        return None

    def _normalise(self) -> str:
        """The normal form of the text; start and end offsets of each of its characters go to ``_offsets``."""
        shown: list[str] = []
        offsets: array[int] = array("q")
        for match in _PARAGRAPH.finditer(self.text):
            projection = Projection(match[0])
            if shown and projection.text:
                shown.append(" ")
                offsets.extend((match.start(), match.start()))
            shown.append(projection.text)
            for start, end in projection.offsets():
                offsets.extend((match.start() + start, match.start() + end))
        form, rows = _normal_form("".join(shown))
        kept: array[int] = array("q")
        for row in rows:
            kept.extend((offsets[2 * row], offsets[2 * row + 1]))
        self._offsets = kept
        return form


def normal(text: str) -> str:
    """The form in which two projected texts are compared."""
    return _normal_form(text)[0]


def _normal_form(text: str) -> tuple[str, array[int]]:
    """The normal form, and for each of its characters the character of ``text`` it comes from."""
    parts: list[str] = []
    rows: array[int] = array("q")
    glued = True
    for match in _RUN.finditer(text):
        run, start = match[0], match.start()
        if run.isspace():
            if glued or CJK_CHAR.match(text, match.end()):
                continue
            run = " "
            glued = True
            rows.append(start)
        elif len(run) > 1 or (run.isalnum() and run.isascii()):
            glued = False
            rows.extend(range(start, match.end()))
        else:
            run = _character(run, text[start - 1 : start], text[start + 1 : start + 2])
            if not run or (glued and run == " "):
                continue
            glued = run == " " or bool(CJK_CHAR.match(match[0]))
            rows.extend([start] * len(run))
        parts.append(run)
    return _without_hyphens("".join(parts).rstrip(" "), rows)


def _character(char: str, before: str, after: str) -> str:
    if char in _SAME:
        between = before.isdigit() and after.isdigit()
        return char if char in "*_" and between else _SAME[char]
    if _DROPPED.match(char):
        return ""
    return "".join(_SAME.get(part, part) for part in unicodedata.normalize("NFKC", char))


def _without_hyphens(form: str, rows: array[int]) -> tuple[str, array[int]]:
    if "-" not in form:
        return form, rows
    kept: array[int] = array("q")
    at = 0
    for match in _HYPHEN.finditer(form):
        kept.extend(rows[at : match.start()])
        at = match.end()
    kept.extend(rows[at : len(form)])
    return _HYPHEN.sub("", form), kept


def is_evidence(quote: str) -> bool:
    """Whether a quote is long enough to be found by more than its exact characters, and so to prove something."""
    return _is_long_enough(normal(project(quote)))


def _is_long_enough(needle: str) -> bool:
    cjk = len(CJK_CHAR.findall(needle))
    return cjk >= MIN_CJK or sum(map(str.isalnum, needle)) - cjk >= MIN_LETTERS
