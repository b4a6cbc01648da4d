"""The ``wiki`` command and the one error boundary: whatever happens ends as a line and an exit code."""

from __future__ import annotations

import os
import sys
import traceback

import typer

from llmwiki.cli.arguments import Arguments, sort_arguments
from llmwiki.cli.commands import COMMANDS
from llmwiki.cli.tree import build
from llmwiki.cli.voice import tell
from llmwiki.errors import WikiError

USAGE = 2
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
    except WikiError as error:
        return _complain(error.message, error.hint, error.exit_code)
    except typer.TyperException as error:
        known = f" {arguments.command}" if arguments.command in COMMANDS else ""
        return _complain(error.format_message(), f"wiki{known} --help", USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Typer exits by itself in this one case
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it flushes at the end
        return READER_GONE
    except Exception as error:
        if "--debug" in arguments.front or os.environ.get("WIKI_DEBUG", "0") != "0":
            traceback.print_exc()
        return _complain(f"this is a bug in llmwiki: {type(error).__name__}: {error}", "run it again with --debug and report it", BUG)


def _dispatch(arguments: Arguments) -> int:
    tree = build(frozenset({arguments.command} & COMMANDS.keys()))
    code = tree.main([*arguments.front, *arguments.rest] or ["--help"], prog_name="wiki", standalone_mode=False)
    sys.stdout.flush()
    return int(code or 0)


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
