from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from llmwiki import __version__
from llmwiki.cli import app, commands
from llmwiki.cli.app import run
from llmwiki.cli.commands import COMMANDS, Entry
from llmwiki.cli.tree import build
from llmwiki.errors import ConfigError, ServiceError


@pytest.fixture(autouse=True)
def _trees_are_built_anew() -> Iterator[None]:
    """A tree that was built before knows nothing of what a test puts in the place of a command."""
    build.cache_clear()
    yield
    build.cache_clear()


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch):
    """Put a command ``wiki try`` in the list that does what the test says."""

    def put(action):
        def body() -> int:
            """Try."""
            return action()

        monkeypatch.setitem(COMMANDS, "try", Entry("try", "Try."))
        monkeypatch.setattr(commands, "import_module", lambda _: SimpleNamespace(command=body))

    return put


def raising(error: BaseException):
    def action() -> int:
        raise error

    return action


def test_help_lists_every_command_and_needs_none_of_them(capsys, monkeypatch) -> None:
    monkeypatch.setattr(commands, "import_module", raising(AssertionError("a command was imported")))
    shown = {}
    for group in ("", *commands.GROUPS):
        assert run([*group.split(), "--help"]) == 0
        shown[group] = capsys.readouterr().out
    for words, entry in COMMANDS.items():
        group, _, name = words.rpartition(" ")
        assert (f"  {name} " in shown[group]) != entry.hidden
        assert entry.hidden or entry.help in shown[group], "the line is cut"
    for name, text in commands.GROUPS.items():
        assert f"  {name} " in shown[""]
        assert text in shown[""]


def test_a_command_line_builds_no_other_command() -> None:
    assert list(build("lint").commands) == ["lint"]
    assert list(build("palace status").commands["palace"].commands) == ["status"]


def test_a_group_alone_says_what_is_missing(capsys) -> None:
    assert run(["palace"]) == 2
    assert capsys.readouterr().err == "error: Missing command.\nhint: wiki palace --help\n"


def test_nothing_at_all_shows_the_help(capsys) -> None:
    assert run([]) == 0
    assert capsys.readouterr().out.startswith("Usage: wiki")


def test_version(capsys) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"wiki {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["stats"], "error: No such command 'stats'. Did you mean 'status'?\nhint: wiki --help\n"),
        (["init", "--nonsense"], "error: No such option: --nonsense\nhint: wiki init --help\n"),
        (["init", "--lang", "fr"], "error: Invalid value for '--lang': 'fr' is not one of 'en', 'zh'.\nhint: wiki init --help\n"),
        (
            ["--format", "yaml", "init"],
            "error: Invalid value for '--format': 'yaml' is not one of 'text', 'json', 'github', 'sarif', 'html'.\nhint: wiki init --help\n",
        ),
        (["--vault"], "error: Option '--vault' requires an argument.\nhint: wiki --help\n"),
    ],
)
def test_wrong_usage_is_two_lines_and_exit_2(words: list[str], said: str, capsys) -> None:
    assert run(words) == 2
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (ConfigError("what is wrong", "what helps"), 2, "error: what is wrong\nhint: what helps\n"),
        (ServiceError("it is down"), 3, "error: it is down\n"),
        (KeyboardInterrupt(), 130, ""),
        (PermissionError(13, "Permission denied", "notes.md"), 2, "error: notes.md: Permission denied\n"),
        (ValueError("odd"), 70, "error: this is a bug in llmwiki: ValueError: odd\nhint: run it again with --debug and report it\n"),
    ],
)
def test_errors_end_as_a_line_and_a_code(error: BaseException, code: int, said: str, capsys, command) -> None:
    command(raising(error))
    assert run(["try"]) == code
    assert capsys.readouterr() == ("", said)


def test_debug_shows_the_traceback(capsys, command) -> None:
    command(raising(ValueError("odd")))
    assert run(["try", "--debug"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_the_commands_code_is_the_exit_code(command) -> None:
    command(lambda: 1)
    assert run(["try"]) == 1


def test_the_installed_command_ends_with_the_code(monkeypatch) -> None:
    monkeypatch.setattr(sys, "argv", ["wiki", "stats"])
    with pytest.raises(SystemExit) as ended:
        app.main()
    assert ended.value.code == 2


def wiki(*words: str, cwd: Path, **more):
    return subprocess.run([sys.executable, "-m", "llmwiki", *words], cwd=cwd, capture_output=True, timeout=60, check=False, **more)


def test_chinese_comes_out_on_a_console_that_has_no_chinese(tmp_path: Path) -> None:
    environment = {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C", "PATH": ""}
    done = wiki("init", "知识库", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr.decode().count("error")) == (0, 0)
    assert "知识库" in done.stdout.decode("utf-8")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    code = "import os, sys; r, w = os.pipe(); os.dup2(w, 1); os.close(r); os.close(w); from llmwiki.cli.app import main; sys.argv = ['wiki', '--help']; main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_an_output_that_is_full_is_said(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "llmwiki", "--help"], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr.decode()) == (2, "error: output: No space left on device\n")


def test_a_named_folder_is_read_without_a_mark(tmp_path, capsys):
    (tmp_path / "甲.md").write_text("[[乙]]\n", encoding="utf-8")
    assert run(["lint", "--vault", str(tmp_path)]) == 1
    assert "W101" in capsys.readouterr().out
    assert run(["ingest", "--vault", str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["甲.md"]
