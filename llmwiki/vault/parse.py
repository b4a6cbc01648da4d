"""Text to Page."""

from __future__ import annotations

from llmwiki.vault.page import Page


def parse(text: str) -> Page:
    """Parse a note; never fails and takes linear time on any text.

    The work is done when a part of the page is first asked for.
    """
    return Page(text)
