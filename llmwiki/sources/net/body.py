"""The body of an answer, unpacked within limits."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from llmwiki.errors import ServiceError, SourceRefused
from llmwiki.sources.budget import Budget
from llmwiki.sources.limits import megabytes

_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
_PIECE = 256 * 1024
_CODINGS: dict[str, bool] = {"": False, "identity": False, "gzip": True, "x-gzip": True, "deflate": True}


def whole_body(pieces: Iterable[bytes], coding: str, limit: int) -> bytes:
    """Put an answer's body together, and unpack it piece by piece.

    Args:
        pieces: The bytes as they arrive.
        coding: The header Content-Encoding.
        limit: Most bytes, packed and unpacked.

    Raises:
        SourceRefused: it is too big, or unpacks to far more than documents do.
        ServiceError: it is packed in a way that was not asked for, damaged, or cut off.
    """
    name = coding.strip().lower()
    if name not in _CODINGS:
        raise ServiceError(f"the server answered packed in a way that was not asked for: {name[:40]}")
    limited = _limited(pieces, limit)
    return b"".join(_unpacked(limited, limit) if _CODINGS[name] else limited)


def too_big(limit: int) -> SourceRefused:
    """The refusal of a body over ``limit`` bytes."""
    return SourceRefused(f"is too big: over {megabytes(limit)}, the limit for a document from the web")


def _limited(pieces: Iterable[bytes], limit: int) -> Iterable[bytes]:
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limit:
            raise too_big(limit)
        yield piece


def _unpacked(pieces: Iterable[bytes], limit: int) -> Iterable[bytes]:
    """The unpacked bytes, never more than a piece of a fixed size at a time."""
    meter = Budget(bytes_out=limit).start()
    unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
    packed = 0
    try:
        for piece in pieces:
            packed += len(piece)
            rest = piece
            while rest and not unpacker.eof:
                out = unpacker.decompress(rest, _PIECE)
                meter.take(len(out))
                meter.check_ratio(packed, meter.used)
                yield out
                rest = unpacker.unconsumed_tail
    except zlib.error as error:
        raise ServiceError("the server's answer is damaged: it cannot be unpacked") from error
    if packed and not unpacker.eof:
        raise ServiceError("the server's answer broke off")
