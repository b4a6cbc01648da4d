"""Blocks of a PDF as Markdown that reads on across columns and pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.pdf.blocks import BULLET, Block, BlockKind, Measures, ends_sentence
from llmwiki.sources.pdf.glyphs import is_cjk
from llmwiki.sources.pdf.grids import grid_rows
from llmwiki.sources.pdf.joining import joined, vocabulary
from llmwiki.sources.pdf.lines import with_powers
from llmwiki.sources.pdf.tables import table_rows
from llmwiki.sources.place import page_mark

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from llmwiki.sources.pdf.lines import Line

_TICKS = re.compile("`+")
_ITEM_NUMBER = re.compile(r"(\d{1,3})[.)]\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*(?=\s+[\"'“‘(\[]?[A-Z0-9\u3400-\u9fff])|[。！？][”’」』）)]*")
_ABBREVIATED = re.compile(r"\b(?:al|e\.g|i\.e|cf|vs|Fig|Figs|Eq|Sec|Tab|No|Vol|pp|Dr|Mr|Mrs|Ms|Prof|St|etc|approx|resp|[A-Z])\.$")
_LOOK_AHEAD = 14
_ASIDE: frozenset[BlockKind] = frozenset(("caption", "note", "grid", "code", "table"))
_MAX_TAIL = 1200
_FULL = 0.75
_SIZE_STEP = 0.06
_OPENERS = '([0123456789“"'
_LABEL = 80
"""A shorter text without a full stop may be a label, and a capital after it the begin of a sentence."""
_FEW_LINES = 3


@dataclass(slots=True)
class Piece:
    """A block as text, with the page it stands on; ``full`` when its last line reaches the margin, so that it may go on."""

    kind: BlockKind
    text: str
    page: int
    size: float
    level: int = 0
    full: bool = False


def pieces(pages: Sequence[list[Block]], usual: Measures) -> list[Piece]:
    """Join the lines of each block, then the paragraphs that columns, drawings and pages have cut."""
    known = vocabulary(line for blocks in pages for block in blocks for line in block.lines)
    made: list[Piece] = []
    for blocks in pages:
        notes = frozenset(block.first.note for block in blocks if block.first.note)
        ordered = [block for block in blocks if block.kind != "note"] + [block for block in blocks if block.kind == "note"]
        made.extend(_piece(block, notes, known, usual) for block in ordered)
    return _run_on([piece for piece in made if piece.text], known)


def write(made: Sequence[Piece], pages: int) -> str:
    """Markdown of all pieces, each page behind its mark, pages without text included."""
    parts: list[str] = []
    by_page: dict[int, list[str]] = {}
    for piece in made:
        by_page.setdefault(piece.page, []).append(_markdown(piece))
    for number in range(1, pages + 1):
        parts.extend((page_mark(number), *by_page.get(number, [])))
    return "\n\n".join(parts)


def _piece(block: Block, notes: frozenset[str], known: Counter[str], usual: Measures) -> Piece:
    size = block.first.size
    if block.first.rows:
        return Piece("table", table_rows(block.first.rows), block.page, size)
    if block.kind in {"grid", "code"} and len(block.lines) > 1:
        rows = _code_rows(block.lines) if block.kind == "code" else grid_rows(block.lines, notes)
        return Piece(block.kind, "\n".join(rows), block.page, size)
    if block.kind == "front":  # names, places and dates below a title: one a line
        return Piece("front", "\n".join(with_powers(line, notes) for line in block.lines), block.page, size)
    text = ""
    for line in block.lines:
        text = joined(text, with_powers(line, notes), known)
    kind: BlockKind = "caption" if block.kind == "grid" else "paragraph" if block.kind == "code" else block.kind
    if block.kind == "note":
        text = f"{block.first.note}. {text}" if block.first.note.isdigit() else f"{block.first.note} {text}"
    return Piece(kind, " ".join(text.split()), block.page, size, block.level, _reaches_margin(block, usual))


def _reaches_margin(block: Block, usual: Measures) -> bool:
    """Whether the last line is as long as lines are here; a block of one or two lines is measured against the document."""
    widest = max(line.width for line in block.lines)
    if len(block.lines) < _FEW_LINES:
        widest = max(widest, min(usual.full_at(block.first.size), usual.full_at(usual.body)))
    return block.lines[-1].width >= _FULL * widest


def _code_rows(lines: list[Line]) -> list[str]:
    left = min(line.x for line in lines)
    return [" " * round((line.x - left) / (0.6 * line.size)) + line.text for line in lines]


def _run_on(made: list[Piece], known: Counter[str]) -> list[Piece]:
    """Give cut paragraphs their ends: the rest of the paragraph, or over a page's end the rest of the sentence."""
    for place, piece in enumerate(made):
        while _is_cut(piece) and (follower := next((other for other in _following(made, place) if _takes_up(piece, other)), None)):
            head, rest = (follower.text, "") if follower.page == piece.page else _first_sentence(follower.text)
            piece.text, follower.text = joined(piece.text, head, known), rest
            piece.full = follower.full and follower.page == piece.page
    return [piece for piece in made if piece.text]


def _is_cut(piece: Piece) -> bool:
    return piece.kind in {"paragraph", "item"} and piece.full and bool(piece.text) and not ends_sentence(piece.text)


def _following(made: list[Piece], place: int) -> Iterable[Piece]:
    """The next pieces up to the first that is neither aside nor small print; a heading ends the search."""
    for other in made[place + 1 : place + 1 + _LOOK_AHEAD]:
        if other.kind in {"heading", "title"}:
            return
        if other.kind in _ASIDE or not other.text:
            continue
        yield other
        if other.size >= made[place].size:
            return


def _takes_up(piece: Piece, other: Piece) -> bool:
    """Whether a piece goes on where another was cut: of its size, and beginning in the middle of a sentence."""
    in_brackets = other.kind == "item" and piece.text.count("(") > piece.text.count(")")
    if (
        (other.kind != "paragraph" and not in_brackets)
        or abs(other.size - piece.size) > _SIZE_STEP * piece.size
        or other.page > piece.page + 1
    ):
        return False
    first, last = other.text[0], piece.text[-1]
    if first.islower() or is_cjk(first) or last in ",-–(，、" or (first in _OPENERS and not last.isdigit()):
        return True
    name_may_follow = piece.page != other.page or len(piece.text) > _LABEL
    return first.isupper() and name_may_follow and last.isalpha()


def _first_sentence(text: str) -> tuple[str, str]:
    """A text up to its first sentence end, and the rest; all of it when none comes soon."""
    for match in _SENTENCE_END.finditer(text, 0, _MAX_TAIL):
        if not _ABBREVIATED.search(text[: match.start() + 1]):
            return text[: match.end()], text[match.end() :].lstrip()
    return text, ""


def _markdown(piece: Piece) -> str:
    if piece.kind in {"grid", "code"} and "\n" in piece.text:
        longest = max((len(run) for run in _TICKS.findall(piece.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}text\n{piece.text}\n{fence}"
    if piece.kind == "table":
        return piece.text
    if piece.kind in {"heading", "title"}:
        return f"{'#' * max(piece.level, 1)} {inert(piece.text)}"
    if piece.kind in {"item", "note"} and (number := _ITEM_NUMBER.match(piece.text)):
        return f"{number[1]}. {inert_line(piece.text[number.end() :])}"
    if piece.kind == "item" and (bullet := BULLET.match(piece.text)):
        return f"- {inert_line(piece.text[bullet.end() :].lstrip())}"
    return "\n".join(inert_line(row) for row in piece.text.split("\n"))
