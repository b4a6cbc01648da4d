"""What SCHEMA.md says, section by section, in both of its forms."""

from __future__ import annotations

import re

from llmwiki.vault.schema import NUMBERS, Schema, SchemaProblem
from llmwiki.vault.sections import Line, cut, lines

# Section names of the article, of the Hermes skill and of Chinese vaults, by what they hold.
_ROOMS = {
    "domain": ("domain", "领域", "知识领域", "域"),
    "tags": ("taxonomy tags", "tag taxonomy", "tags", "taxonomy", "标签", "标签分类", "标签体系", "标签分类法", "分类标签"),
    "thresholds": ("page thresholds", "thresholds", "页面阈值", "页面门槛", "阈值"),
    "naming": ("naming convention", "naming conventions", "naming", "conventions", "命名约定", "命名规范", "命名规则", "约定"),
}
ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}
"""What a level-2 section holds (domain, tags, thresholds, naming), by its heading, case folded."""

_ITEM = re.compile(r"\s*[-*+]\s+(.*)")
_KEY = re.compile(r"`?([a-z]+(?:_[a-z]+)+|naming)`?\s*[:：]\s*`?([^`#]*?)`?\s*(?:#.*)?$")
_TAG = re.compile(r"#?([^\W\d_][\w/-]*|\d[\w/-]*[^\W\d][\w/-]*)$")
_HASHTAG = re.compile(r"[\s,，、`]*#([\w/-]+)`?")
_SEPARATOR = re.compile(r"[,，、;；]\s*")
_BRACKETS = re.compile(r"\s*[(（][^)）]*[)）]")

# Thresholds said in prose: the sentences of the Hermes skill, and how a Chinese vault says the same.
_PROSE = (
    ("entity_min_references", re.compile(r"(\d{1,9})\s*\+?\s*(?:or more\s+)?(?:different\s+|distinct\s+)?sources")),
    ("entity_min_references", re.compile(r"(\d{1,9})\s*个(?:以上|或更多)?的?来源")),
    ("page_max_lines", re.compile(r"(\d{1,9})\s*lines|(\d{1,9})\s*行")),
    ("page_min_links", re.compile(r"(?:minimum|at least)\s+(?:of\s+)?(\d{1,9})\s+(?:outbound\s+|outgoing\s+)?(?:wiki)?links")),
    ("page_min_links", re.compile(r"至少\s*(\d{1,9})\s*个?\S{0,4}链接")),
    ("stale_after_days", re.compile(r"(?:stale|older than|outdated)\D{0,40}?(\d{1,9})\s*days|(\d{1,9})\s*天\S{0,6}过期")),
    ("log_max_entries", re.compile(r"(?:log\.md|the log)\D{0,40}?(\d{1,9})\s+entries|日志\D{0,10}(\d{1,9})\s*条")),
    ("index_section_max", re.compile(r"section\D{0,30}?(\d{1,9})\s+entries|(?:每|分)[节区]\D{0,10}(\d{1,9})\s*条")),
)

_DEFAULTS = {key: getattr(Schema(), key) for key in NUMBERS}
# Each of these takes at least a line of the page.
_FIT_ON_A_PAGE = ("concept_min_sections", "comparison_min_axes", "page_min_links")


def schema_of(text: str) -> Schema:
    """Read a SCHEMA.md that has text."""
    reader = _Reader()
    rows = lines(text)
    for room, heading, body in _rooms(text, rows):
        reader.take(room, heading, body)
    return reader.schema()


def _rooms(text: str, rows: list[Line]) -> list[tuple[str, str, list[Line]]]:
    """(room, heading, lines) of each section; a sub-section belongs to the room above it."""
    found = []
    room = ""
    for section in cut(text):
        if 0 < section.level <= 2:  # noqa: PLR2004 - a level-2 heading opens a room, deeper ones belong to it
            room = ROOM_OF.get(section.heading.strip().rstrip(":：").casefold(), "")
        body = [row for row in rows if section.body <= row.start < section.end]
        found.append((room, section.heading, body))
    return found


class _Reader:
    """Collects values section by section."""

    def __init__(self) -> None:
        self.values: dict[str, int | str] = {}
        self.said: dict[str, int] = {}
        self.domain: list[str] = []
        self.groups: list[tuple[str, list[str]]] = []
        self.prose: list[tuple[str, str]] = []
        self.problems: list[SchemaProblem] = []
        self.lines: dict[str, int] = {}
        self.examples: list[tuple[str, int]] = []
        self.seen: set[str] = set()

    def take(self, room: str, heading: str, body: list[Line]) -> None:
        live = [row for row in body if not row.inert]
        prose = "\n".join(row.text for row in live).strip()
        if heading and prose:
            self.prose.append((heading, prose))
        if room == "domain":
            self.domain.append(prose)
        for row in live:
            self._line(room, heading, row)
        self._read_prose(" ".join(row.text for row in live))

    def _line(self, room: str, heading: str, row: Line) -> None:
        item = _ITEM.match(row.text)
        pair = _KEY.fullmatch(item[1].strip()) if item else None
        if pair and (pair[1] in NUMBERS or pair[1] == "naming"):
            self._set(pair[1], pair[2].strip(), row.number)
        elif pair and room in ("thresholds", "naming"):
            self.problems.append(SchemaProblem(f"unknown key '{pair[1]}'", row.number))
        elif item and room == "tags":
            self._tags(heading, item[1].strip(), row.number)
        elif item and room == "naming" and item[1].strip().strip("`").endswith(".md"):
            self.examples.append((item[1].strip().strip("`"), row.number))

    def _set(self, key: str, value: str, line: int) -> None:
        self.lines[key] = line
        if key in self.values:
            self.problems.append(SchemaProblem(f"'{key}' is set twice; the last one holds", line))
        if key == "naming":
            if value in ("unicode", "ascii"):
                self.values[key] = value
            else:
                self.problems.append(SchemaProblem(f"'naming' must be unicode or ascii, not '{value}'", line))
        elif value.isdecimal() and int(value) >= (0 if "_min_" in key else 1):
            self.values[key] = int(value)
        else:
            self.problems.append(SchemaProblem(f"'{key}' takes a whole number, not '{value}'", line))

    def _tags(self, heading: str, item: str, line: int) -> None:
        hashed = _leading_hashtags(item)
        if hashed:
            self._note_twice(hashed, line)
            self._group(heading).extend(hashed)
            return
        name, colon, rest = item.replace("**", "").replace("`", "").replace("：", ":").partition(":")
        words = _SEPARATOR.split(_BRACKETS.sub("", rest if colon else name).strip().rstrip("."))
        tags = [found[1] for word in words if (found := _TAG.fullmatch(word.strip()))]
        self._group(name.strip() if colon else heading).extend(tags)

    def _note_twice(self, tags: list[str], line: int) -> None:
        for tag in tags:
            if tag.casefold() in self.seen:
                self.problems.append(SchemaProblem(f"the tag #{tag} is listed twice", line))
            self.seen.add(tag.casefold())

    def _contradictions(self) -> None:
        """Rules that no page can keep together, and a name that breaks the rule it stands for."""
        if self.values.get("naming") == "ascii":
            odd = [(name, line) for name, line in self.examples if not name.isascii()]
            self.problems += [SchemaProblem(f"'naming' is ascii, and the example {name} is not", line) for name, line in odd]
        numbers = {**_DEFAULTS, **self.said, **{key: value for key, value in self.values.items() if isinstance(value, int)}}
        for key in _FIT_ON_A_PAGE:
            line = self.lines.get(key) or self.lines.get("page_max_lines")
            if numbers[key] > numbers["page_max_lines"] and line:
                told = f"'{key}' asks for {numbers[key]}, and 'page_max_lines' allows {numbers['page_max_lines']} lines"
                self.problems.append(SchemaProblem(told, line))

    def _group(self, name: str) -> list[str]:
        if not self.groups or self.groups[-1][0] != name:
            self.groups.append((name, []))
        return self.groups[-1][1]

    def _read_prose(self, text: str) -> None:
        for key, pattern in _PROSE:
            found = pattern.search(text)
            if found and key not in self.said:
                self.said[key] = int(next(group for group in found.groups() if group))

    def schema(self) -> Schema:
        self._contradictions()
        tags = dict.fromkeys(tag for _, group in self.groups for tag in group)
        groups = tuple((name, tuple(dict.fromkeys(group))) for name, group in self.groups if group)
        return Schema(
            domain="\n".join(self.domain).strip(),
            tags=tuple(tags),
            tag_groups=groups,
            prose=tuple(self.prose),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line)),
            stated=frozenset({*self.said, *self.values} & set(NUMBERS)),
            **{**self.said, **self.values},  # type: ignore[arg-type]
        )


def _leading_hashtags(item: str) -> list[str]:
    tags = []
    position = 0
    while found := _HASHTAG.match(item, position):
        tags.append(found[1])
        position = found.end()
    return tags
