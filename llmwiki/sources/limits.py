"""How much of anything one input may use before it is refused with a reason."""

from __future__ import annotations

MAX_BYTES = 200 * 1024 * 1024
"""Largest input read into memory at once. Text and conversations may be longer: they are cut into parts."""

PART_BYTES = 8 * 1024 * 1024
"""About how much of a long text or conversation one source holds: Obsidian still opens such a note, and lint reads it."""

PART_SLACK = 2 * 1024 * 1024
"""How far behind that a good place for a cut is looked for."""

WHOLE_BYTES = PART_BYTES + PART_SLACK
"""Largest text or conversation that is one source."""

HEAD_BYTES = 1024 * 1024
"""How much of a large file is read to see what it is."""

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

MAX_MARKUP_BYTES = 32 * 1024 * 1024
"""Largest part of a document in a zip file that is parsed: its trees take twenty times as much."""

MAX_MEMBERS = 100_000
"""Most files of one archive."""

MAX_UNPACKED = 2 * 1024 * 1024 * 1024
"""Most bytes that come out of one archive."""

MAX_RATIO = 200
"""How many times its stored size a member may unpack to; text packs to a tenth, all zeros to a thousandth."""

RATIO_FREE = 16 * 1024 * 1024
"""Bytes below which no ratio is asked for: blank sheets and zeros pack a thousandfold and do no harm when they are small."""

MAX_ARCHIVE_DEPTH = 3
"""How deep archives may stand in each other, the outermost included."""

MAX_FETCHED_BYTES = 100 * 1024 * 1024
"""Most bytes of one answer from the web, unpacked."""

FETCH_SECONDS = 120.0
"""Longest fetching of one address with all redirects; looking its name up is left to the system, which gives up by itself."""

CONNECT_SECONDS = 15.0
"""Longest wait for a connection."""

READ_SECONDS = 30.0
"""Longest silence of a server."""

MAX_REDIRECTS = 5
"""Most redirects that are followed."""

SAMPLE_BYTES = 64 * 1024
"""How much of a text is looked at when guessing its encoding or format."""


def megabytes(size: int) -> str:
    """A size in bytes as people read it, e.g. ``12.4 MB``; ``0.1 MB`` at least."""
    return f"{max(size / (1024 * 1024), 0.1):.1f} MB"
