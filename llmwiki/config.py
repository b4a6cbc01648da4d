"""Settings of one vault, read from ``.wiki/config.toml``. A missing file means the defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from llmwiki.errors import ConfigError

Language = Literal["en", "zh"]
Profile = Literal["llmwiki", "hermes", "obsidian"]
Revisions = Literal["files", "git"]
Level = Literal["error", "warning", "info", "off"]
Levels = tuple[tuple[str, Level], ...]

CONFIG_PATH = ".wiki/config.toml"


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
    """

    language: Language = "en"
    cache: Path | None = None
    converters: tuple[str, ...] = ()
    revisions: Revisions = "files"
    lint: LintSettings = LintSettings()
    net: NetSettings = NetSettings()


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
    _refuse_unknown(data, {"language", "cache", "converters", "lint", "net", "raw"}, "")
    raw = _table(data, "raw")
    _refuse_unknown(raw, {"revisions"}, "raw.")
    cache = _text(data, "cache", "")
    return Config(
        language=_choice(data, "language", "en", get_args(Language)),
        cache=Path(cache).expanduser() if cache else None,
        converters=_texts(data, "converters"),
        revisions=_choice(raw, "revisions", "files", get_args(Revisions)),
        lint=_lint(_table(data, "lint")),
        net=_net(_table(data, "net")),
    )


def _net(table: dict[str, Any]) -> NetSettings:
    _refuse_unknown(table, {"allow_private"}, "net.")
    allowed = table.get("allow_private", False)
    if not isinstance(allowed, bool):
        raise _wrong("allow_private", "true or false", "allow_private = true")
    return NetSettings(allowed)


def _lint(table: dict[str, Any]) -> LintSettings:
    _refuse_unknown(table, {"profile", "select", "ignore", "severity", "folders"}, "lint.")
    return LintSettings(
        profile=_choice(table, "profile", "llmwiki", get_args(Profile)) if "profile" in table else None,
        select=_texts(table, "select"),
        ignore=_texts(table, "ignore"),
        severity=_levels(table),
        folders=_folders(table),
    )


def _levels(table: dict[str, Any]) -> Levels:
    levels = _table(table, "severity")
    return tuple((word, _choice(levels, word, "off", get_args(Level))) for word in levels)


def _folders(table: dict[str, Any]) -> tuple[FolderRule, ...]:
    rules = table.get("folders", [])
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise _wrong("folders", "tables", '[[lint.folders]] path = "daily/"')
    return tuple(_folder(rule) for rule in rules)


def _folder(rule: dict[str, Any]) -> FolderRule:
    _refuse_unknown(rule, {"path", "ignore", "severity"}, "lint.folders.")
    path = _text(rule, "path", "").removeprefix("./")
    if not path or path.startswith(("/", "../")) or "\\" in path:
        raise _wrong("path", "a folder or a file of the vault, with /", 'path = "daily/"')
    return FolderRule(path, _texts(rule, "ignore"), _levels(rule))


def _refuse_unknown(table: dict[str, Any], known: set[str], prefix: str) -> None:
    for key in sorted(table.keys() - known):
        from difflib import get_close_matches

        near = get_close_matches(key, sorted(known), 1) or sorted(known)
        message = f"{CONFIG_PATH}: there is no setting '{prefix}{key}'"
        raise ConfigError(message, ("did you mean " if len(near) == 1 else "settings are: ") + ", ".join(prefix + name for name in near))


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise _wrong(key, "a table", f"[{key}]")
    return value


def _text(table: dict[str, Any], key: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise _wrong(key, "text in quotes", f'{key} = "{default}"')
    return value


def _texts(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(key, "a list of texts", f'{key} = ["{"name" if key == "converters" else "W501"}"]')
    return tuple(value)


def _choice(table: dict[str, Any], key: str, default: str, choices: tuple[str, ...]) -> Any:  # noqa: ANN401 - the caller's Literal type
    value = _text(table, key, default)
    if value not in choices:
        raise _wrong(key, "one of " + ", ".join(choices), f'{key} = "{default}"')
    return value


def _wrong(key: str, wanted: str, example: str) -> ConfigError:
    return ConfigError(f"{CONFIG_PATH}: '{key}' must be {wanted}", f"for example: {example}")


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
