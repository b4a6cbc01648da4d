"""Addresses of servers in the settings."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from llmwiki.config.tables import text_of, wrong

_URL = re.compile(r"https?://(?P<host>[^\s/?#\\]+)[^\s\\]*", re.IGNORECASE)


def address_of(table: dict[str, Any], key: str, example: str) -> str:
    """The address of a server; empty where it is not set. Raises ConfigError when it has a user or a password, or leads nowhere."""
    url = text_of(table, key, "").strip()
    if url and not _leads_somewhere(url):
        raise wrong(key, "an address with http:// or https://, without user and password", f'{key} = "{example}"')
    return url


def _leads_somewhere(url: str) -> bool:
    match = _URL.fullmatch(url)
    try:
        return match is not None and "@" not in match["host"] and urlsplit(url).port != 0
    except ValueError:  # a port that is none, brackets that do not close
        return False
