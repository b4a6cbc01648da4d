"""The compiler from end to end: readings in, drafts out; an editor has a say at each step."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.candidates import Candidate, find_candidates
from llmwiki.scribe.decide import Setting, focused, is_central, is_named_apart, objection, shown, weight
from llmwiki.scribe.definition import acts
from llmwiki.scribe.editor.base import RULES
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.linking import is_cut
from llmwiki.scribe.notes import analyse
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.overlap import word_set
from llmwiki.scribe.pageless import Verdicts, explained, named_in
from llmwiki.scribe.pages import Compiled, write_pages
from llmwiki.scribe.parted import barred
from llmwiki.scribe.steering import UNSTEERED, Steering, retitled
from llmwiki.scribe.topic import Existing, Spot, Topic

if TYPE_CHECKING:
    from llmwiki.scribe.editor.base import Editor
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.prose import Reading
    from llmwiki.vault.schema import Schema

__all__ = ["Compiled", "Existing", "compile_pages"]

# Names that a source uses most are central to it (design: "among its most frequent names").
# A long source has more of them.
_BUSIEST, _BUSIEST_MORE = 8, 40
_IN_BRACKETS = re.compile(r"(?:(?:An?|The) )?([^\s,.，。:：(（][^,.，。:：(（]{1,40})[(（]")
# Shorter names may abbreviate anything.
_SHORT_NAME = 4
_CODE_MARKS = {"`": "`", "<": ">"}
_AND = re.compile(r" and | & | or |[与和及或、/]")
_NOUN_BEHIND = re.compile(
    r" (?!(?:and|or|of|in|on|at|to|for|from|with|by|as|than|that|vs|versus|is|are|was|into|about|after|before|over)\b)[\w’'-]{3,}"
)
_BUSIEST_LEAST = 4


def compile_pages(  # noqa: PLR0913 - each is one thing that decides the pages
    readings: Sequence[Reading],
    existing: Sequence[Existing],
    schema: Schema,
    *,
    changed: frozenset[str] | None = None,
    again: Collection[str] = (),
    blocked: Collection[str] = (),
    notes: Sequence[SourceNotes] | None = None,
    editor: Editor = RULES,
    steering: Steering = UNSTEERED,
) -> Compiled:
    """Compile all sources into page drafts; the same for any order of the readings.

    Args:
        readings: Every source of the vault, changed or not: pages rest on all of them.
        existing: Pages in the vault already; they keep title, path and language, and are always extended.
        schema: Thresholds and taxonomy.
        changed: Only pages that name one of these sources are drafted; None means all.
        again: Paths of existing pages to draft besides, since a page they link to went or moved.
        blocked: Names of pages that a person took away; nothing of these names gets a page.
        notes: Analyses of the readings in the same order, when they are at hand.
        editor: Who decides and words what pages say.
        steering: A person's say.
    """
    subjects = [page for page in existing if page.kind in {"entity", "concept"}]
    unwanted = {merge_key(name) for name in (*blocked, *steering.blocked)}
    known = [(page.title, (*page.aliases, *page.spellings)) for page in subjects]
    told = editor.notes(readings, notes if notes is not None else [analyse(reading) for reading in readings])
    apart = tuple(barred(subjects, steering.joins))
    found = find_candidates(readings, known, told, apart=apart)
    if joins := (*editor.joins(found, readings), *steering.joins):
        found = find_candidates(readings, known, told, joins, apart)
    candidates = [
        candidate for candidate in found if candidate.known or unwanted.isdisjoint(map(merge_key, (candidate.title, *candidate.aliases)))
    ]
    topics, dropped = _topics(candidates, {reading.source: reading for reading in readings}, subjects)
    named, taken_away = named_in(found), {one.title for one in found}.difference(one.title for one in candidates)
    del found, candidates, told, notes  # what is written is made from the topics
    compiled = write_pages(retitled(topics, steering), schema, editor, changed, again)
    drawn = {source for draft in compiled.drafts if draft.title not in steering.blocked for source in draft.rests_on}
    bare = [reading for reading in readings if (changed is None or reading.source in changed) and reading.source not in drawn]
    pageless = explained(bare, named, Verdicts(dict(dropped), dict(compiled.dropped), _paged(compiled, subjects), taken_away))
    return replace(compiled, dropped=tuple(sorted({*dropped, *compiled.dropped})), pageless=pageless)


def _paged(compiled: Compiled, existing: Iterable[Existing]) -> set[str]:
    """Names of what has a page afterwards."""
    without = {title for title, _ in compiled.dropped}
    return {name for draft in compiled.drafts for name in draft.names} | {page.title for page in existing if page.title not in without}


def _topics(
    candidates: Sequence[Candidate], readings: Mapping[str, Reading], existing: Collection[Existing]
) -> tuple[list[Topic], list[tuple[str, Objection]]]:
    pages = {merge_key(page.title): page for page in existing}
    busiest = _busiest(candidates, readings)
    titles = {candidate.key for candidate in candidates}
    topics, dropped = [], []
    for candidate in (focused(_titled(candidate, readings)) for candidate in candidates):
        page = pages.get(merge_key(candidate.title)) if candidate.known else None
        reason = None if page else objection(candidate, _setting(candidate, readings)) or _doubt(candidate, titles, readings)
        spare = bool(reason) and _names_an_article(candidate)
        if reason:
            dropped.append((candidate.title, reason))
        if candidate.sentences and (spare or not reason):
            topics.append(_topic(candidate, readings, page, central=is_central(candidate, busiest), spare=spare))
    return _with_others(topics), dropped


def topic_of(candidate: Candidate, readings: Mapping[str, Reading], *, spare: bool = False) -> Topic | None:
    """What a candidate would be a page on, were it the only one and central to a source; None where the rules of the gate forbid it.

    With ``spare`` also what they forbid and let a source have that would have no page without.
    """
    one = focused(_titled(candidate, readings))
    is_spare = bool(objection(one, _setting(one, readings)))
    if not one.sentences or (is_spare and not (spare and _names_an_article(one))):
        return None
    return _topic(one, readings, None, central=True, spare=is_spare)


def _titled(candidate: Candidate, readings: Mapping[str, Reading]) -> Candidate:
    """Without the titles that name the thing only inside a longer phrase: "2022 Pakistan floods" is not about Pakistan."""
    evidence = tuple(
        replace(entry, title=0) if entry.title == 1 and _is_inside(candidate.spellings, readings[entry.source].prose.title) else entry
        for entry in candidate.evidence
    )
    return replace(candidate, evidence=evidence) if evidence != candidate.evidence else candidate


def _is_inside(spellings: Collection[str], title: str) -> bool:
    """Whether every Latin spelling in ``title`` is followed by more of a noun phrase."""
    places = [match for name in spellings if name.isascii() for match in re.finditer(rf"\b{re.escape(name)}\b", title, re.IGNORECASE)]
    return bool(places) and all(_NOUN_BEHIND.match(title[place.end() :]) and not acts(title, place.end()) for place in places)


def _setting(candidate: Candidate, readings: Mapping[str, Reading]) -> Setting:
    spread = chinese = 0
    for evidence in candidate.evidence:
        prose = readings[evidence.source].prose
        paragraphs = {prose.sentences[mention.sentence].block for mention in evidence.mentions}
        spread += max(evidence.sections, len(paragraphs) // 2)
        chinese += evidence.sentences if prose.language == "zh" else 0
    return Setting(spread, foreign=candidate.title.isascii() and chinese * 2 > candidate.sentences)


def _topic(candidate: Candidate, readings: Mapping[str, Reading], page: Existing | None, *, central: bool, spare: bool) -> Topic:
    kind = page.kind if page else candidate.kind
    names = tuple(dict.fromkeys((candidate.title, *candidate.aliases, *candidate.spellings)))
    told, seen = (page.aliases, page.spellings) if page else ((), ())
    aliases = dict.fromkeys((*told, *(alias for alias in candidate.aliases if alias not in seen)))
    return Topic(
        title=candidate.title,
        kind=kind,
        names=names,
        spots=tuple(_spots(candidate, readings)),
        weight=weight(candidate),
        own=candidate.own,
        central=central,
        existing=page,
        aliases=tuple(alias for alias in aliases if alias != candidate.title),
        sort=candidate.type,
        spare=spare,
        plain=not candidate.specific and not is_named_apart(candidate),
        titled=any(evidence.title > 1 for evidence in candidate.evidence),
        presented_by=frozenset(evidence.source for evidence in candidate.evidence if evidence.own),
    )


def _spots(candidate: Candidate, readings: Mapping[str, Reading]) -> Iterator[Spot]:
    for evidence in candidate.evidence:
        reading = readings[evidence.source]
        seen = -1
        for mention in evidence.mentions:
            sentence = reading.prose.sentences[mention.sentence]
            if mention.sentence != seen and not is_cut(sentence.text, mention.start, mention.end):
                start, end = _widened(sentence.text, mention.start, mention.end)
                yield Spot(reading, sentence, start, end, first=seen < 0, adjunct=mention.adjunct)
                seen = mention.sentence


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """The marks of code around a name belong to it; one in brackets behind its long form at the start of a sentence stands for both.

    `` `<Teleport>` is a component``, ``Garbage Collection (GC) is ...``.
    """
    while start and end < len(text) and _CODE_MARKS.get(text[start - 1]) == text[end]:
        start, end = start - 1, end + 1
    match = _IN_BRACKETS.fullmatch(text[:start])
    return (match.start(1), end + 1) if match and text[end : end + 1] in {")", "）"} else (start, end)


def _with_others(topics: Sequence[Topic]) -> list[Topic]:
    """Tell each spot how many other topics its sentence names, and whether one of them comes first."""
    starts: dict[tuple[str, int], list[int]] = defaultdict(list)
    for topic in topics:
        for spot in topic.spots:
            starts[spot.place].append(spot.start)
    return [replace(topic, spots=tuple(_among(spot, starts[spot.place]) for spot in topic.spots)) for topic in topics]


def _among(spot: Spot, starts: Sequence[int]) -> Spot:
    return replace(spot, others=len(starts) - 1, behind=min(starts) < spot.start)


def _doubt(candidate: Candidate, keys: Collection[str], readings: Mapping[str, Reading]) -> Objection | None:
    """Why a name that deserves a page may still not be one thing; None: it is."""
    if _names_two(candidate.title, keys):
        return Objection.TWO_THINGS
    forms = Counter(
        readings[evidence.source].prose.sentences[mention.sentence].text[mention.start : mention.end]
        for evidence in candidate.evidence
        for mention in evidence.mentions
    )
    usual = min(forms, key=lambda form: (-forms[form], form), default=candidate.title)
    return Objection.UNLIKE_NAME if _unlike(usual, candidate.title) else None


def _unlike(form: str, title: str) -> bool:
    """Whether two Latin names share no word and neither abbreviates the other: a wrong alias joins such names."""
    if not form.isascii() or not title.isascii() or min(len(form), len(title)) <= _SHORT_NAME:
        return False
    initials = {"".join(word[0] for word in name.replace("-", " ").split()).lower() for name in (form, title)}
    return not word_set(form) & word_set(title) and not initials & {form.lower().rstrip("s"), title.lower().rstrip("s")}


def _names_two(title: str, keys: Collection[str]) -> bool:
    """乐观事务与悲观事务, Coinbase and Coinbase Pro: both halves are names of their own."""
    halves = _AND.split(title)
    return len(halves) == 2 and all(merge_key(half) in keys for half in halves)  # noqa: PLR2004 - one "and" parts two


def _names_an_article(candidate: Candidate) -> bool:
    """Whether a source's title names the thing: it may get a page when the source would have none."""
    return shown(candidate, "title") > 0


def _busiest(candidates: Iterable[Candidate], readings: Mapping[str, Reading]) -> frozenset[str]:
    """Keys of the names that each source uses most."""
    counts: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for candidate in candidates:
        for evidence in candidate.evidence:
            said = max(evidence.sentences, evidence.claims)
            if said >= _BUSIEST_LEAST:
                counts[evidence.source].append((-said, candidate.key))
    return frozenset(
        key
        for source, found in counts.items()
        for _, key in sorted(found)[: _BUSIEST + len(readings[source].prose.sentences) // _BUSIEST_MORE]
    )
