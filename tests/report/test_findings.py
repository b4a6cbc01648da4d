"""How findings look: piped, on a terminal, as JSON."""

from __future__ import annotations

import json

import pytest

from llmwiki.checks.base import Edit, Finding, Fix, Place
from llmwiki.lint import LintResult
from llmwiki.report.findings import finding_lines, findings_json, summary
from llmwiki.report.terminal import plain, width

BROKEN = Finding(
    "concepts/rag.md", 2, 5, "W101", "broken-link", "error", "no such note or file: “向量”", 2, 11, hint="did you mean “向量库”?"
)
MISSING = Finding(
    "concepts/rag.md", 1, 1, "W301", "index-incomplete", "warning", "not listed", 1, 1, related=(Place("index.md", 3, "here"),)
)
TEXT = "# RAG\n检索用[[向量]]完成。\n"


def shown(*findings: Finding, text: str = "", files: int = 3) -> list[str]:
    result = LintResult("v", "llmwiki", files, findings)
    return [plain(line) for line in finding_lines(result, (lambda _: text) if text else None)]


def test_piped_text_has_one_line_a_finding_and_its_details_indented() -> None:
    assert shown(MISSING, BROKEN) == [
        "concepts/rag.md:1:1: warning W301 index-incomplete: not listed",
        "    see index.md:3: here",
        "concepts/rag.md:2:5: error W101 broken-link: no such note or file: “向量”",
        "    hint: did you mean “向量库”?",
        "1 error, 1 warning in 1 of 3 files.",
    ]


def test_carets_stand_below_wide_characters(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(BROKEN._replace(column=4, end_column=10, hint=""), text=TEXT)
    assert lines[1] == "    2 | 检索用[[向量]]完成。"
    assert lines[2] == "      | " + " " * 6 + "^" * 8


def test_a_finding_about_the_whole_file_has_no_excerpt() -> None:
    assert shown(MISSING._replace(related=()), text=TEXT)[1:] == ["1 warning in 1 of 3 files."]


@pytest.mark.parametrize("column", [1, 300, 900])
@pytest.mark.parametrize("filler", ["x", "中"])
def test_long_lines_are_cut_around_the_place(monkeypatch, column: int, filler: str) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = filler * (column - 1) + "[[Z]]" + filler * 900
    lines = shown(Finding("a.md", 1, column, "W101", "broken-link", "error", "m", 1, column + 5), text=text)
    assert max(width(line) for line in lines[1:3]) < 60
    start = width(lines[2]) - 5
    assert [width(lines[1][:at]) for at in range(len(lines[1])) if lines[1].startswith("[[Z]]", at)] == [start]


def test_a_place_behind_the_end_of_the_file_is_no_accident() -> None:
    assert len(shown(BROKEN._replace(line=9, hint=""), text=TEXT)) == 2


def test_the_summary_counts() -> None:
    assert summary(LintResult("v", "obsidian", 1, ())) == "No findings in 1 file."
    notes = (BROKEN._replace(severity="info"), BROKEN._replace(severity="info", path="b.md"))
    assert summary(LintResult("v", "obsidian", 7, notes)) == "2 notes in 2 of 7 files."


def test_json_has_exactly_the_documented_keys() -> None:
    fix = Fix(safe=True, title="Correct the name", edits=(Edit("concepts/rag.md", 17, 23, "向量库"),))
    value = findings_json(LintResult("v", "llmwiki", 3, (BROKEN._replace(fix=fix), MISSING)))
    assert json.loads(json.dumps(value)) == {
        "version": 1,
        "vault": "v",
        "files": 3,
        "findings": [
            {
                "code": "W101",
                "name": "broken-link",
                "severity": "error",
                "path": "concepts/rag.md",
                "line": 2,
                "column": 5,
                "end_line": 2,
                "end_column": 11,
                "message": "no such note or file: “向量” (did you mean “向量库”?)",
                "related": [],
                "fix": {
                    "safe": True,
                    "title": "Correct the name",
                    "edits": [{"path": "concepts/rag.md", "start": 17, "end": 23, "text": "向量库"}],
                },
            },
            {
                "code": "W301",
                "name": "index-incomplete",
                "severity": "warning",
                "path": "concepts/rag.md",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 1,
                "message": "not listed",
                "related": [{"path": "index.md", "line": 3, "message": "here"}],
                "fix": None,
            },
        ],
        "counts": {"error": 1, "warning": 1, "info": 0},
    }
