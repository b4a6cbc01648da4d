"""Secrets by their shape: keys and tokens as their makers write them, told from placeholders and examples.

Only shapes that their makers document and that chance does not produce: a fixed beginning and a random part of known length. What has
no shape of its own (a password, a bare hash, a UUID) is not looked for.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Iterator


_KEY_BLOCK = "private key"
_SIGNED = "JSON web token"


class Shape(NamedTuple):
    """A kind of secret.

    Attributes:
        name: What it is, for people.
        signs: What secrets of this kind begin with.
        form: A pattern; its group ``random`` is the part that no human chose.
    """

    name: str
    signs: tuple[str, ...]
    form: str


SHAPES: tuple[Shape, ...] = (
    Shape("AWS access key", ("AKIA",), r"AKIA(?P<random>[A-Z0-9]{16})"),
    Shape("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_(?P<random>[A-Za-z0-9]{36,76})"),
    Shape("GitHub token", ("github_pat_",), r"github_pat_(?P<random>[A-Za-z0-9]{22}_[A-Za-z0-9]{59})"),
    Shape("GitLab token", ("glpat-",), r"glpat-(?P<random>[A-Za-z0-9_-]{20})"),
    Shape("Anthropic key", ("sk-",), r"sk-ant-[a-z]{3,5}\d\d-(?P<random>[A-Za-z0-9_-]{80,120})"),
    Shape("OpenAI key", ("sk-",), r"sk-(?P<random>[A-Za-z0-9]{48})"),
    Shape("OpenAI key", ("sk-",), r"sk-(?:proj|svcacct|admin|None)-(?P<random>[A-Za-z0-9_-]{40,200})"),
    Shape("OpenRouter key", ("sk-",), r"sk-or-v1-(?P<random>[0-9a-f]{64})"),
    Shape("Slack token", ("xox",), r"xox[abeprs]-(?:\d{10,13}-){1,3}(?P<random>[A-Za-z0-9]{20,80})"),
    Shape("Google API key", ("AIza",), r"AIza(?P<random>[A-Za-z0-9_-]{35})"),
    Shape("Stripe key", ("sk_live_", "rk_live_"), r"[sr]k_live_(?P<random>[A-Za-z0-9]{24,99})"),
    Shape("Hugging Face token", ("hf_",), r"hf_(?P<random>[A-Za-z]{34})"),
    Shape("npm token", ("npm_",), r"npm_(?P<random>[A-Za-z0-9]{36})"),
    Shape(_SIGNED, ("eyJ",), r"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,9000}\.(?P<random>[A-Za-z0-9_-]{40,1400})"),
    Shape(
        _KEY_BLOCK,
        ("-----BEGIN ",),
        r"-----BEGIN (?P<kind>(?:[A-Z0-9]{1,9} ){0,2}PRIVATE KEY(?: BLOCK)?)-----"
        r"(?P<random>[A-Za-z0-9+/=\s:,.\\-]{60,20000}?)-----END (?P=kind)-----",
    ),
)
"""Kept as a table, for whoever looks for secrets: the check of pages, and what hides them in conversations."""

# A text without an underscore holds none of the signs that have one, which spares most texts half of the search.
_SIGNS = tuple(sorted({sign for shape in SHAPES for sign in shape.signs if "_" not in sign}))
_LINED_SIGNS = tuple(sorted({sign for shape in SHAPES for sign in shape.signs if "_" in sign}))
# What people write where a secret would stand, and runs that chance does not write.
_STAND_IN = re.compile(r"example|sample|dummy|placeholder|redact|replace|insert|your|fake|\.\.\.|x{4}|\*{4}", re.IGNORECASE)
_RUN = re.compile(r"(.)\1{5}|abcdef|bcdefg|12345|67890|qwerty|deadbeef|0123", re.IGNORECASE)
# Sixteen letters by chance out of 36 have 3.6 bits each, 36 out of 62 have 4.7; words and patterns have less.
_LEAST_BITS = 3.0
_LEAST_KINDS = 8
_LEAST_OF_KEY = 60
_PART_OF_WORD = re.compile(r"[A-Za-z0-9_-]")
_DOT = "•"


class Secret(NamedTuple):
    """A secret in a text: what kind, and where."""

    kind: str
    span: Span


def find_secrets(text: str) -> Iterator[Secret]:
    """The secrets in a text, in order; where two shapes fit one place, the first in the table counts."""
    signs = [sign for sign in (*_SIGNS, *(_LINED_SIGNS if "_" in text else ())) if sign in text]
    found = sorted((at, end, kind) for sign in signs for at, end, kind in _beginning_with(sign, text))
    last = 0
    for start, end, kind in found:
        if start >= last:
            yield Secret(kind, Span(start, end))
            last = end


def masked(text: str) -> str:
    """The text with a dot for every letter of its secrets; its length and its lines stay."""
    for secret in list(find_secrets(text)):
        hidden = re.sub(r"[^\r\n]", _DOT, text[secret.span.start : secret.span.end])
        text = text[: secret.span.start] + hidden + text[secret.span.end :]
    return text


def _beginning_with(sign: str, text: str) -> Iterator[tuple[int, int, str]]:
    """Where secrets with this sign begin and end, and what they are; the plain sign is found ten times faster than a pattern."""
    shapes = [shape for shape in SHAPES if sign in shape.signs]
    at = text.find(sign)
    while at >= 0:
        end, kind = (0, "") if _PART_OF_WORD.match(text[at - 1 : at]) else _real_at(shapes, text, at)
        if kind:
            yield at, end, kind
        at = text.find(sign, max(end, at + 1))


def _real_at(shapes: list[Shape], text: str, at: int) -> tuple[int, str]:
    """End and kind of the secret that begins at a place; nothing when there is none."""
    for shape in shapes:
        match = _pattern(shape.form).match(text, at)
        if match and _is_real(shape, match):
            return match.end(), shape.name
    return 0, ""


@cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(rf"{form}(?![A-Za-z0-9_])")


def _is_real(shape: Shape, match: re.Match[str]) -> bool:
    """Whether a match is what its maker would give out, and no stand-in for it."""
    random = re.sub(r"[\s-]", "", match["random"])
    worded = _STAND_IN.search(match["random"]) or (random.isalpha() and random.islower())
    if worded or len(set(random)) < _LEAST_KINDS or _bits(random) < _LEAST_BITS:
        return False
    if shape.name == _KEY_BLOCK:
        return len(random) >= _LEAST_OF_KEY
    return not _RUN.search(random) and (shape.name != _SIGNED or _is_token(match[0]))


def _bits(text: str) -> float:
    """Shannon entropy of the letters of a text, bits a letter."""
    return -sum(count / len(text) * log2(count / len(text)) for count in Counter(text).values())


def _is_token(token: str) -> bool:
    """Whether the first part is the JSON object that names an algorithm, and the second none of the well-known examples."""
    header, payload = (_decoded(part) for part in token.split(".")[:2])
    return '"alg"' in header and not _STAND_IN.search(payload) and "1234567890" not in payload and "John Doe" not in payload


def _decoded(part: str) -> str:
    """A part of a token as text; empty when it is no JSON object."""
    from base64 import urlsafe_b64decode

    try:
        text = urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode()
    except ValueError:
        return ""
    return text if text.startswith("{") and text.endswith("}") else ""
