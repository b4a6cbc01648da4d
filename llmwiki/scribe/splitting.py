"""How a page that has grown too long could be split."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.wording import CHINESE, ENGLISH, language_of, wording
from llmwiki.vault.chars import language
from llmwiki.vault.extent import body_lines, lines_between
from llmwiki.vault.safe_names import slug, unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.vault.page import Page
    from llmwiki.vault.schema import Naming

_SECTION_LEVEL = 2
# What stays of a section that moves: its heading, a blank line before and behind it, one sentence with a link.
_LEFT_BEHIND = 4
_STAYS = frozenset(
    heading.casefold()
    for words in (ENGLISH, CHINESE)
    for heading in (words.definition, words.overview, words.mentions, words.questions, words.related)
)


class Piece(NamedTuple):
    """A section that could become a page.

    Attributes:
        heading: As written.
        lines: How many it has.
        title, path: Of the new page.
    """

    heading: str
    lines: int
    title: str
    path: str


class Split(NamedTuple):
    """A plan: how long the page is, what could go, and how many lines stay."""

    lines: int
    pieces: tuple[Piece, ...]
    stay: int


def split_plan(page: Page, path: str, limit: int, names: Iterable[str], naming: Naming) -> Split | None:
    """The fewest sections whose move brings a page below the limit, the longest first; None where it is short enough or nothing can go.

    Args:
        page: As it will stand.
        path: Of it; new pages lie beside it.
        limit: Lines that a page may have.
        names: File names that are taken, without their endings.
        naming: Whether file names keep the letters of the title.
    """
    if page.text.count("\n") <= limit or (lines := body_lines(page)) <= limit:
        return None
    stay, taken, pieces = lines, set(names), []
    for heading, length in sorted(_sections(page), key=lambda section: -section[1]):
        if stay <= limit or length <= _LEFT_BEHIND:
            break
        title = f"{_title(page, path)}{_colon(page)}{heading}"
        name = unique(slug(title, naming), taken)
        taken.add(name)
        pieces.append(Piece(heading, length, title, f"{path.rpartition('/')[0]}/{name}.md"))
        stay -= length - _LEFT_BEHIND
    return Split(lines, tuple(pieces), stay) if pieces else None


def _sections(page: Page) -> Iterator[tuple[str, int]]:
    """Sections that may leave, with their lines."""
    openers = [heading for heading in page.headings if heading.level <= _SECTION_LEVEL]
    ends = [*(heading.span.start for heading in openers[1:]), len(page.text)]
    for heading, end in zip(openers, ends, strict=True):
        if heading.level == _SECTION_LEVEL and heading.text.strip().casefold() not in _STAYS:
            yield heading.text.strip(), lines_between(page, heading.span.start, end)


def _title(page: Page, path: str) -> str:
    return page.frontmatter.text("title") or path.rpartition("/")[2].removesuffix(".md")


def _colon(page: Page) -> str:
    tongue = language_of(heading.text for heading in page.headings) or language(page.text[page.body_start :])
    return wording(tongue).colon
