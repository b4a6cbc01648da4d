from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from llmwiki.config import PalaceSettings
from llmwiki.palace import palace as palace_module
from llmwiki.palace.copying import waiting
from llmwiki.palace.palace import Palace
from llmwiki.palace.ranking import Scope
from llmwiki.palace.store.base import Where
from llmwiki.palace.verifying_copy import compare_copy
from llmwiki.renew import compress_palace
from llmwiki.workspace import Site
from tests.palace_harness import TermEmbedder, document, palace_at
from tests.store_harness import row, spread

pytestmark = pytest.mark.trial

TEXTS = {f"room{number % 3}/{number}.md": f"# Number {number}\n\nWord{number} stands in this text only." for number in range(12)}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Palace]:
    palace = palace_at(tmp_path_factory.mktemp("palace"), TEXTS, TermEmbedder())
    palace.embed()
    palace.copy()
    yield palace
    palace.close()


@pytest.fixture
def palace(filled: Palace) -> Palace:
    """The same palace for all tests: starting Chroma takes a second and a half."""
    return filled


def ids(palace: Palace, collection: str = "mempalace_drawers") -> set[str]:
    return palace.chroma.store(collection).ids()


def recorded(palace: Palace, table: str = "drawers") -> set[str]:
    return {key for (key,) in palace.records.open().execute(f"SELECT id FROM {table}")}


@pytest.mark.quick
def test_the_copy_holds_every_drawer_and_closet(palace: Palace) -> None:
    assert ids(palace) == recorded(palace)
    assert ids(palace, "mempalace_closets") == recorded(palace, "closets")
    assert palace.copy() == 0


def test_only_what_changed_is_brought_over(palace: Palace) -> None:
    palace.keep([document("room0/0.md", "# Number 0\n\nOther words."), {"op": "gone", "wing": "notes", "path": "room1/1.md"}])
    palace.keep([document("room9/new.md", "# New\n\nNewcomer.")])
    unembedded = recorded(palace) - ids(palace)
    assert palace.copy() > 0  # what is gone goes at once, what has no vector waits
    assert not unembedded & ids(palace)
    palace.embed()
    assert palace.copy() >= len(unembedded)
    assert ids(palace) == recorded(palace)
    assert ids(palace, "mempalace_closets") == recorded(palace, "closets")


def differences(palace: Palace) -> list[str]:
    return [found.detail for found in palace.records.do(lambda connection: list(compare_copy(connection, palace.chroma, palace.names)))]


def test_a_copy_that_differs_is_named_both_ways_and_made_anew(palace: Palace) -> None:
    palace.keep([document("room4/waits.md", "# Waits\n\nFor its vector.")])
    assert differences(palace) == []
    palace.embed()
    assert differences(palace) == []  # what waits is no difference
    lost = min(ids(palace))
    palace.chroma.store().delete([lost])
    palace.chroma.store().upsert([row("foreign", spread(1, 64))])
    assert differences(palace) == [
        f"mempalace_drawers: 1 are missing: {lost}",
        "mempalace_drawers: 1 are in no record: foreign",
    ]
    palace.copy(anew=True)
    assert differences(palace) == []
    (palace.home.cache / "chroma" / "chroma.sqlite3").write_bytes(b"no database")
    (damage,) = differences(palace)
    assert "chroma.sqlite3" in damage
    palace.keep([document("room4/waits.md", "# Waits\n\nNo longer.")])
    assert palace.embed() > 0
    assert palace.copy() > 1  # what is damaged is made anew as a whole
    assert differences(palace) == []


def test_compressing_brings_over_what_waits(palace: Palace) -> None:
    palace.keep([{"op": "gone", "wing": "notes", "path": "room4/waits.md"}])
    assert palace.records.do(waiting)
    compress_palace(Site(palace, PalaceSettings()))
    assert not palace.records.do(waiting)


def test_a_deleted_copy_is_made_anew(palace: Palace) -> None:
    palace.chroma.close()
    shutil.rmtree(palace.home.cache / "chroma")
    (palace.home.cache / "chroma.seal").unlink()
    palace.keep([document("room0/0.md", "# Number 0\n\nChanged once more.")])
    palace.embed()
    assert palace.copy() == len(recorded(palace)) + len(recorded(palace, "closets"))
    assert ids(palace) == recorded(palace)


def test_the_copy_and_the_exact_index_find_the_same(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    palace.keep([document("room2/late.md", "# Late\n\nLatecomer.")])
    palace.embed()  # not yet in the copy
    questions = ["word5 text", "number", "newcomer", "latecomer", "stands only"]
    scopes = [Scope(3), Scope(3, Where(room="room2")), Scope(2, Where(under="room0/"))]
    exact = [[hit.drawer.id for hit in palace.search(text, scope, "vectors").hits] for text in questions for scope in scopes]
    monkeypatch.setattr(palace_module, "EXACT_MOST", 0)
    store = [[hit.drawer.id for hit in palace.search(text, scope, "vectors").hits] for text in questions for scope in scopes]
    assert store == exact


def test_a_copy_that_cannot_be_asked_stops_no_search(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(palace_module, "EXACT_MOST", 0)
    (palace.home.cache / "chroma" / "chroma.sqlite3").write_bytes(b"no database")
    found = palace.search("word5", Scope(1), "hybrid")
    assert [hit.drawer.path for hit in found.hits] == ["room2/5.md"]
