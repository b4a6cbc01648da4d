"""Links that lead to nothing, to one of several files, to a file spelled otherwise, or into the archive.

One pass finds them for all checks of links; a page is looked at anew only when it changed or when files came or went.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from llmwiki.checks.base import RAW, Severity, Snapshot
from llmwiki.checks.heads import heads, heads_of
from llmwiki.checks.tour import Question
from llmwiki.vault.link import Link, Span
from llmwiki.vault.linkpath import fold
from llmwiki.vault.own_files import is_archived
from llmwiki.vault.resolve import Missing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from llmwiki.vault.resolve import Found

Fault = Literal["missing", "ambiguous", "inexact", "archived"]

# What Obsidian shows, and what people keep beside their notes; `.canvas` and `.base` are documents, not attachments.
_ATTACHMENT = re.compile(
    r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|flac|m4a|mp3|ogg|wav|3gp|mkv|mov|mp4|ogv|webm|pdf|epub|zip|docx?|xlsx?|pptx?|csv)\Z",
    re.IGNORECASE,
)
# Other ids are made and followed by plugins only.
_BLOCK = re.compile(r"\^[A-Za-z0-9-]+")
_PLACEHOLDER = re.compile(r"\{\{|<%")


class OddLink(NamedTuple):
    """A link with a fault.

    Attributes:
        path: The note it stands in.
        files: Of a missing file those with a name like it; otherwise the chosen file, then those its name fits too.
    """

    path: str
    fault: Fault
    link: Link
    files: tuple[str, ...]


class Wish(NamedTuple):
    """A link that leads to no file.

    Attributes:
        near: Files whose name differs in punctuation, spaces or folder only.
        titled: Pages whose title or alias it is.
        owners: Those of them that have it as an alias.
    """

    path: str
    link: Link
    near: tuple[str, ...]
    titled: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()

    @property
    def is_attachment(self) -> bool:
        """Whether it asks for a file that is no note."""
        return _ATTACHMENT.search(self.link.target) is not None


class OddLinks:
    """The links with faults, and what else is known of them; sources of a wiki are left out.

    Args:
        snapshot: What the checks see.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._sound: set[str] = set()
        """Names that say nothing wrong wherever they stand."""
        memo, notes = snapshot.memo, snapshot.notes
        self._faults = Question(snapshot.tour, memo.column("odd-links", snapshot.files_mark), notes, self._find)
        self._parts = Question(snapshot.tour, memo.column("subpaths"), notes, self._to_parts_of)
        heads_of(snapshot, notes)  # what they are called will be asked where a link leads to nothing

    @cached_property
    def _by_fault(self) -> Mapping[str, list[OddLink]]:
        by_fault: dict[str, list[OddLink]] = defaultdict(list)
        for path in self._faults.telling():
            for fault, link, files in self._faults.of(path):
                by_fault[fault].append(OddLink(path, fault, link_from(link), tuple(files)))
        return by_fault

    def having(self, fault: Fault) -> Sequence[OddLink]:
        """Links with a fault, in order of path and place; placeholders of templates are not among them."""
        return self._by_fault.get(fault, ())

    @cached_property
    def wishes(self) -> tuple[Wish, ...]:
        """The links that lead to nothing, without those that name the evidence of a wiki's page."""
        missing = [odd for odd in self.having("missing") if not is_evidence(self._snapshot, odd.link)]
        return tuple(self._wish(odd) for odd in missing)

    @cached_property
    def to_parts(self) -> tuple[tuple[str, Link], ...]:
        """The links that name a heading or block, with the note they stand in; comments, templates and footnotes are left out."""
        return tuple((path, link_from(row)) for path in self._parts.telling() for row in self._parts.of(path))

    def _to_parts_of(self, path: str) -> list[Link]:
        return [link for link in self._snapshot.vault.page(path).links_to_parts if _names_a_part(link)]

    def severity(self, path: str) -> Severity:
        """Of a link that leads nowhere: a wish in Obsidian, an error in a wiki, and nothing to mend in a log that is never changed."""
        if path == self._log:
            return "info"
        return "error" if self._snapshot.is_wiki else "warning"

    @cached_property
    def _log(self) -> str:
        return self._snapshot.special("log.md")

    def _wish(self, odd: OddLink) -> Wish:
        wanted = fold(odd.link.target)
        titled = tuple(self._titled.get(wanted, ()))
        page = self._snapshot.vault.page
        owners = tuple(path for path in titled if wanted in {fold(alias) for alias in page(path).frontmatter.items("aliases")})
        near = tuple(path for path in odd.files if not self._is_aside(path))
        return Wish(odd.path, odd.link, near, titled, owners)

    def _is_aside(self, path: str) -> bool:
        """Whether a file is one of those that pages of a wiki do not mean: a source, or a superseded page."""
        return is_shelved(self._snapshot, path) or (self._snapshot.is_wiki and path.startswith(RAW))

    @cached_property
    def _titled(self) -> Mapping[str, Sequence[str]]:
        """Notes by title and alias, which are no targets but what people mean."""
        notes: dict[str, list[str]] = {}
        live = [path for path in self._snapshot.notes if not self._is_aside(path)]
        for path, head in heads(self._snapshot, live).items():
            for name in {fold(name) for name in head.names}:
                notes.setdefault(name, []).append(path)
        return notes

    def _find(self, path: str) -> list[tuple[Fault, Link, Sequence[str]]]:
        vault, sound = self._snapshot.vault, self._sound
        page = vault.page(path)
        if sound.issuperset(page.targets):
            return []
        targets = [pair for pair in zip(page.targets, vault.targets(path), strict=True) if pair[0] not in sound]
        odd = {target: faults for target, found in targets if (faults := _faults(target, found, path)) and not _PLACEHOLDER.search(target)}
        if not is_archived(path):
            depends = vault.resolver.depends_on_source
            sound.update(target for target, _ in targets if target not in odd and not depends(target))
        return [(fault, link, files) for link in page.links for fault, files in odd.get(link.target, ())] if odd else []


def _names_a_part(link: Link) -> bool:
    subpath = link.subpath.strip()
    if not subpath or link.place == "comment" or is_placeholder(link.target + subpath):
        return False
    return bool(_BLOCK.fullmatch(subpath)) if subpath.startswith("^") else not subpath.startswith("[^")


def _faults(target: str, found: Found | Missing, source: str) -> list[tuple[Fault, Sequence[str]]]:
    if isinstance(found, Missing):
        return [("missing", found.near)]
    if not target:
        return []
    faults: list[tuple[Fault, Sequence[str]]] = []
    if found.rivals and fold(found.path) not in _forms(fold(target)):
        faults.append(("ambiguous", (found.path, *found.rivals)))
    written = target.replace("\\", "/")
    if not found.path.endswith(_forms(written)) and exact_target(written, found.path) != written:
        faults.append(("inexact", (found.path,)))
    if is_archived(found.path) and not is_archived(source):
        faults.append(("archived", (found.path,)))
    return faults


def _forms(target: str) -> tuple[str, str]:
    return target, f"{target}.md"


def exact_target(target: str, path: str) -> str:
    """A target that leads to ``path``, spelled as the file is; a path relative to the note keeps its ``./`` and ``../``."""
    names = target.split("/")
    lead = next((i for i, name in enumerate(names) if name not in {"", ".", ".."}), len(names))
    tail = path.split("/")[-len(names[lead:]) :]
    has_ending = path.lower().endswith(".md") and not fold(names[-1]).endswith(".md")
    if has_ending:
        tail[-1] = tail[-1][:-3]
    return "/".join([*names[:lead], *tail])


def link_from(row: Sequence[Any]) -> Link:
    """A link that was kept."""
    kind, target, subpath, display, span, target_span, *rest = row
    return Link(kind, target, subpath, display, Span(*span), Span(*target_span), *rest)


def is_placeholder(text: str) -> bool:
    """Whether a template will put something else here."""
    return _PLACEHOLDER.search(text) is not None


def is_shelved(snapshot: Snapshot, path: str) -> bool:
    """Whether a file of a wiki is a superseded page."""
    return snapshot.is_wiki and is_archived(path)


def is_evidence(snapshot: Snapshot, link: Link) -> bool:
    """Whether a link of a wiki's page names a source that the page rests on."""
    return snapshot.is_wiki and (link.kind == "footnote" or (link.kind == "property" and link.key == "sources"))
