"""Block structure found by line starts: headings, block ids, footnotes, indented code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.vault.link import Span
from llmwiki.vault.marks import BlockId, FootnoteDef, FootnoteRef, Heading
from llmwiki.vault.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.spans import SpanSet

# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__
# Nearly all headings stand at the margin, and a pattern with a longer literal start is many times faster.
_ATX = re.compile(r"\n(#{1,6})(?:[ \t]+([^\n]*))?(?=\n|\Z)")
_ATX_INSET = re.compile(r"\n {1,3}(#{1,6})(?:[ \t]+([^\n]*))?(?=\n|\Z)")
_ATX_FIRST = re.compile(r" {0,3}(#{1,6})(?:[ \t]+([^\n]*))?(?=\n|\Z)")
_NESTED = r"[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t>]*(#{1,6})[ \t]+([^\n]*)"
_ATX_NESTED = re.compile(rf"\n{_NESTED}")
_ATX_NESTED_FIRST = re.compile(_NESTED)
_ATX_CLOSE = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_SETEXT = re.compile(r"\n {0,3}(=+|-+)[ \t]*(?=\n|\Z)")
_UNDERLINE = re.compile(r"[ \t]*(?:=+|-+)[ \t]*\Z")
_BLOCK_START = re.compile(
    r" {0,3}(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])(?:[ \t]|\Z|\n)|>|```[^`\n]*(?:\n|\Z)|~~~|\||\[\^[^\s\[\]]+\]:|(?:[-*_][ \t]*){3,}(?:\n|\Z))",
)
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*(?=\n|\Z)")
_FOOTNOTE = re.compile(r"\[\^([^\s\[\]]+)\](:?)")
_NEXT_DEFINITION = re.compile(r"\n\[\^[^\s\[\]]+\]:")
_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*")
_INDENTED_HINT = re.compile(r"(?:\n|\A)(?:[-=*_`~ \t]*|#[^\n]*)\n(?: {4}| {0,3}\t)")
_RULE = re.compile(r" {0,3}(?:[-*_][ \t]*){3,}$")
_DEEP = ("    ", "\t", " \t", "  \t", "   \t")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(```+|~~~+)([^\n]*)")


def find_headings(text: str, start: int, hidden: SpanSet, comments: SpanSet) -> tuple[Heading, ...]:
    """Headings with ``#`` marks or underlines, not those in quotes, lists, code or comments."""
    found = list(_atx_headings(text, start))
    if hidden:
        found = [heading for heading in found if heading.span.start not in hidden]
    underlined = [*_setext_headings(text, start, hidden)]
    if underlined:
        found = sorted([*found, *underlined], key=lambda heading: heading.span)
    return tuple([heading for heading in found if heading.span.start not in comments] if comments else found)


def find_nested_headings(text: str, start: int, hidden: SpanSet) -> tuple[Heading, ...]:
    """Headings inside quotes, callouts and list items."""
    first = _ATX_NESTED_FIRST.match(text, start)
    found = [_heading(first[1], first[2], Span(*first.span()))] if first else []
    found += [_heading(m[1], m[2], Span(m.start() + 1, m.end())) for m in _ATX_NESTED.finditer(text, start)]
    return tuple(heading for heading in found if heading.span.start not in hidden)


def _atx_headings(text: str, start: int) -> Iterator[Heading]:
    first = _ATX_FIRST.match(text, start)
    if first:
        yield _heading(first[1], first[2], Span(*first.span()))
    margin = _ATX.finditer(text, start) if "\n#" in text else ()
    inset = _ATX_INSET.finditer(text, start) if " #" in text and ("\n #" in text or "  #" in text) else ()
    for match in (*margin, *inset):
        marks, written = match.groups()
        at, end = match.span()
        yield _heading(marks, written, _tuple(Span, (at + 1, end)))


def _heading(marks: str, written: str | None, span: Span) -> Heading:
    if written is None:
        return _tuple(Heading, ("", len(marks), span))
    if "#" in written:
        written = _ATX_CLOSE.sub("", written.rstrip())
    return _tuple(Heading, (_without_id(written) if "^" in written else written.strip(), len(marks), span))


def _without_id(written: str) -> str:
    if "^" in written:
        written = re.sub(r"(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*$", "", written)
    return written.strip()


def _setext_headings(text: str, start: int, hidden: SpanSet) -> Iterator[Heading]:
    for match in _SETEXT.finditer(text, start):
        top = _paragraph_top(text, start, match.start(), hidden)
        if top is not None and match.start() + 1 not in hidden:
            yield Heading(_without_id(text[top : match.start()]), 1 if match[1][0] == "=" else 2, Span(top, match.end()))


def _paragraph_top(text: str, start: int, end: int, hidden: SpanSet) -> int | None:
    """Start of the paragraph that ends at ``end``; None when it is another kind of block, or goes on from one."""
    top: int | None = None
    while end > start or top is None:
        line = text.rfind("\n", start, end) + 1 or start
        written = text[line:end]
        if not written.strip() or _UNDERLINE.match(written):
            return top
        if _BLOCK_START.match(text, line):
            return top if written.lstrip().startswith(("#", "```", "~~~")) else None
        if written.startswith(_DEEP) and (top is None or line in hidden):
            return top
        top, end = line, line - 1
        if end < start:
            return top
    return top


def find_block_ids(text: str, start: int, hidden: SpanSet) -> tuple[BlockId, ...]:
    """Block ids at line ends, after white space, on a line of their own, or right after ``]]``."""
    found = []
    for match in _BLOCK_ID.finditer(text, start):
        at = match.start()
        before = text[at - 1] if at > start else "\n"
        free = before.isspace() or (RULES.block_id_after_embed and text.endswith("]]", start, at))
        if free and at not in hidden:
            found.append(BlockId(match[1], Span(at, match.end(1))))
    return tuple(found)


def find_footnotes(text: str, start: int, hidden: SpanSet) -> tuple[tuple[FootnoteDef, ...], tuple[FootnoteRef, ...]]:
    """Footnote definitions and references."""
    if "^" not in text:
        return (), ()
    definitions: list[FootnoteDef] = []
    references: list[FootnoteRef] = []
    line = seen = start
    for match in _FOOTNOTE.finditer(text, start):
        label, colon = match.groups()
        at, end = match.span()
        before = text[at - 1] if at else "\n"
        if before == "\\" or (hidden and at in hidden):
            continue
        if colon and before != "\n":
            line = text.rfind("\n", seen, at) + 1 or line
            seen = at
        if colon and (before == "\n" or not text[line:at].strip(" \t>")):
            definitions.append(_definition(text, label, at, end))
        else:
            references.append(_tuple(FootnoteRef, (label, _tuple(Span, (at, end - len(colon))))))
    return tuple(definitions), tuple(references)


def _definition(text: str, label: str, at: int, after: int) -> FootnoteDef:
    end = _definition_end(text, after)
    begin = after
    while begin < end and text[begin].isspace():
        begin += 1
    return _tuple(FootnoteDef, (label, _tuple(Span, (at, end)), _tuple(Span, (begin, end))))


def _definition_end(text: str, pos: int) -> int:
    """A definition goes on over lazy lines, and over blank lines when the next text is indented."""
    while True:
        newline = text.find("\n", pos)
        if newline < 0:
            return len(text)
        if _NEXT_DEFINITION.match(text, newline):
            return newline
        blanks = _BLANK_LINES.match(text, newline + 1)
        after = blanks.end() if blanks else newline + 1
        indented = text.startswith(("    ", "\t"), after)
        if after >= len(text) or (not indented and (after > newline + 1 or _BLOCK_START.match(text, after))):
            return newline
        pos = after


def find_indented_code(text: str, start: int) -> tuple[Span, ...]:
    """Blocks indented by four columns, outside lists and paragraphs."""
    if not RULES.indented_code_hides_links:
        return ()
    hint = "\n    " in text or "\t" in text
    if text.startswith(_DEEP, start) or (hint and _INDENTED_HINT.search(text, max(start - 1, 0))):
        return tuple(_indented_blocks(text, start))
    return ()


def _indented_blocks(text: str, start: int) -> Iterator[Span]:
    in_list = in_text = False
    fence = ""
    open_at = open_end = -1
    pos = start
    for line in text[start:].split("\n"):
        end = pos + len(line)
        blank = not line.strip()
        deep = line.startswith(_DEEP)
        if fence:
            fence = "" if line.strip(" \t>").startswith(fence) and not line.strip(" \t>" + fence[0]) else fence
            in_text = False
        elif blank:
            in_text = False
        elif deep and not in_text and not in_list:
            open_at = pos if open_at < 0 else open_at
            open_end = end
        else:
            if open_at >= 0:
                yield Span(open_at, open_end)
                open_at = -1
            opening = _FENCE.match(line)
            fence = opening[1] if opening and "`" not in opening[2] else ""
            item = bool(_LIST_ITEM.match(line))
            in_list = item or (in_list and (in_text or line.startswith(("  ", "\t"))))
            in_text = not (fence or line.startswith("#") or _RULE.match(line) or (in_text and _UNDERLINE.match(line)))
        pos = end + 1
    if open_at >= 0:
        yield Span(open_at, open_end)
