"""Reading facts from the cited statements of pages, conservatively: a fact that is not plain is not read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.dates import DATE, iso, read_date
from llmwiki.facts.fact import Claim, Fact
from llmwiki.facts.patterns import DATE_MARK, Pattern, Reads, likely
from llmwiki.facts.quantities import read_quantity
from llmwiki.facts.values import Value
from llmwiki.facts.vocabulary import (
    CIRCUMSTANTIAL,
    COMPLETIONS,
    DEFAULT_LABEL,
    DIVISIONS,
    LABELS,
    NOUNS,
    SET_BY_DESIGN,
    VERBAL,
)
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from llmwiki.facts.statements import Statement
    from llmwiki.facts.subjects import Subjects

_LABEL = re.compile(r"(?P<label>[^:：]{2,30})[:：]\s*(?P<value>.+)")
_SCOPE_BEFORE = re.compile(
    rf"(?:(?:As of|In|On) (?P<en>{DATE}), |(?:截至\s?)?(?P<zh>{DATE})(?P<part>年?[底末初])?[，,])(?P<rest>.+)", re.IGNORECASE
)
_SCOPE_BEHIND = re.compile(rf"(?P<rest>.+?)(?: (?:as of|in) (?P<en>{DATE})| ?[(（](?:as of |截至)?(?P<zh>{DATE})[)）])", re.IGNORECASE)
_WIDE = re.compile("[\u4e00-\u9fff]")
_DATES = re.compile(rf"((?=[\djfmasond]){DATE})", re.IGNORECASE)  # what no date begins with is passed over in half the time
_YEAR = re.compile(r"\d{4}")
_ARTICLE = re.compile(r"^(?:the|its|a) ")
_ARTICLES = ("one ", "一")
_WORD_VALUE = re.compile(r"`[^`]+`|[\w.+-]{1,30}")
_NAME_VALUE = re.compile(r"(?!.* (?:and|or|for|if|since|until|from) )[\w.+-]+(?: [\w.+-]+){0,5}")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+", re.IGNORECASE)
_PARTS_OF_YEAR = {"初": "-01", "末": "-12", "底": "-12"}
_OF_PEOPLE = frozenset(predicate for predicate, _ in LABELS.values())


class _Match(NamedTuple):
    """What a pattern found: the subject as written (empty for the page), predicate and value."""

    subject: str
    predicate: str
    value: Value


def read_facts(said: Iterable[Statement], path: str, title: str, subjects: Subjects, *, own: bool) -> Iterator[Fact]:
    """The facts on a page.

    Args:
        said: What ``statements`` gives of the page.
        path: Of the page.
        title: Of the page.
        subjects: All names that a statement may begin with.
        own: Whether lines without a subject speak of the page itself (entity and concept pages).
    """
    for statement in said:
        if not (statement.in_facts or subjects.may_open(statement.text)):
            continue
        plain = project(statement.text).strip().rstrip("。.").strip()
        claim = Claim(path, statement.span, plain, statement.labels)
        text = _completed(plain, title) if own and statement.in_facts else plain
        yield from _facts(text, claim, subjects, path if own else "")


def _facts(text: str, claim: Claim, subjects: Subjects, own: str) -> list[Fact]:
    """What a statement says: as it stands, as a labelled line, or without the date that it limits itself to.

    Args:
        text: The statement.
        claim: Where it stands.
        subjects: Names of pages.
        own: The page that a statement without a subject speaks of, empty when it speaks of none.
    """
    for date, wording in _wordings(text, subjects):
        found = _by_pattern(wording, dated=bool(date)) or (_by_label(wording) if own and not date else [])
        named = [match for match in found if match.subject]
        facts = _of_pages(named, subjects, date, claim)
        if not facts and own:
            unnamed = reversed([match for match in found if not match.subject])
            facts = {match.predicate: Fact(own, match.predicate, match.value, date, claim) for match in unnamed}
        if facts:
            return list(facts.values())
    return []


def _of_pages(found: Iterable[_Match], subjects: Subjects, date: str, claim: Claim) -> dict[str, Fact]:
    """Facts about pages that the statement names, by predicate; the first wording that fits counts."""
    facts: dict[str, Fact] = {}
    for match in found:
        subject, version = subjects.find(match.subject)
        predicate = f"{match.predicate} of {version}" if version else match.predicate
        if subject:
            facts.setdefault(predicate, Fact(subject, predicate, match.value, date, claim))
    return facts


def _wordings(text: str, subjects: Subjects) -> Iterator[tuple[str, str]]:
    """A statement in the forms that the patterns know, each with the date that it limits itself to."""
    yield from _with_part("", text, subjects)
    for form in (_SCOPE_BEFORE, _SCOPE_BEHIND):
        found = form.fullmatch(text)
        if found:
            yield from _with_part(_date(found.groupdict()), found["rest"], subjects)


def _with_part(date: str, text: str, subjects: Subjects) -> Iterator[tuple[str, str]]:
    yield date, text
    if divided := subjects.divided(text):
        yield date, divided


def _completed(text: str, title: str) -> str:
    """A Key facts line with its subject, which is the page: ``Founded in 2015`` gives ``TiDB was founded in 2015``."""
    for form, template in COMPLETIONS:
        if form.match(text) and not _LABEL.fullmatch(text):
            return template.format(title=title, rest=text[0].lower() + text[1:])
    return text


def _date(parts: Mapping[str, str | None]) -> str:
    """ISO form of the date in a scope; 年初 and 年末 are the first and the last month of their year."""
    date = iso(parts["en"] or parts["zh"] or "")
    part = (parts.get("part") or "")[-1:]
    return date + _PARTS_OF_YEAR[part] if part and "-" not in date else date


def _by_pattern(text: str, *, dated: bool) -> list[_Match]:
    parts = _DATES.split(text) if _YEAR.search(text) else [text]
    dates, marked = parts[1::2], DATE_MARK.join(parts[::2])
    found = []
    for pattern in likely(text, wide=_WIDE.search(text) is not None):
        is_date = pattern.reads == "date"
        if is_date and not dates:
            continue
        match = pattern.match(marked if is_date else text)
        read = _read(pattern, match, dates) if match and (dated or not pattern.past) else None
        if read:
            found.append(read)
    return found


def _read(pattern: Pattern, found: re.Match[str], dates: Sequence[str]) -> _Match | None:
    parts = found.groupdict()
    subject, prop = parts.get("s") or "", (parts.get("p") or "").strip("` ").casefold()
    said = found.string[: found.end("v")] if pattern.reads == "date" else found.string
    if DATE_MARK in subject or not _is_fixed(pattern, prop, subject):
        return None
    written = dates[said.count(DATE_MARK) - 1] if pattern.reads == "date" else found["v"]
    value = _value(pattern.reads, written)
    if value is None or (pattern.reads == "count" and DIVISIONS.search(value.unit)):
        return None
    return _Match(subject.strip(), *_named(pattern, _plain(prop), value))


def _named(pattern: Pattern, prop: str, value: Value) -> tuple[str, Value]:
    """The predicate by its one name in both languages, and the value in the unit that goes with it."""
    if pattern.reads == "count":
        noun = NOUNS.get(value.unit, value.unit)
        people = noun == "person" and pattern.predicate == "count of {n}"
        return "population" if people else pattern.predicate.format(n=noun), replace(value, unit="")
    named = pattern.predicate.format(p=NOUNS.get(prop, prop))
    predicate = LABELS.get(named, (named, ""))[0] if pattern.predicate == "{p}" else named
    default = DEFAULT_LABEL.fullmatch(predicate)
    if default and pattern.reads == "quantity":
        predicate = f"default of {default['p'] or default['z']}"
    if value.unit != "person":
        return predicate, value
    return predicate if predicate in _OF_PEOPLE else f"count of {predicate}", replace(value, unit="")


def _is_fixed(pattern: Pattern, prop: str, subject: str) -> bool:
    """Whether the property has one value whatever the circumstances."""
    if pattern.predicate != "{p}":
        return True
    return bool(SET_BY_DESIGN.search(prop)) or (bool(subject) and not CIRCUMSTANTIAL.search(prop) and not VERBAL.search(prop))


def _by_label(text: str) -> list[_Match]:
    line = _LABEL.fullmatch(text)
    if not line:
        return []
    label = line["label"].strip(" *").casefold()
    default = DEFAULT_LABEL.fullmatch(label)
    predicate, reads = LABELS.get(label, ("", "word"))
    if default:
        predicate = f"default of {_plain(default['p'] or default['z'])}"
    value = _value(reads, line["value"]) if predicate else None
    return [_Match("", predicate, value)] if value else []


def _value(reads: Reads, text: str) -> Value | None:
    text = text.strip().rstrip("。.")
    if reads == "date":
        return read_date(text)
    if reads in ("quantity", "count"):
        value = read_quantity(text.strip("`"), noun=not text.startswith(_ARTICLES))
        return value if value is None or reads == "quantity" or value.unit else None
    if reads == "place":
        return Value("place", text)
    if reads == "name":
        return Value("word", text) if _NAME_VALUE.fullmatch(text) else None
    if reads == "version":
        return Value("version", text) if _VERSION.fullmatch(text.strip("`")) else None
    return read_quantity(text.strip("`"), exact=True) or (Value("word", text) if _WORD_VALUE.fullmatch(text) else None)


def _plain(prop: str) -> str:
    """A property without articles and white space around it."""
    return _ARTICLE.sub("", " ".join(prop.split())).removesuffix(" value") if prop else ""
