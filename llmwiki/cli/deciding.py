"""Carries out what a person decides of proposals; the verb for each kind of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, tell
from llmwiki.config import ModelSettings
from llmwiki.errors import WikiError
from llmwiki.review import close, keep
from llmwiki.scribe.holding import Holding
from llmwiki.scribe.orders import Orders

if TYPE_CHECKING:
    from llmwiki.cli.door import Door
    from llmwiki.review import Proposal

APPLICABLE = frozenset({"page", "merge", "archive"})
_SUPERSEDED = "superseded by "


def walk(door: Door, waiting: Sequence[Proposal]) -> None:
    """Show one after the other and take a key for each; what a decision can't do is said, and the next comes."""
    from typer import getchar

    for number, item in enumerate(waiting, 1):
        say(f"\n[{number} of {len(waiting)}] {item.kind}: {item.page}{f': {item.reason}' if item.reason else ''}\n\n{item.text}")
        tell(("a apply   " if item.kind in APPLICABLE else "") + "k keep all as it is   s later   q quit")
        key = getchar().lower()
        if key == "q":
            return
        decision = {"a": "apply", "k": "keep"}.get(key)
        if decision:
            try:
                say(carry_out(door, item, decision))
            except WikiError as error:
                tell(f"{error.message}{f'; {error.hint}' if error.hint else ''}")


def carry_out(door: Door, item: Proposal, decision: str) -> str:
    """Do what was decided, and say what came of it.

    Raises:
        WikiError: It could not be done; nothing was written.
    """
    wiki = door.workspace()
    if decision == "keep":
        keep(wiki, item, now())
        return f"{item.page} stays as it is"
    if item.kind == "page":
        from llmwiki.ingest import ingest

        orders = Orders(holding=Holding("all", frozenset({item.page})), sources=item.sources)
        done = ingest(replace(wiki, other_model=ModelSettings()), now=now(), orders=orders)
        changed = [path for path in (*done.created, *done.updated, *done.removed) if path == item.page]
        return f"{item.page} is {'removed' if item.page in done.removed else 'written'}" if changed else f"{item.page} needs no change"
    if item.kind == "merge":
        from llmwiki.merge import merge

        into = merge(wiki, item.page, item.other, now=now()).into
        close(door.workspace(), item, now())
        return f"{item.page} is part of {into}"
    if item.kind == "archive":
        from llmwiki.archive import archive

        successor = item.reason.removeprefix(_SUPERSEDED) if item.reason.startswith(_SUPERSEDED) else ""
        return f"{item.page} -> {archive(wiki, item.page, reason=item.reason, successor=successor, now=now()).target}"
    raise WikiError(f"a proposal of this kind ({item.kind}) is carried out by hand", "edit the page, then `wiki review NAME --keep`")
