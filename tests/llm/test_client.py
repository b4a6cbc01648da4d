"""The ladder of forms, kept replies, keys, probes."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from llm.conftest import KINDS, Make
from llm.shapes import THING, Thing
from model_server import Asked, Script

from llmwiki.errors import BadReply, NameRefused, ServiceError, Truncated
from llmwiki.llm.base import Message
from llmwiki.llm.kept import Replies
from llmwiki.llm.together import together

PROMPT = (Message("system", "Name the thing."), Message("user", "RAG"))
CHINESE = (Message("system", "写出文中事物的名称。"), Message("user", "RAG 是检索增强生成。"))
KEY = "sk-very-secret-1234567890"


@pytest.fixture(autouse=True)
def _thing(script: Script) -> None:
    script.reply = lambda _: THING


class TestForms:
    def forms(self, script: Script) -> list[str]:
        return [asked.body.get("response_format", {}).get("type", "text") for asked in script.asked]

    @pytest.mark.parametrize(
        ("takes", "asked"),
        [
            (("json_schema", "json_object"), ["json_schema"]),
            (("json_object",), ["json_schema", "json_schema", "json_object"]),
            ((), ["json_schema", "json_schema", "json_object", "text"]),
        ],
    )
    def test_each_server_is_asked_in_the_strictest_form_that_it_takes(
        self, takes: tuple[str, ...], asked: list[str], script: Script, make: Make
    ) -> None:
        script.forms = takes
        model = make()
        assert model.complete(PROMPT, Thing).value == Thing("RAG", "concept")
        assert self.forms(script) == asked
        model.complete(PROMPT, Thing)
        assert self.forms(script) == [*asked, asked[-1]], "it is remembered"

    def test_bounds_are_left_out_where_they_are_refused(self, script: Script, make: Make) -> None:
        model = make("anthropic")
        model.complete(PROMPT, Thing)
        assert "maxLength" not in json.dumps(script.asked[0].body)
        assert script.asked[0].body["output_config"]["format"]["schema"]["additionalProperties"] is False

    @pytest.mark.parametrize(("prompt", "words"), [(PROMPT, "one JSON object"), (CHINESE, "一个 JSON 对象")])
    def test_words_tell_the_schema_in_the_language_of_the_prompt(
        self, prompt: tuple[Message, ...], words: str, script: Script, make: Make
    ) -> None:
        script.forms = ()
        make().complete(prompt, Thing)
        system = script.asked[-1].messages[0][1]
        assert system.startswith(prompt[0].text)
        assert words in system
        assert '"maxLength":20' in system

    @pytest.mark.parametrize(
        ("refused", "sent"), [(("temperature",), "temperature"), (("max_tokens",), "max_tokens"), (("stream_options",), "stream_options")]
    )
    def test_parameters_that_a_server_does_not_take_are_left_out(
        self, refused: tuple[str, ...], sent: str, script: Script, make: Make
    ) -> None:
        script.refuses = refused
        model = make()
        assert model.complete(PROMPT, Thing, limit=77).value == Thing("RAG", "concept")
        assert [sent in asked.body for asked in script.asked] == [True, False]
        assert script.asked[-1].limit == 77
        model.complete(PROMPT, Thing)
        assert len(script.asked) == 3

    def test_newer_models_take_no_temperature(self, script: Script, make: Make) -> None:
        script.refuses = ("temperature",)
        assert make("anthropic").complete(PROMPT, Thing).value == Thing("RAG", "concept")
        assert [asked.body.get("temperature") for asked in script.asked] == [0, None]

    def test_the_shared_beginning_is_marked_to_be_kept(self, script: Script, make: Make) -> None:
        example = (PROMPT[0], Message("user", "example"), Message("assistant", THING), PROMPT[1])
        make("anthropic").complete(example, Thing)
        body = script.asked[0].body
        assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
        marks = ["cache_control" in turn["content"][0] for turn in body["messages"]]
        assert marks == [False, True, False]

    @pytest.mark.parametrize(("kind", "tokens"), [("openai", (100, 20, 40, 0)), ("anthropic", (100, 20, 40, 10))])
    def test_tokens_are_counted(self, kind: str, tokens: tuple[int, ...], make: Make) -> None:
        usage = make(kind).complete(PROMPT, Thing).usage
        assert (usage.tokens_in, usage.tokens_out, usage.cached, usage.written) == tokens


class TestProbe:
    def test_probabilities_are_read_from_one_token(self, script: Script, make: Make) -> None:
        assert make().probe(PROMPT) == pytest.approx(0.8 / 0.9)
        assert script.asked[0].limit == 1

    def test_a_server_without_probabilities_answers_in_a_word(self, script: Script, make: Make) -> None:
        script.chance, script.reply = None, lambda _: "No."
        model = make()
        assert [model.probe(PROMPT), model.probe(PROMPT)] == [0.0, 0.0]
        assert len(script.asked) == 3, "it is asked for probabilities once"
        assert not model.abilities.probabilities

    def test_nor_does_one_that_refuses_them(self, script: Script, make: Make) -> None:
        script.refuses, script.reply = ("top_logprobs",), lambda _: "是"
        assert make().probe(PROMPT) == 1.0

    def test_a_model_that_thinks_first_gets_room(self, script: Script, make: Make) -> None:
        script.chance = lambda _: {"<think>": 1.0}
        script.reply = lambda asked: "<think>Well, " if asked.limit < 100 else "<think>Well, no.</think>Yes"
        script.faults = [200, "truncated"]
        script.reply = lambda asked: f"<think>{'Well, ' * 9}" if asked.limit < 100 else "<think>Well, no.</think>Yes"
        model = make()
        assert model.probe(PROMPT) == 1.0
        assert [asked.limit for asked in script.asked] == [1, 16, 2_048]
        assert model.probe(PROMPT) == 1.0
        assert len(script.asked) == 4

    @pytest.mark.parametrize(("said", "chance"), [("Yes", 1.0), ("No, they differ.", 0.0), ("Perhaps", 0.5)])
    def test_a_provider_without_probabilities(self, said: str, chance: float, script: Script, make: Make) -> None:
        script.reply = lambda _: said
        assert make("anthropic").probe(PROMPT) == chance
        assert len(script.asked) == 1


class TestKept:
    @pytest.fixture
    def replies(self, tmp_path: Path) -> Replies:
        return Replies(tmp_path, ".wiki/local/replies")

    def test_a_second_run_asks_nobody(self, script: Script, make: Make, replies: Replies) -> None:
        for fresh in (True, False):
            model = make(replies=replies)
            reply = model.complete(PROMPT, Thing)
            assert reply.value == Thing("RAG", "concept")
            assert reply.is_kept is not fresh
            assert model.complete(PROMPT, str).value == THING
            assert model.probe(PROMPT) == pytest.approx(0.8 / 0.9)
            assert len(script.asked) == 3

    def test_failures_of_the_model_are_kept_those_of_the_server_are_not(self, script: Script, make: Make, replies: Replies) -> None:
        script.faults = ["truncated", "empty", "slow"]
        for error, calls in ((Truncated, 1), (Truncated, 1)):
            with pytest.raises(error):
                make(replies=replies).complete(PROMPT, str)
            assert len(script.asked) == calls
        for _ in range(2):
            with pytest.raises(BadReply, match="says nothing"):
                make(replies=replies).complete(CHINESE, str)
        assert len(script.asked) == 2
        with pytest.raises(ServiceError):
            make(replies=replies, timeout=0.2, pauses=()).complete(PROMPT, Thing)
        assert make(replies=replies).complete(PROMPT, Thing).value == Thing("RAG", "concept")

    @pytest.mark.parametrize(
        "other",
        [
            ((*PROMPT, Message("user", "more")), Thing, 1024),
            ((Message("user", "Name the thing."), Message("user", "RAG")), Thing, 1024),
            (PROMPT, str, 1024),
            (PROMPT, Thing, 1023),
        ],
    )
    def test_another_question_is_asked(
        self, other: tuple[tuple[Message, ...], type, int], script: Script, make: Make, replies: Replies
    ) -> None:
        model = make(replies=replies)
        model.complete(PROMPT, Thing)
        model.complete(other[0], other[1], limit=other[2])
        assert len(script.asked) == 2

    @pytest.mark.parametrize(
        "damage",
        [
            b"",
            b"{",
            b"[]",
            b'{"outcome": "text", "said": 3, "in": 1, "out": 1}',
            b'{"outcome": "text", "said": "{}", "in": 1, "out": 1}',
            b'{"outcome": "evil", "said": "{}", "in": 1, "out": 1}',
            b"[" * 100_000,
        ],
    )
    def test_a_damaged_file_is_asked_for_again(self, damage: bytes, script: Script, make: Make, replies: Replies, tmp_path: Path) -> None:
        make(replies=replies).complete(PROMPT, Thing)
        (file,) = (tmp_path / ".wiki/local/replies").rglob("*.json")
        file.write_bytes(damage)
        assert make(replies=replies).complete(PROMPT, Thing).value == Thing("RAG", "concept")
        assert len(script.asked) == 2

    def test_no_key_and_no_prompt_is_in_the_files(self, make: Make, replies: Replies, script: Script, tmp_path: Path) -> None:
        script.key = KEY
        make(replies=replies, key=KEY).complete((PROMPT[0], Message("user", "Sesame")), Thing)
        kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        assert b"RAG" in kept
        assert KEY.encode() not in kept
        assert b"Sesame" not in kept

    def test_nothing_is_written_through_a_link(self, make: Make, replies: Replies, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / ".wiki").mkdir()
        (tmp_path / ".wiki/local").symlink_to(tmp_path / "out")
        with pytest.raises(NameRefused):
            make(replies=replies).complete(PROMPT, Thing)
        assert not list((tmp_path / "out").iterdir())

    def test_local_state_keeps_itself_out_of_git(self, make: Make, replies: Replies, tmp_path: Path) -> None:
        make(replies=replies).complete(PROMPT, Thing)
        assert (tmp_path / ".wiki/local/.gitignore").read_text() == "*\n"


@pytest.mark.parametrize("kind", KINDS)
class TestKey:
    def test_it_is_sent_and_nothing_else_of_the_environment_is(
        self, kind: str, script: Script, make: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("OPENAI", "ANTHROPIC"):
            monkeypatch.setenv(f"{name}_API_KEY", "sk-of-the-environment")
            monkeypatch.setenv(f"{name}_CUSTOM_HEADERS", "X-Secret: of-the-environment")
            monkeypatch.setenv(f"{name}_BASE_URL", "http://127.0.0.1:1/of-the-environment")
        monkeypatch.setenv("OPENAI_ORG_ID", "of-the-environment")
        monkeypatch.setenv("OPENAI_PROJECT_ID", "of-the-environment")
        monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "of-the-environment")
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
        make(kind).complete(PROMPT, Thing)
        script.key = KEY
        make(kind, key=KEY).complete(PROMPT, Thing)
        sent = [json.dumps(asked.headers) for asked in script.asked]
        assert "of-the-environment" not in "".join(sent)
        assert [KEY in headers for headers in sent] == [False, True]
        assert "unused" not in "".join(sent)

    @pytest.mark.parametrize("fault", [400, 401, 403, 404, 429, 500, "cut", "slow", "page", "elsewhere", "empty"])
    def test_it_is_never_shown(self, kind: str, fault: int | str, script: Script, make: Make, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        script.faults, script.says = [fault] * 9, f'{{"error": {{"message": "bad key {KEY} in Bearer {KEY}"}}}}'
        script.headers = {"X-Key": KEY}
        with pytest.raises(ServiceError) as caught:
            make(kind, key=KEY, timeout=0.3, pauses=()).complete(PROMPT, Thing)
        error: BaseException | None = caught.value
        while error:
            assert KEY not in f"{error} {error!r} {getattr(error, 'hint', '')}"
            error = error.__cause__
        assert f"Bearer {KEY}" not in caplog.text.replace(f"in Bearer {KEY}", "")

    def test_a_redirect_is_not_followed(self, kind: str, script: Script, make: Make) -> None:
        script.faults = ["elsewhere"]
        with pytest.raises(ServiceError, match="redirects are not followed"):
            make(kind, key=KEY).complete(PROMPT, Thing)
        assert [asked.path for asked in script.asked] == [script.asked[0].path]


class TestTogether:
    def test_no_more_at_a_time_than_asked_for(self, script: Script, make: Make) -> None:
        import threading

        running, most, lock = 0, 0, threading.Lock()
        both = threading.Barrier(2, timeout=5)

        def reply(asked: Asked) -> str:
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            both.wait()
            with lock:
                running -= 1
            return asked.prompt

        script.reply = reply
        model = make(jobs=2)
        texts = together(lambda number: model.complete((Message("user", f"q{number}"),), str).value, range(6), 6)
        assert texts == [f"q{number}" for number in range(6)]
        assert most == 2

    @pytest.mark.parametrize("jobs", [1, 3])
    def test_the_first_error_is_raised(self, jobs: int) -> None:
        asked = []

        def ask(item: int) -> int:
            asked.append(item)
            if item == 2:
                raise ServiceError("two")
            return item

        with pytest.raises(ServiceError, match="two"):
            together(ask, range(100), jobs)
        assert together(ask, [5, 6], jobs) == [5, 6]
