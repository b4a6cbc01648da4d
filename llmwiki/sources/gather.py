"""Inputs as a person names them, to originals: files, folders, addresses."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from llmwiki.sources.base import DEFAULT_OPTIONS, Options, Original, Refusal, opened
from llmwiki.sources.progress import UNWATCHED, Watch, teller
from llmwiki.sources.unpack import expanded
from llmwiki.vault.own_files import is_own

__all__ = ["Refusal", "gather", "strays_among"]

_NOWHERE = "is a link that leads nowhere"
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def gather(
    inputs: Iterable[str | Path],
    root: Path | None = None,
    pages: Iterable[str] = (),
    options: Options = DEFAULT_OPTIONS,
    watch: Watch = UNWATCHED,
) -> Iterator[Original | Refusal]:
    """Read what was given, one at a time, so that memory holds a single input.

    Args:
        inputs: Files, folders (read with all below, sorted) and addresses.
        root: Folder of the vault; what lies in it is recorded by its path in the vault.
        pages: Folders of the vault, with a final slash, that hold the wiki's own pages.
        options: What the person wants of the conversion.
        watch: Told the bytes of each file or answer once everything in it was taken.

    Yields:
        For every file either its bytes or the reason why it is not read; for a container that for each document inside.
        Hidden files in a folder are no inputs; one given by name is refused by name. Links that lead out of a given folder
        are not followed.
    """
    house = _House(root.resolve() if root else None, tuple(pages))
    for given in inputs:
        for item in _one(given, house, options):
            if isinstance(item, Refusal):
                yield item
            else:
                size = item.size
                yield from expanded(replace(item, options=options, tell=teller(watch, item.name, size)))
                watch.passed(size)


def size_of(inputs: Iterable[str | Path]) -> int:
    """Bytes that ``gather`` will read of files, about; what cannot be looked at counts nothing, since ``gather`` tells of it."""
    return sum(_size(str(given)) for given in inputs if not _ADDRESS.match(str(given)))


def _size(path: str) -> int:
    try:
        if os.path.isdir(path):  # noqa: PTH112 - a name with a NUL raises ValueError, as below
            with os.scandir(path) as entries:
                return sum(_size(entry.path) for entry in entries if not (entry.name.startswith(".") or entry.is_symlink()))
        return os.stat(path).st_size  # noqa: PTH116
    except (OSError, ValueError):
        return 0


def _one(given: str | Path, house: _House, options: Options) -> Iterator[Original | Refusal]:
    text = str(given)
    if _ADDRESS.match(text):
        from llmwiki.sources.net.fetch import fetch

        yield fetch(text, options=options)
    elif not text.strip():
        yield Refusal(text, "is no path: the name is empty")
    else:
        yield from _given(Path(given), _shown(_short(text)), house)


class _House(NamedTuple):
    """The vault as inputs may stand to it."""

    root: Path | None
    pages: tuple[str, ...]

    def place(self, path: Path) -> str:
        """The path in the vault of what lies in it, else empty."""
        if self.root is not None:
            try:
                return _shown(path.resolve().relative_to(self.root).as_posix())
            except (OSError, RuntimeError, ValueError):
                pass
        return ""

    def objection(self, place: str) -> str:
        """Why a file or folder of the vault is no source; empty for one that is, and for what lies elsewhere."""
        if f"{place}/" in self.pages:
            return "holds pages of this wiki, which are no sources"
        return "is this wiki's own, and no source" if is_own(place) or place.startswith(self.pages) else ""


def _given(path: Path, shown: str, house: _House) -> Iterator[Original | Refusal]:
    """What one path stands for; a link given by name is followed, since the person named it."""
    try:
        is_folder = path.is_dir()
        if not is_folder:
            if path.name.startswith(".") and path.name not in {".", ".."}:
                yield Refusal(shown, "is hidden: its name begins with a dot; give it another name")
                return
            yield _read(path, shown, house)
            return
    except (OSError, ValueError) as error:
        yield Refusal(shown, _reason(error), failed=True)
        return
    found = False
    for item in _below(path, (path, shown), house):
        found = True
        yield item
    if not found:
        yield Refusal(shown, "is an empty folder: no files in it that are not hidden")


def _below(folder: Path, given: tuple[Path, str], house: _House) -> Iterator[Original | Refusal]:
    """Files below a folder in the order of their names, folder by folder."""
    top, name = given
    shown = _joined(name, folder.relative_to(top))
    try:
        entries = sorted((entry for entry in os.scandir(folder) if not entry.name.startswith(".")), key=lambda entry: entry.name)
    except OSError as error:
        yield Refusal(shown, _reason(error), failed=True)
        return
    objection = house.objection(house.place(folder)) if entries else ""
    if objection:
        yield Refusal(shown, objection)
        return
    for entry in entries:
        path = folder / entry.name
        inside = _joined(name, path.relative_to(top))
        if entry.is_symlink() and (reason := _leads_astray(path, top)):
            yield Refusal(inside, reason, failed=reason == _NOWHERE)
        elif entry.is_dir(follow_symlinks=False):
            yield from _below(path, given, house)
        else:
            yield _read(path, inside, house)


def strays_among(paths: Iterable[str], root: Path) -> dict[str, Refusal]:
    """Those files of the vault at ``root`` that a symbolic link brings in from outside, each with its refusal.

    A vault that came from someone else could name any file of this machine so, and no quote of it would hold elsewhere.
    """
    real = root.resolve()
    outside = [path for path in paths if not (root / path).resolve().is_relative_to(real)]
    return {path: Refusal(path, "is a link that leads out of the vault; put the file itself here") for path in outside}


def _short(text: str) -> str:
    """A path as the report names it: as it was given, but nothing that tells of the machine."""
    path = Path(os.path.normpath(text))
    return path.name if path.is_absolute() else str(Path(*[part for part in path.parts if part != ".."]))


def _joined(name: str, inside: Path) -> str:
    return _shown((Path(name) / inside).as_posix())


def _leads_astray(path: Path, top: Path) -> str:
    """Why a symbolic link inside a given folder is not followed; empty for one to a file of the same folder."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return _NOWHERE
    if not target.is_relative_to(top.resolve()):
        return "is a link that leads out of the given folder"
    return "is a link to a folder, which is read where it stands" if target.is_dir() else ""


def _read(path: Path, shown: str, house: _House) -> Original | Refusal:
    """A regular file that is no page of the wiki."""
    try:
        place = house.place(path)
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            return Refusal(shown, "is not a file: a device, pipe or socket")
        if objection := house.objection(place):
            return Refusal(shown, objection)
        return opened(path, _shown(path.name), place or shown, place)
    except (OSError, ValueError) as error:
        return Refusal(shown, _reason(error), failed=True)


def _shown(text: str) -> str:
    """A path as printable text; bytes that are no UTF-8 become U+FFFD."""
    return os.fsencode(text).decode("utf-8", "replace")


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist"
    if isinstance(error, PermissionError):
        return "cannot be read: no permission"
    return f"cannot be read: {error.strerror if isinstance(error, OSError) and error.strerror else error}"
