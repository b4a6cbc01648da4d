"""The statements of a page that facts may be read from: cited sentences, and the lines of its Key facts."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.patterns import SIGN
from llmwiki.facts.vocabulary import has_value
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.page import Page

# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__
FACTS_HEADINGS = frozenset({"key facts", "key facts and dates", "facts", "要点", "关键事实", "基本信息", "基本资料"})
QUESTION_HEADINGS = frozenset({"open questions", "contradictions", "未决问题", "矛盾", "争议"})

# Lines that may be headings, or make one of the line before. Without one of these words in them there is none of those above.
_HEADING = re.compile(r"\n {0,3}(#[^\n]*|[-=]+[ \t\r]*(?=\n|\Z))")
_TELLING = re.compile("facts|要点|关键事实|基本信息|基本资料|questions|contradictions|未决问题|矛盾|争议")

_REFERENCE = re.compile(r"\[\^([^\]\s]+)\]|\^\[raw/[^\]\n]+\]")
_MARK = re.compile(r"\[\^|\^\[raw")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_LINE = re.compile(r"[^\n]+")
_OPENER = re.compile(r"[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_NO_TEXT = re.compile(r"[ \t]*(?:\||#{1,6} |\[\^[^\]\s]+\]:|(?:>[ \t]*)?$|---|\*\*\*)")
# Full stops stand first in each branch, so that the search goes from one to the next.
_END = re.compile(r"[.!?][\"”’)]?(?:\[\^[^\]\s]+\])*\s+(?=[A-Z\d\"“(\[*`])|[。！？](?:\[\^[^\]\s]+\])*")


class Statement(NamedTuple):
    """One sentence.

    Attributes:
        text: As written, without its footnotes.
        labels: Of the footnotes behind it.
        section: Heading it stands under, case folded.
    """

    text: str
    span: Span
    labels: tuple[str, ...]
    section: str

    @property
    def in_facts(self) -> bool:
        """Whether it stands among the Key facts, where the page itself is the subject."""
        return self.section in FACTS_HEADINGS


def statements(page: Page) -> Iterator[Statement]:
    """Key facts, and cited sentences that may hold a fact; those left out that are open questions, code, comments or formulas."""
    text = page.text
    sections = _sections(page)
    starts = [start for start, _ in sections]
    for block in _blocks(page) if any(name in FACTS_HEADINGS for _, name in sections) else _cited_blocks(page):
        section = sections[bisect_right(starts, block.start) - 1][1] if starts and starts[0] <= block.start else ""
        if section in QUESTION_HEADINGS or not (section in FACTS_HEADINGS or _may_be_read(text[block.start : block.end])):
            continue
        for statement in _in_block(text, block, section):
            if _may_hold(statement) and not _is_inert(page, statement.span):
                yield statement


def _may_hold(statement: Statement) -> bool:
    if statement.in_facts:
        return True
    return bool(statement.labels and has_value(statement.text) and SIGN.search(statement.text))


def cited_with(page: Page, cue: re.Pattern[str]) -> Iterator[Statement]:
    """Cited sentences that ``cue`` is found in, code, comments and formulas left out."""
    for block in _cited_blocks(page):
        if not cue.search(page.text, block.start, block.end):
            continue
        for statement in _in_block(page.text, block, ""):
            if statement.labels and cue.search(statement.text) and not _is_inert(page, statement.span):
                yield statement


def in_text(text: str, labels: tuple[str, ...], section: str) -> Iterator[Statement]:
    """The same of one paragraph or item before it stands on a page; spans are those in ``text``.

    Args:
        text: Without its list mark and its footnotes, which stand at its end.
        labels: Of these footnotes.
        section: The heading that it stands under.
    """
    section = section.strip().casefold()
    if section in QUESTION_HEADINGS:
        return
    for statement in _in_block(text, Span(0, len(text)), section):
        said = statement._replace(labels=labels) if statement.span.end == len(text.rstrip()) else statement
        if _may_hold(said):
            yield said


def _sections(page: Page) -> list[tuple[int, str]]:
    """Where each section begins, and its heading, case folded; none where no heading changes what is read."""
    text, start = page.text, page.body_start
    whole = start and text[start - 1] == "\n"  # then the first line need not be put behind a line end
    lines = _HEADING.findall(text, start - 1) if whole else _HEADING.findall(f"\n{text[start:]}")
    said = "".join(lines).casefold()
    if not _TELLING.search(said) and "\n=" not in (ruled := "\n" + "\n".join(lines)) and "\n-" not in ruled:
        return []
    return [(heading.span.start, heading.text.strip().casefold()) for heading in page.headings]


def _may_be_read(text: str) -> bool:
    """Whether the text of a block is cited, and may hold a value; that of most stands before their one reference."""
    at = text.find("[^")
    if at < 0 and "^[raw" not in text:
        return False
    said = text[:at]
    if at >= 0 and "^[" not in said:
        if has_value(said):
            return True
        if _REFERENCE.fullmatch(text, at):
            return False
    return has_value(_REFERENCE.sub("", text))


def _is_cited(text: str) -> bool:
    return "[^" in text or "^[raw" in text


def _cited_blocks(page: Page) -> Iterator[Span]:
    """Those of the blocks that hold a mark of a citation: what stands around each mark, up and down to where a block ends."""
    text, done = page.text, page.body_start
    size, is_usual = len(text), "^[raw" not in text
    at = text.find("[^", done) if is_usual else _marked(text, done)
    while at >= 0:
        line_end = text.find("\n", at)
        end = line_end if line_end >= 0 else size
        if not (text[at - 1] == "\n" and _FOOTNOTE.match(text, at)):
            start = text.rfind("\n", done, at) + 1 or done
            if _is_text(text, start, end):
                while start > done and text[start - 2] != "\n" and not _OPENER.match(text, start):
                    above = text.rfind("\n", done, start - 1) + 1 or done
                    if not _is_text(text, above, start - 1):
                        break
                    start = above
                while end + 1 < size and text[end + 1] != "\n" and _goes_on(text, end + 1, (stop := _line_end(text, end + 1))):
                    end = stop
                yield Span(start, end)
        done = end + 1
        at = text.find("[^", done) if is_usual else _marked(text, done)


def _marked(text: str, start: int) -> int:
    """Where the next mark of a citation stands in a text that has both kinds; -1 where none does."""
    mark = _MARK.search(text, start)
    return mark.start() if mark else -1


def _goes_on(text: str, start: int, end: int) -> bool:
    return _is_text(text, start, end) and not _OPENER.match(text, start, end)


def _is_text(text: str, start: int, end: int) -> bool:
    """Whether a line is part of a paragraph or an item."""
    if end <= start:
        return False
    stop = end
    while stop > start and text[stop - 1] == "\r":
        stop -= 1
    return not _NO_TEXT.match(text, start, stop)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def _is_inert(page: Page, span: Span) -> bool:
    """Whether a statement lies as a whole in code, a comment or a formula."""
    inert = (*page.code, *page.comments, *page.html_comments, *page.math)
    return any(place.start <= span.start and span.end <= place.end for place in inert)


def _blocks(page: Page) -> Iterator[Span]:
    """Paragraphs and list items: runs of lines that belong together."""
    start = end = -1
    for line in _LINE.finditer(page.text, page.body_start):
        opens = _OPENER.match(line[0]) is not None
        apart = "\n" in page.text[end : line.start() - 1] if end >= 0 else True
        text = not _NO_TEXT.match(line[0].rstrip("\r"))
        if start >= 0 and (opens or apart or not text):
            yield Span(start, end)
            start = -1
        if text:
            start = line.start() if start < 0 else start
        end = line.end()
    if start >= 0:
        yield Span(start, end)


def _in_block(text: str, block: Span, section: str) -> Iterator[Statement]:
    opener = _OPENER.match(text, block.start, block.end)
    start = opener.end() if opener else block.start
    ends = [found.end() for found in _END.finditer(text, start, block.end)]
    for stop in dict.fromkeys((*ends, block.end)):
        span = _stripped(text, start, stop)
        raw = text[span.start : span.end]
        labels = tuple(found[1] or found[0] for found in _REFERENCE.finditer(raw))
        yield _tuple(Statement, (_REFERENCE.sub("", raw) if labels else raw, span, labels, section))
        start = stop


def _stripped(text: str, start: int, end: int) -> Span:
    raw = text[start:end]
    return _tuple(Span, (start + len(raw) - len(raw.lstrip()), end - len(raw) + len(raw.rstrip())))
