"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import gc
import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from llmwiki.checks.catalogue import all_checks
from llmwiki.checks.manual import manual
from llmwiki.cli.commands import COMMANDS
from llmwiki.cli.tree import build

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "llmwiki"
MODULES = sorted(PACKAGE.rglob("*.py"))
VERBS = [
    path
    for path in PACKAGE.glob("*.py")
    if path.name not in {"__init__.py", "__main__.py", "assets.py", "config.py", "errors.py", "plugins.py", "state.py", "workspace.py"}
]

FILE_LINES, VERB_LINES, COMMAND_LINES, FUNCTION_LINES = 400, 150, 80, 50


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Those that a rule asks for."""
    wanted = ast.FunctionDef | ast.AsyncFunctionDef | ast.Call | ast.Attribute | ast.ExceptHandler | ast.Import | ast.ImportFrom
    gc.disable()  # it takes as long as the parser to look through the trees, of which nothing is garbage
    tree = ast.parse(path.read_text(encoding="utf-8"))
    gc.enable()
    return [node for node in ast.walk(tree) if isinstance(node, wanted)]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from ``def`` to the end, the docstring left out."""
    first = function.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if has_docstring else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


@pytest.mark.parametrize(
    ("paths", "limit"), [(MODULES, FILE_LINES), (VERBS, VERB_LINES), (sorted((PACKAGE / "cli").glob("*.py")), COMMAND_LINES)]
)
def test_files_are_short(paths: list[Path], limit: int) -> None:
    long = {name_of(path): lines for path in paths if (lines := len(path.read_text(encoding="utf-8").splitlines())) > limit}
    assert not long


@pytest.mark.trial
def test_functions_are_short() -> None:
    long = {
        f"{name_of(path)}:{function.name}": length(function)
        for path in MODULES
        for function in functions(path)
        if length(function) > FUNCTION_LINES
    }
    assert not long


@pytest.mark.trial
def test_nine_functions_in_ten_are_under_thirty_lines() -> None:
    lengths = sorted(length(function) for path in MODULES for function in functions(path))
    assert lengths[len(lengths) * 9 // 10] < 30


@pytest.mark.trial
def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python 3.11.2, which Debian 12 has, keeps what the failed last round of ``(...)*+`` took: ``(?:a|b(?!c))++`` matches all of ``abc``."""
    possessive = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+(?![=,])")
    assert not [
        f"{name_of(path)}:{number}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if possessive.search(line)
    ]


def test_only_doors_print() -> None:
    for path in MODULES:
        if path.parent.name in {"cli", "report"}:
            continue
        for node in nodes(path):
            printing = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"print", "input"}
            stream = (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "sys"
                and node.attr in {"stdout", "stderr", "stdin"}
            )
            assert not printing, f"{name_of(path)}:{node.lineno} prints"
            assert not stream, f"{name_of(path)}:{node.lineno} uses a standard stream"


@pytest.mark.trial
def test_only_the_door_catches_everything() -> None:
    for path in MODULES:
        for node in nodes(path):
            if not isinstance(node, ast.ExceptHandler) or path.parent.name == "cli":
                continue
            everything = node.type is None or (isinstance(node.type, ast.Name) and node.type.id in {"Exception", "BaseException"})
            last = node.body[-1]
            passes_on = isinstance(last, ast.Raise) and last.exc is None
            hands_on = (
                isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and ast.unparse(last.value.func).endswith("set_exception")
            )
            assert not everything or passes_on or hands_on, f"{name_of(path)}:{node.lineno} catches everything"


def test_every_command_says_what_it_does() -> None:
    for name, entry in COMMANDS.items():
        command = build(name)
        for word in name.split():
            command = command.commands[word]
        assert command.help.splitlines()[0] == entry.help, (
            f"the first line of the docstring of {entry.module} is not its line in `wiki --help`"
        )
        assert len(entry.help) <= 67, f"`wiki --help` cuts the line of {name}"
        for parameter in command.params:
            assert parameter.help, f"{name}: {parameter.name} has no help"


def test_every_file_of_tests_has_a_quick_one_or_is_a_trial_as_a_whole(tiers: tuple[list[str], list[str]]) -> None:
    assert tiers == ([], []), "leave a case of the subject quick, and name cases that are there"


@pytest.fixture(scope="module")
def generate() -> Any:
    specification = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))  # as if it were run
        specification.loader.exec_module(module)
    return module


def test_the_pages_of_the_checks_are_up_to_date(generate: Any) -> None:
    stale = [name_of(path) for path, text in generate.check_files().items() if generate.bring(path, text, write=False)]
    assert not stale, "run `make docs`"


@pytest.mark.parametrize(("page", "function"), [("commands.md", "commands"), ("errors.md", "error_pages")])
def test_generated_pages_are_up_to_date(page: str, function: str, generate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == getattr(generate, function)(), "run `make docs`"


def test_every_check_has_a_manual_and_a_literate_test() -> None:
    for check in all_checks():
        page = manual(check)
        assert page.summary
        assert page.why
        assert page.fix
        assert (ROOT / "tests" / "checks" / f"{check.NAME}.md").is_file(), f"{check.CODE} has no tests/checks/{check.NAME}.md"


def test_every_template_is_used() -> None:
    templates = sorted((ROOT / "templates").rglob("*.j2"))
    texts = [path.read_text(encoding="utf-8") for path in (*MODULES, *templates)]
    for template in templates:
        stem = template.name.split(".")[0]
        assert any(re.search(rf"\b{re.escape(stem)}\b", text) for text in texts), f"nothing renders {name_of(template)}"


@pytest.mark.trial
def test_floors() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.trial
def test_dependencies_are_those_that_are_imported() -> None:
    names = {name for path in MODULES for node in nodes(path) for name in imported(node)}
    known = packages_distributions()
    used = {canonical(known.get(name, [name])[0]) for name in names - sys.stdlib_module_names - {"llmwiki"}}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = (*project["dependencies"], *extras["office"], *extras["anthropic"], *extras["local"])
    listed = {canonical(re.split("[<>=!~ ]", line)[0]) for line in lines}
    assert used == listed - {"lxml-html-clean", "threadpoolctl"}  # which other packages import


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        return [node.module.split(".")[0]]
    return []


def canonical(name: str) -> str:
    return name.lower().replace("_", "-")


@cache
def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("no git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    place = re.compile(rb"(?<![\w.~-])/(?:work|home|Users|root|mnt)/[\w.-]+")
    found = [
        name_of(path)
        for path in tracked()
        if place.search(path.read_bytes()) and path.suffix in {".py", ".md", ".toml", ".yml", ".j2", ".txt", ".json", ".html", ""}
    ]
    assert not found


def test_documents_are_as_long_as_they_may_be() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text().splitlines()) <= 150
    assert len((ROOT / "WORDS.md").read_text().splitlines()) <= 100


def test_every_word_of_the_glossary_says_what_to_avoid() -> None:
    rows = [row for row in (ROOT / "WORDS.md").read_text().splitlines() if row.startswith("| **")]
    assert len(rows) > 30
    for row in rows:
        word, means, avoid = (cell.strip() for cell in row.strip("|").split(" | "))
        assert word
        assert means.endswith(".")
        assert avoid
