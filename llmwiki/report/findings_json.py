"""Findings as JSON, in the documented form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llmwiki.checks.base import Finding, Fix
    from llmwiki.lint import LintResult

VERSION = 1


def findings_json(result: LintResult) -> dict[str, Any]:
    """The findings as a JSON value. Lines and columns count code points from 1, edits count UTF-8 bytes."""
    return {
        "version": VERSION,
        "vault": result.vault,
        "files": result.files,
        "findings": [_finding_json(finding) for finding in result.findings],
        "counts": dict(result.counts),
    }


def full_message(finding: Finding) -> str:
    """The message with its hint, for formats that have one text for both."""
    return f"{finding.message} ({finding.hint})" if finding.hint else finding.message


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
        "message": full_message(finding),
        "related": [{"path": place.path, "line": place.line, "message": place.message} for place in finding.related],
        "fix": _fix_json(finding.fix) if finding.fix else None,
    }


def _fix_json(fix: Fix) -> dict[str, Any]:
    edits = [{"path": edit.path, "start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]
    moves = [{"from": source, "to": target} for source, target in fix.moves]
    return {"safe": fix.safe, "title": fix.title, "edits": edits, **({"moves": moves} if moves else {})}
