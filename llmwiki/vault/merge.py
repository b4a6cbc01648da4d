"""Three-way merge of pages: what a person wrote stays, what the tool proposes is fitted in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from llmwiki.vault.footnotes import mend_footnotes
from llmwiki.vault.hunks import Strand
from llmwiki.vault.merge_properties import PropertyClash, merge_properties, split_frontmatter
from llmwiki.vault.passages import passages, references, shown
from llmwiki.vault.sentences import all_cited, merged_prose, merged_row
from llmwiki.vault.weave import Clash, Weave, Woven, joined, never

BOM = "\ufeff"
_PROSE = frozenset({"paragraph", "item", "quote"})
_NAMES_A_PAGE = re.compile(r"\s*[-*+] \[\[")
_RUNS_ON = frozenset({"item", "row", "footnote"})


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place where a person and the tool changed the same text in different ways; the person's text stays.

    Attributes:
        base: The text that both started from.
        present: The person's text, which stands in the result; empty when the person took it away.
        proposed: The tool's text, which does not; empty when the tool takes it away.
        place: The heading above it, or the key of a property; empty at the top of the page.
        kind: ``property``, ``footnote`` or ``block``.
    """

    base: str
    present: str
    proposed: str
    place: str
    kind: Literal["property", "footnote", "block"] = "block"


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged text, and what could not be merged."""

    text: str
    conflicts: tuple[Conflict, ...] = ()


def merge3(base: str, present: str, proposed: str) -> Merged:
    """Merge what the tool proposes into what a person made of ``base``.

    Frontmatter is merged key by key, the body by blocks, list items, table rows and footnotes, and a block that
    both sides changed by sentences or cells. No line that the person wrote is lost. Line ends and byte-order mark
    are those of ``present``.
    """
    return _merge3((base, present, proposed), alike=False)


def merge_branches(base: str, ours: str, theirs: str) -> Merged:
    """Merge two branches of a page, which count alike.

    As :func:`merge3`, but statements that carry a citation stand for themselves: where both branches changed
    the same place, the cited statements of both are kept. A summary that only repeats the page gives way to one that a
    person wrote.
    """
    return _merge3((base, ours, theirs), alike=True)


def _merge3(texts: tuple[str, str, str], *, alike: bool) -> Merged:
    base, present, proposed = texts
    if present in (base, proposed):
        return Merged(proposed)
    old, own, other = (plain_ends(text) for text in texts)
    if other == old:
        return Merged(present)
    text, conflicts = (other, []) if own in (old, other) else _merge((old, own, other), alike=alike)
    return Merged(ends_like(present, text), tuple(conflicts))


def plain_ends(text: str) -> str:
    r"""The text without a byte-order mark, with ``\n`` line ends."""
    return text.removeprefix(BOM).replace("\r\n", "\n")


def ends_like(present: str, text: str) -> str:
    """``text`` with the line ends and the byte-order mark of ``present``."""
    ends = present.count("\r\n")
    text = text.replace("\n", "\r\n") if ends * 2 > present.count("\n") else text
    return BOM + text if present.startswith(BOM) else text


def _merge(texts: tuple[str, str, str], *, alike: bool) -> tuple[str, list[Conflict]]:
    (base, old), (present, own), (proposed, other) = (split_frontmatter(text) for text in texts)
    head, clashes = merge_properties(base, present, proposed, (own, other) if alike else ())
    body, conflicts = _merge_bodies(old, own, other, alike=alike)
    return head + body, [*map(_property_conflict, clashes), *conflicts]


def _property_conflict(clash: PropertyClash) -> Conflict:
    return Conflict(clash.base, clash.present, clash.proposed, clash.key, "property")


def _merge_bodies(base: str, present: str, proposed: str, *, alike: bool) -> tuple[str, list[Conflict]]:
    if present in (base, proposed):
        return proposed, []
    if proposed == base:
        return present, []
    keep_both = _stands_for_itself if alike else never
    weave = Weave(passages(base), passages(present), passages(proposed), partial(_resolve, keep_both=keep_both), keep_both).run()
    _say_once(weave)
    mend_footnotes(weave)
    return joined(weave, _seam), [_conflict(clash, weave.present) for clash in weave.clashes]


def _resolve(
    base: tuple[Strand, ...],
    present: tuple[Strand, ...],
    proposed: tuple[Strand, ...],
    *,
    keep_both: Callable[[Clash], bool],
) -> str | None:
    """One block that both changed: by sentences or cells, if its kind stayed the same."""
    kinds = {strand.kind for strand in (*base, *present, *proposed)}
    texts = (base[0].core, present[0].core, proposed[0].core)
    if kinds == {"row"}:
        return merged_row(*texts)
    return merged_prose(*texts, keep_both=keep_both) if len(kinds) == 1 and kinds <= _PROSE else None


def _stands_for_itself(clash: Clash) -> bool:
    """Whether everything in the clash that is not in its base is a cited statement, a heading or a list line that names a page."""
    known = {strand.key for strand in clash.base}
    new = [strand for strand in (*clash.present, *clash.proposed) if strand.key not in known]
    return all(_is_apart(strand) for strand in new)


def _is_apart(strand: Strand) -> bool:
    if strand.kind == "heading" or (strand.kind == "item" and _NAMES_A_PAGE.match(strand.core)):
        return True
    return strand.kind in {*_PROSE, "sentence"} and all_cited(strand.core)


def _say_once(weave: Weave) -> None:
    """A cited statement that stands in the person's text is not put in a second time at the tool's place, however it is linked."""
    own = [woven.present is not None and woven.core == weave.present[woven.present].core for woven in weave.woven]
    said = {_said(woven) for woven, is_own in zip(weave.woven, own, strict=True) if is_own and woven.kind in _PROSE}
    weave.woven[:] = [
        woven for woven, is_own in zip(weave.woven, own, strict=True) if is_own or not references(woven.core) or _said(woven) not in said
    ]


def _said(woven: Woven) -> tuple[str, frozenset[str]]:
    return shown(woven.core), frozenset(references(woven.core))


def _conflict(clash: Clash, present: Sequence[Strand]) -> Conflict:
    sides = (clash.base, clash.present, clash.proposed)
    old, own, other = ("".join(strand.core + strand.gap for strand in side).rstrip() for side in sides)
    above = (strand.core.strip().strip("#").strip() for strand in reversed(present[: clash.at + 1]) if strand.kind == "heading")
    footnotes = all(strand.kind == "footnote" for side in sides for strand in side)
    return Conflict(old, own, other, next(above, ""), "footnote" if footnotes else "block")


def _seam(left: Woven, right: Woven, gap: str) -> str:
    """White space between blocks that were no neighbours before: one line end inside a list or table, else a blank line."""
    if not left.core:
        return gap
    if left.kind == right.kind and left.kind in _RUNS_ON:
        return "\n"
    wanted = 1 if left.kind == "heading" else 2
    return gap + "\n" * max(0, wanted - gap.count("\n"))
