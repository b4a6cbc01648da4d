"""Joins the keys that sources, pages or their own form show to be one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from llmwiki.scribe.acronyms import is_short
from llmwiki.scribe.identity import is_generic_form, merge_key, vetoed
from llmwiki.scribe.joining import Groups, accepted_pairs
from llmwiki.scribe.matching import Matcher
from llmwiki.scribe.mentions import Found
from llmwiki.scribe.seeds import Seeds
from llmwiki.scribe.stopwords import wordlist
from llmwiki.scribe.views import View
from llmwiki.vault.chars import HAN_CHAR

SHORT_WINS = 10
"""An acronym this many times as frequent as its expansion gives the title (JSON); otherwise the expansion does."""

FEWEST_LONG = 2
"""An expansion in at least this many sentences, or in a title or heading, keeps the title."""

Pairs = Sequence[tuple[str, str]]

_PRESENTED = frozenset({"heading", "title", "subject", "listed", "pair", "known"})
_ADVERBS = r"(?:(?:also|often|sometimes|better|commonly|otherwise|formerly|now|popularly|locally|widely|generally|usually) )*$"
_APPOSED = re.compile(r"(?:,|\(|（|—|–)\s*" + _ADVERBS)
_PREDICATE = re.compile(r"\b(?:is|are|was|were|be|been|became)\s+" + _ADVERBS)
# "In Vitess, these are called Vindexes": not Vitess is.
_OTHER_SUBJECT = re.compile(r",|\b(?:these|those|this|that|it|they|which|we|he|she)\b", re.IGNORECASE)
_INSIDE_OF = re.compile(r"\b(?:in|from|near|to|at|around|across|outside|of)\s(?:the\s)?$", re.IGNORECASE)


def group(
    views: Sequence[View], seeds: Seeds, matched: tuple[Matcher, Found], known: Sequence[tuple[str, tuple[str, ...]]], apart: Pairs = ()
) -> Groups:
    """All groups. What people wrote on pages comes first, then what sources say, then forms of one name; ``apart`` is never joined."""
    matcher, found = matched
    groups = Groups((merge_key(title) or title for title, _ in known), apart)
    for title, aliases in known:
        for alias in aliases:
            groups.join(merge_key(alias) or alias, merge_key(title) or title)
    for long, short in accepted_pairs([seen.notes for seen in views]):
        _join_pair(groups, seeds, found, long, short)
    for alias, subject in _cues(views, matcher):
        groups.join(alias, subject)
    for long, base in _generic_forms(seeds, found):
        groups.join(long, base)
    for part, whole in _parts(views, seeds, found):
        if groups.root(part) == part:
            groups.join(part, whole)
    return groups


def _join_pair(groups: Groups, seeds: Seeds, found: Found, long: str, short: str) -> None:
    """The expansion gives the title, unless next to nobody uses it; of two languages the one the sources use more."""
    counts = found.count(long), found.count(short)
    acronym = any(is_short(text) for text in seeds.spellings[short])
    if acronym:
        swap = (
            counts[0] < FEWEST_LONG
            and counts[1] >= SHORT_WINS * max(counts[0], 1)
            and not seeds.origins[long] & {"title", "heading", "known"}
        )
    else:
        swap = counts[1] > counts[0]
    groups.join(*((long, short) if swap else (short, long)))


def _cues(views: Sequence[View], matcher: Matcher) -> Iterator[tuple[str, str]]:
    """Aliases that naming cues give to the subject of their sentence, as (alias, subject)."""
    for seen in views:
        for before, alias, _ in seen.notes.cues:
            matches = list(matcher.find(before))
            apposed, predicate = _APPOSED.search(before), _PREDICATE.search(before)
            key = merge_key(alias)
            if not matches or not (apposed or predicate):
                continue
            subject = matches[-1] if apposed else matches[0]
            if predicate and not apposed and _OTHER_SUBJECT.search(before[subject.end : predicate.start()]):
                continue
            border = apposed.start() if apposed else predicate.start() if predicate else 0
            near = border - subject.end <= len(" (ADR)") if apposed else subject.start <= len("In 1990, the ")
            if near and subject.name != key and not vetoed(alias, before[subject.start : subject.end]):
                yield key, subject.name


def _generic_forms(seeds: Seeds, found: Found) -> Iterator[tuple[str, str]]:
    """``TiDB 集群`` and ``React library`` are forms of ``TiDB`` and ``React`` when these are mentioned by themselves."""
    heads = sorted(wordlist("zh", "generic-heads") | {f" {head}" for head in wordlist("en", "generic-heads")})
    for key in sorted(seeds.origins):
        for head in heads:
            base = key.removesuffix(head)
            if base != key and base in seeds.origins and is_generic_form(key, base) and found.count(base) and not _is_action(base):
                yield key, base


def _is_action(key: str) -> bool:
    """Whether a key is one everyday Chinese verb: 提交节点 is no form of 提交."""
    if not HAN_CHAR.fullmatch(key[:1]):
        return False
    from llmwiki.scribe.names_zh import segment

    words = segment(key)
    return len(words) == 1 and words[0].tag.startswith("v")


def _parts(views: Sequence[View], seeds: Seeds, found: Found) -> Iterator[tuple[str, str]]:
    """A bare part and the full name, as (part, whole): Eunice of Storm Eunice, Kenkoku of Kenkoku University.

    The part is a single word that nothing presents, in no source without the whole, with one whole only. In front of
    the whole it must be used like it (no "in Georgia" beside the Georgia Guidestones), and the whole be presented.
    """
    wholes: dict[str, list[tuple[str, bool]]] = {}
    for key in sorted(seeds.origins):
        words = key.split()
        if len(words) < len("A B".split()) or not found.surfaces.get(key) or HAN_CHAR.search(key):
            continue
        if words[0] in wordlist("en", "class-words"):
            wholes.setdefault(" ".join(words[1:]), []).append((key, True))
        elif len(words) == len("A B".split()) and seeds.origins[key] & {"title", "subject"}:
            wholes.setdefault(words[0], []).append((key, False))
    for part, fits in sorted(wholes.items()):
        if len(fits) == 1 and _is_part(part, *fits[0], views=views, seeds=seeds, found=found):
            yield part, fits[0][0]


def _is_part(part: str, whole: str, by_class: bool, *, views: Sequence[View], seeds: Seeds, found: Found) -> bool:  # noqa: FBT001
    if "name" not in seeds.origins.get(part, set()) or seeds.origins[part] & _PRESENTED or not found.sources(part) <= found.sources(whole):
        return False
    if by_class:
        return True
    last = whole.rsplit(maxsplit=1)[-1]
    return last in wordlist("en", "org-words") and found.count(part) <= found.count(whole) and not _stands_inside(part, views, found)


def _stands_inside(part: str, views: Sequence[View], found: Found) -> bool:
    """Whether a name is ever where something is or comes from."""
    for seen, spots in zip(views, found.spots, strict=True):
        if any(_INSIDE_OF.search(seen.prose.sentences[mention.sentence].text[: mention.start]) for mention in spots.get(part, ())):
            return True
    return False


def members(groups: Groups, seeds: Seeds) -> Mapping[str, list[str]]:
    """Root -> the keys of its group, the root first."""
    found: dict[str, list[str]] = {}
    for key in sorted(seeds.origins, key=lambda key: (groups.root(key) != key, key)):
        found.setdefault(groups.root(key), []).append(key)
    return found
