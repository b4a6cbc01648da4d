"""The part of a link behind ``#``: headings, chains of headings, blocks and footnotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.vault.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from llmwiki.vault.marks import Heading
    from llmwiki.vault.page import Page

# ASCII punctuation but - and _: what the app drops when it compares heading links.
_PUNCTUATION = re.compile(r"[\s!-,./:-@\[-^`{-~]+")
_SHOWN_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|!?\[([^\[\]]*)\]\([^()]*\)")


class Anchor(NamedTuple):
    """Whether a subpath exists, and where; ``state`` None means that nobody can say."""

    state: Literal["ok", "missing"] | None
    offset: int | None


MISSING = Anchor("missing", None)


def anchor(page: Page, subpath: str) -> Anchor:
    """Look a subpath up in a note.

    Args:
        page: The note the link leads to. Subpaths of other files are not checkable: don't ask.
        subpath: What follows the first ``#``; empty means the note itself.
    """
    wanted = subpath.strip()
    if not wanted:
        return Anchor(None, None)
    if wanted.startswith("^"):
        return _block(page, wanted[1:])
    if wanted.startswith("[^"):
        return _first(d.span.start for d in page.footnote_defs if f"[^{d.label}]" == wanted)
    found = _heading(page.headings, wanted)
    if found is None and RULES.headings_in_quotes:
        found = _heading(page.nested_headings, wanted)
    return MISSING if found is None else Anchor("ok", found)


def _block(page: Page, wanted: str) -> Anchor:
    if RULES.block_id_case:
        return _first(b.span.start for b in page.blocks if b.id == wanted)
    return _first(b.span.start for b in page.blocks if b.id.lower() == wanted.lower())


def _first(offsets: Iterable[int]) -> Anchor:
    found = next(iter(offsets), None)
    return MISSING if found is None else Anchor("ok", found)


def _heading(headings: Sequence[Heading], wanted: str) -> int | None:
    """The heading's offset: the whole text first (a heading may hold ``#``), then as a chain."""
    forms = [_forms(heading.text) for heading in headings]
    whole = heading_form(wanted)
    for heading, names in zip(headings, forms, strict=True):
        if whole in names:
            return heading.span.start
    chain = [form for part in wanted.split("#") if (form := heading_form(part))]
    return _chain(headings, forms, chain) if len(chain) > 1 else None


def heading_form(text: str) -> str:
    """The form in which heading texts are compared: punctuation to spaces, spaces shrunk, no case."""
    return _PUNCTUATION.sub(" ", text).strip().lower()


def _forms(text: str) -> tuple[str, ...]:
    if RULES.rendered_headings and "[" in text:
        return heading_form(text), heading_form(_SHOWN_LINK.sub(lambda m: m[1] or m[2] or "", text))
    return (heading_form(text),)


def _chain(headings: Sequence[Heading], forms: Sequence[tuple[str, ...]], chain: Sequence[str]) -> int | None:
    """The first heading that ends the chain with each earlier name among its ancestors, in order."""
    ancestors: list[tuple[int, int]] = []
    for heading, form in zip(headings, forms, strict=True):
        while ancestors and ancestors[-1][0] >= heading.level:
            ancestors.pop()
        met = ancestors[-1][1] if ancestors else 0
        if met == len(chain) - 1 and chain[met] in form:
            return heading.span.start
        if met < len(chain) - 1 and chain[met] in form:
            met += 1
        ancestors.append((heading.level, met))
    return None
