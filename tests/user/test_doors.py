"""The command line itself: wrong words, odd terminals, odd locales, files that change under a reader."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest

from llmwiki.cli.door import Door
from llmwiki.errors import EditedMeanwhile
from llmwiki.report.terminal import inert


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lint --vault", "Option '--vault' requires an argument."),
        ("lint --format", "Option '--format' requires an argument."),
        ("lint --format xml", "'xml' is not one of 'text', 'json'"),
        ("frobnicate", "No such command 'frobnicate'"),
        ("search ''", "Invalid value for TEXT: it is empty"),
        ("query ' '", "Invalid value for QUESTION: it is empty"),
        ("search x -k 0", "'-k'"),
        ("lint --select W999", "There is no check “W999”"),
        ("lint nowhere.md", "there is no file or folder nowhere.md"),
        ("lint /etc", "/etc is not in the vault"),
        ("explain W999", "There is no check “W999”"),
        ("links", "name one note"),
        ("links nobody", "there is no note “nobody”"),
        ("review nobody", "no proposal is called 'nobody'"),
        ("retract nobody", "there is no source 'nobody'"),
        ("mv nobody x", "There is no file 'nobody'"),
        ("mv amber-line ''", "The new name is empty"),
        ("mv amber-line ../x", "cannot be written"),
        ("mv amber-line CON", "is the name of a device"),
        ("mv amber-line 蓝鲸平台", "entities/蓝鲸平台.md is there already"),
        ("mv amber-line 'AMBER-line#x'", "cannot stand in a link"),
        ("mv index x", "index.md keeps its name"),
        ("merge nobody amber-line", "There is no page 'nobody'"),
        ("merge amber-lin amber-line", "There is no page 'amber-lin'"),
        ("merge amber-line entities/amber-line", "cannot be merged with itself"),
        ("merge 'The Amber Line' index", "is kept by the tool"),
        ("merge amber-line 蓝鲸平台 --title 'a\nb'", "holds a line end"),
        ("merge ../amber-line 蓝鲸平台", "There is no page"),
        ("archive nobody", "There is no page 'nobody'"),
        ("archive amber-line --successor amber-line", "cannot take the place of"),
        ("archive raw/articles/harbour-source.md", "is a source"),
        ("archive amber-line --undo --reason x", "takes neither --reason nor --successor"),
        ("init /etc/passwd", "/etc/passwd cannot be made"),
        ("status --vault /nowhere", "no vault here"),
        ("demo .", "is there already"),
    ],
)
def test_wrong_words_get_a_line_a_hint_and_exit_code_2(full, line: str, told: str) -> None:
    before = full.state()
    said = full.type(*shlex.split(line))
    assert (said.code, said.out) == (2, "")
    error, hint = said.err.splitlines()[:2]
    assert error.startswith("error: ")
    assert told in error
    assert hint.startswith("hint: ")
    assert full.state() == before


@pytest.mark.parametrize("given", ["entities/amber-line.md", "wiki/entities/amber-line.md", "wiki/entities"])
def test_lint_takes_paths_from_here_and_from_the_vault(full, given: str) -> None:
    full.write("wiki/entities/amber-line.md", "[[nowhere]]\n")
    found = full.type("lint", given, "--json").json["findings"]
    assert {item["path"] for item in found} >= {"entities/amber-line.md"}
    assert all(item["path"].startswith("entities/") for item in found)


def start(*words: str, **options) -> subprocess.CompletedProcess[bytes]:
    """The command as a program of its own."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run([sys.executable, "-m", "llmwiki", *words], env=environment, stdin=subprocess.DEVNULL, check=False, **options)


@pytest.mark.trial
@pytest.mark.skipif(os.name != "posix", reason="elsewhere file names do not depend on the locale")
def test_chinese_names_do_not_depend_on_the_locale(full) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "cp1252"}
    said = start("mv", "蓝鲸平台", "白鲸平台", env=plain, capture_output=True)
    assert (said.returncode, said.stderr) == (0, b"")
    assert "entities/蓝鲸平台.md -> entities/白鲸平台.md" in said.stdout.decode()
    full.check()


@pytest.mark.trial
@pytest.mark.skipif(os.name != "posix", reason="a shell of Unix closes streams")
def test_closed_streams_are_no_bug(full) -> None:
    for closed, code in ((">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)):
        done = subprocess.run(["sh", "-c", f'"{sys.executable}" -m llmwiki status {closed}'], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (code, b"")
    full.check()


def test_what_steers_a_terminal_is_spelled_out() -> None:
    assert inert("a\x1b]0;x\x07\tb\u202ec\n") == "a\\u001b]0;x\\u0007\tb\\u202ec\n"
    assert inert("琥珀 “Línea”") == "琥珀 “Línea”"


def test_a_reader_begins_again_when_a_file_changes_under_it(full) -> None:
    calls = []

    def work(wiki) -> str:
        calls.append(wiki)
        if len(calls) < 3:
            message = "index.md changed"
            raise EditedMeanwhile(message)
        return "read"

    assert Door(vault=full.vault).read(work) == "read"
    assert len(set(map(id, calls))) == 3
