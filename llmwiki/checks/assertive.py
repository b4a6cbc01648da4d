"""The sentences of a page that assert something about the world: what has to be cited."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.link import Span
from llmwiki.vault.passages import passages
from llmwiki.vault.plain import project
from llmwiki.vault.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.page import Page

_REFERENCE = re.compile(r"\[\^([^\]\s]+)\](?!:)")
_MARKER = re.compile(r"\^\[([^\[\]\n]+)\]")
_OPENER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_CELL = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"[ \t|:-]+")
_LINK = re.compile(r"!?\[\[[^\[\]]*\]\]|!?\[[^\[\]]*\]\([^()]*\)")
_BEGINS_WITH_LINK = re.compile(r"[*_]*(?:\[\[|\[[^\[\]^]*\]\()")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]{2,}|[\u3400-\u9fff]")
# Of so few words beside its links a sentence only leads elsewhere.
_FEW = 5
_QUESTION = re.compile(r"[?？][\"”’」』)）*_]*$")
_UNVERIFIED = re.compile(r"\b(?:unverified|unsourced|not verified|citation needed)\b|未核实|未证实|待核实|待查证|存疑", re.IGNORECASE)
_OPEN_HEADING = re.compile(r"(?:questions?|问题|疑问)\s*$", re.IGNORECASE)
_EMPTY_CELL = re.compile(r"(?:not stated|not given|n/?a|unknown|未说明|未提及|未知|无|[-–—/?？]*)", re.IGNORECASE)
_ABBREVIATION = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|No|Fig|pp?|ca|approx|Inc|Ltd|Co)|\b[A-Z])\.$")


class Assertion(NamedTuple):
    """A sentence or table cell.

    Attributes:
        text: In plain text, without references.
        span: In the page's text, references with it.
        labels: Of the footnotes it refers to, each once.
        markers: What stands in its ``^[raw/...]`` markers.
        names: What a table cell takes from its row and column.
        behind: Labels of the next sentence of its block that has any, whose quote may hold this one too.
    """

    text: str
    span: Span
    labels: tuple[str, ...]
    markers: tuple[str, ...]
    names: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


def assertions(page: Page) -> Iterator[Assertion]:
    """What a page says, in order; no headings, quotations, code, questions, lines that only lead elsewhere, or what is unverified."""
    at, is_open = page.body_start, False
    header: tuple[str, ...] = ()
    above = page.frontmatter.text("type") == "comparison"  # the lead of a comparison says what is compared
    for strand in passages(page.text[page.body_start :]):
        start, at = at, at + len(strand.core) + len(strand.gap)
        if strand.kind == "heading":
            is_open = bool(_OPEN_HEADING.search(strand.core))
            above = above and strand.core.startswith("# ")
        elif strand.kind == "row":
            header = header or tuple(_cells(strand.core))
            yield from _in_row(strand.core, start, header)
            continue
        elif strand.kind in {"paragraph", "item"}:
            yield from (said for said in _in_prose(strand.core, start) if said.labels or said.markers or not (is_open or above))
        header = ()


def _in_prose(block: str, start: int) -> Iterator[Assertion]:
    opener = _OPENER.match(block)
    skip = opener.end() if opener else 0
    leads = bool(opener and _BEGINS_WITH_LINK.match(block, skip))
    found: list[Assertion] = []
    behind: tuple[str, ...] = ()
    for begin, end in reversed(list(_pieces(block[skip:].replace("\n", " ")))):
        said = _assertion(block[skip + begin : skip + end], start + skip + begin)
        is_cited = bool(said.labels or said.markers)
        behind = said.labels or behind
        if _asserts(said.text) and (is_cited or not (leads or _leads_elsewhere(block[skip + begin : skip + end]))):
            found.append(said if is_cited else said._replace(behind=behind))
    yield from reversed(found)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a block begin and end; half sentences are joined."""
    begin = end = 0
    for strand in sentences(text):
        end += len(strand.core)
        shown = _REFERENCE.sub("", strand.core).rstrip()
        behind = end + len(strand.gap)
        goes_on = text[behind : behind + 1].islower() or shown.endswith("；") or _ABBREVIATION.search(shown)
        if not goes_on:
            yield begin, end
            begin = behind
        end = behind
    if begin < len(text.rstrip()):
        yield begin, len(text.rstrip())


def _in_row(row: str, start: int, header: tuple[str, ...]) -> Iterator[Assertion]:
    cells = list(_cells(row))
    if _RULE.fullmatch(row) or tuple(cells) == header:
        return
    at = start + (1 if row.lstrip().startswith("|") else 0) + len(row) - len(row.lstrip())
    for column, cell in enumerate(cells):
        said = _assertion(cell.strip(), at + len(cell) - len(cell.lstrip()))
        at += len(cell) + 1
        if column and not _EMPTY_CELL.fullmatch(said.text) and (said.labels or _asserts(said.text)):
            heads = (cells[0], header[column] if column < len(header) else "")
            yield said._replace(names=tuple(project(_REFERENCE.sub("", head)) for head in heads if head.strip()))


def _cells(row: str) -> Iterator[str]:
    yield from _CELL.split(row.strip().removeprefix("|").removesuffix("|"))


def _assertion(text: str, start: int) -> Assertion:
    labels, markers = _REFERENCE.findall(text), _MARKER.findall(text)
    shown = project(_MARKER.sub("", _REFERENCE.sub("", text)))
    return Assertion(shown.strip(), Span(start, start + len(text)), tuple(dict.fromkeys(labels)), tuple(dict.fromkeys(markers)))


def _leads_elsewhere(text: str) -> bool:
    rest = _LINK.sub("", text)
    return rest != text and len(_WORD.findall(rest)) < _FEW


def _asserts(text: str) -> bool:
    return bool(_WORD.search(text)) and not _QUESTION.search(text) and not _UNVERIFIED.search(text)
