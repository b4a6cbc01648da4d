"""Which checks there are, and what they go by."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmwiki.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.checks.base import Check


_IS_CHECK = b"\nCODE = "


@cache
def all_checks() -> tuple[Check, ...]:
    """Every module of this folder that has a ``CODE``, by code. The others serve them, and are not imported before they are needed."""
    files = sorted(file for file in Path(__file__).parent.glob("*.py") if _IS_CHECK in file.read_bytes())
    modules = [import_module(f"{__package__}.{file.stem}") for file in files]
    return tuple(sorted((cast("Check", module) for module in modules), key=lambda check: check.CODE))


def find(word: str) -> Check:
    """The check with this code or name, in any case. Raises ConfigError with near ones."""
    for check in all_checks():
        if word.casefold() in {check.CODE.casefold(), check.NAME}:
            return check
    raise _unknown(word)


def is_named(check: Check, words: Iterable[str]) -> bool:
    """Whether one of these words is the check's code, the beginning of it, or its name, in any case."""
    return any(check.CODE.startswith(word.upper()) or word.casefold() == check.NAME for word in words)


def refuse_unknown(words: Iterable[str], where: str = "") -> None:
    """Raise ConfigError with near ones when a word names no check; ``where`` says where the word stands."""
    for word in words:
        if not word or not any(is_named(check, [word]) for check in all_checks()):
            raise _unknown(word, where)


def _unknown(word: str, where: str = "") -> ConfigError:
    from difflib import get_close_matches

    codes = [check.CODE for check in all_checks()]
    if len(word) > 1 and word[1:].isdigit():
        near = [code for code in codes if code.startswith(word[:2].upper())]
    else:
        near = get_close_matches(word.casefold(), [check.NAME for check in all_checks()], 3, 0.5)
    hint = "did you mean " + " or ".join(near) + "?" if near else "checks: " + ", ".join(codes)
    return ConfigError(f"{where}there is no check “{word}”" if where else f"There is no check “{word}”.", hint)
