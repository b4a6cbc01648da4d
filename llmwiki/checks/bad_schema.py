"""SCHEMA.md has a rule that cannot be used, or rules that contradict each other.

Speaks of a key in the thresholds or the naming section that the tool does not know, of a value that is no whole
number, a key or a `#tag` that stands twice, `naming: ascii` beside an example that is not, and a page that would need
more sections, axes or links than it may have lines. A section for the domain or the tags that is missing beside
others is info. Both forms are read: the keys of the article, and the prose of the Hermes skill, in which no key is a
mistake.

Why: The rules steer the writer and the linter. A rule with a slip in its name is silently not there, and the default
holds.

Fix: Correct the line; the finding names the key that may be meant.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W306"
NAME = "bad-schema"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_UNKNOWN = re.compile(r"unknown key '(\w+)'")
_WANTED = {"domain": "the domain of the wiki", "tags": "the tags that pages may have"}


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each line of SCHEMA.md that cannot be used, and each section that it lacks."""
    path = snapshot.special("SCHEMA.md")
    return by_page(snapshot, CODE, [path] if path else [], _in_schema)


def _in_schema(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    from llmwiki.vault.schema import read_schema
    from llmwiki.vault.schema_text import ROOM_OF  # only needed where the rules are new

    page = snapshot.vault.page(path)
    lines = page.text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for problem in read_schema(page.text).problems:
        line = lines[problem.line - 1].rstrip()
        begin = starts[problem.line - 1] + len(line) - len(line.lstrip(" \t-*+"))
        yield Mark(path, Span(begin, starts[problem.line - 1] + len(line)), problem.message, hint=_near(problem.message))
    rooms = {ROOM_OF.get(heading.text.strip().rstrip(":：").casefold()) for heading in page.headings} - {None}
    if rooms:
        for room, what in _WANTED.items():
            if room not in rooms:
                yield Mark(path, None, f"has no section for {what}", "info")


def _near(message: str) -> str:
    unknown = _UNKNOWN.fullmatch(message)
    if not unknown:
        return ""
    from difflib import get_close_matches

    from llmwiki.vault.schema import NUMBERS

    near = get_close_matches(unknown[1], [*NUMBERS, "naming"], 1, 0.7)
    return f"did you mean {near[0]}?" if near else ""
