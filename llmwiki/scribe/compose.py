"""From chosen sentences to a draft: lead, sections, proofs, summary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from llmwiki.scribe.dates import first_date
from llmwiki.scribe.draft import Draft, Part, Statement
from llmwiki.scribe.elsewhere import elsewhere
from llmwiki.scribe.excerpts import Excerpt, said_of
from llmwiki.scribe.inert import plain
from llmwiki.scribe.lead import with_next
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.pick import shares_sentence
from llmwiki.scribe.prove import Prover
from llmwiki.scribe.questions import disagreements
from llmwiki.scribe.said import uncited
from llmwiki.scribe.sections import Group, group
from llmwiki.scribe.tags import find_tags
from llmwiki.scribe.topic import Pick, Run, Topic
from llmwiki.scribe.wording import Wording, wording
from llmwiki.vault.citation import Citation

SUMMARY_LENGTH = 200
"""Characters of a page's summary, after the page pattern."""

_FEWEST_EVENTS = 2
"""So many dated events have a section of their own on a concept's page; on an entity's they come first among the facts."""

_ENDS = tuple("。！？.!?…”’\"'）)」』`")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a page is made of: the lead, the other picks in page order, and what sources say under headings of their own."""

    lead: Pick
    rest: tuple[Pick, ...]
    excerpts: tuple[Excerpt, ...] = ()


def compose(topic: Topic, chosen: Chosen, taxonomy: Sequence[str], min_sections: int, prover: Prover) -> Draft | None:
    """The topic's page, or None when its lead can't be proved or too little is left.

    Args:
        topic: What the page is about.
        chosen: Its sentences.
        taxonomy: Tags that may be used.
        min_sections: Level-2 sections that a concept page needs.
        prover: Makes and checks the citations.
    """
    language = _language((chosen.lead, *chosen.rest), topic)
    words = wording(language)
    lead = with_next(chosen.lead)
    rest = _without_shared([lead, *map(with_next, chosen.rest)])[1:]
    opening = _statement(lead, prover)
    if opening is None:
        return None
    told = [run for excerpt in chosen.excerpts for run in excerpt.runs]
    mentions = elsewhere(topic, (lead, *rest), told)
    wanted = min_sections - 1 - bool(mentions) if topic.kind == "concept" else 1
    parts = _with_excerpts(_parts(topic, rest, words, wanted, prover), chosen.excerpts, words, prover)
    if topic.kind == "concept":
        heading = words.definition if lead.defines == "strong" else words.overview
        parts = (Part(heading, (opening,), "paragraph"), *parts)
    return Draft(
        title=topic.title,
        kind=topic.kind,
        aliases=topic.aliases,
        summary=summary(opening.text),
        tags=find_tags(topic, (lead, *rest), taxonomy),
        sources=tuple(sorted({citation.source for citation in _all_citations(opening, parts)})),
        language=language,
        lead=() if topic.kind == "concept" else (opening,),
        parts=parts,
        names=topic.names,
        mentions=mentions,
    )


def _without_shared(picks: Sequence[Pick]) -> list[Pick]:
    """Of picks that quote a common sentence only the first, but all claims on it, of which each says something else."""
    kept: list[Pick] = []
    for pick in picks:
        if not any(shares_sentence(pick, other) and not (pick.role and other.role) for other in kept):
            kept.append(pick)
    return kept


def summary(text: str) -> str:
    """``text`` cut at a sentence or clause to the length of a summary, never inside a word, without code marks."""
    text = plain(text).replace("`", "").replace("**", "")
    if len(text) <= SUMMARY_LENGTH:
        return text
    head = text[:SUMMARY_LENGTH]
    for border in (r"[。！？]|[.!?](?=\s)", r"[；;]", r"[，,]|\s[–—-]\s"):
        cuts = [match.end() for match in re.finditer(border, head) if match.end() > SUMMARY_LENGTH // 3 and _may_end(head[: match.end()])]
        if cuts:
            return _closed(head[: cuts[-1]])
    return head[: SUMMARY_LENGTH - 1].rsplit(" ", 1)[0] + "…"


def _may_end(text: str) -> bool:
    """Whether a summary may be cut behind ``text``: no bracket is open, and it ends in no abbreviation."""
    opened = sum(map(text.count, "(（[")) - sum(map(text.count, ")）]"))
    return opened <= 0 and not re.search(r"\b(?:i\.?e|e\.?g|etc|vs|cf|[A-Z])\.$", text)


def _closed(text: str) -> str:
    return _ended(text.strip(" –—-"))


def _parts(topic: Topic, rest: Sequence[Pick], words: Wording, wanted: int, prover: Prover) -> tuple[Part, ...]:
    events = [pick for pick in rest if pick.role == "event" and first_date(pick.text)] if topic.kind == "concept" else []
    if not _FEWEST_EVENTS <= len(events) < len(rest):
        events = []
    groups = group(
        _ordered([pick for pick in rest if all(pick is not event for event in events)]), topic.names, words, wanted=wanted - bool(events)
    )
    if events:
        groups.append(Group(words.history, tuple(events)))
    parts = [part for entry in groups if (part := _part(entry, topic, words, prover)) is not None]
    questions = disagreements([statement for part in parts for statement in part.statements], words)
    return (*parts, Part(words.questions, questions)) if questions else tuple(parts)


def _part(entry: Group, topic: Topic, words: Wording, prover: Prover) -> Part | None:
    statements = [statement for pick in entry.picks if (statement := _statement(pick, prover)) is not None]
    if (topic.kind == "entity" and entry.heading == words.facts) or entry.heading == words.history:
        statements.sort(key=lambda statement: (not statement.date, statement.date))
    return Part(entry.heading, tuple(statements)) if statements else None


def _ordered(picks: Sequence[Pick]) -> list[Pick]:
    return sorted(picks, key=lambda pick: (pick.run.reading.date, pick.run.reading.source, pick.run.first.start))


def _statement(pick: Pick, prover: Prover) -> Statement | None:
    citations = prover.citations(pick)
    return Statement(_ended(plain(pick.text)), citations, first_date(pick.text)) if citations else None


def _with_excerpts(parts: Sequence[Part], told: Sequence[Excerpt], words: Wording, prover: Prover) -> tuple[Part, ...]:
    """Sections with what sources say at length: under a heading that is there already, or behind the others under its own."""
    sections = {part.heading: part for part in parts}
    for excerpt in told:
        heading = excerpt.heading or words.facts
        if statements := _excerpt(excerpt, prover):
            before = sections.get(heading, Part(heading, ()))
            sections[heading] = replace(before, statements=(*before.statements, *statements))
    asked = sections.pop(words.questions, None)
    return (*sections.values(), asked) if asked else tuple(sections.values())


def _excerpt(excerpt: Excerpt, prover: Prover) -> tuple[Statement, ...]:
    """The statements of an excerpt; none when a piece of it is not found in its source, since half a list would mislead."""
    items = tuple(_quoted(run, prover) for run in excerpt.items)
    told = tuple(item for item in items if item is not None)
    if len(told) < len(items):
        return ()
    if excerpt.opening is None:
        return told
    opening = _quoted(excerpt.opening, prover)
    if opening is None:
        return ()
    return (replace(opening, text=plain(uncited(excerpt.opening.first.text)), items=told) if told else opening,)


def _quoted(run: Run, prover: Prover) -> Statement | None:
    proof = prover.proof(run)
    return Statement(_ended(plain(said_of(run))), (proof,)) if proof else None


def _ended(text: str) -> str:
    """List items often lack the full stop that a statement has."""
    if text[-1:] in _ENDS:
        return text
    return text.rstrip("；;，,：: ") + ("。" if is_chinese(text) else ".")


def _language(picks: Sequence[Pick], topic: Topic) -> str:
    if topic.existing is not None:
        return topic.existing.language
    chinese = sum(1 for pick in picks if is_chinese(pick.text))
    even = chinese * 2 == len(picks) and (is_chinese(topic.title) or is_chinese(picks[0].text))
    return "zh" if chinese * 2 > len(picks) or even else "en"


def _all_citations(lead: Statement, parts: Sequence[Part]) -> list[Citation]:
    return [citation for statement in (lead, *(s for part in parts for s in part.statements)) for citation in statement.proofs]
