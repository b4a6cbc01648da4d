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
    ("AWS access key", "ASIA" + chance(16, string.ascii_uppercase + string.digits)),
    ("GitLab token", "glrt-" + chance(20)),
    ("Groq key", "gsk_" + chance(52)),
    ("xAI key", "xai-" + chance(80)),
    ("Replicate token", "r8_" + chance(37)),
    ("Slack token", "xoxe.xoxp-1-" + chance(160)),
    ("Slack token", f"xapp-1-{chance(11, string.ascii_uppercase)}-{chance(13, '246813579')}-{chance(64, '0123456789abcdef')}"),
    ("Google client secret", "GOCSPX-" + chance(28)),
    ("Stripe key", "whsec_" + chance(32)),
    ("PyPI token", "pypi-AgEIcHlwaS5vcmc" + chance(140)),
    ("Docker token", "dckr_pat_" + chance(27)),
    ("DigitalOcean token", "dop_v1_" + chance(64, "0123456789abcdef")),
    ("SendGrid key", f"SG.{chance(22)}.{chance(43)}"),
    ("Notion token", "ntn_" + chance(46)),
    ("Linear key", "lin_api_" + chance(40)),
    ("Shopify token", "shpat_" + chance(32, "0123456789abcdef")),
    ("age key", "AGE-SECRET-KEY-1" + chance(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")),
    ("JSON web token", web_token({"alg": "HS256", "typ": "JWT"}, {"sub": "u-77"}, chance(43))),
    ("private key", block("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEI" + chance(43))),
    ("private key", block("OPENSSH PRIVATE KEY", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA" + chance(300))),
    (
        "private key",
        block("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC," + chance(32, "ABCDEF123") + "\n\n" + chance(500)),
    ),
]

BASE64 = LETTERS + "+/"
# Where only a part of what shows the secret is secret.
WITHIN = [
    ("AWS secret key", "aws_secret_access_key = ", chance(40, BASE64), "\n"),
    ("AWS secret key", "export AWS_SECRET_ACCESS_KEY='", chance(40, BASE64), "'"),
    ("AWS secret key", '{"SecretAccessKey": "', chance(40, BASE64), '"}'),
    ("AWS secret key", '{"a": "{\\"secretAccessKey\\":\\"', chance(40, BASE64), '\\"}"}'),
    (
        "Slack webhook",
        "https://hooks.slack.com/services",
        f"/T{chance(9, string.ascii_uppercase)}/B{chance(9, string.ascii_uppercase)}/{chance(24)}",
        " ",
    ),
    ("Azure storage key", "AccountName=x;AccountKey=", chance(86, BASE64) + "==", ";"),
    ("access token", "curl -H 'Authorization: Bearer ", chance(48), "'"),
    ("access token", '"authorization": "bearer ', chance(32) + "." + chance(20), '"'),
    ("access token", "Authorization: Basic ", chance(32), "\n"),
    ("password in an address", "postgres://ada:", "k7Qz9fLmXw2v", "@db.host.net/x"),
    ("password in an address", "https://ada:", "Tr0ub4dor&3x", "@host.net"),
    ("password in an address", "redis://:", "h8vN2kRtYpQ4", "@10.0.0.7:6379"),
    ("password in an address", "https:\\/\\/ada:", "k7Qz9fLmXw2v", "@host.net"),
]

STAND_INS = [
    "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
    "aws_secret_access_key = YOUR_SECRET_ACCESS_KEY_GOES_IN_THIS_PLACE",
    "postgres://postgres:postgres@localhost:5432/app",
    "postgres://user:password123@db:5432/app",
    "https://user:${DB_PASSWORD}@host.net",
    "mysql://root:12345678@127.0.0.1:3306/",
    "https://user:<password>@host.net",
    "https://user:********@host.net",
    "https://host.net:8080/path@2x.png",
    "http://[::1]:8080/@scope/package",
    "Authorization: Bearer $TOKEN_OF_THE_SERVICE_ACCOUNT",
    "Authorization: Bearer YOUR_ACCESS_TOKEN_12345",
    "Bearer token-based-authentication-for-everyone-1",
    "the Bearer authentication/authorization/flow/of/2024/and/2025",
    "Authorization: Basic " + "dXNlcjpwYXNz",
    "sha256:" + chance(64, "0123456789abcdef"),
    "commit " + chance(40, "0123456789abcdef"),
    "ntn_" + "x" * 46,
    "r8_" + "abcdefghij" * 3 + "abcdefg",
    "dop_v1_" + "0" * 64,
    "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
    "SG.xxxxxxxxxxxxxxxxxxxxxx." + "y" * 43,
    "AccountKey=" + "A" * 86 + "==",
    "whsec_" + "placeholder" * 3,
    "xapp-1-A-1-token",
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


@pytest.mark.parametrize(("kind", "before", "secret", "after"), WITHIN)
def test_only_the_secret_part_counts(kind: str, before: str, secret: str, after: str) -> None:
    text = before + secret + after
    assert [(found.kind, text[slice(*found.span)]) for found in find_secrets(text)] == [(kind, secret)]


@pytest.mark.parametrize("before", ["\\n", "\\\\t", "\\u001b[32m", "\x1b[1;31m", '"', "=", "令牌"])
def test_an_escape_before_a_secret_is_no_part_of_it(before: str) -> None:
    token = "ghp_" + chance(36)
    [found] = find_secrets(f'{{"log": "done{before}{token}\\n"}}')
    assert found.kind == "GitHub token"


@pytest.mark.parametrize("text", STAND_INS)
def test_what_stands_in_for_a_secret_is_none(text: str) -> None:
    assert not list(find_secrets(text))


def test_every_shape_has_a_case() -> None:
    assert {shape.name for shape in SHAPES} == {kind for kind, *_ in (*REAL, *WITHIN)}


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


@pytest.mark.trial(but=["sk-", "ghp_"])
@pytest.mark.parametrize("sign", sorted({sign for shape in SHAPES for sign in shape.signs}))
def test_many_beginnings_take_linear_time(sign: str) -> None:
    assert not list(find_secrets(sign * (40_000 // len(sign))))
    assert not list(find_secrets(f"{sign} " * (40_000 // len(sign))))
