"""A page's body cut into passages for merging: blocks, list items, table rows, footnotes. Joined again, they give the same text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from llmwiki.vault.hunks import Strand

_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(```+|~~~+)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]:")
_ROW = re.compile(r" {0,3}\|")
_DELIMITER = re.compile(r"[ \t]*:?-+:?[ \t]*\|[ \t|:-]*$")
_QUOTE = re.compile(r" {0,3}>")
_INDENTED = re.compile(r"(?: {2,}| {0,3}\t)\S")
_REFERENCE = re.compile(r"\[\^([^\]\s]+)\](?!:)")
_LINK = re.compile(r"\[\[(?:[^\]|\n]*\|)?([^\]|\n]*)\]\]")
_EMPHASIS = re.compile(r"[*_`]")
_RULES = ((_HEADING, "heading"), (_FOOTNOTE, "footnote"), (_ITEM, "item"), (_QUOTE, "quote"), (_ROW, "row"))
_AREAS = {"%%": "%%", "$$": "$$", "<!--": "-->"}


def passages(text: str) -> list[Strand]:
    r"""Cut ``text`` (line ends ``\n``) in linear time.

    The first passage is empty and carries the blank lines that the text starts with. A passage's gap holds
    the line end and the blank lines behind it.
    """
    seen: Counter[str] = Counter()
    lines = text.split("\n")
    cuts = [("start", 0), *_cuts(lines)]
    ends = [start for _, start in cuts[1:]] + [len(lines)]
    return [_strand(kind, lines[start:end], end < len(lines), seen) for (kind, start), end in zip(cuts, ends, strict=True)]


def label_of(strand: Strand) -> str:
    """Label of a footnote passage, empty for other passages."""
    match = _FOOTNOTE.match(strand.core)
    return match[1] if match else ""


def references(text: str) -> set[str]:
    """Labels of the footnotes that ``text`` refers to."""
    return set(_REFERENCE.findall(text))


def shown(text: str) -> str:
    """The text without footnote references, link brackets and emphasis."""
    return _EMPHASIS.sub("", _LINK.sub(r"\1", _REFERENCE.sub("", text)))


def _strand(kind: str, lines: list[str], more: bool, seen: Counter[str]) -> Strand:  # noqa: FBT001 - private
    whole = "\n".join(lines) + ("\n" if more and lines else "")
    count = len(lines)
    while count and not lines[count - 1].strip():
        count -= 1
    core = "\n".join(lines[:count])
    if kind != "footnote":
        return Strand(core, whole[len(core) :], kind, core)
    label = whole[: whole.index("]")]
    seen[label] += 1
    return Strand(core, whole[len(core) :], kind, f"{label}]{seen[label]}")


def _cuts(lines: list[str]) -> Iterator[tuple[str, int]]:
    """Kind and first line of every passage."""
    body = _Body(lines, _bare_rows(lines))
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        kind = body.kind(at)
        yield kind, at
        at = body.end(kind, at)


def _bare_rows(lines: list[str]) -> set[int]:
    """Lines of tables that have no outer pipes: the line above a delimiter, and all with a pipe below it."""
    found: set[int] = set()
    inside = False
    for at, line in enumerate(lines):
        if at and "|" in lines[at - 1] and _DELIMITER.match(line):
            found.add(at - 1)
            inside = True
        inside = inside and "|" in line
        if inside:
            found.add(at)
    return found


class _Body(NamedTuple):
    """The lines, and what can be said of one only by its neighbours."""

    lines: list[str]
    rows: set[int]

    def kind(self, at: int) -> str:
        line = self.lines[at]
        if _FENCE.match(line):
            return "item" if _ITEM.match(line) else "code"
        for rule, kind in _RULES:
            if rule.match(line):
                return kind
        if _area(line):
            return "area"
        return "row" if at in self.rows else "paragraph"

    def end(self, kind: str, at: int) -> int:
        """The line behind the passage that starts at line ``at``."""
        if kind in {"heading", "row"}:
            return at + 1
        if kind == "code":
            return self._end_of_code(at)
        if kind == "area":
            return self._end_of_area(at)
        return self._end_of_item(at) if kind in {"item", "footnote"} else self._end_of_paragraph(at, {kind, "paragraph"})

    def _end_of_paragraph(self, at: int, kinds: set[str]) -> int:
        at += 1
        while at < len(self.lines) and self.lines[at].strip() and self.kind(at) in kinds:
            at += 1
        return at

    def _end_of_code(self, at: int) -> int:
        match = _FENCE.match(self.lines[at])
        fence = match[1] if match else ""
        for after in range(at + 1, len(self.lines)):
            line = self.lines[after].strip()
            if line.startswith(fence) and not line.strip(fence[:1]):
                return after + 1
        return len(self.lines)

    def _end_of_area(self, at: int) -> int:
        closer = _area(self.lines[at])
        for after in range(at + 1, len(self.lines)):
            if closer in self.lines[after]:
                return after + 1
        return len(self.lines)

    def _end_of_item(self, at: int) -> int:
        """A list item or footnote: its own lines, lazy ones, and indented ones, also behind blank lines."""
        at = self._end_of_code(at) if _FENCE.match(self.lines[at]) else at + 1
        while at < len(self.lines):
            ahead = at
            while ahead < len(self.lines) and not self.lines[ahead].strip():
                ahead += 1
            if ahead == len(self.lines) or not self._continues(at, ahead):
                return at
            at = self._end_of_code(ahead) if _FENCE.match(self.lines[ahead]) else ahead + 1
        return at

    def _continues(self, at: int, ahead: int) -> bool:
        line = self.lines[ahead]
        if _ITEM.match(line):
            return False
        return bool(_INDENTED.match(line)) or (at == ahead and self.kind(at) == "paragraph")


def _area(line: str) -> str:
    """The mark that closes the comment or formula that the line opens and does not close, else empty."""
    start = line.lstrip()
    for opener, closer in _AREAS.items():
        if start.startswith(opener) and closer not in start[len(opener) :]:
            return closer
    return ""
