from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from llmwiki.palace.entries import gone_entry
from llmwiki.palace.hit import Found, Mode
from llmwiki.palace.palace import Palace
from llmwiki.palace.ranking import Scope
from llmwiki.palace.store.base import Where
from tests.palace_harness import TermEmbedder, document, palace_at

TEXTS = {
    "db/locks.md": "# Locks\n\nA pessimistic transaction locks rows before it writes.",
    "db/commit.md": "# Commit\n\nConflicts are found at the end.",
    "db/copy.md": "# Copied\n\nA line that two files share.",
    "zh/事务.md": "# 事务\n\n乐观事务在提交时检测冲突。",
    "talk/copy.md": "# Copied\n\nA line that two files share.",
}
SAME = {"optimist": "conflict", "late": "end"}


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    found = palace_at(tmp_path, TEXTS, TermEmbedder(meanings=SAME))
    found.embed()
    yield found
    found.close()


def paths(found: Found) -> list[str]:
    return [hit.drawer.path for hit in found.hits]


def test_meaning_finds_what_words_do_not(palace: Palace) -> None:
    assert palace.search("optimists late", Scope(), "words").hits == ()
    for mode in ("hybrid", "vectors"):
        found = palace.search("optimists late", Scope(1), mode)
        assert paths(found) == ["db/commit.md"]
        assert found.hits[0].why["vector"] > 0
        assert (found.mode, found.note) == (mode, "")


def test_words_are_always_in_the_pool(palace: Palace) -> None:
    assert paths(palace.search("pessimistic", Scope(1), "hybrid")) == ["db/locks.md"]
    assert palace.search("pessimistic", Scope(1), "hybrid").hits[0].why["words"] > 0.5


@pytest.mark.parametrize("mode", ["hybrid", "words", "vectors"])
@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Where(wing="other"), set()),
        (Where(wing="notes", room="talk"), {"talk/copy.md"}),
        (Where(room="db"), {"db/copy.md"}),
        (Where(room="d"), set()),
        (Where(under="talk/"), {"talk/copy.md"}),
        (Where(kind="page"), set()),
        (Where(kind="file"), {"db/copy.md"}),
        (Where(since="2026-01-01"), set()),
    ],
)
def test_filters_hold_in_every_mode(palace: Palace, mode: Mode, where: Where, expected: set[str]) -> None:
    found = palace.search("a line that two files share", Scope(1, where), mode)
    assert set(paths(found)) == expected


def test_dates_are_filtered_by_day_and_month(tmp_path: Path) -> None:
    palace = palace_at(tmp_path)
    dates = {"a": "2026-03-12", "b": "2026-03", "c": "2025-12-31", "d": ""}
    palace.keep([document(path, f"Meeting {path}", date=date) for path, date in dates.items()])

    def between(since: str, until: str) -> set[str]:
        return set(paths(palace.search("meeting", Scope(where=Where(since=since, until=until)), "words")))

    assert between("2026-03-01", "") == {"a", "b"}
    assert between("2026-03-13", "") == {"b"}
    assert between("", "2026-03-11") == {"b", "c"}
    assert between("2025-12-31", "2025-12-31") == {"c"}


def test_copies_are_folded(palace: Palace) -> None:
    (hit, *_) = palace.search("two files share", Scope(), "words").hits
    assert (hit.drawer.path, hit.copies) == ("db/copy.md", ("talk/copy.md",))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ('"locks rows before"', ["db/locks.md"]),
        ("“提交时 检测”", []),
        ("「提交时检测」", ["zh/事务.md"]),
        ('"LOCKS  ROWS"', ["db/locks.md"]),
    ],
)
def test_a_phrase_stands_as_it_is(palace: Palace, question: str, expected: list[str]) -> None:
    found = palace.search(question, Scope(), "hybrid")
    if expected:
        assert (paths(found), found.note) == (expected, "")
    else:
        assert "as it stands" in found.note
        assert paths(found)[0] == "zh/事务.md"


@pytest.mark.parametrize("question", ['Where does "A line" stand, and what locks rows before it writes?', "「A line」乐观事务 locks rows"])
def test_a_question_that_names_a_phrase_finds_it_first_and_other_answers_too(palace: Palace, question: str) -> None:
    for mode in ("hybrid", "words"):
        found = palace.search(question, Scope(), mode)
        assert (paths(found)[0], found.note) == ("db/copy.md", "")
        assert "db/locks.md" in paths(found)
        assert len(set(paths(found))) == len(paths(found))
    assert len(palace.search(question, Scope(1), "words").hits) == 1


def test_nothing_is_embedded_twice(palace: Palace) -> None:
    embedder = palace.embedder
    assert isinstance(embedder, TermEmbedder)
    read = len(embedder.read)
    assert read == len(TEXTS) - 1  # two texts are the same
    assert palace.embed() == 0
    palace.keep([document("db/new.md", "# New\n\nOne more."), document("db/locks.md", TEXTS["db/locks.md"] + "\n")])
    assert palace.embed() == 1
    palace.keep([document("elsewhere/locks.md", TEXTS["db/locks.md"])])
    assert palace.embed() == 0


def test_what_lacks_a_vector_is_said_and_still_found(palace: Palace) -> None:
    palace.keep([document("db/new.md", "# New\n\nUnembedded words.")])
    found = palace.search("unembedded", Scope(1), "hybrid")
    assert paths(found) == ["db/new.md"]
    assert "1 drawers have no vector yet" in found.note


def test_without_vectors_words_are_searched_and_it_says_so(tmp_path: Path) -> None:
    palace = palace_at(tmp_path, TEXTS, TermEmbedder())
    found = palace.search("pessimistic", Scope(1), "hybrid")
    assert (paths(found), found.mode) == (["db/locks.md"], "words")
    assert "no vectors yet" in found.note


def test_vectors_of_another_model_are_never_compared(palace: Palace) -> None:
    palace.close()
    other = Palace(palace.home, lambda _kept: TermEmbedder(32, "2"))
    found = other.search("optimists late pessimistic", Scope(1), "hybrid")
    assert (paths(found), found.mode) == (["db/locks.md"], "words")
    assert "terms@1/64" in found.note
    assert "terms@2/32" in found.note
    assert other.embed() == len(TEXTS) - 1
    assert other.search("pessimistic", Scope(1), "hybrid").note == ""


def test_another_process_s_drawers_are_seen(palace: Palace) -> None:
    assert palace.search("newcomer", Scope(1), "vectors").hits
    other = Palace(palace.home, lambda _kept: TermEmbedder(meanings=SAME))
    other.keep([document("db/newcomer.md", "Newcomer")])
    other.embed()
    assert paths(palace.search("newcomer", Scope(1), "vectors")) == ["db/newcomer.md"]


def test_neighbours_are_joined(tmp_path: Path) -> None:
    parts = [f"## Part {number}\n\n" + f"Sentence {number} of a long text. " * 20 for number in range(5)]
    palace = palace_at(tmp_path, {"long.md": "\n\n".join(parts)})
    (hit,) = palace.search('"sentence 2 of a long"', Scope(1, neighbours=1), "words").hits
    assert all(f"Sentence {number} " in hit.around for number in (1, 2, 3))
    assert hit.drawer.text in hit.around
    assert "Sentence 0" not in hit.around


def test_the_preset_searches_as_the_articles_say(palace: Palace) -> None:
    scope = Scope(3, preset="mempalace")
    (first, *_) = palace.search("pessimistic transaction locks", scope, "hybrid").hits
    assert first.drawer.path == "db/locks.md"
    why = first.why
    assert why["closet_boost"] == 0.4
    assert why["effective_distance"] == pytest.approx(max(0.0, why["distance"] - 0.4), abs=1e-3)
    assert why["bm25"] == 1.0
    assert first.score == pytest.approx(0.6 * why["similarity"] + 0.4 * why["bm25"], abs=1e-3)
    assert first.about["matched_via"] == "drawer+closet"
    assert "Locks" in first.about["closet_preview"]
    near = palace.search("pessimistic transaction locks", Scope(5, preset="mempalace", farthest=why["distance"] + 0.01), "hybrid")
    assert paths(near) == ["db/locks.md"]


def test_a_search_sees_one_state_although_another_process_writes_meanwhile(palace: Palace) -> None:
    other = Palace(palace.home)
    connection = palace.records.open()

    def take_out(statement: str) -> None:
        if "d.hall" in statement:  # the hits are chosen and about to be read
            connection.set_trace_callback(None)
            other.keep([gone_entry("notes", "db/locks.md")])
            other.close()

    connection.set_trace_callback(take_out)
    assert paths(palace.search("pessimistic", Scope(1), "hybrid")) == ["db/locks.md"]
    assert palace.search("pessimistic", Scope(), "words").hits == ()
