"""Joining two branches of index.md: entry lines by page, everything else as text."""

from __future__ import annotations

import re
from itertools import groupby

from llmwiki.vault.index_section import is_ours
from llmwiki.vault.merge import Merged, merge_branches
from llmwiki.vault.order import sort_key
from llmwiki.vault.sections import Line

_ENTRY = re.compile(r"- \[\[([^\]|]+)(?:\|([^\]]*))?\]\]")
_TALLY = re.compile(r"(Total pages:\s*\d+|Last updated:\s*\d{4}-\d\d-\d\d)")


def merge_index(base: str, ours: str, theirs: str) -> Merged:
    """Merge two branches of an index.

    An entry line of the tool's form stays with its page: lines of both branches are kept, sorted within their list; of two wordings
    for one page ours stays, since the next ingest makes the line anew. Counts and dates in the head are ours for the same reason.
    """
    base, theirs = (_with_tallies_of(ours, text) for text in (base, theirs))
    lines: list[dict[str, str]] = [{}, {}, {}]
    short = [_shortened(text, known) for text, known in zip((base, ours, theirs), lines, strict=True)]
    merged = merge_branches(*short)
    return Merged(_expanded(merged.text, *lines), merged.conflicts)


def _with_tallies_of(ours: str, text: str) -> str:
    found = iter(_TALLY.findall(ours))
    return _TALLY.sub(lambda match: next(found, match[0]), text)


def _shortened(text: str, known: dict[str, str]) -> str:
    """The text with every entry line cut to its page; ``known`` takes the whole lines."""
    return "\n".join(_short(line, known) for line in text.split("\n"))


def _short(line: str, known: dict[str, str]) -> str:
    entry = _ENTRY.match(line)
    bare = line.rstrip("\r")
    if not entry or not is_ours(Line(bare, 1, 0, inert=False)):
        return line
    known[f"- [[{entry[1]}]]"] = bare
    return f"- [[{entry[1]}]]{line[len(bare) :]}"


def _expanded(text: str, base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]) -> str:
    out: list[str] = []
    for is_entry, run in groupby(text.split("\n"), key=lambda line: line.rstrip("\r") in ours or line.rstrip("\r") in theirs):
        lines = [_chosen(line, base, ours, theirs) if is_entry else line for line in run]
        out += sorted(lines, key=_order) if is_entry else lines
    return "\n".join(out)


def _chosen(line: str, base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]) -> str:
    short = line.rstrip("\r")
    own, other = ours.get(short), theirs.get(short)
    keep_other = own is None or (other is not None and own == base.get(short))
    return str(other if keep_other else own) + line[len(short) :]


def _order(line: str) -> tuple[tuple[bytes, str], str]:
    entry = _ENTRY.match(line)
    return (sort_key(entry[2] or entry[1]), entry[1]) if entry else (sort_key(line), line)
