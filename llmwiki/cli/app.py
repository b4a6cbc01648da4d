"""The ``wiki`` command and the one error boundary: whatever happens ends as a line and an exit code."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from typing import Any

import typer

from llmwiki.cli import ending, utf8
from llmwiki.cli.arguments import Arguments, sort_arguments
from llmwiki.cli.commands import COMMANDS
from llmwiki.cli.tree import build
from llmwiki.errors import WikiError

# A command lives for seconds and keeps most of what it makes: looking through all of it for garbage
# every 700 objects, as Python does, takes as long as a lint itself.
OBJECTS_BETWEEN_COLLECTIONS = 2_000_000


def main() -> None:
    """Entry point of the installed commands ``wiki`` and ``llmwiki``."""
    utf8.start_again_where_names_would_be_garbled()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    code = run(sys.argv[1:])
    gc.freeze()  # at its end Python looks for garbage among all that is left, as if anybody still needed the room
    sys.exit(code)


def run(words: list[str]) -> int:
    """Run one command line and give its exit code. Nothing is raised."""
    utf8.speak()
    arguments = sort_arguments(words)
    debug = "--debug" in arguments.front or os.environ.get("WIKI_DEBUG", "0") != "0"
    try:
        _let_interrupts_be_raised()
        return _dispatch(arguments)
    except (WikiError, typer.TyperException) as error:
        return ending.told(error, arguments.command)
    except (KeyboardInterrupt, typer.Abort):
        return ending.INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Typer exits by itself in this one case
        ending.let_go_of_output()
        return ending.READER_GONE
    except OSError as error:
        return ending.refused_by_system(error, debug=debug)
    except Exception as error:
        return ending.bug(error, debug=debug)


def _let_interrupts_be_raised() -> None:
    """Take over from the handler of ``llmwiki.__main__``; where interrupts are ignored, as behind ``nohup``, they stay so."""
    if threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _dispatch(arguments: Arguments) -> int:
    line = [*arguments.front, *arguments.rest] or ["--help"]
    if arguments.command not in COMMANDS:
        return _walked(build(), line)
    from llmwiki.cli.committing import committing  # `wiki --help` writes nothing

    with committing() as refused:
        code = _walked(build(arguments.command), line)
    return code or bool(refused)


def _walked(tree: Any, line: list[str]) -> int:  # noqa: ANN401 - Typer names no public type for a built tree
    code = tree.main(line, prog_name="wiki", standalone_mode=False)
    sys.stdout.flush()
    return int(code or 0)
