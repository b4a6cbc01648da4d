"""Which blocks of a PDF are its title and headings, and how deep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.sources.pdf.blocks import Block, Measures, ends_sentence
from llmwiki.sources.pdf.glyphs import count_cjk
from llmwiki.sources.pdf.meta import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LARGER = 1.08
_TITLE_LARGER = 1.15
_TITLE_WITHIN = 12
_MAX_CHARS = 150
_MAX_FRONT = 10
_MAX_WORDS = 18
_MAX_HAN = 32
_MAX_LINES = 3
_DEEPEST = 5
_KNOWN = re.compile(
    r"(?:abstract|summary|introduction|background|related work|methods?|results|discussion|conclusions?|references|bibliography"
    r"|acknowledge?ments?|appendix|appendices|limitations?|ethics statement|table of contents|contents"
    r"|摘\s*要|引\s*言|绪\s*论|结\s*论|结\s*语|参考文献|致\s*谢|附\s*录|目\s*录|参考资料)\s*[:：]?",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?P<decimal>\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=\S)|(?P<letter>[A-Z](?:\.\d{1,2}){0,3})\.?\s+(?=[A-Z])|(?P<roman>[IVX]{1,5})\.\s+(?=\S)"
)
# Chinese numbering from the outermost kind to the innermost; a document uses some of them, in this order.
_CHINESE = (
    re.compile(r"第\s*[一二三四五六七八九十百\d]{1,4}\s*[章篇编部讲回课]"),
    re.compile(r"第\s*[一二三四五六七八九十百\d]{1,4}\s*[节條条]"),
    re.compile(r"[一二三四五六七八九十]{1,3}\s*[、.．]\s*\S"),
    re.compile(r"[（(]\s*[一二三四五六七八九十]{1,3}\s*[）)]\s*\S"),
)
_SECOND = re.compile(r"II\.\s+[A-Z]{3}")
"""The second section of a paper that numbers its sections in Roman, and so its subsections by letters."""
_ROMAN = frozenset(("I", "V", "X"))
_WORDS = re.compile(r"[^\W\d_]{2,}")
_CAPITALS = 0.6
_ENTRY = re.compile(r"\S[\s.·…]+(\d{1,4})$")
_FEWEST_ENTRIES = 3


def mark_headings(pages: Sequence[list[Block]], usual: Measures, outline: Mapping[str, int]) -> None:
    """Set kind and level of the blocks that are the title or headings.

    Args:
        pages: Blocks page by page; changed in place.
        usual: Measures of the document.
        outline: Titles of the document's outline as ``spoken`` gives them, with their depth from 0.
    """
    if pages:
        _mark_title(pages[0], usual)
    every = [block for blocks in pages for block in blocks]
    ranks = [rank for rank, pattern in enumerate(_CHINESE) if any(_is_chinese_heading(block, pattern, usual) for block in every)]
    deeper = any(_SECOND.match(block.first.text) for block in every)
    names, fronts = any(block.kind == "title" for block in every), 0
    for block in every:
        if block.kind not in {"paragraph", "item"}:
            continue
        text = " ".join(line.text for line in block.lines)
        level = _level(block, usual, outline, ranks)
        names = names and fronts < _MAX_FRONT and len(text) <= _MAX_CHARS and not ends_sentence(text) and not (level and is_section(text))
        if names:
            block.kind = "front"
            fronts += 1
        elif level:
            block.kind, block.level = "heading", level + (deeper and _is_lettered(text))
    for blocks in pages:
        _unmark_contents(blocks)


def _unmark_contents(blocks: Sequence[Block]) -> None:
    """Make entries of a table of contents lines of a list: headings that stand below each other and end with a rising page number."""
    run: list[tuple[Block, int]] = []
    for block in [*blocks, None]:
        match = _ENTRY.search(block.lines[-1].text) if block is not None and block.kind in {"heading", "paragraph", "item"} else None
        if block is not None and match and int(match[1]) >= (run[-1][1] if run else 0):
            run.append((block, int(match[1])))
            continue
        if len(run) >= _FEWEST_ENTRIES:
            for entry, _ in run:
                entry.kind, entry.level = "item", 0
        run = []


def _is_lettered(text: str) -> bool:
    match = _NUMBER.match(text)
    return match is not None and match["letter"] is not None and match["letter"] not in _ROMAN


def is_section(heading: str) -> bool:
    """Whether a heading is one of a section (numbered, or "Abstract" and the like) and so no title."""
    return bool(_KNOWN.fullmatch(heading) or _NUMBER.match(heading) or any(pattern.match(heading) for pattern in _CHINESE))


def _mark_title(blocks: list[Block], usual: Measures) -> None:
    """The largest text among the first blocks of the first page, if it is larger than the body."""
    first = [block for block in blocks[:_TITLE_WITHIN] if block.kind in {"paragraph", "item"} and _WORDS.search(block.first.text)]
    largest = max((block.first.size for block in first), default=0.0)
    if largest < _TITLE_LARGER * usual.body:
        return
    titles = [block for block in first if block.first.size == largest]
    if _KNOWN.fullmatch(titles[0].first.text.strip()):
        return
    for block, follower in zip(titles, [None, *titles], strict=False):
        if len(block.lines) > _MAX_LINES + 1 or (follower is not None and blocks.index(block) != blocks.index(follower) + 1):
            break
        block.kind, block.level = "title", 1


def _level(block: Block, usual: Measures, outline: Mapping[str, int], ranks: Sequence[int]) -> int:
    """The heading level of a block, 0 for running text."""
    text = " ".join(line.text for line in block.lines)
    if len(block.lines) > _MAX_LINES or _too_long(text) or not _WORDS.search(text):
        return 0
    if (depth := outline.get(spoken(text))) is not None:
        return min(depth + 2, _DEEPEST)
    if _KNOWN.fullmatch(text):
        return 2
    if ends_sentence(text) and not text.rstrip().endswith(("?", "？", "!", "！")):
        return 0
    for depth, rank in enumerate(ranks):
        if _is_chinese_heading(block, _CHINESE[rank], usual):
            return min(depth + 2, _DEEPEST)
    return _numbered_level(block, text, usual) or _styled_level(block, text, usual)


def _is_chinese_heading(block: Block, pattern: re.Pattern[str], usual: Measures) -> bool:
    """Whether a block is one line with a Chinese number in front, not smaller than the body and no sentence."""
    text = block.first.text
    alone = len(block.lines) == 1 and block.first.size >= usual.body
    return alone and bool(pattern.match(text)) and not ends_sentence(text) and not _too_long(text)


def _numbered_level(block: Block, text: str, usual: Measures) -> int:
    emphatic = _emphatic(block, usual)
    match = _NUMBER.match(text)
    if match is None or not (emphatic or (_capitals(text) and (match["roman"] or match["letter"] in _ROMAN))):
        return 0
    return min(2 + (match["decimal"] or match["letter"] or "").count("."), _DEEPEST)


def _styled_level(block: Block, text: str, usual: Measures) -> int:
    if not _emphatic(block, usual) or text[:1].islower():
        return 0
    if block.first.size >= _LARGER * usual.body:
        return 2
    italic = all(line.style == "italic" for line in block.lines)
    return 0 if italic and (len(block.lines) > 1 or len(text.split()) > 10) else 3  # noqa: PLR2004 - longer italics are emphasis or a formula's text


def _emphatic(block: Block, usual: Measures) -> bool:
    """Whether all lines are larger than the body, or bold or italic and not smaller."""
    larger = all(line.size >= _LARGER * usual.body for line in block.lines)
    styled = all(line.style in {"bold", "italic"} and line.size >= 0.97 * usual.body for line in block.lines)
    return larger or styled


def _too_long(text: str) -> bool:
    """Whether a text is longer than headings are; a comma in Chinese is a sentence's unless a number stands before."""
    if len(text) > _MAX_CHARS or len(text.split()) > _MAX_WORDS or count_cjk(text) > _MAX_HAN:
        return True
    return "，" in text and not any(pattern.match(text) for pattern in _CHINESE)


def _capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return sum(char.isupper() for char in letters) >= _CAPITALS * len(letters)
