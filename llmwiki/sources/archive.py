"""Zip archives: every file in one is an input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.budget import Archive, open_zip
from llmwiki.sources.kinds import ZIP, binary_kind, is_zip


def unpack(original: Original) -> Iterator[Original | Refusal] | None:
    """The files of a zip archive in the order of their names; None for anything else, documents that are zip files included.

    Hidden files (a name that begins with a dot, ``__MACOSX``) are no inputs, as in a folder.

    Raises:
        SourceRefused: while it is read: damaged, or over the budget.
    """
    return _members(original) if is_zip(original.data) and binary_kind(original.data) == ZIP else None


def inside(origin: str, name: str) -> str:
    """The origin of what is called ``name`` in the container of an origin: relative, without ``..``; ``#`` stays for ids."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in {"", ".", ".."}]
    return f"{origin}/{'/'.join(parts).replace('#', '%23') or 'unnamed'}"


def _members(original: Original) -> Iterator[Original | Refusal]:
    archive = open_zip(original.data)
    found: list[tuple[str, str]] = [(member.name, "") for member in archive] + archive.refused
    for name, refused in sorted(found):
        if not _is_hidden(name):
            origin = inside(original.origin, name)
            yield Refusal(origin, refused) if refused else _read(archive, name, origin, original)


def _read(archive: Archive, name: str, origin: str, original: Original) -> Original | Refusal:
    try:
        return Original(PurePosixPath(origin).name, archive.read(name), origin, options=original.options)
    except SourceRefused as error:
        return Refusal(origin, error.message)


def _is_hidden(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return "__MACOSX" in parts or any(part.startswith(".") and part.strip(".") for part in parts)
