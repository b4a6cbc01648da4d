"""The few words of the writer's own on a page: section names and table words, in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that stand on a page without a source.

    Attributes:
        definition: Heading above a concept's lead that defines it.
        overview: Heading above a concept's lead that only describes it.
        facts: Heading above statements that have no better one.
        history: Heading above dated statements.
        examples, limits, purpose: Headings above statements of that sort.
        mentions: Heading above the places where the sources say more.
        questions: Heading above what sources disagree on.
        related: Heading above links to other pages.
        table, verdict: Headings of a comparison.
        differ: One question line; ``values`` is filled in.
        as_of: A sentence with the date of its source; ``date`` and ``sentence`` are filled in.
        before, later: What a source of another date says instead; ``value`` and ``date`` are filled in.
        see: Leads to the page that says otherwise; ``page`` is filled in.
        not_stated: An empty cell.
        versus: Title of a comparison; ``left`` and ``right`` are filled in.
        compares: First sentence of a comparison.
        from_text, from_context, from_text_and_context: Where a page comes from; ``source`` and ``page`` are filled in.
        drawn_from: Last line of an answer page; ``pages`` is filled in.
        stop, colon, comma: Punctuation.
    """

    definition: str
    overview: str
    facts: str
    history: str
    examples: str
    limits: str
    purpose: str
    mentions: str
    questions: str
    related: str
    table: str
    verdict: str
    differ: str
    as_of: str
    before: str
    later: str
    see: str
    not_stated: str
    versus: str
    compares: str
    from_text: str
    from_context: str
    from_text_and_context: str
    drawn_from: str
    stop: str
    colon: str
    comma: str


ENGLISH = Wording(
    definition="Definition",
    overview="Overview",
    facts="Key facts",
    history="History",
    examples="Examples",
    limits="Limits",
    purpose="Purpose",
    mentions="Mentions",
    questions="Open questions",
    related="Related",
    table="Side by side",
    verdict="Verdict",
    differ="The sources name different values ({values}) for the same thing.",
    as_of="As of {date}, {sentence}",
    before="Earlier: {value} ({date}).",
    later="Later: {value} ({date}).",
    see="See {page}.",
    not_stated="not stated",
    versus="{left} vs {right}",
    compares="{left} and {right}, side by side as the sources describe them.",
    from_text="From {source}.",
    from_context="From texts on {page}.",
    from_text_and_context="From {source}, in the context of {page}.",
    drawn_from="Drawn from {pages}.",
    stop=".",
    colon=": ",
    comma=", ",
)

CHINESE = Wording(
    definition="定义",
    overview="概述",
    facts="要点",
    history="历史",
    examples="示例",
    limits="限制",
    purpose="用途",
    mentions="出处",
    questions="未决问题",
    related="关联",
    table="对照",
    verdict="结论",
    differ="各来源对同一事项给出不同数值（{values}）。",
    as_of="截至{date}，{sentence}",
    before="此前：{value}（{date}）。",
    later="此后：{value}（{date}）。",
    see="见{page}。",
    not_stated="未说明",
    versus="{left}与{right}对比",
    compares="按来源所述并列对照{left}与{right}。",
    from_text="出自{source}。",
    from_context="出自关于{page}的资料。",
    from_text_and_context="出自{source}，语境为{page}。",
    drawn_from="依据{pages}。",
    stop="。",
    colon="：",
    comma="、",
)


def language_of(headings: Iterable[str]) -> str:
    """The language in which a page was written, by its section names; empty when it has none of them."""
    found = set(headings)
    english, chinese = (len(found.intersection(astuple(words))) for words in (ENGLISH, CHINESE))
    if english == chinese:
        return ""
    return "en" if english > chinese else "zh"


def wording(language: str) -> Wording:
    """Words for a page in ``zh`` or, for every other code, in English."""
    return CHINESE if language == "zh" else ENGLISH
