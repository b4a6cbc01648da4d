"""The line that a finding is about, cut at the marked place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.fingerprint import has_place
from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.spans import same_length_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from llmwiki.checks.base import Finding


# As much of a line as is shown on either side of the place: some notes have a megabyte in one line.
REACH = 300
CUT = "…"


class Excerpt(NamedTuple):
    """A line in three parts; ``marked`` ends with the line when the place goes on below."""

    number: int
    before: str
    marked: str
    after: str


class Excerpts:
    """Reads the lines of findings.

    Args:
        findings: All of the report: a line with a secret is shown for none of them.
        text_of: Gives a file's text; asked once for each file when the findings come by path.
    """

    def __init__(self, findings: Iterable[Finding], text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._secret = {
            (finding.path, line) for finding in findings if finding.masked for line in range(finding.line, finding.end_line + 1)
        }
        self._path = ""
        self._lines: list[str] = []

    def of(self, finding: Finding) -> Excerpt | None:
        """The line; None when the finding is about the whole file, or there is nothing to be shown."""
        if not has_place(finding) or finding.masked or (finding.path, finding.line) in self._secret:
            return None
        line = self._line(finding.path, finding.line)
        if not line.strip():
            return None
        start = finding.column - 1
        end = finding.end_column - 1 if finding.end_line == finding.line else len(line)
        return Excerpt(finding.line, _end(line, start), _beginning(line, start, end), _beginning(line, max(start, end), len(line)))

    def _line(self, path: str, number: int) -> str:
        if path != self._path:
            self._path, self._lines = path, self._read(path)
        return self._lines[number - 1].rstrip() if number <= len(self._lines) else ""

    def _read(self, path: str) -> list[str]:
        try:
            return same_length_lines(self._text_of(path)).split("\n")
        except (VaultError, EditedMeanwhile):  # what was found stands all the same, only the line cannot be shown
            return []


def _end(line: str, stop: int) -> str:
    return line[:stop] if stop <= REACH else CUT + line[stop - REACH : stop]


def _beginning(line: str, start: int, stop: int) -> str:
    return line[start:stop] if stop - start <= REACH else line[start : start + REACH] + CUT
