"""What is said to a model beyond the prompt: which JSON is wanted, and what was wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from llmwiki.llm.base import Message
from llmwiki.llm.reading import one_object
from llmwiki.llm.shape import read_value, sift

_HAN = re.compile(r"[\u3400-\u9fff]")
_CHINESE = 0.2
"""Share of Chinese characters from which on a prompt is Chinese; one in English draws English answers about Chinese texts."""

_REPEATED = 2_000
"""Characters of a bad reply that the model is shown again."""

_WANTED = {
    "en": "Answer with one JSON object on one line, without any other text. It fits this JSON schema: ",
    "zh": "只用一行输出一个 JSON 对象，不要其他文字，并符合这个 JSON schema：",
}
_WRONG = {
    "en": "That does not fit: {reason}. Answer again with the corrected JSON object alone, on one line.",
    "zh": "不符合要求：{reason}。请只用一行重新输出改正后的 JSON 对象。",
}


def in_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> tuple[Message, ...]:
    """The prompt with a sentence on the wanted JSON behind the system's words, in the language of the prompt.

    There it is part of what all calls of one kind share, which servers keep.
    """
    told = _WANTED[_language(messages)] + json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    if messages and messages[0].role == "system":
        return (Message("system", f"{messages[0].text}\n\n{told}"), *messages[1:])
    return (Message("system", told), *messages)


def asked_again(messages: Sequence[Message], text: str, reason: str) -> tuple[Message, ...]:
    """The prompt, what the model made of it, and what is wrong with that."""
    told = _WRONG[_language(messages)].format(reason=reason)
    return (*messages, Message("assistant", text[:_REPEATED] or "."), Message("user", told))


def wanted_object(text: str, shape: type) -> str:
    """The JSON of the only object in a text, when it has the shape. Raises Unfit."""
    data = one_object(text)
    read_value(data, shape)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def usable_object(text: str, shape: type) -> str:
    """The JSON of the only object in a text, as it came, when a value of the shape can be sifted out of it. Raises Unfit."""
    data = one_object(text)
    sift(data, shape)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _language(messages: Sequence[Message]) -> str:
    text = messages[0].text if messages else ""
    return "zh" if len(_HAN.findall(text)) > _CHINESE * max(1, len(text)) else "en"
