"""What a source says under its headings where it is about a topic: excerpts, which need not name it in each sentence.

A text whose title is the topic, and a section that has it as heading, are about nothing else. So the first sentences of their
sections can stand on the page under the sections' own headings, and their lists behind the sentence that introduces them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby, takewhile

from llmwiki.scribe.headings import clean_heading
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.lead import points_back
from llmwiki.scribe.openers import opening
from llmwiki.scribe.overlap import is_chinese, likeness, wide, word_set
from llmwiki.scribe.phrases import any_of, either, word_of
from llmwiki.scribe.prose import Prose, Reading, Sentence
from llmwiki.scribe.rejects import refusal, says_nothing
from llmwiki.scribe.said import said
from llmwiki.scribe.score import manner
from llmwiki.scribe.sections import asked_heading, bare_heading, sets_apart, shown_heading
from llmwiki.scribe.topic import Place, Run, Topic

MOST_EXCERPTS = 6
"""Excerpts of a page: with more it would be the source over again."""

_FEWEST_ITEMS, _MOST_ITEMS = 2, 8
_MOST_SENTENCES = 3
# Of the blocks of a section the first ones say what it is about.
_FIRST_BLOCKS, _MOST_OWN = 1, 3
# Words, and characters of Chinese.
_LEAST, _LEAST_CHINESE = 14, 30
_LONGEST, _LONGEST_CHINESE = 60, 170
_LONGEST_ITEM, _LONGEST_ITEM_CHINESE = 45, 120
_SHORTEST_ITEM, _SHORTEST_ITEM_CHINESE = 3, 6
_SHORTEST_LEAD_IN, _SHORTEST_LEAD_IN_CHINESE = 4, 9
_TOO_LIKE = 0.42
_NAMED_BELOW = 0.34
_WORST_MANNER = -0.5
_MOST_CODE_SPANS = 2
_FIRST_PART = re.compile(r"\s*(?:[:：|]|——|\s[–—-]\s).*$")
_INTRODUCES = re.compile(r"[:：]\W*$")
_LABELLED = re.compile(r"[^.。:：]{2,40}(?:[:：]|\s[–—-]\s)\s*\S.{5,}")
# "What is an API client?" in a text on something else begins another topic.
_ASKS_WHAT = re.compile(r"what (?:is|are)\b|(?:什么是|何为|何谓|认识)|.*是什么", re.IGNORECASE)
_MARKER = re.compile(r"[^\S\n]*(?:[-*+•]|\d{1,2}[.)、])[^\S\n]")
_EXAMPLE = either(
    rf"{word_of('examples')}|\b(?:imagine|suppose|say)\b", rf"{any_of('zh', 'examples')}|想象|假设|设想|假如|以[^，。]{{1,24}}为例"
)
_TELLS = either(
    rf"^(?:{any_of('en', 'condition')}|{any_of('en', 'instructs')}|the following|here)\s",
    rf"^(?:如下|以下|下面|如果|若|假如|请|{any_of('zh', 'instructs')})",
)
# 将热点数据放到内存中，……: who does it?
_WITHOUT_SUBJECT = re.compile(r"(?:通过|将|把|使用|利用|根据|用|对|按照|针对|除了|需要|可以)")
_ADDRESSES = re.compile(r"\b(?:you|your|we|our|us|let['’]s)\b|[你您咱]|我们", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a source that is about the topic.

    Attributes:
        heading: The section's heading as the page shows it; empty under the topic's own heading.
        section: What the heading names, as a merging key.
        opening: Neighbouring sentences, quoted as one piece; None: only the heading introduces the list.
        items: Entries of the list that the opening introduces.
        depth: Of the section, 1 for an outermost one.
    """

    heading: str
    section: str
    opening: Run | None
    items: tuple[Run, ...]
    depth: int

    @property
    def runs(self) -> tuple[Run, ...]:
        """Its pieces in order."""
        return (*((self.opening,) if self.opening else ()), *self.items)

    @property
    def text(self) -> str:
        """What the page says in it, on one line."""
        return " ".join(map(said_of, self.runs))


def excerpts(topic: Topic, lead: Run, *, chinese: bool) -> list[Excerpt]:
    """What the sources that are about ``topic`` say under their headings, in their order, at most :data:`MOST_EXCERPTS`.

    Args:
        topic: The page's topic.
        lead: What the page begins with; an excerpt that says it again is left out.
        chinese: The language of the page.
    """
    taken = [word_set(said_of(lead))]
    named = {spot.place for spot in topic.spots}
    found: list[Excerpt] = []
    for reading, sections in _chapters(topic):
        for excerpt in _excerpts(reading, sections, topic):
            words = word_set(excerpt.text)
            again = covers(excerpt, lead) or _names_all(excerpt, named) or any(likeness(words, other) >= _TOO_LIKE for other in taken)
            if is_chinese(excerpt.text) == chinese and not again:
                found.append(excerpt)
                taken.append(words)
    best = sorted(found, key=lambda excerpt: (not excerpt.items, excerpt.depth))[:MOST_EXCERPTS]
    return [excerpt for excerpt in found if excerpt in best]


def _names_all(excerpt: Excerpt, named: Collection[Place]) -> bool:
    """Whether each sentence of an excerpt without a list names the topic: then the best of them are chosen one by one."""
    run = excerpt.opening
    if run is None or excerpt.items:
        return False
    return all((run.reading.source, index) in named for index in range(run.first.index, run.last.index + 1))


def said_of(run: Run) -> str:
    """What a page says of a run's sentences."""
    sentences = run.reading.prose.sentences[run.first.index : run.last.index + 1]
    return ("" if is_chinese(run.first.text) else " ").join(said(sentence.text) for sentence in sentences)


def covers(excerpt: Excerpt, run: Run) -> bool:
    """Whether a sentence of ``run`` stands in the excerpt."""
    return any(
        piece.reading.source == run.reading.source and piece.first.index <= run.last.index and run.first.index <= piece.last.index
        for piece in excerpt.runs
    )


def _chapters(topic: Topic) -> Iterator[tuple[Reading, frozenset[int]]]:
    """Sources that are about the topic, with the sections that are."""
    keys = {merge_key(name) for name in topic.names}
    readings = {spot.reading.source: spot.reading for spot in topic.spots}
    for source in sorted(readings):
        reading = readings[source]
        named = {spot.sentence.section for spot in topic.spots if spot.reading.source == source}
        sections: frozenset[int] = frozenset() if reading.prose.poor else _sections_on(reading.prose, keys, named)
        if sections:
            yield reading, sections


def _sections_on(prose: Prose, keys: Collection[str], named: Collection[int]) -> frozenset[int]:
    """Numbers of the sections that are about a thing: all of a text that has it as title, those under a heading that names it.

    Of a heading below which the thing is hardly ever named only its own section counts: the levels of such a text mean something else.
    """
    if _key(prose.title) in keys or _key(_FIRST_PART.sub("", prose.title)) in keys:
        return frozenset(range(len(prose.sections)))
    own = {number for number, section in enumerate(prose.sections) if _key(section.heading) in keys}
    below = {number for number, section in enumerate(prose.sections) if any(_key(heading) in keys for heading in section.path[:-1])} - own
    return frozenset(own | below if len(below & set(named)) >= _NAMED_BELOW * len(below) else own)


def _key(heading: str) -> str:
    return merge_key(clean_heading(heading))


def _excerpts(reading: Reading, sections: Collection[int], topic: Topic) -> Iterator[Excerpt]:
    keys = {merge_key(name) for name in topic.names}
    for number, sentences in groupby(reading.prose.sentences, key=lambda sentence: sentence.section):
        section = reading.prose.sections[number]
        own = section.heading == reading.prose.title or _key(section.heading) in keys
        heading = "" if own else shown_heading(section.heading) or asked_heading(section.heading)
        if heading and (sets_apart(heading) or _ASKS_WHAT.match(heading)):
            continue
        blocks = [tuple(block) for _, block in groupby(sentences, key=lambda sentence: sentence.block)]
        if number not in sections or not (own or heading or not bare_heading(section.heading)):
            continue
        found = [*_opened(reading, blocks, _MOST_OWN if own else 1), *_listed(reading, blocks)]
        if heading and not any(items for _, items in found):
            found += _labelled(reading, blocks)
        for run, items in found:
            if run and not _is_on(run, section.heading if items else topic.title, topic):
                continue
            yield Excerpt(heading, _key(section.heading), run, items, len(section.path))


def _is_on(run: Run, heading: str, topic: Topic) -> bool:
    """Whether an excerpt names the topic or a word of ``heading``: else it is about something that only the text around it tells.

    That is the section's heading before a list, else the topic's title: of paragraphs that name their heading only, readers would take off
    every third.
    """
    text = run.first.text.lower()
    return any(name.lower() in text for name in topic.names) or bool(word_set(heading) & word_set(text))


def _opened(reading: Reading, blocks: Sequence[Sequence[Sentence]], most: int) -> Iterator[tuple[Run | None, tuple[Run, ...]]]:
    """The first sentences of a section's first paragraphs, where they stand by themselves; of ``most`` paragraphs."""
    for block in blocks[: _FIRST_BLOCKS + most]:
        if block[0].kind != "paragraph" or not _stands(block[0]):
            continue
        kept = [block[0], *takewhile(_follows, block[1:_MOST_SENTENCES])]
        while len(kept) > 1 and _is_over(kept, _LONGEST, _LONGEST_CHINESE):
            kept.pop()
        if _is_over(kept, _LEAST, _LEAST_CHINESE):
            yield Run(reading, kept[0], kept[-1]), ()
            most -= 1
        if not most:
            return


def _listed(reading: Reading, blocks: Sequence[Sequence[Sentence]]) -> Iterator[tuple[Run | None, tuple[Run, ...]]]:
    """The first list of a section that a whole sentence introduces, with every one of its entries."""
    for number, block in enumerate(blocks):
        lead_in = block[-1]
        if block[0].kind == "paragraph" and _introduces(lead_in):
            items = _outermost(reading, _entries(blocks[number + 1 :], lead_in.index))
            if _is_list(items):
                yield Run(reading, lead_in, lead_in), tuple(Run(reading, item, item) for item in items)
                return


def _entries(blocks: Sequence[Sequence[Sentence]], lead_in: int) -> list[Sentence]:
    """First sentences of the blocks that follow one another under one introduction."""
    return [block[0] for block in takewhile(lambda block: block[0].lead_in == lead_in, blocks)]


def _labelled(reading: Reading, blocks: Sequence[Sequence[Sentence]]) -> Iterator[tuple[Run | None, tuple[Run, ...]]]:
    """The first list of a section that nothing introduces but its heading, when each entry names what it is about."""
    entries = takewhile(lambda block: block[0].kind == "item", dropwhile(lambda block: block[0].kind != "item", blocks))
    items = _outermost(reading, [block[0] for block in entries if block[0].lead_in < 0])
    if _is_list(items) and all(_LABELLED.match(item.text) for item in items):
        yield None, tuple(Run(reading, item, item) for item in items)


def _is_list(items: Sequence[Sentence]) -> bool:
    """Whether entries can be quoted together; those that begin with code are fields of an interface."""
    if not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS or not all(map(_is_entry, items)):
        return False
    return not any(item.text.startswith("`") for item in items)


def _outermost(reading: Reading, items: Sequence[Sentence]) -> list[Sentence]:
    """Entries of a list without those of the lists inside it."""
    columns = [_column(reading.text, item.start) for item in items]
    return [item for item, column in zip(items, columns, strict=True) if column == columns[0]]


def _column(text: str, at: int) -> int:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()) if _MARKER.match(line) else -1


def _stands(sentence: Sentence) -> bool:
    """Whether a sentence that need not name the topic is understood under its heading."""
    text = wide(sentence.text)
    if refusal(sentence) or opening(text, -1) != "free" or text.count("`") > 2 * _MOST_CODE_SPANS:
        return False
    if _ADDRESSES.search(text) or _EXAMPLE.search(text) or _TELLS.match(text) or _WITHOUT_SUBJECT.match(text):
        return False
    return not points_back(text) and manner(text, "none") >= _WORST_MANNER


def _follows(sentence: Sentence) -> bool:
    """Whether a sentence may stay behind the one before it."""
    text = wide(sentence.text)
    return (
        not (refusal(sentence) or _ADDRESSES.search(text) or _EXAMPLE.search(text) or _TELLS.match(text))
        and text.count("`") <= 2 * _MOST_CODE_SPANS
    )


def _introduces(sentence: Sentence) -> bool:
    text = wide(sentence.text)
    if not _INTRODUCES.search(text) or not _is_over([sentence], _SHORTEST_LEAD_IN, _SHORTEST_LEAD_IN_CHINESE):
        return False
    if _ADDRESSES.search(text) or _EXAMPLE.search(text) or _TELLS.match(text) or says_nothing(sentence, introducing=True):
        return False
    return opening(text, -1) == "free" and not points_back(text)


def _is_entry(sentence: Sentence) -> bool:
    """Whether an entry of a list is text that can stand behind its introduction."""
    if says_nothing(sentence) or _ADDRESSES.search(sentence.text) or sentence.text.count("`") > 2 * _MOST_CODE_SPANS:
        return False
    fits = _is_over([sentence], _SHORTEST_ITEM, _SHORTEST_ITEM_CHINESE)
    return fits and not _is_over([sentence], _LONGEST_ITEM, _LONGEST_ITEM_CHINESE)


def _is_over(sentences: Sequence[Sentence], words: int, chars: int) -> bool:
    """Whether sentences have at least so many words, or characters of Chinese."""
    text = " ".join(sentence.text for sentence in sentences)
    return len(text) >= chars if is_chinese(text) else len(text.split()) >= words
