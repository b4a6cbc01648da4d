"""The text of a message: which parts are read, and how plain text becomes Markdown.

Formats: RFC 2045 to 2049 (MIME), RFC 3676 (format=flowed), RFC 2183 (Content-Disposition).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from llmwiki.errors import SourceRefused
from llmwiki.sources.data.reading import fenced
from llmwiki.sources.decode import Decoded, decode_as
from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.limits import megabytes
from llmwiki.sources.mail.headers import file_name, header
from llmwiki.sources.place import unmarked
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

MAX_PARTS = 1000
MAX_DEPTH = 20
_TEXT_ATTACHMENT = 200_000
_KB = 1024
_MOST_LOST = 0.02
_BODIES = frozenset(("text/plain", "text/html"))
_MARKED_UP = frozenset(("text/html", "text/calendar"))
_QUOTED = re.compile(r"((?:>\s?)+)(.*)")
_MARKER = re.compile(r"(\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+)(?=\S)")
_REPLIED = re.compile(
    r"\s*(?:-{2,}\s*(?:Original Message|Original Appointment|原始邮件|原始郵件|回复邮件"
    r"|Ursprüngliche Nachricht|Message d'origine|Mensaje original)\s*-{2,}"
    r"|_{20,})\s*",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s{0,3}(?:-+|=+)\s*")
_SIGNATURE = "-- "


@dataclass(slots=True)
class Body:
    """What was read of a message.

    Attributes:
        texts: Markdown of each text part, in order.
        attachments: Name, type and size of each file that is not text.
        notes: What could not be read as it is declared.
    """

    texts: list[str] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    forwarded: list[Message] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_body(message: Message) -> Body:
    """Read the parts of a message.

    Of alternatives the plain text is taken, or the HTML where the plain text is missing or says nothing. Files are named and
    counted; text files are shown in a code block. Messages inside are handed on.

    Raises:
        SourceRefused: more parts or a deeper nesting than mails have.
    """
    body = Body()
    for count, part in enumerate(_chosen(message, 0)):
        if count >= MAX_PARTS:
            raise SourceRefused(f"is no ordinary mail: over {MAX_PARTS:,} parts")
        _read_part(part, body)
    return body


def _chosen(part: Message, depth: int) -> Iterator[Message]:
    """The parts to be read, outermost first, of alternatives one."""
    if depth > MAX_DEPTH:
        raise SourceRefused(f"is no ordinary mail: parts nested over {MAX_DEPTH} deep")
    if part.get_content_type() == "message/rfc822" or not part.is_multipart():
        yield part
        return
    inside = cast("list[Message]", part.get_payload())
    if part.get_content_type() == "multipart/alternative":
        leaves = [list(_chosen(child, depth + 1)) for child in inside]
        yield from _best(leaves)
        return
    for child in inside:
        yield from _chosen(child, depth + 1)


def _best(alternatives: list[list[Message]]) -> list[Message]:
    """The plain alternative if it has words, else the last one with HTML, else the last, which is the richest (RFC 2046, 5.1.4)."""
    for wanted in ("text/plain", "text/html"):
        for parts in reversed(alternatives):
            found = next((part for part in parts if part.get_content_type() == wanted), None)
            if found is not None and _has_words(found):
                return parts
    return alternatives[-1] if alternatives else []


def _has_words(part: Message) -> bool:
    return any(char.isalnum() for char in _decoded(part).text)


def _read_part(part: Message, body: Body) -> None:
    kind = part.get_content_type()
    if kind == "message/rfc822" and part.is_multipart():
        body.forwarded.extend(cast("list[Message]", part.get_payload())[:1])
        return
    kind = "text/plain" if kind.startswith("multipart/") else kind  # a container whose borders are missing
    named = file_name(part)
    attached = part.get_content_disposition() == "attachment" or bool(named and kind not in _BODIES)
    if kind in _BODIES and not attached and _is_text(part):
        text = _shown(part, kind, body)
        body.texts.extend([text] if text else [])
        return
    if kind.startswith("text/") and kind not in _MARKED_UP and _size(part) <= _TEXT_ATTACHMENT and _is_text(part):
        shown = visible(_decoded(part).text)[0].strip("\n")
        body.texts.append(f"**{inert(named or kind)}**\n\n{fenced(shown, 'text', 0)}")
        return
    body.attachments.append(_described(part, named))


def _is_text(part: Message) -> bool:
    """Whether a part that is called text is text: pictures come under that name too."""
    found = _decoded(part)
    return found.lost <= max(2, _MOST_LOST * len(found.text)) and "\x00" not in found.text


def _shown(part: Message, kind: str, body: Body) -> str:
    found = _decoded(part)
    declared = part.get_content_charset() or ""
    if found.lost:
        body.notes.append(f"{found.lost:,} bytes of the text could not be decoded as {declared or found.encoding}")
    text, hidden = visible(found.text)
    if hidden:
        body.notes.append(f"{hidden:,} invisible characters taken out")
    if kind == "text/html":
        from llmwiki.sources.web.fragment import fragment

        return unmarked(fragment(text))
    return plain_markdown(text, flowed=_is_flowed(part), joined=_parameter(part, "delsp") == "yes")


def _decoded(part: Message) -> Decoded:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    return decode_as(data, part.get_content_charset() or "")


def _size(part: Message) -> int:
    payload = part.get_payload(decode=True)
    return len(payload) if isinstance(payload, bytes) else 0


def _described(part: Message, name: str) -> str:
    size = _size(part)
    measure = f"{size:,} bytes" if size < _KB else f"{size / _KB:.0f} kB" if size < _KB * _KB else megabytes(size)
    return f"{name or header(part, 'Content-Description') or 'without a name'} ({part.get_content_type()}, {measure})"


def _is_flowed(part: Message) -> bool:
    return _parameter(part, "format") == "flowed"


def _parameter(part: Message, name: str) -> str:
    from llmwiki.sources.failures import failures

    try:
        return str(part.get_param(name, "")).lower()
    except failures():
        return ""


def plain_markdown(text: str, *, flowed: bool = False, joined: bool = False) -> str:
    """Plain text of a mail as Markdown.

    Args:
        text: Decoded text.
        flowed: Whether a space at a line's end means that the line goes on (RFC 3676).
        joined: Whether that space is then taken away (DelSp).

    Returns:
        Lines as they are, with nothing in them that Markdown reads as markup but list marks; quoted lines as quotes, and all
        behind an "Original Message" line, or the rule that Outlook draws, as a quote too.
    """
    lines = [line.rstrip("\r") for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    lines = list(_unflowed(lines, joined=joined)) if flowed else lines
    written: list[str] = []
    depth = quoted = 0
    for line in lines:
        quoted |= bool(_REPLIED.fullmatch(line))
        match = _QUOTED.fullmatch(line)
        level = (match[1].count(">") if match else 0) + quoted
        if level < depth and written and written[-1].strip("> "):
            written.append(("> " * level).rstrip())  # else Markdown takes the line for the quote's own
        if line == _SIGNATURE and not level:
            written.append("")  # else it belongs to a list above
        depth = level
        written.append(f"{'> ' * level}{_safe(match[2] if match else line)}".rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(written).strip("\n"))


def _safe(line: str) -> str:
    line = unmarked(line.rstrip())
    bare = line.lstrip()
    indent = " " * min(len(line) - len(bare), 3)
    if _RULE.fullmatch(line) and bare:
        return f"\\{bare}"
    if marker := _MARKER.match(line):
        return marker[1].replace("•", "-") + inert(line[marker.end() :])
    return indent + inert_line(bare)


def _unflowed(lines: list[str], *, joined: bool) -> Iterator[str]:
    """Lines with soft breaks undone; quote marks in front count as depth (RFC 3676, 4.2 to 4.5)."""
    held, depth = "", 0
    for line in lines:
        match = re.match(r">*", line)
        level = match.end() if match else 0
        body = line[level:]
        body = body.removeprefix(" ")
        if held and level != depth:
            yield _requoted(held, depth)
            held = ""
        depth = level
        whole = held + body
        if body.endswith(" ") and body != _SIGNATURE:
            held = whole[:-1] if joined else whole
            continue
        yield _requoted(whole, level)
        held = ""
    if held:
        yield _requoted(held, depth)


def _requoted(text: str, depth: int) -> str:
    return f"{'>' * depth} {text}" if depth else text
