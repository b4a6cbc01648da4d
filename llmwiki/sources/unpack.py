"""Inputs that hold many documents: each document becomes an input of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import cast

from llmwiki.errors import SourceRefused
from llmwiki.plugins import UNPACKERS, load
from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.failures import PARSER_FAILURES, told
from llmwiki.sources.limits import MAX_ARCHIVE_DEPTH, MAX_UNPACKED, WHOLE_BYTES, megabytes

Unpacker = Callable[[Original], "Iterator[Original | Refusal] | None"]


def unpack(original: Original) -> Iterator[Original | Refusal] | None:
    """The documents of a container, read one at a time.

    Args:
        original: An input.

    Returns:
        None when it is no container, else one Original for each document inside, with an ``origin`` of the container's and its
        own name or id, or the reason why it is not read. Names inside a container never become paths.
    """
    return next((found for unpacker in _unpackers() if (found := unpacker(original)) is not None), None)


def expanded(original: Original) -> Iterator[Original | Refusal]:
    """An input itself, its parts if it is long, or the documents in it and in the containers that it holds.

    A damaged container, or a file that can neither be read in parts nor at once, ends in a reason.
    """
    return _Expansion().of(original, 0)


class _Expansion:
    """Opens one input to the end; containers in containers use up one budget of bytes."""

    def __init__(self) -> None:
        self._unpacked = 0

    def of(self, original: Original, depth: int) -> Iterator[Original | Refusal]:
        try:
            if (parts := _parts(original)) is not None:
                yield from parts
                return
            if not _is_array(original):
                original = original.whole()  # what is inside of an array can be told from its file
            inside = unpack(original)
            if inside is None:
                yield original.whole()
            elif depth >= MAX_ARCHIVE_DEPTH:
                yield Refusal(original.origin, f"is nested too deep: archives in archives are read {MAX_ARCHIVE_DEPTH} deep")
            else:
                yield from self._each(original, inside, depth)
        except SourceRefused as error:
            yield Refusal(original.origin, error.message)
        except OSError as error:
            reason = error.strerror or told(error)  # the whole message would name a path of this machine
            yield Refusal(original.origin, f"cannot be read: {reason}", failed=original.file is not None)
        except PARSER_FAILURES as error:
            yield Refusal(original.origin, f"could not be unpacked: {told(error)}")

    def _each(self, original: Original, inside: Iterator[Original | Refusal], depth: int) -> Iterator[Original | Refusal]:
        empty = True
        for item in inside:
            empty = False
            if isinstance(item, Refusal):
                yield item
                continue
            self._unpacked += len(item.data)
            if self._unpacked > MAX_UNPACKED:
                raise SourceRefused(f"unpacks to more than {megabytes(MAX_UNPACKED)}, the limit; read up to {item.origin!r}")
            yield from self.of(replace(item, tell=original.tell), depth + 1)
        if empty:
            yield Refusal(original.origin, "is empty: no documents in it")


def _parts(original: Original) -> Iterator[Original] | None:
    """The parts of a long text or conversation; None for everything else."""
    if original.size <= WHOLE_BYTES:
        return None
    from llmwiki.sources.parts.parts import cut  # brings readers of conversations with it

    return cut(original)


def _is_array(original: Original) -> bool:
    return original.data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"["


@cache
def _unpackers() -> tuple[Unpacker, ...]:
    return tuple(cast("Unpacker", load(dotted)) for dotted in UNPACKERS.values())
