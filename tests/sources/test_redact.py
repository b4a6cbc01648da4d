"""Secrets in conversations: taken out of what is kept and of what is read. They are put together here, so that no scanner finds one."""

from __future__ import annotations

import base64
import json
import random
import string
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sources import talk_samples as samples

from llmwiki.sources.base import Options, Original
from llmwiki.sources.convert import convert
from llmwiki.sources.redact import redacted, redacted_text, told

DICE = random.Random(11)
ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"


def chance(length: int, letters: str = ALNUM) -> str:
    return "".join(DICE.choice(letters) for _ in range(length))


def key_block(kind: str) -> str:
    lines = "\n".join(chance(64, ALNUM + "+/") for _ in range(6))
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


def web_token() -> str:
    head, body = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in ({"alg": "RS256"}, {"sub": "u-91"}))
    return f"{head}.{body}.{chance(86)}"


# Before, secret, after.
SECRETS = [
    ("", "AKIA" + chance(16, UPPER), ""),
    ("", "ASIA" + chance(16, UPPER), ""),
    ("aws_secret_access_key=", chance(40), ""),
    ("AWS_SECRET_ACCESS_KEY: ", chance(40), ""),
    ('"SecretAccessKey": "', chance(40), '"'),
    *[("", f"gh{kind}_" + chance(36), "") for kind in "pousr"],
    ("", f"github_pat_{chance(22)}_{chance(59)}", ""),
    ("", "glpat-" + chance(20), ""),
    ("", "sk-ant-api03-" + chance(93), ""),
    ("", "sk-ant-oat01-" + chance(95), ""),
    ("", "sk-" + chance(48), ""),
    ("", "sk-proj-" + chance(150), ""),
    ("", "sk-svcacct-" + chance(100), ""),
    ("", "sk-or-v1-" + chance(64, HEX), ""),
    ("", "gsk_" + chance(52), ""),
    ("", "xai-" + chance(80), ""),
    ("", "AIza" + chance(35), ""),
    ("", "GOCSPX-" + chance(28), ""),
    ("", f"xoxb-{chance(12, '123456789')}-{chance(12, '123456789')}-{chance(24)}", ""),
    ("", f"xoxp-{chance(12, '123456789')}-{chance(12, '123456789')}-{chance(12, '123456789')}-{chance(32, HEX)}", ""),
    ("", f"xapp-1-{chance(11, UPPER)}-{chance(13, '123456789')}-{chance(64, HEX)}", ""),
    ("https://hooks.slack.com/services", f"/T{chance(9, UPPER)}/B{chance(9, UPPER)}/{chance(24)}", ""),
    ("", "sk_live_" + chance(24), ""),
    ("", "rk_live_" + chance(40), ""),
    ("", "hf_" + chance(34, string.ascii_letters), ""),
    ("", "npm_" + chance(36), ""),
    ("", "pypi-AgEIcHlwaS5vcmc" + chance(150), ""),
    ("", "dckr_pat_" + chance(27), ""),
    ("", f"SG.{chance(22)}.{chance(43)}", ""),
    ("", "ntn_" + chance(46), ""),
    ("", "lin_api_" + chance(40), ""),
    ("", web_token(), ""),
    *[("", key_block(kind), "") for kind in ("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY")],
    ("https://ada:", "k7Qz9fLmXw2v", "@git.example.net/x"),
    ("postgres://ada:", "hV8nR2ktYpQ4", "@10.0.0.7:5432/app"),
    ("Authorization: Bearer ", chance(44), ""),
    ("-H 'authorization: bearer ", chance(30) + "." + chance(30), "'"),
    ("Authorization: Basic ", chance(30) + "==", ""),
]

LOOK_ALIKES = [
    chance(40, HEX),
    chance(64, HEX),
    "sha512-" + chance(86) + "==",
    "md5:" + chance(32, HEX),
    "550e8400-e29b-41d4-a716-446655440000",
    "019b04ae-b1c6-7c72-a134-a4c2de66058c",
    "AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
    "aws_secret_access_key = <your key>",
    "AWS_SECRET_ACCESS_KEY=${AWS_SECRET_ACCESS_KEY}",
    "sk-" + "x" * 48,
    "sk-...",
    "sk-ant-api03-REPLACE_ME",
    "OPENAI_API_KEY=sk-your-key-here",
    "ghp_" + "x" * 36,
    "ghp_YOUR_TOKEN",
    "github_pat_EXAMPLE",
    "the ghp_ prefix",
    "xoxb-your-token-here",
    "xoxb-not-a-real-token-at-all",
    "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
    "AIzaSy" + "X" * 33,
    "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
    "pk_live_" + chance(24),
    "hf_transformers_documentation_pages_list",
    "npm_config_registry_and_other_variables_x",
    "https://user:password@example.com/path",
    "https://user:<password>@host.net",
    "postgres://postgres:postgres@localhost:5432/db",
    "redis://:changeme123@cache:6379",
    "https://host.net:8443/@scope/package@1.2.3",
    "git@github.com:someone/project.git",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $GITHUB_TOKEN",
    "Bearer tokens are sent in a header of the request",
    "-----BEGIN PUBLIC KEY-----\n" + chance(300) + "\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\n" + chance(600) + "\n-----END CERTIFICATE-----",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "eyJhbGciOi" + "JIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0." + chance(43),
    "data:image/png;base64,iVBORw0KGgo" + chance(200, ALNUM + "+/"),
    "toolu_01" + chance(22),
    "call_" + chance(24),
    "commit 1cea5ec49574a868eb98893e46bcb775539f798e",
    "令牌请填写 sk-xxxx，密码请填写 ******",
]


def test_there_are_enough() -> None:
    assert len(SECRETS) >= 40
    assert len(LOOK_ALIKES) >= 40


@pytest.mark.parametrize(("before", "secret", "after"), SECRETS)
def test_a_secret_is_nowhere_in_what_is_kept_or_read(before: str, secret: str, after: str) -> None:
    words = f"我的配置：\n{before}{secret}{after}\n请检查。"
    rows = [
        samples.claude_code_record("user", "u1", None, words),
        samples.claude_code_record(
            "assistant", "a1", "u1", [{"type": "tool_use", "name": "Write", "input": {"content": json.dumps({"x": words})}}]
        ),
    ]
    for ensure in (True, False):
        data = "\n".join(json.dumps(row, ensure_ascii=ensure) for row in rows).encode()
        source = convert(Original("s.jsonl", data, "s.jsonl"))
        assert source.kept is not None
        line = secret.split("\n")[1 if "\n" in secret else 0][-16:]
        assert line not in source.text
        assert line.encode() not in source.kept
        assert "\\[secret: " in source.text or "[secret: " in source.text
        assert "secrets taken out: " in source.notes[-1]
        assert [json.loads(row)["uuid"] for row in source.kept.splitlines()] == ["u1", "a1"], "what is kept is still a session"


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a_look_alike_stays(text: str) -> None:
    assert redacted_text(f"so: {text} ok") == (f"so: {text} ok", {})
    data = samples.jsonl([samples.claude_code_record("user", "u1", None, text)])
    assert redacted(data)[0] is data
    assert convert(Original("s.jsonl", data, "s.jsonl")).kept is None


@pytest.mark.parametrize(
    "sample", [samples.CLAUDE_CODE, samples.CODEX, samples.CHATGPT, samples.CLAUDE_AI, samples.SLACK, samples.ROLES, samples.WHATSAPP]
)
def test_every_program_is_covered_and_the_person_may_refuse(sample: bytes) -> None:
    token = "ghp_" + chance(36)
    words = next(
        words
        for words in ("return None", "one file", "first answer", "rise at night", "On its own", "21 degrees", "新年快乐")
        if words in sample.decode()
    )
    original = Original(
        "_chat.txt", sample.replace(words.encode(), f"{words} {token}".encode()), "_chat.txt", options=Options(branches="all")
    )
    source = convert(original)
    assert token not in source.text + (source.kept or b"").decode()
    assert "[secret: GitHub token]" in source.text
    plain = convert(replace(original, options=Options(redact=False, branches="all")))
    assert token in plain.text
    assert plain.kept is None


def test_characters_spelled_by_number_hide_nothing() -> None:
    key = chance(40)
    data = json.dumps({"role": "user", "content": f"aws_secret_access_key={key}"}).replace("=", "\\u003d").encode()
    clean, counts = redacted(data)
    assert key.encode() not in clean
    assert counts == {"AWS secret key": 1}
    assert json.loads(clean)["content"] == "aws_secret_access_key=[secret: AWS secret key]"
    quoted = rb'{"a": "\\u003d \u0022 \u005c"}'
    assert redacted(quoted)[0] is quoted


def test_a_key_over_the_edge_of_a_piece_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwiki.sources.redact._PIECE", 200)
    block = key_block("RSA PRIVATE KEY")
    line, token = "a line\n", "ghp_" + chance(36)
    clean, counts = redacted(f"{line * 25}{block}\n{line * 90}{token}\n".encode())
    assert counts == {"private key": 1, "GitHub token": 1}
    assert clean.count(b"a line\n") == 115


def test_what_was_taken_out_is_told() -> None:
    _, counts = redacted_text(f"ghp_{chance(36)} ghp_{chance(36)} hf_{chance(34, string.ascii_letters)}")
    assert told(counts) == "3 secrets taken out: 2 GitHub token, 1 Hugging Face token"


def test_twice_is_once() -> None:
    clean, counts = redacted("\n".join(before + secret + after for before, secret, after in SECRETS).encode())
    assert counts.total() == len(SECRETS)
    assert redacted(clean)[0] is clean


@given(st.binary(max_size=300))
def test_any_bytes_are_borne(data: bytes) -> None:
    assert redacted(data) == (data, {})


def test_a_big_file_is_not_copied_as_a_whole() -> None:
    data = samples.jsonl([samples.claude_code_record("user", "u", None, "words " * 1000)]) * 5000
    tracemalloc.start()
    try:
        redacted(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(data)
