"""Findings as SARIF 2.1.0 (OASIS, with errata 01), for code hosts, editors and viewers.

Section numbers in this module are those of the specification.
"""

from __future__ import annotations

import base64
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from llmwiki.checks.fingerprint import fingerprints
from llmwiki.report.findings_json import full_message
from llmwiki.report.repository import place_in_repository
from llmwiki.report.sarif_text import clean, message_text
from llmwiki.report.sarif_tool import LEVELS, driver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from llmwiki.checks.base import Edit, Finding, Fix, Place
    from llmwiki.lint import LintResult

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "llmwiki/v1"
_BASE = "%SRCROOT%"


def sarif(result: LintResult, root: Path, text_of: Callable[[str], str]) -> dict[str, Any]:
    """A log with one run.

    Args:
        result: What the run found.
        root: Folder of the vault; places are relative to the repository that it lies in.
        text_of: Gives a file's text, for the fingerprints.
    """
    folder = place_in_repository(root)
    tool = driver()
    numbers = {rule["id"]: number for number, rule in enumerate(tool["rules"])}
    prints = fingerprints(result.findings, text_of)
    run = {
        "tool": {"driver": tool},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"description": {"text": "The top folder of the repository, else of the vault."}}},
        "invocations": [_invocation(result, folder)],
        "results": [_result(finding, numbers, mark, folder) for finding, mark in zip(result.findings, prints, strict=True)],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _invocation(result: LintResult, folder: str) -> dict[str, Any]:
    """A file that could not be read makes the run incomplete (3.20.14, 3.58.6)."""
    notes = [
        {"level": "error", "message": {"text": message_text(f"not read: {reason}")}, "locations": [_location(folder + path, {})]}
        for path, reason in result.unreadable
    ]
    return {"executionSuccessful": not notes, **({"toolExecutionNotifications": notes} if notes else {})}


def _result(finding: Finding, numbers: Mapping[str, int], mark: str, folder: str) -> dict[str, Any]:
    related = [_related(place, number, folder) for number, place in enumerate(finding.related)]
    can_fix = finding.fix is not None and finding.fix.edits and not finding.fix.moves  # SARIF cannot rename a file
    return {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": LEVELS[finding.severity],
        "message": {"text": message_text(full_message(finding))},
        "locations": [_location(folder + finding.path, _region(finding))],
        "partialFingerprints": {FINGERPRINT: mark},
        **({"relatedLocations": related} if related else {}),
        **({"fixes": [_fix(finding.fix, folder)]} if finding.fix and can_fix else {}),
    }


def _region(finding: Finding) -> dict[str, int]:
    """The end stands behind the last character, as with us (3.30.8); code hosts want a line even for a whole file."""
    if (finding.line, finding.column, finding.end_line, finding.end_column) == (1, 1, 1, 1):
        return {"startLine": 1}
    start = {"startLine": finding.line, "startColumn": finding.column}
    return {**start, "endLine": finding.end_line, "endColumn": finding.end_column} if finding.end_line else start


def _related(place: Place, number: int, folder: str) -> dict[str, Any]:
    where = _location(folder + place.path, {"startLine": place.line} if place.line else {})
    return {"id": number, **where, "message": {"text": message_text(place.message)}}


def _location(path: str, region: Mapping[str, int]) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(path), **({"region": dict(region)} if region else {})}}


def _artifact(path: str) -> dict[str, str]:
    """Percent-encoded as RFC 3986 asks for; a name that is not UTF-8 keeps its bytes. A first part with a colon would be a scheme."""
    uri = quote(path.encode("utf-8", "surrogateescape"), safe="/!$&'()*+,;=@")
    return {"uri": uri, "uriBaseId": _BASE}


def _fix(fix: Fix, folder: str) -> dict[str, Any]:
    edits = sorted(fix.edits)
    changes = [
        {"artifactLocation": _artifact(folder + path), "replacements": _replacements(group)}
        for path, group in groupby(edits, key=lambda edit: edit.path)
    ]
    return {"description": {"text": message_text(fix.title)}, "artifactChanges": changes, "properties": {"safe": fix.safe}}


def _replacements(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    return [
        {"deletedRegion": {"byteOffset": edit.start, "byteLength": edit.end - edit.start}, "insertedContent": _content(edit.text)}
        for edit in edits
    ]


def _content(text: str) -> dict[str, str]:
    if clean(text) == text:
        return {"text": text}
    return {"binary": base64.b64encode(text.encode("utf-8", "surrogateescape")).decode("ascii")}
