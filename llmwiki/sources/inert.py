"""Text of a foreign format made harmless inside Markdown, with as few backslashes as will do."""

from __future__ import annotations

import re

# What would turn into something else in an Obsidian note: a wikilink or embed, the target of a link, a footnote,
# math (a price cannot close it), a comment, raw HTML, code, a tag. A star or underscore counts where it could open
# or close emphasis; inside a word an underscore stays (snake_case).
_ACTIVE = re.compile(
    r"\[(?=[\[^])|(?<=\])\[(?!\d+\])|\$(?!\d)|(?<=\])\((?=\S)|\^(?=\[)|%(?=%)|<(?=[A-Za-z/!?>])|`|(?<![\w&#/])#(?=\d*(?:[^\W\d]|[/-]))"
    r"|\*+(?=[^\s*])|(?<=[^\s*])\*+|(?<!\w)_+(?=[^\s_])|(?<=[^\s_])_+(?!\w)"
    r"|={2,}(?=[^\s=])|(?<=[^\s=])={2,}|~{2,}(?=[^\s~])|(?<=[^\s~])~{2,}"
)
_SUSPECT = re.compile(r"[\[\]$^%<`#*_=~]")
_OPENER = re.compile(
    r"^(\s{0,3})(#{1,6}(?=\s|$)|[-+*](?=\s)|>|={3,}|-{3,}|~{3,}|\|(?=.*\|))"
    r"|^(\s{0,3}\d{1,9})([.)])(?=\s)"
    r"|^(\s{0,3})(\[)(?=[^\]\n]{1,99}\]:)"
)


def inert(text: str, escape: str = "\\", *, part: bool = False) -> str:
    """Escape what Markdown or Obsidian would read as markup anywhere in a line.

    Args:
        text: Plain text.
        escape: What stands for the backslash; another character when a later stage would escape backslashes again.
        part: Whether more text stands beside it; a single backtick or dollar sign is harmless only in a text of its own.
    """
    if not _SUSPECT.search(text):
        return text
    alone = {char for char in "`$" if not part and text.count(char) == 1}
    return _ACTIVE.sub(lambda match: match[0] if match[0] in alone else "".join(escape + char for char in match[0]), text)


def inert_line(text: str) -> str:
    """``inert`` for a line that begins a block: also no heading, list, quote, rule or definition."""
    return _OPENER.sub(_escape_opener, inert(text), count=1)


def _escape_opener(match: re.Match[str]) -> str:
    indent, number, bracket_indent = match[1], match[3], match[5]
    if number is not None:
        return f"{number}\\{match[4]}"
    return f"{indent}\\{match[2]}" if indent is not None else f"{bracket_indent}\\{match[6]}"
