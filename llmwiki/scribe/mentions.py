"""Mentions of all seeds in all sources."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.evidence import Mention, is_adjunct
from llmwiki.scribe.latin import is_acronym
from llmwiki.scribe.matching import Match, Matcher
from llmwiki.scribe.notes import LONGEST_SENTENCE
from llmwiki.scribe.prose import Sentence
from llmwiki.scribe.seeds import Seeds
from llmwiki.scribe.stopwords import is_common
from llmwiki.scribe.views import View, shared_folds
from llmwiki.vault.chars import HAN_CHAR

FEWEST_PHRASES = 2
"""Mentions that a phrase needs which is neither a name nor a recurring term."""

Spots = dict[str, list[Mention]]
"""Key -> its mentions in one source."""


def matcher_of(seeds: Seeds, casing: Casing, keys: Sequence[str]) -> Matcher:
    """A matcher for some of the seeds; names that are everyday words too match only as written."""
    matcher = Matcher()
    for key in sorted(keys):
        for spelling in sorted(seeds.spellings[key]):
            exact = is_exact(spelling, seeds.origins[key], casing)
            matcher.add(spelling, key, exact=exact)
            if exact and is_acronym(spelling) and not spelling.endswith("s"):
                matcher.add(spelling + "s", key, exact=True)
    return matcher


def is_exact(spelling: str, origins: set[str], casing: Casing) -> bool:
    """Whether a spelling counts only in its own case: acronyms, and single capitalised words that are ordinary ones in small letters."""
    if " " in spelling or HAN_CHAR.search(spelling) or spelling == spelling.lower():
        return False
    if is_acronym(spelling):
        return True
    lower = spelling.lower()
    seen_small = casing.small[lower] > 0 or is_common(spelling)
    return (
        seen_small
        and "name" in origins
        and casing.inside[lower] > 0
        and (casing.proper(spelling) or not origins & {"heading", "subject", "listed", "title"})
    )


class Found:
    """What the matcher found.

    Attributes:
        spots: One entry a source, in the order of the views.
        surfaces: Key -> how often each surface was seen, openings of sentences at half weight.
    """

    def __init__(self) -> None:
        self.spots: list[Spots] = []
        self.surfaces: dict[str, Counter[str]] = defaultdict(Counter)

    def count(self, key: str) -> int:
        """Sentences that mention a key."""
        return sum(len({mention.sentence for mention in spots.get(key, ())}) for spots in self.spots)

    def sources(self, key: str) -> set[int]:
        """Numbers of the sources that mention a key."""
        return {number for number, spots in enumerate(self.spots) if key in spots}


def find_mentions(views: Sequence[View], seeds: Seeds, casing: Casing) -> tuple[Matcher, Found]:
    """Every mention by longest match, bare names given to the person they stand for in their source.

    A phrase cut out of a title or by markup that comes only once gives its words back to what is inside it.
    """
    matcher = matcher_of(seeds, casing, list(seeds.origins))
    matched = [_matched(matcher, seen) for seen in views]
    counts = Counter(match.name for one in matched for matches in one.values() for match in matches)
    weak = {key for key in seeds.origins if counts[key] < FEWEST_PHRASES and not seeds.solid(key)}
    matcher = matcher_of(seeds, casing, [key for key in seeds.origins if key not in weak])
    shared = shared_folds(views)
    found = Found()
    matched.reverse()
    for seen in views:
        spots: Spots = defaultdict(list)
        for index, matches in matched.pop().items():  # let go as it is read: all matches of all sources take more than the sources do
            sentence = seen.prose.sentences[index]
            again = any(match.name in weak for match in matches)
            for match in matcher.find(_head(sentence)) if again else matches:
                key = seen.folded.get(match.name) or shared.get(match.name, match.name)
                spots[key].append(Mention(sentence.index, match.start, match.end, is_adjunct(_head(sentence), match.start)))
                found.surfaces[match.name][sentence.text[match.start : match.end]] += 1 if match.start < len("The X") else 2
        found.spots.append(dict(spots))
    return matcher, found


def _matched(matcher: Matcher, seen: View) -> dict[int, tuple[Match, ...]]:
    """Number of a sentence -> its matches, of those that have some."""
    found = ((sentence.index, tuple(matcher.find(_head(sentence)))) for sentence in seen.prose.sentences)
    return {index: matches for index, matches in found if matches}


def _head(sentence: Sentence) -> str:
    return sentence.text[:LONGEST_SENTENCE]
