"""How a command line ends when it does not end well: a line, a hint, an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress

import typer

from llmwiki.cli.commands import COMMANDS, GROUPS
from llmwiki.cli.voice import tell
from llmwiki.errors import WikiError

REFUSED = 2
BUG = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130
READER_GONE = 141


def told(error: WikiError | typer.TyperException, command: str) -> int:
    """An error that was made for people."""
    if isinstance(error, WikiError):
        return complain(error.message, error.hint, error.exit_code)
    return complain(error.format_message(), f"wiki {command} --help" if command in {*COMMANDS, *GROUPS} else "wiki --help", REFUSED)


def refused_by_system(error: OSError, *, debug: bool) -> int:
    """The output cannot be written, or a file that no verb speaks for cannot be used."""
    if debug:
        traceback.print_exc()
    if error.filename is None:
        let_go_of_output()
    return complain(f"{error.filename or 'output'}: {error.strerror or error}", "", REFUSED)


def bug(error: Exception, *, debug: bool) -> int:
    """Anything else."""
    if debug:
        traceback.print_exc()
    return complain(f"this is a bug in llmwiki: {type(error).__name__}: {error}", "run it again with --debug and report it", BUG)


def let_go_of_output() -> None:
    """Nothing more can be written there, and Python would complain of it when it flushes at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, hint: str, code: int) -> int:
    """Say it on stderr and give the code back."""
    tell(f"error: {message}")
    if hint:
        tell(f"hint: {hint}")
    return code
