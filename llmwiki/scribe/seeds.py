"""Everything that may turn out to be a candidate: one entry a merging key, before mentions are counted."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.latin import POSSESSIVE, is_acronym
from llmwiki.scribe.notes import SourceNotes
from llmwiki.scribe.prose import Prose
from llmwiki.scribe.sightings import Sighting
from llmwiki.scribe.stopwords import is_common, wordlist
from llmwiki.scribe.terms import is_term
from llmwiki.vault.chars import HAN_CHAR

FEWEST_TERMS = 4
"""A plain phrase without any evidence needs this many sightings in the collection: no page rule asks for less."""

_NO_NAME = re.compile(
    r"[A-Z]\d{1,2}|.*\.(?:md|ts|tsx|jsx|py|json|ya?ml|toml|html?|css|txt|sql|sh|rs|java|png|jpe?g|svg|pdf|csv|exe|lock|com|org)|[\d\W]+|@.*",
    re.IGNORECASE,
)

_ARTICLE = re.compile(r"^(?:[Tt]he|[Aa]n?)\s+(?=\S)")


class Seeds:
    """Spellings, origins and kinds by merging key.

    Attributes:
        spellings: Key -> how often each spelling was seen.
        origins: Key -> what it was found as: name, acronym, term, heading, title, subject, listed, pair, bold, link, quoted, named,
            claimed (more than once in a source), known.
        kinds: Key -> votes for what sort of thing it is.
    """

    def __init__(self) -> None:
        self.spellings: dict[str, Counter[str]] = defaultdict(Counter)
        self.origins: dict[str, set[str]] = defaultdict(set)
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, text: str, origin: str, kind: str = "", count: int = 1) -> str:
        """Enter a spelling; returns its key, empty when the text cannot be a name."""
        text = POSSESSIVE.sub("", text.strip(" \t\"“”‘’'*_`.,:;。，：；《》「」"))
        text = _ARTICLE.sub("", text)
        key = merge_key(text)
        if not key or _NO_NAME.fullmatch(text) or (key in wordlist("en", "function") and not is_acronym(text)):
            return ""
        self.spellings[key][text] += count
        self.origins[key].add(origin)
        if kind:
            self.kinds[key][kind] += count
        return key

    def add_known(self, title: str, origin: str) -> str:
        """Enter a title or alias of a page, whatever it looks like; returns its key."""
        key = merge_key(title) or title
        self.spellings[key][title] += 1
        self.origins[key].add(origin)
        return key

    def solid(self, key: str) -> bool:
        """Whether a key is more than a phrase that some markup or title happened to cut out."""
        return bool(self.origins[key] & {"name", "acronym", "known", "alias", "pair", "term", "claimed"})


def gather(prose: Prose, notes: SourceNotes, found: Sequence[Sighting], seeds: Seeds) -> None:
    """Enter what one source offers: its ``sightings``, bare acronyms, and the phrases it presents."""
    for name in found:
        seeds.add(name.text, "name", name.kind)
    for text in _bare_acronyms(prose, notes):
        seeds.add(text, "acronym")
    for origin, phrase in _phrases(prose, notes):
        seeds.add(phrase, origin)
    for text, *_ in notes.named:
        seeds.add(text, "named")
    for text, claims, _ in notes.claimed:
        seeds.add(text, "claimed" if claims > 1 else "named")


def gather_terms(all_notes: Sequence[SourceNotes], seeds: Seeds) -> None:
    """Enter plain phrases that recur in the collection and take no words from what has evidence."""
    counts: Counter[str] = Counter()
    for notes in all_notes:
        counts.update(notes.terms)
    solid = frozenset(seeds.origins)
    for term, count in sorted(counts.items()):
        if count >= FEWEST_TERMS and is_term(term) and not _is_generic(term) and not _swallows(term, solid):
            seeds.add(term, "term", count=count)


def gather_kinds(all_notes: Sequence[SourceNotes], seeds: Seeds) -> None:
    """Enter what sort of thing a model takes a name for, where nothing else has the name: its word adds a page, and takes none away."""
    for text, kind, _ in (row for notes in all_notes for row in notes.named):
        key = merge_key(text)
        if kind != "concept" and seeds.origins.get(key) == {"named"}:
            seeds.kinds[key][kind] += 1


def _phrases(prose: Prose, notes: SourceNotes) -> Iterator[tuple[str, str]]:
    """Phrases that a source presents, with what presents them."""
    for section, rows in (("heading", notes.headings), ("subject", notes.subjects), ("listed", notes.listed)):
        yield from ((section, row[0]) for row in rows)
    yield from (("title", segment) for segment in notes.titles)
    if len(notes.titles) == 1 and not is_term(notes.titles[0]):
        yield "name", notes.titles[0]  # kept whole since the text uses it
    yield from (("pair", name) for row in notes.pairs for name in row[:2])
    for origin, texts in (("bold", prose.emphasised), ("link", prose.linked), ("quoted", prose.quoted)):
        yield from ((origin, text) for text in texts if is_term(text))


def _bare_acronyms(prose: Prose, notes: SourceNotes) -> Iterator[str]:
    """Runs that are nothing but an acronym; words of capitals that are code or shouting are none."""
    texts = {sentence.index: sentence.text for sentence in prose.sentences}
    for index, start, end, _ in notes.runs:
        text = POSSESSIVE.sub("", texts[index][start:end])
        lower = text.lower()
        if len(text) > 1 and is_acronym(text) and not is_common(text) and lower not in wordlist("en", "code-words"):
            yield text


def _is_generic(term: str) -> bool:
    generic = wordlist("en", "generic") | wordlist("zh", "generic")
    return all(word in generic for word in term.split()) or term in generic


def _swallows(term: str, solid: frozenset[str]) -> bool:
    """Whether an English phrase is only a verb or adjective more than something with evidence of its own."""
    if HAN_CHAR.search(term):
        return False
    words = merge_key(term).split()
    return any(
        " ".join(words[first:last]) in solid
        for first in range(len(words))
        for last in range(first + 1, len(words) + 1)
        if last - first < len(words) and last - first > 1
    )
