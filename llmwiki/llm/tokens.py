"""How many tokens a text is, where nobody counted."""

from __future__ import annotations

import re
from collections.abc import Iterable

from llmwiki.llm.base import Message, Usage

_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_LATIN = 4
"""Latin characters in a token, about; a Chinese character is about one token."""

_TURN = 8
"""Tokens around a message: its role and the marks between turns."""

_MOST = 1 << 40


def about(text: str) -> int:
    """About how many tokens a text is."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // _LATIN)


def at_most(messages: Iterable[Message]) -> int:
    """More tokens than a prompt can have: tokenizers that know every byte make no more tokens of a text than it has bytes."""
    return sum(len(message.text.encode("utf-8", "replace")) + _TURN for message in messages)


def estimate(messages: Iterable[Message], reply: str) -> Usage:
    """Usage of a call that was not counted."""
    return Usage(sum(about(message.text) + _TURN for message in messages), about(reply), is_counted=False)


def counted(number: object) -> int:
    """A server's count of tokens; 0 for what is none. Raises TypeError for what is no number."""
    if number is None:
        return 0
    if not isinstance(number, int):
        raise TypeError("a count that is no number")
    return min(max(number, 0), _MOST)
