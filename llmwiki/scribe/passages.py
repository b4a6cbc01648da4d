"""What may answer a question: sentences of sources, and statements of pages with the quotes that prove them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.openers import opening
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.rejects import refusal
from llmwiki.sources.place import place_at
from llmwiki.vault.citation import Citation, cite, read_footnote
from llmwiki.vault.plain import project
from llmwiki.vault.quotes import QuoteIndex
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from llmwiki.palace.hit import Hit
    from llmwiki.scribe.asked import Asked
    from llmwiki.scribe.prose import Prose, Sentence
    from llmwiki.vault.vault import Vault

MOST_FILES = 12
"""Files that are read for one question."""

_VOICE = "one person's voice"
_ABOUT_ITSELF = re.compile(r"\bthis (?:note|memo|report|file|text|transcript)\b|本(?:笔记|备忘|记录|报告)", re.IGNORECASE)
_MOST_ITEMS = 8
_LONGEST_LIST = 600
_LEADS = re.compile(r"[:：]$")
_ENTRY = re.compile(r"[^。：:，,]{1,24}(?:[：:]|\s[—–-]+\s)\s*\S")


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that can be said in answer, with its proof.

    Attributes:
        text: Plain text on one line.
        citations: Verified; never empty.
        page: Path of the page that says it, empty for a sentence straight from a source.
        context: What stands above it: title, headings, other names.
        heading: The heading right above it.
        rank: Position of the drawer it was found in, from 0.
        leans: It begins with something that only the sentence before explains.
        voice: One person speaks.
        order: Position in its file.
        lead: For a list, the part that says what is listed; else the text.
    """

    text: str
    citations: tuple[Citation, ...]
    page: str
    context: str
    rank: int
    order: int
    heading: str = ""
    leans: bool = False
    voice: bool = False
    lead: str = ""

    @property
    def source(self) -> str:
        """Path of the text that proves it."""
        return self.citations[0].source


class Library:
    """Reads the files that hits stand in, each once, for one question."""

    def __init__(self, vault: Vault, asked: Asked) -> None:
        self._vault = vault
        self._asked = asked
        self._prose: dict[str, Prose] = {}
        self._indexes: dict[str, QuoteIndex] = {}

    def passages(self, hits: Sequence[Hit]) -> list[Passage]:
        """Everything quotable in the drawers of ``hits``, in their order."""
        found: list[Passage] = []
        for rank, hit in enumerate(hits):
            path = hit.drawer.path
            if path not in self._prose and len(self._prose) >= MOST_FILES:
                continue
            span = (hit.drawer.start, hit.drawer.end)
            if hit.drawer.kind == "page" and self._vault.page(path).footnote_defs:
                found += self._of_page(path, span, rank)
            else:
                found += self._of_source(path, span, rank)
        return found

    def _read(self, path: str) -> Prose:
        if path not in self._prose:
            self._prose[path] = read_prose(self._vault.text(path))
        return self._prose[path]

    def _index(self, path: str) -> QuoteIndex:
        return self._indexes.setdefault(path, QuoteIndex(self._vault.text(path)))

    def _inside(self, path: str, span: tuple[int, int]) -> Iterator[Sentence]:
        return (sentence for sentence in self._read(path).sentences if span[0] <= sentence.start < span[1])

    def _context(self, path: str, section: int) -> str:
        prose = self._read(path)
        aliases = self._vault.page(path).frontmatter.items("aliases") if not path.startswith("raw/") else ()
        return " \n ".join((prose.title, *aliases, *prose.sections[section].path))

    def _leans(self, sentence: Sentence) -> bool:
        return opening(sentence.text, self._asked.first_mention(sentence.text)) == "leans"

    # Sources

    def _of_source(self, path: str, span: tuple[int, int], rank: int) -> Iterator[Passage]:
        prose = self._read(path)
        if prose.poor:
            return
        listed: set[int] = set()
        for sentence in self._inside(path, span):
            lead = sentence.lead_in if sentence.lead_in >= 0 else sentence.index if _LEADS.search(sentence.text) else -1
            if lead >= 0 and lead not in listed:
                listed.add(lead)
                yield from self._list(path, prose.sentences[lead], rank)
            yield from self._single(path, sentence, rank)

    def _single(self, path: str, sentence: Sentence, rank: int) -> Iterator[Passage]:
        reason = refusal(sentence)
        if reason not in {"", _VOICE} or _ABOUT_ITSELF.search(sentence.text):
            return
        first, leans = sentence, self._leans(sentence)
        if leans:
            before = self._read(path).sentences[sentence.index - 1] if sentence.index else None
            if before and before.block == sentence.block and refusal(before) in {"", _VOICE} and not self._leans(before):
                first, leans = before, False
        text = self._vault.text(path)
        raw = text[first.start : sentence.end]
        yield self._passage(path, project(raw), (self._citation(path, raw, first.start),), sentence, rank, leans=leans, voice=bool(reason))

    def _list(self, path: str, lead: Sentence, rank: int) -> Iterator[Passage]:
        """A sentence that introduces a list, with the items: one passage, a quote for each."""
        chosen = self._items(path, lead)
        if not 1 < len(chosen) <= _MOST_ITEMS or self._leans(lead):
            return
        text = self._vault.text(path)
        wide = not lead.text.isascii()
        said = ("；" if wide else "; ").join(item.text.rstrip("。.；;") for item in chosen)
        shown = lead.text.rstrip(":： ") + ("：" if wide else ": ") + said + ("。" if wide else ".")
        if len(shown) > _LONGEST_LIST:
            return
        citations = tuple(self._citation(path, text[part.start : part.end], part.start) for part in (lead, *chosen))
        yield replace(self._passage(path, shown, citations, lead, rank), lead=lead.text)

    def _items(self, path: str, lead: Sentence) -> list[Sentence]:
        """First sentences of the items below a lead-in; of paragraphs such as ``Term: text`` when there are no items."""
        below = [sentence for sentence in self._read(path).sentences[lead.index + 1 : lead.index + 60] if sentence.section == lead.section]
        items = [sentence for sentence in below if sentence.lead_in == lead.index]
        firsts = {sentence.block: sentence for sentence in reversed(items or below)}
        chosen = sorted(firsts.values(), key=lambda sentence: sentence.index)
        return chosen if items else [sentence for sentence in chosen if _ENTRY.match(sentence.text)]

    def _citation(self, path: str, raw: str, start: int) -> Citation:
        return cite(path, raw, place_at(self._vault.text(path), start))

    def _passage(
        self,
        path: str,
        text: str,
        citations: tuple[Citation, ...],
        sentence: Sentence,
        rank: int,
        *,
        leans: bool = False,
        voice: bool = False,
    ) -> Passage:
        page = "" if path.startswith("raw/") else path
        heading = self._read(path).sections[sentence.section].heading
        return Passage(text, citations, page, self._context(path, sentence.section), rank, sentence.index, heading, leans, voice)

    # Pages

    def _of_page(self, path: str, span: tuple[int, int], rank: int) -> Iterator[Passage]:
        proofs = self._proofs(path)
        page = self._vault.page(path)
        for sentence in self._inside(path, span):
            labels = [reference.label for reference in page.footnote_refs if sentence.start <= reference.span.start < sentence.end]
            citations = tuple(dict.fromkeys(proofs[label] for label in labels if label in proofs))
            if citations and refusal(sentence) in {"", _VOICE}:
                leans = self._leans(sentence)
                yield Passage(sentence.text, citations, path, self._context(path, sentence.section), rank, sentence.index, leans=leans)

    def _proofs(self, path: str) -> Mapping[str, Citation]:
        """The page's citations whose quote stands in its source today, by label."""
        page = self._vault.page(path)
        proofs: dict[str, Citation] = {}
        for definition in page.footnote_defs:
            note = read_footnote(page.text[definition.span.start : definition.span.end])
            target = self._vault.resolver.resolve(note.target, path) if note else None
            if note is None or not isinstance(target, Found) or not target.path.lower().endswith((".md", ".txt")):
                continue
            if self._index(target.path).find(note.quote):
                proofs[definition.label] = cite(target.path, note.quote, note.place)
        return proofs
