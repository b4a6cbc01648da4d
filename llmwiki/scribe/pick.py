"""Chooses the sentences of a page out of everything the sources say of its topic."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from llmwiki.scribe.definition import Strength, acts, is_called, strength
from llmwiki.scribe.hollow import is_vague
from llmwiki.scribe.identity import is_generic_form, merge_key
from llmwiki.scribe.openers import cut_connective, opening
from llmwiki.scribe.overlap import hard_words, inclusion, is_chinese, likeness, word_set
from llmwiki.scribe.prose import Reading, Sentence
from llmwiki.scribe.rejects import refusal
from llmwiki.scribe.said import said, whole
from llmwiki.scribe.score import points_at_nothing, score
from llmwiki.scribe.topic import Pick, Run, Spot, Topic

# The trade between suiting the page and saying something new (specification: 0.65 and 0.35 x 6).
_RELEVANCE = 0.65
_NOVELTY = 0.35 * 6
# The first sentences of a page may be weaker than those that only lengthen it.
_WORST, _WORST_NEEDED = -0.1, -0.6
_FOLD = 0.8
# A sentence that shares so many of its words with a chosen one adds too little.
_TOO_LIKE, _ALL_IN_IT = 0.42, 0.75
_LEAST, _MOST = 3, 12
_GROWTH = 1.8
# Beyond that, so many sentences that give another value for what a chosen one says, or deny it: a page must not tell one side alone.
_ANSWERS = 3
# Of a second definition, less is enough.
_DEFINED = 0.4
# Below this many words two sentences share most of them by chance.
_FEW_WORDS, _SHORT = 4, 16
# Of two sentences the one that uses the page's own name goes first.
_OTHER_NAME = -0.7
# So many of the best sentences are compared with each other; a page takes at most twelve.
_LOOKED_AT = 120
_ARTICLE = re.compile(r"(?:(?:a|an|the|most|many|all|every|each|some)\s+)?[\"'“‘「《`*(]*", re.IGNORECASE)


def pool(topic: Topic) -> list[Pick]:
    """Every sentence that may stand on the topic's page, by source and position."""
    return [pick for spot in topic.spots if not spot.reading.prose.poor for pick in _picks(spot, topic)]


def choose(candidates: Sequence[Pick], lead: Pick, answers: Sequence[Pick] = (), least: int = _LEAST) -> list[Pick]:
    """The lead and the best of the other candidates without repetition, and what speaks against these, by source and position.

    Args:
        candidates: Sentences that may stand on the page.
        lead: The one that opens it.
        answers: Sentences that stand on it only where they speak against one that does.
        least: So many are taken although they are weaker.
    """
    best = sorted(
        (pick for pick in candidates if pick is not lead), key=lambda pick: (-pick.score, pick.run.reading.source, pick.run.first.index)
    )[:_LOOKED_AT]
    folded = fold([lead, *sorted(best, key=lambda pick: (pick.run.reading.date, pick.run.reading.source, pick.run.first.index))])
    chosen = [(folded[0], word_set(folded[0].text))]
    rest = [(pick, word_set(pick.text)) for pick in folded[1:]]
    rest = [item for item in rest if not _defines_again(item, chosen[0])]
    for _ in range(max(least, _how_many(len(folded))) - 1):
        if not rest:
            break
        at = max(range(len(rest)), key=lambda i: (_worth(rest[i], chosen), -i))
        if _worth(rest[at], chosen) < (_WORST if len(chosen) >= least else _WORST_NEEDED):
            break
        chosen.append(rest.pop(at))
        rest = [item for item in rest if not _repeats(item, chosen[-1]) or _disagree(item, chosen[-1])]
    rest += [(pick, word_set(pick.text)) for pick in answers if pick not in candidates]
    chosen += [item for item in rest if any(_disagree(item, other) for other in chosen)][:_ANSWERS]
    return _in_page_order(pick for pick, _ in chosen)


def _in_page_order(picks: Iterable[Pick]) -> list[Pick]:
    """Picks by source and position."""
    return sorted(picks, key=lambda pick: (pick.run.reading.source, pick.run.first.index))


def _repeats(item: tuple[Pick, frozenset[str]], other: tuple[Pick, frozenset[str]]) -> bool:
    """Whether a sentence says what a chosen one says already: like it, or nearly all in it."""
    words, seen = item[1], other[1]
    return likeness(words, seen) >= _TOO_LIKE or (len(words) >= _FEW_WORDS and len(words & seen) >= _ALL_IN_IT * len(words))


def _defines_again(item: tuple[Pick, frozenset[str]], lead: tuple[Pick, frozenset[str]]) -> bool:
    """Whether a sentence says once more what the lead said that the thing is."""
    if "none" in {item[0].defines, lead[0].defines} or _disagree(item, lead):
        return False
    words = item[1] - word_set(item[0].spot.sentence.text[item[0].spot.start : item[0].spot.end])
    return len(words & lead[1]) >= _DEFINED * len(words)


def _how_many(found: int) -> int:
    return max(_LEAST, min(_MOST, round(_GROWTH * math.sqrt(found))))


def _worth(item: tuple[Pick, frozenset[str]], chosen: Collection[tuple[Pick, frozenset[str]]]) -> float:
    pick, words = item
    nearest = max((likeness(words, other[1]) for other in chosen if not _disagree(item, other)), default=0.0)
    return _RELEVANCE * pick.score - _NOVELTY * nearest


def _picks(spot: Spot, topic: Topic) -> Iterator[Pick]:
    if refusal(whole(spot.sentence)):
        return
    text = spot.sentence.text
    how = opening(text, spot.start)
    if how == "leans":
        run = _with_sentence_before(spot, topic)
        if run is not None:
            yield _pair(spot, run, topic)
        return
    cut = cut_connective(text) if how == "hangs" else text
    pick = _pick(spot, Run(spot.reading, spot.sentence, spot.sentence), cut, spot.start - (len(text) - len(cut)), topic)
    if spot.sentence.kind != "blurb" or pick.defines == "strong":
        yield pick


def _pick(spot: Spot, run: Run, text: str, name_at: int, topic: Topic) -> Pick:
    end = name_at + spot.end - spot.start
    longer = _is_longer_form(text[name_at:end], topic) or _is_other_word(text[name_at:end], topic)
    defines: Strength = (
        "none"
        if longer or is_vague(text, end) or points_at_nothing(text)
        else strength(text, name_at, end, item=spot.sentence.kind == "item")
    )
    about = any(name.lower() in spot.reading.prose.title.lower() for name in topic.names)
    points = score(spot, text, name_at, defines, title_matches=about)
    if merge_key(text[name_at:end]) != merge_key(topic.title):
        points += _OTHER_NAME
    begins = 0 if _ARTICLE.fullmatch(text[:name_at]) else name_at
    return Pick(said(text), spot, run, begins, points, defines, acts=not longer and acts(text, end))


def _is_longer_form(mention: str, topic: Topic) -> bool:
    """Whether the mention is a longer name: "Redis Functions is an API" does not say what Redis is."""
    return is_generic_form(merge_key(mention), merge_key(topic.title))


def _is_other_word(mention: str, topic: Topic) -> bool:
    """Whether capitals inside the name tell it from the page's: ReAct is not React, while Javascript may be JavaScript."""
    title = topic.title
    inside = [any(char.isupper() for char in name[1:]) for name in (mention, title)]
    return mention.lower() == title.lower() and inside[0] and not inside[1] and not mention.isupper()


def _with_sentence_before(spot: Spot, topic: Topic) -> Run | None:
    """The sentence before, when it stands free and names the topic, or says what "this is called", so that both are quoted as one piece."""
    sentences = spot.reading.prose.sentences
    before = sentences[spot.sentence.index - 1] if spot.sentence.index else None
    if before is None or before.block != spot.sentence.block or refusal(before):
        return None
    place = (spot.reading.source, before.index)
    at = next((other.start for other in topic.spots if other.place == place), -1)
    if at < 0 and not is_called(spot.sentence.text[: spot.start]):
        return None
    return Run(spot.reading, before, spot.sentence) if opening(before.text, at) == "free" else None


def _pair(spot: Spot, run: Run, topic: Topic) -> Pick:
    text = joined(run.first, run.last)
    before = next((other for other in topic.spots if other.place == (spot.reading.source, run.first.index)), None)
    if before is not None:
        return _pick(before, run, text, before.start, topic)
    return _pick(spot, run, text, spot.start + len(text) - len(run.last.text), topic)


def joined(first: Sentence, last: Sentence) -> str:
    """Two neighbouring sentences as one text."""
    return joined_texts(first.text, last.text)


def joined_texts(first: str, last: str) -> str:
    """The same for what a page says of them."""
    return f"{first}{'' if is_chinese(first) else ' '}{last}"


def without_repeats(picks: Sequence[Pick]) -> list[Pick]:
    """Without those that say what an earlier one says already, unless two sources disagree in it."""
    kept: list[tuple[Pick, frozenset[str]]] = []
    for pick in picks:
        item = (pick, word_set(pick.text))
        if not any(_repeats(item, other) and not _disagree(item, other) for other in kept):
            kept.append(item)
    return [pick for pick, _ in kept]


def fold(candidates: Sequence[Pick]) -> list[Pick]:
    """Sentences that say the same become one, the better kept, with the other as a second proof where it says all of it."""
    kept: list[tuple[Pick, frozenset[str]]] = []
    for pick in candidates:
        words = word_set(pick.text)
        twin = next((i for i, (other, seen) in enumerate(kept) if _same(pick, words, other, seen)), None)
        if twin is None:
            kept.append((pick, words))
        else:
            kept[twin] = _merged(kept[twin], (pick, words))
    return [pick for pick, _ in kept]


def _merged(old: tuple[Pick, frozenset[str]], new: tuple[Pick, frozenset[str]]) -> tuple[Pick, frozenset[str]]:
    if not old[1] <= new[1] or new[0].run.reading.source in {run.reading.source for run in (old[0].run, *old[0].also)}:
        return old
    return replace(old[0], also=(*old[0].also, new[0].run)), old[1]


def _same(pick: Pick, words: frozenset[str], other: Pick, seen: frozenset[str]) -> bool:
    if shares_sentence(pick, other) and not (pick.role and other.role):
        return True
    if hard_words(pick.text) != hard_words(other.text):
        return False
    if min(len(words), len(seen)) < _FEW_WORDS or max(len(pick.text), len(other.text)) < _SHORT:
        return _bare(pick.text) == _bare(other.text)
    return inclusion(words, seen) > _FOLD


def _bare(text: str) -> str:
    """A short sentence without measure words, plural and marks: 一个机制 and 一种机制 say the same."""
    return re.sub(r"一[个种款类项]|s\b|\W", "", text.lower())


def _disagree(item: tuple[Pick, frozenset[str]], other: tuple[Pick, frozenset[str]]) -> bool:
    """Whether two sources say the same but for a number, or one denies what the other says: both are kept."""
    if item[0].run.reading.source == other[0].run.reading.source:
        return False
    ours, theirs = set(hard_words(item[0].text)), set(hard_words(other[0].text))
    denied = ("not" in ours) != ("not" in theirs)
    if ours == theirs or not (denied or (ours and theirs)):
        return False
    return likeness(item[1] - ours, other[1] - theirs) > _FOLD


def contested(picks: Sequence[Pick]) -> list[Pick]:
    """Those that give another value for what a pick of another source says, or deny it, as far as one page can tell of them."""
    able = [(pick, word_set(pick.text)) for pick in picks if hard_words(pick.text)][:_LOOKED_AT]
    found = (item[0] for item in able if any(_disagree(item, other) for other in able))
    return list(islice(found, 2 * _ANSWERS))


def shares_sentence(pick: Pick, other: Pick) -> bool:
    """Whether two picks quote a common sentence."""
    return (
        pick.run.reading.source == other.run.reading.source
        and pick.run.first.index <= other.run.last.index
        and other.run.first.index <= pick.run.last.index
    )


def readings_of(picks: Collection[Pick]) -> tuple[Reading, ...]:
    """Sources that the picks and their second proofs come from, in order of path."""
    found = {run.reading.source: run.reading for pick in picks for run in (pick.run, *pick.also)}
    return tuple(found[source] for source in sorted(found))
