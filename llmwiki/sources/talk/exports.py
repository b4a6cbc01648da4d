"""Data exports: one big array of conversations, alone or in a zip archive, told as one input for each conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.talk.archived import Archived, opened, others
from llmwiki.sources.talk.records import Record, is_whole, items, parsed, record, text, utf8
from llmwiki.sources.talk.times import day
from llmwiki.vault.safe_names import slug

_HEAD = 256 * 1024
"""Bytes in which the first conversation must show what it is."""


class Export(NamedTuple):
    """What tells an export.

    Attributes:
        is_chat: Whether an object is a conversation of it.
        sign: Bytes near the beginning of the array that are cheap to look for.
        files: Whether a file of the archive holds conversations, by its name.
        bookkeeping: Names of files about the account, or with the same conversations again; they are no inputs of their own.
        aside: What is said of the archive's other files, by the ending of their names; the empty one fits all.
        title, made: Keys of a conversation's title and time.
        ids: Keys of its id, the surest first.
    """

    is_chat: Callable[[Record], bool]
    sign: bytes
    files: Callable[[str], bool]
    bookkeeping: frozenset[str]
    aside: tuple[tuple[str, str], ...]
    title: str
    made: str
    ids: tuple[str, ...]


def conversations(original: Original, export: Export) -> Iterator[Original | Refusal] | None:
    """The conversations of an export, or None when it is none."""
    if (archive := opened(original)) is not None:
        return _zipped(archive, export)
    original = replace(original, data=utf8(original.data))
    head = original.data[:_HEAD]
    if head.lstrip()[:1] != b"[" or export.sign not in head:
        return None
    with original.open() as stream:
        first = record(parsed(next(items(stream), b"")))
    return _each(original, export) if export.is_chat(first) else None


def _zipped(archive: Archived, export: Export) -> Iterator[Original | Refusal] | None:
    """The conversations of an archive, if the first file that may hold some does."""
    names = [name for name in archive.names if export.files(name.rpartition("/")[2])]
    first = archive.read(names[0]) if names else None
    begun = conversations(first, export) if isinstance(first, Original) else None
    return None if begun is None else _members(archive, names, export, begun)


def _members(archive: Archived, names: list[str], export: Export, begun: Iterator[Original | Refusal]) -> Iterator[Original | Refusal]:
    yield from begun
    for name in names[1:]:
        found = archive.read(name)
        held = conversations(found, export) if isinstance(found, Original) else iter((found,))
        yield from held if held is not None else (Refusal(f"{archive.origin}/{name}", "holds no conversations"),)
    known = {name for name in archive.names if name.rpartition("/")[2] in export.bookkeeping}
    yield from others(archive, known.union(names), export.aside)


def _each(original: Original, export: Export) -> Iterator[Original | Refusal]:
    with original.open() as stream:
        for number, item in enumerate(items(stream), 1):
            chat = record(parsed(item))
            key = next((found for name in export.ids if (found := text(chat.get(name)))), str(number))
            origin = f"{original.origin}#{key}"
            if export.is_chat(chat):
                yield Original(_name(chat, export, key), item, origin, options=original.options)
            else:
                yield Refusal(origin, "is no conversation: an entry of another kind in the export")
    if not is_whole(original.end()):
        yield Refusal(f"{original.origin}#end", "is cut off: what stands behind the last whole conversation cannot be read")


def _name(chat: Record, export: Export, key: str) -> str:
    """A file name: the day and the title, else the id."""
    made = day(chat.get(export.made))
    name = slug(text(chat.get(export.title)).strip() or f"conversation {key[:8]}")
    return f"{made}-{name}.json" if made else f"{name}.json"
