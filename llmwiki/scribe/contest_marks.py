"""The marks ``contested`` and ``contradictions``: those that a person set or took away are the person's."""

from __future__ import annotations

from llmwiki.vault.frontmatter import read_frontmatter, remove_key, set_key

CONTESTED, CONTRADICTIONS = "contested", "contradictions"


def left_to_person(proposed: str, base: str, present: str) -> str:
    """What the tool proposes, without a say in those marks that the person decided.

    Args:
        proposed: The page as the sources have it.
        base: What the tool wrote last.
        present: What a person made of it.
    """
    if not any(f"\n{CONTESTED}:" in text or f"\n{CONTRADICTIONS}:" in text for text in (proposed, base, present)):
        return proposed
    old, own = read_frontmatter(base), read_frontmatter(present)
    if own.text(CONTESTED) != old.text(CONTESTED):
        proposed = _with(proposed, CONTESTED, old.text(CONTESTED))
    theirs = set(own.items(CONTRADICTIONS)) - set(old.items(CONTRADICTIONS))
    listed = read_frontmatter(proposed).items(CONTRADICTIONS)
    kept = [item for item in listed if item not in theirs]
    return proposed if len(kept) == len(listed) else _with(proposed, CONTRADICTIONS, kept)


def _with(text: str, key: str, value: str | list[str]) -> str:
    return set_key(text, key, value) if value else remove_key(text, key)
