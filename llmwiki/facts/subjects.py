"""Which page a statement speaks of: by the name that it begins with."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from llmwiki.facts.vocabulary import SET_BY_DESIGN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WIDE = re.compile("[\u4e00-\u9fff]")
_OPEN = re.compile(
    r"[^\w ]|截至|(?:The|As of|In|On|Founded|Established)\b|\d"
    r"|.*(?:default|\b(?:founded|established|created|acquired|bought|purchased) |创[立办建])",
    re.IGNORECASE,
)
_FIRST = re.compile("[\u3400-\u9fff].|[^\\W\u3400-\u9fff]+")
_PARENTHESIS = re.compile(r"\s*[(（][^)）]*[)）]")
_VERSIONED = re.compile(r"(?P<name>.+?)(?: |(?<=[\u4e00-\u9fff]))(?P<version>v?\d+(?:\.\d+)*[A-Za-z]?)")
_LONGEST_NAME = 20
# Behind these a name is no owner of what follows.
_NOT_A_PART = "的于由在是为有被共和与及或，。、（( "


class Subjects:
    """Which page a name at the head of a statement stands for; a name of two pages stands for none."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        found: dict[str, set[str]] = defaultdict(set)
        for path in names:
            for name in names[path]:
                found[_fold(name)].add(path)
        self._pages = {name: min(paths) for name, paths in found.items() if len(paths) == 1}
        self._openings = frozenset(_opening(name) for name in self._pages)

    def page(self, name: str) -> str:
        """Path of the page with this name, empty when there is none."""
        return self._pages.get(_fold(name)) or self._pages.get(_fold(_PARENTHESIS.sub("", name)), "")

    def find(self, name: str) -> tuple[str, str]:
        """Path of the page that a subject means, and its version where the name of the page is followed by one (``Python 3.12``)."""
        path = self.page(name)
        versioned = None if path else _VERSIONED.fullmatch(name.strip())
        return (self.page(versioned["name"]), versioned["version"].casefold()) if versioned else (path, "")

    def divided(self, text: str) -> str:
        """A Chinese sentence with 的 between the page that it begins with and a part of it (``连接池默认大小`` is ``连接池的默认大小``)."""
        if not _WIDE.search(text):
            return ""
        names = (text[:end] for end in range(min(len(text) - 1, _LONGEST_NAME), 1, -1) if _WIDE.match(text[end]))
        name = next((name for name in names if _fold(name) in self._pages), "")
        return f"{name}的{text[len(name) :]}" if name and text[len(name)] not in _NOT_A_PART else ""

    def may_open(self, text: str) -> bool:
        """Whether a sentence that may hold a fact, its marks still in it, may have a subject: a quick look that never misses one."""
        return bool(_opening(text.casefold()) in self._openings or _OPEN.match(text) or SET_BY_DESIGN.search(text))


def _opening(text: str) -> str:
    """The first word, or the first two characters of a Chinese text."""
    found = _FIRST.search(text)
    return found[0] if found else ""


def _fold(name: str) -> str:
    return name.strip(" `\"'“”").casefold().removeprefix("the ")
