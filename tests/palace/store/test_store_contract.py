"""Chroma in a folder and behind a real server, held to the contract of every store."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_harness import FILTERS, SHELVES, StoreContract, chroma, row

from llmwiki.palace.store.base import Store, Where
from llmwiki.palace.store.layout import condition, meets, passes, stored


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = Path(sys.executable).with_name("chroma")
    folder = tmp_path_factory.mktemp("server")
    words = [program, "run", "--path", folder / "data", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("wb") as log, subprocess.Popen(words, stdout=log, stderr=log, cwd=folder) as process:
        while process.poll() is None and not listens(port):
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        chroma(f"http://127.0.0.1:{port}").close()
        process.kill()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = str(tmp_path_factory.mktemp("palace") / "chroma")
    yield path
    chroma(path).close()


@pytest.mark.parametrize(("where", "wanted"), FILTERS)
def test_a_filter_reads_metadata_as_chroma_does(where: Where, wanted: str) -> None:
    rows = {key: stored(metadata) for key, metadata in SHELVES}
    found = [key for key, metadata in rows.items() if meets(metadata, condition(where) or {"$and": []}) and passes(metadata, where.under)]
    assert found == list(wanted)


@pytest.mark.trial
class TestEmbedded(StoreContract):
    opener = "open_chroma"

    @pytest.fixture
    def place(self, folder: str) -> str:
        return folder


@pytest.mark.trial
class TestServer(StoreContract):
    opener = "open_chroma"

    @pytest.fixture
    def place(self, server: str) -> str:
        return server

    @pytest.mark.skipif(os.environ.get("WIKI_SOAK") != "1", reason="the server keeps its clients apart, whatever we do: make soak")
    def test_two_processes_write_one_is_killed_and_a_long_lived_reader_sees_it_all(self, store: Store, place: str, name: str) -> None:
        super().test_two_processes_write_one_is_killed_and_a_long_lived_reader_sees_it_all(store, place, name)

    def test_a_rebuild_swaps_collections_and_leaves_others_alone(self, place: str) -> None:
        server = chroma(place)
        server.store("neighbours_new").upsert([row("theirs")])
        server.store("swapped").upsert([row("old")])
        assert server.rebuild({"swapped": [row("a"), row("b")]}) == {"swapped": 2}
        assert server.store("swapped").verify(["a", "b"]).whole
        assert server.store("neighbours_new").ids() == {"theirs"}

    def test_a_swap_that_was_cut_off_is_finished(self, place: str) -> None:
        server = chroma(place)
        server.store("halfway_llmwiki_new").upsert([row("new")])
        server.store("halfway_llmwiki_old").upsert([row("old")])
        server.close()  # the next keeper looks for what another one left
        assert server.store("halfway").ids() == {"new"}
        assert server.store("halfway_llmwiki_old").ids() == set()
