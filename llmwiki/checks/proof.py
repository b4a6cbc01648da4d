"""Proof that fixes do no harm: links lead where they led, and code and everything outside the fixes stays as it is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.patch import edited, fix_of
from llmwiki.vault.anchors import anchor
from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found
from llmwiki.vault.vault import is_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from llmwiki.checks.base import Edit, Finding
    from llmwiki.checks.patch import Patch
    from llmwiki.vault.link import Link, Span
    from llmwiki.vault.page import Page
    from llmwiki.vault.vault import Vault

_CELL_BAR = re.compile(r"(?<!\\)\|")
_SINGLE = 40
"""Up to so many fixes of one page are tried one by one to find those that do harm."""


class Failure(NamedTuple):
    """Harm that a patch would do: why, and the findings whose fixes may be to blame."""

    reason: str
    guilty: tuple[Finding, ...]


class _Change(NamedTuple):
    """An edit in code points of the text before; ``safe`` as its fix is."""

    start: int
    end: int
    old: str
    new: str
    safe: bool


def harm_of_edits(patch: Patch) -> Iterator[Failure]:
    """What the edits of a patch would break."""
    for path in patch.edits:
        if is_note(path):
            findings = patch.at(path)
            reason = _harm(patch.before, path, findings)
            if reason and len(findings) <= _SINGLE:
                yield from _told_apart(patch.before, path, findings)
            elif reason:
                yield Failure(reason, findings)
    yield from _lost_anchors(patch)


def _told_apart(vault: Vault, path: str, findings: Sequence[Finding]) -> Iterator[Failure]:
    """The fixes of a page that do harm beside those before them that do none."""
    sound: list[Finding] = []
    for finding in findings:
        reason = _harm(vault, path, [*sound, finding])
        if reason:
            yield Failure(reason, (finding,))
        else:
            sound.append(finding)


def _harm(vault: Vault, path: str, findings: Sequence[Finding]) -> str:
    """Why the edits that some fixes make on a page would do harm to it; empty when they would not."""
    safety = {edit: fix_of(finding).safe for finding in findings for edit in fix_of(finding).edits if edit.path == path}
    data, before = vault.data(path), vault.page(path)
    after = parse(edited(data, sorted(safety)))
    changes = list(_changes(data, safety))
    if _pieces(before, before.code) != _pieces(after, after.code):
        return f"it would change code in {path}"
    if len(after.frontmatter.problems) > len(before.frontmatter.problems):
        return f"it would break the properties of {path}"
    if any(_breaks_row(before, change) for change in changes):
        return f"it would break a table in {path}"
    return _lost_link(vault, path, after, changes)


def _changes(data: bytes, safety: dict[Edit, bool]) -> Iterator[_Change]:
    at = place = 0
    for edit in sorted(safety):
        place += len(data[at : edit.start].decode("utf-8", "surrogateescape"))
        old = data[edit.start : edit.end].decode("utf-8", "surrogateescape")
        yield _Change(place, place + len(old), old, edit.text, safety[edit])
        at, place = edit.end, place + len(old)


def _pieces(page: Page, spans: Iterable[Span]) -> list[str]:
    return [page.text[start:end] for start, end in spans]


def _breaks_row(page: Page, change: _Change) -> bool:
    """Whether a change within a row of a table gives the row another number of cells."""
    if "\n" in change.old + change.new or not any(table.span.start <= change.start < table.span.end for table in page.tables):
        return False
    start, end = page.text.rfind("\n", 0, change.start) + 1, page.text.find("\n", change.end)
    row = page.text[start : end if end >= 0 else None]
    new = row[: change.start - start] + change.new + row[change.end - start :]
    return len(_CELL_BAR.findall(row)) != len(_CELL_BAR.findall(new))


def _lost_link(vault: Vault, path: str, after: Page, changes: Sequence[_Change]) -> str:
    """Links that led somewhere lead there still; one that a safe fix itself changes, too; one that another fix changes need not."""
    wanted: Counter[tuple[str, str, bool]] = Counter()
    own: set[str] = set()
    starts = [change.start for change in changes]
    for link, found in vault.resolved(path):
        if isinstance(found, Found):
            change = _touching(link, changes, starts)
            if change is None:
                wanted[_meaning(link, found)] += 1
            elif change.safe:
                own.add(found.path)
    there = [(link, found) for link in after.links if isinstance(found := vault.resolver.resolve(link.target, path), Found)]
    lost = [target for target, _, _ in wanted - Counter(_meaning(link, found) for link, found in there)]
    lost += sorted(own - {found.path for _, found in there})
    return f"a link in {path} would not lead to {lost[0]} any more" if lost else ""


def _meaning(link: Link, found: Found) -> tuple[str, str, bool]:
    return found.path, link.subpath, link.embed


def _touching(link: Link, changes: Sequence[_Change], starts: Sequence[int]) -> _Change | None:
    """The change that begins last before the link's end, if it reaches into the link."""
    at = bisect_right(starts, link.span.end - 1)
    return changes[at - 1] if at and (changes[at - 1].end > link.span.start or changes[at - 1].start > link.span.start) else None


def _lost_anchors(patch: Patch) -> Iterator[Failure]:
    """Links into a page whose headings or blocks the edits change lead to them still."""
    before, mid = patch.before, patch.mid
    changed = {path for path in patch.edits if is_note(path) and _places(before.page(path)) != _places(mid.page(path))}
    if not changed:
        return
    for path in mid.notes:
        for link, found in mid.resolved(path):
            if link.subpath and isinstance(found, Found) and found.path in changed and _is_lost(patch, link, found.path):
                yield Failure(f"{path} links to “{link.subpath}” in {found.path}, which would be gone", patch.at(found.path))


def _is_lost(patch: Patch, link: Link, target: str) -> bool:
    was, is_now = (anchor(vault.page(target), link.subpath).state for vault in (patch.before, patch.mid))
    return was == "ok" and is_now == "missing"


def _places(page: Page) -> list[object]:
    headings = [(heading.text, heading.level) for heading in (*page.headings, *page.nested_headings)]
    return [headings, [block.id for block in page.blocks], [note.label for note in page.footnote_defs]]
