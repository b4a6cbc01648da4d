"""A cited quote: the footnote line and its label, written and read."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from llmwiki.vault.chars import INVISIBLE, SELECTORS
from llmwiki.vault.escape import escape_quote, unescape_quote
from llmwiki.vault.quotes import QuoteIndex, find_quote

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Citation",
    "Footnote",
    "QuoteIndex",
    "cite",
    "distinct",
    "escape_quote",
    "find_quote",
    "footnote",
    "read_footnote",
    "unescape_quote",
]

STEM_LENGTH = 40
"""Longest part of a source's name in a label, characters."""

# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__
_UNFIT = re.compile(r"[\s\[\]^|#:<>`*\\%\x00-\x1f]+")
_LABEL = re.compile(r"\s*\[\^[^\[\]\s]+\]:\s*")
_WIKILINK = re.compile(r"!?\[\[(?P<target>[^\[\]|#\n]*)(?:#(?P<subpath>[^\[\]|\n]*))?(?:\\?\|[^\[\]\n]*)?\]\]")
_MARKDOWN_LINK = re.compile(r"!?\[[^\[\]\n]*\]\(<?(?P<target>[^()<>#\s]+)(?:#(?P<subpath>[^()<>\s]*))?>?(?:\s+\"[^\"]*\")?\)")
_MARKER = re.compile(r"\^\[(?P<target>[^\[\]\n]+?)(?:#(?P<subpath>[^\[\]\n]*))?\]")
_PATH = re.compile(r"(?P<target>raw/[^\s“\"「«#]+)(?:#(?P<subpath>\S*))?")
_QUOTE = re.compile(r"“(?P<curly>.*)”|「(?P<corner>.*)」|«(?P<angle>.*)»|\"(?P<straight>.*)\"", re.DOTALL)
# A footnote as most are: a link that names a file and nothing else, then the quote.
_USUAL = re.compile(r"\[\[([^\s\[\]|#\\](?:[^\[\]|#\n\\]*[^\s\[\]|#\\])?)\]\] “([^”\n]*)”\s*")
# Marks that turn the direction of what follows around, and characters that hide text; the search for a quote passes over them.
# Joiners and the forms of emoji are part of what is seen, and stay.
_HIDING = re.compile(
    f"(?![\u00ad\u200c\u200d\ufe0e\ufe0f])[{INVISIBLE}{SELECTORS}]|(?<=[\u200c\u200d])[\u200c\u200d]|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]"
)
_PAGE = re.compile(r"page=(\d+)")


@dataclass(frozen=True, slots=True)
class Citation:
    """One footnote that proves a statement.

    Attributes:
        label: Footnote label, stable over edits and branches: source name, dash, quote hash.
        source: Vault-relative path of the raw text, with its ``.md``/``.txt`` ending.
        quote: Verbatim raw text of the source or its projection, one contiguous run (unescaped).
        place: ``p. 7``, ``00:12:31``, ``turn 14``, or empty.
    """

    label: str
    source: str
    quote: str
    place: str = ""


class Footnote(NamedTuple):
    """What a footnote's text says: the file, the place in it and the quote; the last two may be empty."""

    target: str
    place: str
    quote: str


def cite(source_path: str, quote: str, place: str = "") -> Citation:
    """A citation with its label.

    Args:
        source_path: Vault-relative path of the raw text.
        quote: One contiguous run of it, as written or projected. What hides in it is left out: on a page it would hide again.
        place: Page, time or turn.
    """
    return Citation(f"{_stem(source_path)}-{_digest(quote)[:4]}", source_path, _HIDING.sub("", quote), " ".join(place.split()))


def distinct(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Citations of one page, double ones dropped; those that differ and share a label get a longer hash."""
    kept = list(dict.fromkeys(citations))
    count: dict[str, int] = {}
    for citation in kept:
        count[citation.label] = count.get(citation.label, 0) + 1
    return tuple(citation if count[citation.label] == 1 else _lengthened(citation) for citation in kept)


def footnote(citation: Citation, link_text: str) -> str:
    """The definition line of a citation.

    Args:
        citation: What is cited.
        link_text: Target text of the link to the source, no brackets.
    """
    place = f" {citation.place}" if citation.place else ""
    return f"[^{citation.label}]: [[{link_text}]]{place} “{escape_quote(citation.quote)}”"


def read_footnote(text: str) -> Footnote | None:
    """What a footnote cites, None when it names no file.

    Args:
        text: A definition with or without its ``[^label]:``, or a ``^[raw/...]`` marker. The link may be a wikilink, a
            Markdown link or a bare ``raw/`` path; the quote may stand in “”, "", 「」 or «», with or without a colon before it.
    """
    usual = _USUAL.fullmatch(text)
    if usual:
        target, quote = usual.groups()
        return _tuple(Footnote, (target, "", unescape_quote(quote)))
    label = _LABEL.match(text)
    body = text[label.end() :] if label else text
    link = _first_link(body)
    if link is None:
        return None
    rest = body[link.end() :]
    quote = _QUOTE.search(rest)
    place = " ".join(rest[: quote.start() if quote else len(rest)].split()).strip(" :,;—–-：，")
    page = _PAGE.fullmatch(link["subpath"] or "")
    target = link["target"].strip().rstrip("\\")
    shown = next((group for group in quote.groups() if group is not None), "") if quote else ""
    return Footnote(
        unquote(target) if link.re is _MARKDOWN_LINK else target,
        place or (f"p. {page[1]}" if page else ""),
        unescape_quote(re.sub(r"\s*\n\s*", " ", shown) if "\n" in shown else shown),
    )


def _first_link(text: str) -> re.Match[str] | None:
    first = _WIKILINK.match(text)
    if first and first["target"].strip():
        return first
    found = [match for pattern in (_WIKILINK, _MARKDOWN_LINK, _MARKER, _PATH) if (match := pattern.search(text))]
    found = [match for match in found if match["target"].strip()]
    return min(found, key=lambda match: match.start(), default=None)


def _stem(source_path: str) -> str:
    stem = _UNFIT.sub("-", unicodedata.normalize("NFC", PurePosixPath(source_path).stem)).strip("-")
    if len(stem) > STEM_LENGTH:
        head = stem[: STEM_LENGTH + 1]
        stem = (head[: head.rfind("-")] if "-" in head[1:] else head[:STEM_LENGTH]).rstrip("-")
    return stem or "source"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _lengthened(citation: Citation) -> Citation:
    digest = _digest(f"{citation.source}\n{citation.place}\n{citation.quote}")[:12]
    return replace(citation, label=f"{_stem(citation.source)}-{digest}")
