"""Properties in TOML between ``+++`` lines, as Hugo and Zola write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from llmwiki.vault.frontmatter import Problem

_BLOCK = re.compile(r"\ufeff?\+\+\+[ \t]*\r?\n(?P<toml>.*?)^\+\+\+[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)


class TomlProperties(NamedTuple):
    """The same face as ``vault.frontmatter.Frontmatter`` has, for reading.

    Attributes:
        data: Top-level entries.
        body_start: Offset behind the block, code points.
        problems: Why the block could not be read, if it could not.
    """

    data: Mapping[str, Any]
    body_start: int
    problems: tuple[Problem, ...] = ()

    def text(self, key: str) -> str:
        """A value as text; empty for none and for lists."""
        value = self.data.get(key, "")
        return "" if isinstance(value, list | dict) else str(value)

    def items(self, key: str) -> tuple[str, ...]:
        """A list's entries, or the one value."""
        value = self.data.get(key, ())
        if isinstance(value, dict):
            return ()
        return tuple(str(item) for item in value) if isinstance(value, list | tuple) else (str(value),)


def toml_properties(text: str) -> TomlProperties | None:
    """The block at the top of ``text``, None when there is none; a broken one is skipped and its problem told."""
    match = _BLOCK.match(text)
    if match is None:
        return None
    import tomllib  # 40 ms, and few sources have such a block

    try:
        return TomlProperties(tomllib.loads(match["toml"].replace("\r\n", "\n")), match.end())
    except tomllib.TOMLDecodeError as error:
        return TomlProperties({}, match.end(), (Problem(f"invalid TOML: {error}", match.start(), "toml"),))
