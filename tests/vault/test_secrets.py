"""Secrets by their shape. The keys are put together here, so that no scanner of this repository finds one."""

from __future__ import annotations

import base64
import json
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.vault.secrets import SHAPES, find_secrets, masked

DICE = random.Random(7)
LETTERS = string.ascii_letters + string.digits


def chance(length: int, letters: str = LETTERS) -> str:
    return "".join(DICE.choice(letters) for _ in range(length))


def web_token(header: object, payload: object, signature: str) -> str:
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (header, payload))
    return ".".join((*parts, signature))


def block(kind: str, body: str) -> str:
    return f"-----BEGIN {kind}-----\n{body}\n-----END {kind}-----"


REAL = [
    ("AWS access key", "AKIA" + chance(16, string.ascii_uppercase + string.digits)),
    ("GitHub token", "ghp_" + chance(36)),
    ("GitHub token", "ghs_" + chance(36)),
    ("GitHub token", f"github_pat_{chance(22)}_{chance(59)}"),
    ("GitLab token", "glpat-" + chance(20)),
    ("Anthropic key", "sk-ant-api03-" + chance(93)),
    ("OpenAI key", "sk-" + chance(48)),
    ("OpenAI key", "sk-" + chance(20) + "T3BlbkFJ" + chance(20)),
    ("OpenAI key", "sk-proj-" + chance(120)),
    ("OpenRouter key", "sk-or-v1-" + chance(64, "0123456789abcdef")),
    ("Slack token", "xoxb-" + chance(12, "246813579") + "-" + chance(13, "246813579") + "-" + chance(24)),
    ("Google API key", "AIza" + chance(35)),
    ("Stripe key", "sk_live_" + chance(24)),
    ("Hugging Face token", "hf_" + chance(34, string.ascii_letters)),
    ("npm token", "npm_" + chance(36)),
    ("JSON web token", web_token({"alg": "HS256", "typ": "JWT"}, {"sub": "u-77"}, chance(43))),
    ("private key", block("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEI" + chance(43))),
    ("private key", block("OPENSSH PRIVATE KEY", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA" + chance(300))),
    (
        "private key",
        block("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC," + chance(32, "ABCDEF123") + "\n\n" + chance(500)),
    ),
]

STAND_INS = [
    "AKIAIOSFODNN7EXAMPLE",
    "AKIA" + "A" * 16,
    "sk-" + "x" * 48,
    "sk-" + "abcdefghijklmnopqrstuvwxyz" + "0123456789" + "ABCDEFGHIJKL",
    "sk-...",
    "ghp_" + "x" * 36,
    "ghp_YOUR_TOKEN",
    "AIzaSy" + "X" * 33,
    "task-" + chance(48),
    "xoxb-your-token-here",
    "sk-ant-api03-REPLACE_ME",
    "hf_" + "tokenizermodelloaderpipelinesconfigs"[:34],
    "550e8400-e29b-41d4-a716-446655440000",
    chance(64, "0123456789abcdef"),
    web_token({"alg": "HS256"}, {"sub": "1234567890", "name": "John Doe"}, chance(43)),
    web_token({"typ": "JWT"}, {"sub": "u-77"}, chance(43)),
    "eyJ" + chance(30) + ".eyJ" + chance(30) + "." + chance(43),
    block("PRIVATE KEY", "..."),
    block("PRIVATE KEY", "(your key here) " * 8),
    block("PUBLIC KEY", chance(300)),
]


@pytest.mark.parametrize(("kind", "secret"), REAL)
def test_a_secret_is_found_with_its_place(kind: str, secret: str) -> None:
    text = f"key：{secret}。"
    [found] = find_secrets(text)
    assert found.kind == kind
    assert text[slice(*found.span)] == secret


@pytest.mark.parametrize("text", STAND_INS)
def test_what_stands_in_for_a_secret_is_none(text: str) -> None:
    assert not list(find_secrets(text))


def test_every_shape_has_a_case() -> None:
    assert {shape.name for shape in SHAPES} == {kind for kind, _ in REAL}


def test_masks_keep_length_and_lines() -> None:
    text = "\n".join(secret for _, secret in REAL)
    hidden = masked(text)
    assert len(hidden) == len(text)
    assert hidden.count("\n") == text.count("\n")
    assert not list(find_secrets(hidden))
    assert not any(secret[-12:] in hidden for _, secret in REAL if "-----" not in secret)


@given(st.text())
def test_ordinary_text_stays(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize("sign", sorted({sign for shape in SHAPES for sign in shape.signs}))
def test_a_megabyte_of_beginnings_takes_linear_time(sign: str) -> None:
    assert not list(find_secrets(sign * (1_000_000 // len(sign))))
    assert not list(find_secrets(f"{sign} " * (1_000_000 // len(sign))))
