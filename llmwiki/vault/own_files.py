"""The files that the tool keeps itself, and where a vault has them: at its root, or with the pages below ``wiki/``."""

from __future__ import annotations

from collections.abc import Iterable

INDEX = "index.md"
LOG = "log.md"
SCHEMA = "SCHEMA.md"
TOPIC_MAP = "_meta/topic-map.md"

NESTED = "wiki/"


def own_file(name: str, files: Iterable[str]) -> str:
    """Path of the index, the log, the rules or the topic map.

    Args:
        name: One of the names above.
        files: All paths of the vault.

    Returns:
        The file that is there, at the root before ``wiki/``; one that differs in case only counts, since on
        many systems it is the same. Where there is none: the path for a new one, beside the index.
    """
    places = (name.casefold(), f"{NESTED}{name}".casefold())
    found = {path.casefold(): path for path in files if path.casefold() in (*places, INDEX, f"{NESTED}{INDEX}")}
    there = next((found[place] for place in places if place in found), None)
    if there is None:
        return f"{NESTED}{name}" if INDEX not in found and f"{NESTED}{INDEX}" in found else name
    return there


def is_own(path: str) -> bool:
    """Whether a path is one of these files' (the topic map aside), at either place."""
    return path.removeprefix(NESTED).casefold() in {INDEX, LOG, SCHEMA.casefold()}
