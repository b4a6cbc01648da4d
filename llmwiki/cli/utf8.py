"""Text is UTF-8 on the way in and out, whatever the locale or the console says."""

from __future__ import annotations

import os
import sys

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def start_again_where_names_would_be_garbled() -> None:
    """Start this program again in Python's UTF-8 mode if file names are taken for another encoding.

    In a locale such as ``zh_CN.GBK`` or ``de_DE.ISO-8859-1`` Python would read the name ``苍鹭.md`` of a
    vault as other characters, so that every link to it is broken and every name it writes is wrong.
    """
    if os.name == "posix" and sys.getfilesystemencoding() != "utf-8":
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - no shell: this very program


def speak() -> None:
    """Set standard input, output and errors to UTF-8; one that the caller has closed leads nowhere."""
    for name, mode in STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - stays open as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")
