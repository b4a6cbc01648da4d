"""Footnotes in a merge: a set by label, whatever happened to the blocks around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from llmwiki.vault.hunks import Strand
from llmwiki.vault.passages import label_of, references
from llmwiki.vault.weave import Clash, Weave, Woven


def mend_footnotes(weave: Weave) -> None:
    """Footnotes are a set: each label once, none missing that the text refers to, none of the tool's that nothing refers to."""
    _drop_repeated(weave)
    used = _used(weave)
    offered = _used_in(weave.proposed)
    known = {strand.key for strand in (*weave.base, *weave.present)}
    weave.woven[:] = [woven for woven in weave.woven if not _lost_its_use(woven, weave, used, offered, known)]
    for strand, index, side in _missing(weave, used):
        _append_footnote(weave, Woven(strand.core, "footnote", None, *((index, None) if side == "present" else (None, index))))


def _drop_repeated(weave: Weave) -> None:
    """Where both sides set the same label at different places, the person's stays; a different text is a clash."""
    keys = [_key(weave, woven) if woven.kind == "footnote" else "" for woven in weave.woven]
    counts = Counter(keys)
    own = {strand.key: index for index, strand in enumerate(weave.present)}
    kept = []
    for woven, key in zip(weave.woven, keys, strict=True):
        if not key or counts[key] == 1 or woven.present is not None or woven.proposed is None:
            kept.append(woven)
        elif weave.present[own[key]].core != woven.core:
            weave.clashes.append(Clash((), (weave.present[own[key]],), (weave.proposed[woven.proposed],), own[key]))
    weave.woven[:] = kept


def _key(weave: Weave, woven: Woven) -> str:
    if woven.present is not None:
        return weave.present[woven.present].key
    return weave.proposed[woven.proposed].key if woven.proposed is not None else ""


def _used(weave: Weave) -> set[str]:
    return {label for woven in weave.woven if woven.kind not in {"code", "footnote"} for label in references(woven.core)}


def _used_in(strands: Sequence[Strand]) -> set[str]:
    return {label for strand in strands if strand.kind not in {"code", "footnote"} for label in references(strand.core)}


def _lost_its_use(woven: Woven, weave: Weave, used: set[str], offered: set[str], known: set[str]) -> bool:
    """Whether this is a new footnote of the tool whose statement did not come through."""
    if woven.kind != "footnote" or woven.present is not None or woven.proposed is None:
        return False
    strand = weave.proposed[woven.proposed]
    return strand.key not in known and label_of(strand) in offered - used


def _missing(weave: Weave, used: set[str]) -> list[tuple[Strand, int, str]]:
    """Footnotes that the merged text refers to and that were dropped: the tool's form if it has one, else the person's, else none."""
    there = {label_of(Strand(woven.core, "", "", "")) for woven in weave.woven if woven.kind == "footnote"}
    found: dict[str, tuple[Strand, int, str]] = {}
    for strands, side in ((weave.proposed, "proposed"), (weave.present, "present")):
        for index, strand in enumerate(strands):
            label = label_of(strand) if strand.kind == "footnote" else ""
            if label in used - there:
                found.setdefault(label, (strand, index, side))
    return list(found.values())


def _append_footnote(weave: Weave, woven: Woven) -> None:
    notes = [index for index, other in enumerate(weave.woven) if other.kind == "footnote"]
    weave.woven.insert(notes[-1] + 1 if notes else len(weave.woven), woven)
