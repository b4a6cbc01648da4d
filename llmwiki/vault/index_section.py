"""One section of index.md: its entry lines made anew, a person's lines kept where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from llmwiki.vault.escape import escape_quote
from llmwiki.vault.order import OTHER, initial, sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from llmwiki.vault.sections import Line

_COUNTS = {"en": ("(no sources)", "(1 source)", "({} sources)"), "zh": ("（无来源）", "（1 个来源）", "（{} 个来源）")}

OURS = re.compile(r"- \[\[[^\]]+\]\](?:: .+?)? ?(?:\((?:\d+ sources?|no sources)\)|（(?:\d+ 个来源|无来源)）)")
"""An entry line as the tool writes it, without its line end."""

OUR_HEADING = re.compile(rf"### (?:[A-Z]|{OTHER})(?: \(\d+\))?")
"""The heading of a part of a section that was split by letter."""

_ITEM_LINK = re.compile(r"\s*(?:[-*+]|\d+\.|\|)\s+[^\[\]]*(?:\[\[([^\]|#\\]+)|\[[^\]]*\]\(<?([^)>#]+))")


class Entry(NamedTuple):
    """A page as the index shows it.

    Attributes:
        path: Vault-relative path.
        title: As people write it.
        kind: entity, concept, comparison or query.
        summary: One plain sentence, may be empty.
        sources: How many sources the page rests on.
        link: Unambiguous link target from index.md, without brackets.
        tags: For the topic map.
    """

    path: str
    title: str
    kind: str
    summary: str
    sources: int
    link: str
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class _Block:
    """An entry's line, and the lines of a person below it."""

    entry: Entry
    line: str
    below: list[str] = field(default_factory=list)


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Sorted by title, then path."""
    return sorted(entries, key=_order)


def display(entry: Entry) -> str:
    """The wikilink to a page, with its title where that differs from the target."""
    title = " ".join(entry.title.translate(str.maketrans("[]", "()")).split())
    return f"[[{entry.link}]]" if title == entry.link else f"[[{entry.link}|{title}]]"


class SectionWriter:
    r"""Writes the sections of one index.

    Args:
        pages: All pages of the index, in order.
        limit: A section with more entries is split by first letter.
        language: Of the source counts.
        carriage: ``\r`` in a file with Windows line ends, else empty.
    """

    def __init__(self, pages: Sequence[Entry], limit: int, language: str, carriage: str) -> None:
        self.pages = pages
        self.limit = limit
        self.counts = _COUNTS[language]
        self.carriage = carriage
        self.by_target = _targets(pages)

    def write(self, kind: str, rows: Sequence[Line]) -> list[str]:
        """The lines of the section of ``kind``, its heading first.

        Below a level-3 heading of a person entries keep their place; new ones go above the first such heading.
        """
        heading, *body = without_letters(rows)
        own = next((at for at, row in enumerate(body) if row.text.startswith("### ") and not row.inert), len(body))
        top, below = body[:own], body[own:]
        end = len(top)
        while end and not top[end - 1].text.strip():
            end -= 1
        prelude, blocks = self._blocks(kind, top[:end])
        listed = {entry.path for row in body if (entry := self._entry(row))}
        blocks += [_Block(page, self.line(page)) for page in self.pages if page.kind == kind and page.path not in listed]
        return [heading.text, *prelude, *self._listing(blocks), *(row.text for row in top[end:]), *self._in_place(kind, below)]

    def line(self, entry: Entry) -> str:
        """The entry line of a page."""
        count = self.counts[min(entry.sources, 2)].format(entry.sources)
        gap = "" if count.startswith("（") else " "
        summary = escape_quote(" ".join(entry.summary.split()))
        return f"- {display(entry)}{': ' + summary if summary else ''}{gap}{count}{self.carriage}"

    def _entry(self, row: Line) -> Entry | None:
        found = None if row.inert else _ITEM_LINK.match(row.text)
        if not found:
            return None
        target = found[1] or unquote(found[2])
        return self.by_target.get(target.strip().removesuffix(".md").casefold())

    def _blocks(self, kind: str, rows: Sequence[Line]) -> tuple[list[str], list[_Block]]:
        """What stands above the first entry, and the entries with what stands below each."""
        prelude: list[str] = []
        blocks: list[_Block] = []
        known: set[str] = set()
        for row in rows:
            hold = blocks[-1].below if blocks else prelude
            entry = self._entry(row)
            ours = is_ours(row)
            if entry and entry.kind == kind and entry.path not in known and row.text[:1] in "-*+":
                known.add(entry.path)
                blocks.append(_Block(entry, self.line(entry) if ours else row.text))
            elif not ours:
                hold.append(row.text)
        return prelude, blocks

    def _in_place(self, kind: str, rows: Sequence[Line]) -> Iterator[str]:
        for row in rows:
            entry = self._entry(row)
            if not is_ours(row):
                yield row.text
            elif entry and entry.kind == kind:
                yield self.line(entry)

    def _listing(self, blocks: list[_Block]) -> Iterator[str]:
        blocks.sort(key=lambda block: _order(block.entry))
        if len(blocks) <= self.limit:
            for block in blocks:
                yield from (block.line, *block.below)
            return
        blocks.sort(key=lambda block: _letter(block.entry))
        for letter, members in groupby(blocks, key=lambda block: initial(block.entry.title)):
            group = list(members)
            for number, start in enumerate(range(0, len(group), self.limit), 1):
                mark = f" ({number})" if len(group) > self.limit else ""
                yield from (self.carriage, f"### {letter}{mark}{self.carriage}", self.carriage)
                for block in group[start : start + self.limit]:
                    yield from (block.line, *block.below)


def is_ours(row: Line) -> bool:
    """Whether the tool wrote this entry line and may write it anew."""
    return not row.inert and bool(OURS.fullmatch(row.text.rstrip()))


def without_letters(rows: Sequence[Line]) -> list[Line]:
    """The rows without the letter headings of a split section and the one empty line on each side of them."""
    dropped: set[int] = set()
    for at, row in enumerate(rows):
        if not row.inert and OUR_HEADING.fullmatch(row.text.rstrip()):
            beside = (near for near in (at - 1, at + 1) if 0 < near < len(rows) and not rows[near].text.strip())
            dropped.update((at, *beside))
    return [row for at, row in enumerate(rows) if at not in dropped]


def _order(entry: Entry) -> tuple[tuple[bytes, str], str]:
    return sort_key(entry.title), entry.path


def _letter(entry: Entry) -> tuple[bool, str]:
    letter = initial(entry.title)
    return letter == OTHER, letter


def _targets(pages: Sequence[Entry]) -> dict[str, Entry]:
    """Pages by every text that may link to them: path, link, and the bare name where only one page has it."""
    found: dict[str, Entry] = {}
    twice: set[str] = set()
    for page in pages:
        stem = PurePosixPath(page.path).stem.casefold()
        twice |= {stem} & found.keys()
        found[stem] = page
    for stem in twice:
        del found[stem]
    for page in pages:
        found[page.path.removesuffix(".md").casefold()] = page
        found[page.link.removesuffix(".md").casefold()] = page
    return found
