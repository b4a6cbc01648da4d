"""Emphasis marks: which runs of ``* _ ~~ ==`` belong together, and which are just characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.chars import HAN_CHAR
from llmwiki.vault.piece import Region

if TYPE_CHECKING:
    from llmwiki.vault.piece import Piece, Role

_PAIR = 2
"""Length of the marks that only come in twos: ``**``, ``__``, ``~~``, ``==``."""


class _Run(NamedTuple):
    piece: int
    char: str
    left: int
    opens: bool
    closes: bool


class Emphasis:
    """Collects the runs of a stretch of text, then gives their pieces the final text."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._runs: list[_Run] = []
        self._openers: dict[str, list[int]] = {}
        self._strong: list[Region] = []

    def add(self, piece: int, start: int, end: int) -> None:
        """A run of one character at ``raw[start:end]``, shown by the piece with that index."""
        char, size = self._raw[start], end - start
        opens, closes = self._sides(char, start, end)
        if closes:
            size = self._close(char, piece, size)
        if opens and size:
            self._openers.setdefault(char, []).append(len(self._runs))
        self._runs.append(_Run(piece, char, size, opens, closes))

    def forget(self, piece: int) -> None:
        """Drop the runs from that piece on: they stand in an image or an inline note."""
        while self._runs and self._runs[-1].piece >= piece:
            self._runs.pop()
        for stack in self._openers.values():
            while stack and stack[-1] >= len(self._runs):
                stack.pop()
        while self._strong and self._strong[-1].last >= piece:
            self._strong.pop()

    def settle(self, pieces: list[Piece]) -> list[Region]:
        """Give every run's piece its final text and side; returns the strong regions."""
        size = len(self._raw)
        for run in self._runs:
            piece = pieces[run.piece]
            left = 0 if self._is_stray(run, piece, size) else run.left
            role: Role = "text" if left else "open" if run.opens and not run.closes else "close" if run.closes and not run.opens else "mark"
            pieces[run.piece] = piece._replace(text=run.char * left, role=role)
        sides: tuple[tuple[str, Role], ...] = (("first", "open"), ("last", "close"))
        for region in self._strong:
            for side, role in sides:
                index: int = getattr(region, side)
                if pieces[index].role == "mark":
                    pieces[index] = pieces[index]._replace(role=role)
        return self._strong

    def _sides(self, char: str, start: int, end: int) -> tuple[bool, bool]:
        """Whether a run can open and can close an emphasis."""
        before, after = self._raw[start - 1 : start] or " ", self._raw[end : end + 1] or " "
        opens, closes = not after.isspace(), not before.isspace()
        if char == "_":
            return opens and not before.isalnum(), closes and not after.isalnum()
        if char in "~=":
            operator = before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
            mark = end - start == _PAIR and not operator
            return opens and mark, closes and mark
        return opens, closes

    def _close(self, char: str, piece: int, size: int) -> int:
        """Match a closing run with the openers before it; gives what is left of it."""
        stack = self._openers.get(char, [])
        while stack and size:
            run = self._runs[stack[-1]]
            used = min(run.left, size)
            if used >= _PAIR and char in "*_":
                self._strong.append(Region("strong", run.piece, piece))
            self._runs[stack[-1]] = run._replace(left=run.left - used)
            size -= used
            if run.left == used:
                stack.pop()
        return size

    def _is_stray(self, run: _Run, piece: Piece, size: int) -> bool:
        """Whether what is left of a run is a mark whose partner lies outside the stretch."""
        if not run.left or run.opens == run.closes or run.char not in "*_":
            return False
        at_edge = (run.opens and piece.start == 0) or (run.closes and piece.end == size)
        return run.left >= _PAIR or at_edge or (run.opens and self._begins_sentence(piece.end))

    def _begins_sentence(self, at: int) -> bool:
        """Whether a capital or a Chinese letter follows, as it does not in ``_private`` and ``*args``."""
        following = self._raw[at : at + 1]
        return following.isupper() or bool(HAN_CHAR.match(following))
