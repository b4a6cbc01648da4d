"""The part of a link behind ``#`` written anew, so that it leads to a place that got another name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from llmwiki.errors import VaultError
from llmwiki.vault.anchors import anchor
from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page
    from llmwiki.vault.vault import Vault

_WIKILINK_END = re.compile(r"\\?\||\]\]")
_MARKDOWN_END = re.compile(r"[>)\s]")


def spelled_at(page: Page, offset: int) -> str | None:
    """The shortest subpath that leads to the heading or block at an offset of a note; None when none does.

    Args:
        page: The note.
        offset: Start of a heading or of a block's ``^id``.
    """
    return next((subpath for subpath in _names_of(page, offset) if anchor(page, subpath).offset == offset), None)


def _names_of(page: Page, offset: int) -> Iterator[str]:
    yield from (f"^{block.id}" for block in page.blocks if block.span.start == offset)
    above: list[tuple[int, str]] = []
    for heading in page.headings:
        while above and above[-1][0] >= heading.level:
            above.pop()
        text = " ".join(re.sub(r"[#|^\[\]%:\\]", " ", heading.text).split())
        above.append((heading.level, text))
        if heading.span.start == offset:
            names = [name for _, name in above]
            yield from ("#".join(names[start:]) for start in range(len(names) - 1, -1, -1))


def with_subpaths(before: Vault, path: str, text: str, wanted: Mapping[tuple[str, str], str]) -> str:
    """A note's new text with other subpaths where links led to a place that got another name.

    Args:
        before: The vault before; its note has the same links in the same order as ``text``.
        path: The note's path.
        text: Its new text.
        wanted: File and subpath before to the subpath then; empty takes the subpath away.

    Raises:
        VaultError: The new text has other links than the old one.
    """
    edits = []
    page = parse(text)
    links = before.resolved(path)
    if len(links) != len(page.links):
        raise VaultError(
            f"{path}: its links cannot be told apart once they are rewritten.", "Mend the brackets in it by hand, then run it again."
        )
    for (old, found), new in zip(links, page.links, strict=True):
        target = found.path if isinstance(found, Found) else ""
        subpath = wanted.get((target, old.subpath)) if old.subpath else None
        if subpath is not None and (subpath or old.target):
            edits.append((*_span(page, new), _written(new, subpath)))
    for start, end, subpath in sorted(edits, reverse=True):
        text = text[:start] + subpath + text[end:]
    return text


def _span(page: Page, link: Link) -> tuple[int, int]:
    """Where a link's subpath stands, its ``#`` included."""
    start = page.text.find("#", link.target_span.end, link.span.end)
    if start < 0:
        return link.target_span.end, link.target_span.end
    end = (_MARKDOWN_END if link.kind == "markdown" else _WIKILINK_END).search(page.text, start, link.span.end)
    return start, end.start() if end else link.span.end


def _written(link: Link, subpath: str) -> str:
    if not subpath:
        return ""
    return f"#{quote(subpath, safe='^#') if link.kind == 'markdown' else subpath}"
