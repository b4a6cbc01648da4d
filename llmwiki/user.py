"""Settings of one person: which vault and which palace are meant where no folder says so."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from llmwiki.errors import ConfigError

_KEYS = ("vault", "palace")


class User(NamedTuple):
    """What a person may set in the user's own ``config.toml``.

    Attributes:
        vault: The vault that commands without one use.
        palace: A stand-alone palace in its place.
    """

    vault: Path | None = None
    palace: Path | None = None


def user_config() -> Path:
    """The file of these settings (XDG base directories); it may not exist."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "llmwiki" / "config.toml"


def load_user() -> User:
    """Read the settings; a missing file means none. Raises ConfigError naming what cannot be used."""
    file = user_config()
    try:
        data = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return User()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"{file} cannot be read: {reason}", "mend the file, or move it away") from error
    for key in sorted(data.keys() - set(_KEYS)):
        raise ConfigError(f"{file}: there is no setting '{key}'", f"settings are: {', '.join(_KEYS)}")
    return User(*(_folder(data, key, file) for key in _KEYS))


def _folder(data: dict[str, Any], key: str, file: Path) -> Path | None:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise ConfigError(f"{file}: '{key}' must be text in quotes", f'for example: {key} = "~/{key}"')
    return file.parent / Path(value).expanduser() if value else None
