"""LaTeX documents as text, their formulas as Obsidian shows them; styles and bibliographies to the letter."""

from __future__ import annotations

import re

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.data.code import block
from llmwiki.sources.data.reading import read_notes
from llmwiki.sources.data.texmarks import plain_words, written
from llmwiki.sources.dates import iso_date
from llmwiki.sources.detect import detect, is_kind
from llmwiki.sources.inert import inert
from llmwiki.sources.kinds import extension
from llmwiki.sources.language import language
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.structure import looks_like_paper
from llmwiki.sources.visible import visible

_BEGIN, _END = "\\begin{document}", "\\end{document}"
_NESTED = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_BETWEEN = re.compile(r"\s*\\(?:and|And|AND|quad)\b\s*")
_BESIDE = re.compile(r"\\(?:thanks|footnote|inst|textsuperscript|email|affiliation|affil|orcid)\s*" + _NESTED)


class TexConverter:
    """LaTeX to Markdown: headings, lists, emphasis and formulas; what is neither stays as it is written."""

    name = "tex"
    extractor = "tex 1"

    def accepts(self, original: Original) -> bool:
        """Whether the name ends as TeX files do."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a file.

        Raises:
            SourceRefused: a document without text.
        """
        found = detect(original.name, original.data)
        if extension(original.name) != "tex":
            return block(original, found, self.extractor)
        text, hidden = visible(found.text)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        begin = text.find(_BEGIN) + len(_BEGIN) if _BEGIN in text else 0
        end = text.find(_END) if _END in text else len(text)
        body = written(text[begin:end], text.count("\n", 0, begin) + 1)
        if not body:
            raise SourceRefused("is a TeX file without text")
        title = plain_words(_argument(text, "title")) or title_from_name(original.name)
        whole = f"# {inert(title)}\n\n{body}\n"
        return Source(
            text=whole,
            title=title,
            kind="paper" if looks_like_paper(whole) or "\\begin{abstract}" in text else "article",
            language=language(body),
            author=_authors(_argument(text, "author")),
            date=iso_date(_argument(text, "date")),
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=tuple(read_notes(found, hidden)),
        )


def _argument(text: str, command: str) -> str:
    match = re.search(rf"\\{command}\s*(?:\[[^\[\]]*\])?\s*" + _NESTED, text)
    return match[1] if match else ""


def _authors(text: str) -> str:
    """The first line of each author: names stand before affiliations."""
    parts = [plain_words(part.split("\\\\")[0]) for part in _BETWEEN.split(_BESIDE.sub("", text))]
    return ", ".join(part for part in parts if part)
