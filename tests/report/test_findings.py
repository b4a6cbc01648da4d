"""How findings look: piped, on a terminal, as JSON."""

from __future__ import annotations

import json
from time import process_time

import pytest
import report_harness
from report_harness import MIXED

from llmwiki.checks.base import Edit, Finding, Fix, Place
from llmwiki.errors import EditedMeanwhile
from llmwiki.lint import LintResult
from llmwiki.report.findings import finding_lines, grouped_lines, summary
from llmwiki.report.findings_json import findings_json
from llmwiki.report.terminal import plain, width

BROKEN = Finding(
    "concepts/rag.md", 2, 5, "W101", "broken-link", "error", "no such note or file: “向量”", 2, 11, hint="did you mean “向量库”?"
)
MISSING = Finding(
    "concepts/rag.md", 1, 1, "W301", "index-incomplete", "warning", "not listed", 1, 1, related=(Place("index.md", 3, "here"),)
)
TEXT = "# RAG\n检索用[[向量]]完成。\n"


def piped(*findings: Finding, files: int = 3) -> list[str]:
    return [plain(line) for line in finding_lines(LintResult("v", "llmwiki", files, findings))]


def shown(*findings: Finding, text: str = TEXT) -> list[str]:
    """The lines of a terminal below the file's name, without the empty line and the summary."""
    lines = [plain(line) for line in grouped_lines(LintResult("v", "llmwiki", 3, findings), lambda _: text)]
    assert lines[0] == findings[0].path
    return lines[1 : lines.index("")]


def test_piped_text_has_one_line_a_finding_and_its_details_indented() -> None:
    assert piped(MISSING, BROKEN) == [
        "concepts/rag.md:1:1: warning W301 index-incomplete: not listed",
        "    see index.md:3: here",
        "concepts/rag.md:2:5: error W101 broken-link: no such note or file: “向量”",
        "    hint: did you mean “向量库”?",
        "1 error, 1 warning in 1 of 3 files.",
    ]


def test_a_terminal_shows_the_findings_below_their_file_and_what_can_be_mended(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    fixes = [Fix(safe, "mend", (Edit("concepts/rag.md", 0, 1, "x"),)) for safe in (True, False)]
    findings = (MISSING._replace(fix=fixes[1]), BROKEN._replace(fix=fixes[0]), BROKEN._replace(path="笔记.md", line=7, hint=""))
    lines = [plain(line) for line in grouped_lines(LintResult("v", "llmwiki", 3, findings), lambda _: TEXT)]
    assert lines == [
        "concepts/rag.md",
        "    1:1     warning W301 index-incomplete: not listed",
        "        see index.md:3: here",
        "    2:5     error W101 broken-link: no such note or file: “向量”",
        "        2 | 检索用[[向量]]完成。",
        "          |        ^^^^^^^^^",
        "        hint: did you mean “向量库”?",
        "",
        "笔记.md",
        "    7:5     error W101 broken-link: no such note or file: “向量”",
        "",
        "2 errors, 1 warning in 2 of 3 files.",
        "The tool can mend 1 with --fix and 1 with --unsafe-fixes.",
    ]


def test_carets_stand_below_wide_characters(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(BROKEN._replace(column=4, end_column=10, hint=""))
    assert lines[1] == "        2 | 检索用[[向量]]完成。"
    assert lines[2] == "          | " + " " * 6 + "^" * 8


def test_a_finding_about_the_whole_file_has_no_excerpt() -> None:
    assert len(shown(MISSING._replace(related=()))) == 1


@pytest.mark.parametrize("column", [1, 300, 900])
@pytest.mark.parametrize("filler", ["x", "中"])
def test_long_lines_are_cut_around_the_place(monkeypatch, column: int, filler: str) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = filler * (column - 1) + "[[Z]]" + filler * 900
    lines = shown(Finding("a.md", 1, column, "W101", "broken-link", "error", "m", 1, column + 5), text=text)
    assert max(width(line) for line in lines[1:3]) < 60
    start = width(lines[2]) - 5
    assert [width(lines[1][:at]) for at in range(len(lines[1])) if lines[1].startswith("[[Z]]", at)] == [start]


def test_a_line_of_a_megabyte_takes_no_time(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = "[" * 1_000_000
    findings = [Finding("a.md", 1, 1 + 10 * number, "W101", "broken-link", "error", "m", 1, 900_000) for number in range(200)]
    began = process_time()
    assert max(map(len, shown(*findings, text=text))) < 80
    assert process_time() - began < 2


def test_a_place_behind_the_end_of_the_file_is_no_accident() -> None:
    assert len(shown(BROKEN._replace(line=9, hint=""))) == 1


def test_lines_are_counted_as_the_parser_counts_them() -> None:
    text = "one\u2028still one\rtwo\r\n[[three]]"
    lines = shown(Finding("a.md", 3, 1, "W101", "broken-link", "error", "m", 3, 10), text=text)
    assert lines[1].endswith("| [[three]]")


def test_a_line_with_a_secret_is_shown_for_no_finding(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = [plain(line) for line in grouped_lines(MIXED, lambda _: report_harness.TEXT)]
    assert not any("sk-live" in line for line in lines)
    assert any("[[vector-store]]" in line for line in lines)


def test_a_file_that_went_away_has_no_excerpts() -> None:
    def gone(path: str) -> str:
        raise EditedMeanwhile(f"{path} was taken away")

    lines = [plain(line) for line in grouped_lines(LintResult("v", "llmwiki", 3, (BROKEN,)), gone)]
    assert lines[1:3] == ["    2:5     error W101 broken-link: no such note or file: “向量”", "        hint: did you mean “向量库”?"]


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
