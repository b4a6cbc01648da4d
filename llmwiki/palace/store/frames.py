"""Messages between a store and its keeper: a header in JSON and one run of bytes, each behind its length."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import IO, Any, NamedTuple

_LENGTHS = struct.Struct("<IQ")


class Message(NamedTuple):
    """What is said, and the vectors that go with it (float32, little-endian, row after row)."""

    head: dict[str, Any]
    blob: bytes = b""


def send(stream: IO[bytes], head: Mapping[str, Any], blob: bytes = b"") -> None:
    """Write a message. Raises OSError when the other side is gone."""
    text = json.dumps(head).encode()
    stream.write(_LENGTHS.pack(len(text), len(blob)))
    stream.write(text)
    stream.write(blob)
    stream.flush()


def receive(stream: IO[bytes]) -> Message | None:
    """The next message, or None when the other side is gone, in the middle of one too."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head, blob = _LENGTHS.unpack(lengths)
    body = stream.read(head + blob)
    if len(body) < head + blob:
        return None
    return Message(json.loads(body[:head]), body[head:])
