"""How much of anything one input may use before it is refused with a reason."""

from __future__ import annotations

MAX_BYTES = 200 * 1024 * 1024
"""Largest input read into memory."""

MAX_HTML_BYTES = 20 * 1024 * 1024
"""Largest web page: main-content extraction holds several trees of it at once."""

MAX_HTML_ELEMENTS = 300_000
"""Most elements of a web page."""

MAX_SEARCHED_ELEMENTS = 30_000
"""Most elements of a web page in which the extraction library looks for the main text: its time grows with their
square (7 s for this many on one core); of larger pages all text outside of named surroundings is taken."""

MAX_HTML_DEPTH = 200
"""Deepest nesting of a web page; deeper trees overflow recursive libraries."""

MAX_PDF_PAGES = 5_000
"""Most pages of one PDF."""

SECONDS_PER_INPUT = 300.0
"""Longest conversion of one input, looked at between pages."""

SAMPLE_BYTES = 64 * 1024
"""How much of a text is looked at when guessing its encoding or format."""


def megabytes(size: int) -> str:
    """A size in bytes as people read it, e.g. ``12.4 MB``; ``0.1 MB`` at least."""
    return f"{max(size / (1024 * 1024), 0.1):.1f} MB"
