"""Settings of the person, in ``~/.config/llmwiki/config.toml``: the usual vault and palace, which key goes where, what may be spent.

A vault's own settings come with the vault, and so from whoever made it. What costs the person money or gives away a secret is decided here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from llmwiki.config.prices import Price, read_price
from llmwiki.errors import ConfigError

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""Name of an environment variable (POSIX)."""

_KNOWN = ("hosts", "keys", "max_cost", "palace", "prices", "vault")


@dataclass(frozen=True, slots=True)
class UserSettings:
    """What a person set for all vaults.

    Attributes:
        keys: Host, or ``host:port``, to the name of the environment variable whose value may be sent there.
        hosts: Servers that text may be sent to though only a vault's settings name them.
        prices: Name of a model to what it costs.
        max_cost: Most US dollars that one command may spend, whatever a vault says; None: no limit.
        vault: The vault that commands without one use; None: none.
        palace: A stand-alone palace in its place; None: none.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()
    prices: Mapping[str, Price] = field(default_factory=dict)
    max_cost: float | None = None
    vault: Path | None = None
    palace: Path | None = None


def user_config_file() -> Path:
    """Where the person's settings lie (XDG base directories); the file need not exist."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "llmwiki" / "config.toml"


def load_user() -> UserSettings:
    """Read the person's settings. Raises ConfigError naming what cannot be used."""
    import tomllib

    file = user_config_file()
    try:
        data = tomllib.loads(file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except (FileNotFoundError, NotADirectoryError):
        return UserSettings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"{file} cannot be read: {reason}", "mend the file, or move it away") from error
    for key in sorted(data.keys() - set(_KNOWN)):
        raise _wrong(f"there is no setting '{key}'", f"settings are: {', '.join(_KNOWN)}")
    return UserSettings(
        keys=_keys(data.get("keys", {})),
        hosts=_hosts(data.get("hosts", [])),
        prices=_prices(data.get("prices", {})),
        max_cost=_cost(data.get("max_cost")),
        vault=_folder(data, "vault"),
        palace=_folder(data, "palace"),
    )


def _folder(data: dict[str, Any], key: str) -> Path | None:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise _wrong(f"'{key}' must be text in quotes", f'for example: {key} = "~/{key}"')
    return user_config_file().parent / Path(value).expanduser() if value else None


def _keys(table: object) -> dict[str, str]:
    example = '[keys] "models.example.org" = "MY_KEY"'
    if not isinstance(table, dict):
        raise _wrong("'keys' must be a table", f"for example: {example}")
    for host, variable in table.items():
        if not isinstance(variable, str) or not VARIABLE.fullmatch(variable):  # the value is not shown, it may be the key itself
            raise _wrong(f"'keys' must give {host} the name of an environment variable, never the key itself", f"for example: {example}")
    return {host.lower(): variable for host, variable in table.items()}


def _hosts(value: object) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(host, str) for host in value):
        raise _wrong("'hosts' must be a list of texts", 'for example: hosts = ["models.example.org"]')
    return frozenset(host.lower() for host in value)


def _prices(table: object) -> dict[str, Price]:
    if not isinstance(table, dict):
        raise _wrong("'prices' must be a table", 'for example: [prices."my-model"] input = 0.25 and output = 2.0')
    return {name: read_price(name, value, str(user_config_file())) for name, value in table.items()}


def _cost(value: Any) -> float | None:  # noqa: ANN401 - whatever TOML can say
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise _wrong("'max_cost' must be a number of US dollars", "for example: max_cost = 2.0")
    return float(value)


def _wrong(what: str, hint: str) -> ConfigError:
    return ConfigError(f"{user_config_file()}: {what}", hint)
