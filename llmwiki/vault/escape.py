"""Quotes made inert: nothing in an escaped quote is a link, tag, image, comment, formula or line end to any Markdown reader.

Ordinary prose comes out as it went in. Backslashes are used where Markdown knows them; numeric entities for line ends and
for ``%``, which Obsidian reads before it looks at backslashes.
"""

from __future__ import annotations

import re

_LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\x00"
_ACTIVE = re.compile(
    r"(?P<slash>[\\\[|`]"  # escapes, links, footnotes, cells, code
    r"|<(?=[A-Za-z/!?])"  # tags and HTML comments
    r"|&(?=#?\w)"  # entities
    r"|(?<![^\W_])#(?=\S)(?!\d+(?:[\s.,;:!?)]|$))"  # tags, but not "#12"
    r"|(?<==)=|(?<=~)~"  # highlight, strike-through
    r"|(?<=[A-Za-z]):(?=//)|(?<=\bwww)\.|(?<=\w)@(?=\w)"  # addresses that readers link by themselves
    r"|\*(?=\S)|(?<=\S)\*"  # emphasis
    r"|_(?=[^\w\s])|(?<=[^\w\s])_|(?<=\s)_(?=\S)|(?<=\S)_(?=\s)|^_|_$|(?<=_)_|_(?=_))"
    rf"|(?P<entity>(?<=%)%|[{_LINE_ENDS}])",
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&#([0-9]{1,7});")
_LAST_CODE_POINT = 0x10FFFF


def escape_quote(quote: str) -> str:
    """A quote as it stands in a footnote, on one line; ``unescape_quote`` gives it back exactly."""
    escaped = _ACTIVE.sub(_escaped, quote)
    return escaped.replace("$", "\\$") if quote.count("$") > 1 else escaped


def unescape_quote(escaped: str) -> str:
    """The quote as it stands in the source."""
    return _ESCAPED.sub(_unescaped, escaped) if "\\" in escaped or "&" in escaped else escaped


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}" if match["slash"] else f"&#{ord(match[0])};"


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    code = int(match[2])
    return chr(code) if code <= _LAST_CODE_POINT else match[0]
