"""The ``wiki`` command and ``python -m llmwiki``: nothing stands here that takes time before an interrupt is understood."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Entry point of the installed commands ``wiki`` and ``llmwiki``."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from llmwiki.cli.app import main as run  # a Ctrl-C while this is imported would end in a traceback

    run()


def _leave(_number: int, _frame: object) -> None:
    """Nothing has been begun that would have to be ended."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
