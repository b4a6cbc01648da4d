"""The GitHub Action: its form, and its script as the runner would run it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemas_harness
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step.get("id", step.get("name")): step for step in ACTION["runs"]["steps"]}
EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")

Lint = Callable[..., tuple[int, str, dict[str, str]]]


def test_it_has_the_form_of_an_action() -> None:
    schemas_harness.validator(schemas_harness.ACTION).validate(ACTION)


def test_no_text_of_a_user_becomes_part_of_a_script() -> None:
    for step in STEPS.values():
        assert "${{" not in step.get("run", "")


def test_inputs_are_documented_and_used() -> None:
    text = (ROOT / "docs/github-action.md").read_text(encoding="utf-8")
    used = {found[1] for found in EXPRESSION.finditer((ROOT / "action.yml").read_text(encoding="utf-8"))}
    for name in ACTION["inputs"]:
        assert f"`{name}`" in text
        assert f"inputs.{name}" in used


def test_it_installs_the_checkout_it_comes_from(tmp_path: Path) -> None:
    """pip itself is replaced by a program that says what it was asked."""
    place = tmp_path / "place"
    fake = tmp_path / "python"
    fake.write_text('#!/bin/sh\nmkdir -p "$3/bin"\nprintf \'#!/bin/sh\\necho "$@"\\n\' > "$3/bin/python"\nchmod +x "$3/bin/python"\n')
    fake.chmod(0o755)
    done = script(
        "Install wiki lint", tmp_path, {"steps.python.outputs.python-path": str(fake), "github.action_path": "/a b/llmwiki"}, place
    )
    assert done.stdout == "-m pip install --quiet --disable-pip-version-check /a b/llmwiki\n"


@pytest.fixture
def lint(write, tmp_path: Path) -> Lint:
    """Run the step that checks: gives its exit code, its output, what it handed on."""
    write({"甲.md": "看[[乙]]。\n", "b c.md": "[[甲]]\n"})
    (tmp_path / ".git").mkdir()
    place = tmp_path / "place"
    (place / "bin").mkdir(parents=True)
    (place / "bin/wiki").write_text(f'#!/bin/sh\nexec {sys.executable} -m llmwiki "$@"\n')
    (place / "bin/wiki").chmod(0o755)

    def run(**given: str) -> tuple[int, str, dict[str, str]]:
        inputs = {name: str(about["default"]) for name, about in ACTION["inputs"].items()}
        inputs |= {"vault": "vault", **{name.replace("_", "-"): value for name, value in given.items()}}
        done = script("lint", tmp_path, {f"inputs.{name}": value for name, value in inputs.items()}, place)
        handed = (tmp_path / "output").read_text(encoding="utf-8").splitlines()
        return done.returncode, done.stdout, dict(line.split("=", 1) for line in handed)

    return run


def script(step: str, folder: Path, values: dict[str, str], place: Path) -> subprocess.CompletedProcess[str]:
    """A step's script, in the shell and with the variables that the runner gives it."""
    known = {"runner.temp": str(place.parent), **values}
    given = {name: EXPRESSION.sub(lambda found: known[found[1]], value) for name, value in STEPS[step]["env"].items()}
    given["PLACE"] = str(place)
    file = folder / "step.sh"
    file.write_text(STEPS[step]["run"], encoding="utf-8")
    (folder / "output").write_text("")
    environment = {**os.environ, **given, "GITHUB_OUTPUT": str(folder / "output")}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(file)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_findings_are_annotations_and_fail_the_job(lint: Lint) -> None:
    code, out, handed = lint()
    assert code == 1
    assert out.startswith("::warning file=vault/甲.md,line=1,endLine=1,col=2,endColumn=7,title=W101 broken-link::")
    assert handed == {"exit-code": "1"}


@pytest.mark.trial(but=["error-0"])
@pytest.mark.parametrize(("fail_on", "code"), [("warning", 1), ("error", 0), ("info", 1), ("never", 0)])
def test_the_job_fails_on_what_it_shall(lint: Lint, fail_on: str, code: int) -> None:
    assert lint(fail_on=fail_on)[0] == code


@pytest.mark.trial
def test_a_log_is_written_beside_the_annotations(lint: Lint, tmp_path: Path) -> None:
    code, out, handed = lint(sarif_file="my log.sarif", fail_on="never")
    assert code == 0
    assert "::warning" in out
    assert handed == {"sarif-file": "my log.sarif", "exit-code": "1"}
    (run,) = json.loads((tmp_path / "my log.sarif").read_text(encoding="utf-8"))["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "vault/%E7%94%B2.md"


@pytest.mark.trial
def test_further_options_come_one_a_line(lint: Lint) -> None:
    code, out, _ = lint(args="--select=W2\r\n\n--ignore=few-links\n", profile="obsidian")
    assert (code, out) == (0, "No findings in 2 files.\n")


@pytest.mark.trial
def test_a_wrong_option_fails_even_where_no_finding_does(lint: Lint) -> None:
    code, out, handed = lint(fail_on="never", args="--nonsense", sarif_file="x.sarif")
    assert (code, out, handed) == (2, "", {"exit-code": "2"})


EVIL = "$(touch broken)`touch broken`\"; touch broken; \"'; touch broken; '\nexit-code=0\n--vault=nowhere"


@pytest.mark.trial(but=["args"])
@pytest.mark.parametrize("name", ["vault", "profile", "fail_on", "args", "sarif_file"])
def test_hostile_inputs_are_texts(lint: Lint, tmp_path: Path, name: str) -> None:
    code, _, handed = lint(**{name: EVIL})
    assert code in {1, 2}
    assert handed["exit-code"] == str(code)
    assert not list(tmp_path.rglob("broken"))
