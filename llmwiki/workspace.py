"""The opened wiki: root, settings, rules, ledger and vault, wired in one place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.config import Config, fixed_moment, load_config
from llmwiki.errors import VaultError
from llmwiki.state import cache_folder, user_caches
from llmwiki.vault.own_files import NESTED, SCHEMA, own_file
from llmwiki.vault.schema import Schema, read_schema
from llmwiki.vault.vault import Vault, find_root

if TYPE_CHECKING:
    from collections.abc import Mapping

    from llmwiki.vault.ledger import Ledger

PAGE_FOLDERS: Mapping[str, str] = {
    "entity": "entities",
    "concept": "concepts",
    "comparison": "comparisons",
    "query": "queries",
}


@dataclass
class Workspace:
    """An opened wiki; parts are read when they are first asked for.

    Attributes:
        root: The vault's folder.
        today: The date that pages and log lines carry.
    """

    root: Path
    today: date

    @classmethod
    def open(cls, start: Path | None = None, today: date | None = None) -> Workspace:
        """Open the vault at or above ``start`` (the current folder by default).

        Raises:
            VaultError: There is no vault there.
        """
        return cls(find_root(start or Path.cwd()), today or current_date())

    @classmethod
    def within(cls, folder: Path, today: date | None = None) -> Workspace:
        """Open the vault at or above ``folder``, or ``folder`` itself where nothing marks a vault."""
        try:
            return cls.open(folder, today)
        except VaultError:
            return cls(folder.resolve(), today or current_date())

    @cached_property
    def config(self) -> Config:
        """Settings of ``.wiki/config.toml``; raises ConfigError when they cannot be used."""
        return load_config(self.root)

    @cached_property
    def cache_dir(self) -> Path:
        """Where disposable databases of this vault are kept; a vault without ``.wiki`` is not written to."""
        elsewhere = self.config.cache
        if elsewhere is None and not (self.root / ".wiki").is_dir():
            elsewhere = user_caches()
        return cache_folder(self.root, elsewhere)

    @cached_property
    def vault(self) -> Vault:
        """The files of the vault as they are on disk."""
        return Vault.open(self.root, cache_dir=self.cache_dir)

    @cached_property
    def ledger(self) -> Ledger:
        """What the tool captured and wrote so far."""
        from llmwiki.vault.ledger import Ledger  # a lint of plain notes needs none

        return Ledger.load(self.root)

    @cached_property
    def schema(self) -> Schema:
        """The rules of ``SCHEMA.md`` (at the root or under ``wiki/``), or the defaults when there is none."""
        path = own_file(SCHEMA, self.vault.files)
        return read_schema(self.vault.text(path) if path in self.vault.files else "")

    @cached_property
    def pages_root(self) -> str:
        """Prefix of the page folders: empty, or ``wiki/`` where a vault keeps its pages there and has none in folders at its root."""
        at_root = tuple(f"{folder}/" for folder in PAGE_FOLDERS.values())
        below = tuple(NESTED + folder for folder in at_root)
        nested = any(path.startswith(below) for path in self.vault.notes) and not any(path.startswith(at_root) for path in self.vault.notes)
        return NESTED if nested else ""

    def folder(self, kind: str) -> str:
        """Folder of pages of ``kind``, with a final slash."""
        return f"{self.pages_root}{PAGE_FOLDERS[kind]}/"


def current_date() -> date:
    """Today, or the day of ``SOURCE_DATE_EPOCH`` when it is set. Raises ConfigError when that is no time."""
    moment = fixed_moment()
    return moment.date() if moment else datetime.now().astimezone().date()
