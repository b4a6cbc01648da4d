"""The two ways in which a command speaks: data on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, TextIO


def say(text: str) -> None:
    """Print data on stdout, one line end behind it."""
    _write(sys.stdout, text if text.endswith("\n") else text + "\n")


def say_json(value: Any) -> None:  # noqa: ANN401 - whatever JSON can say
    """Print a value as JSON on stdout; bytes that are no UTF-8 come out as escapes, so the output stays valid."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        text = json.dumps(value, indent=2)
    say(text)


def tell(text: str) -> None:
    """Print a hint or progress on stderr."""
    _write(sys.stderr, text + "\n")


def tell_unread(unread: Iterable[tuple[str, str]]) -> None:
    """Name what could not be read, since an answer without it may mislead."""
    for path, reason in unread:
        tell(f"not read: {path}: {reason}")


def _write(stream: TextIO, text: str) -> None:
    if stream.isatty():
        from llmwiki.report.terminal import inert

        text = inert(text)
    stream.write(text)
