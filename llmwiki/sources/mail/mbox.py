"""Mailboxes in one file: each message is an input.

Format: RFC 4155 (default mbox) with the quoting of mboxrd (``>From `` lines lose one mark).
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.mail.headers import header, sent_at
from llmwiki.sources.mail.message import parsed
from llmwiki.vault.safe_names import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATE = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[^\r\n]{0,40}\d{4}|\d{4}-\d\d-\d\d|\d\d:\d\d"
_BEGIN = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]{0,500}(?:" + _DATE + rb")[^\r\n]{0,60}\r?\n(?=(?:>?[!-9;-~]+:|\r?\n))")
_QUOTED = re.compile(rb"^>(?=>*From )", re.MULTILINE)


def unpack(original: Original) -> Iterator[Original | Refusal] | None:
    """The messages of a mailbox in its order; None when the bytes are no mailbox.

    Each is named after its date and subject. Its ``origin`` ends with its Message-ID, so that a newer copy of the mailbox
    brings the same messages, or a number made of its bytes where it has none.
    """
    return _messages(original) if _BEGIN.match(original.data[:8192].lstrip(b"\r\n")) else None


def _messages(original: Original) -> Iterator[Original | Refusal]:
    data = original.data
    starts = [(match.start(), match.end()) for match in _BEGIN.finditer(data)]
    for (_, begin), (end, _) in zip(starts, [*starts[1:], (len(data), 0)], strict=True):
        raw = _QUOTED.sub(b"", data[begin:end]).rstrip(b"\r\n") + b"\n"
        digest = hashlib.sha256(raw).hexdigest()[:16]
        try:
            message = parsed(raw)
        except SourceRefused as refused:
            yield Refusal(f"{original.origin}#{digest}", refused.message)
            continue
        sent = sent_at(message)
        subject = header(message, "Subject") or "message"
        name = slug(f"{sent.date().isoformat()} {subject}" if sent else subject)
        identity = re.sub(r"[\s<>#]+", "", header(message, "Message-ID"))[:200] or digest
        yield Original(f"{name}.eml", raw, f"{original.origin}#{identity}", options=original.options)
