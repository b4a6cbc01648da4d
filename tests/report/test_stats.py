"""Counts by check."""

from __future__ import annotations

from report_harness import CLEAN, MIXED, many

from llmwiki.report.stats import stats_json, stats_lines
from llmwiki.report.terminal import plain


def test_checks_with_the_most_findings_come_first() -> None:
    result = MIXED._replace(seconds=(("W101", 0.002), ("W404", 0.5), ("W201", 0.01), ("W501", 0.0)))
    assert [plain(line) for line in stats_lines(result)] == [
        "      3  error    W101 broken-link           in 1 file  1 mendable",
        "      1  info     W201 orphan-page           in 1 file  1 mendable",
        "      1  error    W212 unknown-tag           in 1 file",
        "      1  warning  W501 stale-page            in 1 file",
        "4 checks in 0.51 s; longest: W404 500 ms, W201 10 ms, W101 2 ms",
        "4 errors, 1 warning, 1 note in 1 of 30 files.",
    ]


def test_nothing_found_leaves_the_summary() -> None:
    assert [plain(line) for line in stats_lines(CLEAN)] == ["No findings in 30 files."]


def test_json_has_the_same_figures() -> None:
    value = stats_json(many(30)._replace(seconds=(("W101", 0.25),)))
    assert value["checks"][0] == {
        "code": "W101",
        "name": "broken-link",
        "severity": "error",
        "findings": 10,
        "files": 3,
        "safe": 0,
        "unsafe": 0,
    }
    assert value["seconds"] == {"W101": 0.25}
