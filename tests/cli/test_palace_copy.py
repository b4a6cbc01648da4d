"""A palace through the commands when its copy in Chroma is lost, when its model changes, and when that is missing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mining_harness import plant

from llmwiki.cli.app import run
from llmwiki.palace.embed import e5
from llmwiki.workspace import Site, Workspace
from tests.palace_harness import TermEmbedder

Answer = Callable[..., Any]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault that is mirrored without vectors."""
    vault = tmp_path / "wiki"
    assert run(["init", str(vault)]) == 0
    plant(vault, {"concepts/heron.md": "# Heron\n\nA heron stands still, 苍鹭.\n", ".wiki/config.toml": '[palace]\nembedder = "fast"\n'})
    assert run(["mirror", "--no-vectors", "--vault", str(vault)]) == 0
    return vault


@pytest.fixture
def answer(vault: Path, capsys: pytest.CaptureFixture[str]) -> Answer:
    def ask(*words: str, code: int = 0) -> Any:
        capsys.readouterr()
        assert run([*words, "--vault", str(vault), "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return ask


def with_vectors_of_another_model(vault: Path) -> None:
    palace = Site.of(Workspace.open(vault)).palace
    palace.embedder = TermEmbedder()
    palace.embed()
    palace.close()


@pytest.mark.trial
def test_a_lost_copy_is_named_and_another_embedder_takes_over(answer: Answer, vault: Path, tmp_path: Path) -> None:
    docs = plant(tmp_path / "docs", {"lock.md": "# Locks\n\nAn optimistic transaction.\n", "乐观.md": "# 乐观事务\n\n在提交时检测冲突。\n"})
    mined = answer("mine", str(docs))
    assert mined["copied"] > mined["vectors"] > 2
    shutil.rmtree(vault / ".wiki/cache/palace/chroma")
    found = answer("mirror", "--verify", code=1)
    assert {difference["fault"] for difference in found["differences"]} == {"copy"}
    assert f"{found['drawers']} are missing" in found["differences"][0]["detail"]
    assert found["heals"] == "wiki palace rebuild"
    with_vectors_of_another_model(vault)
    assert "the vectors are of terms" in answer("search", "heron")["note"]
    made = answer("palace", "rebuild", "--embedder", "fast")
    assert made["copied"] > made["vectors"] == found["drawers"]
    vectors = answer("palace", "status")["vectors"]
    assert (list(vectors["by_model"]), vectors["model"][:5]) == ([vectors["model"]], "fast@")
    found = answer("search", "苍鹭 stands")
    assert ("note" in found, found["mode"]) == (False, "hybrid")


@pytest.mark.parametrize("embedder", ["auto", "e5"])
def test_a_model_that_is_missing_stops_no_search(
    embedder: str, answer: Answer, vault: Path, monkeypatch: pytest.MonkeyPatch, *, capsys: pytest.CaptureFixture[str]
) -> None:
    palace = Site.of(Workspace.open(vault)).palace
    palace.records.do(lambda connection: connection.execute("INSERT INTO meta VALUES ('model', 'e5@1/384')"))
    palace.close()
    plant(vault, {".wiki/config.toml": f'[palace]\nembedder = "{embedder}"\n'})
    monkeypatch.setattr(e5, "runs", lambda: False)
    found = answer("search", "heron")
    assert found["hits"][0]["path"] == "concepts/heron.md"
    assert "only words were searched" in found["note"]
    assert "e5" in found["note"]
    assert "wiki palace rebuild --embedder" in found["note"]
    capsys.readouterr()
    assert run(["mirror", "--vault", str(vault)]) == 2
    assert "e5" in capsys.readouterr().err
