"""A folder of notes, as it is or as it would be."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.cache import KeptPage, PageCache
from llmwiki.vault.page import digest
from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found, Missing, Resolver
from llmwiki.vault.walk import Walked, find_root, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page

__all__ = ["Vault", "find_root"]


class Vault:
    """The notes and attachments below a folder. What was read once stays as it was read.

    Attributes:
        root: The folder.
        name: Its name.
        files: All files, sorted vault-relative paths with ``/``; nothing whose name begins with a dot.
        notes: Those of them that are readable Markdown notes.
        resolver: Looks links up among ``files``.
        unreadable: What could not be read, with the reason.
    """

    def __init__(self, root: Path, walked: Walked, cache: PageCache, planned: Mapping[str, str | None] | None = None) -> None:
        planned = planned or {}
        self.root = root
        self.name = root.resolve().name
        self.unreadable: Mapping[str, str] = walked.unreadable
        self._walked, self._cache = walked, cache
        self._planned = {path: text for path, text in planned.items() if text is not None}
        self.files = tuple(sorted((walked.files.keys() - planned.keys()) | self._planned.keys()))
        self.notes = tuple(path for path in self.files if is_note(path) and path not in walked.unreadable)
        self.resolver = Resolver(self.files)
        self._texts: dict[str, str] = {}
        self._pages: dict[str, Page] = {}
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
        return cls(root, walk(root), PageCache.load(cache_dir))

    def overlay(self, planned: Mapping[str, str | None]) -> Vault:
        """The vault as it would be: with these texts in place, and without the files given as None.

        Pages already read are shared, links are resolved anew.
        """
        mine: dict[str, str | None] = dict.fromkeys(self._walked.files.keys() - set(self.files))
        other = Vault(self.root, self._walked, self._cache, {**mine, **self._planned, **planned})
        other._texts = {path: text for path, text in self._texts.items() if path not in planned}
        other._pages = {path: page for path, page in self._pages.items() if path not in planned}
        return other

    def page(self, path: str) -> Page:
        """The parsed note at a path of ``files``.

        Raises:
            VaultError: It cannot be read.
        """
        if path not in self._pages:
            self._pages[path] = parse(self._planned[path]) if path in self._planned else self._kept(path)
        return self._pages[path]

    def text(self, path: str) -> str:
        """A file's text: UTF-8, bytes that are none kept as surrogates.

        Raises:
            VaultError: It cannot be read.
            EditedMeanwhile: It changed after its page was taken from the cache.
        """
        if path in self._planned:
            return self._planned[path]
        if path not in self._texts:
            text = self._read(path).decode("utf-8", "surrogateescape")
            page = self._pages.get(path)
            if isinstance(page, KeptPage) and page.digest != digest(text):
                message = f"{path} changed while it was being read"
                raise EditedMeanwhile(message, "run the command again")
            self._texts[path] = text
        return self._texts[path]

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
            self._digests[path] = hashlib.sha256(self.data(path)).hexdigest()
        return self._digests[path]

    def digest(self, path: str) -> str:
        """A short hash of a text file, known without reading it where its page comes from the cache.

        Raises:
            VaultError: It cannot be read.
        """
        return self.page(path).digest

    def resolved(self, path: str) -> tuple[tuple[Link, Found | Missing], ...]:
        """A note's links with the files they mean.

        Raises:
            VaultError: The note cannot be read.
        """
        if path not in self._resolved:
            resolve = self.resolver.resolve
            self._resolved[path] = tuple((link, resolve(link.target, path)) for link in self.page(path).links)
        return self._resolved[path]

    def targets(self, path: str) -> Iterator[Found | Missing]:
        """Where a note's links lead, one answer for each distinct target: all that most questions need.

        Raises:
            VaultError: The note cannot be read.
        """
        resolve = self.resolver.resolve
        return (resolve(target, path) for target in self.page(path).targets)

    def missing(self, path: str) -> tuple[tuple[Link, Missing], ...]:
        """A note's links that lead to no file.

        Raises:
            VaultError: The note cannot be read.
        """
        if not any(isinstance(answer, Missing) for answer in self.targets(path)):
            return ()
        return tuple((link, answer) for link, answer in self.resolved(path) if isinstance(answer, Missing))

    @property
    def unread(self) -> tuple[tuple[str, str], ...]:
        """Notes and folders that could not be read, each with the reason: what stands in them is missing from every answer."""
        return tuple((path, reason) for path, reason in sorted(self.unreadable.items()) if is_note(path) or path not in self.files)

    def keep(self) -> None:
        """Write what was parsed to the cache folder, if there is one; a full disk is no error here."""
        if not self._cache.is_changed and not any(isinstance(page, KeptPage) and page.has_grown for page in self._pages.values()):
            return
        stats = {path: stat for path, stat in self._walked.files.items() if path in self._pages and path not in self._planned}
        self._cache.save({path: (stat, self._pages[path]) for path, stat in stats.items()}, self._walked.files)

    def _kept(self, path: str) -> Page:
        stat = self._walked.files.get(path)
        if stat is None:
            message = f"{path} is not in the vault {self.name}"
            raise VaultError(message, "check the path; it is relative to the vault's folder")
        return self._cache.page(path, stat, lambda: self.text(path), is_read=path in self._texts)

    def _read(self, path: str) -> bytes:
        try:
            with open(f"{self.root}/{path}", "rb") as file:  # noqa: PTH123 - a Path for each note costs half as much as reading it
                return file.read()
        except OSError as error:
            if isinstance(error, FileNotFoundError) and path in self._walked.files:
                message = f"{path} was taken away while the vault was being read"
                raise EditedMeanwhile(message, "run the command again") from error
            message = f"{path} cannot be read: {error.strerror}"
            raise VaultError(message, "check that the file exists and may be read") from error


def is_note(path: str) -> bool:
    """Whether a path is a Markdown note's."""
    return path[-3:].lower() == ".md"


def is_text(path: str) -> bool:
    """Whether a file is read as one text, so that its hash and its text always belong together."""
    return path.lower().endswith((".md", ".txt"))
