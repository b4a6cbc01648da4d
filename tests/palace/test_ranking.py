from __future__ import annotations

from llmwiki.palace.matching import Asked, Candidate, Matching
from llmwiki.palace.ranking import Scope, rank
from llmwiki.palace.words import bm25_weight

WEIGHTS = {"lock": 1.0, "err-12": 2.0, "err": 1.0, "12": 1.0}


def candidate(path: str, position: int, terms: str, date: str = "", title: str = "") -> Candidate:
    return Candidate(0, ord(path), ("wiki", path, position), date, title, terms)


def order(question: str, candidates: list[Candidate], **scope: object) -> list[str]:
    asked = Asked(question, WEIGHTS, {"err-12": 1}, len(candidates), 4.0)
    ranked = rank(asked, Matching(asked).of(candidates), {}, Scope(**scope))  # type: ignore[arg-type]
    return [f"{path}-{position}" for _, path, position in (item.place for item in ranked)]


def test_one_file_does_not_fill_the_list() -> None:
    found = [candidate("a", 0, "lock x x x"), candidate("a", 1, "lock x x x"), candidate("b", 0, "lock x x x y y")]
    assert order("lock", found) == ["a-0", "b-0", "a-1"]
    assert order("lock", found, spread=False) == ["a-0", "a-1", "b-0"]
    assert order("lock", found, limit=1) == ["a-0"]


def test_a_whole_identifier_comes_first() -> None:
    found = [candidate("a", 0, "lock lock err err 12 12"), candidate("b", 0, "x x x x x x x x x x err-12")]
    assert order("lock ERR-12", found) == ["b-0", "a-0"]


def test_the_month_asked_for_comes_first() -> None:
    found = [candidate("a", 0, "lock", "2026-02-01"), candidate("b", 0, "lock", "2026-03-01")]
    assert order("lock in March 2026", found) == ["b-0", "a-0"]


def test_a_title_that_the_question_names_comes_first() -> None:
    plain, titled = candidate("a", 0, "lock x x x"), candidate("b", 0, "lock x x x y", title="About locks")
    assert order("lock", [plain, titled]) == ["b-0", "a-0"]
    assert order("lock", [plain, titled._replace(title="About keys")]) == ["a-0", "b-0"]


def test_terms_are_counted_whole_and_each_time() -> None:
    found = [
        candidate(path, 0, terms)
        for path, terms in (("a", "lock x x"), ("b", "lock lock lock"), ("c", "lock x lock"), ("d", "locks lock- x"))
    ]
    assert order("lock", found) == ["b-0", "c-0", "a-0", "d-0"]


def test_weights_fall_with_frequency_and_stay_positive() -> None:
    weights = [bm25_weight(documents, 10) for documents in range(11)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] > 0
