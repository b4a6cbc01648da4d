"""A message as Markdown."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source, SourceKind
from llmwiki.sources.detect import detect, is_kind
from llmwiki.sources.inert import inert
from llmwiki.sources.language import language
from llmwiki.sources.mail.body import Body, read_body
from llmwiki.sources.mail.headers import header, people, sent_at
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.place import turn_mark

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

_FIELDS = ("From", "To", "Cc", "Reply-To")
_NESTED = 5
"""Forwarded messages that are read inside of each other."""
_MOST_FILES = 100


class _Written(NamedTuple):
    """Markdown of a message with those inside it."""

    text: str
    files: tuple[str, ...]
    notes: tuple[str, ...]


class MailConverter:
    """A mail to Markdown: subject, people, date, the text, quotes as quotes; files are named and counted."""

    name = "mail"
    extractor = "mail 1"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are a message, or the name says so."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a message.

        Raises:
            SourceRefused: no header, or nothing to read in it.
        """
        detect(original.name, original.data)
        message = parsed(original.data)
        title = header(message, "Subject") or title_from_name(original.name)
        made = _written(message, title, count(1))
        sent = sent_at(message)
        return Source(
            text=made.text + "\n",
            title=title,
            kind=_kind(message),
            language=language(made.text),
            author=", ".join(person.name or person.address for person in people(message, "From")),
            date=sent.date().isoformat() if sent else "",
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(*_counted(made.files), *made.notes),
        )


def parsed(data: bytes) -> Message:
    """A message out of its bytes.

    Raises:
        SourceRefused: it has no header field that mails have.
    """
    from email import message_from_bytes, policy

    start = data.find(b"\n") + 1 if data.startswith(b"From ") else 0
    message = message_from_bytes(data[start:].lstrip(b"\r\n"), policy=policy.compat32)
    if not any(message.get(name) for name in ("From", "To", "Subject", "Date", "Message-ID", "Received")):
        raise SourceRefused("is no e-mail: no header of one in front")
    return message


def _written(message: Message, title: str, numbers: Iterator[int], depth: int = 1) -> _Written:
    number = next(numbers)
    body = read_body(message)
    texts = [*body.texts]
    files, notes = [*body.attachments], [*body.notes]
    for inside in body.forwarded:
        if depth >= _NESTED:
            files.append(f"{header(inside, 'Subject') or 'a message'} (message/rfc822)")
            continue
        nested = _written(inside, header(inside, "Subject") or "Message without a subject", numbers, depth + 1)
        texts.append(nested.text)
        files.extend(nested.files)
        notes.extend(nested.notes)
    if depth == 1 and not texts and not files:
        raise SourceRefused("is a mail without text")
    heading = f"{'#' * min(depth, 6)} {inert(title)}"
    opening = [heading, turn_mark(number)] if depth == 1 else [turn_mark(number), heading]
    return _Written("\n\n".join([*opening, _fields(message, body), *texts]), tuple(files), tuple(notes))


def _fields(message: Message, body: Body) -> str:
    """The header as a list: people, date, files."""
    named = [(name, "; ".join(person.shown for person in people(message, name))) for name in _FIELDS]
    sent = sent_at(message)
    named.append(("Date", sent.isoformat(" ", "minutes") if sent else header(message, "Date")))
    named.append(("Attachments", "; ".join(body.attachments[:_MOST_FILES])))
    return "\n".join(f"- {name}: {inert(value)}" for name, value in named if value)


def _counted(files: tuple[str, ...]) -> list[str]:
    if not files:
        return []
    return [f"{len(files)} attachment{'s' * (len(files) != 1)} not taken in: {'; '.join(files[:5])}{' ...' if len(files) > 5 else ''}"]  # noqa: PLR2004 - as many as a line of the report bears


def _kind(message: Message) -> SourceKind:
    """A letter of a list or a newsletter is an article unless it answers another; everything else is a conversation."""
    broadcast = message.get("List-Unsubscribe") or message.get("List-Id")
    return "article" if broadcast and not (message.get("In-Reply-To") or message.get("References")) else "transcript"
