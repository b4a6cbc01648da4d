"""An answer as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.scribe.inert import inert_line, plain
from llmwiki.scribe.linking import linked, wikilink
from llmwiki.scribe.wording import wording
from llmwiki.vault.citation import Citation, distinct, footnote

if TYPE_CHECKING:
    from llmwiki.scribe.answer import Answer
    from llmwiki.scribe.known import Known
    from llmwiki.scribe.linking import Names

_NOTHING = {"zh": "这个 wiki 里没有找到足以回答的内容。", "en": "Nothing in this wiki answers that."}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an answer's text needs to know of the vault.

    Attributes:
        pages: The pages about things.
        link: Path to the shortest unambiguous link target.
        names: Spellings to link targets.
    """

    pages: Sequence[Known]
    link: Callable[[str], str]
    names: Names


def answer_text(answer: Answer, around: Surroundings) -> str:
    """The answer as Markdown: statements with footnotes, the pages it was drawn from; one plain sentence when there is none."""
    if not answer.passages:
        return f"{_NOTHING.get(answer.language, _NOTHING['en'])}\n"
    words = wording(answer.language)
    cited = distinct(citation for passage in answer.passages for citation in passage.citations)
    labels = dict(zip(dict.fromkeys(citation for passage in answer.passages for citation in passage.citations), cited, strict=True))
    taken: set[str] = set()
    lines = [
        inert_line(linked(plain(passage.text), around.names, taken))
        + "".join(f"[^{labels[citation].label}]" for citation in dict.fromkeys(passage.citations))
        for passage in answer.passages
    ]
    parts = ["\n\n".join(lines)]
    titles = drawn_from(answer, around.pages)
    if titles:
        links = [wikilink(around.link(page.path), page.title) for page in titles]
        parts.append(words.drawn_from.format(pages=words.comma.join(links)))
    parts.append("\n".join(footnote(citation, around.link(citation.source)) for citation in cited))
    return "\n\n".join(parts) + "\n"


def drawn_from(answer: Answer, pages: Sequence[Known]) -> list[Known]:
    """Pages that the answer's statements come from or that the question names, by title."""
    used = {passage.page for passage in answer.passages}
    asked = answer.question.lower()
    return sorted((page for page in pages if page.path in used or _names(asked, page)), key=lambda page: page.title)


def _names(question: str, page: Known) -> bool:
    return any(len(name) > 1 and _stands_in(name.lower(), question) for name in (page.title, *page.aliases))


def _stands_in(name: str, text: str) -> bool:
    if not name.isascii():
        return name in text
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text) is not None


def citations_of(answer: Answer) -> list[tuple[str, Citation]]:
    """Every citation with the page that makes the statement (empty: straight from the source), once each."""
    return list(dict.fromkeys((passage.page, citation) for passage in answer.passages for citation in passage.citations))
