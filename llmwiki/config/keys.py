"""Which key goes to which server: only one that the person's own settings, or the list below, name for that very host.

The settings of a vault come with it, and a vault may come from a stranger: it can say where to ask, never what to give away.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from llmwiki.config.user import UserSettings, load_user, user_config_file
from llmwiki.errors import ConfigError

WELL_KNOWN: dict[str, str] = {
    "api.openai.com": "OPENAI_API_KEY",
    "api.anthropic.com": "ANTHROPIC_API_KEY",
    "openrouter.ai": "OPENROUTER_API_KEY",
    "api.deepseek.com": "DEEPSEEK_API_KEY",
    "generativelanguage.googleapis.com": "GEMINI_API_KEY",
    "api.mistral.ai": "MISTRAL_API_KEY",
    "api.groq.com": "GROQ_API_KEY",
    "open.bigmodel.cn": "ZHIPUAI_API_KEY",
    "api.z.ai": "ZAI_API_KEY",
    "dashscope.aliyuncs.com": "DASHSCOPE_API_KEY",
    "api.moonshot.cn": "MOONSHOT_API_KEY",
    "api.moonshot.ai": "MOONSHOT_API_KEY",
}
"""Hosts of providers, with the variable that each provider's manual names."""

_PLAIN_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?", re.IGNORECASE)
"""A host that all programs read in the same way: a key goes nowhere else."""


def key_for(url: str, wanted: str = "", user: UserSettings | None = None) -> str:
    """The key to send to the server at ``url``, which text may be sent to; empty: none is sent.

    Args:
        url: Of the server, as the vault's settings have it.
        wanted: Name of the environment variable that the vault's settings ask for (``key_env``); empty: none asked for.
        user: The person's settings; None: they are read.

    Raises:
        ConfigError: The server is one that only the vault's settings name, the vault asks for a key that is not meant for this host, the
            address is not protected, the variable is not set, or what it holds is no key. No message has the key.
    """
    user = load_user() if user is None else user
    require_trusted(url, user)
    host = host_of(url)
    variable = variable_for(url, user)
    if wanted and wanted != variable:
        what = f"{wanted} is not sent to {host or 'this address'}: the vault's settings ask for it, your own do not name it for this host"
        raise ConfigError(what, f'if you trust the host, write into {user_config_file()}: [keys] "{host}" = "{wanted}"')
    if not variable:
        return ""
    key = os.environ.get(variable, "").strip()
    if not key:
        if is_loopback(url) and not wanted:
            return ""
        raise ConfigError(f"{variable} is not set: {host} wants the key in it", f"export {variable}=...")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(f"what {variable} holds is no key: no header may carry some of its signs", f"set {variable} to the key alone")
    if urlsplit(url).scheme.lower() != "https" and not is_loopback(url):
        raise ConfigError(f"{variable} is not sent to {host} without encryption", f"use https://{host}")
    return key


def require_trusted(url: str, user: UserSettings | None = None) -> None:
    """Let no text go to a server that a stranger's vault may have named: what is asked and what is filed would be read there.

    Servers of this machine, those of the list above and those that the person's settings name, in ``hosts`` or ``keys``, are trusted.

    Raises:
        ConfigError: It is another one.
    """
    if is_loopback(url) or host_of(url) in WELL_KNOWN:
        return
    settings = load_user() if user is None else user
    host, where = host_of(url), urlsplit(url).netloc.lower()
    if not {host, where} & {*settings.hosts, *settings.keys}:
        what = f"nothing is sent to {host or 'this address'}: the vault's settings name it, your own do not"
        raise ConfigError(what, f'if you trust it, write into {user_config_file()}: hosts = ["{host}"]')


def variable_for(url: str, user: UserSettings | None = None) -> str:
    """Name of the environment variable whose value may go to this server; empty: none may."""
    if not _PLAIN_HOST.fullmatch(urlsplit(url).netloc):
        return ""
    named = (load_user() if user is None else user).keys
    host, where = host_of(url), urlsplit(url).netloc.lower()
    return named.get(where) or named.get(host) or WELL_KNOWN.get(host, "")


def host_of(url: str) -> str:
    """The host in an address, in small letters; empty where there is none."""
    return (urlsplit(url).hostname or "").lower()


def is_loopback(url: str) -> bool:
    """Whether an address leads to this machine: ``localhost``, 127.0.0.0/8 or ::1 (RFC 6761, RFC 5735, RFC 4291)."""
    host = host_of(url)
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
