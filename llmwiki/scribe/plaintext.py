"""Text that lost its Markdown, as blog exports and extracted papers do: headings are short lines, code has no fences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.blocks import Block
from llmwiki.vault.chars import HAN_CHAR, language
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERED = re.compile(
    r"(?P<chapter>[一二三四五六七八九十]{1,3}[、.．]|第\s*[0-9一二三四五六七八九十]+\s*[步章节篇部分讲]"
    r"|(?:chapter|part|step)\s+(?:\d+|[ivxlc]+)\b|\d{1,2}\.?\s+(?=(?-i:[A-Z])))"
    r"|(?P<section>\d{1,2}(?:\.\d{1,2}){1,3}\.?(?=[\s\u3400-\u9fff])|[(（][一二三四五六七八九十]{1,3}[)）])",
    re.IGNORECASE,
)
_FINAL = re.compile(r"[.!?。！？…;；,，:：][\"'”’」）)]*$")
_SENTENCE = re.compile(r"[.!?。！？…:：][\"'”’」）)]*$")
_ENDED = re.compile(r"[.!?。！？…：][\"'”’」）)]*$")
_LEADS_ON = re.compile(r"[;；,，:：]$")
_CODE_START = re.compile(
    r"(?:(?:import|from|def|class|return|pip3?|npm|npx|git|cd|mkdir|touch|sudo|curl|docker|export|const|let|var|print|elif|else|try|except"
    r"|ollama|brew|apt)\b(?=[ (:])"
    r"|[A-Za-z_][\w.]*\s*=\s|[$@#§│├└─]|>>>|//|/\*|\w+\(.*\)$|</?\w)",
)
_HASH = re.compile(r"#+\s")
_LINE_NUMBER = re.compile(r"[\s\d]*$")
_MARKDOWN = re.compile(r"\][(\[]|\[[\^\[]|</\w|\{%")
_SIGNS = re.compile(r"[\[\](){}=|<>]")
_MOSTLY_SIGNS = 0.12
_LONGEST_HEADING = 40
_LONGEST_WORDS = 10
_LONGEST_BARE = 24
_LONGEST_TITLE = 100
_FEW = 3
_SHORT_LINE = 0.6
_NARROW = 40
_SECTION_LEVEL = 3


class _Form(NamedTuple):
    """What sort of text it is: Chinese, without Markdown headings, an export whose ``#`` lines are code comments."""

    chinese: bool
    plain: bool
    export: bool


def refine(text: str, found: list[Block]) -> list[Block]:
    """Blocks of a text, headings of plain text found and code that lost its fences dropped.

    Markdown with headings of its own is only freed of stray code lines, and only if it is Chinese: there a line
    without a single Han character and without final punctuation is no prose.
    """
    form = _form(text, found)
    if not form.plain and not form.chinese:
        return found
    refined: list[Block] = []
    if form.plain and len(found) > 1 and found[1].kind != "definition" and _is_title(text[found[0].start : found[0].end]):
        refined.append(found[0]._replace(kind="heading", level=1))
        found = found[1:]
    for block in found:
        if block.kind == "heading":
            refined += [] if form.export else [block]
        elif block.kind in {"paragraph", "quote"} or (form.plain and block.kind == "item"):
            refined += _without_code(text, block, form)
        else:
            refined.append(block)
    return _with_headings(text, refined) if form.plain else refined


def _form(text: str, found: list[Block]) -> _Form:
    start, end = (found[0].start, found[-1].end) if found else (0, 0)
    headings = [block for block in found if block.kind == "heading"]
    numbered = [block for block in found if block.kind == "paragraph" and _heading_level(text[block.start : block.end])]
    fenced = "\n```" in text or "\n~~~" in text
    export = len(numbered) >= _FEW and not fenced and (not headings or numbered[0].start < headings[0].start)
    return _Form(language(text[start:end]) == "zh", export or (not headings and not fenced), export)


def _heading_level(line: str) -> int:
    """Level of a numbered plain-text heading, 0 for any other line."""
    match = _NUMBERED.match(line)
    if match is None or "\n" in line or len(line) > _LONGEST_HEADING * 2 or _FINAL.search(line):
        return 0
    if len(line) > _LONGEST_HEADING and (HAN_CHAR.search(line) or len(line.split()) > _LONGEST_WORDS):
        return 0
    return 2 if match["chapter"] else _SECTION_LEVEL


def _is_title(line: str) -> bool:
    return len(line) <= _LONGEST_TITLE and "\n" not in line and not _FINAL.search(project(line))


def _without_code(text: str, block: Block, form: _Form) -> Iterator[Block]:
    """The block's prose, in one or several blocks."""
    if text.find("<!--", block.start, block.end) >= 0:
        yield block
        return
    lines = list(_physical(text, block))
    foreign = form.chinese and (form.export or len(lines) == 1)
    code = [_is_code(text[start:end], form, foreign=foreign) for start, end in lines]
    debris = form.export and form.chinese and len(lines) > 1 and not any(_SENTENCE.search(text[start:end]) for start, end in lines)
    if not lines or sum(code) * 2 > len(code) or (debris and block.kind == "paragraph"):
        return
    widest = max(end - start for start, end in lines)
    breaks = _SHORT_LINE * widest if form.plain and block.kind == "paragraph" and widest > _NARROW else 0
    for start, end in _runs(lines, code, breaks):
        yield block._replace(start=start, end=end)


def _runs(lines: list[tuple[int, int]], code: list[bool], breaks: float) -> Iterator[tuple[int, int]]:
    """Spans of the runs of prose lines; a line shorter than ``breaks`` ends its run."""
    first, last = -1, -1
    for (start, end), is_code in zip(lines, code, strict=True):
        if not is_code:
            first, last = (start if first < 0 else first), end
        if first >= 0 and (is_code or end - start < breaks):
            yield first, last
            first = -1
    if first >= 0:
        yield first, last


def _physical(text: str, block: Block) -> Iterator[tuple[int, int]]:
    at = block.start
    while at <= block.end:
        stop = text.find("\n", at, block.end)
        stop = block.end if stop < 0 else stop
        line = text[at:stop]
        start, end = at + len(line) - len(line.lstrip()), at + len(line.rstrip())
        if end > start:
            yield start, end
        at = stop + 1


def _is_code(line: str, form: _Form, *, foreign: bool) -> bool:
    """Whether a line is no prose; ``foreign``: a line without Han is none."""
    if _MARKDOWN.search(line):
        line = project(line)
    if _LINE_NUMBER.match(line) or len(_SIGNS.findall(line)) > _MOSTLY_SIGNS * len(line):
        return True
    if _ENDED.search(line):
        return False
    if _CODE_START.match(line) or (form.export and _HASH.match(line)):
        return True
    return foreign and not HAN_CHAR.search(line)


def _with_headings(text: str, found: list[Block]) -> list[Block]:
    marked: list[Block] = []
    for row, block in enumerate(found):
        line = text[block.start : block.end]
        level = 0
        if block.kind == "paragraph":
            level = _heading_level(line) or (_SECTION_LEVEL + 1 if _is_bare_heading(text, found, row) else 0)
        marked.append(block._replace(kind="heading", level=level) if level else block)
    return marked


def _is_bare_heading(text: str, found: list[Block], row: int) -> bool:
    """Whether a short Chinese line without number, between sentences, is a heading."""
    line = text[found[row].start : found[row].end]
    if row == 0 or row + 1 >= len(found) or len(line) > _LONGEST_BARE or _FINAL.search(line) or not HAN_CHAR.search(line):
        return False
    above, below = found[row - 1], found[row + 1]
    if below.kind != "paragraph" or not _SENTENCE.search(text[below.start : below.end]):
        return False
    return above.kind != "paragraph" or not _LEADS_ON.search(text[above.start : above.end])
