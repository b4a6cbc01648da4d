"""Which of many names stand in a text, in one pass over the text whatever the number of names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from llmwiki.vault.vault import Vault

_SCRIPTS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_WIDE = f"[{_SCRIPTS}]"
_WORD = rf"[^\W{_SCRIPTS}]+"
_WORD_OR_PAIR = rf"{_WORD}|[{_SCRIPTS}](?=(.))"
_NO_LETTER = re.compile(r"\W")
_SHORT = 4
_FEW = 50
"""Up to so many names, looking for each is faster than cutting the text into words."""


class _Name(NamedTuple):
    text: str
    key: str


class NameFinder:
    """Looks for names as whole words; in Chinese, Japanese and Korean as runs of characters.

    Case does not matter, except in names that would be common words without it: one word of at most
    four letters, or all capitals (``Go``, ``RAG``). A wide name has at least two characters.
    """

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """Take ``names`` by the key that is given back when one of them is found."""
        written = [_Name(" ".join(name.split()), key) for key in sorted(names) for name in sorted(set(names[key]))]
        written = [name for name in written if len(name.text) > 1]
        exact: list[_Name] = []
        others: list[_Name] = []
        for name in written:
            if _is_exact(name.text):
                exact.append(name)
            else:
                others.append(_Name(name.text.casefold(), name.key))
        self._exact, self._folded = _Table(exact), _Table(others)

    def keys_in(self, text: str) -> frozenset[str]:
        """Keys with at least one name in ``text``."""
        folded = text.casefold()
        if not (self._exact.may_stand_in(text) or self._folded.may_stand_in(folded)):
            return frozenset()
        line, folded = " ".join(text.split()), " ".join(folded.split())
        return frozenset(self._exact.found(line) | self._folded.found(folded))


class _Table:
    """Names by the word (or pair of wide characters) in them that the fewest names have."""

    def __init__(self, names: list[_Name]) -> None:
        self._names = names
        parts_of = [_parts(name.text) for name in names]
        counts = Counter(chain.from_iterable(parts_of))
        self._by_part: dict[str, list[_Name]] = defaultdict(list)
        for name, parts in zip(names, parts_of, strict=True):
            if parts:
                self._by_part[min(parts, key=lambda part: (counts[part], part))].append(name)
        self._leads = tuple(dict.fromkeys(max(name.text.split(), key=len) for name in names)) if len(names) <= _FEW else ()
        self._has_wide = any(map(_compiled(_WIDE).match, self._by_part))

    def may_stand_in(self, text: str) -> bool:
        """Whether a part of one of the names is in a text of any layout; that most texts lack each of a few is seen at once."""
        if len(self._names) > _FEW:
            return True
        for part in self._leads:  # noqa: SIM110 - a generator takes as long again as the search
            if part in text:
                return True
        return False

    def found(self, text: str) -> set[str]:
        if len(self._names) <= _FEW:
            return {name.key for name in self._names if _stands(name.text, text)}
        parts = set(_compiled(_WORD).findall(text))
        if self._has_wide and not text.isascii():
            parts |= {first + second for first, second in pairwise(text)}
        return {name.key for part in parts & self._by_part.keys() for name in self._by_part[part] if _stands(name.text, text)}


def _parts(name: str) -> list[str]:
    return [found[0] + (found[1] or "") for found in _compiled(_WORD_OR_PAIR).finditer(name)]


@cache
def _compiled(form: str) -> re.Pattern[str]:
    """A pattern; those with whole scripts in them take longer than all else that a plain vault's lint needs of this module."""
    return re.compile(form)


def _is_exact(name: str) -> bool:
    letters = _NO_LETTER.sub("", name)
    return letters.isascii() and not letters.isdigit() and (len(name) <= _SHORT or name.isupper())


def names_of(vault: Vault, path: str) -> tuple[str, ...]:
    """Title (or file name) and aliases of a page."""
    block = vault.page(path).frontmatter
    title, aliases = block.text("title") or _stem(path), block.items("aliases")
    return tuple(dict.fromkeys([name for name in (title, *aliases) if name])) if aliases or not title else (title,)


def title_of(vault: Vault, path: str) -> str:
    """Title of a page, else its file name."""
    return vault.page(path).frontmatter.text("title") or _stem(path)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _stands(name: str, text: str) -> bool:
    """Whether ``name`` is in ``text`` with no letter or digit of its own script next to it."""
    position = text.find(name)
    while position >= 0:
        before = text[position - 1 : position]
        after = text[position + len(name) : position + len(name) + 1]
        if not _joined(before, name[0]) and not _joined(name[-1], after):
            return True
        position = text.find(name, position + 1)
    return False


def _joined(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word; wide characters never do."""
    return bool(left and right) and (left + right).replace("_", "a").isalnum() and not _compiled(_WIDE).search(left + right)
