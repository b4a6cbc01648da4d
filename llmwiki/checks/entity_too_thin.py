"""An entity page rests on too few sources, and none of them is about it.

Counts the distinct sources that a page in the folder of entities names, in its `sources` and in its citations, against
`entity_min_references` (SCHEMA.md, 2 by default). Fewer are enough when the entity is central to one of them: the page's
title or an alias stands in the source's title or in a heading of it, or at least four times in its text. Sources that cannot
be read as text (web addresses, missing files) may be about anything, and count as central. A page without any source is
unsourced-page's. Where SCHEMA.md does not name the threshold, and for a page that `wiki ingest` made and that lost a source since, the
severity is info.

Why: What one text mentions in passing fills no page. Such pages are how a wiki grows a thousand stubs that nobody needs.

Fix: Cite the other sources that speak of the entity, or tell what there is to tell on the page where it comes up and take
this one away.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.heads import heads
from llmwiki.checks.layout import stated
from llmwiki.checks.resting import resting
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CODE = "W602"
NAME = "entity-too-thin"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_OFTEN = 4
"""So often a source names what is central to it; the writer asks for as many sentences (`scribe/compile.py`)."""

_HEADING = re.compile(r"^#{1,6} .*$|^title:.*$", re.MULTILINE)
_BOUNDED = r"(?<![^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]){}(?:['’]?s|es)?(?![^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each entity page with fewer sources than the schema asks for, unless one of them is about it."""
    least, sources_of = snapshot.schema.entity_min_references, resting(snapshot)
    entities = [path for path in snapshot.pages if page_kind(path) == "entity"]
    thin = {path: sources for path in entities if 0 < len(sources := sources_of(path)) < least}
    centre = _Centre(snapshot, thin)
    for path, sources in thin.items():
        if not centre.holds(path):
            named = ", ".join(f"“{source}”" for source in sources)
            message = f"the entity rests on {len(sources)} source{'' if len(sources) == 1 else 's'}, at least {least} are asked for"
            severity: Severity | None = "info" if snapshot.wrote(path) else stated(snapshot, "entity_min_references")
            yield Mark(path, None, message, severity, f"it is mentioned in passing in {named}")


class _Centre:
    """Tells whether an entity is central to a source of its page; kept for as long as all these texts stay.

    Args:
        snapshot: What the check sees.
        thin: The pages in question with their sources.
    """

    def __init__(self, snapshot: Snapshot, thin: Mapping[str, Sequence[str]]) -> None:
        self._snapshot, self._thin = snapshot, thin
        self._column = snapshot.memo.column(CODE, snapshot.files_mark)

    def holds(self, path: str) -> bool:
        """Whether one of the sources is about the entity of the page."""
        answer: dict[str, Any] = self._column.of(path, self._find, lambda answer: answer["sources"] == self._digests(path))
        return bool(answer["central"])

    def _find(self, path: str) -> dict[str, Any]:
        named = _pattern(heads(self._snapshot, [path])[path].names)
        central = any(not self._is_readable(source) or self._is_about(named, source) for source in self._thin[path])
        return {"central": central, "sources": self._digests(path)}

    def _digests(self, path: str) -> dict[str, str]:
        return {source: self._snapshot.vault.digest(source) for source in self._thin[path] if self._is_readable(source)}

    def _is_readable(self, source: str) -> bool:
        return self._snapshot.is_text(source) and source in self._files

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self._snapshot.vault.files)

    def _is_about(self, named: re.Pattern[str], source: str) -> bool:
        text = self._snapshot.vault.text(source)
        titles = [source.rpartition("/")[2].replace("-", " "), *_HEADING.findall(text)]
        return any(named.search(title) for title in titles) or len(named.findall(text)) >= _OFTEN


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    """Any of the names as a whole word, its plural or possessive too; case does not matter but in names of capitals."""
    forms = [re.escape(name) if name.isupper() and name.isascii() else f"(?i:{re.escape(name)})" for name in names]
    return re.compile("|".join(_BOUNDED.format(form) for form in forms))
