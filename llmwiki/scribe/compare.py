"""Comparison pages: two things of one kind that a source sets side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from llmwiki.scribe.compose import summary
from llmwiki.scribe.definition import strength
from llmwiki.scribe.draft import Draft, Grid, Statement
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.phrases import any_of, either, word_of
from llmwiki.scribe.pick import pool
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.prove import Prover
from llmwiki.scribe.rejects import refusal
from llmwiki.scribe.sections import shown_heading
from llmwiki.scribe.tabular import Cell, find, from_tables, shared
from llmwiki.scribe.topic import Pick, Run, Spot, Topic
from llmwiki.scribe.wording import Wording, wording

# Words that set two things against each other; "rather than" and 而不是 are plain prose nearly always.
_CUE = either(word_of("cues"), any_of("zh", "cues"))
_VERSUS = either(word_of("versus"), any_of("zh", "versus"))
_CUE_SENTENCES = 3
_MOST_AXES = 10


def compare(topics: Sequence[Topic], min_axes: int, taxonomy: Sequence[str], prover: Prover) -> list[Draft]:
    """Comparison pages for pairs of ``topics`` (all with pages), by title.

    Args:
        topics: Topics that have pages.
        min_axes: Rows with a statement on each side that a table needs.
        taxonomy: Tags that may be used.
        prover: Makes and checks the citations.
    """
    found = [draft for left, right in _pairs(topics) if (draft := _comparison(left, right, min_axes, taxonomy, prover)) is not None]
    return sorted(found, key=lambda draft: draft.title)


def _pairs(topics: Sequence[Topic]) -> Iterator[tuple[Topic, Topic]]:
    """Topics of one kind that share a source, by title."""
    sharing: dict[str, list[str]] = defaultdict(list)
    for topic in sorted(topics, key=lambda topic: topic.title):
        for source in topic.sources:
            sharing[source].append(topic.title)
    by_title = {topic.title: topic for topic in topics}
    for one, other in sorted({pair for titles in sharing.values() for pair in combinations(titles, 2)}):
        left, right = by_title[one], by_title[other]
        if left.kind == right.kind:
            yield left, right


def _comparison(left: Topic, right: Topic, min_axes: int, taxonomy: Sequence[str], prover: Prover) -> Draft | None:
    tables = from_tables(left, right, prover)
    cells = tables if _full(tables) >= min_axes else _from_sections(left, right, prover)
    if _full(cells) < min_axes:
        return None
    first, second = _as_written(left, right)
    return _draft((first, second), cells[:_MOST_AXES], swap=first is right, prover=prover, taxonomy=taxonomy)


def _full(cells: Sequence[Cell]) -> int:
    return sum(1 for cell in cells if cell.left and cell.right)


def _draft(pair: tuple[Topic, Topic], cells: Sequence[Cell], *, swap: bool, prover: Prover, taxonomy: Sequence[str]) -> Draft:
    left, right = pair
    statements = [cell for entry in cells for cell in (entry.left, entry.right) if cell]
    language = "zh" if 2 * sum(is_chinese(statement.text) for statement in statements) > len(statements) else "en"
    words = wording(language)
    lead = _lead(left, right, words, prover)
    axes = tuple((cell.axis, (cell.right, cell.left) if swap else (cell.left, cell.right)) for cell in cells)
    sources = {citation.source for statement in (lead, *statements) for citation in statement.citations}
    title = words.versus.format(left=left.title, right=right.title)
    return Draft(
        title=title,
        kind="comparison",
        aliases=(),
        summary=summary(lead.text),
        tags=tuple(tag for tag in taxonomy if tag.lower() in {"comparison", "comparisons", "对比", "比较"}),
        sources=tuple(sorted(sources)),
        language=language,
        lead=(lead,),
        grid=Grid((left.title, right.title), axes),
        names=(title,),
    )


def _as_written(left: Topic, right: Topic) -> tuple[Topic, Topic]:
    """The pair in the order in which a heading or the first common sentence names them."""
    for reading in shared(left, right):
        for text in (reading.prose.title, *(section.heading for section in reading.prose.sections)):
            at = (find(text, left), find(text, right))
            if min(at) >= 0:
                return (left, right) if at[0] < at[1] else (right, left)
    return left, right


def _lead(left: Topic, right: Topic, words: Wording, prover: Prover) -> Statement:
    """A sentence of a source that sets the two against each other, else the writer's own plain one."""
    both = {spot.place for spot in right.spots}
    for spot in left.spots:
        if (
            spot.place in both
            and _CUE.search(spot.sentence.text)
            and not refusal(spot.sentence)
            and min(find(spot.sentence.text, left), find(spot.sentence.text, right)) <= 1
        ):
            statement = _stated(spot, prover)
            if statement:
                return statement
    return Statement(words.compares.format(left=left.title, right=right.title), ())


def _stated(spot: Spot, prover: Prover) -> Statement | None:
    pick = Pick(
        spot.sentence.text,
        spot,
        Run(spot.reading, spot.sentence, spot.sentence),
        spot.start,
        0.0,
        strength(spot.sentence.text, spot.start, spot.end),
    )
    citations = prover.citations(pick)
    return Statement(spot.sentence.text, citations) if citations else None


def _from_sections(left: Topic, right: Topic, prover: Prover) -> list[Cell]:
    """One row a section in which a source speaks of both, where that source or heading sets the two against each other."""
    readings = [reading for reading in shared(left, right) if _sets_side_by_side(reading, left, right)]
    if not readings:
        return []
    cells: list[Cell] = []
    for reading in readings:
        ours, theirs = _by_heading(left, reading), _by_heading(right, reading)
        cells += [
            Cell(heading, _said(pair[0], prover), _said(pair[1], prover))
            for heading in ours
            if heading in theirs and (pair := _distinct(ours[heading], theirs[heading]))
        ]
    return cells


def _sets_side_by_side(reading: Reading, left: Topic, right: Topic) -> bool:
    headings = (reading.prose.title, *(section.heading for section in reading.prose.sections))
    if any(_VERSUS.search(text) and min(find(text, left), find(text, right)) >= 0 for text in headings):
        return True
    both = {spot.place for spot in right.spots}
    cues = [spot for spot in left.spots if spot.reading is reading and spot.place in both and _CUE.search(spot.sentence.text)]
    return len(cues) >= _CUE_SENTENCES


def _by_heading(topic: Topic, reading: Reading) -> Mapping[str, list[Pick]]:
    """Sentences that begin with the topic, by the section they stand in, the best first."""
    found: dict[str, list[Pick]] = {}
    for pick in pool(topic):
        heading = shown_heading(pick.spot.section.heading) if pick.run.reading is reading else ""
        if heading == reading.prose.title or find(heading, topic) >= 0:
            continue
        if heading and pick.name_at <= len(pick.text) / 3:
            found.setdefault(heading, []).append(pick)
    return {heading: sorted(picks, key=lambda pick: (-pick.score, pick.run.first.index)) for heading, picks in found.items()}


def _distinct(ours: Sequence[Pick], theirs: Sequence[Pick]) -> tuple[Pick, Pick] | None:
    for left in ours:
        for right in theirs:
            if left.spot.place != right.spot.place:
                return left, right
    return None


def _said(pick: Pick, prover: Prover) -> Statement | None:
    citations = prover.citations(pick)
    return Statement(pick.text, citations) if citations else None
