"""What calls cost: told before, held while they run, written down after."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from llm.conftest import KINDS, Make
from model_server import Script

from llmwiki.config import ModelSettings
from llmwiki.config.prices import FREE, Price
from llmwiki.config.user import UserSettings
from llmwiki.errors import ConfigError, CostLimit, NameRefused, ServiceError
from llmwiki.llm.base import Message, Usage
from llmwiki.llm.budget import Budget, Need, quote
from llmwiki.llm.calls import Calls, Spent
from llmwiki.llm.choose import open_model, price
from llmwiki.llm.rates import Rate, Rates, Shares
from llmwiki.llm.together import together
from llmwiki.llm.tokens import about, at_most

PROMPT = (Message("system", "Answer."), Message("user", "RAG 是检索增强生成。"))
DOLLAR_A_TOKEN = Price(1_000_000, 1_000_000, 1_000_000, 1_000_000)


class TestBudget:
    @pytest.mark.parametrize("kind", KINDS)
    def test_the_limit_holds_within_one_call(self, kind: str, script: Script, make: Make) -> None:
        """A call of the scripted server takes 120 tokens, its worst case is more: the limit is never passed, and all but used up."""
        budget = Budget(DOLLAR_A_TOKEN, 500.0)
        model = make(kind, budget=budget)
        worst = at_most(PROMPT) + 100
        calls = 0

        def spend() -> None:
            nonlocal calls
            while True:
                model.complete(PROMPT, str, limit=100)
                calls += 1

        with pytest.raises(CostLimit, match="max_cost") as caught:
            spend()
        assert caught.value.exit_code == 1
        assert len(script.asked) == calls
        assert budget.spent == calls * 120 <= 500 < budget.spent + worst

    def test_it_holds_for_calls_at_the_same_time(self, script: Script, make: Make) -> None:
        budget = Budget(DOLLAR_A_TOKEN, 500.0)
        model = make(budget=budget, jobs=8)
        gate = threading.Event()
        script.reply = lambda _: str(gate.wait(2))

        def ask(_: int) -> bool:
            try:
                model.complete(PROMPT, str, limit=100)
            except CostLimit:
                gate.set()
                return False
            return True

        assert sum(together(ask, range(8), 8)) == len(script.asked) <= 500 // (at_most(PROMPT) + 100)
        assert budget.spent <= 500

    def test_no_limit_is_no_limit(self) -> None:
        budget = Budget(None, None)
        assert budget.settle(budget.set_aside(PROMPT, 10**9), Usage(10, 10)) is None

    def test_a_limit_without_a_price_cannot_be_held(self) -> None:
        with pytest.raises(ConfigError, match="price of the model is not known"):
            Budget(None, 1.0)
        Budget(FREE, 0.0).set_aside(PROMPT, 10**9)

    def test_a_call_that_nobody_worked_for_is_free(self, script: Script, make: Make) -> None:
        script.faults = [429, 500]
        budget = Budget(DOLLAR_A_TOKEN, None)
        make(budget=budget).complete(PROMPT, str)
        assert budget.spent == 120


class TestChoice:
    CLOUD = ModelSettings(provider="openai", model="gpt-4o", base_url="https://models.example.org/v1")

    def test_the_lower_limit_counts(self, own_settings, tmp_path: Path) -> None:
        own_settings('max_cost = 0.5\nhosts = ["models.example.org"]')
        for most, limit in ((None, 0.5), (9.0, 0.5), (0.1, 0.1)):
            settings = ModelSettings(provider="openai", model="gpt-4o", base_url="https://models.example.org/v1", max_cost=most)
            assert open_model(settings, tmp_path, "test").caller.budget.most == limit

    @pytest.mark.parametrize(
        ("settings", "output"),
        [
            (ModelSettings("openai", "gpt-4o", "http://localhost:1/v1"), 0),
            (ModelSettings("openai", "gpt-4o", "https://models.example.org"), 10),
            (ModelSettings("openai", "own", "http://127.0.0.1:1/v1"), 3),
            (ModelSettings("local", "/models/x.gguf"), 0),
        ],
    )
    def test_prices(self, settings: ModelSettings, output: float) -> None:
        assert price(settings, UserSettings(prices={"own": Price(1, 3, 1, 1)})).output == output

    def test_none_is_none(self, tmp_path: Path) -> None:
        assert open_model(ModelSettings(), tmp_path, "test") is None

    @pytest.mark.parametrize(
        "name", ["qwen.gguf", "models/qwen.gguf", "ROOT/qwen.gguf", "ROOT/../vault/qwen.gguf", "~nobody-of-that-name/x"]
    )
    def test_weights_are_not_read_out_of_the_vault(self, name: str, tmp_path: Path) -> None:
        root = tmp_path / "vault"
        with pytest.raises(ConfigError, match=r"model\.model"):
            open_model(ModelSettings("local", name.replace("ROOT", str(root))), root, "test")

    def test_weights_that_are_not_there_are_told(self, tmp_path: Path) -> None:
        model = open_model(ModelSettings("local", str(tmp_path / "none.gguf")), tmp_path / "vault", "test")
        with pytest.raises(ConfigError, match=r"none\.gguf|xllamacpp is not installed"):
            model.complete(PROMPT, str)

    def test_a_key_for_a_stranger_is_refused_before_anybody_is_asked(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
        settings = ModelSettings("openai", "gpt-4o", "https://evil.example/v1", "OPENAI_API_KEY")
        with pytest.raises(ConfigError, match=r"sent to evil\.example"):
            open_model(settings, tmp_path, "test")


class TestLedger:
    @pytest.fixture
    def calls(self, tmp_path: Path) -> Calls:
        return Calls(tmp_path, ".wiki/local/calls.jsonl")

    def test_each_call_is_a_line_without_prompt_reply_or_key(self, script: Script, make: Make, calls: Calls, tmp_path: Path) -> None:
        script.key, script.reply = "sk-secret-1", lambda _: "Sesame"
        model = make(key="sk-secret-1", calls=calls, budget=Budget(Price(1, 2, 0.5, 1), None))
        script.faults = [429]
        model.complete(PROMPT, str)
        model.probe(PROMPT)
        text = (tmp_path / ".wiki/local/calls.jsonl").read_text()
        lines = [json.loads(line) for line in text.splitlines()]
        assert [line["tokens_in"] for line in lines] == [100, 50]
        assert lines[0]["money"] == pytest.approx((60 * 1 + 40 * 0.5 + 20 * 2) / 1e6)
        assert lines[0]["time"] == "2026-11-30T08:00:00Z"
        assert lines[0]["operation"] == "test"
        assert lines[0]["model"] == model.identity.key
        for hidden in ("RAG", "Sesame", "sk-secret-1"):
            assert hidden not in text

    def test_sums_by_operation(self, calls: Calls) -> None:
        calls.add("query", "m", Usage(10, 1), 0.5, 1.0)
        calls.add("ingest", "m", Usage(10, 1), 0.25, 3.0)
        calls.add("ingest", "m", Usage(20, 3), None, 1.0)
        assert calls.spent() == {"ingest": Spent(2, 30, 4, 0.25, 1), "query": Spent(1, 10, 1, 0.5, 0)}

    def test_rates_are_those_of_the_latest_calls_of_each_sort(self, calls: Calls) -> None:
        for seconds in (90.0, *[1.0] * 48, 2.0, 50.0):
            calls.add("ingest", "m", Usage(94, 1), None, seconds, limit=1)
        for seconds in (80.0, 6.0, 4.0, 5.0):  # the first one waits for the model to be loaded
            calls.add("ingest", "m", Usage(700, 50), None, seconds, limit=400)
        calls.add("query", "other", Usage(10, 10), None, 1.0, limit=400)
        calls.add("ingest", "m", Usage(2_400, 400), None, 120.0, limit=400, is_answered=False)
        rates = calls.rates("m")
        assert rates.by_limit == {1: Rate(pytest.approx(0.5 / 49), 1.0), 400: Rate(pytest.approx(0.005), 50.0)}
        assert calls.rates("nobody").by_limit == {}

    def test_a_call_that_broke_off_tells_nothing_of_the_pace(self, script: Script, make: Make, calls: Calls) -> None:
        script.faults = ["vanish"]
        model = make(calls=calls, pauses=(0.0,))
        model.complete(PROMPT, str, limit=400)
        assert calls.spent()["test"].calls == 2, "it may have been worked for, and counts"
        assert calls.rates(model.identity.key).tokens_out(400) == 20

    def test_lines_of_an_earlier_version_tell_what_they_can(self, calls: Calls, tmp_path: Path) -> None:
        line = {"time": "", "operation": "ingest", "model": "m", "tokens_in": 70, "tokens_out": 5, "money": None, "seconds": 1.0}
        (tmp_path / ".wiki/local").mkdir(parents=True)
        (tmp_path / ".wiki/local/calls.jsonl").write_text(json.dumps(line) + "\n")
        assert calls.rates("m").seconds(400, 70, 5) == pytest.approx(1.0)
        assert calls.rates("m").tokens_out(400) is None
        calls.add("ingest", "m", Usage(70, 5), None, 3.0, limit=1)
        assert calls.rates("m").seconds(400, 70, 5) == pytest.approx(3.0), "what sort of call it was is better known"

    def test_calls_at_the_same_time_add_up_to_the_time_that_went_by(self, script: Script, make: Make, calls: Calls, tmp_path: Path) -> None:
        gate = threading.Barrier(4)
        script.reply = lambda _: str(gate.wait(5))
        model = make(calls=calls, jobs=4)
        started = time.monotonic()
        together(lambda number: model.complete((Message("user", str(number)),), str), range(4), 4)
        gone = time.monotonic() - started
        lines = [json.loads(line) for line in (tmp_path / ".wiki/local/calls.jsonl").read_text().splitlines()]
        assert [(line["limit"], line["is_answered"]) for line in lines] == [(1024, True)] * 4
        assert sum(line["seconds"] for line in lines) <= gone + 0.01

    @pytest.mark.parametrize("line", [b"", b"{", b"[]", b"3", b"\xff", b'{"time": 1}', b"[" * 9_999])
    def test_a_line_that_is_none_is_passed_over(self, line: bytes, calls: Calls, tmp_path: Path) -> None:
        calls.add("query", "m", Usage(10, 1), 0.5, 1.0)
        with (tmp_path / ".wiki/local/calls.jsonl").open("ab") as file:
            file.write(line + b"\n")
        calls.add("query", "m", Usage(10, 1), 0.5, 1.0)
        assert calls.spent()["query"].calls == 2

    def test_several_writers_do_not_mix(self, calls: Calls) -> None:
        together(lambda _: calls.add("query", "m" * 2_000, Usage(1, 1), None, 1.0), range(100), 8)
        assert calls.spent()["query"].calls == 100

    def test_nothing_is_written_through_a_link(self, calls: Calls, tmp_path: Path) -> None:
        (tmp_path / "target").write_text("mine\n")
        (tmp_path / ".wiki/local").mkdir(parents=True)
        (tmp_path / ".wiki/local/calls.jsonl").symlink_to(tmp_path / "target")
        with pytest.raises(NameRefused):
            calls.add("query", "m", Usage(1, 1), None, 1.0)
        assert (tmp_path / "target").read_text() == "mine\n"


class TestShares:
    def test_each_has_its_share(self) -> None:
        clock = iter([0.0, 1.0, 3.0, 6.0, 10.0, 12.0])
        shares = Shares(lambda: next(clock))
        one, other = shares.begin(), shares.begin()
        assert shares.end(one) == 1 + 2 / 2
        assert shares.end(other) == 2 / 2 + 3
        assert shares.end(shares.begin()) == 2.0


class TestQuote:
    RATES = Rates({1: Rate(0.001, 1.0), 400: Rate(0.005, 50.0)})

    def test_money_and_time(self) -> None:
        """Replies are counted as long as they were, whatever was thought before; a word takes another time than a list."""
        told = quote([Need(1, 100, 14_400, 100), Need(400, 10, 7_000, 2_000)], Price(1, 2, 1, 1), self.RATES)
        assert told[:3] == (110, 21_400, 600)
        assert told.money == pytest.approx(0.0214 + 0.0012)
        assert told.seconds == pytest.approx(0.001 * (14_400 + 600) + 0.005 * (7_000 + 3_000))

    def test_a_sort_that_was_never_asked_is_taken_for_the_one_most_like_it(self) -> None:
        told = quote([Need(4_096, 2, 1_000, 500)], None, self.RATES)
        assert told == (2, 1_000, 500, None, pytest.approx(0.005 * 4_000))
        assert quote([Need(16, 2, 100, 2)], None, self.RATES).seconds == pytest.approx(0.001 * 112)

    def test_what_is_not_known_is_not_told(self) -> None:
        assert quote([Need(1, 1, 10, 10)], None, Rates()) == (1, 10, 10, None, None)
        assert quote([], FREE, Rates()) == (0, 0, 0, 0.0, 0.0)


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("four", 1), ("检索增强", 4), ("RAG 是检索增强生成。", 9)])
def test_tokens_are_estimated(text: str, tokens: int) -> None:
    assert about(text) == tokens
    assert at_most([Message("user", text)]) >= tokens


def test_an_interrupted_connection_ends_as_an_outside_failure(make: Make, script: Script) -> None:
    script.faults = ["vanish"] * 9
    with pytest.raises(ServiceError, match="broke its answer off"):
        make(pauses=()).complete(PROMPT, str)
