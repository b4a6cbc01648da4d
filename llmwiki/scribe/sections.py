"""Puts a page's statements under headings: the sources' own where they serve, else plain ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from llmwiki.scribe.overlap import is_chinese, word_set
from llmwiki.scribe.phrases import any_of, either, word_of
from llmwiki.scribe.topic import Pick
from llmwiki.scribe.wording import Wording

_NUMBER = re.compile(
    r"^(?:第\s*[0-9一二三四五六七八九十百零]+\s*[步章节篇部分条讲阶段点]+|[一二三四五六七八九十]{1,3}(?=[、.．:：])|[(（][0-9一二三四五六七八九十]{1,3}[)）]|[①-⑳]"
    r"|(?:step|chapter|part|section|tip)\s+(?:\d+|[ivxlc]+)\b|\d{1,3}(?:\.\d{1,3})*(?=[.、．:：)\s]|$))[\s、.．:：)）-]*",
    re.IGNORECASE,
)
# Icons that a theme draws: ":octicons-star-16: ..."
_ICON = re.compile(r":?\b(?:octicons|material|fontawesome|simple|fa|mdi)-[\w-]+:\s*")
_EDGES = re.compile(r"^[^\w《「“\"'(（`]+|[\s:：。,，;；#–—-]+$")
# Headings that say where in a text one is, not what is said there.
_EMPTY = either(f"^{any_of('en', 'heading-empty')}$", f"^{any_of('zh', 'heading-empty')}$")
_TALKS = either(rf"[?？!！]|{word_of('heading-talks')}", any_of("zh", "heading-talks"))
_ASKS = either(r"^(?:how|why|what|when|where|which|who)\b(?! to\b)", "怎么|如何|为什么|为何|什么|哪些")
_SPEAKS = either(r"\b(?:you|your|we|our|us|i|my|me|it|its|this|that|these|they|here|let['’]s)\b", "[你您我它]|这|那|吗")
_ORDERS = either(rf"^{any_of('en', 'heading-orders')}\b(?! (?:of|and|cases?)\b)", f"^{any_of('zh', 'heading-orders')}")
_MOST_WORDS, _MOST_CHARS = 6, 16
# What sets things side by side is about all of them.
_VERSUS = re.compile(r"\bvs\b|\b(?:versus|compar(?:ed|ing|isons?)|differences?)\b|对比|比较|区别|差异|异同", re.IGNORECASE)
_FILE_BEHIND = re.compile(r"\s*[(（][^()（）\s]*\.\w{1,4}[)）]$")
_BEHIND = re.compile(r"\s*[(（][^()（）]*[)）]$")
_MARKUP = re.compile(r"[\[\]|\\<>{}=$]")
# Above this share of the page a heading parts nothing.
_FEW, _MOST_OF = 4, 0.7

_EXAMPLE = either(word_of("examples"), any_of("zh", "examples"))
_LIMIT = either(word_of("limits"), any_of("zh", "limits"))
_PURPOSE = either(word_of("purpose"), any_of("zh", "purpose"))


class Group(NamedTuple):
    """Statements under one level-2 heading."""

    heading: str
    picks: tuple[Pick, ...]


def group(picks: Sequence[Pick], names: Iterable[str], words: Wording, *, wanted: int) -> list[Group]:
    """Arrange ``picks`` (in page order, the lead left out) under headings.

    A source's heading is used for two statements or more, the deepest that has so many, and for single
    ones only as far as the page would otherwise have fewer than ``wanted`` sections; what is left stands
    under "Key facts".

    Args:
        picks: Statements of the page.
        names: Spellings of the page's own name, which make no heading.
        words: Section names of the writer's own.
        wanted: Sections to aim at.
    """
    own = [word_set(name) for name in names]
    trails = [_trail(pick, own) for pick in picks]
    counts = Counter(heading for trail in trails for heading in trail)
    wide = {heading for heading, count in counts.items() if len(picks) >= _FEW and count > _MOST_OF * len(picks)}
    headings = [next((heading for heading in trail if counts[heading] > 1 and heading not in wide), "") for trail in trails]
    headings = ["" if headings.count(heading) == 1 else heading for heading in headings]
    spare = [trail[0] if trail and not heading else "" for trail, heading in zip(trails, headings, strict=True)]
    for heading in dict.fromkeys(filter(None, spare)):
        if len(set(headings)) >= wanted:
            break
        headings = [heading if single == heading else kept for single, kept in zip(spare, headings, strict=True)]
    groups = _collect(picks, headings, words)
    return groups if len(groups) >= wanted else _by_role(groups, words, wanted)


def _collect(picks: Sequence[Pick], headings: Sequence[str], words: Wording) -> list[Group]:
    order = sorted(set(headings), key=lambda heading: (heading != "", headings.index(heading)))
    return [
        Group(name or words.facts, tuple(pick for pick, heading in zip(picks, headings, strict=True) if heading == name)) for name in order
    ]


def _by_role(groups: list[Group], words: Wording, wanted: int) -> list[Group]:
    """Split the plain section by what its statements do, as far as sections are missing and something stays in it."""
    for heading, cue in ((words.limits, _LIMIT), (words.purpose, _PURPOSE), (words.examples, _EXAMPLE)):
        facts = next((entry for entry in groups if entry.heading == words.facts), None)
        if facts is None or len(groups) >= wanted:
            break
        part = tuple(pick for pick in facts.picks if cue.search(pick.text))
        rest = tuple(pick for pick in facts.picks if not cue.search(pick.text))
        if part and rest:
            at = groups.index(facts)
            groups = [*groups[:at], Group(words.facts, rest), Group(heading, part), *groups[at + 1 :]]
    return groups


def _trail(pick: Pick, own: list[frozenset[str]]) -> list[str]:
    """Headings that serve, from the sentence's own section outwards; the source's title and the page's own name don't."""
    trail = []
    for heading in reversed(pick.spot.section.path[1 if _is_title(pick) else 0 :]):
        shown = shown_heading(heading)
        if shown and shown not in trail and heading != pick.run.reading.prose.title and not sets_apart(shown) and not _repeats(shown, own):
            trail.append(shown)
    return trail


def _is_title(pick: Pick) -> bool:
    """Whether the outermost heading is the only one of its level, as a title is."""
    first = pick.spot.section.path[:1]
    tops = [section for section in pick.run.reading.prose.sections if section.level == 1]
    return bool(first) and len(tops) == 1 and tops[0].heading == first[0]


def _repeats(heading: str, own: list[frozenset[str]]) -> bool:
    words = word_set(_BEHIND.sub("", heading))
    return any(words <= name for name in own)


def bare_heading(heading: str) -> str:
    """A source's heading without numbers, emoji, code marks and trailing punctuation; empty when nothing tells is left."""
    bare = (
        _EDGES.sub("", _NUMBER.sub("", _EDGES.sub("", _FILE_BEHIND.sub("", _ICON.sub("", heading)))))
        .replace("`", "")
        .replace("**", "")
        .strip()
    )
    return "" if _EMPTY.match(bare) or _MARKUP.search(bare) else bare


def sets_apart(heading: str) -> bool:
    """Whether a heading sets things side by side, so that what stands below it is about all of them."""
    return _VERSUS.search(heading) is not None


def asked_heading(heading: str) -> str:
    """A source's heading that asks something of its subject, as it can stand above the answer; empty for any other.

    "How does it work?" speaks of nothing, "What should you do?" to somebody.
    """
    asked = bare_heading(heading)
    long = len(asked) > _MOST_CHARS if is_chinese(asked) else len(asked.split()) > _MOST_WORDS + 1
    return asked if _ASKS.search(asked) and not long and not _SPEAKS.search(asked) else ""


def shown_heading(heading: str) -> str:
    """A source's heading as it can stand on a page, or an empty string when it can't.

    Questions, calls to the reader and whole sentences don't serve.
    """
    shown = bare_heading(heading)
    if len(shown) < len("内存") or _TALKS.search(shown) or _ORDERS.match(shown):
        return ""
    long = len(shown) > _MOST_CHARS if is_chinese(shown) else len(shown.split()) > _MOST_WORDS
    return "" if long else shown
