"""What a page is about, and where the sources speak of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from llmwiki.scribe.definition import Strength
from llmwiki.scribe.draft import PageKind
from llmwiki.scribe.prose import Reading, Section, Sentence

Place = tuple[str, int]
"""Source and sentence number."""


@dataclass(frozen=True, slots=True)
class Existing:
    """A page that is in the vault already.

    Attributes:
        path: Vault-relative path, which stays.
        title: Its title, which stays.
        aliases: Other names that it says it has.
        spellings: Further names by which sources were seen to call it; they lead to it and are not shown.
        parted: Names that a person took off it.
        kind: Its folder's kind.
        sources: Vault-relative raw paths that it names.
        language: Of its section names.
    """

    path: str
    title: str
    aliases: tuple[str, ...] = ()
    kind: PageKind = "concept"
    sources: tuple[str, ...] = ()
    language: str = "en"
    spellings: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A sentence that names the topic.

    Attributes:
        reading: The source it stands in.
        sentence: The sentence.
        start, end: The topic's first mention in ``sentence.text``, code points.
        first: Whether this is the source's first sentence on the topic.
        others: How many other pages it names.
        adjunct: The name stands behind a preposition, *and*, *or* or a list comma.
        behind: Another page is named before it in the sentence.
    """

    reading: Reading
    sentence: Sentence
    start: int
    end: int
    first: bool = False
    others: int = 0
    adjunct: bool = False
    behind: bool = False

    @property
    def place(self) -> Place:
        """Source and sentence number: equal for the same sentence on two pages."""
        return (self.reading.source, self.sentence.index)

    @property
    def section(self) -> Section:
        """Section of the source that the sentence stands in."""
        return self.reading.prose.sections[self.sentence.section]


class Run(NamedTuple):
    """One contiguous piece of a source: a sentence, or two neighbours."""

    reading: Reading
    first: Sentence
    last: Sentence

    @property
    def quote(self) -> str:
        """Its raw text."""
        return self.reading.text[self.first.start : self.last.end]


@dataclass(frozen=True, slots=True)
class Pick:
    """A sentence chosen for a page.

    Attributes:
        text: What the page says: the projected sentence, a connective at its head cut off.
        spot: Where the topic is named.
        run: What is quoted for it.
        name_at: Position of the name in ``text``; 0 behind an article or a quotation mark too.
        score: How well it suits the page.
        defines: How well it says what the topic is.
        also: Other places that say the same.
        acts: Whether a verb follows the name, so that the name is the subject and not part of a longer phrase.
        role: What sort of claim a model made of it: definition, fact, event and so on; empty: the rules chose the sentence.
    """

    text: str
    spot: Spot
    run: Run
    name_at: int
    score: float
    defines: Strength = "none"
    also: tuple[Run, ...] = ()
    acts: bool = False
    role: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that may get a page, or has one.

    Attributes:
        title: Page title.
        kind: ``entity`` or ``concept``.
        names: Every spelling that leads to it, the title first.
        spots: Sentences that name it, by source and position.
        weight: Ranks topics against each other.
        own: A source names it in a title, heading, definition or the like.
        presented_by: These sources.
        titled: It is the whole title of a source, or all of it before or behind a colon.
        central: It is the subject of at least one source.
        existing: The page it has already, else None.
        aliases: Other names to write on the page.
        sort: What sort of entity, empty when nothing tells.
        spare: Gets a page only if one of its sources would otherwise have none.
        plain: An everyday word, which needs a definition.
    """

    title: str
    kind: PageKind
    names: tuple[str, ...]
    spots: tuple[Spot, ...]
    weight: float
    own: bool
    central: bool
    existing: Existing | None = None
    aliases: tuple[str, ...] = ()
    sort: str = ""
    spare: bool = False
    plain: bool = False
    presented_by: frozenset[str] = frozenset()
    titled: bool = False

    @property
    def main_source(self) -> str:
        """The source that names it most."""
        count = Counter(spot.reading.source for spot in self.spots)
        return min(count, key=lambda source: (-count[source], source), default="")

    @property
    def sources(self) -> tuple[str, ...]:
        """Sources that name it, sorted."""
        return tuple(sorted({spot.reading.source for spot in self.spots}))

    @property
    def path(self) -> str:
        """Where its page stands already; empty for a new one."""
        return self.existing.path if self.existing else ""

    @property
    def rests_on(self) -> frozenset[str]:
        """Sources that name it, and those its page was made from, which may name it no longer."""
        return frozenset((*self.sources, *(self.existing.sources if self.existing else ())))
