"""Which checks there are, and which of them a run wants."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

import llmwiki.checks
from llmwiki.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from llmwiki.checks.base import Check


@cache
def all_checks() -> tuple[Check, ...]:
    """Every module of this folder that has a ``CODE``, by code."""
    names = [module.name for module in pkgutil.iter_modules(llmwiki.checks.__path__)]
    modules = [import_module(f"{llmwiki.checks.__name__}.{name}") for name in names]
    return tuple(sorted((cast("Check", module) for module in modules if hasattr(module, "CODE")), key=lambda check: check.CODE))


def find(word: str) -> Check:
    """The check with this code or name, in any case. Raises ConfigError with near ones."""
    for check in all_checks():
        if word.casefold() in {check.CODE.casefold(), check.NAME}:
            return check
    raise _unknown(word)


def choose(profile: str, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[Check, ...]:
    """The checks of a run.

    Args:
        profile: Gives the checks when nothing is selected.
        select: Codes, beginnings of codes (``W1``) or names; only these run, whatever the profile.
        ignore: The same; these do not run.

    Raises:
        ConfigError: A word names no check.
    """
    _refuse_unknown([*select, *ignore])
    if select:
        wanted = [check for check in all_checks() if _named(check, select)]
    else:
        wanted = [check for check in all_checks() if profile in check.PROFILES]
    return tuple(check for check in wanted if not _named(check, ignore))


def _named(check: Check, words: Iterable[str]) -> bool:
    return any(check.CODE.startswith(word.upper()) or word.casefold() == check.NAME for word in words)


def _refuse_unknown(words: Iterable[str]) -> None:
    for word in words:
        if not word or not any(_named(check, [word]) for check in all_checks()):
            raise _unknown(word)


def _unknown(word: str) -> ConfigError:
    from difflib import get_close_matches

    codes = [check.CODE for check in all_checks()]
    names = [check.NAME for check in all_checks()]
    near = get_close_matches(word.upper(), codes, 3, 0.7) or get_close_matches(word.casefold(), names, 3, 0.5)
    return ConfigError(f"There is no check “{word}”.", "did you mean " + " or ".join(near) + "?" if near else "checks: " + ", ".join(codes))
