"""Reading facts from the cited statements of pages, conservatively: a fact that is not plain is not read."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.dates import DATE, iso, read_date
from llmwiki.facts.fact import Claim, Fact
from llmwiki.facts.names import title_of
from llmwiki.facts.patterns import DATE_MARK, LATIN_PATTERNS, PATTERNS, SIGNS, Pattern, Reads
from llmwiki.facts.quantities import read_quantity
from llmwiki.facts.statements import is_inert, statements
from llmwiki.facts.values import Value
from llmwiki.facts.vocabulary import (
    CIRCUMSTANTIAL,
    COMPLETIONS,
    DEFAULT_LABEL,
    DIVISIONS,
    LABELS,
    NOUNS,
    SET_BY_DESIGN,
    TRIGGER,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from llmwiki.vault.vault import Vault

_LABEL = re.compile(r"(?P<label>[^:：]{2,30})[:：]\s*(?P<value>.+)")
_SCOPE_BEFORE = re.compile(
    rf"(?:(?:As of|In|On) (?P<en>{DATE}), |截至\s?(?P<zh>{DATE})[，,]|(?P<bare>{DATE})[，,])(?P<rest>.+)", re.IGNORECASE
)
_SCOPE_BEHIND = re.compile(rf"(?P<rest>.+?)(?: (?:as of|in) (?P<en>{DATE})| ?[(（](?:as of |截至)?(?P<zh>{DATE})[)）])", re.IGNORECASE)
_WIDE = re.compile("[\u4e00-\u9fff]")
_DATES = re.compile(DATE, re.IGNORECASE)
_ARTICLES = ("one ", "一")
_WORD_VALUE = re.compile(r"`[^`]+`|[\w.+-]{1,30}")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+", re.IGNORECASE)
_OPEN = re.compile(r"[^\w ]|截至|(?:The|As of|In|On)\b|\d|.*defaults", re.IGNORECASE)
_FIRST = re.compile("[\u3400-\u9fff].|[^\\W\u3400-\u9fff]+")
_PARENTHESIS = re.compile(r"\s*[(（][^)）]*[)）]")


class _Match(NamedTuple):
    """What a pattern found: the subject as written (empty for the page), predicate and value."""

    subject: str
    predicate: str
    value: Value


class Subjects:
    """Which page a name at the head of a statement stands for; a name of two pages stands for none."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        found: dict[str, set[str]] = defaultdict(set)
        for path in names:
            for name in names[path]:
                found[_fold(name)].add(path)
        self._pages = {name: min(paths) for name, paths in found.items() if len(paths) == 1}
        self._openings = frozenset(_opening(name) for name in self._pages)

    def page(self, name: str) -> str:
        """Path of the page with this name, empty when there is none."""
        return self._pages.get(_fold(name)) or self._pages.get(_fold(_PARENTHESIS.sub("", name)), "")

    def may_open(self, text: str) -> bool:
        """Whether a sentence, its marks still in it, may hold a fact: a quick look that never misses one."""
        if not any(sign in text for sign in SIGNS) or not TRIGGER.search(text):
            return False
        unnamed = _OPEN.match(text) or SET_BY_DESIGN.search(text)
        return unnamed is not None or _opening(text.casefold()) in self._openings


def read_facts(vault: Vault, path: str, subjects: Subjects, *, own: bool) -> Iterator[Fact]:
    """The facts on a page.

    Args:
        vault: Where the page is.
        path: The page.
        subjects: All names that a statement may begin with.
        own: Whether lines without a subject speak of the page itself (entity and concept pages).
    """
    page = vault.page(path)
    title = title_of(vault, path)
    for statement in statements(page, subjects.may_open):
        claim = Claim(path, statement.span, statement.text, statement.labels)
        text = _completed(statement.text, title) if own and statement.in_facts else statement.text
        date, found = _match(text, labelled=own and statement.in_facts)
        if found:
            subject = subjects.page(found.subject) if found.subject else path if own else ""
            if subject and not is_inert(page, statement.span):
                yield Fact(subject, found.predicate, found.value, date, claim)


def _opening(text: str) -> str:
    """The first word, or the first two characters of a Chinese text."""
    found = _FIRST.search(text)
    return found[0] if found else ""


def _fold(name: str) -> str:
    return name.strip(" `\"'“”").casefold().removeprefix("the ")


def _completed(text: str, title: str) -> str:
    """A Key facts line with its subject, which is the page: ``Founded in 2015`` gives ``TiDB was founded in 2015``."""
    for form, template in COMPLETIONS:
        if form.match(text) and not _LABEL.fullmatch(text):
            return template.format(title=title, rest=text[0].lower() + text[1:])
    return text


def _match(text: str, *, labelled: bool) -> tuple[str, _Match | None]:
    """The date a statement limits itself to, and what it says; as it stands, as a labelled line, or without its date."""
    found = _by_pattern(text, dated=False) or (_by_label(text) if labelled else None)
    if found:
        return "", found
    for form in (_SCOPE_BEFORE, _SCOPE_BEHIND):
        scoped = form.fullmatch(text)
        if scoped:
            date = next(group for name, group in scoped.groupdict().items() if group and name != "rest")
            found = _by_pattern(scoped["rest"], dated=True)
            if found:
                return iso(date), found
    return "", None


def _by_pattern(text: str, *, dated: bool) -> _Match | None:
    dates = _DATES.findall(text)
    marked = _DATES.sub(DATE_MARK, text) if dates else ""
    for pattern in PATTERNS if _WIDE.search(text) else LATIN_PATTERNS:
        found = pattern.match(marked if pattern.reads == "date" else text)
        if found and (dated or not pattern.past):
            read = _read(pattern, found, dates)
            if read:
                return read
    return None


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
        return f"count of {noun}", replace(value, unit=noun)
    predicate = LABELS.get(prop, (prop, ""))[0] if pattern.predicate == "{p}" else pattern.predicate.format(p=prop)
    return predicate, replace(value, unit="") if value.unit == "person" else value


def _is_fixed(pattern: Pattern, prop: str, subject: str) -> bool:
    """Whether the property has one value whatever the circumstances."""
    if pattern.predicate != "{p}":
        return True
    return bool(SET_BY_DESIGN.search(prop)) or (bool(subject) and not CIRCUMSTANTIAL.search(prop))


def _by_label(text: str) -> _Match | None:
    line = _LABEL.fullmatch(text)
    if not line:
        return None
    label = line["label"].strip(" *").casefold()
    default = DEFAULT_LABEL.fullmatch(label)
    if default:
        value = _value("word", line["value"])
        return _Match("", f"default of {_plain(default['p'] or default['z'])}", value) if value else None
    if label not in LABELS:
        return None
    predicate, reads = LABELS[label]
    value = _value(reads, line["value"])
    return _Match("", predicate, value) if value else None


def _value(reads: Reads, text: str) -> Value | None:
    text = text.strip().rstrip("。.")
    if reads == "date":
        return read_date(text)
    if reads in ("quantity", "count"):
        value = read_quantity(text.strip("`"), noun=not text.startswith(_ARTICLES))
        return value if value is None or reads == "quantity" or value.unit else None
    if reads == "place":
        return Value("place", text)
    if reads == "version":
        return Value("version", text) if _VERSION.fullmatch(text.strip("`")) else None
    return read_quantity(text.strip("`"), exact=True) or (Value("word", text) if _WORD_VALUE.fullmatch(text) else None)


def _plain(prop: str) -> str:
    """A property without articles and white space around it."""
    return re.sub(r"^(?:the|its|a) ", "", " ".join(prop.split())).removesuffix(" value")
