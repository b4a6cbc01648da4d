"""Markdown and plain text, kept as they are."""

from __future__ import annotations

from llmwiki.sources.base import Original, Source, SourceKind
from llmwiki.sources.detect import Detected, detected, is_kind
from llmwiki.sources.kinds import extension
from llmwiki.sources.language import language
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.parts.naming import is_later_part
from llmwiki.sources.structure import looks_like_paper, looks_like_transcript
from llmwiki.sources.text_meta import text_meta
from llmwiki.sources.visible import visible

MARKDOWN_ENDINGS = frozenset(("md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd"))
_HEAD = 128 * 1024
"""How much of a text is looked at for its title and properties."""
_MUCH = 1024 * 1024
"""How much of it is looked at for its kind and language."""


class TextConverter:
    """Markdown and plain text: the original itself where it is UTF-8, else its decoded text."""

    name = "text"
    extractor = "text 1"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are readable text without a more special format."""
        return is_kind(original, "text")

    def convert(self, original: Original) -> Source:
        """Read a text.

        Raises:
            SourceRefused: not text, empty, or of a format that has no converter yet.
        """
        found = detected(original)
        meta = text_meta(found.text[:_HEAD], original.name)
        title = title_from_name(original.name) if is_later_part(original.origin) else meta.title
        return Source(
            text=found.text,
            title=title,
            kind=_kind(found.text[:_MUCH]),
            language=language(found.text[:_MUCH]),
            author=meta.author,
            date=meta.date,
            origin=meta.address or original.origin,
            verbatim=found.exact,
            extractor="markdown 1" if extension(original.name) in MARKDOWN_ENDINGS else "text 1",
            tags=meta.tags,
            notes=(*_notes(found), *meta.notes),
        )


def _kind(text: str) -> SourceKind:
    if looks_like_paper(text):
        return "paper"
    return "transcript" if looks_like_transcript(text) else "article"


def _notes(found: Detected) -> list[str]:
    notes = [f"decoded from {found.encoding}"] if found.encoding != "utf-8" else []
    if found.lost:
        notes.append(f"{found.lost:,} bytes could not be decoded")
    hidden = visible(found.text)[1]
    if hidden:
        notes.append(f"{hidden:,} invisible characters")
    return notes
