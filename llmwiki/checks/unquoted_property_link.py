"""A wikilink in the properties has no quotes.

`up: [[Home]]` is YAML for a list in a list, so Obsidian shows no link, draws no edge, and renames nothing there; two links behind
one key make the whole block unreadable. Speaks of links that stand alone as a value, as an item of a list, or as one of several with
commas between them. Brackets around numbers, or around words with a comma that name no file, are lists of lists and left alone, and so are
blocks with placeholders of templates (`{{...}}`, `<% ... %>`).

Why: The link looks right in the text, but nothing follows it.

Fix: Put it in quotes: `up: "[[Home]]"`. `--fix` does so, and makes a list of several links behind one key.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Edit, Fix, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.checks.odd_links import is_placeholder
from llmwiki.vault.link import Span
from llmwiki.vault.linkpath import split_wikilink
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.page import Page

CODE = "W109"
NAME = "unquoted-property-link"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

UNQUOTED = "unquoted-link"
"""What the reader of properties calls this problem."""

_LINK = re.compile(r"\[\[([^\[\]\r\n]+)\]\]")
_NUMBERS = re.compile(r"[-+\d.,\seE]+")
_LINE = re.compile(r"(?:[ \t]*-[ \t]+|[^\r\n\[]*?:[ \t]+)*(?P<value>[^\r\n]*?)(?:[ \t]+#[^\r\n]*)?[ \t]*(?=\r|\n|\Z)")
_SEVERAL = re.compile(rf"{_LINK.pattern}(?:[ \t]*,[ \t]*{_LINK.pattern})*")


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link in a property that YAML takes for a list."""
    return by_page(snapshot, CODE, snapshot.notes, _in_note, snapshot.files_mark)


def _in_note(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    block = page.frontmatter
    at = [problem.offset for problem in block.problems if problem.kind == UNQUOTED]
    if not at or (block.span and is_placeholder(page.text[block.span.start : block.span.end])):
        return
    for offset in at:
        link = _LINK.match(page.text, offset)
        if link and _is_meant(snapshot, path, link[1]):
            edits = tuple(_edits(snapshot, path, page, Span(*link.span())))
            fix = Fix(safe=True, title="put the link in quotes", edits=edits) if edits else None
            yield Mark(path, Span(*link.span()), f"“{link[0]}” needs quotes to be a link: YAML reads a list in a list", fix=fix)


def _is_meant(snapshot: Snapshot, path: str, inner: str) -> bool:
    """Whether brackets are a link's, not those of two lists."""
    if "," not in inner:
        return True
    target = split_wikilink(inner, 0)[0]
    return not _NUMBERS.fullmatch(inner) and isinstance(snapshot.vault.resolver.resolve(target, path), Found)


def _edits(snapshot: Snapshot, path: str, page: Page, link: Span) -> Iterator[Edit]:
    """Quotes for the link; a list for all links behind one key; nothing where other text stands beside it."""
    start = max(page.text.rfind("\n", 0, link.start), page.text.rfind("\r", 0, link.start)) + 1
    line = _LINE.match(page.text, start)
    if line is None:
        return
    value = Span(*line.span("value"))
    if value == link:
        yield snapshot.edit(path, link, _quoted(page.text[link.start : link.end]))
    elif _SEVERAL.fullmatch(page.text, *value):
        links = [_quoted(found[0]) for found in _LINK.finditer(page.text, *value)]
        yield snapshot.edit(path, value, f"[{', '.join(links)}]")
    elif _is_item(page.text[value.start : link.start], page.text[link.end : value.end]):
        yield snapshot.edit(path, link, _quoted(page.text[link.start : link.end]))


def _is_item(before: str, behind: str) -> bool:
    """Whether a link stands as one item in a list that begins and ends on its line."""
    opens, closes = before.rstrip(" \t"), behind.lstrip(" \t")
    return before.startswith("[") and opens.endswith(("[", ",")) and behind.endswith("]") and closes.startswith((",", "]"))


def _quoted(link: str) -> str:
    if '"' in link or "\\" in link:
        return "'" + link.replace("'", "''") + "'"
    return f'"{link}"'
