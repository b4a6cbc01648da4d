"""A link written anew, so that it leads to a certain file: its style, its quotes and everything behind its path stay."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page
    from llmwiki.vault.resolve import Resolver

_ENCODED = re.compile(r"[%#?<>()\[\]\s\\]")
_IN_WIKILINK = re.compile(r"[\[\]|#^\n]")


class Speller:
    """Writes the links of one note.

    Args:
        page: The note.
        source: Its path, as it will be.
        resolver: Of the files, as they will be.
    """

    def __init__(self, page: Page, source: str, resolver: Resolver) -> None:
        self._page, self._source, self._resolver = page, source, resolver

    def means(self, target: str, wanted: str) -> bool:
        """Whether a target leads to the file ``wanted``."""
        found = self._resolver.resolve(target, self._source)
        return isinstance(found, Found) and found.path == wanted

    def to(self, link: Link, wanted: str, shown: str = "") -> tuple[int, int, str] | None:
        """The edit that makes a link lead to ``wanted`` in the style it has now.

        Args:
            link: As it is written in the note.
            wanted: Path of a file.
            shown: As for ``spelled``.

        Returns:
            Start, end and new text; None when no spelling would lead there.
        """
        for target in self._spellings(link, wanted):
            if self.fits(link, target, wanted):
                return self.spelled(link, target, shown)
        return None

    def fits(self, link: Link, target: str, wanted: str) -> bool:
        """Whether a target leads to the file ``wanted`` and can be written in a link of this kind."""
        return self.means(target, wanted) and (link.kind == "markdown" or not _IN_WIKILINK.search(target))

    def spelled(self, link: Link, target: str, shown: str = "") -> tuple[int, int, str]:
        """The edit that gives a link another target.

        Args:
            link: As it is written in the note.
            target: The new path part, not escaped in any way.
            shown: What a wikilink shows from then on, when it has no text of its own yet; empty adds nothing.

        Returns:
            Start, end and new text.
        """
        if link.kind == "markdown":
            start, end = link.target_span
            angle = self._page.text[start - 1 : start] == "<"
            return start, end, target if angle else _ENCODED.sub(lambda match: _percent(match[0]), target)
        is_wikilink = self._page.text.startswith("[[", link.span.start)  # not an embed, not a marker of Hermes
        added = shown if is_wikilink and link.display is None else ""
        if link.kind == "property":
            return self._in_quotes(link, target, added)
        start, end = link.target_span
        if not added:
            return start, end, target
        behind = self._page.text[end : link.span.end - 2].rstrip()
        bar = r"\|" if link.place == "table" else "|"
        return start, link.span.end - 2, f"{target}{behind}{bar}{added}"

    def _in_quotes(self, link: Link, target: str, added: str) -> tuple[int, int, str]:
        quote = self._page.text[link.span.start - 1]
        start, end = link.target_span
        if start == end or added:
            start, end = link.span
            display = added or link.display
            target = f"[[{target}{'#' if link.subpath else ''}{link.subpath}{'' if display is None else f'|{display}'}]]"
        return start, end, target.replace("'", "''") if quote == "'" else target.replace("\\", "\\\\").replace('"', '\\"')

    def _spellings(self, link: Link, wanted: str) -> Iterator[str]:
        """Targets for the file, the one in the style of the present link first."""
        ending = wanted[wanted.rfind(".") :] if wanted.lower().endswith(".md") and link.target.lower().endswith(".md") else ""
        if link.target.startswith(("./", "../")):
            relative = posixpath.relpath(wanted, posixpath.dirname(self._source) or ".")
            relative = relative if relative.startswith("../") else f"./{relative}"
            yield relative if ending or not wanted.lower().endswith(".md") else relative[:-3]
        elif "/" in link.target:
            yield wanted if ending or not wanted.lower().endswith(".md") else wanted[:-3]
        short = self._resolver.link_text(wanted, self._source)
        yield short if short.lower().endswith(ending.lower()) else short + ending
        yield short
        yield wanted


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode())
