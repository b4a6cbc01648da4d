"""What kind of document a text is, by its headings and turns."""

from __future__ import annotations

import re

_ABSTRACT = re.compile(r"^(?:#{1,6}\s*)?(?:\*\*)?(?:abstract|摘\s*要)(?:\*\*)?\s*(?:$|[:：—.-])", re.IGNORECASE | re.MULTILINE)
_REFERENCES = re.compile(
    r"^(?:#{1,6}\s*)(?:[\dIVX.]+\s+)?(?:references|bibliography|literature cited|参考文献|參考文獻)\s*$", re.IGNORECASE | re.MULTILINE
)
_TURN = re.compile(
    r"^\s*(?:[\[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?\s*)?(?:\*\*)?"
    r"(?P<speaker>[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,2}|[\u4e00-\u9fff]{2,4})(?:\*\*)?\s*"
    r"(?:[\[(]\d{1,2}:\d{2}(?::\d{2})?[\])])?\s*[:：](?:\*\*)?\s*\S"
)
_TURN_SHARE = 0.6
_FEWEST_TURNS = 6
_MOST_SPEAKERS_SHARE = 0.4


def looks_like_paper(text: str) -> bool:
    """Whether a document has an abstract and a list of references."""
    return bool(_ABSTRACT.search(text) and _REFERENCES.search(text))


def looks_like_transcript(text: str) -> bool:
    """Whether most lines are turns of a few speakers (``Ana: ...``, ``[00:12] 李明：...``)."""
    lines = [line for line in text.splitlines() if line.strip()]
    speakers = [match["speaker"] for line in lines if (match := _TURN.match(line))]
    few = 1 < len(set(speakers)) <= max(2, _MOST_SPEAKERS_SHARE * len(speakers))
    return len(speakers) >= _FEWEST_TURNS and few and len(speakers) >= _TURN_SHARE * len(lines)
