"""Secrets by their shape: keys and tokens as their makers write them, told from placeholders and examples.

Only shapes that their makers document and that chance does not produce: a fixed beginning and a random part of known length. What has
no shape of its own (a bare password, a bare hash, a UUID) is not looked for.
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
_BEARER = "access token"
_PASSWORD = "password in an address"  # noqa: S105 - the name of the kind
_IS = r"""(?:\\{0,7}["'])?\s{0,3}[:=]\s{0,3}(?:\\{0,7}["'])?"""
"""What stands between a name and its value in JSON (itself in JSON perhaps), YAML, shell and settings files."""


class Shape(NamedTuple):
    """A kind of secret.

    Attributes:
        name: What it is, for people.
        signs: What secrets of this kind begin with.
        form: A pattern; its group ``random`` is the part that no human chose. Its group ``secret``, if there is one, is what is
            secret, and what stands around it is not.
    """

    name: str
    signs: tuple[str, ...]
    form: str


SHAPES: tuple[Shape, ...] = (
    Shape("AWS access key", ("AKIA", "ASIA"), r"A[KS]IA(?P<random>[A-Z0-9]{16})"),
    Shape(
        "AWS secret key",
        ("aws_secret", "AWS_SECRET", "secret_access_key", "SecretAccessKey", "secretAccessKey"),
        r"(?:(?:aws_|AWS_)?(?:secret|SECRET)_(?:access_|ACCESS_)?(?:key|KEY)|[sS]ecretAccessKey)"
        + _IS
        + r"(?P<secret>(?P<random>(?:[A-Za-z0-9+]|\\{0,3}/){40}))",
    ),
    Shape("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_(?P<random>[A-Za-z0-9]{36,76})"),
    Shape("GitHub token", ("github_pat_",), r"github_pat_(?P<random>[A-Za-z0-9]{22}_[A-Za-z0-9]{59})"),
    Shape("GitLab token", ("glpat-", "gldt-", "glrt-"), r"gl(?:pat|dt|rt)-(?P<random>[A-Za-z0-9_-]{20})"),
    Shape("Anthropic key", ("sk-",), r"sk-ant-[a-z]{3,5}\d\d-(?P<random>[A-Za-z0-9_-]{80,120})"),
    Shape("OpenAI key", ("sk-",), r"sk-(?P<random>[A-Za-z0-9]{48})"),
    Shape("OpenAI key", ("sk-",), r"sk-(?:proj|svcacct|admin|None)-(?P<random>[A-Za-z0-9_-]{40,200})"),
    Shape("OpenRouter key", ("sk-",), r"sk-or-v1-(?P<random>[0-9a-f]{64})"),
    Shape("Groq key", ("gsk_",), r"gsk_(?P<random>[A-Za-z0-9]{52})"),
    Shape("xAI key", ("xai-",), r"xai-(?P<random>[A-Za-z0-9]{80})"),
    Shape("Replicate token", ("r8_",), r"r8_(?P<random>[A-Za-z0-9]{37})"),
    Shape("Slack token", ("xox",), r"xox[abeprs]-(?:\d{10,13}-){1,3}(?P<random>[A-Za-z0-9]{20,80})"),
    Shape("Slack token", ("xox",), r"xoxe(?:\.xox[bp])?-\d-(?P<random>[A-Za-z0-9]{100,200})"),
    Shape("Slack token", ("xapp-",), r"xapp-\d-[A-Z0-9]{8,14}-\d{10,14}-(?P<random>[0-9a-f]{64})"),
    Shape(
        "Slack webhook",
        ("hooks.slack.com",),
        r"hooks\.slack\.com\\{0,3}/services(?P<secret>\\{0,3}/T[A-Z0-9]{8,12}\\{0,3}/B[A-Z0-9]{8,12}\\{0,3}/(?P<random>[A-Za-z0-9]{24}))",
    ),
    Shape("Google API key", ("AIza",), r"AIza(?P<random>[A-Za-z0-9_-]{35})"),
    Shape("Google client secret", ("GOCSPX-",), r"GOCSPX-(?P<random>[A-Za-z0-9_-]{28})"),
    Shape("Stripe key", ("sk_live_", "rk_live_"), r"[sr]k_live_(?P<random>[A-Za-z0-9]{24,99})"),
    Shape("Stripe key", ("whsec_",), r"whsec_(?P<random>[A-Za-z0-9]{32,64})"),
    Shape("Hugging Face token", ("hf_",), r"hf_(?P<random>[A-Za-z]{34})"),
    Shape("npm token", ("npm_",), r"npm_(?P<random>[A-Za-z0-9]{36})"),
    Shape("PyPI token", ("pypi-",), r"pypi-AgEIcHlwaS5vcmc(?P<random>[A-Za-z0-9_-]{60,200})"),
    Shape("Docker token", ("dckr_pat_",), r"dckr_pat_(?P<random>[A-Za-z0-9_-]{27})"),
    Shape("DigitalOcean token", ("dop_v1_", "doo_v1_"), r"do[op]_v1_(?P<random>[0-9a-f]{64})"),
    Shape("SendGrid key", ("SG.",), r"SG\.[A-Za-z0-9_-]{22}\.(?P<random>[A-Za-z0-9_-]{43})"),
    Shape("Notion token", ("ntn_",), r"ntn_(?P<random>[A-Za-z0-9]{40,50})"),
    Shape("Linear key", ("lin_api_",), r"lin_api_(?P<random>[A-Za-z0-9]{40})"),
    Shape("Shopify token", ("shpat_", "shpss_", "shpca_"), r"shp(?:at|ss|ca)_(?P<random>[0-9a-f]{32})"),
    Shape("Azure storage key", ("AccountKey=",), r"AccountKey=(?P<secret>(?P<random>(?:[A-Za-z0-9+]|\\{0,3}/){86}==))"),
    Shape("age key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1(?P<random>[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})"),
    Shape(_SIGNED, ("eyJ",), r"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,9000}\.(?P<random>[A-Za-z0-9_-]{40,1400})"),
    Shape(_BEARER, ("Bearer ", "bearer "), r"[Bb]earer (?P<secret>(?P<random>[A-Za-z0-9._~+/-]{20,500})=?=?)"),
    Shape(_BEARER, ("Authorization",), r"Authorization" + _IS + r"(?:Basic|Token|token) (?P<secret>(?P<random>[A-Za-z0-9+/]{16,500})=?=?)"),
    Shape(
        _PASSWORD,
        ("://", ":\\/\\/"),
        r":(?:\\{0,3}/){2}[^\s:/@?#\"'<>\\]{0,64}:(?P<secret>(?P<random>[^\s:/@?#\"'<>\\]{8,100}))(?=@[\w.-])",
    ),
    Shape(
        _KEY_BLOCK,
        ("-----BEGIN ",),
        r"-----BEGIN (?P<kind>(?:[A-Z0-9]{1,9} ){0,2}PRIVATE KEY(?: BLOCK)?)-----"
        r"(?P<random>[A-Za-z0-9+/=\s:,.\\-]{60,20000}?)-----END (?P=kind)-----",
    ),
)
"""Kept as a table, for whoever looks for secrets: the check of pages, and what hides them in conversations."""

# Signs are told by one letter first, as a text that lacks it is known a hundred times faster than one that lacks the sign: by the
# first of these that they have, a line with what stands before it, or else by the rarest of their letters.
_LINES = "_-"
_RARE = "XJ=KzBGIxS"
_ADDRESS_SIGNS = frozenset(sign for shape in SHAPES if shape.name == _PASSWORD for sign in shape.signs)
# What every address with a password fits.
_LOGIN = re.compile(r":(?:\\{0,3}/){2}[^\s/@]{0,64}:[^\s/@]{8,100}@")


def _by_line() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """The signs with a line in them, with the pattern of the lines that may be theirs."""
    groups = []
    for line in _LINES:
        signs = sorted({sign for shape in SHAPES for sign in shape.signs if _line_of(sign) == line})
        leads: dict[int, set[str]] = {}
        for sign in signs:
            lead = sign[: sign.index(line) + 1]
            leads.setdefault(len(lead), set()).add(lead)
        behind = "|".join(f"(?<={'|'.join(sorted(same))})" for same in leads.values())
        last = "".join(sorted({lead[-2] for same in leads.values() for lead in same}))  # most lines have another letter before them
        groups.append((re.compile(f"{line}(?<=[{re.escape(last)}]{line})(?:{behind})"), tuple(signs)))
    return tuple(groups)


def _by_letter() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The other signs, but for those of an address with a password, which most addresses have."""
    groups: dict[str, list[str]] = {}
    for shape in SHAPES:
        for sign in shape.signs:
            if not _line_of(sign) and sign not in _ADDRESS_SIGNS:
                groups.setdefault(next((letter for letter in _RARE if letter in sign), ""), []).append(sign)
    return tuple((letter, tuple(dict.fromkeys(signs))) for letter, signs in groups.items())


def _line_of(sign: str) -> str:
    """The line by which a sign is told; none where it begins with it."""
    return next((line for line in _LINES if line in sign[1:] and sign[0] != line), "")


_LINED_SIGNS = _by_line()
_OTHER_SIGNS = _by_letter()
# What people write where a secret would stand, and runs that chance does not write.
_STAND_IN = re.compile(r"example|sample|dummy|placeholder|redact|replace|insert|your|fake|\.\.\.|x{4}|\*{4}", re.IGNORECASE)
_RUN = re.compile(r"(.)\1{5}|abcdef|bcdefg|12345|67890|qwerty|deadbeef|0123", re.IGNORECASE)
# Sixteen letters by chance out of 36 have 3.6 bits each, 36 out of 62 have 4.7; words and patterns have less.
_LEAST_BITS = 3.0
_LEAST_KINDS = 8
_LEAST_OF_KEY = 60
_PART_OF_WORD = re.compile(r"[A-Za-z0-9_-]")
_ESCAPED = re.compile(r"(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|(?:\x1b|\\u001b|\\x1b|\\033)\[[0-9;]{0,8}m)$", re.IGNORECASE)
_LONGEST_ESCAPE = 18
# What people choose for a password that is no secret, or put where one would be filled in.
_CHOSEN = re.compile(r"pass|pwd|secret|change|user|admin|test|demo|local|docker|postgres|mysql|root|token|[{}$%*]", re.IGNORECASE)
_WORDS = re.compile(r"(?:[A-Za-z]{2,}[._~+/-]){2,}|^[A-Za-z._~+/-]+$")
_DOT = "•"


class Secret(NamedTuple):
    """A secret in a text: what kind, and where."""

    kind: str
    span: Span


def find_secrets(text: str) -> Iterator[Secret]:
    """The secrets in a text, in order; where two shapes fit one place, the first in the table counts."""
    signs = [sign for line, group in _LINED_SIGNS if line.search(text) for sign in group if sign in text]
    signs += [sign for letter, group in _OTHER_SIGNS if letter in text for sign in group if sign in text]
    if "@" in text and _LOGIN.search(text):
        signs += [sign for sign in _ADDRESS_SIGNS if sign in text]
    if not signs:
        return
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
    shapes = [(shape, _pattern(shape.form)) for shape in SHAPES if sign in shape.signs]
    may_go_on = _PART_OF_WORD.match(sign) is not None
    at = text.find(sign)
    while at >= 0:
        found = None if may_go_on and _goes_on(text, at) else _real_at(shapes, text, at)
        if found:
            yield found
        at = text.find(sign, max(found[1] if found else 0, at + 1))


def _goes_on(text: str, at: int) -> bool:
    """Whether a sign is the middle of a word; what a JSON escape or a terminal's colour ends with is no part of one."""
    if not (_PART_OF_WORD.match(text[at - 1 : at]) and _PART_OF_WORD.match(text, at)):
        return False
    before = text[max(at - _LONGEST_ESCAPE, 0) : at]
    return not (("\\" in before or "\x1b" in before) and _ESCAPED.search(before))


def _real_at(shapes: list[tuple[Shape, re.Pattern[str]]], text: str, at: int) -> tuple[int, int, str] | None:
    """Start, end and kind of the secret that begins at a place."""
    for shape, pattern in shapes:
        match = pattern.match(text, at)
        if match and _is_real(shape, match):
            start, end = match.span("secret" if "secret" in match.re.groupindex else 0)
            return start, end, shape.name
    return None


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
    if shape.name == _PASSWORD:
        return not _CHOSEN.search(random) and not _RUN.search(random)
    if shape.name == _BEARER and (_WORDS.search(random) or not re.search(r"\d.*\d", random)):
        return False
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
