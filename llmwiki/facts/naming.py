"""Which names of a statement its evidence does not know."""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING

from llmwiki.facts.proper_names import Name, is_marked, names_in, words_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_WIDE = re.compile("[\u3400-\u9fff\u3040-\u30ff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|we|i|his|her|hers|its|their|our|my|him|them|us|this|these|who|which)\b|[他她它我您你其该]|本[文书司]|这[个种位家]",
    re.IGNORECASE,
)
_STEM = 4
_MOST = 0.6
# What a person is called by, and a paraphrase may add.
_ADDRESSES = frozenset("professor president king queen sir lady captain general minister mayor judge bishop saint".split())


def missing_names(statement: str, quotes: Sequence[str], names: Sequence[str], whole: str) -> Iterator[str]:
    """Names in a statement that neither its quotes nor the names around it hold.

    A name that is not in the quotes may stand for a pronoun or be called otherwise there. So it is only given when the source does not
    have it at all, or when the quote has another name in its very place.

    Args:
        statement: One sentence.
        quotes: Of its citations.
        names: Titles, aliases and the like, which are known.
        whole: Text of the sources; empty when it is not known.
    """
    stated = names_in(statement)
    if not stated or _speaks_otherwise(statement, quotes):
        return
    known, own = _Words([*quotes, *names]), _Words([statement, *names])
    there = [name for quote in quotes for name in names_in(quote)]
    others = [name for name in there if not own.hold(name)]
    strangers = [name for name in stated if not known.hold(name) or _is_patched(name, there, statement, [*quotes, *names, whole])]
    if not strangers:
        return
    everything = _Words([whole]) if whole else None
    refers = any(_PRONOUN.search(quote) for quote in quotes)
    for name in strangers:
        in_source = everything is not None and everything.hold(name)
        is_foreign = everything is not None and name.sure and not in_source and not known.hold_some(name) and not everything.hold_some(name)
        may_refer = refers and in_source
        if (
            is_foreign
            or _is_patched(name, there, statement, [*quotes, *names, whole])
            or any(_in_place_of(name, other) for other in others if not may_refer)
            or any(_between(name, other) for other in there)
        ):
            yield name.text


def foreign_words(statement: str, quotes: Sequence[str], names: Sequence[str], whole: str) -> Iterator[str]:
    """Words of names in a statement that neither its quotes nor the names around it nor its sources have.

    At the head of a sentence any word has a capital: there one is only given where a name of the quotes is missing.

    Args:
        statement, quotes, names, whole: As above; where the sources are not known, nothing is given.
    """
    if not whole or _speaks_otherwise(statement, quotes):
        return
    known, own = _Words([*quotes, *names, whole]), _Words([statement])
    lost = any(not own.hold(name) for quote in quotes for name in names_in(quote))
    for name in names_in(statement):
        if (name.sure or (lost and len(name.words) == 1)) and not known.hold(name, closely=True):
            words = name.words[1:] if name.words[0].casefold() in _ADDRESSES else name.words
            yield from (word for word in words if len(word) > 1 and not known.has(word, closely=True))


def _speaks_otherwise(statement: str, quotes: Iterable[str]) -> bool:
    """Whether the statement is in Latin letters and its quotes are not: names are written otherwise there."""
    joined = "".join(quotes)
    return not _WIDE.search(statement) and len(_WIDE.findall(joined)) > len(_LATIN.findall(joined))


def _in_place_of(name: Name, other: Name) -> bool:
    """Whether the words beside two names say that one stands where the other does."""
    if bool(_WIDE.search(name.text)) != bool(_WIDE.search(other.text)):
        return False
    if not (name.sure or _is_like_a_name(name)) or (not other.sure and not _is_like_a_name(other)):
        return False
    left, right = name.left == other.left, name.right == other.right
    differing = sum(mine != theirs for mine, theirs in zip(name.words, other.words, strict=False))
    if len(name.words) == len(other.words) > 1 and differing == 1:
        return True
    return (left and right) or (left and name.left != "" and name.sure) or (right and name.right != "")


def _is_patched(name: Name, there: Sequence[Name], statement: str, known: Sequence[str]) -> bool:
    """Whether a name of the quotes has all words of this one but for one, which the evidence has as a plain word alone: Weaver Mills."""
    for other in there if name.sure and len(name.words) > 1 else ():
        changed = [pair for pair in zip(name.words, other.words, strict=False) if pair[0] != pair[1]]
        if len(other.words) == len(name.words) and len(changed) == 1:
            mine, theirs = changed[0]
            if theirs not in statement and not any(mine in text for text in known):
                return True
    return False


def _between(name: Name, other: Name) -> bool:
    """Whether two names, one of them known, stand between the same two words."""
    return name.sure and other.sure and (name.left, name.right) == (other.left, other.right) and bool(name.left and name.right)


def _is_like_a_name(name: Name) -> bool:
    return len(name.words) > 1 or is_marked(name.words[0]) or name.words[0][0].isupper()


def _begin_alike(word: str, other: str) -> bool:
    """``european`` and ``europe``, but not ``solarfrost`` and ``solar``."""
    shared = max(_STEM, ceil(_MOST * max(len(word), len(other))))
    return len(word) >= shared and word[:shared] == other[:shared]


class _Words:
    """The words of some texts, and what their names may be shortened to."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(texts)
        self._text = " ".join(texts).casefold()
        written = [word for text in texts for word in words_in(text)]
        self._acronyms = frozenset(word.casefold() for word in written if word.isupper())
        self._words = [word.casefold() for word in written]
        self._set = frozenset(self._words)
        self._stems = frozenset(word[:_STEM] for word in self._set if len(word) >= _STEM)
        self._initials = "".join(word[0] for word in self._words)

    def hold(self, name: Name, *, closely: bool = False) -> bool:
        """Whether a name stands in the texts, in whole, word by word, as an acronym or written out."""
        if name.text.casefold() in self._text:
            return True
        if _WIDE.search(name.text):
            return False
        return all(self.has(word, closely=closely) for word in name.words) or self._is_written_out(name) or self._is_acronym(name)

    def hold_some(self, name: Name) -> bool:
        """Whether the texts have a word of the name."""
        return any(self.has(word) for word in name.words)

    def has(self, word: str, *, closely: bool = False) -> bool:
        """Whether a word of a name stands in the texts, in whole, by its beginning (most of it, if ``closely``), or in other words."""
        folded = re.sub(r"['’]s$", "", word.casefold())
        if folded in self._set or folded.rstrip("s") in self._set or f"{folded}s" in self._set:
            return True
        if is_marked(word) and len(word) > 1:
            return folded.replace("-", "").replace(".", "") in self._text.replace("-", "").replace(" ", "").replace(".", "")
        parts = folded.split("-")
        is_joined = len(parts) > 1 and all(part in self._set for part in parts)
        begins = len(folded) > _STEM and folded[:_STEM] in self._stems
        return is_joined or (begins and not (closely and not any(_begin_alike(folded, other) for other in self._set)))

    def _is_written_out(self, name: Name) -> bool:
        """``RAG`` for ``retrieval-augmented generation``."""
        word = name.words[0]
        letters = "".join(sign for sign in word if sign.isupper()).casefold()
        if len(name.words) > 1 or len(letters) < 2 or 2 * len(letters) < len(word):  # noqa: PLR2004 - an acronym has two letters, and few others
            return False
        parts = "".join(part[0] for word in self._words for part in word.split("-") if part)
        return letters in parts or letters.rstrip("s") in parts

    def _is_acronym(self, name: Name) -> bool:
        """``World Health Organization`` for ``WHO``."""
        letters = "".join(part[0] for word in name.words for part in word.split("-") if part).casefold()
        return len(letters) > 1 and letters in self._acronyms
