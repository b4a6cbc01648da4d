"""A folder of notes, as it is or as it would be."""

from __future__ import annotations

import hashlib
import os
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.cache import KeptPage, PageCache
from llmwiki.vault.kept import mark_of
from llmwiki.vault.lazy import lazy
from llmwiki.vault.leads import DEPENDS, NOWHERE, Leads, Numbers
from llmwiki.vault.page import STEPS, digest_of
from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found, Missing, Resolver
from llmwiki.vault.walk import COARSE_NS, Walked, find_root, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from llmwiki.vault.cache import Row
    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page

__all__ = ["Vault", "find_root"]

_CHUNK = 1 << 20
# Code points that may be held at once before texts are let go; most vaults stay below.
_ROOM = 40_000_000
_LONG = 1 << 20
_SHORT = 1 << 16


class Vault:
    """The notes and attachments below a folder. What was read once stays as it was read.

    Attributes:
        root: The folder.
        name: Its name.
        files: All files, sorted vault-relative paths with ``/``; nothing whose name begins with a dot.
        notes: Those of them that are readable Markdown notes.
        unreadable: What could not be read, with the reason.
        passed_over: Links to folders that are in the vault anyway, with the reason why they are not followed.
    """

    def __init__(self, root: Path, walked: Walked, cache: Callable[[], PageCache], planned: Mapping[str, str | None] | None = None) -> None:
        planned = planned or {}
        self.root = root
        self.name = root.resolve().name
        self.unreadable: Mapping[str, str] = walked.unreadable
        self.passed_over: Mapping[str, str] = walked.passed_over
        self._walked, self._load_cache = walked, cache
        self._planned = {path: text for path, text in planned.items() if text is not None}
        self.files = tuple(sorted((walked.files.keys() - planned.keys()) | self._planned.keys()))
        self.notes = tuple(path for path in self.files if is_note(path) and path not in walked.unreadable)
        self._texts: dict[str, str] = {}
        self._marks: dict[str, str] = {}
        self._held = 0
        self._pages: dict[str, Page] = {}
        self._rows: dict[str, Row] = {}
        self._targets: dict[str, Sequence[Found | Missing]] = {}
        self._digests: dict[str, str] = {}
        self._resolved: dict[str, tuple[tuple[Link, Found | Missing], ...]] = {}

    @classmethod
    def open(cls, root: Path, cache_dir: Path | None = None) -> Vault:
        """Open the vault at ``root``.

        Args:
            root: An existing folder.
            cache_dir: Where parsed pages are kept between runs; nowhere when None.

        Raises:
            VaultError: ``root`` is no folder.
        """
        if not root.is_dir():
            message = f"{root} is not a folder"
            raise VaultError(message, "name an existing vault with --vault PATH")
        return cls(root, walk(root), lambda: PageCache.load(cache_dir))

    def overlay(self, planned: Mapping[str, str | None]) -> Vault:
        """The vault as it would be: with these texts in place, and without the files given as None.

        Pages already read are shared, links are resolved anew.
        """
        mine: dict[str, str | None] = dict.fromkeys(self._walked.files.keys() - set(self.files))
        other = Vault(self.root, self._walked, lambda: self._cache, {**mine, **self._planned, **planned})
        other._texts = {path: text for path, text in self._texts.items() if path not in planned}
        other._pages = {path: page for path, page in self._pages.items() if path not in planned}
        return other

    def page(self, path: str) -> Page:
        """The parsed note at a path of ``files``.

        Raises:
            VaultError: It cannot be read.
        """
        page = self._pages.get(path)
        if page is None:
            page = self._pages[path] = parse(self._planned[path]) if path in self._planned else self._kept(path)
        return page

    def text(self, path: str) -> str:
        """A file's text: UTF-8, bytes that are none kept as surrogates.

        Raises:
            VaultError: It cannot be read.
            EditedMeanwhile: It changed after its page was taken from the cache.
        """
        if path in self._planned:
            return self._planned[path]
        if path not in self._texts:
            self._take(path, self._read(path))
        return self._texts[path]

    def _take(self, path: str, data: bytes) -> None:
        """Keep the text that a file's bytes are."""
        hashed = self._marks.get(path, "")
        mark = self._marks[path] = digest_of(data)
        known = self._rows.get(path) or self._pages.get(path)
        if (known is not None and known.digest != mark) or hashed not in {"", mark}:
            message = f"{path} changed while it was being read"
            raise EditedMeanwhile(message, "run the command again", path=path)
        text = self._texts[path] = data.decode("utf-8", "surrogateescape")
        self._held += len(text)

    def take_apart(self, paths: Sequence[str]) -> None:
        """Find in those of some notes that are new what each of them is asked, one step for all of them after the other.

        A processor that does one thing again and again is a fifth faster than one that does everything for each note. Long
        texts are left to who asks for them, so that no more than one of them need be held.

        Raises:
            VaultError: A note cannot be read.
        """
        files = self._walked.files
        short = [path for path in paths if path not in self._planned and files[path].size <= _SHORT]
        new = [path for path in short if path not in self._texts and self._row(path) is None]
        for path, data in [(path, self._read(path)) for path in new]:
            self._take(path, data)
        pages = [page for path in short if not isinstance(page := self.page(path), KeptPage)]
        for step in STEPS:
            for page in pages:
                step(page)

    def let_go(self, path: str) -> None:
        """Forget what was found in a note that is done with; its text too, where so much is held that a large vault would fill the memory.

        All can be asked of it as before; it is found, and read, again then.
        """
        page = self._pages.get(path)
        if page is None:
            return
        page.let_go(partial(self.text, path))
        self._resolved.pop(path, None)
        if self._held > _ROOM and path in self._texts:
            self._held -= len(self._texts.pop(path))

    def forget(self, path: str) -> None:
        """Let a note go, and its text with it, however little is held."""
        self.let_go(path)
        self._held -= len(self._texts.pop(path, ""))

    def data(self, path: str) -> bytes:
        """A file's bytes.

        Raises:
            VaultError: It cannot be read.
        """
        if path in self._planned or path in self._texts or is_text(path):
            return self.text(path).encode("utf-8", "surrogateescape")
        return self._read(path)

    def sha256(self, path: str) -> str:
        """SHA-256 of a file's bytes, in hex.

        Raises:
            VaultError: It cannot be read.
        """
        if path not in self._digests:
            self._digests[path] = hashlib.sha256(self._hashed(path)).hexdigest()
        return self._digests[path]

    def _hashed(self, path: str) -> bytes:
        """The bytes of a file for its hash: a long text is not kept for that, but has to be the same when it is read."""
        stat = self._walked.files.get(path)
        if stat is None or stat.size <= _LONG or path in self._planned or path in self._texts:
            return self.data(path)
        data = self._read(path)
        self._marks[path] = digest_of(data)
        return data

    def digest(self, path: str) -> str:
        """A short hash of a text file, known without reading it where its page comes from the cache.

        Raises:
            VaultError: It cannot be read.
        """
        row = self._row(path)
        return self.page(path).digest if row is None else row.digest

    def stamp(self, path: str) -> tuple[int, ...]:
        """Modification time, size and inode of a file of ``files`` when it was listed; empty for a text that is only planned."""
        stat = self._walked.files.get(path)
        return () if stat is None or path in self._planned else tuple(stat)

    def resolved(self, path: str) -> tuple[tuple[Link, Found | Missing], ...]:
        """A note's links with the files they mean.

        Raises:
            VaultError: The note cannot be read.
        """
        if path not in self._resolved:
            resolve = self.resolver.resolve
            self._resolved[path] = tuple((link, resolve(link.target, path)) for link in self.page(path).links)
        return self._resolved[path]

    def targets(self, path: str) -> Sequence[Found | Missing]:
        """Where a note's links lead, one answer for each of its page's targets: all that most questions need.

        Raises:
            VaultError: The note cannot be read.
        """
        found = self._targets.get(path)
        if found is None:
            row = self._row(path)
            known = row and self._leads.answers(row.targets, path)
            found = self.resolver.resolve_all(self.page(path).targets, path) if known is None else known
            self._targets[path] = found
        return found

    def linked(self, number: Mapping[str, int]) -> list[set[int]]:
        """For each note the numbers of the files that its links lead to.

        Args:
            number: Numbers of those files that matter.

        Raises:
            VaultError: A note cannot be read.
        """
        known, new = self._leads.numbers(number), Numbers(self.resolver, number)
        found: list[set[int]] = []
        for path in self.notes:
            row = self._row(path)
            numbers = {*map(new.__getitem__, self.page(path).targets)} if row is None else {*map(known.__getitem__, row.targets)}
            if DEPENDS in numbers:
                numbers = {number.get(answer.path, NOWHERE) for answer in self.targets(path) if isinstance(answer, Found)}
                self.let_go(path)
            numbers.discard(NOWHERE)
            found.append(numbers)
        return found

    def missing(self, path: str) -> tuple[tuple[Link, Missing], ...]:
        """A note's links that lead to no file.

        Raises:
            VaultError: The note cannot be read.
        """
        row = self._row(path)
        if row is not None and self._leads.all_found(row.targets):
            return ()
        if self.resolver.all_found(self.page(path).targets, path):
            return ()
        return tuple((link, answer) for link, answer in self.resolved(path) if isinstance(answer, Missing))

    def set_aside(self, path: str, reason: str) -> None:
        """From now on a file counts as unreadable, as does every other text that is not as it was when it was listed.

        They stay in ``files``: a link to one of them is not broken.
        """
        lost = {path: reason, **self._moved_on()}
        self.unreadable = {**self.unreadable, **lost}
        self.notes = tuple(note for note in self.notes if note not in lost)

    def _moved_on(self) -> dict[str, str]:
        """Texts that are gone or were written since they were listed."""
        lost: dict[str, str] = {}
        texts = ((path, seen) for path, seen in self._walked.files.items() if is_text(path) and path not in self._planned)
        for path, seen in texts:
            try:
                found = os.stat(f"{self.root}/{path}")  # noqa: PTH116 - as in _read
            except OSError as error:
                is_gone = isinstance(error, FileNotFoundError)
                lost[path] = "it was taken away while the vault was being read" if is_gone else error.strerror or str(error)
            else:
                if (found.st_mtime_ns, found.st_size, found.st_ino) != seen:
                    lost[path] = "it changed while the vault was being read"
        return lost

    def listing_mark(self) -> str:
        """A hash of all that the listing says of the files: while it stays, so do their texts.

        Empty where that is not certain: a text is only planned, a file was set aside, or one was written so
        shortly before the listing that it may change again without a new time.
        """
        listed = self._walked
        newest = max((stat.mtime_ns for stat in listed.files.values()), default=0)
        is_whole = self.unreadable is listed.unreadable and not self._planned and len(self.files) == len(listed.files)
        if not is_whole or newest >= listed.began_ns - COARSE_NS:
            return ""
        stats = list(chain.from_iterable(listed.files.values()))
        return mark_of(str(self.root), self.name, list(listed.files), stats, listed.unreadable, listed.passed_over)

    @property
    def unread(self) -> tuple[tuple[str, str], ...]:
        """Notes and folders that could not be read, each with the reason: what stands in them is missing from every answer."""
        return tuple((path, reason) for path, reason in sorted(self.unreadable.items()) if is_note(path) or path not in self.files)

    def keep(self) -> None:
        """Write what was parsed to the cache folder, if there is one; a full disk is no error here."""
        if not self._cache.is_worth_writing(self._pages):
            return
        stats = {path: stat for path, stat in self._walked.files.items() if path in self._pages and path not in self._planned}
        self._cache.save({path: (stat, self._pages[path]) for path, stat in stats.items()}, self._walked.files)

    @lazy
    def resolver(self) -> Resolver:
        """Looks links up among ``files``."""
        return Resolver(self.files)

    @lazy
    def _cache(self) -> PageCache:
        return self._load_cache()

    @lazy
    def _leads(self) -> Leads:
        return Leads(self._cache.names, self.resolver)

    def _row(self, path: str) -> Row | None:
        """What the cache knows of a file that did not change; None for a text that was read first, as its hash decides."""
        row = self._rows.get(path)
        if row is None and path not in self._texts and path not in self._planned and path not in self._pages:
            stat = self._walked.files.get(path)
            row = self._cache.row(path, stat) if stat else None
            if row is not None:
                self._rows[path] = row
        return row

    def _kept(self, path: str) -> Page:
        stat = self._walked.files.get(path)
        if stat is None:
            message = f"{path} is not in the vault {self.name}"
            raise VaultError(message, "check the path; it is relative to the vault's folder")
        page = self._cache.page(path, stat, lambda: self.text(path), is_read=self._row(path) is None)
        if path in self._marks:
            page.digest = self._marks[path]  # the hash of the bytes, which are at hand when a text is read
        return page

    def _read(self, path: str) -> bytes:
        listed = self._walked.files.get(path)
        try:
            return _read_file(f"{self.root}/{path}", listed.size if listed else 0)
        except OSError as error:
            if isinstance(error, FileNotFoundError) and path in self._walked.files:
                message = f"{path} was taken away while the vault was being read"
                raise EditedMeanwhile(message, "run the command again", path=path) from error
            message = f"{path} cannot be read: {error.strerror}"
            raise VaultError(message, "check that the file exists and may be read", path=path) from error


def _read_file(name: str, size: int) -> bytes:
    """A file's bytes, in the three calls that it takes where it has the expected size: to make an object or to ask the size costs more."""
    file = os.open(name, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        data = os.read(file, size + 1)
        if len(data) == size:
            return data
        parts = [data]
        while data:
            data = os.read(file, _CHUNK)
            parts.append(data)
        return b"".join(parts)
    finally:
        os.close(file)


def is_note(path: str) -> bool:
    """Whether a path is a Markdown note's."""
    return path[-3:].lower() == ".md"


def is_text(path: str) -> bool:
    """Whether a file is read as one text, so that its hash and its text always belong together."""
    return path.lower().endswith((".md", ".txt"))
