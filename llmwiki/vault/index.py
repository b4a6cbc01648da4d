"""index.md: entry lines are made from the pages, everything else on it belongs to the person.

An entry line looks like ``- [[tidb|TiDB]]: what it is (2 sources)``. Lines of exactly that form are made anew on
every run and vanish with their page. Any other line stays: comments, prose, links, and entry lines that a person
worded differently (their page gets no second line). Text between entries stays below the entry it follows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.index_section import Entry, SectionWriter, display, in_order
from llmwiki.vault.order import sort_key
from llmwiki.vault.own_files import TOPIC_MAP
from llmwiki.vault.sections import cut, lines, newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from llmwiki.vault.schema import Schema
    from llmwiki.vault.sections import Line

TOPIC_MAP_FROM = 200  # entries; the Hermes skill's rule for large indexes

SECTIONS = {
    "en": {"entity": "Entities", "concept": "Concepts", "comparison": "Comparisons", "query": "Queries"},
    "zh": {"entity": "实体", "concept": "概念", "comparison": "对比", "query": "问答"},
}
KINDS = tuple(SECTIONS["en"])
_KIND_OF = {name.casefold(): kind for names in SECTIONS.values() for kind, name in names.items()}
_WORDS = {
    "en": {"title": "Wiki Index", "comment": "{} listed here", "map": "Topic map", "rest": "Other"},
    "zh": {"title": "Wiki 索引", "comment": "{}列在这里", "map": "主题图", "rest": "其他"},
}
_TOP = 2  # headings of level 1 and 2 open a room, deeper ones belong to it

_COUNT = re.compile(r"(Total pages:\s*)\d+")
_BOTH = re.compile(r"(?P<name>.*\S)\s*[(（](?P<other>[^()（）]+)[)）]")
_UPDATED = re.compile(r"(Last updated:\s*)\d{4}-\d\d-\d\d")


def kind_of(heading: str) -> str:
    """What a section lists by its heading, empty when that is not plain: ``Entities``, ``实体``, ``实体 (Entities)``, ``Entities (12)``."""
    name = heading.strip().rstrip(":：").casefold()
    both = _BOTH.fullmatch(name)
    if both and name not in _KIND_OF:
        is_count = both["other"].split()[0].isdecimal()
        return _KIND_OF.get(both["name"] if is_count else both["other"].strip(), "")
    return _KIND_OF.get(name, "")


class _Room(NamedTuple):
    """A section of the index; ``kind`` is empty where the tool has nothing to say."""

    kind: str
    rows: list[Line]


def build_index(existing: str, entries: Iterable[Entry], schema: Schema, language: str, *, today: date | None = None) -> str:
    """The text of index.md for these pages.

    Args:
        existing: The present text, may be empty.
        entries: All pages that belong on it, in any order; other kinds than ``KINDS`` are left out.
        schema: For ``index_section_max``.
        language: ``en`` or ``zh``, of sections that have to be made.
        today: For a ``Last updated`` header where the index has one; it changes only when something else does.
    """
    pages = in_order(entry for entry in entries if entry.kind in KINDS)
    text = _with_sections(existing, language)
    if len(pages) > TOPIC_MAP_FROM:
        text = _with_topic_map(text, language)
    writer = SectionWriter(pages, schema.index_section_max, language, "\r" if newline_of(text) == "\r\n" else "")
    out: list[str] = []
    for room in _rooms(text):
        out += writer.write(room.kind, room.rows) if room.kind else [row.text for row in room.rows]
    text = _COUNT.sub(rf"\g<1>{len(pages)}", "\n".join(out), count=1)
    if today and text != existing:
        text = _UPDATED.sub(rf"\g<1>{today.isoformat()}", text, count=1)
    return text


def topic_map(existing: str, entries: Iterable[Entry], language: str) -> str | None:
    """The text of ``_meta/topic-map.md``: pages by tag. None while the index is small enough without it.

    What a person wrote above the first level-2 heading of ``existing`` stays.
    """
    pages = in_order(entry for entry in entries if entry.kind in KINDS)
    if len(pages) <= TOPIC_MAP_FROM:
        return None
    words = _WORDS[language]
    top = next((existing[: section.start] for section in cut(existing) if section.level == _TOP), existing)
    parts = [top.rstrip() or f"# {words['map']}"]
    themes = sorted({tag for page in pages for tag in page.tags}, key=sort_key)
    parts += [_theme(theme, [page for page in pages if theme in page.tags]) for theme in themes]
    rest = [page for page in pages if not page.tags]
    if rest:
        parts.append(_theme(words["rest"], rest))
    return "\n\n".join(parts) + "\n"


def _theme(name: str, pages: Sequence[Entry]) -> str:
    return f"## {name}\n\n" + "\n".join(f"- {display(page)}" for page in pages)


def _rooms(text: str) -> list[_Room]:
    """The text cut at its headings of level 1 and 2; of two sections of one kind the first is the tool's."""
    starts = {section.start: kind_of(section.heading) for section in cut(text) if 0 < section.level <= _TOP}
    rooms = [_Room("", [])]
    seen = {""}
    for row in lines(text):
        if row.start in starts:
            kind = starts[row.start]
            rooms.append(_Room("" if kind in seen else kind, []))
            seen.add(kind)
        rooms[-1].rows.append(row)
    return rooms


def _with_sections(text: str, language: str) -> str:
    """Add the sections that are missing, each with a comment as the article has it."""
    words = _WORDS[language]
    newline = newline_of(text)
    text = text if text.strip() else f"# {words['title']}\n"
    present = _kinds(text)
    missing = [name for kind, name in SECTIONS[language].items() if kind not in present]
    if not missing:
        return text
    added = newline.join(f"## {name}{newline}<!-- {words['comment'].format(name.lower())} -->{newline}" for name in missing)
    below = text.rstrip("\r\n") + newline * 2 + added
    if _kinds(below) >= set(KINDS):
        return below
    top = cut(text)[0].start  # the text ends in a code block or comment that nobody closed
    return text[:top] + added + newline + text[top:]


def _kinds(text: str) -> set[str]:
    return {room.kind for room in _rooms(text)}


def _with_topic_map(text: str, language: str) -> str:
    """Add a line that leads to the topic map below the title, unless the text has such a link."""
    target = TOPIC_MAP.removesuffix(".md")
    if f"[[{target}" in text:
        return text
    newline = newline_of(text)
    title = next((section for section in cut(text) if section.level == 1), None)
    at = title.body if title else 0
    return f"{text[:at]}{newline}[[{target}|{_WORDS[language]['map']}]]{newline}{text[at:]}"
