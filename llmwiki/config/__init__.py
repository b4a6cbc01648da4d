"""Settings of one vault, read from ``.wiki/config.toml``. A missing file means the defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from llmwiki.config.model import AGENT, ModelSettings, read_model
from llmwiki.config.palace import EmbeddingSettings, PalaceSettings, read_palace
from llmwiki.config.tables import CONFIG_PATH, choice_of, flag_of, path_of, refuse_unknown, table_of, text_of, texts_of, wrong
from llmwiki.errors import ConfigError

__all__ = [
    "AGENT",
    "CONFIG_PATH",
    "Config",
    "EmbeddingSettings",
    "FolderRule",
    "GitSettings",
    "Language",
    "Level",
    "Levels",
    "LintSettings",
    "ModelSettings",
    "NetSettings",
    "PalaceSettings",
    "Profile",
    "Revisions",
    "fixed_moment",
    "load_config",
]

Language = Literal["en", "zh"]
Profile = Literal["llmwiki", "hermes", "obsidian"]
Revisions = Literal["files", "git"]
Level = Literal["error", "warning", "info", "off"]
Levels = tuple[tuple[str, Level], ...]


class FolderRule(NamedTuple):
    """What ``wiki lint`` does otherwise in some files.

    Attributes:
        path: A folder with all below it, a file, or a pattern in which ``*`` stands for anything, slashes too.
        ignore: Checks that it leaves out there.
        severity: How bad findings of a check are there.
    """

    path: str
    ignore: tuple[str, ...] = ()
    severity: Levels = ()


@dataclass(frozen=True, slots=True)
class LintSettings:
    """The table ``[lint]``. Checks are named by code, by the beginning of a code, or by name.

    Attributes:
        profile: Which checks run; None: what the vault looks like.
        select: Only these checks run, whatever the profile; empty: those of the profile.
        ignore: These checks do not run.
        severity: How bad findings of a check are; ``off`` leaves it out.
        folders: What differs in some files; the later rule wins.
    """

    profile: Profile | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Levels = ()
    folders: tuple[FolderRule, ...] = ()


@dataclass(frozen=True, slots=True)
class NetSettings:
    """The table ``[net]``.

    Attributes:
        allow_private: Whether addresses given to ``wiki ingest`` may lead to this machine or the networks around it.
    """

    allow_private: bool = False


@dataclass(frozen=True, slots=True)
class GitSettings:
    """The table ``[git]``.

    Attributes:
        commit: Whether each command that wrote makes one commit of the files it wrote, where the vault lies in a repository.
    """

    commit: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """What a person may set.

    Attributes:
        language: Of section names, index and log that the tool writes itself.
        cache: Folder that takes the place of ``.wiki/cache`` (databases break in synced folders); None: inside the vault.
        converters: Names of converters from other packages to ask before the tool's own (entry points ``llmwiki.converters``).
        revisions: ``[raw] revisions``: where earlier states of sources are kept: as files below ``raw/.revisions``, or with
            ``git`` in the checked-out commit where that has them, else as files all the same.
        lint: What ``wiki lint`` looks for.
        net: What may be fetched from the web.
        git: What is committed.
        palace: Where the palace lies and which model finds meaning in it.
        model: The language model, if one is to be asked.
    """

    language: Language = "en"
    cache: Path | None = None
    converters: tuple[str, ...] = ()
    revisions: Revisions = "files"
    lint: LintSettings = LintSettings()
    net: NetSettings = NetSettings()
    git: GitSettings = GitSettings()
    palace: PalaceSettings = field(default_factory=PalaceSettings)
    model: ModelSettings = field(default_factory=ModelSettings)


def load_config(root: Path) -> Config:
    """Read the settings of the vault at ``root``. Raises ConfigError naming the key that cannot be used."""
    try:
        text = (root / CONFIG_PATH).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(error) from error
    return _config(_toml(text.replace("\r\n", "\n")))


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # most vaults that are only linted have no settings

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> ConfigError:
    reason = error.strerror if isinstance(error, OSError) else error
    return ConfigError(f"{CONFIG_PATH} cannot be read: {reason}", "mend the file, or move it away to use the defaults")


def _config(data: dict[str, Any]) -> Config:
    refuse_unknown(data, {"language", "cache", "converters", "git", "lint", "model", "net", "palace", "raw"}, "")
    raw = table_of(data, "raw")
    refuse_unknown(raw, {"revisions"}, "raw.")
    return Config(
        language=choice_of(data, "language", "en", get_args(Language)),
        cache=path_of(data, "cache"),
        converters=texts_of(data, "converters", "name"),
        revisions=choice_of(raw, "revisions", "files", get_args(Revisions)),
        lint=_lint(table_of(data, "lint")),
        net=_net(table_of(data, "net")),
        git=_git(table_of(data, "git")),
        palace=read_palace(table_of(data, "palace")),
        model=read_model(table_of(data, "model")),
    )


def _net(table: dict[str, Any]) -> NetSettings:
    refuse_unknown(table, {"allow_private"}, "net.")
    return NetSettings(flag_of(table, "allow_private", default=False))


def _git(table: dict[str, Any]) -> GitSettings:
    refuse_unknown(table, {"commit"}, "git.")
    return GitSettings(flag_of(table, "commit", default=False))


def _lint(table: dict[str, Any]) -> LintSettings:
    refuse_unknown(table, {"profile", "select", "ignore", "severity", "folders"}, "lint.")
    return LintSettings(
        profile=choice_of(table, "profile", "llmwiki", get_args(Profile)) if "profile" in table else None,
        select=texts_of(table, "select"),
        ignore=texts_of(table, "ignore"),
        severity=_levels(table),
        folders=_folders(table),
    )


def _levels(table: dict[str, Any]) -> Levels:
    levels = table_of(table, "severity")
    return tuple((word, choice_of(levels, word, "off", get_args(Level))) for word in levels)


def _folders(table: dict[str, Any]) -> tuple[FolderRule, ...]:
    rules = table.get("folders", [])
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise wrong("folders", "tables", '[[lint.folders]] path = "daily/"')
    return tuple(_folder(rule) for rule in rules)


def _folder(rule: dict[str, Any]) -> FolderRule:
    refuse_unknown(rule, {"path", "ignore", "severity"}, "lint.folders.")
    path = text_of(rule, "path", "").removeprefix("./")
    if not path or path.startswith(("/", "../")) or "\\" in path:
        raise wrong("path", "a folder or a file of the vault, with /", 'path = "daily/"')
    return FolderRule(path, texts_of(rule, "ignore"), _levels(rule))


def fixed_moment() -> datetime | None:
    """The time that ``SOURCE_DATE_EPOCH`` sets (reproducible-builds.org), None when it is not set.

    Raises ConfigError when it is no number of seconds that makes a date.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ConfigError(f"SOURCE_DATE_EPOCH is no time: {epoch!r}", "set it to seconds since 1970, or unset it") from error
