"""Statements of a page with the quotes that are cited for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.link import Span
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from llmwiki.checks.base import Snapshot
    from llmwiki.vault.citation import Footnote
    from llmwiki.vault.marks import FootnoteDef, FootnoteRef
    from llmwiki.vault.page import Page

# What may stand between references that are read as one group, and what begins a block.
_GAP = re.compile(r"[\s,，、.。;；:：!?！？)）\]\"”’」』*_]*")
_WIDEST_GAP = 20
_OPENER = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")
_BLANK = re.compile(r"[ \t>]*\r?")
_NO_PROSE = re.compile(r"[ \t>]*(?:\||#{1,6}[ \t]|\[\^[^\]\s]+\]:|```|~~~)")
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]")
_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"”’)]))(?:\[\^[^\]\s]+\])*\s+(?=[A-Z\d\"“(\[*`])|(?<=[。！？])[”」』)）]?(?:\[\^[^\]\s]+\])*")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_REFERENCE = re.compile(r"\[\^[^\]\s]+\]")


class Cited(NamedTuple):
    """A sentence and the quotes cited in it and behind it.

    Attributes:
        text: As written, references taken out.
        span: Of the sentence, without its last references.
        notes: What its footnotes say.
    """

    text: str
    span: Span
    notes: tuple[Footnote, ...]


def cited(page: Page) -> Iterator[Cited]:
    """Sentences whose footnotes all have a quote, those left out that stand in their quote as they are."""
    notes = {note.label.casefold(): note for note in page.footnote_defs}
    references = [reference for reference in page.footnote_refs if reference.label.casefold() in notes] if notes else []
    text, done = page.text, -1
    for group in _groups(text, references):
        start = group[0].span.start
        if start < done or _stands_in_quote(text, group, notes):
            continue
        sentence = _sentence(text, start)
        if sentence is None:
            continue
        inside = [reference for reference in references if sentence.start <= reference.span.start < group[-1].span.end]
        done = group[-1].span.end
        read = [_footnote(text, notes[reference.label.casefold()]) for reference in inside]
        quoted = tuple(note for note in read if note and note.quote)
        if quoted and len(quoted) == len(read):
            yield Cited(_REFERENCE.sub("", text[sentence.start : sentence.end]), sentence, quoted)


def sources_of(snapshot: Snapshot, path: str, notes: Sequence[Footnote]) -> tuple[str, ...]:
    """Paths of the texts that are quoted, each once."""
    found = [snapshot.vault.resolver.resolve(note.target, path) for note in notes]
    return tuple(dict.fromkeys(answer.path for answer in found if isinstance(answer, Found) and snapshot.is_text(answer.path)))


def _groups(text: str, references: Sequence[FootnoteRef]) -> Iterator[list[FootnoteRef]]:
    """References with nothing but marks between them."""
    group: list[FootnoteRef] = []
    for reference in references:
        if group and not _is_beside(text, group[-1].span.end, reference.span.start):
            yield group
            group = []
        group.append(reference)
    if group:
        yield group


def _is_beside(text: str, end: int, start: int) -> bool:
    return start == end or (start - end <= _WIDEST_GAP and _GAP.fullmatch(text, end, start) is not None)


def _stands_in_quote(text: str, group: Sequence[FootnoteRef], notes: Mapping[str, FootnoteDef]) -> bool:
    """Whether the line up to the references is, as it is, the quote of one of them: true of most that the tool wrote."""
    start = text.rfind("\n", 0, group[0].span.start) + 1
    said = text[start : group[0].span.start].strip(" \t-*>\r").rstrip(".。")
    if "[[" in said:
        said = _LINK.sub(_shown, said)
    if not said:
        return True
    for reference in group:
        span = notes[reference.label.casefold()].text_span
        at = text.find(said, span.start, span.end)
        if at > 0 and text[at - 1] in '“"「« ':
            return True
    return False


def _shown(link: re.Match[str]) -> str:
    return link[1]


def _sentence(text: str, end: int) -> Span | None:
    """The sentence before an offset; None where no prose stands there."""
    start = _block_start(text, end)
    if start is None:
        return None
    while end > start and text[end - 1].isspace():
        end -= 1
    for found in _END.finditer(text, start, end):
        if found.end() < end:
            start = found.end()
    while start < end and text[start].isspace():
        start += 1
    return Span(start, end) if start < end else None


def _block_start(text: str, offset: int) -> int | None:
    """Where the text of the paragraph or list item begins; None in a table, a heading or a footnote."""
    start = text.rfind("\n", 0, offset) + 1
    if _NO_PROSE.match(text, start):
        return None
    while start and not _ITEM.match(text, start):
        before = text.rfind("\n", 0, start - 1) + 1
        if _BLANK.fullmatch(text, before, start - 1) or _NO_PROSE.match(text, before):
            break
        start = before
    opener = _OPENER.match(text, start)
    return opener.end() if opener else start


def _footnote(text: str, note: FootnoteDef) -> Footnote | None:
    from llmwiki.vault.citation import read_footnote  # the projection behind it is only needed where a page is new

    return read_footnote(text[note.text_span.start : note.text_span.end])
