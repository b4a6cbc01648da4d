"""A file as it goes into a palace: text, code and data to the letter, everything else through its converter."""

from __future__ import annotations

import hashlib
from typing import Literal, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.mining.unfit import MOST_TEXT, TOO_BIG, unfit_text
from llmwiki.palace.halls import Hall
from llmwiki.sources.base import Original
from llmwiki.sources.convert import convert
from llmwiki.sources.detect import Detected
from llmwiki.sources.kinds import extension
from llmwiki.sources.text import MARKDOWN_ENDINGS
from llmwiki.sources.text_meta import text_meta
from llmwiki.vault.chars import language

AS_TEXT = frozenset({"text", "code", "json", "yaml", "table", "xml", "tex"})
"""Kinds that are filed to the letter; captions are conversations, web pages have a text of their own inside."""

_SENTENCES = frozenset({"text", "tex"})
_NO_WORDS = frozenset({"image"})
_SAMPLE = 16 * 1024
_NAMED = "not supported yet"
_NOTHING = (_NAMED, "is empty", "is not text", "is too big", "has no words", "no text", "no captions", "is no conversation", "hold no")
"""How refusals begin that ``sources`` gives for what is no fault of the file."""


class Unfit(Exception):
    """A file that is left out; its text is the reason, the same words for all such files."""


class Document(NamedTuple):
    """What is filed of a file.

    Attributes:
        text: All of it.
        markdown: Whether what looks like headings in it are some.
        title: As people call it; for what is no prose its name.
        date: ISO, empty when it names none.
        language: Of most of it.
        hall: Of all of it: code and data state facts, whatever their words sound like; empty for what is said in sentences.
    """

    text: str
    markdown: bool
    title: str
    date: str
    language: str
    hall: Hall | Literal[""] = ""


def digest(data: bytes, how: str = "") -> str:
    """What tells whether an input has changed: SHA-256 of its bytes and of how they are read."""
    return hashlib.sha256(data + (f"\0{how}".encode() if how else b"")).hexdigest()


def read_document(original: Original, found: Detected) -> Document:
    """The text of a file.

    Args:
        original: Its bytes.
        found: What ``sources.detect`` says of them.

    Raises:
        Unfit: it is left out.
        SourceRefused: it cannot be read; the message is the reason.
    """
    if found.kind in _NO_WORDS:
        raise Unfit("pictures")
    if found.kind not in AS_TEXT:
        source = convert(original)
        return Document(source.text, markdown=True, title=source.title, date=source.date, language=language(source.text[:_SAMPLE]))
    if len(original.data) > MOST_TEXT:
        raise Unfit(TOO_BIG)
    is_markdown = extension(original.name) in MARKDOWN_ENDINGS
    if not is_markdown and (reason := unfit_text(original.name, found.text)):
        raise Unfit(reason)
    about = text_meta(found.text[:_SAMPLE], original.name) if found.kind == "text" else None
    title = about.title if about and is_markdown else original.name
    hall: Hall | Literal[""] = "" if found.kind in _SENTENCES else "facts"
    return Document(found.text, is_markdown, title, about.date if about else "", language(found.text[:_SAMPLE]), hall)


def is_nothing(error: SourceRefused) -> bool:
    """Whether an input has simply nothing for a palace: another kind of file, no words. Else it should be readable and is not."""
    return error.message.startswith(_NOTHING)


def reason_of(error: SourceRefused) -> str:
    """A refusal in words that count many files as one: without what is particular to one of them."""
    return error.message if error.message.startswith(_NAMED) else error.message.partition(":")[0]
