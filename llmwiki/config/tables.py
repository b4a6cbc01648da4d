"""Typed values out of a table of the settings; what cannot be used is named with its key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from llmwiki.errors import ConfigError

CONFIG_PATH = ".wiki/config.toml"


def refuse_unknown(table: dict[str, Any], known: set[str], prefix: str) -> None:
    """Raise ConfigError for a key that there is not, with the nearest one that there is.

    Args:
        table: As it was read.
        known: Keys that there are.
        prefix: Of the table, such as ``lint.``; empty at the top.
    """
    for key in sorted(table.keys() - known):
        from difflib import get_close_matches

        near = get_close_matches(key, sorted(known), 1) or sorted(known)
        message = f"{CONFIG_PATH}: there is no setting '{prefix}{key}'"
        raise ConfigError(message, ("did you mean " if len(near) == 1 else "settings are: ") + ", ".join(prefix + name for name in near))


def table_of(data: dict[str, Any], key: str) -> dict[str, Any]:
    """A table, empty where it is not set. Raises ConfigError as all of these do, when the value is something else."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise wrong(key, "a table", f"[{key}]")
    return value


def text_of(table: dict[str, Any], key: str, default: str) -> str:
    """A text."""
    value = table.get(key, default)
    if not isinstance(value, str):
        raise wrong(key, "text in quotes", f'{key} = "{default}"')
    return value


def texts_of(table: dict[str, Any], key: str, example: str = "W501") -> tuple[str, ...]:
    """A list of texts; ``example`` is one, for the hint."""
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise wrong(key, "a list of texts", f'{key} = ["{example}"]')
    return tuple(value)


def path_of(table: dict[str, Any], key: str) -> Path | None:
    """A path with ``~`` read as the home folder; None where it is not set."""
    path = text_of(table, key, "")
    try:
        return Path(path).expanduser() if path else None
    except RuntimeError as error:  # ``~name`` of somebody who is not known here
        raise wrong(key, "a path whose ~ leads somewhere", f'{key} = "~/{key}"') from error


def flag_of(table: dict[str, Any], key: str, *, default: bool) -> bool:
    """True or false."""
    value = table.get(key, default)
    if not isinstance(value, bool):
        raise wrong(key, "true or false", f"{key} = true")
    return value


def number_of(table: dict[str, Any], key: str, default: float, least: float, most: float) -> float:
    """A number between two others, both included."""
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise wrong(key, f"a number from {least:g} to {most:g}", f"{key} = {default:g}")
    return float(value)


def count_of(table: dict[str, Any], key: str, default: int, most: int) -> int:
    """A whole number from 1 on; ``default`` may be 0 for one that is not set."""
    value = table.get(key, default)
    if key in table and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most):
        raise wrong(key, f"a whole number from 1 to {most:,}", f"{key} = {default or most}")
    return int(value)


def choice_of(table: dict[str, Any], key: str, default: str, choices: tuple[str, ...]) -> Any:  # noqa: ANN401 - the caller's Literal type
    """One of a few words."""
    value = text_of(table, key, default)
    if value not in choices:
        raise wrong(key, "one of " + ", ".join(choices), f'{key} = "{default}"')
    return value


def wrong(key: str, wanted: str, example: str) -> ConfigError:
    """The error for a value that cannot be used; the value itself is not shown, it may be a secret in the wrong place."""
    return ConfigError(f"{CONFIG_PATH}: '{key}' must be {wanted}", f"for example: {example}")
