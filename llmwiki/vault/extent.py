"""How much of a page a reader meets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.vault.link import Span
    from llmwiki.vault.page import Page


def body_lines(page: Page) -> int:
    """Lines of a page that a reader meets: without properties, footnote definitions, and blank lines at either end."""
    return lines_between(page, page.body_start, len(page.text))


def lines_between(page: Page, start: int, end: int) -> int:
    """The same of what stands between two offsets."""
    notes = [note.span for note in page.footnote_defs]
    return len(without(page.text, start, end, notes).strip().splitlines())


def without(text: str, start: int, end: int, spans: Sequence[Span]) -> str:
    """The text between two offsets without what stands in ``spans``, which are in order."""
    kept, place = [], start
    for first, last in spans:
        if first >= place and last <= end:
            kept.append(text[place:first])
            place = last
    return "".join((*kept, text[place:end]))
