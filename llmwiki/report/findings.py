"""Findings like those of a good compiler: place, severity, code, what is wrong, and the line with a caret."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from llmwiki.report.terminal import Line, Part, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from llmwiki.checks.base import Finding, Fix
    from llmwiki.lint import LintResult

VERSION = 1
_STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}
_COUNTED = {"error": ("error", "errors"), "warning": ("warning", "warnings"), "info": ("note", "notes")}
_TAB = "    "


def finding_lines(result: LintResult, text_of: Callable[[str], str] | None = None) -> Iterator[Line]:
    """The findings as text, and a summary.

    Args:
        result: What the run found.
        text_of: Gives a file's text, for excerpts; None leaves them out.
    """
    for finding in result.findings:
        yield _head(finding)
        if text_of and _has_place(finding):
            yield from _excerpt(finding, text_of(finding.path))
        for place in finding.related:
            yield (Part(f"{_TAB}see {place.path}:{place.line}: {place.message}", "dim"),)
        if finding.hint:
            yield (Part(f"{_TAB}hint: ", "cyan"), Part(finding.hint))
    yield (Part(summary(result), "bold"),)


def summary(result: LintResult) -> str:
    """One line: how many findings of which severity, in how many of the files."""
    files = f"{result.files} file{'' if result.files == 1 else 's'}"
    if not result.findings:
        return f"No findings in {files}."
    counts = ", ".join(f"{count} {_COUNTED[severity][count > 1]}" for severity, count in result.counts.items() if count)
    return f"{counts} in {len({finding.path for finding in result.findings})} of {files}."


def findings_json(result: LintResult) -> dict[str, Any]:
    """The findings as a JSON value. Lines and columns count code points from 1, edits count UTF-8 bytes."""
    return {
        "version": VERSION,
        "vault": result.vault,
        "files": result.files,
        "findings": [_finding_json(finding) for finding in result.findings],
        "counts": dict(result.counts),
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "message": f"{finding.message} ({finding.hint})" if finding.hint else finding.message,
        "related": [{"path": place.path, "line": place.line, "message": place.message} for place in finding.related],
        "fix": _fix_json(finding.fix) if finding.fix else None,
    }


def _fix_json(fix: Fix) -> dict[str, Any]:
    edits = [{"path": edit.path, "start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]
    return {"safe": fix.safe, "title": fix.title, "edits": edits}


def _head(finding: Finding) -> Line:
    place = Part(f"{finding.path}:{finding.line}:{finding.column}: ", "bold")
    return (
        place,
        Part(finding.severity, _STYLES[finding.severity]),
        Part(f" {finding.code} {finding.name}: ", "magenta"),
        Part(finding.message),
    )


def _has_place(finding: Finding) -> bool:
    """Whether it stands somewhere in the file, and not at the file as a whole."""
    return (finding.line, finding.column, finding.end_line, finding.end_column) != (1, 1, 1, 1)


def _excerpt(finding: Finding, text: str) -> Iterator[Line]:
    """The line, cut to the terminal around the place, and carets below it."""
    lines = text.splitlines()
    if finding.line > len(lines) or not lines[finding.line - 1].strip():
        return
    line = lines[finding.line - 1].replace("\t", " ")
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(line)
    margin = f"{finding.line:>5} | "
    first, last = _window(line, start, shutil.get_terminal_size().columns - len(margin) - 1)
    carets = "^" * max(width(line[start : min(end, last)]), 1)
    yield (Part(margin, "dim"), Part(line[first:last]))
    yield (Part(f"{'| ':>{len(margin)}}", "dim"), Part(" " * width(line[first:start])), Part(carets, _STYLES[finding.severity]))


def _window(line: str, start: int, cells: int) -> tuple[int, int]:
    """The part of a line to show, so that the place at ``start`` is in sight and the terminal does not wrap."""
    first, last = 0, len(line)
    while width(line[first:start]) > cells // 2:
        first += 1
    while width(line[first:last]) > cells:
        last -= 1
    return first, last
