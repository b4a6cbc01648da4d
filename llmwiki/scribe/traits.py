"""What can be seen of a sentence that may stand on a page: how it names the topic, where it stands, what is around, and its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from llmwiki.scribe.bearing import is_of_other, is_own, is_subject, passes_by
from llmwiki.scribe.lead import with_next
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.score import manner
from llmwiki.scribe.surroundings import Told, around
from llmwiki.scribe.topic import Pick, Topic

NAME = "◆"
"""Stands for the topic's name among the words of a sentence, so that no weight hangs on what a page is about."""

_EARLY, _THIRD = 0.15, 1 / 3
_FIRST, _BEGINNING = 3, 10
_USUAL_ENGLISH, _USUAL_CHINESE = 200, 100
_SHORT, _LONGEST = 0.3, 2.0
_MOST_MARKS = 3
_WORST_SCORE, _BEST_SCORE, _WORST_MANNER = -4.0, 6.0, -3.0
_LONGEST_GRAM = 3
_WORD_AMOUNT = 0.5
_WORD = re.compile(rf"{NAME}|[A-Za-z][A-Za-z'’-]*|\d[\d.,%]*|`[^`]*`|[^\w\s]")
_CODE, _LATIN, _DIGITS = re.compile(r"`[^`]*`"), re.compile(r"[A-Za-z][\w.+#-]*(?: [A-Za-z][\w.+#-]*)*"), re.compile(r"\d[\d.,%]*")


def traits(topic: Topic, pick: Pick, told: Told) -> dict[str, float]:
    """Traits of a sentence with their amounts, about 0 to 2, words behind a `=`; what is not named has the amount 0."""
    whole = with_next(pick)
    found = {name: float(amount) for name, amount in (*_seen(topic, pick, whole), *around(topic, pick, whole, told)) if amount}
    return found | {f"={word}": _WORD_AMOUNT for word in words_of(whole)}


def words_of(pick: Pick) -> set[str]:
    """Words of a sentence, marked where they stand at its ends or beside the topic's name.

    Of a Chinese sentence all runs of one to three characters, of an English one its words and pairs of words.
    """
    name = pick.spot.sentence.text[pick.spot.start : pick.spot.end]
    text = re.sub(re.escape(name), NAME, pick.text, flags=re.IGNORECASE)
    return _chinese(text) if is_chinese(pick.text) else _english(text)


def _english(text: str) -> set[str]:
    words = ["0" if word[0].isdigit() else "`" if word[0] == "`" else word.lower() for word in _WORD.findall(text)]
    found = {*words, *(f"{one} {two}" for one, two in pairwise(words))}
    found |= {f"^{' '.join(words[:1])}", f"^{' '.join(words[:2])}", f"{' '.join(words[-2:])}$"}
    if NAME in words:
        at = words.index(NAME)
        found |= {f"{NAME}{' '.join(words[at + 1 : at + 1 + many])}" for many in (1, 2)} | {f"{''.join(words[max(0, at - 1) : at])}{NAME}"}
    return found


def _chinese(text: str) -> set[str]:
    text = _DIGITS.sub("0", _LATIN.sub("A", _CODE.sub("`", text)))
    sizes = range(1, _LONGEST_GRAM + 1)
    found = {text[at : at + size] for size in sizes for at in range(len(text) - size + 1)}
    found |= {f"^{text[:size]}" for size in sizes} | {f"{text[-size - 1 : -1]}$" for size in sizes}
    at = text.find(NAME)
    if at >= 0:
        found |= {f"{NAME}{text[at + 1 : at + 1 + size]}" for size in sizes}
        found |= {f"{text[max(0, at - size) : at]}{NAME}" for size in (1, 2)}
    return found


def _seen(topic: Topic, pick: Pick, whole: Pick) -> Iterator[tuple[str, float]]:
    """Traits; ``whole`` is the sentence with those behind it that go on about the same."""
    yield from _of_name(topic, pick, whole)
    yield from _of_place(topic, pick, whole)
    yield from _of_topic(topic)
    yield from _of_form(pick, whole)


def _of_name(topic: Topic, pick: Pick, whole: Pick) -> Iterator[tuple[str, float]]:
    at = pick.name_at / max(1, len(whole.text))
    yield "name begins", pick.name_at == 0
    yield "name very early", at <= _EARLY
    yield "name early", at <= _THIRD
    yield "name late", at > 1 - _THIRD
    yield "name acts", pick.acts
    yield "name begins and acts", pick.acts and pick.name_at == 0
    yield "defines strongly", pick.defines == "strong"
    yield "defines fairly", pick.defines == "fair"
    yield "name is adjunct", pick.spot.adjunct
    yield "other page before", pick.spot.behind
    yield "other page", pick.spot.others >= 1
    yield "other pages", pick.spot.others > 1
    yield "passes by", passes_by(topic, pick)
    yield "of another", is_of_other(pick)
    yield "own", is_own(pick)
    yield "subject", is_subject(pick)


def _of_place(topic: Topic, pick: Pick, whole: Pick) -> Iterator[tuple[str, float]]:
    prose, run, title = pick.run.reading.prose, whole.run, topic.title.lower()
    yield "first mention", pick.spot.first
    yield "outermost section", pick.spot.section.level <= 1
    yield "first sentences", run.first.index < _FIRST
    yield "beginning", run.first.index < max(5, len(prose.sentences) // _BEGINNING)
    yield "heading has title", title in pick.spot.section.heading.lower()
    yield "text is titled so", title == prose.title.lower()
    yield "text's title has it", title in prose.title.lower()
    yield "presented here", pick.run.reading.source in topic.presented_by
    yield "sentence before", _neighbours(pick, run.first.index, -1)
    yield "sentence behind", _neighbours(pick, run.last.index, 1)
    yield "item", pick.spot.sentence.kind == "item"
    yield "quote", pick.spot.sentence.kind == "quote"
    yield "blurb", pick.spot.sentence.kind == "blurb"


def _neighbours(pick: Pick, index: int, step: int) -> bool:
    """Whether a sentence of the same paragraph stands before or behind one."""
    sentences = pick.run.reading.prose.sentences
    return 0 <= index + step < len(sentences) and sentences[index + step].block == sentences[index].block


def _of_topic(topic: Topic) -> Iterator[tuple[str, float]]:
    yield "titled", topic.titled
    yield "own evidence", topic.own
    yield "everyday word", topic.plain
    yield "central", topic.central
    yield "several sources", len(topic.sources) > 1
    yield f"sort {topic.sort or 'unknown'}", 1


def _of_form(pick: Pick, whole: Pick) -> Iterator[tuple[str, float]]:
    text = whole.text
    size = len(text) / (_USUAL_CHINESE if is_chinese(text) else _USUAL_ENGLISH)
    yield "length", min(size, _LONGEST)
    yield "short", size < _SHORT
    yield "long", size > 1
    yield "score", max(_WORST_SCORE, min(_BEST_SCORE, pick.score)) / -_WORST_SCORE
    yield "manner", max(_WORST_MANNER, manner(pick.text, pick.defines)) / -_WORST_MANNER
    yield "clauses", min(_MOST_MARKS, len(re.findall("[,，、;；]", text))) / _MOST_MARKS
    yield "colon", re.search("[:：]", text) is not None
    yield "code", min(_MOST_MARKS, text.count("`") // 2) / _MOST_MARKS
    yield "digits", re.search(r"\d", text) is not None
    yield "brackets", re.search("[(（]", text) is not None
    yield "quotation", re.search('[“"「]', text) is not None
    yield "goes on", text != pick.text
