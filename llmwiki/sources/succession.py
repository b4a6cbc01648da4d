"""Whether an input is a newer state of a known source, or another source that has the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.sources.known import identity
from llmwiki.vault.chars import CJK_CHAR

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmwiki.vault.ledger import SourceRecord

SHARED = 0.5
"""Share of their lines that two states of one source have in common. Edited articles keep well over half."""

# Lines this long say something of their own; minutes, forms and diaries share all shorter ones.
_LONG = 40
_LONG_HAN = 14


def succeeds(origin: str, text: str, record: SourceRecord, present: bytes) -> bool:
    """Whether ``text`` is a newer state of a source.

    Args:
        origin: The input's name or path as it was given, its address, or its container with its id.
        text: What was read from it.
        record: A known source.
        present: The bytes of its text now.

    Returns:
        True for the same address or the same id in the same container. False where both came from folders and those
        differ. Where the folders fit, or an id comes in another container, half of the lines must be shared; where a folder
        is not known, half of the long lines.
    """
    if identity(record.file) != identity(origin):
        return False
    has_id = "#" in identity(origin)
    if origin == record.file and (has_id or "://" in origin):
        return True
    placed = "/" in origin and "/" in record.file and not record.file.startswith("raw/")
    if placed and not has_id and not _fit(origin, record.file):
        return False
    return _alike(present.decode("utf-8", "replace"), text, (lambda _: True) if placed or has_id else _is_long)


def _fit(one: str, other: str) -> bool:
    """Whether two relative paths can mean one file, seen from different folders."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _alike(one: str, other: str, wanted: Callable[[str], bool]) -> bool:
    lines = [{line.strip() for line in text.splitlines() if line.strip()} for text in (one, other)]
    old, new = ({line for line in part if wanted(line)} or part for part in lines)
    return bool(old and new) and len(old & new) >= SHARED * min(len(old), len(new))


def _is_long(line: str) -> bool:
    return len(line) >= _LONG or len(CJK_CHAR.findall(line)) >= _LONG_HAN
