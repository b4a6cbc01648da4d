"""The common property block without YAML: ``key: value`` lines and lists of plain or quoted text.

Gives exactly what the YAML reading gives, or None when a line is anything but simple.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from llmwiki.vault.link import Span
from llmwiki.vault.yamlparts import NULLS, Entry, Problem, Reading, Scalar, impossible_date

# Nothing that YAML could read as more than text: no comment, colon and space, escape or odd control.
_QUOTED_CHARS = "\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"
_QUOTED = rf"\"[^\"{_QUOTED_CHARS}]*\"|'[^'{_QUOTED_CHARS}]*'"
_WIDE = "\u200d\u2010-\u2027\u2600-\u27bf\u3001-\u303f\ufe0f\uff01-\uff60\U0001f000-\U0001faff"
_PLAIN = rf"\w(?:[\w ./()+;=?&%,~@!$^*<>|'\"{_WIDE}-]|:(?=[\w/]))*"
_FLOW_PLAIN = rf"\w(?:[\w ./()+{_WIDE}-]*[\w.()+/{_WIDE}-])?"
_FLOW_ITEM = rf"(?:{_QUOTED}|{_FLOW_PLAIN})"
_FLOW = rf"\[ *(?:{_FLOW_ITEM}(?: *, *{_FLOW_ITEM})*)? *\]"
_LINE = re.compile(
    rf"(?:(?P<key>[A-Za-z_](?:[\w -]{{0,100}}\w)?):(?: +(?:(?P<flow>{_FLOW})|(?P<value>{_QUOTED}|{_PLAIN})))?"
    rf"|(?P<indent> *)-(?: +(?P<item>{_QUOTED}|{_PLAIN}))?|) *(?:\r?\n|\Z)",
)
_ITEMS = re.compile(_FLOW_ITEM)
_MANY = 8192  # lines that are kept as they were read
# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__


class PlainValues(NamedTuple):
    """What a simple block holds: its values, those texts that may be links or tags, and problems."""

    data: dict[str, Any]
    noted: tuple[Scalar, ...]
    problems: tuple[Problem, ...]


def read_values(text: str, start: int, end: int) -> PlainValues | None:
    """The values of ``text[start:end]`` if it is simple: what ``read_plain`` gives, without places, in a fifth of the time."""
    values, block = _Values(), text[start:end]
    data, take = values.data, values.take
    has_returns = "\r" in block
    at = start
    for line in block.split("\n"):
        size = len(line)
        if has_returns and line[-1:] == "\r" and at + size < end:
            line = line[:-1]  # noqa: PLW2901 - half of a line end, and no part of the line
        read = _read_line(line)
        if read is None:
            return None
        kind, head, pieces, is_noted = read
        if kind == "value" and not is_noted and head != "tags" and head not in data:  # as most are
            values.key, values.is_filled, data[head] = head, True, pieces[0][0]
        elif not take(read, at):
            return None
        at += size + 1
    return _tuple(PlainValues, (data, tuple(values.noted), tuple(values.problems)))


class _Piece(NamedTuple):
    """A piece of text in a line; ``is_telling`` where it may be a link, ``problem`` is empty where nothing is wrong with it."""

    value: str | None
    at: int
    length: int
    is_telling: bool
    problem: str


class _Line(NamedTuple):
    """A line by itself.

    Attributes:
        kind: ``bare``, ``value``, ``flow``, ``item``, or None for an empty line.
        head: The key, or what stands before an item.
        pieces: What stands behind it; one without a value where nothing does.
        is_noted: Whether one of them may be a link, or something is wrong with it.
    """

    kind: str | None
    head: str
    pieces: tuple[_Piece, ...]
    is_noted: bool


@lru_cache(_MANY)
def _read_line(line: str) -> _Line | None:
    """What a line says, None where it is not simple; most lines of a vault stand on many of its pages."""
    found = _LINE.match(line)
    if found is None:
        return None
    key, flow, value, indent, item = found.groups()
    pieces: tuple[_Piece, ...]
    if indent is not None:
        kind, head, pieces = "item", indent, (_piece(item, found.start(5)),)
    elif key is None:
        return _Line(None, "", (), is_noted=False)
    elif flow is not None:
        kind, head, pieces = "flow", key, tuple(_piece(part[0], part.start()) for part in _ITEMS.finditer(line, *found.span(2)))
    else:
        kind, head, pieces = "bare" if value is None else "value", key, (_piece(value, found.start(3)),)
    return _Line(kind, head, pieces, any(piece.is_telling or piece.problem for piece in pieces))


def _piece(written: str | None, at: int) -> _Piece:
    """A piece of text; nothing and plain nulls are None."""
    if written is None:
        return _Piece(None, at, 0, is_telling=False, problem="")
    written = written.rstrip(" ")
    value = written[1:-1] if written[0] in "\"'" else written
    if value in NULLS and value == written:
        return _Piece(None, at, len(written), is_telling=False, problem="")
    problem = f"there is no day {value[:10]}" if impossible_date(value) else ""
    return _Piece(value, at, len(written), value.startswith("[["), problem)


class _Values:
    """The values read so far, and the list that is being filled."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.noted: list[Scalar] = []
        self.problems: list[Problem] = []
        self.key = self.indent = ""
        self.items: list[str | None] = []
        self.is_filled = True

    def take(self, line: _Line, at: int) -> bool:
        """Take a line in that begins at ``at``; False when it makes the block more than simple."""
        kind, head, pieces, is_noted = line
        if kind is None:
            return True
        if kind == "item":
            if not self._opens(head):
                return False
            self.items.append(pieces[0][0])
        elif head in self.data:
            return False
        else:
            self.key, self.is_filled = head, kind != "bare"
            self.data[head] = [piece[0] for piece in pieces] if kind == "flow" else pieces[0][0]
        if is_noted or self.key == "tags":
            self._note(pieces, at)
        return True

    def _opens(self, indent: str) -> bool:
        """Whether an item that stands so far in belongs to the list that is being filled, or begins the one of a key without a value."""
        if not self.is_filled:
            self.is_filled = True
            self.indent, self.items = indent, []
            self.data[self.key] = self.items
        return self.data.get(self.key) is self.items and indent == self.indent

    def _note(self, pieces: tuple[_Piece, ...], at: int) -> None:
        """Take note of the texts that may be links or tags, and of what is wrong, in a line that begins at ``at``."""
        is_tag = self.key == "tags"
        for value, place, length, is_telling, problem in pieces:
            if value is not None and (is_telling or is_tag):
                self.noted.append(_tuple(Scalar, (self.key, value, _span(at + place, length), length > len(value))))
            if problem:
                self.problems.append(Problem(problem, at + place, "impossible-date"))


def _span(start: int, length: int) -> Span:
    return _tuple(Span, (start, start + length))


def read_plain(text: str, start: int, end: int) -> Reading | None:
    """Read ``text[start:end]`` if it is simple; offsets in the answer are offsets of ``text``."""
    reader = _Lines(start)
    pos = start
    while pos < end:
        line = _LINE.match(text, pos, end)
        if line is None or not reader.take(line):
            return None
        pos = line.end()
    reader.close()
    return Reading(reader.data, tuple(reader.entries), tuple(reader.scalars), tuple(reader.problems))


class _Lines:
    """The entry being read, and those read before it."""

    def __init__(self, start: int) -> None:
        self.data: dict[str, Any] = {}
        self.entries: list[Entry] = []
        self.scalars: list[Scalar] = []
        self.problems: list[Problem] = []
        self.key = ""
        self.key_span = self.lines = self.value_span = Span(start, start)
        self.style = ""
        self.items: list[str | None] = []
        self.indent = ""

    def take(self, line: re.Match[str]) -> bool:
        """Take one line in; False when it makes the block more than simple."""
        if line["key"] is not None:
            return self._entry(line)
        return line["indent"] is None or self._item(line)

    def _entry(self, line: re.Match[str]) -> bool:
        self.close()
        self.key = line["key"]
        if self.key in self.data:
            return False
        self.key_span, self.lines = Span(*line.span("key")), Span(*line.span())
        if line["value"] is not None:
            self.style = "scalar"
            self.data[self.key] = self._scalar(line["value"], line.start("value"))
        elif line["flow"] is not None:
            self.style, self.value_span = "flow", Span(*line.span("flow"))
            self.data[self.key] = [self._scalar(item[0], item.start()) for item in _ITEMS.finditer(line.string, *line.span("flow"))]
            self.value_span = Span(*line.span("flow"))
        else:
            self.style, self.data[self.key] = "empty", None
            self.value_span = Span(line.end("key") + 1, line.end("key") + 1)
        return True

    def _item(self, line: re.Match[str]) -> bool:
        """A list item belongs to a key without a value, and all items stand equally far in."""
        if self.style == "empty":
            self.style, self.indent, self.items = "block", line["indent"], []
            begin = line.end("indent")
        elif self.style == "block" and line["indent"] == self.indent:
            begin = self.value_span.start
        else:
            return False
        end = line.end("indent") + 1
        if line["item"] is None:
            self.items.append(None)
        else:
            self.items.append(self._scalar(line["item"], line.start("item")))
            end = self.value_span.end
        self.data[self.key] = self.items
        self.value_span = Span(begin, end)
        self.lines = Span(self.lines.start, line.end())
        return True

    def _scalar(self, written: str, at: int) -> str | None:
        """Note a piece of text; plain nulls are None and no text."""
        written = written.rstrip(" ")
        span = Span(at, at + len(written))
        self.value_span = span
        quoted = written[0] in "\"'"
        if not quoted and written in NULLS:
            return None
        value = written[1:-1] if quoted else written
        self.scalars.append(Scalar(self.key, value, span, quoted))
        if impossible_date(value):
            self.problems.append(Problem(f"there is no day {value[:10]}", at, "impossible-date"))
        return value

    def close(self) -> None:
        """Write the entry down that the next key ends."""
        if self.style:
            self.entries.append(Entry(self.key, self.lines, self.key_span, self.value_span, self.style))
        self.style = ""
