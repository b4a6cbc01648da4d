"""``wiki models``: test, calibration, what is kept of it, and what is said."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from llm.conftest import Make
from model_server import Asked, Chances, Script

from llmwiki.cli.app import run
from llmwiki.llm.calibrate import calibrate, fitness
from llmwiki.llm.known import Known, KnownModels
from llmwiki.llm.questions import CHOICES, PAIRS

SAME = {pair.question for pair in PAIRS if pair.is_same}
RIGHT = {choice.question: choice.right for choice in CHOICES}


def knows(asked: Asked) -> str:
    """A model that has all right."""
    if "capital of France" in asked.prompt:
        return "Paris"
    if asked.prompt in {pair.question for pair in PAIRS}:
        return "yes" if asked.prompt in SAME else "no"
    listed, _, question = asked.prompt.partition("\n\n")
    if question not in RIGHT:  # it is told that its reply does not fit
        return '{"numbers": ["1"]}'
    numbers = [line.split(". ")[0] for line in listed.splitlines() if line.split(". ", 1)[1] in RIGHT[question]]
    return json.dumps({"numbers": numbers})


def first(asked: Asked) -> str:
    """A model that walks every list from the top."""
    return '{"numbers": ["1", "2"]}' if "\n\n" in asked.prompt else knows(asked)


def tells(asked: Asked) -> Chances:
    return {"Yes": 0.8, "No": 0.2} if asked.prompt in SAME else {"Yes": 0.3, "No": 0.7}


def agrees(asked: Asked) -> Chances:  # noqa: ARG001
    return {"Yes": 0.9, "No": 0.1}


KINDS_OF_MODEL = [
    (knows, tells, "writer", 5, 5),
    (first, tells, "judge", 0, 5),
    (first, agrees, "namer", 0, 2),
    (knows, agrees, "namer", 5, 2),
]


@pytest.mark.trial(but=["3"])
@pytest.mark.parametrize("kind", KINDS_OF_MODEL)
@pytest.mark.parametrize("jobs", [1, 3])
def test_ten_questions_tell_what_a_model_is_fit_for(kind: tuple[Any, ...], jobs: int, script: Script, make: Make) -> None:
    script.reply, script.chance, fit, lists, pairs = kind
    known = calibrate(make(jobs=jobs), jobs)
    assert (known.fitness, known.lists, known.pairs) == (fit, (lists, 5), (pairs, 5))
    assert len(script.asked) == 10


def test_the_questions_are_the_same_every_time_and_the_right_answers_late(script: Script, make: Make) -> None:
    script.reply, script.chance = knows, tells
    for _ in range(2):
        calibrate(make())
    prompts = [asked.prompt for asked in script.asked]
    assert prompts[:10] == prompts[10:]
    numbers = [[int(number) for number in json.loads(knows(asked))["numbers"]] for asked in script.asked[:5]]
    assert sorted(map(len, numbers)) == [0, 2, 2, 2, 2]
    assert min(min(two) for two in numbers if two) > 5
    assert len({tuple(two) for two in numbers}) > 2
    assert any(re.search("[一-鿿]", prompt) for prompt in prompts[:5])
    assert any(re.search("[一-鿿]", prompt) for prompt in prompts[5:10])


@pytest.mark.trial(but=["broken json", "refusal"])
@pytest.mark.parametrize("fault", ["refusal", "empty", "loop", "truncated", "broken json"])
def test_bad_replies_count_as_wrong(fault: str, script: Script, make: Make) -> None:
    script.reply, script.chance, script.faults = knows, tells, [fault] * 2
    known = calibrate(make())
    assert known.lists[0] < 5
    assert known.pairs == (5, 5)


def test_limits() -> None:
    assert [fitness(lists, pairs) for lists, pairs in ((5, 5), (4, 4), (3, 4), (0, 5), (5, 3), (0, 0))] == [
        "writer",
        "writer",
        "judge",
        "judge",
        "namer",
        "namer",
    ]


@pytest.fixture
def vault(tmp_path: Path, script: Script) -> Path:
    root = tmp_path / "wiki"
    run(["init", str(root)])
    settings = f'[model]\nbase_url = "{script.url}/v1"\nmodel = "gpt-test"\ntimeout = 5\n'
    (root / ".wiki/config.toml").write_text(settings, encoding="utf-8")
    script.reply, script.chance = first, tells
    return root


def models(vault: Path, capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict:
    capsys.readouterr()
    assert run(["models", *words, "--json", "--vault", str(vault)]) == code
    out = capsys.readouterr().out
    return json.loads(out) if out else {}


class TestCommand:
    def test_it_tests_and_calibrates_once(self, vault: Path, script: Script, capsys: pytest.CaptureFixture[str]) -> None:
        told = models(vault, capsys)
        assert told["test"]["text"] == "Paris"
        assert told["calibration"] == {
            "lists": [0, 5],
            "pairs": [5, 5],
            "fitness": "judge",
            "form": "schema",
            "probabilities": True,
            "by_hand": None,
        }
        assert told["way"] == "judge"
        assert told["price"]["output"] == 0
        assert told["spent"]["models"]["calls"] == len(script.asked) == 11
        assert models(vault, capsys)["spent"]["models"]["calls"] == len(script.asked) == 12
        assert models(vault, capsys, "--again")["spent"]["models"]["calls"] == len(script.asked) == 23

    def test_the_way_may_be_chosen(self, vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert models(vault, capsys, "--way", "writer")["way"] == "writer"
        assert models(vault, capsys)["way"] == "writer"
        assert models(vault, capsys, "--again")["calibration"]["by_hand"] == "writer"
        assert models(vault, capsys, "--way", "auto")["way"] == "judge"
        (vault / ".wiki/config.toml").write_text((vault / ".wiki/config.toml").read_text() + 'way = "writer"\n')
        assert models(vault, capsys)["way"] == "writer"
        assert models(vault, capsys, "--way", "judge")["way"] == "judge"
        models(vault, capsys, "--way", "novelist", code=2)

    def test_it_is_told_in_words(self, vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
        capsys.readouterr()
        assert run(["models", "--vault", str(vault)]) == 0
        out = capsys.readouterr().out
        for words in (
            "gpt-test",
            "127.0.0.1",
            "says “Paris”",
            "0 of 5 lists and 5 of 5 pairs right: judge",
            "free, on this machine",
            "11 calls",
        ):
            assert words in out

    def test_without_a_model_it_says_how_to_set_one(self, vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (vault / ".wiki/config.toml").unlink()
        assert models(vault, capsys)["provider"] is None
        assert run(["models", "--vault", str(vault)]) == 0
        streams = capsys.readouterr()
        assert "none is set" in streams.out
        assert "[model]" in streams.err

    @pytest.mark.parametrize(
        ("fault", "said"),
        [(401, "wants a key"), (404, "knows no model"), ("refusal", "declines"), ("loop", "again and again"), ("odd", "in a form")],
    )
    def test_a_model_that_does_not_answer(
        self, fault: int | str, said: str, vault: Path, script: Script, capsys: pytest.CaptureFixture[str]
    ) -> None:
        script.faults = [fault] * 9
        assert run(["models", "--vault", str(vault)]) == 3
        err = capsys.readouterr().err
        assert said in err
        assert "Traceback" not in err

    def test_nobody_there(self, vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (vault / ".wiki/config.toml").write_text('[model]\nbase_url = "http://127.0.0.1:1/v1"\nmodel = "m"\n')
        assert run(["models", "--vault", str(vault)]) == 3
        assert "cannot be reached" in capsys.readouterr().err

    def test_a_vault_that_asks_for_a_key(self, vault: Path, script: Script, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
        (vault / ".wiki/config.toml").write_text((vault / ".wiki/config.toml").read_text() + 'key_env = "OPENAI_API_KEY"\n')
        assert run(["models", "--vault", str(vault)]) == 2
        streams = capsys.readouterr()
        assert "OPENAI_API_KEY is not sent to 127.0.0.1" in streams.err
        assert "sk-secret" not in streams.err + streams.out
        assert not script.asked

    @pytest.mark.trial
    @pytest.mark.skipif(sys.platform == "win32", reason="signals of Windows are others")
    @pytest.mark.parametrize("jobs", [1, 4])
    def test_an_interrupt_ends_it_at_once(self, jobs: int, vault: Path, script: Script) -> None:
        reached = threading.Event()
        release = threading.Event()

        def reply(asked: Asked) -> str:
            if "capital" in asked.prompt:
                return "Paris"
            reached.set()
            release.wait(60)
            return ""

        script.reply = reply
        (vault / ".wiki/config.toml").write_text((vault / ".wiki/config.toml").read_text() + f"jobs = {jobs}\n")
        command = [sys.executable, "-m", "llmwiki", "models", "--vault", str(vault)]
        program = subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(Path.cwd())}
        )
        assert reached.wait(60)
        program.send_signal(signal.SIGINT)
        try:
            _, err = program.communicate(timeout=30)
        finally:
            release.set()
            program.kill()
        assert program.returncode == 130
        assert b"Traceback" not in err


class TestKnown:
    @pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"openai:m": 3}', '{"openai:m": {"lists": [1], "pairs": []}}'])
    def test_a_damaged_file_knows_nothing(self, text: str, tmp_path: Path, make: Make) -> None:
        (tmp_path / ".wiki/local").mkdir(parents=True)
        (tmp_path / ".wiki/local/models.json").write_text(text)
        identity = make().identity
        assert KnownModels(tmp_path).find(identity) is None
        known = Known((1, 5), (5, 5), "judge", "bare", tells_chances=False, by_hand="writer")
        KnownModels(tmp_path).keep(identity, known)
        assert KnownModels(tmp_path).find(identity) == known
        assert KnownModels(tmp_path).find(identity).way == "writer"

    @pytest.mark.parametrize(
        ("key", "value"), [("fitness", "king"), ("by_hand", 3), ("form", "xml"), ("tells_chances", 1), ("lists", ["a", "b"])]
    )
    def test_values_that_nobody_wrote_are_not_believed(self, key: str, value: object, tmp_path: Path, make: Make) -> None:
        identity = make().identity
        KnownModels(tmp_path).keep(identity, Known((1, 5), (5, 5), "judge", "bare", tells_chances=False)._replace(**{key: value}))
        assert KnownModels(tmp_path).find(identity) is None
