"""A text or conversation that is too long for one source, told as one input for each part of it.

What is cut: conversations with a record a line (Claude Code, Codex, chats of roles), captions, chats in plain text, and text itself.
Each part is kept as the original of its own source, so that the whole is never held, and the parts joined are the whole. Only
captions are given the line again that says what they are, so that players open each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original
from llmwiki.sources.detect import Detected, detect
from llmwiki.sources.limits import HEAD_BYTES, MAX_BYTES
from llmwiki.sources.parts.borders import at_caption, at_message, at_paragraph, at_record
from llmwiki.sources.parts.cutting import SIZES, Border, Sizes, pieces
from llmwiki.sources.parts.naming import part_name, part_origin

_LINED = {"claude-code", "codex", "chat"}
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")
_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?(WEBVTT[^\r\n]{0,200}\r?\n)")


class Nature(NamedTuple):
    """What a long input is.

    Attributes:
        kind: Which of ``plugins.CONVERTERS`` reads it.
        border: Where it may be cut.
        charset: What its beginning was decoded from.
        header: Bytes that every part begins with.
    """

    kind: str
    border: Border
    charset: str
    header: bytes = b""


def cut(original: Original, sizes: Sizes = SIZES) -> Iterator[Original] | None:
    """The parts of a long text or conversation, read one at a time.

    Args:
        original: An input, its bytes held or in its file.
        sizes: How long parts are.

    Returns:
        None for what is short, is no text, or can't be read in parts; and for a text below ``raw/``, which is kept where it lies
        as long as it can be held.
    """
    if original.kind or original.size <= sizes.most:
        return None
    nature = nature_of(original)
    stays = original.place.startswith("raw/") and original.size <= MAX_BYTES
    return None if nature is None or (stays and nature.kind == "text") else _parts(original, nature, sizes)


def nature_of(original: Original) -> Nature | None:
    """What a long input is, by its beginning; None for what can only be read as a whole."""
    head = _beginning(original.data[:HEAD_BYTES])
    if b"\x00" in head or head[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return None
    try:
        found = detect(original.name, head, original.charset)
    except SourceRefused:
        return None
    finally:
        detect.cache_clear()
    border = _border(found, head)
    if border is None:
        return None
    header = _HEADER.match(head)
    charset = original.charset if found.encoding in {"", "utf-8"} else found.encoding
    return Nature(found.kind, border, charset, header[1] + b"\n" if header and found.kind == "captions" else b"")


def _border(found: Detected, head: bytes) -> Border | None:
    is_json = _JSON.match(head) is not None
    if found.kind in _LINED:
        return at_record if is_json and head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" else None
    if found.kind == "captions":
        return at_caption
    if found.kind == "chatlog":
        return at_message(found.encoding)
    return at_paragraph if found.kind == "text" and not is_json else None


def _beginning(head: bytes) -> bytes:
    """The beginning of a text as far as its last whole line, or character."""
    end = head.rfind(b"\n") + 1
    return head[:end] if end else head.decode("utf-8", "ignore").encode() or head


def _parts(original: Original, nature: Nature, sizes: Sizes) -> Iterator[Original]:
    size, done = original.size, 0
    with original.open() as stream:
        for number, piece in enumerate(pieces(stream, nature.border, sizes), 1):
            if len(piece) == size:
                yield replace(original, data=piece, file=None)
                return
            yield replace(
                original,
                name=part_name(original.name, number),
                data=piece if number == 1 else nature.header + piece,
                origin=part_origin(original.origin, number),
                place="",
                charset=nature.charset,
                kind=nature.kind,
                file=None,
                tell=_share(original, done / size, len(piece) / size),
            )
            done += len(piece)


def _share(original: Original, before: float, own: float) -> Callable[[float], None]:
    """What a part tells of the share of it that was read, as a share of the whole."""
    return lambda share: original.tell(before + own * share)
