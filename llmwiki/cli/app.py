"""The ``wiki`` command and the one error boundary: whatever happens ends as a line and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress

import typer

from llmwiki.cli.arguments import Arguments, sort_arguments
from llmwiki.cli.commands import COMMANDS
from llmwiki.cli.tree import build
from llmwiki.cli.voice import tell
from llmwiki.errors import WikiError

REFUSED = 2
BUG = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130
READER_GONE = 141


def main() -> None:
    """Entry point of the installed commands ``wiki`` and ``llmwiki``."""
    sys.exit(run(sys.argv[1:]))


def run(words: list[str]) -> int:
    """Run one command line and give its exit code. Nothing is raised."""
    _speak_utf8()
    arguments = sort_arguments(words)
    try:
        return _dispatch(arguments)
    except (WikiError, typer.TyperException) as error:
        return _complain(*_said(error, arguments.command))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Typer exits by itself in this one case
        _let_go_of_output()
        return READER_GONE
    except OSError as error:  # of the output, or of a file that no verb speaks for
        _trace(arguments)
        _let_go_of_output()
        return _complain(f"{error.filename or 'output'}: {error.strerror or error}", "", REFUSED)
    except Exception as error:
        _trace(arguments)
        return _complain(f"this is a bug in llmwiki: {type(error).__name__}: {error}", "run it again with --debug and report it", BUG)


def _dispatch(arguments: Arguments) -> int:
    tree = build(frozenset({arguments.command} & COMMANDS.keys()))
    code = tree.main([*arguments.front, *arguments.rest] or ["--help"], prog_name="wiki", standalone_mode=False)
    sys.stdout.flush()
    return int(code or 0)


def _said(error: WikiError | typer.TyperException, command: str) -> tuple[str, str, int]:
    """Message, hint and exit code of an error that was made for people."""
    if isinstance(error, WikiError):
        return error.message, error.hint, error.exit_code
    return error.format_message(), f"wiki {command} --help" if command in COMMANDS else "wiki --help", REFUSED


def _trace(arguments: Arguments) -> None:
    if "--debug" in arguments.front or os.environ.get("WIKI_DEBUG", "0") != "0":
        traceback.print_exc()


def _let_go_of_output() -> None:
    """Nothing more can be written there, and Python would complain of it when it flushes at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, hint: str, code: int) -> int:
    tell(f"error: {message}")
    if hint:
        tell(f"hint: {hint}")
    return code


def _speak_utf8() -> None:
    """Chinese must come out whatever the locale or console says."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")
