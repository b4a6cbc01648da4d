"""The common property block without YAML: ``key: value`` lines and lists of plain or quoted text.

Gives exactly what the YAML reading gives, or None when a line is anything but simple.
"""

from __future__ import annotations

import re
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


class PlainValues(NamedTuple):
    """What a simple block holds: its values, those texts that may be links or tags, and problems."""

    data: dict[str, Any]
    noted: tuple[Scalar, ...]
    problems: tuple[Problem, ...]


def read_values(text: str, start: int, end: int) -> PlainValues | None:
    """The values of ``text[start:end]`` if it is simple: what ``read_plain`` gives, without places, in a third of the time."""
    reader = _Values()
    take = {"key": reader.bare, "value": reader.value, "flow": reader.flow, "item": reader.item, "indent": reader.item, None: reader.blank}
    match, pos = _LINE.match, start
    while pos < end:
        line = match(text, pos, end)
        if line is None or not take[line.lastgroup](line):
            return None
        pos = line.end()
    return PlainValues(reader.data, tuple(reader.noted), tuple(reader.problems))


class _Values:
    """The values read so far, and the list that is being filled."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.noted: list[Scalar] = []
        self.problems: list[Problem] = []
        self.key = self.indent = ""
        self.items: list[str | None] | None = None
        self.is_empty = False

    def blank(self, _: re.Match[str]) -> bool:
        """An empty line says nothing."""
        return True

    def bare(self, line: re.Match[str]) -> bool:
        """A key with nothing behind it; like the next two, False for a key that was there."""
        key = self.key = line[1]
        if key in self.data:
            return False
        self.data[key], self.items, self.is_empty = None, None, True
        return True

    def value(self, line: re.Match[str]) -> bool:
        """A key with a piece of text."""
        key = self.key = line[1]
        if key in self.data:
            return False
        self.data[key], self.items, self.is_empty = self._text(line[3], line, 3), None, False
        return True

    def flow(self, line: re.Match[str]) -> bool:
        """A key with a list in brackets."""
        key = self.key = line[1]
        if key in self.data:
            return False
        self.data[key] = [self._text(item[0], item, 0) for item in _ITEMS.finditer(line.string, *line.span(2))]
        self.items, self.is_empty = None, False
        return True

    def item(self, line: re.Match[str]) -> bool:
        """Take a list item, which belongs to a key without a value."""
        if self.is_empty:
            self.is_empty = False
            self.indent, self.items = line[4], []
            self.data[self.key] = self.items
        elif self.items is None or line[4] != self.indent:
            return False
        assert self.items is not None
        written = line[5]
        self.items.append(None if written is None else self._text(written, line, 5))
        return True

    def _text(self, written: str, line: re.Match[str], group: int) -> str | None:
        """A piece of text; plain nulls are None."""
        if written[-1] == " ":
            written = written.rstrip(" ")
        if written[0] in "\"'":
            value = written[1:-1]
            if value.startswith("[[") or self.key == "tags":
                self._note(value, line.start(group), len(written))
        elif written in NULLS:
            return None
        else:
            value = written
            if self.key == "tags":
                self._note(value, line.start(group), len(written))
        if value[4:5] == "-" and impossible_date(value):
            self.problems.append(Problem(f"there is no day {value[:10]}", line.start(group), "impossible-date"))
        return value

    def _note(self, value: str, at: int, length: int) -> None:
        self.noted.append(Scalar(self.key, value, Span(at, at + length), quoted=length > len(value)))


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
