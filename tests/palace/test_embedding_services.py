"""Servers of embeddings: the three forms, and what goes wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from embedding_server import Model, model_server

from llmwiki.config import EmbeddingSettings
from llmwiki.errors import ConfigError, ServiceError
from llmwiki.palace.embed.service import ServiceEmbedder

KEY = "sk-very-secret-1234567890"
Make = Callable[..., ServiceEmbedder]


@pytest.fixture
def model() -> Iterator[Model]:
    with model_server() as running:
        yield running


@pytest.fixture
def make(model: Model) -> Make:
    def embedder(url: str = "", **settings: object) -> ServiceEmbedder:
        given = {"url": url or model.url, "model": "pairs", "timeout": 0.2} | settings
        return ServiceEmbedder(EmbeddingSettings(**given))

    return embedder


@pytest.mark.parametrize(
    ("api", "path", "asked"),
    [
        ("openai", "", "/v1/embeddings"),
        ("openai", "/", "/v1/embeddings"),
        ("openai", "/v1", "/v1/embeddings"),
        ("openai", "/v1/", "/v1/embeddings"),
        ("openai", "/v1/embeddings", "/v1/embeddings"),
        ("openai", "/v1beta", "/v1beta/embeddings"),
        ("openai", "/api/paas/v4?version=2", "/api/paas/v4/embeddings?version=2"),
        ("ollama", "", "/api/embed"),
        ("ollama", "/api", "/api/embed"),
        ("ollama", "/v1", "/api/embed"),
        ("ollama", "/api/embed", "/api/embed"),
        ("ollama", "/api/embeddings", "/api/embed"),
        ("ollama", "/behind/a/proxy", "/behind/a/proxy/api/embed"),
    ],
)
def test_the_path_of_the_api_may_be_left_out(model: Model, make: Make, api: str, path: str, asked: str) -> None:
    model.paths = (asked,)
    embedder = make(model.url + path, api=api)
    embedder.passages(["a"])
    assert model.asked[0][0] == asked


def test_what_each_form_wants(model: Model, make: Make) -> None:
    make().passages(["a", "b"])
    assert model.asked.pop() == ("/v1/embeddings", {"model": "pairs", "input": ["a", "b"], "encoding_format": "float"})
    make(dimensions=64).passages(["a"])
    assert model.asked.pop()[1]["dimensions"] == 64
    make(api="ollama").passages(["a", "b"])
    assert model.asked.pop() == ("/api/embed", {"model": "pairs", "input": ["a", "b"]})
    model.paths = ("/api/embeddings",)
    embedder = make(api="ollama")
    embedder.passages(["a", "b"])
    embedder.passages(["c"])
    assert [path for path, _ in model.asked] == ["/api/embed", *["/api/embeddings"] * 3]
    assert model.asked[-1][1] == {"model": "pairs", "prompt": "c"}


def test_batches_prefixes_and_order(model: Model, make: Make) -> None:
    embedder = make(batch=2, query_prefix="query: ", passage_prefix="passage: ")
    texts = ["alpha", "beta", " ", "gamma", "delta"]
    rows = embedder.passages(texts)
    assert [body["input"] for _, body in model.asked] == [
        ["passage: alpha", "passage: beta"],
        ["passage: .", "passage: gamma"],
        ["passage: delta"],
    ]
    wanted = np.array([model.vector(f"passage: {text.strip() or '.'}") for text in texts])
    np.testing.assert_allclose(rows, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-6)
    embedder.question("alpha?")
    assert model.asked[-1][1]["input"] == ["query: alpha?"]


def test_a_long_text_goes_in_pieces(model: Model, make: Make) -> None:
    make(batch=100).passages(["one short", "a long word " * 400])
    sent = model.asked[0][1]["input"]
    assert len(sent) > 2
    assert "".join(sent[1:]) == "a long word " * 400


def test_the_dimension_is_asked_for_once(model: Model, make: Make) -> None:
    model.dimension = 4096
    embedder = make()
    assert not model.asked
    assert embedder.identity == ("openai:pairs", "", 4096)
    assert embedder.identity.key == "openai:pairs@/4096"
    assert len(model.asked) == 1
    assert embedder.passages(["a", "b"]).shape == (2, 4096)
    assert make(dimensions=8).identity.dimension == 8
    assert len(model.asked) == 2


def test_other_prefixes_are_another_model(make: Make) -> None:
    keys = {
        make(dimensions=4, **prefixes).identity.key
        for prefixes in ({}, {"query_prefix": "q"}, {"passage_prefix": "q"}, {"query_prefix": "p"})
    }
    assert len(keys) == 4


@pytest.mark.parametrize("script", [[408, 429], [500, 502], [503, 504, 425], ["slow"]])
def test_a_failure_that_passes_is_waited_for(model: Model, make: Make, script: list[int | str]) -> None:
    model.script = list(script)
    assert make().passages(["a"]).shape == (1, 64)
    assert len(model.asked) == len(script) + 1


@pytest.mark.parametrize(
    ("fault", "asked", "said"),
    [
        (429, 4, "takes no more questions for now (429)"),
        (500, 4, "has failed (500)"),
        ("slow", 2, "does not answer within 0.2 s"),
        (400, 1, "answers with status 400"),
        (301, 1, "answers with status 301"),
        (401, 1, "wants a key (401)"),
        (403, 1, "wants a key (403)"),
        ("cut off", 1, "cannot be reached"),
        ("no json", 1, "no JSON"),
        ("other form", 1, "answers in a form that api = 'openai' does not have"),
        ("a list", 1, "answers in a form that api = 'openai' does not have"),
        ("same index", 1, "answers in a form that api = 'openai' does not have"),
        ("one too few", 1, "answers with 1 vectors for 2 texts"),
        ("one too many", 1, "answers with 3 vectors for 2 texts"),
        ("nan", 1, "hold what is no number"),
        ("zeros", 1, "all zeros"),
        ("empty", 1, "vectors that are empty"),
        ("nested", 1, "vectors that are empty"),
        ("ragged", 1, "something else than vectors of one length"),
        ("words", 1, "something else than vectors of one length"),
    ],
)
def test_what_goes_wrong_is_told(model: Model, make: Make, fault: int | str, asked: int, said: str) -> None:
    model.script = [fault] * 10
    with pytest.raises(ServiceError) as caught:
        make().passages(["a", "b"])
    assert said in caught.value.message
    assert f"the embedding server {model.url}/v1/embeddings" in caught.value.message
    assert caught.value.hint
    assert len(model.asked) == asked


def test_a_server_that_asks_for_patience_gets_it_within_bounds(model: Model, make: Make) -> None:
    model.script, model.headers = [429, 429], {"Retry-After": "1"}
    with pytest.raises(ServiceError, match="429"):
        make().question("a")
    assert len(model.asked) == 1
    assert make(timeout=1).question("a").shape == (64,)


def test_a_server_that_is_down_is_told_at_once(make: Make) -> None:
    with model_server() as gone:
        url = gone.url
    with pytest.raises(ServiceError, match="cannot be reached") as caught:
        make(url, timeout=60).question("a")
    assert url in caught.value.message
    assert "palace.embeddings" in caught.value.hint


@pytest.mark.parametrize("url", ["http://.", "http://127.0.0.1:1", "http://a..b"])
def test_an_address_that_leads_nowhere_is_told(make: Make, url: str) -> None:
    with pytest.raises((ServiceError, ConfigError)):
        make(url).question("a")


def test_a_model_that_changes_is_told(model: Model, make: Make) -> None:
    embedder = make()
    embedder.passages(["a"])
    model.dimension = 4096
    with pytest.raises(ServiceError, match=r"answers with 4,096 numbers a text instead of 64"):
        embedder.passages(["a"])
    model.dimension = 64
    with pytest.raises(ServiceError, match="64 numbers a text instead of 768"):
        make(dimensions=768).question("a")
    model.script = [200, "shorter"]
    with pytest.raises(ServiceError, match="32 numbers"):
        make(batch=1).passages(["a", "b"])


def test_a_model_that_the_server_does_not_have_is_told(model: Model, make: Make) -> None:
    model.script, model.says = [404], '{"error": "model \\"pairs\\" not found, try pulling it first"}'
    with pytest.raises(ServiceError, match="try pulling it first"):
        make(api="ollama").question("a")
    assert len(model.asked) == 1


def test_a_path_that_the_server_does_not_have_is_told(model: Model, make: Make) -> None:
    model.paths = ()
    for api in ("openai", "ollama"):
        with pytest.raises(ServiceError, match="knows no such path"):
            make(api=api).question("a")


@pytest.fixture
def trusted(own_settings: Callable[[str], None]) -> None:
    """The person's settings name this machine for the key."""
    own_settings('[keys]\n"127.0.0.1" = "SOME_KEY"\n')


@pytest.mark.usefixtures("trusted")
class TestKey:
    def test_it_is_sent(self, model: Model, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SOME_KEY", f" {KEY}\n")
        model.key = KEY
        assert make(key_env="SOME_KEY").question("a").shape == (64,)

    @pytest.mark.parametrize("fault", [401, 400, 500, "no json", "cut off", "slow", "nan"])
    def test_it_is_never_shown(self, model: Model, make: Make, monkeypatch: pytest.MonkeyPatch, fault: int | str) -> None:
        monkeypatch.setenv("SOME_KEY", KEY)
        model.script = [fault] * 10
        model.says = f'{{"error": {{"message": "bad key {KEY} in Bearer {KEY}"}}}}'
        with pytest.raises(ServiceError) as caught:
            make(key_env="SOME_KEY").question("a")
        error: BaseException | None = caught.value
        while error:
            assert KEY not in f"{error} {getattr(error, 'hint', '')}"
            error = error.__cause__

    def test_a_wrong_one_is_told(self, model: Model, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SOME_KEY", "another")
        model.key = KEY
        with pytest.raises(ServiceError, match=r"refuses the key \(401\): no such key") as caught:
            make(key_env="SOME_KEY").question("a")
        assert "another" not in caught.value.message

    @pytest.mark.parametrize("value", ["", "two words", "line\nline", "钥匙", "a\x7f"])
    def test_what_is_none_is_refused(self, make: Make, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        monkeypatch.setenv("SOME_KEY", value)
        with pytest.raises(ConfigError, match="SOME_KEY") as caught:
            make(key_env="SOME_KEY")
        assert not value or value not in caught.value.message


@pytest.mark.parametrize("missing", ["url", "model"])
def test_a_server_needs_an_address_and_a_model(missing: str) -> None:
    settings = {"url": "http://localhost:1", "model": "m"} | {missing: ""}
    with pytest.raises(ConfigError, match=f"palace.embeddings.{missing} is not set"):
        ServiceEmbedder(EmbeddingSettings(**settings))


@pytest.mark.parametrize("own", ["", '[keys]\n"models.example.org" = "SOME_KEY"\n', '[keys]\n"127.0.0.1" = "OTHER_KEY"\n'])
def test_a_vault_cannot_have_a_key_sent_where_it_likes(
    own: str, model: Model, make: Make, own_settings: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    own_settings(own)
    monkeypatch.setenv("SOME_KEY", KEY)
    with pytest.raises(ConfigError, match=r"SOME_KEY is not sent to 127\.0\.0\.1") as caught:
        make(key_env="SOME_KEY")
    assert KEY not in f"{caught.value.message} {caught.value.hint}"
    assert not model.asked
