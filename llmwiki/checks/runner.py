"""Runs checks over a snapshot and turns their marks into findings."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from llmwiki.checks.base import Finding

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from llmwiki.checks.base import Check, Mark, Snapshot


def run_checks(
    snapshot: Snapshot, checks: Iterable[Check], scope: Container[str], seconds: dict[str, float] | None = None
) -> tuple[Finding, ...]:
    """Findings of ``checks`` in the files of ``scope``, by path, place and code; equal ones once.

    ``seconds`` is given the time of each check by code. What several checks need counts for the first that asks.
    """
    found: set[Finding] = set()
    begun = [(check, check.run(snapshot)) for check in checks]
    for check, marks in begun:
        began = perf_counter()
        found.update(_finding(snapshot, check, mark) for mark in marks if mark.path in scope)
        if seconds is not None:
            seconds[check.CODE] = perf_counter() - began
    return tuple(sorted(found, key=lambda item: (item.path, item.line, item.column, item.code, item.message)))


def _finding(snapshot: Snapshot, check: Check, mark: Mark) -> Finding:
    line, column, end_line, end_column = _where(snapshot, mark)
    return Finding(
        path=mark.path,
        line=line,
        column=column,
        code=check.CODE,
        name=check.NAME,
        severity=mark.severity or check.SEVERITY,
        message=mark.message,
        end_line=end_line,
        end_column=end_column,
        hint=mark.hint,
        related=mark.related,
        fix=mark.fix,
        masked=mark.masked,
    )


def _where(snapshot: Snapshot, mark: Mark) -> tuple[int, int, int, int]:
    if mark.span is None:
        return (1, 1, 1, 1)
    page = snapshot.vault.page(mark.path)
    return (*page.line_column(mark.span.start), *page.line_column(mark.span.end))
