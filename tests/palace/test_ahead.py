from __future__ import annotations

import threading
from pathlib import Path

import pytest

from llmwiki.errors import ServiceError
from llmwiki.palace.ahead import ahead
from llmwiki.palace.ranking import Scope
from tests.palace_harness import TermEmbedder, palace_at


def test_work_goes_on_until_its_outcome_is_asked_for() -> None:
    begun, go = threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        assert go.wait(5)
        return threading.current_thread().name

    outcome = ahead(work)
    assert begun.wait(5)  # nobody has asked yet
    go.set()
    assert outcome() == outcome() != threading.current_thread().name


def test_what_goes_wrong_is_raised_where_the_outcome_is_asked_for() -> None:
    outcome = ahead(lambda: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            outcome()


class Late(TermEmbedder):
    """Makes a question's vector when told to, or fails then."""

    def __init__(self, *, fails: bool) -> None:
        super().__init__()
        self.fails, self.go = fails, threading.Event()

    def question(self, text: str) -> object:  # type: ignore[override]
        assert self.go.wait(5)
        if self.fails:
            raise ServiceError("the server ended")
        return super().question(text)


@pytest.mark.parametrize("fails", [False, True])
def test_words_are_searched_while_the_vector_is_made(tmp_path: Path, *, fails: bool) -> None:
    embedder = Late(fails=fails)
    palace = palace_at(tmp_path, {"鹭.md": "# 苍鹭\n\n苍鹭 heron.", "b.md": "# B\n\nNothing."}, embedder)
    palace.embed()
    statements: list[str] = []

    def seen(statement: str) -> None:
        statements.append(statement)
        if "words MATCH" in statement:
            embedder.go.set()

    palace.records.open().set_trace_callback(seen)
    found = palace.search("苍鹭", Scope())
    assert (found.mode, found.note) == (("words", "the server ended; only words were searched") if fails else ("hybrid", ""))
    assert found.hits[0].drawer.path == "鹭.md"
