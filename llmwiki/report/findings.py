"""Findings like those of a good compiler: place, severity, code, what is wrong, and the line with a caret."""

from __future__ import annotations

import shutil
from itertools import groupby
from typing import TYPE_CHECKING

from llmwiki.report.excerpt import Excerpt, Excerpts
from llmwiki.report.numbers import counted
from llmwiki.report.terminal import Line, Part, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from llmwiki.checks.base import Finding
    from llmwiki.lint import LintResult

STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}
_COUNTED = {"error": ("error", "errors"), "warning": ("warning", "warnings"), "info": ("note", "notes")}
_TAB = "    "


def finding_lines(result: LintResult) -> Iterator[Line]:
    """One line a finding that begins with its place, what belongs to it indented below, and the summary: for pipes and editors."""
    for finding in result.findings:
        place = Part(f"{finding.path}:{finding.line}:{finding.column}: ", "bold")
        severity = Part(finding.severity, STYLES[finding.severity])
        yield (place, severity, Part(f" {finding.code} {finding.name}: ", "magenta"), Part(finding.message))
        yield from _details(finding, _TAB)
    yield (Part(summary(result), "bold"),)


def grouped_lines(result: LintResult, text_of: Callable[[str], str]) -> Iterator[Line]:
    """The findings below the name of their file, each with the line it is about, and the summary: for people at a terminal.

    Args:
        result: What the run found.
        text_of: Gives a file's text, for excerpts.
    """
    excerpts = Excerpts(result.findings, text_of)
    for path, findings in groupby(result.findings, key=lambda finding: finding.path):
        yield (Part(path, "bold underline"),)
        for finding in findings:
            yield _head(finding)
            shown = excerpts.of(finding)
            if shown:
                yield from _excerpt(shown, STYLES[finding.severity])
            yield from _details(finding, _TAB * 2)
        yield ()
    yield (Part(summary(result), "bold"),)
    yield from _mendable(result)


def summary(result: LintResult) -> str:
    """One line: how many findings of which severity, in how many of the files."""
    files = counted(result.files, "file")
    if not result.findings:
        return f"No findings in {files}."
    counts = ", ".join(f"{count} {_COUNTED[severity][count > 1]}" for severity, count in result.counts.items() if count)
    return f"{counts} in {len({finding.path for finding in result.findings})} of {files}."


def _head(finding: Finding) -> Line:
    """The place first, as ``line:column``: editors that know the form of ESLint make a link of it."""
    return (
        Part(f"{_TAB}{f'{finding.line}:{finding.column}':<8}", "dim"),
        Part(finding.severity, STYLES[finding.severity]),
        Part(f" {finding.code} {finding.name}: ", "magenta"),
        Part(finding.message),
    )


def _details(finding: Finding, indent: str) -> Iterator[Line]:
    for place in finding.related:
        yield (Part(f"{indent}see {place.path}:{place.line}: {place.message}", "dim"),)
    if finding.hint:
        yield (Part(f"{indent}hint: ", "cyan"), Part(finding.hint))


def _mendable(result: LintResult) -> Iterator[Line]:
    fixes = [finding.fix.safe for finding in result.findings if finding.fix]
    safe, others = sum(fixes), len(fixes) - sum(fixes)
    ways = [f"{count} with --{way}" for count, way in ((safe, "fix"), (others, "unsafe-fixes")) if count]
    if ways:
        yield (Part(f"The tool can mend {' and '.join(ways)}.", "dim"),)


def _excerpt(shown: Excerpt, style: str) -> Iterator[Line]:
    """The line, cut to the terminal around the place, and carets below it."""
    line = "".join(shown[1:]).replace("\t", " ")
    start, end = len(shown.before), len(shown.before) + len(shown.marked)
    margin = f"{shown.number:>9} | "
    first, last = _window(line, start, shutil.get_terminal_size().columns - len(margin) - 1)
    carets = "^" * max(width(line[start : min(end, last)]), 1)
    yield (Part(margin, "dim"), Part(line[first:start]), Part(line[start : min(end, last)], style), Part(line[min(end, last) : last]))
    yield (Part(f"{'| ':>{len(margin)}}", "dim"), Part(" " * width(line[first:start])), Part(carets, style))


def _window(line: str, start: int, cells: int) -> tuple[int, int]:
    """The part of a line to show, so that the place at ``start`` is in sight and the terminal does not wrap."""
    first, room = start, cells // 2
    while first and (room := room - width(line[first - 1])) >= 0:
        first -= 1
    last, room = start, cells - width(line[first:start])
    while last < len(line) and (room := room - width(line[last])) >= 0:
        last += 1
    return first, last
