"""What a file's closet lines are about: its headings, the terms it sets in bold, and what it quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from llmwiki.palace.closet_lines import clean_topic
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from llmwiki.palace.drawer import Drawer

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S.*)", re.MULTILINE)
_ANCHOR = re.compile(r"\s*\{[^{}]*\}$")
_BOLD = re.compile(r"\*\*([^*\n]{2,40})\*\*|__([^_\n]{2,40})__")
_SHORTEST, _LONGEST = 15, 150
_BETWEEN = f"{{{_SHORTEST},{_LONGEST}}}"
_NOT_QUOTED = r"\n|→`<>{}\[\]"
_MARKS = (('"', '"', r"(?<![\w=])", r"(?!\w)"), ("“", "”", "", ""), ("「", "」", "", ""), ("『", "』", "", ""))
"""Opening and closing mark, and what may not stand around them."""

_QUOTE = re.compile("|".join(f"{before}{start}[^{start}{end}{_NOT_QUOTED}]{_BETWEEN}{end}{after}" for start, end, before, after in _MARKS))
_FENCE = "```"
_MOST_LETTERS_AWAY = 0.4


def headings_of(drawers: Sequence[Drawer], most: int) -> dict[str, list[int]]:
    """Topics from headings, the outer ones first when there are too many, and the rows of the drawers below each.

    A drawer stands under the innermost heading that is a topic, and under those that begin within it.
    """
    depths: dict[str, int] = {}
    within = [list(_headings_inside(drawer)) for drawer in drawers]
    for drawer, found_inside in zip(drawers, within, strict=True):
        for depth, heading in (*_headings_above(drawer), *found_inside):
            depths[heading] = min(depth, depths.get(heading, depth))
    kept = set(sorted(depths, key=lambda heading: depths[heading])[:most])
    rows: dict[str, list[int]] = {heading: [] for heading in depths if heading in kept}
    for row, drawer in enumerate(drawers):
        above = [heading for heading in map(clean_topic, drawer.headings) if heading in kept]
        inside = [heading for _, heading in within[row] if heading in kept]
        for heading in dict.fromkeys([*above[-1:], *inside]):
            rows[heading].append(row)
    return {heading: found for heading, found in rows.items() if found}


def _headings_above(drawer: Drawer) -> Iterator[tuple[int, str]]:
    for depth, heading in enumerate(drawer.headings):
        if cleaned := clean_topic(heading):
            yield depth, cleaned


def _headings_inside(drawer: Drawer) -> Iterator[tuple[int, str]]:
    """Headings in a drawer's own text, which small sections share; those inside code are none."""
    if "#" not in drawer.text:
        return
    for match in _HEADING.finditer(_without_code(drawer.text)):
        if heading := clean_topic(_ANCHOR.sub("", project(match[2].rstrip(" \t\r#")))):
            yield len(match[1]) - 1, heading


def bold_terms(drawers: Sequence[Drawer]) -> dict[str, list[int]]:
    """Terms set in bold, in order, with the rows of the drawers that have them so."""
    found: dict[str, list[int]] = {}
    for row, drawer in enumerate(drawers):
        if "**" not in drawer.text and "__" not in drawer.text:
            continue
        for match in _BOLD.finditer(_without_code(drawer.text)):
            term = clean_topic(project(match[1] or match[2]).strip(" :：.。,，;；"))
            rows = found.setdefault(term, [])
            if not rows or rows[-1] != row:
                rows.append(row)
    return {term: rows for term, rows in found.items() if any(char.isalpha() for char in term)}


def quotes_of(drawers: Sequence[Drawer], most: int) -> dict[str, list[int]]:
    """The first quotes of a file, as written with their marks, and the row of the drawer."""
    found: dict[str, list[int]] = {}
    for row, drawer in enumerate(drawers):
        for match in _QUOTE.finditer(_without_code(drawer.text)):
            quote = " ".join(match[0].split())
            if len(quote) - 2 >= _SHORTEST and _is_language(quote):
                found.setdefault(quote, [row])
            if len(found) == most:
                return found
    return found


def _is_language(quote: str) -> bool:
    """Whether letters and blanks prevail: attributes and paths in quotation marks say nothing."""
    letters = sum(char.isalpha() or char == " " for char in quote)
    return letters > (1 - _MOST_LETTERS_AWAY) * len(quote) and (" " in quote.strip() or not quote.isascii())


def _without_code(text: str) -> str:
    return "\n".join(text.split(_FENCE)[::2]) if _FENCE in text else text
