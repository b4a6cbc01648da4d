"""What speaks for a candidate, source by source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN_CHAR

_BACK = 80
_HAN_ADJUNCT = re.compile(
    r"(?:[在从为如和与及或对向由给以自往至到于跟同、按把被将比]|例如|比如|包括|以及|通过|使用|关于|根据|基于|属于|位于|来自|除了|利用)(?:[“「《\"`（]|该|此|其|这个|一个)*$"
)
_OPENS = re.compile(r"(?:the|an?|\W)*", re.IGNORECASE)


class Mention(NamedTuple):
    """A name in a sentence.

    Attributes:
        sentence: ``Sentence.index``.
        start, end: Place in ``Sentence.text``, code points.
        adjunct: It stands behind a preposition, *and*, *or* or a list comma.
    """

    sentence: int
    start: int
    end: int
    adjunct: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts and mentions of one candidate in one source.

    Attributes:
        source: Vault-relative path.
        title: Sightings as a maximal phrase of the title; 2 when it is the whole of it.
        heading: Headings that are the name, cleaned.
        definition: Sentences that say what it is.
        listed: Entries of definition lists.
        pair: Sentences that give its acronym, expansion or name in the other language.
        cue: Sentences that give it another name.
        bold, link, quoted: Sightings in bold, as link text, in quotation marks or 《》.
        named: Pieces of the source in which a model named it.
        claims: Statements of a model that have it as their subject, each proved by a sentence.
        defined: Those of them that say what it is.
        initial: Sentences that begin with it.
        subject: Sentences in which at least one mention is no adjunct.
        sentences: Sentences that mention it.
        sections: Sections that mention it.
        mentions: All of them by position, longest match.
    """

    source: str
    title: int = 0
    heading: int = 0
    definition: int = 0
    listed: int = 0
    pair: int = 0
    cue: int = 0
    bold: int = 0
    link: int = 0
    quoted: int = 0
    named: int = 0
    claims: int = 0
    defined: int = 0
    initial: int = 0
    subject: int = 0
    sentences: int = 0
    sections: int = 0
    mentions: tuple[Mention, ...] = ()

    @property
    def own(self) -> bool:
        """Whether the source presents the thing rather than only naming it."""
        return bool(self.title or self.heading or self.definition or self.listed or self.pair or self.cue or self.defined)

    @property
    def adjunct_share(self) -> float:
        """Share of the sentences in which every mention is an adjunct; 0 without mentions."""
        return 1 - self.subject / self.sentences if self.sentences else 0.0


def is_adjunct(text: str, start: int) -> bool:
    """Whether the name at ``start`` stands behind a preposition, *and*, *or* or a list comma, articles skipped."""
    before = text[max(0, start - _BACK) : start].rstrip(" \"“‘'(`*")
    if HAN_CHAR.search(text):
        return bool(_HAN_ADJUNCT.search(before)) or before.endswith((" and", " or"))
    words = before.split()
    while words and words[-1].lower() in wordlist("en", "determiners"):
        words.pop()
    if not words:
        return False
    last = words[-1].lower().lstrip("\"“‘'(")
    return _is_list(text, start) if last.endswith(",") else last in wordlist("en", "prepositions")


def _is_list(text: str, start: int) -> bool:
    """Whether a comma before ``start`` parts items of a list rather than clauses: another comma or *and* soon follows."""
    return re.match(r"[^,.;:]{1,40}(?:,| and | or )", text[start : start + _BACK]) is not None


def begins(text: str, start: int) -> bool:
    """Whether nothing but an article or marks stands before ``start``."""
    return _OPENS.fullmatch(text[:start]) is not None
