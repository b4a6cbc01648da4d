from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.config import Config, EmbeddingSettings, FolderRule, LintSettings, ModelSettings, NetSettings, PalaceSettings, load_config
from llmwiki.config.prices import Price
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
        ("cache = '~nobody-of-that-name/c'", "'cache' must be a path whose ~ leads somewhere"),
        ("palace = 3", "'palace' must be a table"),
        ("[palace]\nembeder = 'e5'", "did you mean palace.embedder"),
        ("[palace]\nembedder = ' '", "'embedder' must be the name of an embedder"),
        ("[palace]\nembedder = 5", "'embedder' must be text in quotes"),
        ("[palace]\npath = 'a'\npalace_path = 'b'", "'palace_path' must be left out where 'path' is set"),
        ("[palace]\npath = '~nobody-of-that-name/p'", "'path' must be a path whose ~ leads somewhere"),
        ("[palace]\nurl = 'localhost:8000'", "'url' must be an address with http:// or https://"),
        ("[palace]\nurl = 'http://me:word@localhost'", "without user and password"),
        ("[palace]\nurl = 'http://'", "'url' must be an address"),
        ("[palace]\nurl = 'http://[::1'", "'url' must be an address"),
        ("[palace]\nurl = 'http://localhost:99999'", "'url' must be an address"),
        ("[palace]\nurl = 'http://localhost:port'", "'url' must be an address"),
        ("[palace]\ncollection_name = 'x'", "'collection_name' must be 3 to 512"),
        ("[palace]\ncollection_name = '../drawers'", "'collection_name' must be 3 to 512"),
        ("[palace]\ntopic_wings = 'db'", "'topic_wings' must be a list of texts"),
        ("[palace]\ntopic_wings = ['']", "'topic_wings' must be a list of names"),
        ("[palace]\nduplicate_similarity = 1.5", "'duplicate_similarity' must be a number from 0 to 1"),
        ("[palace]\nduplicate_similarity = nan", "'duplicate_similarity' must be a number from 0 to 1"),
        ("[palace]\nduplicate_similarity = true", "'duplicate_similarity' must be a number from 0 to 1"),
        ("[palace]\nembeddings = 'openai'", "'embeddings' must be a table"),
        ("[palace.embeddings]\nkey = 'sk-1'", "did you mean palace.embeddings.key_env"),
        ("[palace.embeddings]\nkey_env = 'sk-secret'", "'key_env' must be the name of an environment variable, never the key itself"),
        ("[palace.embeddings]\ndimensions = 0", "'dimensions' must be a whole number from 1 to 65,536"),
        ("[palace.embeddings]\ndimensions = 38.4", "'dimensions' must be a whole number"),
        ("[palace.embeddings]\nbatch = true", "'batch' must be a whole number from 1 to 2,048"),
        ("[palace.embeddings]\ntimeout = 0", "'timeout' must be a number from 0.1 to 3600"),
        ("[palace.embeddings]\napi = 'cohere'", "'api' must be one of openai, ollama"),
        ("[palace.embeddings]\nurl = 'file:///etc/passwd'", "'url' must be an address"),
        ("model = 3", "'model' must be a table"),
        ("[model]\nprovider = 'ollama'", "'provider' must be one of none, openai, anthropic, local, replay"),
        ("[model]\nprovider = 'openai'", "'model' must be the name of a model"),
        ("[model]\nbase_url = 'http://localhost:1'", "'model' must be the name of a model"),
        ("[model]\nmodel = 'm'\nbase_url = 'https://key:x@host'", "without user and password"),
        ("[model]\nmodel = 'm'\nkey_env = 'sk-secret'", "never the key itself"),
        ("[model]\nmodel = 'm'\napi_key = 'sk-secret'", "there is no setting 'model.api_key'"),
        ("[model]\nmodel = 'm'\nmax_cost = -1", "'max_cost' must be a number from 0"),
        ("[model]\nmodel = 'm'\nmax_cost = nan", "'max_cost' must be a number from 0"),
        ("[model]\nmodel = 'm'\njobs = 0", "'jobs' must be a whole number from 1 to 64"),
        ("[model]\nmodel = 'm'\nway = 'novelist'", "'way' must be one of auto, judge, writer"),
        ("[model]\nmodel = 'm'\ntemperature = 1", "there is no setting 'model.temperature'"),
        ("[model]\nmodel = 'm'\n[model.prices.m]\ninput = 1", "the price of 'm' must have input and output"),
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


def test_all_settings_of_the_palace(write) -> None:
    text = """
[palace]
embedder = "openai"
palace_path = "~/.mempalace/palace"
url = "http://localhost:8000"
collection_name = "team_drawers"
topic_wings = ["数据库", "cooking ", "数据库"]
duplicate_similarity = 0.95
wing = "notes"

[palace.embeddings]
url = "http://localhost:11434/v1"
model = "nomic-embed-text"
key_env = "EMBEDDINGS_KEY"
dimensions = 768
batch = 16
timeout = 2.5
api = "ollama"
query_prefix = "search_query: "
passage_prefix = "search_document: "
"""
    server = EmbeddingSettings(
        "http://localhost:11434/v1", "nomic-embed-text", "EMBEDDINGS_KEY", 768, 16, 2.5, "ollama", "search_query: ", "search_document: "
    )
    place = Path.home() / ".mempalace/palace"
    wings = ("数据库", "cooking")
    settings = PalaceSettings("openai", place, "http://localhost:8000", "team_drawers", wings, 0.95, "notes", server)
    assert load_config(write({".wiki/config.toml": text})).palace == settings


def test_the_palace_without_settings(write) -> None:
    settings = load_config(write({".wiki/config.toml": "[palace]\n"})).palace
    assert settings == PalaceSettings()
    assert (settings.embedder, settings.collection_name, settings.duplicate_similarity) == ("auto", "mempalace_drawers", 0.92)
    assert not settings.warnings


def test_all_settings_of_the_model(write) -> None:
    text = """
[model]
provider = "anthropic"
model = "claude-haiku-4-5"
base_url = "https://models.example.org"
key_env = "MY_KEY"
max_cost = 0.5
timeout = 30
jobs = 4
way = "judge"
replies = "~/replies"
[model.prices."own"]
input = 1
output = 2
cached = 0.1
"""
    prices = {"own": Price(1.0, 2.0, 0.1, 1.0)}
    settings = ModelSettings(
        "anthropic", "claude-haiku-4-5", "https://models.example.org", "MY_KEY", 0.5, 30.0, 4, "judge", prices, Path.home() / "replies"
    )
    assert load_config(write({".wiki/config.toml": text})).model == settings
    assert settings.url == settings.base_url


def test_a_model_without_settings(write) -> None:
    assert load_config(write({".wiki/config.toml": ""})).model == ModelSettings()
    short = load_config(write({".wiki/config.toml": "[model]\nmodel = 'gpt-5-mini'"})).model
    assert (short.provider, short.url, short.max_cost, short.way) == ("openai", "https://api.openai.com/v1", None, "auto")


@pytest.mark.parametrize(("value", "warned"), [("0.85", False), ("0.84", True), ("0", True), ("1", False)])
def test_a_similarity_that_makes_neighbours_duplicates_gets_a_warning(write, value: str, warned) -> None:
    settings = load_config(write({".wiki/config.toml": f"[palace]\nduplicate_similarity = {value}"})).palace
    assert bool(settings.warnings) is warned
    assert all(value in warning for warning in settings.warnings)


def test_a_key_in_the_wrong_place_is_not_repeated(write) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write({".wiki/config.toml": "[palace.embeddings]\nkey_env = 'sk-12345'"}))
    assert "12345" not in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize("epoch", ["soon", "9" * 30, "1e9"])
def test_a_day_that_is_none_is_refused(monkeypatch, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(ConfigError, match="SOURCE_DATE_EPOCH"):
        current_date()


def test_a_converter_that_is_not_installed_is_named(write):
    root = write({".wiki/config.toml": 'converters = ["scans"]\n', "raw/articles/a.md": "# A\n\nText.\n"})
    with pytest.raises(ConfigError, match="scans"):
        ingest(Workspace.open(root))
