"""Comments with which a person says that a finding is meant so: ``%% wiki: ignore W101 %%``.

Where the comment stands alone on its line it holds for the next line that says anything, otherwise for its own line.
``ignore-file`` holds for the whole file. Several checks stand with commas between them; without one, all are meant. HTML comments do
as well. In code, and in the sources of a wiki, such a comment means nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import RAW
from llmwiki.checks.catalogue import find, is_named
from llmwiki.vault.vault import is_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.checks.base import Finding, Snapshot
    from llmwiki.vault.page import Page

_MARK = "wiki:"
_WORDS = re.compile(r"\s*wiki:\s*(ignore(?:-file)?)(?:\s+([\w-]+(?:\s*[,，、]\s*[\w-]+)*))?\s*")
_STARTS_LINE = re.compile(r"(?:^|[\r\n])[ \t]*\Z")


class Ignore(NamedTuple):
    """A comment that was found: the line it holds for, 0 for the whole file, and checks as written, none meaning all."""

    line: int
    words: list[str]


def not_ignored(snapshot: Snapshot, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that no comment in their file takes out."""
    column = snapshot.memo.column("ignores")
    kept: list[Finding] = []
    for finding in findings:
        found = [] if _is_deaf(snapshot, finding.path) else column.of(finding.path, lambda path: list(_ignores(snapshot.vault.page(path))))
        if not any(_takes_out(Ignore(*row), finding) for row in found):
            kept.append(finding)
    return tuple(kept)


def _is_deaf(snapshot: Snapshot, path: str) -> bool:
    """Whether comments in a file mean nothing: it is no note, or a source."""
    return not is_note(path) or path in snapshot.vault.unreadable or (snapshot.is_wiki and path.startswith(RAW))


def _takes_out(ignore: Ignore, finding: Finding) -> bool:
    return ignore.line in {0, finding.line} and (not ignore.words or is_named(find(finding.code), ignore.words))


def _ignores(page: Page) -> Iterator[Ignore]:
    if _MARK not in page.text:
        return
    for spans, width in ((page.comments, (2, 2)), (page.html_comments, (4, 3))):
        for span in spans:
            said = _WORDS.fullmatch(page.text[span.start + width[0] : span.end - width[1]])
            if said:
                words = [word for word in re.split(r"\s*[,，、]\s*", said[2] or "") if word]
                yield Ignore(0 if said[1] == "ignore-file" else _line_meant(page, span.start, span.end), words)


def _line_meant(page: Page, start: int, end: int) -> int:
    """The line that a comment ends on, or the next one with text when nothing else stands there."""
    text = page.text
    behind = text[end:].lstrip(" \t")
    is_alone = _STARTS_LINE.search(text[:start]) and behind.startswith(("\r", "\n")) and behind.strip()
    return page.line_column(len(text) - len(behind.lstrip()) if is_alone else end)[0]
