"""YAML of a property block, read strictly: scalars stay text and every value knows its place.

PyYAML's C parser delivers events; building values from them here keeps spans, sees duplicate keys,
and bounds depth and aliases. Implicit types (dates, numbers, yes and no) are never applied.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from llmwiki.vault.link import Span
from llmwiki.vault.spans import same_length_lines
from llmwiki.vault.yamlparts import NULLS, Entry, Problem, Reading, Scalar, impossible_date

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 32
MAX_NODES = 100_000
_SURROGATES = re.compile("[\ud800-\udfff]")
_FLOW_LINK = re.compile(r"(?:^|[:\-\[,][ \t]+)(\[\[[^\[\]\n]*\]\])", re.MULTILINE)
# Private-use blocks that stand in for the 128 bytes which are no UTF-8 while YAML is parsed.
_STAND_INS = (0xF780, 0xE080, 0xF080)


class _StopError(Exception):
    """The block cannot be read any further."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def read_yaml(text: str, start: int, end: int) -> Reading:
    """Read ``text[start:end]`` as a mapping; offsets in the answer are offsets of ``text``."""
    block, restore = _parseable(text[start:end])
    reader = _Reader(block, start, restore)
    try:
        reader.read()
    except _StopError as stop:
        return _failed(reader, stop.problem)
    except yaml.YAMLError as error:
        return _failed(reader, _yaml_problem(error, block, start))
    return Reading(reader.data, tuple(reader.entries), tuple(reader.scalars), tuple(reader.problems))


def _failed(reader: _Reader, problem: Problem) -> Reading:
    """An unreadable block has no data; what was seen before the fault is still reported."""
    problems = [problem, *reader.problems]
    if problem.kind in {"invalid-yaml", "tab"}:
        match = _FLOW_LINK.search(reader.lines, *reader.line(problem.offset - reader.base))
        if match:
            problems.append(reader.unquoted(match.start(1)))
    return Reading({}, (), (), tuple(sorted(set(problems), key=lambda p: (p.offset, p.kind))))


def _parseable(block: str) -> tuple[str, dict[int, int]]:
    """Stand-ins for bytes that are no UTF-8, with the table that brings them back."""
    if not _SURROGATES.search(block):
        return block, {}
    for base in _STAND_INS:
        if not re.search(f"[{chr(base)}-{chr(base + 127)}]", block):
            forth = {0xDC80 + i: base + i for i in range(128)}
            return block.translate(forth), {new: old for old, new in forth.items()}
    return block, {}


def _yaml_problem(error: yaml.YAMLError, block: str, base: int) -> Problem:
    mark = getattr(error, "problem_mark", None)
    at = mark.index if mark is not None else _reader_position(error, block)
    at = min(at, len(block))
    message = getattr(error, "problem", None) or getattr(error, "reason", None) or "not valid YAML"
    if "tab" in message or block[at : at + 1] == "\t":
        return Problem("a tab cannot indent or begin a value: use spaces", base + at, "tab")
    if "cannot start" in message:
        message = f"`{block[at : at + 1]}` cannot begin a value: put the value in quotes"
    return Problem(message, base + at, "invalid-yaml")


def _reader_position(error: yaml.YAMLError, block: str) -> int:
    """A character YAML forbids is reported by its place in bytes."""
    position = getattr(error, "position", 0) or 0
    return len(block.encode("utf-8", "surrogatepass")[:position].decode("utf-8", "ignore"))


def _style(value: Any) -> str:  # noqa: ANN401
    """How the value that an event begins is written."""
    if isinstance(value, yaml.CollectionStartEvent):
        return "flow" if value.flow_style else "block"
    if isinstance(value, yaml.ScalarEvent) and value.style in ("|", ">"):
        return "block"
    return "empty" if _start(value) == _end(value) else "scalar"


def _is_null(event: Any) -> bool:  # noqa: ANN401
    return isinstance(event, yaml.ScalarEvent) and event.value in NULLS


def _start(event: Any) -> int:  # noqa: ANN401
    at: int = event.start_mark.index
    return at


def _end(event: Any) -> int:  # noqa: ANN401
    at: int = event.end_mark.index
    return at


class _Reader:
    """Builds values from events; ``base`` turns offsets of the block into offsets of the note."""

    def __init__(self, block: str, base: int, restore: dict[int, int]) -> None:
        self.block, self.base, self.restore = block, base, restore
        self.lines = same_length_lines(block)
        self.data: dict[str, Any] = {}
        self.entries: list[Entry] = []
        self.scalars: list[Scalar] = []
        self.problems: list[Problem] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.nodes = 0
        self.key = ""
        self.last_end = 0

    def read(self) -> None:
        """Read the one document there may be."""
        try:
            self.events: Iterator[Any] = yaml.parse(self.block, Loader=yaml.CSafeLoader)
            root = self._next_content()
        except UnicodeEncodeError as error:
            raise _StopError(Problem("a character that no file can hold", self.base + error.start, "invalid-yaml")) from None
        if root is None:
            return
        if isinstance(root, yaml.MappingStartEvent):
            self._root(root)
            self._only_document()
        elif not _is_null(root):
            self._stop("properties are `key: value` lines", _start(root), "not-a-mapping")

    def line(self, at: int) -> tuple[int, int]:
        """Start and end of a line of the block, the end before its line end."""
        end = self.lines.find("\n", at)
        return self.lines.rfind("\n", 0, at) + 1, end if end >= 0 else len(self.lines)

    def _next_content(self) -> Any:  # noqa: ANN401  # PyYAML's events share no useful base
        return next((event for event in self.events if isinstance(event, yaml.NodeEvent)), None)

    def _only_document(self) -> None:
        second: Any = next((event for event in self.events if isinstance(event, yaml.DocumentStartEvent)), None)
        if second:
            self._stop("a second document begins inside the properties", _start(second), "invalid-yaml")

    def _root(self, root: Any) -> None:  # noqa: ANN401
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            self.key = self._key(event, 1)
            key_span = self._span(event.start_mark.index, self.last_end)
            if self.key in self.data:
                self._problem(f"the key `{self.key}` stands twice", event.start_mark.index, "duplicate-key")
            value = self._next()
            self.last_end = max(self.last_end, self.block.find(":", self.last_end) + 1)
            self.data[self.key] = self._value(value, 1)
            self.entries.append(self._entry(key_span, value, flow=bool(root.flow_style)))

    def _next(self) -> Any:  # noqa: ANN401
        return next(self.events)

    def _entry(self, key_span: Span, value: Any, *, flow: bool) -> Entry:  # noqa: ANN401
        start, end = value.start_mark.index, self.last_end
        style = _style(value)
        if style == "block":
            end = start + len(self.block[start:end].rstrip())
        if style == "empty":
            start = end
        lines = self._span(self.line(key_span.start - self.base)[0], min(self.line(end)[1] + 1, len(self.block)))
        return Entry(self.key, lines, key_span, self._span(start, end), "root-flow" if flow else style)

    def _key(self, event: Any, depth: int) -> str:  # noqa: ANN401
        """A key as text; a key that is no scalar is given as it is written."""
        if isinstance(event, yaml.ScalarEvent):
            self.last_end = _end(event)
            return self._text(event.value)
        count = len(self.scalars)
        self._value(event, depth)
        del self.scalars[count:]
        return self._text(self.block[event.start_mark.index : self.last_end])

    def _value(self, event: Any, depth: int) -> Any:  # noqa: ANN401
        self._count(1, event.start_mark.index)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if isinstance(event, yaml.ScalarEvent):
            value: Any = self._scalar(event)
        elif depth >= MAX_DEPTH:
            self._stop(f"nested deeper than {MAX_DEPTH} levels", event.start_mark.index, "too-deep")
        else:
            before = self.nodes
            value = self._sequence(event, depth) if isinstance(event, yaml.SequenceStartEvent) else self._mapping(depth)
            if event.anchor:
                self.anchors[event.anchor] = (value, self.nodes - before)
                return value
        if event.anchor:
            self.anchors[event.anchor] = (value, 1)
        return value

    def _sequence(self, start: Any, depth: int) -> list[Any]:  # noqa: ANN401
        items: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            at = event.start_mark.index
            if isinstance(event, yaml.SequenceStartEvent) and start.flow_style and at == start.start_mark.index + 1:
                self.problems.append(self.unquoted(start.start_mark.index))
            items.append(self._value(event, depth + 1))
        self._leaf(event)
        return items

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, depth + 1)
            if key in found:
                self._problem(f"the key `{key}` stands twice", event.start_mark.index, "duplicate-key")
            found[key] = self._value(self._next(), depth + 1)
        self._leaf(event)
        return found

    def _leaf(self, end: Any) -> None:  # noqa: ANN401
        """Only flow collections have an end of their own; block ones end with their last leaf."""
        if end.end_mark.index > end.start_mark.index:
            self.last_end = max(self.last_end, end.end_mark.index)

    def _scalar(self, event: Any) -> str | None:  # noqa: ANN401
        start, end = event.start_mark.index, event.end_mark.index
        self.last_end = max(self.last_end, end)
        quoted = event.style in ("'", '"')
        if event.style is None or not event.style.strip():
            quoted = False
            if event.implicit[0] and event.value in NULLS:
                return None
        value = self._text(event.value)
        self.scalars.append(Scalar(self.key, value, self._span(start, end), quoted))
        if impossible_date(value):
            self._problem(f"there is no day {value[:10]}", start, "impossible-date")
        return value

    def _alias(self, event: Any) -> Any:  # noqa: ANN401
        at = event.start_mark.index
        self.last_end = max(self.last_end, event.end_mark.index)
        if event.anchor not in self.anchors:
            self._stop(f"the alias `*{event.anchor}` names nothing above it", at, "invalid-yaml")
        value, size = self.anchors[event.anchor]
        self._count(size, at)
        return value

    def _count(self, nodes: int, at: int) -> None:
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            self._stop("aliases blow the properties up", at, "alias-bomb")

    def unquoted(self, at: int) -> Problem:
        """The problem of a wikilink without quotes, which YAML reads as a list in a list."""
        return Problem("a wikilink in a property needs quotes to be a link", self.base + at, "unquoted-link")

    def _text(self, value: str) -> str:
        return value.translate(self.restore) if self.restore else value

    def _span(self, start: int, end: int) -> Span:
        return Span(self.base + start, self.base + end)

    def _problem(self, message: str, at: int, kind: str) -> None:
        self.problems.append(Problem(message, self.base + at, kind))

    def _stop(self, message: str, at: int, kind: str) -> None:
        raise _StopError(Problem(message, self.base + at, kind))
