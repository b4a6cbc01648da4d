"""The comparison with the app's own command line, against a stand-in that answers in the forms people have published."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "obsidian_cli.py"
FILES = {
    ".obsidian/app.json": "{}",
    "A.md": "---\nup: '[[B]]'\n---\n[[b#H]] [[Nowhere]] [x](No%20Where.md) ^[raw/a.md]",
    "笔记/B.md": "[[A]] ![[图.png]] [[#own]]",
    "笔记/图.png": "",
}
RESOLVED = {"A.md": {"笔记/B.md": 2}, "笔记/B.md": {"A.md": 1, "笔记/图.png": 1, "笔记/B.md": 1}}
UNRESOLVED = {"A.md": {"Nowhere": 1, "No Where": 1}, "笔记/B.md": {}}
LINES = {"A.md": "笔记/B.md\nNowhere (unresolved)\nNo Where.md (unresolved)\n", "笔记/B.md": "A.md\n笔记/图.png\n笔记/B.md\n"}


class Done(NamedTuple):
    """How the script ended, and what it printed."""

    returncode: int
    stdout: str


@pytest.fixture(scope="module")
def script():
    specification = importlib.util.spec_from_file_location("obsidian_cli", SCRIPT)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def compare(write, tmp_path, script, monkeypatch, capsys):
    root = write(FILES)

    def run(answers: dict[str, str] | None) -> Done:
        program = tmp_path / "obsidian"
        if answers is not None:
            (tmp_path / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
            program.write_text(
                f"#!{sys.executable} -IS\nimport json, sys\n"
                f"answers = json.load(open({str(tmp_path / 'answers.json')!r}, encoding='utf-8'))\n"
                "print(answers.get(sys.argv[1], answers.get(sys.argv[2], '')))\n",
                encoding="utf-8",
            )
            program.chmod(0o755)
        monkeypatch.setattr(sys, "argv", [str(SCRIPT), str(root), "--command", str(program)])
        code = script.main()
        return Done(code, capsys.readouterr().out)

    return run


def test_it_is_a_program(write):
    done = subprocess.run(
        [sys.executable, SCRIPT, write(FILES), "--command", "no-such-program"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "is not installed" in done.stdout


@pytest.mark.trial(but=["{}"])
@pytest.mark.parametrize("form", ["{}", "=> {}", '"{}"'])
def test_the_tables_of_the_app_are_read_in_any_form(compare, form):
    said = json.dumps([RESOLVED, UNRESOLVED], ensure_ascii=False)
    done = compare({"eval": form.replace("{}", json.dumps(said)[1:-1] if form[0] == '"' else said)})
    assert (done.returncode, done.stdout) == (0, "2 notes, 6 links: the same\n")


@pytest.mark.trial
def test_without_tables_each_note_is_asked_for(compare):
    done = compare({"eval": "Error", **{f"path={note}": lines for note, lines in LINES.items()}})
    assert (done.returncode, done.stdout) == (0, "2 notes, 6 links: the same\n")


def test_differences_are_named(compare):
    resolved = {**RESOLVED, "A.md": {"笔记/B.md": 1, "笔记/图.png": 1}}
    done = compare({"eval": json.dumps([resolved, {"A.md": {"Nowhere": 1}, "笔记/B.md": {}}])})
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "A.md: only llmwiki finds no file for “no where”",
        "A.md: only Obsidian links to 笔记/图.png",
        "2 notes, 6 links: 2 differences",
    ]


@pytest.mark.parametrize(("answers", "said"), [(None, "is not installed"), ({}, "is Obsidian running")])
def test_without_the_app_it_says_so_and_is_no_failure(compare, answers, said):
    done = compare(answers)
    assert done.returncode == 0
    assert said in done.stdout
