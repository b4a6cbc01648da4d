"""How a page is laid out, for the checks that count lines and sections."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.extent import without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.base import Severity, Snapshot
    from llmwiki.vault.link import Span
    from llmwiki.vault.page import Page

_ASIDE = frozenset(
    (
        "related|related pages|related concepts|related topics|related notes|see also|links|backlinks|further reading"
        "|sources|source|references|citations|footnotes|notes|bibliography"
        "|关联|相关|相关页面|相关条目|相关概念|相关内容|相关链接|相关笔记|参见|另见|延伸阅读|链接|来源|资料来源|参考|参考资料|参考文献|引用|脚注"
        "|関連|関連ページ|関連項目|出典|参考資料|脚注"
    ).split("|")
)
_NO_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]*$", re.MULTILINE)
_DECORATION = re.compile(r"^[\W\d_]+|[\W_]+$")
_SECTION_LEVEL = 2


class Section(NamedTuple):
    """A section of a page, those below it included."""

    heading: str
    text: str


def is_asked(snapshot: Snapshot, threshold: str) -> bool:
    """Whether a threshold holds that the Hermes skill's rules do not have: there, only if SCHEMA.md names it."""
    return snapshot.profile != "hermes" or threshold in snapshot.schema.stated


def stated(snapshot: Snapshot, threshold: str) -> Severity | None:
    """The severity of a page that misses a threshold: the check's own where SCHEMA.md names it, info where nobody chose the default."""
    return None if threshold in snapshot.schema.stated else "info"


def sections(page: Page) -> Iterator[Section]:
    """The sections of a page that hold text of its subject.

    Level-2 headings open sections; on a page without any, the highest level that occurs twice does. Left out are sections without
    text (other headings, comments and footnotes are none), and those that only lead elsewhere: Related, See also, Sources and the like.
    """
    level = _level(page)
    openers = [heading for heading in page.headings if heading.level <= level]
    ends = [*(heading.span.start for heading in openers[1:]), len(page.text)]
    aside = _aside(page)
    for heading, end in zip(openers, ends, strict=False):
        if heading.level == level and not _leads_elsewhere(heading.text):
            text = without(page.text, heading.span.end, end, aside)
            text = (_NO_HEADING.sub("", text) if "#" in text else text).strip()
            if text:
                yield Section(heading.text, text)


@lru_cache(256)
def _leads_elsewhere(heading: str) -> bool:
    """Whether a section with this heading only leads elsewhere."""
    return _DECORATION.sub("", heading).casefold() in _ASIDE


def _level(page: Page) -> int:
    levels = [heading.level for heading in page.headings]
    if _SECTION_LEVEL in levels:
        return _SECTION_LEVEL
    return min((level for level in levels if levels.count(level) > 1), default=_SECTION_LEVEL)


def _aside(page: Page) -> list[Span]:
    """What is no text of a section's own, in order."""
    spans = [note.span for note in page.footnote_defs]
    spans += [heading.span for heading in page.headings]
    return sorted([*spans, *page.comments, *page.html_comments])
