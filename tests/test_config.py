from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.config import Config, FolderRule, LintSettings, NetSettings, load_config
from llmwiki.errors import ConfigError
from llmwiki.ingest import ingest
from llmwiki.workspace import Workspace, current_date


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config(language="en", cache=None, converters=(), lint=LintSettings())


def test_all_settings(write) -> None:
    root = write({".wiki/config.toml": '\ufefflanguage = "zh"\r\ncache = "~/c"\r\n[lint]\r\nprofile = "hermes"\r\nignore = ["W501"]\r\n'})
    assert load_config(root) == Config("zh", Path.home() / "c", lint=LintSettings("hermes", ignore=("W501",)))


def test_all_settings_of_the_linter(write) -> None:
    text = """
[lint]
select = ["W1"]
severity = { W101 = "warning", orphan-page = "off" }

[[lint.folders]]
path = "./日记/"
ignore = ["W2"]

[[lint.folders]]
path = "*.canvas.md"
severity = { W1 = "info" }
"""
    rules = (FolderRule("日记/", ("W2",)), FolderRule("*.canvas.md", (), (("W1", "info"),)))
    settings = LintSettings(None, ("W1",), (), (("W101", "warning"), ("orphan-page", "off")), rules)
    assert load_config(write({".wiki/config.toml": text})).lint == settings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[lint]\nseverity = 'W1'", "'severity' must be a table"),
        ("[lint]\nseverity = { W1 = 'fatal' }", "'W1' must be one of error, warning, info, off"),
        ("[lint]\nfolders = ['daily']", "'folders' must be tables"),
        ("[lint]\nfolders = 3", "'folders' must be tables"),
        ("[[lint.folders]]\nignore = ['W1']", "'path' must be a folder or a file of the vault"),
        ("[[lint.folders]]\npath = '/daily'", "'path' must be a folder or a file of the vault"),
        ("[[lint.folders]]\npath = '../daily'", "'path' must be a folder or a file of the vault"),
        ("[[lint.folders]]\npath = 'a'\nselect = []", "there is no setting 'lint.folders.select'"),
        ("[lint]\nprofil = 'hermes'", "did you mean lint.profile"),
        ("langauge = 'en'", "there is no setting 'langauge'"),
        ("[lint]\nprofil = 'x'", "there is no setting 'lint.profil'"),
        ("language = 'fr'", "'language' must be one of en, zh"),
        ("language = 3", "'language' must be text in quotes"),
        ("lint = 3", "'lint' must be a table"),
        ("[lint]\nignore = 'W501'", "'ignore' must be a list of texts"),
        ("[net]\nallow_private = 'yes'", "'allow_private' must be true or false"),
        ("[net]\nproxy = 'x'", "there is no setting 'net.proxy'"),
        ("language = ", "cannot be read"),
        (b"\xff", "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_named(write, text: str | bytes, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write({".wiki/config.toml": text}))
    assert said in f"{caught.value.message} {caught.value.hint}"
    assert caught.value.message.startswith(".wiki/config.toml")
    assert caught.value.hint


def test_private_addresses_are_off_until_allowed(write) -> None:
    assert Config().net == NetSettings(allow_private=False)
    assert load_config(write({".wiki/config.toml": "[net]\nallow_private = true"})).net.allow_private


@pytest.mark.parametrize("epoch", ["soon", "9" * 30, "1e9"])
def test_a_day_that_is_none_is_refused(monkeypatch, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(ConfigError, match="SOURCE_DATE_EPOCH"):
        current_date()


def test_a_converter_that_is_not_installed_is_named(write):
    root = write({".wiki/config.toml": 'converters = ["scans"]\n', "raw/articles/a.md": "# A\n\nText.\n"})
    with pytest.raises(ConfigError, match="scans"):
        ingest(Workspace.open(root))
