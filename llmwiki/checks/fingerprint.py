"""What tells a finding from others when lines have moved: for baselines, and for viewers that follow a finding over time."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.vault.spans import same_length_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from llmwiki.checks.base import Finding

_NUMBER = re.compile(r"\d+")


def fingerprints(findings: Sequence[Finding], text_of: Callable[[str], str]) -> tuple[str, ...]:
    """A short hash for each finding, in their order.

    It is made of the code, the path and the text of the marked line without the space around it, so that it stays when
    lines are put in or taken out above. A finding about a file as a whole has its message in the line's place, without
    the numbers in it: a page that grows by a line is not a new finding. So has one that must not show what it found. The second
    finding with the same three is told from the first by its number.

    Args:
        findings: In the order of a run, by path and place.
        text_of: Gives a file's text; asked once for each file, and only where a finding has a place.
    """
    lines = _Lines(text_of)
    seen: dict[tuple[str, str, str], int] = {}
    found = []
    for finding in findings:
        key = (finding.code, finding.path, _subject(finding, lines))
        seen[key] = seen.get(key, 0) + 1
        found.append(_hash("\0".join((*key, str(seen[key])))))
    return tuple(found)


def has_place(finding: Finding) -> bool:
    """Whether a finding stands somewhere in its file, and not at the file as a whole."""
    return (finding.line, finding.column, finding.end_line, finding.end_column) != (1, 1, 1, 1)


def _subject(finding: Finding, lines: _Lines) -> str:
    line = "" if finding.masked or not has_place(finding) else lines.of(finding.path, finding.line).strip()
    return line or _NUMBER.sub("0", finding.message)


class _Lines:
    def __init__(self, text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._path = ""
        self._lines: list[str] = []

    def of(self, path: str, number: int) -> str:
        """A line of a file, counted from 1; empty when there is none."""
        if path != self._path:
            self._path, self._lines = path, self._read(path)
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def _read(self, path: str) -> list[str]:
        try:
            return same_length_lines(self._text_of(path)).split("\n")
        except VaultError:  # a file that cannot be read has findings, but no lines
            return []


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
