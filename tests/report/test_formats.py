"""The formats of ``wiki lint``, through the door."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from llmwiki.cli.app import run


@pytest.fixture
def vault(write) -> Path:
    root: Path = write({"甲.md": "看[[乙]]。\n", "b.md": "[[甲]]\n"})
    return root


def lint(vault: Path, *words: str) -> int:
    return run(["--vault", str(vault), "lint", "--select", "W101", *words])


def test_github(vault: Path, capsys) -> None:
    assert lint(vault, "--format", "github") == 1
    assert capsys.readouterr().out == (
        "::warning file=甲.md,line=1,endLine=1,col=2,endColumn=7,title=W101 broken-link::甲.md:1:2: no such note or file: “乙”\n"
        "1 warning in 1 of 2 files.\n"
    )


def test_sarif(vault: Path, capsys) -> None:
    assert lint(vault, "--format=sarif") == 1
    (log,) = json.loads(capsys.readouterr().out)["runs"]
    assert [result["ruleId"] for result in log["results"]] == ["W101"]


def test_html(vault: Path, capsys) -> None:
    assert lint(vault, "--format", "html") == 1
    out = capsys.readouterr().out
    assert out.startswith("<!doctype html>\n")
    assert out.rstrip().endswith("</html>")
    assert "看<mark>[[乙]]</mark>。" in out
    assert 'datetime="2026-11-30"' in out


def test_stats(vault: Path, capsys) -> None:
    assert lint(vault, "--stats") == 1
    assert capsys.readouterr().out.startswith("      1  warning  W101 broken-link           in 1 file\n1 check in ")
    assert lint(vault, "--stats", "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert value["stats"]["checks"][0]["findings"] == len(value["findings"]) == 1
    assert value["stats"]["seconds"].keys() == {"W101"}


@pytest.mark.parametrize("output", ["github", "sarif", "html"])
def test_other_commands_do_not_know_them(vault: Path, output: str, capsys) -> None:
    assert run(["--vault", str(vault), "--format", output, "status"]) == 2
    said = f"error: Invalid value for '--format': '{output}' is only for `wiki lint`.\nhint: wiki status --help\n"
    assert capsys.readouterr() == ("", said)


def test_a_terminal_gets_groups_and_excerpts(vault: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "llmwiki", "--vault", str(vault), "lint", "--select", "W101"]
    with subprocess.Popen(command, stdout=theirs, env=environment) as program:
        os.close(theirs)
        assert program.wait(timeout=60) == 1
    shown = os.read(ours, 1 << 16).decode().replace("\r\n", "\n")
    os.close(ours)
    assert shown == (
        "甲.md\n"
        "    1:2     warning W101 broken-link: no such note or file: “乙”\n"
        "        1 | 看[[乙]]。\n"
        "          |   ^^^^^^\n"
        "\n"
        "1 warning in 1 of 2 files.\n"
    )
