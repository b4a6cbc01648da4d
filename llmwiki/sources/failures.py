"""What parsers of foreign formats raise on damaged input, apart from their own exceptions."""

from __future__ import annotations

import struct
import zlib
from zipfile import BadZipFile

PARSER_FAILURES: tuple[type[BaseException], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BadZipFile,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""Found by feeding damaged files to pypdf, lxml and trafilatura: they walk structures that the file
promises and does not hold, so a missing key or a wrong type means a broken file, not a broken program.
``RuntimeError`` includes ``RecursionError`` and ``NotImplementedError``, ``ValueError`` the Unicode errors."""


def failures(*more: type[BaseException]) -> tuple[type[BaseException], ...]:
    """A library's own exceptions and what it lets through of others, for an ``except`` clause."""
    return (*more, *PARSER_FAILURES)


def told(error: BaseException) -> str:
    """An error in a few words for a report: its message on one line, else its kind."""
    message = " ".join(str(error).split())[:160]
    return message or type(error).__name__
