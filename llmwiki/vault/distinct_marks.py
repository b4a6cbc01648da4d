"""Block ids and footnote labels of a note that is to be joined with another, so that none of them means two things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.vault.citation import read_footnote

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from llmwiki.vault.page import Page


def with_distinct_marks(page: Page, into: Page) -> str:
    """The text of ``page`` with other block ids and labels where ``into`` has the same for something else.

    A label that stands for the same citation on both stays. Links to a renamed block are left to the caller.
    """
    text = page.text
    for start, end, new in sorted({*_block_edits(page, into), *_label_edits(page, into)}, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _block_edits(page: Page, into: Page) -> Iterator[tuple[int, int, str]]:
    taken = {block.id.lower() for block in (*into.blocks, *page.blocks)}
    theirs = {block.id.lower() for block in into.blocks}
    for block in page.blocks:
        if block.id.lower() in theirs:
            yield block.span.start, block.span.end, f"^{_free(block.id, taken)}"


def _label_edits(page: Page, into: Page) -> Iterator[tuple[int, int, str]]:
    theirs = {note.label: _meaning(into, note.span) for note in into.footnote_defs}
    taken = {*theirs, *(note.label for note in page.footnote_defs)}
    own = {note.label: _meaning(page, note.span) for note in page.footnote_defs}
    names = {label: _free(label, taken) for label in own if label in theirs and theirs[label] != own[label]}
    marks = [(mark.label, mark.span.start) for mark in page.footnote_defs] + [(mark.label, mark.span.start) for mark in page.footnote_refs]
    for label, start in marks:
        if label in names:
            at = page.text.index("[^", start)
            yield at, at + len(label) + 2, f"[^{names[label]}"


def _meaning(page: Page, span: tuple[int, int]) -> tuple[str, str]:
    text = page.text[span[0] : span[1]]
    note = read_footnote(text)
    return (note.target.removesuffix(".md"), note.quote) if note else ("", text.strip())


def _free(name: str, taken: Collection[str]) -> str:
    number = 2
    while f"{name}-{number}".lower() in {other.lower() for other in taken}:
        number += 1
    return f"{name}-{number}"
