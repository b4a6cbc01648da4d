"""Texts as SARIF wants them (3.11): placeholders and links in messages have a meaning, JSON has no half characters."""

from __future__ import annotations

import re

_LINK = re.compile(r"\[([^\[\]]*)\](?=\()")
_HALF = re.compile("[\ud800-\udfff]")


def message_text(text: str) -> str:
    """A plain text message that says just this: braces would be placeholders (3.11.5), ``[a](b)`` a link (3.11.6)."""
    return _LINK.sub(r"\\[\1\\]", clean(text)).replace("{", "{{").replace("}", "}}")


def markdown(text: str) -> str:
    """A Markdown message: the same for braces, and no HTML (3.11.4.2); manual pages have none outside of code."""
    return clean(text).replace("{", "{{").replace("}", "}}")


def clean(text: str) -> str:
    """The text with a replacement character for each byte that was no UTF-8."""
    return _HALF.sub("\ufffd", text)
