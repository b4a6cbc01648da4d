"""What `wiki lint --fix` mended and what it left, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.report.numbers import counted
from llmwiki.report.receipt import receipt_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.base import Finding
    from llmwiki.mend import Mended


def mended_lines(mended: Mended, *, dry_run: bool = False) -> Iterator[str]:
    """A line for each finding, what was mended before what was not, and a summary.

    Args:
        mended: What was done.
        dry_run: It was only planned.
    """
    verb = "would mend" if dry_run else "mended"
    for finding in mended.mended:
        yield f"{_head(finding)}: {verb}: {_title(finding)}"
    for finding, reason in mended.left:
        yield f"{_head(finding)}: not mended ({_title(finding)}): {reason}"
    for path in mended.unread:
        yield f"not read: {path}: links in it stay as they are"
    yield from _summary(mended, verb)


def mended_json(mended: Mended) -> dict[str, Any]:
    """What was mended and what was not, each as its code, place and fix, and what was written."""
    return {
        "mended": [_finding_json(finding) for finding in mended.mended],
        "left": [{**_finding_json(finding), "reason": reason} for finding, reason in mended.left],
        "unsafe": mended.unsafe,
        "moves": [{"from": source, "to": target} for source, target in sorted(mended.moves.items())],
        "unread": list(mended.unread),
        "diff": mended.diff or None,
        "receipt": receipt_json(mended.receipt) if mended.receipt else None,
    }


def _summary(mended: Mended, verb: str) -> Iterator[str]:
    found = counted(len(mended.mended), "finding")
    left = f", {len(mended.left)} not" if mended.left else ""
    yield f"{verb} {found}{left}" if mended.mended or mended.left else "nothing to mend"
    if mended.unsafe:
        yield f"hint: {counted(mended.unsafe, 'more has a fix', 'more have a fix')} that needs a look: --diff --unsafe-fixes shows it"


def _head(finding: Finding) -> str:
    return f"{finding.path}:{finding.line}:{finding.column}: {finding.code} {finding.name}"


def _title(finding: Finding) -> str:
    return finding.fix.title if finding.fix else ""


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "title": _title(finding),
    }
