"""The first pass over a note: where code, comments, math and wikilinks stand.

Whatever begins first wins, so the pass goes from one opening mark to the next and past what it
encloses. Every search that fails is remembered, which keeps the pass linear.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from llmwiki.vault.link import Span
from llmwiki.vault.rules import RULES
from llmwiki.vault.spans import SpanSet

# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__
# A wikilink as nearly all are written: no bracket inside. Groups: target, subpath, display.
_LINK = r"([^\[\]|#\n]*+)(?:#([^\[\]|\n]*+))?(?:\|([^\[\]\n]*+))?\]\]"
_WIKILINK = re.compile(rf"\[\[{_LINK}")
_BLANK = re.compile(r"\[\[\s*\]\]")
# Where something may open: whole where it is as plain as most are, else its mark alone. Each branch begins with a literal, as the
# search takes five times as long otherwise.
_OTHERS = r"`(?:(?!`)[^`\n]*+`(?!`))?|%%(?:[^\[`~<%$\\]*+%%)?|~~~|<!--|\$"
_MARKS = re.compile(rf"\[\[(?:{_LINK})?|{_OTHERS}")
_MARKS_WITHOUT_LINKS = re.compile(_OTHERS)
_TICKS = re.compile(r"`+")
_FENCE_LENGTH = 3
_CONTAINERS = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*")
_LIST_MARK = re.compile(r"[-*+]|\d{1,9}[.)]")
# Where running text ends: a blank line or the start of another block.
_PARAGRAPH_END = re.compile(r"\n[ \t>]*(?=\n|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|\||[-=*_][-=*_ \t]*(?:\n|\Z)|\Z)")
_NOT_QUOTE = re.compile(r"\n(?![ \t]*>)")
_LESS_INDENTED = tuple(re.compile(rf"\n(?=[ ]{{0,{max(width - 1, 0)}}}[^\s])") for width in range(17))
# The end of inline math; a line's end or a backtick says that it was only a dollar sign.
_MATH_CLOSE = re.compile(r"(?<![\s\\])\$(?!\d)|[\n`]")


class Scan(NamedTuple):
    """What the first pass found, each list in order and without overlap.

    ``hidden`` joins code, HTML comments and math: nothing in there is a link, tag or heading.
    ``wikilinks`` are the ranges of ``[[...]]`` without a ``!`` in front; ``written`` has the match of target, subpath and
    display for each that holds no bracket, None for the others.
    """

    code: tuple[Span, ...]
    comments: tuple[Span, ...]
    html_comments: tuple[Span, ...]
    math: tuple[Span, ...]
    hidden: tuple[Span, ...]
    wikilinks: tuple[tuple[int, int], ...]
    written: tuple[re.Match[str] | None, ...]


def scan(text: str, start: int, indented: tuple[Span, ...] = ()) -> Scan:
    r"""Find code, comments, math and wikilinks from ``start`` on.

    Args:
        text: The note with ``\n`` line ends only.
        start: Where the body begins.
        indented: Spans of indented code, found by the block pass.
    """
    return (not indented and _plain(text, start)) or _Scanner(text, start, indented).run()


def _plain(text: str, start: int) -> Scan | None:
    """The scan of a note that has nothing but wikilinks, each on its own; None for any other."""
    if "`" in text or "~" in text or "<" in text or "%" in text or "$" in text or "\\" in text:
        return None  # looking for two characters at once would cost thirty times as much
    found = [*_WIKILINK.finditer(text, start)] if "[" in text else []
    if len(found) != text.count("[[", start):
        return None
    written = tuple([match for match in found if not _BLANK.fullmatch(match[0])] if _BLANK.search(text, start) else found)
    return Scan((), (), (), (), (), tuple([match.span() for match in written]), written)


class _Scanner:
    """State of one pass; a handler takes a mark with its place and returns where to go on."""

    def __init__(self, text: str, start: int, indented: tuple[Span, ...]) -> None:
        self.text, self.end, self.start = text, len(text), start
        self.all_indented, self.indented = indented, list(reversed(indented))
        self.code: list[Span] = []
        self.comments: list[Span] = []
        self.html: list[Span] = []
        self.math: list[Span] = []
        self.hidden: list[Span] = []
        self.wikilinks: list[tuple[int, int]] = []
        self.written: list[re.Match[str] | None] = []
        self.line_start = self.line_seen = start
        self.lead_line = self.lead = -1
        self.paragraph_end = start - 1
        self.runs: dict[int, list[int]] = {}
        self.close, self.inner, self.newline = start, -1, -1
        self.no_math_until = start
        self.comment_open = -1
        self.html_closes = self.math_closes = True

    def run(self) -> Scan:
        """Go from mark to mark; those inside what an earlier one encloses are passed over."""
        handlers = {
            "[": self._wikilink,
            "`": self._ticks,
            "~": self._tildes,
            "<": self._html_comment,
            "%": self._comment,
            "$": self._dollar,
        }
        text, indented = self.text, bool(self.indented)
        search = (_MARKS if "]]" in text else _MARKS_WITHOUT_LINKS).search
        mark = search(text, self.start)
        while mark:
            at = mark.start()
            mark = search(text, (indented and self._indented_end(at)) or handlers[text[at]](at, mark))
        if self.comment_open >= 0 and not text[text.rfind("\n", 0, self.comment_open) + 1 : self.comment_open].strip():
            self.comments.append(Span(self.comment_open, self.end))
        code, hidden = self._with_indented(self.code), self._with_indented(self.hidden)
        links = tuple(self.wikilinks), tuple(self.written)
        return Scan(tuple(code), tuple(self.comments), tuple(self.html), tuple(self.math), tuple(hidden), *links)

    def _indented_end(self, at: int) -> int:
        """End of the indented code that ``at`` stands in, 0 when it stands in none."""
        while self.indented and self.indented[-1].end <= at:
            self.indented.pop()
        return self.indented[-1].end if self.indented and self.indented[-1].start <= at else 0

    def _with_indented(self, spans: list[Span]) -> list[Span]:
        if not self.all_indented:
            return spans
        taken = SpanSet(self.hidden)
        return sorted([*spans, *(block for block in self.all_indented if block.start not in taken)])

    def _find(self, mark: str, start: int) -> int:
        found = self.text.find(mark, start)
        return found if found >= 0 else self.end

    def _escaped(self, at: int) -> bool:
        """Whether an odd number of backslashes stands before; callers look at the last one first, for speed."""
        text, i = self.text, at
        while i > self.start and text[i - 1] == "\\":
            i -= 1
        return (at - i) % 2 == 1

    def _line(self, at: int) -> int:
        """Start of the line of ``at``; calls come in rising order, so each part is searched once."""
        found = self.text.rfind("\n", self.line_seen, at)
        if found >= 0:
            self.line_start = found + 1
        self.line_seen = max(self.line_seen, at)
        return self.line_start

    def _lead(self, line: int) -> int:
        """Where a line's text begins, behind the marks of quotes and lists; found once a line."""
        if self.lead_line != line:
            match = _CONTAINERS.match(self.text, line)
            self.lead_line, self.lead = line, match.end() if match else line
        return self.lead

    def _line_end(self, at: int) -> int:
        """End of the line of ``at``, again for rising ``at`` only."""
        if self.newline < at:
            self.newline = self._find("\n", at)
        return self.newline

    def _hide(self, kind: list[Span], start: int, end: int) -> int:
        span = _tuple(Span, (start, end))
        kind.append(span)
        self.hidden.append(span)
        return end

    # Wikilinks

    def _wikilink(self, at: int, mark: re.Match[str]) -> int:
        """The last ``[[`` before a ``]]`` on the same line opens a link, unless it is escaped or empty."""
        end = mark.end()
        if end > at + len("[[]]") and self.text[at - 1] != "\\" and not mark[0][2:-2].isspace():
            self.wikilinks.append((at, end))
            self.written.append(mark)
            return end
        end = at + 2
        if self.close >= 0 and self.close < end:
            self.close = self.text.find("]]", end)
            self.inner = self.text.rfind("[[", at, self.close) if self.close >= 0 else -1
        start = self.inner
        if self.close < 0 or at + 1 < start or (self.text[at - 1] == "\\" and at == start and self._escaped(at)):
            return end
        written = self.text[start + 2 : self.close]
        if "\n" in written or not written or written.isspace():
            return end
        self.wikilinks.append((start, self.close + 2))
        self.written.append(None)
        return self.close + 2

    # Code

    def _ticks(self, at: int, mark: re.Match[str]) -> int:
        if mark.end() > at + 1 and self.text[at - 1] != "\\":
            return self._hide(self.code, at, mark.end())
        end = _run_end(self.text, at, "`")
        if self.text[at - 1] == "\\" and self._escaped(at):
            at += 1
        elif end - at >= _FENCE_LENGTH and (prefix := self._opens_fence(at)) is not None:
            line_end = self._line_end(at)
            if self.text.find("`", end, line_end) < 0:
                return self._fence(at, end, line_end, prefix)
        return self._code_span(at, end - at) if at < end else end

    def _tildes(self, at: int, _: re.Match[str]) -> int:
        end = _run_end(self.text, at, "~")
        prefix = self._opens_fence(at)
        return end if prefix is None else self._fence(at, end, self._line_end(at), prefix)

    def _opens_fence(self, at: int) -> str | None:
        """The container marks before a fence, None when other text stands there."""
        line = self._line(at)
        return self.text[line:at] if self._lead(line) == at else None

    def _fence(self, at: int, run: int, line_end: int, prefix: str) -> int:
        """Hide a fenced block; it ends at its closing fence, with its container, or with the note."""
        text, fence = self.text, self.text[at:run]
        limit = self._container_end(prefix, line_end)
        pos = line_end
        while (found := text.find(fence, pos, limit)) >= 0:
            line = text.rfind("\n", pos, found) + 1
            stop = _run_end(text, found, fence[0])
            pos = self._find("\n", stop)
            if line and _closes(prefix, text[line:found]) and not text[stop:pos].strip():
                return self._hide(self.code, at, min(stop, limit))
        return self._hide(self.code, at, limit)

    def _container_end(self, prefix: str, line_end: int) -> int:
        """Where the quote or list item around a fence ends: the first line that does not belong to it."""
        if ">" in prefix:
            pattern = _NOT_QUOTE
        elif _LIST_MARK.search(prefix):
            pattern = _LESS_INDENTED[min(len(prefix.expandtabs(4)), len(_LESS_INDENTED) - 1)]
        else:
            return self.end
        match = pattern.search(self.text, line_end)
        return match.start() if match else self.end

    def _code_span(self, at: int, length: int) -> int:
        """Hide up to the next run of as many backticks in the same paragraph, most often on the same line."""
        text, start = self.text, at + length
        close = text.find("`", start, self._line_end(at))
        if close >= 0 and _run_end(text, close, "`") == close + length:
            return self._hide(self.code, at, close + length)
        if self.paragraph_end <= at:
            self._open_paragraph(at)
        places = self.runs.get(length, [])
        i = bisect_left(places, at + length)
        if i == len(places):
            return at + length
        return self._hide(self.code, at, places[i] + length)

    def _open_paragraph(self, at: int) -> None:
        """List the backtick runs up to the paragraph's end once, by length."""
        match = _PARAGRAPH_END.search(self.text, at)
        self.paragraph_end = match.start() if match else self.end
        self.runs = {}
        for run in _TICKS.finditer(self.text, at, self.paragraph_end):
            self.runs.setdefault(run.end() - run.start(), []).append(run.start())

    # Comments

    def _html_comment(self, at: int, mark: re.Match[str]) -> int:
        if not self.html_closes or (self.text[at - 1] == "\\" and self._escaped(at)):
            return mark.end()
        close = self.text.find("-->", at + 2)
        if close < 0:
            self.html_closes = False
            return mark.end()
        return self._hide(self.html, at, close + 3)

    def _comment(self, at: int, mark: re.Match[str]) -> int:
        end = at + 2
        if self.text[at - 1] == "\\" and self._escaped(at):
            return end
        if mark.end() > end and self.comment_open < 0 and not self.all_indented:
            self.comments.append(_tuple(Span, mark.span()))
            return mark.end()
        if self.comment_open < 0:
            self.comment_open = at
        else:
            self.comments.append(_tuple(Span, (self.comment_open, end)))
            self.comment_open = -1
        return end

    # Math

    def _dollar(self, at: int, mark: re.Match[str]) -> int:
        if not RULES.math_hides_links or self._escaped(at):
            return mark.end()
        if self.text.startswith("$$", at):
            return self._math_block(at)
        return self._math_span(at)

    def _math_block(self, at: int) -> int:
        line = self._line(at)
        limit = self.end if self._lead(line) == at else self._line_end(at)
        close = self.text.find("$$", at + 2, limit) if self.math_closes else -1
        if close >= 0:
            return self._hide(self.math, at, close + 2)
        self.math_closes = self.math_closes and limit < self.end
        return at + 2

    def _math_span(self, at: int) -> int:
        if at < self.no_math_until or self.text[at + 1 : at + 2].isspace():
            return at + 1
        close = _MATH_CLOSE.search(self.text, at + 1)
        if close and self.text[close.start()] == "$":
            return self._hide(self.math, at, close.start() + 1)
        self.no_math_until = close.start() if close else self.end
        return at + 1


def _closes(opening: str, closing: str) -> bool:
    """Whether what stands before a closing fence fits what stood before the opening one."""
    marks = " \t>" if ">" in opening else " \t"
    return not closing.strip(marks) and len(closing.expandtabs(4)) < len(opening.expandtabs(4)) + 4


def _run_end(text: str, at: int, char: str) -> int:
    while text.startswith(char, at):
        at += 1
    return at
