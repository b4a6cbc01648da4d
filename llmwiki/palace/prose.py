"""What of a text is said in sentences: without code, commits, tool calls, addresses, and what a person asks of a machine."""

from __future__ import annotations

import re

_SIGNS = ("`", "](", "://", "> ", "User:")
_FENCE = re.compile(r"(?:[^\n:]{1,60}: )?(?:> ?)*(?P<run>`{3,}|~{3,})(?P<info>[^`\n]*)")
_INLINE = re.compile(r"`[^`\n]+`")
_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)")
_ADDRESS = re.compile(r"\bhttps?://[^\s)\]>]+")
_TOOL = re.compile(r"^(?:[^\n:>]{1,60}: )?> (?:tool|output|error):.*(?:\n>.*)*", re.MULTILINE)
_COMMIT = re.compile(r"^\[?(?=[a-f]*\d)[0-9a-f]{7,40}\]?:? .*", re.MULTILINE)
_REQUEST = re.compile(r"^User: ", re.MULTILINE)
"""How exports of talks with a machine begin what the person says: `add a test` is no advice there."""


def prose(text: str) -> str:
    """The text without what is not said in sentences; the signs of what was taken out may stay."""
    if not any(sign in text for sign in _SIGNS):
        return text
    if "```" in text or "~~~" in text:
        text = _without_blocks(text.split("\n"))
    text = _INLINE.sub(" ", _TOOL.sub("", text))
    text = _ADDRESS.sub("", _TARGET.sub("]", text))
    return _REQUEST.sub("User ", _COMMIT.sub("", text))


def _without_blocks(lines: list[str]) -> str:
    """Lines outside of fences. A piece may begin or end inside of a block: then it has an odd number of fences."""
    fences = [(row, match) for row, line in enumerate(lines) if (match := _FENCE.match(line))]
    inside = len(fences) % 2 == 1 and _closes(lines, *fences[0])
    kept: list[str] = []
    at = 0
    for row, match in fences:
        kept += [] if inside else lines[at:row]
        if not inside:
            kept.append(lines[row][: match.start("run")])
        inside, at = not inside, row + 1
    return "\n".join(kept if inside else [*kept, *lines[at:]])


def _closes(lines: list[str], row: int, match: re.Match[str]) -> bool:
    """Whether a fence ends a block: it says no language, and stands right below a line that leads up to nothing."""
    above = lines[row - 1].strip() if row else ""
    return not match["info"].strip() and match.start("run") == 0 and bool(above) and not above.endswith((":", "："))
