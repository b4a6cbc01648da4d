"""Findings as workflow commands, of which GitHub Actions makes annotations in a pull request.

The form and its escapes are those of ``@actions/core`` (``packages/core/src/command.ts`` of actions/toolkit).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.report.findings import summary
from llmwiki.report.findings_json import full_message
from llmwiki.report.repository import place_in_repository
from llmwiki.report.terminal import inert

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from llmwiki.checks.base import Finding
    from llmwiki.lint import LintResult

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def annotation_lines(result: LintResult, root: Path) -> Iterator[str]:
    """A line for each finding and each file that could not be read, and the summary, which the log shows as it is.

    Args:
        result: What the run found.
        root: Folder of the vault; paths are given relative to the repository that it lies in.
    """
    folder = place_in_repository(root)
    for finding in result.findings:
        yield _annotation(finding, folder + finding.path)
    for path, reason in result.unreadable:
        yield _command("error", {"file": folder + path, "title": "not read"}, f"{folder}{path}: not read: {reason}")
    yield summary(result)


def _annotation(finding: Finding, path: str) -> str:
    """The log leaves the place out and shows the message only, so the message begins with it."""
    message = f"{path}:{finding.line}:{finding.column}: {full_message(finding)}"
    title = f"{finding.code} {finding.name}"
    return _command(_COMMANDS[finding.severity], {"file": path, **_place(finding), "title": title}, message)


def _place(finding: Finding) -> dict[str, str]:
    """GitHub refuses columns of a place that goes over several lines (REST API, check runs, ``start_column``)."""
    last = finding.end_line or finding.line
    if last != finding.line:
        return {"line": str(finding.line), "endLine": str(last)}
    columns = {"col": str(finding.column), "endColumn": str(finding.end_column or finding.column)}
    return {"line": str(finding.line), "endLine": str(last), **columns}


def _command(name: str, properties: Mapping[str, str], message: str) -> str:
    shown = ",".join(f"{key}={value.translate(_IN_PROPERTY)}" for key, value in properties.items())
    return f"::{name} {shown}::{inert(message.translate(_IN_MESSAGE))}"
