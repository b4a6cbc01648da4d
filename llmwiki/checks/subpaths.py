"""Links to a heading or block of a note, and whether it is there.

The headings of a note are only looked for when a link asks for one, and looked at anew only when the note or what is asked of it changes.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.base import Snapshot
    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page

_GITHUB_COUNT = re.compile(r"-\d+\Z")
_ASIDE = re.compile(r"%%.*?%%|<[^>]*>")


class Verdict(NamedTuple):
    """What is wrong with a heading or block that a link names.

    Attributes:
        doubtful: Whether something like it is there, so that nobody can say what Obsidian does.
        headings: The headings like it, as they stand in the note.
    """

    doubtful: bool
    headings: tuple[str, ...] = ()


class Broken(NamedTuple):
    """A link whose file is there and whose heading or block is not; ``target`` is the note it leads to."""

    path: str
    link: Link
    target: str
    verdict: Verdict


def broken_headings(snapshot: Snapshot) -> Iterator[Broken]:
    """Links to headings that are not there, by path and place."""
    yield from _broken(snapshot, "headings", blocks=False)


def broken_blocks(snapshot: Snapshot) -> Iterator[Broken]:
    """Links to blocks that are not there, by path and place."""
    yield from _broken(snapshot, "blocks", blocks=True)


def _broken(snapshot: Snapshot, question: str, *, blocks: bool) -> Iterator[Broken]:
    asked = [row for row in _asked(snapshot) if row[1].subpath.lstrip().startswith("^") == blocks]
    requests: dict[str, set[str]] = defaultdict(set)
    for _, link, target in asked:
        requests[target].add(_request(link))
    answers = {target: _answers(snapshot, question, target, requests[target]) for target in sorted(requests)}
    for path, link, target in asked:
        verdict = answers[target][_request(link)]
        if verdict:
            yield Broken(path, link, target, Verdict(verdict[0], tuple(verdict[1])))


def _answers(snapshot: Snapshot, question: str, target: str, requests: set[str]) -> dict[str, Any]:
    """What is wrong with each part that is asked for of a note; looked up anew when one is new."""

    def find(path: str) -> dict[str, Verdict | None]:
        page = snapshot.vault.page(path)
        return {request: _judge(page, request[1:], is_markdown=request[0] == "m") for request in sorted(requests)}

    answers: dict[str, Any] = snapshot.memo.column(question).of(target, find, lambda known: requests <= known.keys())
    return answers


def _request(link: Link) -> str:
    """What is asked of a note: a letter for the syntax, since Markdown links may be meant for other readers, then the subpath."""
    return ("m" if link.kind == "markdown" else "w") + link.subpath


def _asked(snapshot: Snapshot) -> Iterator[tuple[str, Link, str]]:
    """Each link that names a part of a readable note, with the note it stands in and the one it leads to."""
    notes = frozenset(snapshot.vault.notes)
    for path, link in snapshot.odd_links.to_parts:
        found = snapshot.vault.resolver.resolve(link.target, path)
        if isinstance(found, Found) and found.path in notes:
            yield path, link, found.path


def _judge(page: Page, subpath: str, *, is_markdown: bool) -> Verdict | None:
    """None when the part is there, or when a plugin keeps the note, which knows parts of its own."""
    from llmwiki.vault.anchors import anchor  # only needed where an answer is not known yet

    if anchor(page, subpath).state != "missing" or "excalidraw-plugin" in page.frontmatter.data:
        return None
    if subpath.lstrip().startswith("^"):
        return Verdict(_stands_somewhere(page, subpath.strip()))
    if is_markdown and _is_made_by_hand(page, subpath):
        return None
    return Verdict(*_like(page, subpath, is_markdown=is_markdown))


def _stands_somewhere(page: Page, mark: str) -> bool:
    """Whether ``^id`` is in the note outside of links and code."""
    places = [found.start() for found in re.finditer(rf"(?<!#){re.escape(mark)}(?![A-Za-z0-9-])", page.text, re.IGNORECASE)]
    return any(not any(span.start <= at < span.end for span in page.code) for at in places)


def _is_made_by_hand(page: Page, name: str) -> bool:
    """Whether HTML or an attribute list gives this name to a place, which other readers of Markdown follow."""
    return any(mark in page.text for mark in (f'id="{name}"', f"id='{name}'", f'name="{name}"', f"name='{name}'", f"{{#{name}}}"))


def _like(page: Page, subpath: str, *, is_markdown: bool) -> tuple[bool, tuple[str, ...]]:
    """Whether each part of the subpath has a heading of the same letters and digits, and the headings like the last part."""
    headings = [heading.text for heading in (*page.headings, *page.nested_headings)]
    letters = {heading: {_letters(heading), _letters(_ASIDE.sub("", heading))} for heading in headings}
    known = {form for forms in letters.values() for form in forms}
    parts = [part for part in subpath.split("#") if part.strip()]
    if is_markdown:
        parts = [_GITHUB_COUNT.sub("", part) if _letters(part) not in known else part for part in parts]
    last = _letters(parts[-1]) if parts else ""
    alike = tuple(dict.fromkeys(heading for heading in headings if last and last in letters[heading]))
    return bool(parts) and all(_letters(part) in known for part in parts), alike


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
