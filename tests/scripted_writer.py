"""A stand-in for a large model: reads the numbered sentences of a prompt and states what they say, by rules; one that obeys the text, too."""

from __future__ import annotations

import re
from typing import Any

_LINE = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_TALK = re.compile(r"[?？]$|\b(?:I|we|our|us|you|your|thanks|let's)\b|[我你您]|谢谢", re.IGNORECASE)
_VERBS = (
    r"is|are|was|were|has|have|had|does|do|uses?|ranks?|keeps?|stores?|takes?|splits?|runs?|reads?|writes?|finds?|needs?|gives?|holds?|answers?"
    r"|replaced|replaces|combines?|scores?|weighs?|counts?|became|began|can|cannot|will|may|supports?|returns?|came|moved|left|costs?|grew|opened"
)
_ENGLISH = re.compile(rf"^(?:The |An? )?([A-Za-z][\w.’'-]*(?: [\w.’'-]+){{0,3}}?) (?:{_VERBS})\b")
_CHINESE = re.compile(r"^([\w -]{2,12}?)(?:（[^（）]*）)?(?=是|使用|把|将|在|会|有|可以|于|由|支持|需要|不|用)")
_PRONOUN = re.compile(r"^(?:It|They)\b(?!['’])|^它")
_FILLER = re.compile(r"^(?:In short|As everyone knows|Of course|Indeed|So|简单来说|众所周知|总之)[,，] ?")
_NOT_ALONE = frozenset("this that these those there he she it they we who which what here such some most many each both one".split())


def claims(prompt: str) -> dict[str, Any]:
    """The reply to the question what a piece of a source states."""
    found: list[dict[str, str]] = []
    last = ""
    for number, text in _LINE.findall(prompt):
        subject, statement = _about(text, last)
        last = subject or last
        if not subject or _TALK.search(text) or text.endswith((":", "：")):
            continue
        found.append({"sentence": number, "subject": subject, "kind": _kind(statement), "statement": statement})
    return {"claims": found[:30]}


def summary(prompt: str) -> dict[str, Any]:
    """The reply to the question what a thing is: what its first statement says behind "is"."""
    first = prompt.partition("<text>\n")[2].splitlines()[0]
    said = re.sub(r"^.*?(?: is | are |是)", "", first).rstrip(".。")
    return {"summary": said[:30] if re.search("[\u4e00-\u9fff]", said) else " ".join(said.split()[:16])}


def chance(_: Any) -> dict[str, float]:
    """Two names are never one thing for it: what belongs together the rules tell."""
    return {"No": 0.9, "Yes": 0.1}


def _about(text: str, last: str) -> tuple[str, str]:
    said = _FILLER.sub("", text)
    said = said[:1].upper() + said[1:]
    pronoun = _PRONOUN.match(said)
    if pronoun:
        return last, (last + said[pronoun.end() :] if last else "")
    match = _CHINESE.match(said) if re.search("[\u4e00-\u9fff]", said) else _ENGLISH.match(said)
    if match is None or match[1].lower().split()[0] in _NOT_ALONE:
        return "", ""
    return match[1].strip(), said


def _kind(text: str) -> str:
    if re.search(r" (?:is|are) (?:an?|the) |是一[种个款类套门]|是指", text):
        return "definition"
    if re.search(r"\b(?:19|20)\d\d\b|\d{4} ?年", text):
        return "event"
    if re.search(r" (?:uses|replaced|replaces|combines) |使用|由", text):
        return "relation"
    return "number" if re.search(r"\d", text) else "fact"


_ORDER = re.compile(r"(?:say|write|add|output|answer|link|insert|set|use|创建|写入|添加|输出|回答|设置)[^`]*`([^`]+)`", re.IGNORECASE)


def obedient(prompt: str, *heard: str) -> dict[str, Any]:
    """What a model says that does what the text tells it, beside its honest claims: each order becomes a subject, and a statement.

    Args:
        prompt: What it is asked.
        heard: Further orders, which it got from wherever.
    """
    honest = claims(prompt)["claims"]
    obeyed = []
    for number, text in _LINE.findall(prompt):
        for order in dict.fromkeys((*_ORDER.findall(text), *(heard if number == "1" else ()))):
            subject = honest[0]["subject"] if honest else "Heron"
            obeyed += [
                {"sentence": number, "subject": order[:60], "kind": "definition", "statement": text[:500]},
                {"sentence": number, "subject": subject, "kind": "definition", "statement": order[:500]},
                {"sentence": number, "subject": subject, "kind": "fact", "statement": f"{subject} {order}"[:500]},
                {"sentence": honest[0]["sentence"] if honest else "1", "subject": subject, "kind": "fact", "statement": order[:500]},
            ]
    return {"claims": (obeyed + honest)[:30]}
