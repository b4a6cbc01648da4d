"""The opened wiki: root, settings, rules, ledger and vault, wired in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from llmwiki.config import Config, PalaceSettings, Profile, fixed_moment, load_config
from llmwiki.errors import ConfigError, VaultError
from llmwiki.state import cache_folder, user_caches
from llmwiki.vault.ledger_mark import ledger_mark
from llmwiki.vault.own_files import SCHEMA, own_file, page_folders
from llmwiki.vault.places import LOCAL
from llmwiki.vault.schema import Schema, read_schema
from llmwiki.vault.vault import Vault, find_root

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from llmwiki.checks.base import Severity
    from llmwiki.checks.linter import Linter
    from llmwiki.config import ModelSettings
    from llmwiki.llm.client import Client
    from llmwiki.llm.known import Fitness
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.palace.filing import Synced
    from llmwiki.palace.palace import Palace
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.editor.base import Editor
    from llmwiki.scribe.editor.commission import Commission
    from llmwiki.vault.ledger import Ledger

Use = Literal["read", "write", "plan"]


@dataclass
class Workspace:
    """An opened wiki; parts are read when they are first asked for.

    Attributes:
        root: The vault's folder.
        today: The date that pages and log lines carry.
        keeps_caches: Whether the vault and the linter use what earlier runs kept, and keep what they find.
        times_checks: Whether checks run although their findings are known, as only then it shows how long they take.
        other_model: Which model is asked, in place of the one that the settings name.
    """

    root: Path
    today: date
    keeps_caches: bool = True
    times_checks: bool = False
    other_model: ModelSettings | None = None

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
        """Where disposable databases of this vault are kept: below ``.wiki`` only if that is the vault's and keeps them out of git."""
        if self.config.cache:
            return cache_folder(self.root, self.config.cache)
        inside = cache_folder(self.root)
        fit = (inside.parent / ".gitignore").is_file() and inside.resolve().is_relative_to(self.root.resolve())
        return inside if fit else cache_folder(self.root, user_caches())

    @cached_property
    def vault(self) -> Vault:
        """The files of the vault as they are on disk."""
        return Vault.open(self.root, cache_dir=self.cache_dir if self.keeps_caches else None)

    @cached_property
    def ledger(self) -> Ledger:
        """What the tool captured and wrote so far."""
        from llmwiki.vault.ledger import Ledger  # a lint of plain notes needs none

        _ = self.ledger_mark  # of a state that is no newer than what is read
        return Ledger.load(self.root)

    @cached_property
    def ledger_mark(self) -> str:
        """A hash that stays while the ledger does; empty where that is not certain."""
        return ledger_mark(self.root)

    @cached_property
    def retracted(self) -> frozenset[str]:
        """Paths of sources that were taken out."""
        return frozenset(record.path for record in self.ledger.sources.values() if record.retracted)

    @cached_property
    def palace(self) -> Palace:
        """The vault's palace; nothing is read or made before it is first used.

        Raises VaultError or WriteError when the folder that the settings name holds something else or cannot be made.
        """
        from llmwiki.palace.alone import claim
        from llmwiki.palace.copying import CLOSETS, Names
        from llmwiki.palace.palace import Home, Palace

        settings = self.config.palace
        home = Home(self.root / LOCAL / "palace", self.cache_dir / "palace")
        if settings.path:
            claim(self.root / settings.path)
            home = Home.alone(self.root / settings.path)
        names = Names(settings.collection_name, CLOSETS)
        return Palace(home, lambda kept: _embedder(settings, kept), names=names, url=settings.url)

    def fill_palace(self) -> Synced:
        """Bring the palace in line with the files of the vault as they were when it was opened; their words can then be searched."""
        from llmwiki.palace.shelves import file_vault

        return file_vault(self.vault, self.palace, self.wing, self.retracted, alone=not self.config.palace.path)

    def model(self, operation: str) -> Client | None:
        """The language model of the settings, for one command; None where none is set.

        Args:
            operation: What the calls are for, as the ledger of calls names it, such as ``ingest``.

        Raises:
            ConfigError: What the settings name cannot be used.
        """
        from llmwiki.llm.choose import open_model

        return open_model(self.model_settings, self.root, operation)

    @property
    def model_settings(self) -> ModelSettings:
        """Which model is asked, and how."""
        return self.other_model or self.config.model

    @property
    def has_model(self) -> bool:
        """Whether a model is set."""
        return self.model_settings.provider != "none"

    def model_way(self, model: Client) -> Fitness:
        """What a model is used for: ``judge``, ``writer`` or ``namer``."""
        from llmwiki.llm.choose import way_of
        from llmwiki.llm.known import KnownModels

        return way_of(self.model_settings, KnownModels(self.root).find(model.identity))

    def commission(self, scope: Collection[str], moved: Mapping[str, str], *, asks: bool = True, anew: bool = False) -> Commission | None:
        """The model as the editor of one compilation; None where none is set.

        Args:
            scope: Sources that may be asked about.
            moved: Old to new path of sources that a person moved.
            asks: Whether the model is asked; else only what it would take is counted.
            anew: Whether answers by another model or to another prompt do not count.

        Raises:
            ConfigError: What the settings name cannot be used.
        """
        model = self.model("ingest")
        if model is None:
            return None
        from llmwiki.llm.till import till
        from llmwiki.scribe.editor.commission import Commission

        counter = self._asker(moved, model, scope)
        counter.anew, counter.counts_only = anew, True
        asker = replace(counter, counts_only=False, failures=[], waiting=set(), pending={}) if asks else None
        return Commission(counter, asker, self.model_way(model), till(model, self.root))

    def kept_editor(self, moved: Mapping[str, str]) -> Editor:
        """What models answered before, as the editor of a compilation that asks nobody; nothing but rules where none ever was asked.

        Args:
            moved: Old to new path of sources that a person moved.
        """
        from llmwiki.scribe.editor.answers import FOLDER
        from llmwiki.scribe.editor.base import RULES

        if not (self.root / FOLDER).is_dir():
            return RULES
        from llmwiki.scribe.editor.model_editor import ModelEditor

        return ModelEditor(self._asker(moved), "judge")

    def _asker(self, moved: Mapping[str, str], model: Client | None = None, scope: Collection[str] = ()) -> Asker:
        from llmwiki.scribe.editor.answers import Answers
        from llmwiki.scribe.editor.asker import Asker
        from llmwiki.scribe.editor.prompts import Prompts

        answers = Answers(self.root, {new: old for old, new in moved.items()})
        return Asker(model, Prompts(self.root), answers, scope, self.model_settings.jobs)

    @property
    def wing(self) -> str:
        """The wing that the vault's own pages and sources are filed in."""
        return self.config.palace.wing or self.vault.name

    @cached_property
    def schema(self) -> Schema:
        """The rules of ``SCHEMA.md`` (at the root or under ``wiki/``), or the defaults when there is none."""
        path = own_file(SCHEMA, self.vault.files)
        return read_schema(self.vault.text(path) if path in self.vault.files else "")

    @cached_property
    def folders(self) -> Mapping[str, str]:
        """Kind of page to the folder of such pages, with a final slash."""
        return page_folders(self.root, self.vault.files)

    @cached_property
    def profile(self) -> Profile:
        """The family of checks that the settings name, else what the vault looks like."""
        from llmwiki.checks.profile import guess_profile

        return self.config.lint.profile or guess_profile(self.vault, self.schema)

    def linter(
        self, profile: Profile | None = None, select: Iterable[str] = (), ignore: Iterable[str] = (), least: Severity = "info"
    ) -> Linter:
        """What looks for faults under the settings of this vault.

        Args:
            profile: In place of the vault's own.
            select: Codes, beginnings of codes or names: only these, whatever the profile and the settings.
            ignore: The same: not these.
            least: Findings that are less bad are left out.
        """
        from llmwiki.checks.choice import Choice
        from llmwiki.checks.lenient import lenient_rules
        from llmwiki.checks.linter import Linter

        family = profile or self.profile
        choice = Choice(family, tuple(select), tuple(ignore), self.config.lint, least, lenient_rules(self.root, family))
        folder = self.cache_dir if self.keeps_caches else None
        return Linter(
            choice,
            self.schema,
            lambda: self.ledger,
            self.today,
            folder,
            ledger_mark=None if self.times_checks else lambda: self.ledger_mark,
        )

    def folder(self, kind: str) -> str:
        """Folder of pages of ``kind``, with a final slash."""
        return self.folders[kind]


@dataclass(frozen=True)
class Site:
    """Where commands on a palace work.

    Attributes:
        palace: The palace.
        settings: Which model finds meaning in it.
        wiki: The wiki that it mirrors; None for a palace of its own.
    """

    palace: Palace
    settings: PalaceSettings
    wiki: Workspace | None = None

    @classmethod
    def of(cls, wiki: Workspace) -> Site:
        """A vault's own palace."""
        return cls(wiki.palace, wiki.config.palace, wiki)

    @classmethod
    def alone(cls, folder: Path, use: Use = "read") -> Site:
        """A palace with a folder of its own.

        Args:
            folder: Where it lies.
            use: To read what must be there; to write, which makes it; to plan a write that may make it later.

        Raises:
            VaultError: there is none (to read), or the folder holds something else.
            WriteError: it cannot be made.
        """
        from llmwiki.palace.alone import allow, claim, require
        from llmwiki.palace.palace import Home, Palace

        {"read": require, "write": claim, "plan": allow}[use](folder)
        settings = PalaceSettings()
        return cls(Palace(Home.alone(folder.resolve()), lambda kept: _embedder(settings, kept)), settings)

    def embedder(self, name: str) -> Embedder | None:
        """The embedder of a name, in place of the one that is set; None for ``none``. Raises ConfigError when it cannot be used."""
        return _embedder(replace(self.settings, embedder=name), "")

    def refresh(self) -> None:
        """File what changed in the vault, if there is one, and in the journal."""
        if self.wiki is not None:
            self.wiki.fill_palace()
        self.palace.follow()


def _embedder(settings: PalaceSettings, kept: str) -> Embedder | None:
    """What makes vectors under these settings; left to choose, the model whose vectors are there. Raises ConfigError: it does not run."""
    from llmwiki.palace.embed.choose import choose

    name = kept.partition("@")[0]
    keep = settings.embedder == "auto" and name in {"e5", "fast"}
    if not keep:
        return choose(settings).embedder
    try:
        return choose(replace(settings, embedder=name)).embedder
    except ConfigError as error:
        hint = "`wiki palace rebuild --embedder auto` makes the vectors anew with what runs here"
        raise ConfigError(f"the vectors are of {name}, which does not run on this machine", hint) from error


def current_date() -> date:
    """Today, or the day of ``SOURCE_DATE_EPOCH`` when it is set. Raises ConfigError when that is no time."""
    moment = fixed_moment()
    return moment.date() if moment else datetime.now().astimezone().date()
