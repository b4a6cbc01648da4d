"""Settings of one vault, read from ``.wiki/config.toml``. A missing file means the defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from llmwiki.errors import ConfigError

Language = Literal["en", "zh"]
Profile = Literal["llmwiki", "hermes", "obsidian"]

CONFIG_PATH = ".wiki/config.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """What a person may set.

    Attributes:
        language: Of section names, index and log that the tool writes itself.
        cache: Folder that takes the place of ``.wiki/cache`` (databases break in synced folders); None: inside the vault.
        profile: Which checks ``wiki lint`` runs when it is not told; None: what the vault looks like.
        converters: Names of converters from other packages to ask before the tool's own (entry points ``llmwiki.converters``).
        ignore: Check codes that ``wiki lint`` leaves out.
    """

    language: Language = "en"
    cache: Path | None = None
    profile: Profile | None = None
    ignore: tuple[str, ...] = ()
    converters: tuple[str, ...] = ()


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
    lint = _table(data, "lint")
    _refuse_unknown(data, {"language", "cache", "converters", "lint"}, "")
    _refuse_unknown(lint, {"profile", "ignore"}, "lint.")
    cache = _text(data, "cache", "")
    return Config(
        language=_choice(data, "language", "en", get_args(Language)),
        cache=Path(cache).expanduser() if cache else None,
        profile=_choice(lint, "profile", "llmwiki", get_args(Profile)) if "profile" in lint else None,
        ignore=_texts(lint, "ignore"),
        converters=_texts(data, "converters"),
    )


def _refuse_unknown(table: dict[str, Any], known: set[str], prefix: str) -> None:
    for key in sorted(table.keys() - known):
        message = f"{CONFIG_PATH}: there is no setting '{prefix}{key}'"
        raise ConfigError(message, "settings are: " + ", ".join(prefix + name for name in sorted(known)))


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
        raise _wrong(key, "a list of texts", f'{key} = ["{"W501" if key == "ignore" else "name"}"]')
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
