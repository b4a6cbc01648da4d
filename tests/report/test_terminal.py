"""Colour only where somebody sees it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from llmwiki.report.terminal import Part, print_lines

SCRIPT = "import sys; from llmwiki.report.terminal import Part, print_lines; print_lines([(Part('错误', 'red'), Part(' 1'))]); print('rich' in sys.modules)"


def test_piped_output_is_plain(capsys) -> None:
    print_lines([(Part("错误", "bold red"), Part(" in a"))])
    assert capsys.readouterr().out == "错误 in a\n"


@pytest.mark.parametrize(("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_colour_unless_it_does_not_want_it(settings: dict[str, str], coloured: bool) -> None:  # noqa: FBT001 - a column
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "PYTHONUTF8": "1", **settings}
    subprocess.run([sys.executable, "-c", SCRIPT], stdout=theirs, check=True, env=environment)
    os.close(theirs)
    shown = os.read(ours, 4096).decode()
    os.close(ours)
    assert ("\x1b[31m错误" in shown) == coloured
    assert ("True" in shown) == coloured, "rich is imported for colour only"
