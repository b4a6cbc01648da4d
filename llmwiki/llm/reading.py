"""From the text of a reply to the one JSON object in it: thinking, fences and talk around it are left out."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_THOUGHT = re.compile(r"\s*<(think|thinking|thought|reasoning)>(.*?)(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_REFUSAL = re.compile(
    r"\W*(?:(?:i['’]?m|i am) (?:sorry|afraid|unable)|sorry,|i (?:can(?:['’]t|not)|won['’]t|must decline)|as an ai\b"
    r"|抱歉|对不起|很抱歉|非常抱歉|我(?:无法|不能)|作为一个?(?:AI|人工智能))",
    re.IGNORECASE,
)
_TRIES = 8


class Unfit(Exception):
    """A reply that is not what was asked for; the message says why, in words that the model may read."""


def without_thinking(text: str) -> str:
    """What a model said without what it thought before: a first part in tags, or all up to an end tag whose beginning the prompt had."""
    thought = _THOUGHT.match(text)
    while thought:
        text = text[thought.end() :]
        thought = _THOUGHT.match(text)
    if text.lstrip()[:1] not in {"{", "["} and (ends := list(_THOUGHT_END.finditer(text))):
        text = text[ends[-1].end() :]
    return text.strip().lstrip("\ufeff")


def is_refusal(text: str) -> bool:
    """Whether a text that holds no object begins as refusals do, in English or Chinese."""
    return bool(_REFUSAL.match(text[:200]))


def one_object(text: str) -> dict[str, Any]:
    """The only complete JSON object in a text.

    Raises:
        Unfit: There is none, or more than one, or it has a key twice, a number that JSON does not know, or half a character.
    """
    found: list[dict[str, Any]] = []
    at = text.find("{")
    for _ in range(_TRIES):
        if at < 0:
            break
        value, end = _read_at(text, at)
        if value is not None:
            found.append(value)
        at = text.find("{", end)
    if not found:
        raise Unfit("there is no complete JSON object in it")
    if len(found) > 1:
        raise Unfit("there is more than one JSON object in it")
    return found[0]


def _read_at(text: str, at: int) -> tuple[dict[str, Any] | None, int]:
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        return None, at + 1
    except (RecursionError, ValueError) as error:  # nested without end; a number of thousands of digits
        raise Unfit("it is nested too deeply or has too long a number") from error
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (UnicodeEncodeError, RecursionError) as error:
        raise Unfit("it has half a character") from error
    return value, end


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise Unfit("it has a key twice")
    return table


def _no_number(name: str) -> NoReturn:
    raise Unfit(f"{name} is no number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)
