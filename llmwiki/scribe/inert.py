"""Makes text out of sources harmless in a page: it shows the same characters and does nothing.

Statements are hostile data. Whatever Markdown, Obsidian or HTML would act on is broken up with the
backslash that CommonMark takes away again when the page is shown; inline code of the source stays code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from llmwiki.sources.visible import visible

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_SPACE = re.compile(r"\s+")
_CODE = re.compile(r"(?<![`\\])(`{1,3})(?!`)([^`]+?)\1(?!`)")

# Characters that open something wherever they stand.
_ALWAYS = re.compile(r"[\\`*\[\]|<$]")
# Characters that act only in pairs or at an edge: one backslash between or before them is enough.
_SOMETIMES = re.compile(
    r"(?<!\w)_|_(?!\w)"  # emphasis, not the inside of start_ts
    r"|(?<![\w&])#(?=\S)"  # tag
    r"|(?<=%)%|(?<==)=|(?<=~)~|~(?=~)"  # comment, highlight, strike-through
    r"|&(?=#?\w+;)"  # entity
    r"|\^(?=[\w-]+$)"  # block id
    r"|:(?=//)|(?<=www)\."  # bare address
    r"|(?<=[A-Za-z0-9])@(?=[A-Za-z0-9])"  # mail address
)
_LINE_START = re.compile(r"^(?:[-+>#~=:]|\d{1,9}(?=[.)]))")


def plain(text: str) -> str:
    """``text`` on one line, without control characters, those that reorder text, and those that hide in it.

    Nor with a backslash at its end, which would reach what follows.
    """
    return _SPACE.sub(" ", _CONTROL.sub("", visible(text)[0])).strip().rstrip("\\").rstrip()


def code_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of inline code, backticks included."""
    return tuple(match.span() for match in _CODE.finditer(text))


def inert(text: str) -> str:
    """``text`` escaped for any place inside a line, a table cell or the text of a link."""
    return "".join(_pieces(text))


def inert_line(text: str) -> str:
    """Text already made inert, safe at the start of a line too: no list, heading, quote or rule begins there."""
    match = _LINE_START.match(text)
    if match is None:
        return text
    return f"{match.group()}\\{text[match.end() :]}" if match.group()[0].isdigit() else f"\\{text}"


def _pieces(text: str) -> Iterator[str]:
    done = 0
    for start, end in code_spans(text):
        yield _escape(text[done:start])
        yield text[start:end]
        done = end
    yield _escape(text[done:])


def _escape(text: str) -> str:
    return _SOMETIMES.sub(lambda found: "\\" + found.group(), _ALWAYS.sub(lambda found: "\\" + found.group(), text))
