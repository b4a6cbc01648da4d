"""An entry of the index stands out of order.

Looks at the sections of entities, concepts, comparisons and queries in `index.md`. Where every line has the form that
`wiki ingest` writes, entries go by title (Latin letters before Chinese, Chinese by sound). Where a person keeps the
list, the check only speaks when nearly all of a list of eight or more goes by title or by name, so that what stands
elsewhere is a slip; a list in an order of its own is left alone. It is info.

Why: In an ordered list a page is found, and seen to be missing, at a glance; branches that add entries to an ordered
list merge.

Fix: Move the entry. Where all lines between two headings are entries that the tool wrote, `--fix` puts them in order,
as the next `wiki ingest` would.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Fix, Mark, Severity, Snapshot
from llmwiki.checks.indexed import sections
from llmwiki.checks.memo import by_page
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from llmwiki.checks.indexed import Entry, Section

    Key = Callable[[Entry], str]

CODE = "W303"
NAME = "index-order"
SEVERITY: Severity = "info"
PROFILES = WIKIS

_LISTED = 8
_SLIPS = 8
"""Of so many entries one may stand elsewhere in a list that is in order all the same."""


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each entry that stands out of the order of its section."""
    index = snapshot.special("index.md")
    return by_page(snapshot, CODE, [index] if index else [], _in_index, snapshot.files_mark)


def _in_index(snapshot: Snapshot, index: str) -> Iterator[Mark]:
    for section in sections(snapshot, index):
        entries = [entry for entry in section.entries if entry.target]
        if section.kind and len(entries) > 1:
            yield from _in_section(snapshot, index, section, entries)


def _in_section(snapshot: Snapshot, index: str, section: Section, entries: list[Entry]) -> Iterator[Mark]:
    from llmwiki.vault.index_section import OURS  # only needed where the index is new

    is_ours = all(OURS.fullmatch(entry.text.rstrip()) for entry in entries)
    strays = _strays(entries, _by_title) if is_ours else min((_strays(entries, key) for key in (_by_title, _by_letters, _by_name)), key=len)
    if is_ours or (len(entries) >= _LISTED and len(strays) * _SLIPS <= len(entries)):
        fix = _sorted(snapshot, index, entries) if is_ours and strays else None
        for entry in strays:
            yield Mark(index, entry.link.span, f"out of order in “{section.heading}”", fix=fix)


def _strays(entries: Sequence[Entry], key: Key) -> list[Entry]:
    """Entries outside the longest run in order, whatever stands between its members."""
    values = [key(entry) for entry in entries]
    if values == sorted(values):
        return []
    tops: list[str] = []
    chain: list[tuple[int, int]] = []
    last: list[int] = []
    for at, value in enumerate(values):
        place = bisect_right(tops, value)
        if place == len(tops):
            tops.append(value)
            last.append(at)
        else:
            tops[place], last[place] = value, at
        chain.append((at, last[place - 1] if place else -1))
    kept: set[int] = set()
    at = last[-1] if last else -1
    while at >= 0:
        kept.add(at)
        at = chain[at][1]
    return [entry for at, entry in enumerate(entries) if at not in kept]


def _title(entry: Entry) -> str:
    return entry.link.display or entry.link.target.rpartition("/")[2].removesuffix(".md")


def _by_title(entry: Entry) -> str:
    from llmwiki.vault.order import sort_key

    folded, title = sort_key(_title(entry))
    return f"{folded.decode('latin-1')}\0{title}"  # bytes and characters of this code go in the same order


def _by_letters(entry: Entry) -> str:
    return _title(entry).casefold()


def _by_name(entry: Entry) -> str:
    return entry.link.target.rpartition("/")[2].casefold()


def _sorted(snapshot: Snapshot, index: str, entries: Sequence[Entry]) -> Fix | None:
    """The lines in order; None where anything else stands between them."""
    text = snapshot.vault.page(index).text
    block = Span(entries[0].line.start, entries[-1].line.end)
    lines = text[block.start : block.end].split("\n")
    if len(lines) != len(entries):
        return None
    newline = "\r\n" if lines[0].endswith("\r") else "\n"
    ordered = newline.join(entry.text for entry in sorted(entries, key=_by_title))
    tail = "\r" if lines[-1].endswith("\r") else ""
    return Fix(safe=True, title="put the entries in order", edits=(snapshot.edit(index, block, ordered + tail),))
