"""Source code, settings and other text that is kept to the letter: one code block."""

from __future__ import annotations

import re

from llmwiki.sources.base import Original, Source
from llmwiki.sources.data.languages import language_of
from llmwiki.sources.data.reading import shown
from llmwiki.sources.detect import Detected, detect, is_kind
from llmwiki.sources.inert import inert
from llmwiki.sources.naming import person
from llmwiki.sources.visible import visible
from llmwiki.vault import chars

_HEAD = 8000
_COMMENT = re.compile(
    r"\s*(?:#+!?|//+!?|--+|;+|%+|/\*+!?|\(\*|<!--|\*(?!/)|\"{3}|'{3}|r\"{3}|=begin|\{-)\s?(.*?)(?:\*/|\*\)|-->|\"{3}|'{3}|-\})?\s*"
)
_DIRECTIVE = re.compile(
    r"^!|^-\*-|coding[:=]|copyright|\(c\)|©|licen[cs]e|spdx-|eslint|prettier|pylint|mypy|noqa|vim?:|ts-check|ts-ignore|use strict"
    r"|shellcheck|^pragma|^region|^=+$|^[-*#=_~]+$|^@|^\$|^(?:include|define|ifndef|ifdef|import|using)\b"
    r"|all rights reserved|generated|do not edit",
    re.IGNORECASE,
)
_DOCSTRING = re.compile(r"^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*[rRuU]?(\"{3}|'{3})\s*(.+?)\s*(?:\n|\1)", re.DOTALL)
_FILE_NAME = re.compile(r"^\S+\.\w{1,5}\s*(?:[-–—:]+\s*)?")
_END = re.compile(r"(?<=[^.])[.。](?:\s.*)?$")
_AUTHOR = re.compile(
    r"^\W{0,6}(?:@author|Authors?|作者)\s*[:：]?\s+(.{2,60})$|^__author__\s*=\s*[\"'](.+)[\"']", re.IGNORECASE | re.MULTILINE
)
_MAX_TITLE = 120
_FEWEST = 8


class CodeConverter:
    """Source code and settings to a code block, with the first words of the comment on top as title."""

    name = "code"
    extractor = "code 1"

    def accepts(self, original: Original) -> bool:
        """Whether the name ends as one of code or settings does and the text has no more special form."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a file.

        Raises:
            SourceRefused: not text, or empty.
        """
        found = detect(original.name, original.data)
        head = visible(found.text[:_HEAD])[0].replace("\r\n", "\n").replace("\r", "\n")
        author = _AUTHOR.search(head)
        named = person((author[1] or author[2]).partition("<")[0]) if author else ""
        return block(original, found, self.extractor, title=_heading(head, original.name), author=named)


def block(
    original: Original, found: Detected, extractor: str, *, title: str = "", author: str = "", date: str = "", info: str = ""
) -> Source:
    """A source that is one code block below its title; the file's name stands for a missing title, its ending for a missing language."""
    title = title or original.name
    made = shown(found, info or language_of(original.name))
    return Source(
        text=f"# {inert(title)}\n\n{made.text}\n",
        title=title,
        kind="article",
        language="zh" if chars.language(found.text[:_HEAD]) == "zh" else "en",
        author=author,
        date=date,
        origin=original.origin,
        verbatim=False,
        extractor=extractor,
        notes=made.notes,
    )


def _heading(head: str, name: str) -> str:
    """What the comment at the very top says of the file, its first sentence; empty when it says nothing."""
    if language_of(name) == "python":
        match = _DOCSTRING.match(head)
        return _sentence(match[2]) if match else ""
    for line in head.split("\n"):
        match = _COMMENT.fullmatch(line)
        if match is None:
            if line.strip():
                return ""
            continue
        words = match[1].strip().lstrip("* ")
        if words and not _DIRECTIVE.search(words) and (title := _sentence(words)):
            return title
    return ""


def _sentence(words: str) -> str:
    text = _END.sub("", " ".join(_FILE_NAME.sub("", words.strip()).split("\n")[0].split()))
    fits = _FEWEST <= len(text) <= _MAX_TITLE or (chars.language(text) == "zh" and len(text) <= _MAX_TITLE)
    return text if fits and any(char.isalpha() for char in text) else ""
