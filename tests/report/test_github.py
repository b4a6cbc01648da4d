"""Workflow commands, read back as the runner reads them."""

from __future__ import annotations

import re
from pathlib import Path

from report_harness import BROKEN, HOSTILE, MIXED, ORPHAN, PAGE

from llmwiki.lint import LintResult
from llmwiki.report.github import annotation_lines

COMMAND = re.compile(r"::(?P<name>\w+) (?P<properties>.*?)::(?P<message>.*)")


def unescaped(text: str) -> str:
    for written, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(written, char)
    return text


def read(line: str) -> dict[str, str]:
    found = COMMAND.fullmatch(line)
    assert found, line
    properties = dict(part.split("=", 1) for part in found["properties"].split(","))
    return {"": found["name"], "message": unescaped(found["message"]), **{key: unescaped(value) for key, value in properties.items()}}


def test_each_finding_is_a_line(tmp_path: Path) -> None:
    lines = list(annotation_lines(MIXED, tmp_path))
    assert lines[2] == (
        f"::error file={PAGE},line=5,endLine=5,col=9,endColumn=17,title=W101 broken-link::"
        f"{PAGE}:5:9: no such note: “向量檢索” (did you mean “向量检索”?)"
    )
    assert [read(line)[""] for line in lines[:-1]] == ["notice", "warning", "error", "error", "error", "error", "error"]
    assert read(lines[-2])["message"] == "raw/locked.md: not read: Permission denied"
    assert lines[-1] == "4 errors, 1 warning, 1 note in 1 of 30 files."


def test_paths_begin_at_the_top_of_the_repository(tmp_path: Path) -> None:
    vault = tmp_path / "docs/my vault"
    vault.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    assert read(next(annotation_lines(MIXED, vault)))["file"] == f"docs/my vault/{PAGE}"
    (vault / ".git").write_text("gitdir: ../elsewhere\n")
    assert read(next(annotation_lines(MIXED, vault)))["file"] == PAGE


def test_what_means_something_to_the_runner_is_escaped(tmp_path: Path) -> None:
    odd = BROKEN._replace(path="a,b::c%0A.md", message="100%\n::error::no\r", hint="")
    line, _ = annotation_lines(LintResult("v", "obsidian", 1, (odd,)), tmp_path)
    assert "\n" not in line
    assert "\r" not in line
    assert read(line)["file"] == odd.path
    assert read(line)["message"] == f"{odd.path}:5:9: {odd.message}"


def test_columns_are_left_out_over_several_lines(tmp_path: Path) -> None:
    line, _ = annotation_lines(LintResult("v", "obsidian", 1, (BROKEN._replace(end_line=6, end_column=2),)), tmp_path)
    assert read(line).keys() == {"", "message", "file", "line", "endLine", "title"}
    assert read(next(annotation_lines(LintResult("v", "obsidian", 1, (ORPHAN,)), tmp_path)))["line"] == "1"


def test_hostile_texts_stay_on_their_line(tmp_path: Path) -> None:
    lines = list(annotation_lines(HOSTILE, tmp_path))
    assert len(lines) == 3
    assert all(re.fullmatch(r"[^\x00-\x1f\u202e]*", line.split("::", 2)[2]) for line in lines[:2])
