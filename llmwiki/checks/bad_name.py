"""A page's file name breaks the naming convention.

Pages in the folders of entities, concepts, comparisons and queries are named in lower case with hyphens between the words
(`vector-search.md`); Chinese and every other script stays as it is (`检索增强生成.md`), and dots stand between digits only
(`gpt-4.1.md`). With `naming: ascii` in SCHEMA.md other letters than ASCII are named too. Where the naming section of SCHEMA.md
asks for something else, nothing is said; where SCHEMA.md has no such section, it is info. Names that begin with `_`,
README.md, and names that are findings of unportable-name are left alone.

Why: One way of writing names means that a page is found, and not made a second time as `Vector_Search.md`.

Fix: Rename the page in Obsidian, so that its links follow, or let `wiki lint --unsafe-fixes` do so. The title stays in the frontmatter.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.by_names import by_names
from llmwiki.checks.renames import Renames
from llmwiki.checks.unportable_name import is_unportable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.schema import Schema

CODE = "W205"
NAME = "bad-name"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_PLAIN = re.compile(r"[a-z0-9-]+(?:\.[0-9]+)*(?:-[a-z0-9.-]*)?")
_SECTIONS = ("naming", "convention", "命名", "约定")
_ASKS = ("lowercase", "lower case", "lower-case", "hyphen", "kebab", "小写", "连字符", "短横线")
_SAYS_OTHER = ("title case", "title-case", "snake", "camel", "pascal", "underscore", "下划线", "空格", "大写")


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page whose name is not lower case with hyphens."""
    severity = _severity(snapshot.schema)
    if severity is None:
        return
    for mark in by_names(snapshot, CODE, _misnamed, snapshot.schema.naming):
        yield mark._replace(severity=severity)


def _misnamed(snapshot: Snapshot) -> Iterator[Mark]:
    renames = Renames(snapshot)
    for path in snapshot.pages:
        folder, _, name = path.rpartition("/")
        stem = name[:-3]
        if _PLAIN.fullmatch(stem) or _is_exempt(stem):
            continue
        fault = _fault(stem, snapshot.schema.naming)
        if fault and not is_unportable(name):
            yield renames.mark(path, f"{folder}/{_slug(stem, snapshot.schema)}.md", f"the name {fault}")


def _severity(schema: Schema) -> Severity | None:
    """How much the convention counts: what SCHEMA.md says of names decides."""
    said = " ".join(text for heading, text in schema.prose if _holds(heading, _SECTIONS))
    if _holds(said, _ASKS):
        return "warning"
    return None if _holds(said, _SAYS_OTHER) else "info"


def _holds(text: str, words: tuple[str, ...]) -> bool:
    folded = text.casefold()
    return any(word in folded for word in words)


def _is_exempt(stem: str) -> bool:
    return stem.startswith("_") or stem.casefold() == "readme"


def _fault(stem: str, naming: str) -> str:
    if stem != stem.lower():
        return "has capital letters"
    odd = next((char for char in stem if unicodedata.category(char)[0] not in "LMN" and char not in "-."), "")
    if odd:
        return "has spaces" if odd.isspace() else f"has “{odd}”"
    if re.search(r"(?<!\d)\.|\.(?!\d)", stem):
        return "has a dot that does not stand between digits"
    return "has letters other than ASCII" if naming == "ascii" and not stem.isascii() else ""


def _slug(stem: str, schema: Schema) -> str:
    from llmwiki.vault.safe_names import slug

    return slug(stem, schema.naming)
