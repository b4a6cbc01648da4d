"""The projection: raw Markdown to the one line of plain text a reader sees, with the way back.

A quote is searched in a source after both went through here, so writer, verifier and renderer must not use anything else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from llmwiki.vault.pieces import Scanner, has_marks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.piece import Piece

# A link without marks in it, which most are.
_LINK = re.compile(r"\[\[([^\[\]\n|\\]*)(?:\|([^\[\]\n\\]*))?\]\]")


class Projection:
    """What a stretch of raw Markdown shows.

    Attributes:
        raw: The text as written.
        text: One line, white space shrunk, ends stripped.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        scanner = Scanner(raw)
        self._regions = scanner.regions
        self._pieces = scanner.pieces
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._shown: list[int] = []
        parts: list[str] = []
        size = 0
        spaced = True
        for index, piece in enumerate(self._pieces):
            text = piece.text[1:] if spaced and piece.text.startswith(" ") else piece.text
            if not text:
                continue
            self._starts.append(size)
            self._shown.append(index)
            parts.append(text)
            size += len(text)
            self._ends.append(size)
            spaced = text.endswith(" ")
        self.text = "".join(parts).rstrip(" ")

    def _at(self, position: int) -> tuple[Piece, int]:
        """The piece that shows a character of ``text``, and the character's offset from that piece's shown end."""
        row = bisect_right(self._starts, position) - 1
        piece = self._pieces[self._shown[row]]
        return piece, self._ends[row] - position

    def raw_start(self, position: int) -> int:
        """Raw offset at which the character at ``position`` begins."""
        piece, from_end = self._at(position)
        return piece.end - from_end if piece.role == "text" else piece.start

    def raw_end(self, position: int) -> int:
        """Raw offset just behind the character at ``position``."""
        piece, from_end = self._at(position)
        return piece.end - from_end + 1 if piece.role == "text" else piece.end

    def offsets(self) -> Iterator[tuple[int, int]]:
        """Raw start and end of every character of ``text``."""
        size = len(self.text)
        for start, end, index in zip(self._starts, self._ends, self._shown, strict=True):
            piece = self._pieces[index]
            for position in range(start, min(end, size)):
                raw = piece.end - (end - position)
                yield (raw, raw + 1) if piece.role == "text" else (piece.start, piece.end)

    def marks_between(self, start: int, end: int) -> Iterator[Piece]:
        """Pieces that show nothing and lie in the raw range."""
        row = bisect_right(self._pieces, (start,))
        while row < len(self._pieces) and self._pieces[row].end <= end:
            yield self._pieces[row]
            row += 1

    def atoms(self) -> list[tuple[int, int]]:
        """Ranges of ``text`` that no sentence may be cut in: links, code, formulas; sorted."""
        ranges = [(self._position(region.first), self._position(region.last)) for region in self._regions if region.kind == "link"]
        ranges += [
            (start, start + len(self._pieces[index].text))
            for start, index in zip(self._starts, self._shown, strict=True)
            if self._pieces[index].role == "atom"
        ]
        return sorted(ranges)

    def regions(self, kind: str) -> list[str]:
        """Shown texts of the links or of the strong emphases, in order."""
        found = sorted(region[1:] for region in self._regions if region.kind == kind)
        return [self.text[self._position(first) : self._position(last)].strip() for first, last in found]

    def _position(self, index: int) -> int:
        row = bisect_right(self._shown, index - 1)
        return self._starts[row] if row < len(self._starts) else len(self.text)


def _shown(link: re.Match[str]) -> str:
    return (link[2] or "").strip() or link[1].strip()


def project(raw: str) -> str:
    """Plain text of a stretch of raw Markdown on one line: marks gone, entities decoded, white space shrunk.

    Inline code keeps its backticks. Line-start marks of block quotes inside the stretch are white space; marks of
    other blocks (list bullets, heading signs) are the caller's business.
    """
    simple = _LINK.sub(_shown, raw) if "[[" in raw else raw
    return " ".join(simple.split()) if not has_marks(simple) else Projection(raw).text
