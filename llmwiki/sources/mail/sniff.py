"""Whether bytes are a message, told by its header before anything is decoded: the parts behind it may be in any encoding, or none."""

from __future__ import annotations

import re

from llmwiki.sources.kinds import extension
from llmwiki.sources.limits import SAMPLE_BYTES

_FIELD = rb"[!-9;-~]{1,80}:[^\n]*\n(?:[ \t][^\n]*\n)*"
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:From [^\n]*\n)?((?:" + _FIELD + rb")+)(?:\r?\n|\Z)")
_NAME = re.compile(rb"^([!-9;-~]{1,80}):", re.MULTILINE)
# Fields that mail programs write and people do not (RFC 5322, 3.6.4 and 3.6.7; RFC 2045, 4), and those that every mail has.
_SURE = frozenset((b"received", b"return-path", b"delivered-to", b"mime-version", b"message-id", b"dkim-signature"))
_USUAL = frozenset((b"from", b"to", b"subject", b"date", *_SURE))
_FEWEST = 2


def is_mail(name: str, data: bytes) -> bool:
    """Whether bytes begin with the header of a message.

    Args:
        name: File name; ``.eml`` lets two usual fields suffice, any other needs one that only mail programs write too.
        data: The bytes.
    """
    match = _HEAD.match(data[:SAMPLE_BYTES])
    if match is None:
        return False
    names = {found.lower() for found in _NAME.findall(match[1])}
    return len(names & _USUAL) >= _FEWEST and (extension(name) == "eml" or bool(names & _SURE))
