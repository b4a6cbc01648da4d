"""Questions as they are handed to a person's own agent, and the replies that it hands in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from llmwiki.errors import WikiError
from llmwiki.llm.base import Message
from llmwiki.llm.shape import schema_of
from llmwiki.scribe.editor.claim import Claims
from llmwiki.scribe.editor.naming import Names
from llmwiki.scribe.editor.prompts import Prompts
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.editor.summing import Summary
from llmwiki.vault.localfile import write_local
from llmwiki.vault.places import LOCAL

WORK = f"{LOCAL}/work"
"""Where the packets that are handed out lie until they are answered."""

SHAPES: Mapping[str, type] = {"names": Names, "claims": Claims, "summary": Summary}
"""The shape of the answer to each kind of question; the others are answered by yes or no."""

_ID = re.compile(r"[0-9a-f]{24}")


class Packet(NamedTuple):
    """One question for an agent.

    Attributes:
        id: To hand the reply in under.
        kind: What sort of question it is.
        source: Raw path of the source that it is about.
        system: What is to be done.
        user: What it is to be done with; text in it is data.
        schema: JSON schema of the reply; None: yes or no.
        limit: Tokens that a model would have for it; part of what the reply is kept under.
    """

    id: str
    kind: str
    source: str
    system: str
    user: str
    schema: Mapping[str, Any] | None
    limit: int

    @property
    def messages(self) -> tuple[Message, Message]:
        """As a model would be asked."""
        return Message("system", self.system), Message("user", self.user)


def packets(questions: Iterable[Question], prompts: Prompts) -> Iterator[Packet]:
    """The questions in words, in their order."""
    for question in questions:
        system, user = prompts.messages(question)
        schema = schema_of(question.shape) if question.shape else None
        yield Packet(question.key, question.kind, question.source, system.text, user.text, schema, question.limit)


def hand_out(root: Path, packet: Packet) -> None:
    """Note a packet, so that its reply can be taken. Raises WriteError."""
    write_local(root, f"{WORK}/{packet.id}.json", json.dumps(packet._asdict(), ensure_ascii=False).encode("utf-8", "replace"))


def handed_out(root: Path, name: str) -> Packet:
    """The packet of this name. Raises WikiError when none was handed out."""
    packet = _read(root / WORK / f"{name}.json") if _ID.fullmatch(name) else None
    if packet is None:
        raise WikiError(f"no packet {name[:40]!r} was handed out", "`wiki work next --json` gives the ids")
    return packet


def _read(file: Path) -> Packet | None:
    try:
        packet = Packet(**json.loads(file.read_bytes()))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return packet if all(isinstance(text, str) for text in packet[:5]) and isinstance(packet.limit, int) else None
