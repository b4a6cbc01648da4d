from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.config import Config, load_config
from llmwiki.errors import ConfigError
from llmwiki.ingest import ingest
from llmwiki.workspace import Workspace, current_date


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config(language="en", cache=None, profile=None, ignore=())


def test_all_settings(write) -> None:
    root = write({".wiki/config.toml": '\ufefflanguage = "zh"\r\ncache = "~/c"\r\n[lint]\r\nprofile = "hermes"\r\nignore = ["W501"]\r\n'})
    assert load_config(root) == Config("zh", Path.home() / "c", "hermes", ("W501",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("langauge = 'en'", "there is no setting 'langauge'"),
        ("[lint]\nprofil = 'x'", "there is no setting 'lint.profil'"),
        ("language = 'fr'", "'language' must be one of en, zh"),
        ("language = 3", "'language' must be text in quotes"),
        ("lint = 3", "'lint' must be a table"),
        ("[lint]\nignore = 'W501'", "'ignore' must be a list of texts"),
        ("language = ", "cannot be read"),
        (b"\xff", "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_named(write, text: str | bytes, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write({".wiki/config.toml": text}))
    assert said in caught.value.message
    assert caught.value.message.startswith(".wiki/config.toml")
    assert caught.value.hint


@pytest.mark.parametrize("epoch", ["soon", "9" * 30, "1e9"])
def test_a_day_that_is_none_is_refused(monkeypatch, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(ConfigError, match="SOURCE_DATE_EPOCH"):
        current_date()


def test_a_converter_that_is_not_installed_is_named(write):
    root = write({".wiki/config.toml": 'converters = ["scans"]\n', "raw/articles/a.md": "# A\n\nText.\n"})
    with pytest.raises(ConfigError, match="scans"):
        ingest(Workspace.open(root))
