"""A source's text to prose: sections, sentences with their raw spans, definitions, tables."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.scribe.blocks import Block, blocks
from llmwiki.scribe.entries import cells, term_of
from llmwiki.scribe.headings import plain_heading
from llmwiki.scribe.lines import described, frontmatter_end
from llmwiki.scribe.pagebreaks import over_pages
from llmwiki.scribe.plaintext import refine
from llmwiki.scribe.prose import Definition, Prose, Section, Sentence, TableBlock
from llmwiki.scribe.sentences import cut, is_complete
from llmwiki.scribe.titles import find_title
from llmwiki.vault.chars import language
from llmwiki.vault.plain import Projection, project

if TYPE_CHECKING:
    from llmwiki.scribe.prose import BlockKind
    from llmwiki.vault.vault import Vault

MAX_PROSE = 4_000_000
"""Characters of one source that are read as prose; what lies behind is searched, not compiled."""

_GIANT = 4 * MAX_PROSE
"""Bytes: a longer file has more characters than are read, whatever they are."""

POOR_LENGTH = 100
"""A source whose paragraph sentences have a 90th percentile above this many words, or twice as many characters, lost its line
breaks.

Careful Chinese prose goes up to 116 characters and encyclopedias to 184, a scraped article without its breaks to 277 (measured)."""

_QUOTED = re.compile(r"《([^《》\n]{1,40})》|「([^「」\n]{2,12})」|“([^“”\n]{2,40})”|\"([^\"\n]{2,40})\"")
_LONE_RETURN = re.compile(r"\r(?!\n)")  # ends a line as well (CommonMark 2.1); the length stays
_LEADS = re.compile(r"[:：]\s*$")
_BIBLIOGRAPHY = re.compile(
    r"(?:[\dA-Z]+\.?\s+)?(?:references|bibliography|works cited|literature(?: cited)?|citations|external links"
    r"|参考文献|参考资料|参考链接|引用文献|外部链接)\s*[:：]?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:注意|注|警告|提示|说明|备注|重要|小贴士|建议|危险|note|notes|warning|tip|tips|important|caution|info|danger|example|示例)\s*[:：!！]?",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_LINK_WORDS = 4
_FEW = 2


def source_text(vault: Vault, path: str) -> str:
    """The text of a source as far as it is compiled: of a giant only its beginning is ever held in memory.

    Offsets in it are offsets in the whole text.

    Raises:
        VaultError: It cannot be read.
    """
    size = file_size(vault, path)
    if size <= _GIANT:
        return vault.text(path)
    try:
        with (vault.root / path).open("rb") as file:
            head = file.read(_GIANT)
    except OSError as error:
        raise VaultError(f"{path} cannot be read: {error.strerror}", "check that the file exists and may be read", path=path) from error
    return head.decode("utf-8", "ignore")[:MAX_PROSE]


def file_size(vault: Vault, path: str) -> int:
    """Bytes of a file when it was listed; 0 for a text that is only planned."""
    stamp = vault.stamp(path)
    return stamp[1] if stamp else 0


def read_prose(text: str, *, title: str = "") -> Prose:
    """Read a source.

    Args:
        text: Markdown or plain text as it stands in the file.
        title: The source's title when it is known from elsewhere.

    Returns:
        The reading. Every sentence's span, projected, gives its text. Never raises.
    """
    text = _LONE_RETURN.sub("\n", text)
    begin = frontmatter_end(text)
    found = refine(text, over_pages(text, blocks(text, begin, min(len(text), begin + MAX_PROSE))))
    reader = _Prose(text)
    if description := described(text, begin):
        reader.describe(*description)
    for block in found:
        reader.add(block)
    return reader.finish(title or find_title(text, begin, found))


class _Prose:
    """Collects what blocks hold, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sections = [Section("", 0, ())]
        self.open: list[Section] = []
        self.listing = False
        self.sentences: list[Sentence] = []
        self.definitions: list[Definition] = []
        self.tables: list[TableBlock] = []
        self.emphasised: list[str] = []
        self.linked: list[str] = []
        self.quoted: list[str] = []
        self.blocks = 0
        self.leads: list[tuple[int, int]] = []
        self.term = ""

    def add(self, block: Block) -> None:
        if block.kind == "heading":
            self._section(block)
        elif block.kind == "table":
            self._table(block)
        else:
            self._prose(block)

    def describe(self, start: int, end: int) -> None:
        """Take in the text's own description, which seldom has a full stop at its end."""
        self._prose(Block("paragraph", start, end))
        self.sentences = [replace(sentence, kind="blurb", complete=True) for sentence in self.sentences]

    def finish(self, title: str) -> Prose:
        spoken = language(" ".join(sentence.text for sentence in self.sentences) or title)
        return Prose(
            title=title,
            language=spoken,
            sections=tuple(self.sections),
            sentences=tuple(self.sentences),
            definitions=tuple(self.definitions),
            tables=tuple(self.tables),
            emphasised=tuple(self.emphasised),
            linked=tuple(self.linked),
            quoted=tuple(self.quoted),
            poor=_is_poor(self.sentences, spoken),
        )

    def _section(self, block: Block) -> None:
        heading = plain_heading(self.text[block.start : block.end])
        self.leads.clear()
        if not heading:
            return
        while self.open and self.open[-1].level >= block.level:
            self.open.pop()
        section = Section(heading, block.level, (*(above.heading for above in self.open), heading))
        self.open.append(section)
        self.sections.append(section)
        self.listing = any(_BIBLIOGRAPHY.fullmatch(above.heading) for above in self.open)

    def _table(self, block: Block) -> None:
        lines = [cells(line) for line in self.text[block.start : block.end].splitlines()]
        header, rows = lines[0], [line for line in lines[2:] if any(line)]
        self.tables.append(TableBlock(header, tuple(rows), block.start, block.end, len(self.sections) - 1))

    def _prose(self, block: Block) -> None:
        raw = self.text[block.start : block.end]
        projection = Projection(raw)
        if not projection.text or self.listing or _LABEL.fullmatch(projection.text):
            return
        self._terms(projection)
        first = len(self.sentences)
        kind: BlockKind = "quote" if block.quoted else "item" if block.kind == "item" else "paragraph"
        lead_in = self._lead_in(block)
        for start, end in _spans(projection):
            shown = projection.text if end - start == len(raw) else project(raw[start:end])
            if shown:
                number = len(self.sentences)
                self.sentences.append(
                    Sentence(
                        shown,
                        block.start + start,
                        block.start + end,
                        number,
                        self.blocks,
                        len(self.sections) - 1,
                        kind,
                        is_complete(shown),
                        lead_in,
                    ),
                )
        if len(self.sentences) == first:
            return
        self.blocks += 1
        self._define(block, raw, first)
        last = self.sentences[-1]
        if _LEADS.search(last.text) or (block.kind == "paragraph" and not last.complete):
            self.leads.append((block.level if block.kind == "item" else -1, len(self.sentences) - 1))
        self.term = projection.text if block.kind == "paragraph" and "\n" not in raw else ""

    def _lead_in(self, block: Block) -> int:
        """The sentence that introduces a list item: the nearest one ending in a colon that stands further out."""
        level = block.level if block.kind == "item" else -1
        while self.leads and self.leads[-1][0] >= level:
            self.leads.pop()
        return self.leads[-1][1] if self.leads else -1

    def _terms(self, projection: Projection) -> None:
        self.emphasised += [text for text in projection.regions("strong") if text]
        self.linked += [text for text in projection.regions("link") if 0 < len(text.split()) <= _LINK_WORDS]
        self.quoted += [next(filter(None, match.groups())) for match in _QUOTED.finditer(projection.text)]

    def _define(self, block: Block, raw: str, first: int) -> None:
        if block.kind == "definition":
            entry = (self.term, " ".join(sentence.text for sentence in self.sentences[first:]))
        else:
            entry = term_of(raw, item=block.kind == "item")
        if all(entry):
            self.definitions.append(Definition(*entry, first, len(self.sections) - 1))


def _spans(projection: Projection) -> list[tuple[int, int]]:
    """Raw spans of the sentences of a block; marks between two go to the one they belong to."""
    cuts = cut(projection.text, projection.atoms())
    starts = [projection.raw_start(start) for start, _ in cuts]
    ends = [projection.raw_end(end - 1) for _, end in cuts]
    for row in range(len(cuts)):
        limit = starts[row + 1] if row + 1 < len(cuts) else len(projection.raw)
        border = ends[row]
        for piece in projection.marks_between(ends[row], limit):
            if piece.role in {"open", "space"}:
                break
            border = piece.end
        ends[row] = border
    for row in range(len(cuts)):
        previous = ends[row - 1] if row else 0
        for piece in reversed(list(projection.marks_between(previous, starts[row]))):
            if piece.role == "space" or (piece.role == "mark" and row):
                break
            starts[row] = piece.start
    return list(zip(starts, ends, strict=True))


def _is_poor(sentences: list[Sentence], spoken: str) -> bool:
    """Whether most of a source has no sentence ends: its quotes would be unreadable."""
    lengths = sorted(_length(sentence.text, spoken) for sentence in sentences if sentence.kind == "paragraph")
    return bool(lengths) and lengths[int(0.9 * (len(lengths) - 1))] > POOR_LENGTH * (1 if len(lengths) > _FEW else _FEW)


def _length(text: str, spoken: str) -> int:
    """Words, or for text without spaces as many as its characters stand for."""
    return len(text) // 2 if spoken in {"zh", "ja"} else len(_WORD.findall(text))
