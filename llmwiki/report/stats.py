"""Counts of a run by check, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.report.findings import STYLES, summary
from llmwiki.report.numbers import counted
from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from llmwiki.checks.base import Finding, Severity
    from llmwiki.lint import LintResult


_SLOWEST = 3


class Tally(NamedTuple):
    """What one check found: its worst severity, how much, in how many files, and how much of it a fix can mend."""

    code: str
    name: str
    severity: Severity
    findings: int
    files: int
    safe: int
    unsafe: int


def tallies(findings: Sequence[Finding]) -> tuple[Tally, ...]:
    """One for each check that found something, the most findings first."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    return tuple(sorted(map(_tally, by_code.values()), key=lambda tally: (-tally.findings, tally.code)))


def stats_lines(result: LintResult) -> Iterator[Line]:
    """A table by check, what took longest, and the summary."""
    for tally in tallies(result.findings):
        fixes = f"  {tally.safe + tally.unsafe} mendable" if tally.safe or tally.unsafe else ""
        yield (
            Part(f"{tally.findings:>7}  ", "bold"),
            Part(f"{tally.severity:<7}", STYLES[tally.severity]),
            Part(f"  {tally.code} {tally.name:<20}", "magenta"),
            Part(f"  in {counted(tally.files, 'file')}{fixes}"),
        )
    slowest = sorted(result.seconds, key=lambda row: -row[1])[:_SLOWEST]
    if slowest:
        times = ", ".join(f"{code} {1000 * seconds:.0f} ms" for code, seconds in slowest)
        total = sum(seconds for _, seconds in result.seconds)
        yield (Part(f"{counted(len(result.seconds), 'check')} in {total:.2f} s; longest: {times}", "dim"),)
    yield (Part(summary(result), "bold"),)


def stats_json(result: LintResult) -> dict[str, Any]:
    """The same as a JSON value, with the time of each check."""
    return {"checks": [tally._asdict() for tally in tallies(result.findings)], "seconds": dict(result.seconds)}


def _tally(findings: Sequence[Finding]) -> Tally:
    first = min(findings, key=lambda finding: tuple(STYLES).index(finding.severity))
    fixes = [finding.fix.safe for finding in findings if finding.fix]
    files = len({finding.path for finding in findings})
    return Tally(first.code, first.name, first.severity, len(findings), files, sum(fixes), len(fixes) - sum(fixes))
