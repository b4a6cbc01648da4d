"""Markdown to blocks: what stands on its lines, with raw spans. Code, HTML, definitions of links and hidden text are left out.

One pass over the lines, no backtracking, so time is linear. Plain text without any Markdown goes the same way;
``plain.py`` then finds its headings and throws out its code.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from llmwiki.scribe.lines import TAB, Line, read_lines

Kind = Literal["heading", "paragraph", "item", "quote", "table", "definition"]

_FENCE = re.compile(r"(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_SETEXT = re.compile(r"(=+|-+)[ \t]*$")
_RULE = re.compile(r"(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_ITEM = re.compile(r"(?:[-*+•●○▪◦‣·]|\d{1,9}[.)])(?:[ \t]+(?:\[[ xX]\][ \t]+)?|$)")
_QUOTE = re.compile(r"(?:>[ \t]?)+")
_CALLOUT = re.compile(r"\[![A-Za-z-]+\][+-]?")
_ADMONITION = re.compile(r"(?::::|!!!|\?\?\?)")
_DELIMITER_ROW = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_REFERENCE = re.compile(r"\[[^\]\n]+\]:")
_RAW_ELEMENT = re.compile(
    r"<(pre|script|style|textarea|table|svg|math|figure|iframe|video|ConsoleBlock(?:Multi)?|Sandpack)\b", re.IGNORECASE
)
_HTML_BLOCK = re.compile(
    r"</?(?:address|article|aside|base|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|footer|form"
    r"|frame|h[1-6]|head|header|hr|html|legend|li|link|main|menu|nav|ol|optgroup|option|p|param|picture|search|section|source|summary|tbody|td|tfoot"
    r"|th|thead|title|tr|track|ul|img|a)\b[^\n]*$",
    re.IGNORECASE,
)
_TAG_LINE = re.compile(r"</?[A-Za-z][\w.:-]*(?:[ \t][^<>]*)?/?>[ \t]*$|</?>[ \t]*$")
_JSX_OPEN = re.compile(r"<[A-Z][\w.]*(?:[ \t][^<>]*)?$")
_MODULE = re.compile(r"(?:import\b.*\bfrom[ \t]+['\"]|import[ \t]+['\"]|export[ \t]+(?:const|default|function)\b)")
# A line that is nothing but bold is a heading of its author's, no beginning of the sentence below.
_BANNER = re.compile(r"(\*\*|__)(?=\S)(?:(?!\1).)+\1:?")
_DEFINITION = re.compile(r":[ \t]+(?=\S)")
_COMMENTS = {"<!--": "-->", "%%": "%%", "{/*": "*/}"}


class Block(NamedTuple):
    """A heading, paragraph, item, quote or table.

    Attributes:
        kind: What it is; ``definition`` is a line ``: text`` below its term.
        start, end: Raw span of its content, leading marks left out.
        level: Of a heading, 1 to 6; of an item, its indentation in columns.
        quoted: Whether it stands in a block quote.
        tight: Whether the block before it ended on the line above.
    """

    kind: Kind
    start: int
    end: int
    level: int = 0
    quoted: bool = False
    tight: bool = False


def blocks(text: str, start: int, end: int) -> list[Block]:
    """Blocks of ``text[start:end]`` in order, spans pointing into ``text``."""
    return _Reader(text, start, end).read()


class _Reader:
    def __init__(self, text: str, start: int, end: int) -> None:
        self.lines = list(read_lines(text, start, end))
        self.text = text
        self.found: list[Block] = []
        self.row = 0
        self.open: list[Line] = []
        self.kind: Kind = "paragraph"
        self.begin = 0
        self.level = 0
        self.item_indent = -1
        self.blank = True
        self.admonition = False
        self.absent: set[str] = set()

    def read(self) -> list[Block]:
        while self.row < len(self.lines):
            line = self.lines[self.row]
            self.row += 1
            if not line.text:
                self._flush()
                self.blank = True
                continue
            if not self._special(line):
                self._prose(line)
            self.blank = False
        self._flush()
        return self.found

    def _special(self, line: Line) -> bool:
        """Handle every line that is not running text."""
        return (
            self._code(line) or self._hidden(line) or self._element(line) or self._heading(line) or self._table(line) or self._dropped(line)
        )

    def _flush(self) -> None:
        if self.open:
            self.found.append(Block(self.kind, self.begin, self.open[-1].end, self.level, bool(self.open[0].depth), not self.blank))
            self.open = []

    def _skip_until(self, closes: re.Pattern[str]) -> None:
        while self.row < len(self.lines):
            line = self.lines[self.row]
            self.row += 1
            if closes.search(line.text):
                return

    def _code(self, line: Line) -> bool:
        fence = _FENCE.match(line.text)
        if fence and not (fence[1][0] == "`" and "`" in line.text[fence.end() :]):
            self._flush()
            closing = re.compile(rf"{re.escape(fence[1][0])}{{{len(fence[1])},}}$")
            while self.row < len(self.lines):
                inner = self.lines[self.row]
                if inner.depth < line.depth:
                    return True
                self.row += 1
                if closing.match(inner.text):
                    return True
            return True
        in_list = self.item_indent >= 0 and line.indent < self.item_indent + 2 * TAB
        return line.indent >= TAB and not self.open and not in_list and not self.admonition and not _ITEM.match(line.text)

    def _hidden(self, line: Line) -> bool:
        """Comments that begin a line; one that stands alone inside a paragraph doesn't end it."""
        for opener, closer in _COMMENTS.items():
            if not line.text.startswith(opener):
                continue
            close = self._find(closer, line.start + len(opener))
            if close < 0:
                return opener == "<!--" and self._skip_rest()
            stop = close + len(closer)
            if stop < line.end:
                return False
            if stop > line.end:
                self._flush()
            while self.row < len(self.lines) and self.lines[self.row].start < stop:
                self.row += 1
            return True
        return False

    def _find(self, token: str, at: int) -> int:
        """Position of ``token``, -1 when there is none; a failed search is never repeated."""
        if token in self.absent:
            return -1
        found = self.text.find(token, at)
        if found < 0:
            self.absent.add(token)
        return found

    def _skip_rest(self) -> bool:
        self._flush()
        self.row = len(self.lines)
        return True

    def _element(self, line: Line) -> bool:
        if not line.text.startswith("<"):
            return False
        raw = _RAW_ELEMENT.match(line.text)
        if raw:
            self._flush()
            closes = re.compile(f"</{raw[1]}>", re.IGNORECASE)
            if not closes.search(line.text) and not line.text.endswith("/>"):
                self._skip_until(closes)
            return True
        if _TAG_LINE.match(line.text) and not self.open and not _HTML_BLOCK.match(line.text):
            return True
        if _HTML_BLOCK.match(line.text) and not self.open and not re.match(r"</?(?:a|img)\b", line.text, re.IGNORECASE):
            while self.row < len(self.lines) and self.lines[self.row].text:
                self.row += 1
            return True
        if _JSX_OPEN.match(line.text):
            self._flush()
            self._skip_until(re.compile(r">$"))
            return True
        return False

    def _heading(self, line: Line) -> bool:
        if line.indent >= TAB and not line.depth:
            return False
        heading = _HEADING.match(line.text)
        if heading:
            self._flush()
            content = re.sub(r"[ \t]+#+$", "", line.text)
            start = min(line.start + heading.end(), line.end)
            self._add_heading(start, max(start, line.start + len(content)), len(heading[1]), line)
            return True
        under = _SETEXT.match(line.text)
        if under and len(self.open) == 1 and self.kind in {"paragraph", "quote"}:
            title = self.open.pop()
            self._add_heading(title.start, title.end, 1 if under[1][0] == "=" else 2, title)
            return True
        return False

    def _add_heading(self, start: int, end: int, level: int, line: Line) -> None:
        self.found.append(Block("heading", start, end, level, bool(line.depth)))
        self.item_indent = -1
        self.admonition = False

    def _table(self, line: Line) -> bool:
        if "|" not in line.text or self.row >= len(self.lines):
            return False
        below = self.lines[self.row]
        if "-" not in below.text or "|" not in below.text or not _DELIMITER_ROW.match(below.text):
            return False
        self._flush()
        end = below.end
        self.row += 1
        while self.row < len(self.lines) and "|" in self.lines[self.row].text:
            end = self.lines[self.row].end
            self.row += 1
        self.found.append(Block("table", line.start, end, 0, bool(line.depth)))
        return True

    def _dropped(self, line: Line) -> bool:
        """Rules, link and footnote definitions, admonition fences, module lines of MDX."""
        text = line.text
        if _RULE.match(text) or _ADMONITION.match(text) or _MODULE.match(text):
            self._flush()
            self.admonition = bool(_ADMONITION.match(text))
            return True
        if _REFERENCE.match(text) and not self.open:
            self._skip_continuation(line.indent)
            return True
        return False

    def _skip_continuation(self, indent: int) -> None:
        while self.row < len(self.lines) and self.lines[self.row].text and self.lines[self.row].indent > indent:
            self.row += 1

    def _prose(self, line: Line) -> None:
        callout = _CALLOUT.match(line.text) if line.depth else None
        item = _ITEM.match(line.text)
        if callout:
            self._flush()
            return
        if item and (not self.open or self._starts_list(line)):
            self._start(line, "item", item.end())
            self.level, self.item_indent = line.indent, line.indent
            return
        definition = _DEFINITION.match(line.text)
        if definition and (self.open or (self.found and self.found[-1].kind in {"paragraph", "definition"})):
            self._start(line, "definition", definition.end())
            return
        lazy = not line.depth and self.kind in {"quote", "item"}
        if len(self.open) == 1 and _BANNER.fullmatch(self.open[0].text) and self.kind == "paragraph":
            self._flush()
        if self.open and (self.open[0].depth == line.depth or lazy):
            self.open.append(line)
        else:
            self._start_paragraph(line)

    def _starts_list(self, line: Line) -> bool:
        """Whether an item mark inside running text begins a list: not a number other than 1, such as a wrapped year."""
        return self.kind == "item" or not line.text[0].isdigit() or line.text[:2] in {"1.", "1)"}

    def _start_paragraph(self, line: Line) -> None:
        inside = self.item_indent >= 0 and line.indent > self.item_indent
        if not inside:
            self.item_indent = -1
        self._start(line, "item" if inside else "quote" if line.depth else "paragraph", 0)
        self.level = line.indent

    def _start(self, line: Line, kind: Kind, skip: int) -> None:
        self._flush()
        self.kind, self.begin, self.level = kind, min(line.start + skip, line.end), 0
        self.open = [line]
