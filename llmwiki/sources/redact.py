"""Secrets taken out of conversations before anything of them is kept.

What stands in the text afterwards is ``[secret: GitHub token]``. Only shapes that chance does not produce are taken
(``vault.secrets``), so hashes, identifiers and documented examples stay.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from llmwiki.vault.secrets import find_secrets

_PIECE = 4 * 1024 * 1024
_KEY_BEGIN, _KEY_END = b"-----BEGIN ", b"-----END "
_KEY_REACH = 32 * 1024
# A printable character that a JSON writer spelled by its number, e.g. \\u003d for the equals sign; not the quote or the backslash.
_SPELLED = re.compile(r"(?<!\\)((?:\\\\)*)\\u00(2[013-9a-f]|[346][0-9a-f]|5[0-9abd-f]|7[0-9a-e])", re.IGNORECASE)


def redacted(data: bytes) -> tuple[bytes, Counter[str]]:
    """UTF-8 text without its secrets.

    Args:
        data: Any size; looked through in pieces of some megabytes, cut at line ends.

    Returns:
        The very same bytes when there is nothing to take out, else new ones; and how many secrets there were of each kind.
    """
    counts: Counter[str] = Counter()
    pieces: list[bytes] = []
    done = 0
    for start, end in _cuts(data):
        piece = data[start:end].decode("latin-1")  # one character a byte, and all shapes are ASCII
        clean, found = redacted_text(piece)
        spelled = _SPELLED.sub(_unspelled, piece) if "\\u00" in piece else piece
        if spelled != piece:
            other, more = redacted_text(spelled)
            clean, found = (other, more) if more.total() > found.total() else (clean, found)
        if found:
            pieces += (data[done:start], clean.encode("latin-1"))
            done = end
            counts += found
    return (b"".join((*pieces, data[done:])), counts) if counts else (data, counts)


def redacted_text(text: str) -> tuple[str, Counter[str]]:
    """A text without its secrets, and how many there were of each kind."""
    counts: Counter[str] = Counter()
    parts: list[str] = []
    position = 0
    for secret in find_secrets(text):
        parts += (text[position : secret.span.start], f"[secret: {secret.kind}]")
        position = secret.span.end
        counts[secret.kind] += 1
    return ("".join((*parts, text[position:])), counts) if counts else (text, counts)


def told(counts: Counter[str]) -> str:
    """What was taken out, for the report: ``3 secrets taken out: 2 GitHub token, 1 private key``."""
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items()))
    return f"{counts.total():,} secret{'s' * (counts.total() != 1)} taken out: {kinds}"


def _cuts(data: bytes) -> Iterator[tuple[int, int]]:
    """Pieces that end with a line, and not inside of a key block of several lines."""
    start = 0
    while start < len(data):
        end = _line_end(data, start + _PIECE, start)
        begun = data.rfind(_KEY_BEGIN, start, end)
        if begun >= 0 and data.find(_KEY_END, begun, end) < 0:
            end = _line_end(data, max(end, begun + _KEY_REACH), end)
        yield start, end
        start = end


def _line_end(data: bytes, about: int, after: int) -> int:
    """The end of the last line that ends before a place, else of the line that lies across it."""
    if about >= len(data):
        return len(data)
    return data.rfind(b"\n", after, about) + 1 or data.find(b"\n", about) + 1 or len(data)


def _unspelled(match: re.Match[str]) -> str:
    return match[1] + chr(int(match[2], 16))
