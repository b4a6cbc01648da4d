"""A question to hits: candidates by words and by nearness, always both, scored and put in order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.palace.database import storable
from llmwiki.palace.drawer import Drawer
from llmwiki.palace.hit import Hit, Mode
from llmwiki.palace.matching import Asked, Candidate, Matching, unmatched
from llmwiki.palace.nearness import NOT_NEAR, Nearness, Point
from llmwiki.palace.ranking import Ranked, Scope, rank
from llmwiki.palace.store.base import Where
from llmwiki.palace.tokens import document_terms, question_terms
from llmwiki.palace.words import average_length, bm25_weight, documents, found_by_words

if TYPE_CHECKING:
    import sqlite3


_MOST_TERMS = 64
"""Terms of a question that are looked up; a pasted page is no question."""

_SPARE = 20
"""Drawers ranked beyond those asked for, so that copies of a text can be folded."""

_PHRASE = re.compile(r'"([^"]{2,200})"|“([^”]{2,200})”|「([^」]{2,200})」|『([^』]{2,200})』')
_CANDIDATES = """
SELECT d.number, d.file, f.wing, f.path, d.position, f.date, f.title, w.c0
FROM drawers AS d JOIN files AS f ON f.number = d.file JOIN words_content AS w ON w.id = d.number
WHERE d.number IN (SELECT value FROM json_each(?)) ORDER BY d.number
"""
"""The terms come from the table that FTS5 keeps them in (as it documents); by way of ``words`` it takes twice as long."""
_COLUMNS = (
    "d.number, d.id, f.path, f.kind, d.headings, d.first, d.last, d.start, d.stop, d.text, d.position, d.before, d.after,"
    " f.wing, f.room, f.title, f.date, f.language, d.hall"
)
_DRAWERS = f"SELECT {_COLUMNS} FROM drawers AS d JOIN files AS f ON f.number = d.file WHERE "  # noqa: S608 - constant
_AROUND = """
SELECT d.text FROM drawers AS d JOIN files AS f ON f.number = d.file
WHERE f.wing = ? AND f.path = ? AND d.position BETWEEN ? AND ? ORDER BY d.position
"""
_BY_NUMBER = "d.number IN (SELECT value FROM json_each(?))"


Near = Callable[["sqlite3.Connection", Point, Where, Iterable[int]], Nearness]


class Question(NamedTuple):
    """What is searched for: the words as they were asked, and where they lie; without a point words alone count."""

    text: str
    point: Point | None = None


def find(connection: sqlite3.Connection, near: Near, question: Question, scope: Scope, mode: Mode) -> tuple[list[Hit], str]:
    """Hits, best first, and a note when they are not quite what was asked for.

    Phrases in quotation marks and nothing else: they must stand in every hit as they are, unless they stand nowhere. In a question that has
    other words too, those that hold them come first: what answers it need not repeat a title that it names.

    Args:
        connection: The records.
        near: Gives nearness, over all vectors or by a store.
        question: With its point, unless the mode is ``words``.
        scope: Which drawers, and how many.
        mode: What counts.
    """
    text = storable(question.text)
    phrases = _phrases(text)
    hits = _found(connection, near, question, scope, (mode, phrases))
    enough = len(hits) >= scope.limit or not question_terms(_PHRASE.sub(" ", text))
    if not phrases or (hits and enough):
        return hits, ""
    note = "" if hits else f"nothing holds {' and '.join(map(repr, phrases))} as it stands, so its words were searched"
    others = _found(connection, near, question, scope, (mode, []))
    return _folded([*hits, *others], [])[: scope.limit], note


def with_neighbours(connection: sqlite3.Connection, hits: Sequence[Hit], radius: int) -> list[Hit]:
    """The hits with the text of so many drawers before and behind them in the same file."""
    found = []
    for hit in hits:
        drawer = hit.drawer
        place = (drawer.wing, storable(drawer.path), drawer.position - radius, drawer.position + radius)
        texts = [text for (text,) in connection.execute(_AROUND, place)]
        found.append(replace(hit, around="\n\n".join(texts)))
    return found


def drawer_by_id(connection: sqlite3.Connection, key: str) -> Drawer | None:
    """The drawer with an id."""
    row = connection.execute(f"{_DRAWERS} d.id = ?", (key,)).fetchone()
    return _drawer(row) if row else None


def drawers_where(connection: sqlite3.Connection, condition: str, values: Sequence[str | int]) -> list[Drawer]:
    """Drawers that fulfil a condition of ``where.condition``, in the order of wings, files and places."""
    rows = connection.execute(f"{_DRAWERS} {condition or '1'} ORDER BY f.wing, f.path, d.position", values)
    return [_drawer(row) for row in rows]


def _found(connection: sqlite3.Connection, near: Near, question: Question, scope: Scope, how: tuple[Mode, Sequence[str]]) -> list[Hit]:
    mode, phrases = how
    asked = _asked(connection, storable(question.text))
    terms = _terms_of(phrases) if phrases else [*asked.weights]
    by_words = [] if mode == "vectors" else found_by_words(connection, terms, scope.where, every=bool(phrases))
    match = unmatched if mode == "vectors" else Matching(asked).of
    matched = match(candidates_of(connection, by_words))  # before the point is asked for: it may still be on its way
    nearness = NOT_NEAR if question.point is None else near(connection, question.point, scope.where, by_words)
    matched += match(candidates_of(connection, set(nearness.best).difference(by_words)))
    wider = Scope(scope.limit + _SPARE, scope.where, scope.spread)
    ranked = rank(asked, matched, nearness.standard, wider, by_words=mode != "vectors")
    return _folded(hits_of(connection, ranked), phrases)[: scope.limit]


def _asked(connection: sqlite3.Connection, text: str) -> Asked:
    counts = documents(connection, question_terms(text)[:_MOST_TERMS])
    total = connection.execute("SELECT drawers FROM totals").fetchone()[0]
    return Asked(text, {term: bm25_weight(count, total) for term, count in counts.items()}, counts, total, average_length(connection))


def _phrases(text: str) -> list[str]:
    return [_spaced(next(filter(None, match.groups()))) for match in _PHRASE.finditer(text)]


def _terms_of(phrases: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(term for phrase in phrases for term in document_terms(phrase)))[:_MOST_TERMS]


def _spaced(text: str) -> str:
    return " ".join(text.casefold().split())


def candidates_of(connection: sqlite3.Connection, numbers: Iterable[int]) -> list[Candidate]:
    """Drawers by their numbers, with what ranking needs."""
    rows = connection.execute(_CANDIDATES, (json.dumps(list(numbers)),))
    return [Candidate(number, file, (wing, path, at), date, title, terms) for number, file, wing, path, at, date, title, terms in rows]


def hits_of(connection: sqlite3.Connection, ranked: Sequence[Ranked]) -> list[Hit]:
    """Hits in the same order."""
    rows = connection.execute(_DRAWERS + _BY_NUMBER, (json.dumps([item.number for item in ranked]),))
    drawers = {row[0]: _drawer(row) for row in rows}
    return [Hit(drawers[item.number], item.score, item.why) for item in ranked]


def _folded(hits: Sequence[Hit], phrases: Sequence[str]) -> list[Hit]:
    """Hits that hold the phrases, each text once with the paths of its copies."""
    kept: dict[str, Hit] = {}
    for hit in hits:
        text = _spaced(hit.drawer.text)
        if not all(phrase in text for phrase in phrases):
            continue
        first = kept.get(text)
        if first is None:
            kept[text] = hit
        elif hit.drawer.path not in (first.drawer.path, *first.copies):
            kept[text] = Hit(first.drawer, first.score, first.why, (*first.copies, hit.drawer.path))
    return list(kept.values())


def _drawer(row: Sequence[Any]) -> Drawer:
    _, key, path, kind, headings, first, last, *rest = row
    start, stop, text, position, before, after, wing, room, title, date, language, hall = rest
    headings = tuple(json.loads(headings))
    return Drawer(
        key, path, kind, headings, (first, last), start, stop, text, position, before, after, wing, room, title, date, language, hall
    )
