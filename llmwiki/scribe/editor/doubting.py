"""Pages that may be about one thing, as proposals to merge them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmwiki.scribe.binding import write_state
from llmwiki.scribe.decisions import apart
from llmwiki.scribe.proposal_form import head, review_file

if TYPE_CHECKING:
    from llmwiki.scribe.edition import Edition
    from llmwiki.scribe.editor.verdicts import Doubt
    from llmwiki.vault.changes import Changes


def plan_doubts(doubts: Iterable[Doubt], edition: Edition, changes: Changes) -> tuple[str, ...]:
    """Plan a proposal for each pair of pages that a model could neither join nor keep apart, unless a person has kept them apart.

    Args:
        doubts: Pairs of names.
        edition: Knows which of them have pages.
        changes: Takes the plan.

    Returns:
        The pages that would go.
    """
    records = [*edition.standing.pages.values(), *(item.record for item in edition.filed if item.record)]
    paths = {name: record.path for record in records for name in (record.title, *record.names)}
    settled = apart(changes.root)
    found: dict[str, tuple[str, Doubt]] = {}
    for doubt in sorted(doubts, key=lambda doubt: (-doubt.chance, doubt.name, doubt.other)):
        stays, goes = paths.get(doubt.name, ""), paths.get(doubt.other, "")
        if stays and goes and stays != goes and frozenset((stays, goes)) not in settled:
            found.setdefault(goes, (stays, doubt))
    for goes, (stays, doubt) in sorted(found.items()):
        reason = f"{doubt.other} and {doubt.name} may be one thing ({doubt.chance:.0%})"
        first = head(goes, "merge", reason, doubt.sources, stays)
        said = f"- {doubt.name}: {_line(doubt.said)}\n- {doubt.other}: {_line(doubt.other_said)}\n"
        write_state(changes, review_file(goes, "merge"), f"{first}{said}\nApplied, {goes} becomes part of {stays}.\n")
    return tuple(sorted(found))


def _line(text: str) -> str:
    return " ".join(text.split())
