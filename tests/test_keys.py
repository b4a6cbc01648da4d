"""A key goes to a host that the person, not the vault, names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from llmwiki.config.keys import WELL_KNOWN, host_of, is_loopback, key_for, require_trusted
from llmwiki.config.prices import price_of
from llmwiki.config.user import load_user
from llmwiki.errors import ConfigError

Own = Callable[[str], None]
KEY = "sk-test-0123456789"


@pytest.fixture
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "MY_KEY", "OTHER_SECRET"):
        monkeypatch.setenv(name, f"{KEY}-{name}")


@pytest.mark.usefixtures("_keys")
class TestHostileVault:
    """The address and the name of the variable come with the vault."""

    @pytest.mark.parametrize(
        "url",
        [
            "https://evil.example/v1",
            "https://api.openai.com.evil.example/v1",
            "https://evil.example/api.openai.com/v1",
            "https://evil.example#api.openai.com",
            "https://evil.example?api.openai.com",
            "https://api.openai.com%2eevil.example/v1",
            "https://api.openai.com%00.evil.example/v1",
            "https://api。openai。com/v1",
            "https://api.openai.com./v1",
            "https://localhost.evil.example/v1",
            "http://127.0.0.1.evil.example/v1",
            "https://0x7f000001/v1",
            "http://169.254.169.254/latest",
            "https://me:word@api.openai.com/v1",
        ],
    )
    @pytest.mark.parametrize("wanted", ["", "OPENAI_API_KEY", "OTHER_SECRET"])
    def test_no_key_goes_to_a_host_that_nobody_named(self, url: str, wanted: str) -> None:
        if host_of(url) in WELL_KNOWN and not wanted:
            assert key_for(url) == ""
            return
        with pytest.raises(ConfigError, match=f"(nothing|{wanted or '-'}) is (not )?sent to") as caught:
            key_for(url, wanted)
        assert KEY not in f"{caught.value.message} {caught.value.hint}"

    @pytest.mark.parametrize("url", ["https://evil.example/v1", "http://10.0.0.5:8000", "http://[fe80::1]:1", "http://", "ftp://x"])
    def test_no_text_goes_to_a_host_that_nobody_named(self, url: str, own_settings: Own) -> None:
        own_settings('hosts = ["models.example.org"]\n[keys]\n"keys.example.org" = "MY_KEY"\n')
        with pytest.raises(ConfigError, match="nothing is sent to"):
            require_trusted(url)
        for named in ("https://MODELS.example.org/v1", "https://keys.example.org", "https://api.openai.com/v1", "http://[::1]:11434"):
            require_trusted(named)

    def test_a_known_host_gets_its_own_key_and_no_other(self) -> None:
        assert key_for("https://api.openai.com/v1") == f"{KEY}-OPENAI_API_KEY"
        assert key_for("https://api.openai.com/v1", "OPENAI_API_KEY") == f"{KEY}-OPENAI_API_KEY"
        with pytest.raises(ConfigError, match=r"OTHER_SECRET is not sent to api\.openai\.com"):
            key_for("https://api.openai.com/v1", "OTHER_SECRET")

    def test_no_key_goes_over_the_wire_in_the_clear(self) -> None:
        with pytest.raises(ConfigError, match="without encryption"):
            key_for("http://api.openai.com/v1")

    @pytest.mark.parametrize("url", ["http://localhost:11434/v1", "http://127.0.0.1:8080", "http://127.9.9.9", "http://[::1]:8000/v1"])
    def test_this_machine_needs_no_key(self, url: str) -> None:
        assert is_loopback(url)
        assert key_for(url) == ""
        with pytest.raises(ConfigError, match="OPENAI_API_KEY is not sent"):
            key_for(url, "OPENAI_API_KEY")


@pytest.mark.usefixtures("_keys")
class TestOwnSettings:
    def test_the_person_may_name_any_host(self, own_settings: Own) -> None:
        own_settings('[keys]\n"models.example.org" = "MY_KEY"\n"10.0.0.5:8443" = "MY_KEY"\n"localhost" = "MY_KEY"\n')
        for url in ("https://models.example.org/v1", "https://MODELS.example.org:8443", "https://10.0.0.5:8443/v1", "http://localhost:1"):
            assert key_for(url) == key_for(url, "MY_KEY") == f"{KEY}-MY_KEY"
        with pytest.raises(ConfigError, match="nothing is sent to"):
            key_for("https://10.0.0.5:9000/v1")

    def test_they_go_before_the_list(self, own_settings: Own) -> None:
        own_settings('[keys]\n"api.openai.com" = "MY_KEY"\n')
        assert key_for("https://api.openai.com/v1") == f"{KEY}-MY_KEY"

    def test_a_key_that_is_missing_is_told(self, own_settings: Own, monkeypatch: pytest.MonkeyPatch) -> None:
        own_settings('[keys]\n"models.example.org" = "MY_KEY"\n"localhost" = "MY_KEY"')
        monkeypatch.delenv("MY_KEY")
        with pytest.raises(ConfigError, match="MY_KEY is not set"):
            key_for("https://models.example.org/v1")
        assert key_for("http://localhost:80") == ""

    @pytest.mark.parametrize("value", ["two words", "line\nline", "钥匙", "a\x7f"])
    def test_what_is_no_key_is_refused_and_not_shown(self, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", value)
        with pytest.raises(ConfigError, match="OPENAI_API_KEY") as caught:
            key_for("https://api.openai.com")
        assert value not in f"{caught.value.message} {caught.value.hint}"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('[keys]\n"a.example" = "sk-secret-value"', "never the key itself"),
            ("[keys]\na = 3", "never the key itself"),
            ("keys = 3", "'keys' must be a table"),
            ("prices = 3", "'prices' must be a table"),
            ('[prices."m"]\ninput = 1', "must have input and output"),
            ('[prices."m"]\ninput = -1\noutput = 1', "must have input and output"),
            ('[prices."m"]\ninput = 1\noutput = nan', "must have input and output"),
            ("max_cost = -1", "'max_cost' must be a number"),
            ("max_cost = nan", "'max_cost' must be a number"),
            ("kes = 1", "there is no setting 'kes'"),
            ("keys", "cannot be read"),
        ],
    )
    def test_what_cannot_be_used_is_named(self, own_settings: Own, text: str, said: str) -> None:
        own_settings(text)
        with pytest.raises(ConfigError, match=said) as caught:
            load_user()
        assert "sk-secret" not in f"{caught.value.message} {caught.value.hint}"
        assert "config.toml" in caught.value.message

    def test_all_of_them(self, own_settings: Own) -> None:
        own_settings('max_cost = 2\n[keys]\n"A.example" = "MY_KEY"\n[prices."m"]\ninput = 1\noutput = 2\n')
        user = load_user()
        assert (user.max_cost, user.keys, user.prices["m"].output) == (2.0, {"a.example": "MY_KEY"}, 2.0)


def test_known_hosts_are_names_that_every_program_reads_alike() -> None:
    assert all(host == host.lower() and host.isascii() for host in WELL_KNOWN)
    assert all(name.endswith("_API_KEY") for name in WELL_KNOWN.values())


class TestPrices:
    def test_the_person_goes_first_the_vault_last(self, own_settings: Own) -> None:
        own_settings('[prices."gpt-4o"]\ninput = 7\noutput = 8\n')
        free = {name: load_user().prices["gpt-4o"] for name in ("gpt-5", "unheard-of")}
        assert price_of("gpt-4o", load_user().prices, free).input == 7
        assert price_of("gpt-5", {}, free).input == 1.25, "a vault cannot make a model cheap"
        assert price_of("unheard-of", {}, free).input == 7

    @pytest.mark.parametrize("name", ["gpt-4o", "gpt-4o-2024-08-06", "openai/gpt-4o", "gpt-4o-latest"])
    def test_names_of_one_model(self, name: str) -> None:
        assert price_of(name, {}, {}).output == 10

    @pytest.mark.parametrize("name", ["gpt-4o-audio-preview", "qwen3:8b", "gpt", ""])
    def test_another_model_has_no_price(self, name: str) -> None:
        assert price_of(name, {}, {}) is None

    def test_cached_tokens_are_cheaper(self) -> None:
        price = price_of("claude-haiku-4-5", {}, {})
        assert price.of(1_000_000, 0) == pytest.approx(1.0)
        assert price.of(1_000_000, 0, cached=1_000_000) == pytest.approx(0.1)
        assert price.of(1_000_000, 1_000_000, written=1_000_000) == pytest.approx(6.25)
