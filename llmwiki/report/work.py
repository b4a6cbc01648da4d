"""A packet of work for an agent, as text and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llmwiki.scribe.editor.packets import Packet


def packet_json(packet: Packet) -> dict[str, Any]:
    """What an agent needs; ``reply`` says what is wanted in words."""
    wanted = "a JSON object that fits the schema" if packet.schema else "yes or no, or the probability of yes from 0 to 1"
    shown = packet._asdict()
    del shown["limit"]
    return {**shown, "reply": wanted}


def packet_text(packet: Packet) -> str:
    """The same for reading."""
    wanted = json.dumps(packet.schema, ensure_ascii=False) if packet.schema else "yes or no"
    return f"=== {packet.id} ({packet.kind}, {packet.source})\n{packet.system}\n\n{packet.user}\n\nReply: {wanted}"
