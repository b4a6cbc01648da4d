"""Lines of a PDF gathered into paragraphs, items, headings, captions, notes and tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Literal

from llmwiki.sources.pdf.meta import spoken

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from llmwiki.sources.pdf.lines import Line

BlockKind = Literal["paragraph", "item", "heading", "caption", "note", "grid", "code", "title", "front", "table"]

_SIZE_STEP = 0.06
_GAP = 1.35
"""Distance between lines, in usual distances, from which a new paragraph begins."""
_INDENT = 0.7
_FAR = 4.0
_SHORT = 0.78
_HALF = 0.5
_LITTLE_PROSE = 0.3
_ENTRY = re.compile(r" … \d{1,4}$")
_PAGE_NUMBER = re.compile(r"\s\d{1,4}$")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S*[.:;]$")
_TERMINAL = re.compile(r"[.!?。！？…:：;；][\"'”’»)\]）】』」]*$")
BULLET = re.compile(r"[•‣◦▪▫●○■□◆◇➢➤✓✔❑❖–—·∙-]\s+(?=\S)|[•●■◆▪‣◦➢❑]")
_NUMBERED = re.compile(
    r"(?:\(?\d{1,2}[.)]|\([a-zA-Z]\)|[a-z]\)|\([ivx]+\))(?:\s+(?=\S)|(?=[\u4e00-\u9fff]))|[①-⑳]|[（(]\d{1,2}[）)]|\d{1,2}、"
)
CAPTION = re.compile(
    r"(?:Figure|Fig\.|Table|Tab\.|Algorithm|Listing|Chart|Exhibit|图|表)\s*(?:\d+|[A-Z]\d*)(?:[-.]\d+)?\s*[:.：|]"
    r"|(?:图|表)\s*\d+(?:[-.]\d+)?\s+\S"
)


@dataclass(slots=True)
class Block:
    """Lines that belong together."""

    kind: BlockKind
    lines: list[Line] = field(default_factory=list)
    level: int = 0

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.lines[0].page


@dataclass(frozen=True, slots=True)
class Measures:
    """What is usual in a document.

    Attributes:
        body: Font size of most of the text.
        leading: Usual distance of lines by font size, points.
        full: Usual length of a full line by font size, points.
    """

    body: float
    leading: dict[float, float]
    full: dict[float, float]

    def full_at(self, size: float) -> float:
        """Length of a full line in a font size."""
        return self.full.get(size) or self.full.get(self.body, 0.0) or 1.0

    def leading_at(self, size: float) -> float:
        """Usual distance of lines in a font size."""
        return self.leading.get(size) or 1.2 * size


def measure(pages: Sequence[list[Line]]) -> Measures:
    """Take the usual sizes and distances of a document's lines."""
    letters: Counter[float] = Counter()
    prose = sum(len(line.text) for lines in pages for line in lines if line.style != "mono")
    code_counts = prose < _LITTLE_PROSE * sum(len(line.text) for lines in pages for line in lines)
    steps: dict[float, list[float]] = {}
    widths: dict[float, list[float]] = {}
    for lines in pages:
        for line in lines:
            if not line.figure:
                letters[line.size] += len(line.text) if line.style != "mono" or code_counts else 0
                widths.setdefault(line.size, []).append(line.width)
        for above, below in pairwise(lines):
            if above.size == below.size and 0 < above.y - below.y < 3 * above.size:
                steps.setdefault(above.size, []).append(above.y - below.y)
    body = max(letters.items(), key=lambda item: (item[1], item[0]))[0] if letters else 10.0
    full = {size: sorted(found)[int(0.85 * (len(found) - 1))] for size, found in widths.items()}
    return Measures(body, {size: median(found) for size, found in steps.items()}, full)


def blocks(lines: Sequence[Line], usual: Measures, titles: Container[str] = ()) -> list[Block]:
    """Gather the lines of one page into blocks, in order.

    Args:
        lines: The lines in reading order.
        usual: Measures of the document.
        titles: Titles of the document's outline as ``spoken`` gives them; each stands alone.
    """
    gathered: list[Block] = []
    hang = _Hang(0.0, 0.0)
    for line, follower in zip(lines, [*lines[1:], None], strict=False):
        last = gathered[-1] if gathered else None
        alone = last is None or spoken(line.text) in titles or (len(last.lines) == 1 and spoken(last.first.text) in titles)
        if (
            last is None
            or alone
            or _lists_contents(last.lines[-1], line)
            or (_begins(line, last, usual) and not hang.goes_on(last, line) and not _hangs(last, (line, follower), usual))
        ):
            gathered.append(Block(_kind(line), [line]))
            continue
        last.lines.append(line)
        if len(last.lines) == 2:  # noqa: PLR2004 - the second line shows whether the block hangs
            hang = _Hang(last.first.x, line.x - last.first.x)
    return gathered


def _hangs(block: Block, two: tuple[Line, Line | None], usual: Measures) -> bool:
    """Whether a line and the one behind it are both set in below a long first line, as in reference lists."""
    first, (line, follower) = block.lines[-1], two
    if len(block.lines) > 1 or follower is None or not first.size == line.size == follower.size:
        return False
    if first.text.endswith((":", "：")) or first.width < _HALF * usual.full_at(first.size) or _kind(line) != "paragraph":
        return False
    below = 0 < first.y - line.y < 2 * line.size and 0 < line.y - follower.y < 2 * line.size
    return below and _INDENT * line.size < line.x - first.x < _FAR * line.size and abs(follower.x - line.x) < 1


@dataclass(frozen=True, slots=True)
class _Hang:
    """How far the second line of the block before was set in, as in reference lists."""

    x: float
    step: float

    def goes_on(self, block: Block, line: Line) -> bool:
        """Whether a line is the second of a block that hangs like the one before, whatever its first line ends with."""
        first = block.lines[-1]
        near = 0 < first.y - line.y < 2 * line.size and first.size == line.size
        alike = abs(first.x - self.x) < 1 and abs(line.x - first.x - self.step) < 1
        return len(block.lines) == 1 and near and alike and self.step > _INDENT * line.size


def ends_sentence(text: str) -> bool:
    """Whether a text closes with final punctuation that is not the middle of an address."""
    return bool(_TERMINAL.search(text)) and not _ADDRESS.search(text)


def _kind(line: Line) -> BlockKind:
    if line.rows:
        return "table"
    if line.figure:
        return "grid"
    if line.note:
        return "note"
    if line.style == "mono":
        return "code"
    if CAPTION.match(line.text):
        return "caption"
    return "item" if BULLET.match(line.text) or _NUMBERED.match(line.text) else "paragraph"


def _begins(line: Line, block: Block, usual: Measures) -> bool:
    """Whether a line begins a new block after the lines gathered in ``block``."""
    last = block.lines[-1]
    if line.rows or last.rows or line.figure != last.figure or line.note or CAPTION.match(line.text):
        return True
    if line.figure:
        return line.y > last.y + 3 * line.size
    if line.y > last.y + 0.5 * line.size or abs(line.size - last.size) > _SIZE_STEP * last.size:
        return True
    if line.style != last.style and block.kind != "note" and _apart(line, last, usual):
        return True
    drop = last.y - line.y
    if drop > _GAP * usual.leading_at(line.size) or _starts_item(line, last, usual):
        return True
    return block.kind != "code" and _indented_apart(line, block, usual)


def _lists_contents(above: Line, below: Line) -> bool:
    """Whether one of two lines is an entry of a table of contents, dotted up to the page's number, and the one above is whole."""
    return bool(_ENTRY.search(above.text)) or bool(_ENTRY.search(below.text) and _PAGE_NUMBER.search(above.text))


def _apart(line: Line, last: Line, usual: Measures) -> bool:
    """Whether a change of style between lines is one between blocks: the line before does not run on."""
    if "mono" in {line.style, last.style}:
        return True
    return last.width < _SHORT * usual.full_at(last.size) or ends_sentence(last.text)


def _starts_item(line: Line, last: Line, usual: Measures) -> bool:
    if BULLET.match(line.text):
        return True
    closed = ends_sentence(last.text) or last.width < _SHORT * usual.full_at(last.size)
    return bool(_NUMBERED.match(line.text)) and closed


def _indented_apart(line: Line, block: Block, usual: Measures) -> bool:
    """Paragraphs told by indents: first lines set in, items hanging out, last lines short."""
    last = block.lines[-1]
    step = line.x - last.x
    closed = ends_sentence(last.text)
    if closed and last.width < _SHORT * usual.full_at(last.size) and (block.kind != "item" or step <= 0):
        return True
    if step > _INDENT * line.size:
        hangs = block.kind == "item" or (len(block.lines) == 1 and not closed)
        return not hangs or step > _FAR * line.size
    if step < -_INDENT * line.size:
        return (len(block.lines) > 1 and not last.text.endswith("-")) or step < -_FAR * line.size
    return False
