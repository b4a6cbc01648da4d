"""The files and folders that the tool keeps, and where a vault has them: at its root, or below ``wiki/``.

Names are compared without case: on many systems ``Index.md`` and ``index.md`` are one file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

INDEX = "index.md"
LOG = "log.md"
SCHEMA = "SCHEMA.md"
AGENTS = "AGENTS.md"
TOPIC_MAP = "_meta/topic-map.md"

NESTED = "wiki/"
ARCHIVE = "_archive/"
PAGE_FOLDERS: Mapping[str, str] = {"entity": "entities", "concept": "concepts", "comparison": "comparisons", "query": "queries"}


def own_file(name: str, files: Iterable[str]) -> str:
    """Path of the index, the log, the rules or the topic map.

    Args:
        name: One of the names above.
        files: All paths of the vault.

    Returns:
        The file that is there, at the root before ``wiki/``. Where there is none: the path for a new one, beside the index.
    """
    places = (name.casefold(), f"{NESTED}{name}".casefold())
    wanted = {*places, INDEX, f"{NESTED}{INDEX}"}
    longest = max(map(len, wanted))  # no name gets shorter when its case is folded
    found = {folded: path for path in files if len(path) <= longest and (folded := path.casefold()) in wanted}
    there = next((found[place] for place in places if place in found), None)
    if there is None:
        return f"{NESTED}{name}" if INDEX not in found and f"{NESTED}{INDEX}" in found else name
    return there


def is_own(path: str) -> bool:
    """Whether a path is the index's, the log's, the rules' or the agents' page, at either place."""
    return path.casefold().removeprefix(NESTED) in _OWN


def is_archived(path: str) -> bool:
    """Whether a file is among the superseded pages."""
    return path.removeprefix(NESTED).startswith(ARCHIVE)


def page_folders(root: Path, files: Iterable[str]) -> dict[str, str]:
    """Kind of page to the folder of such pages, with a final slash, spelled as the vault has it.

    Args:
        root: The vault's folder.
        files: All paths of the vault. Pages lie below ``wiki/`` where files lie in page folders there and in none at the root.
    """
    there = {path.casefold(): path for path in sorted(_folders(root))}
    used = {"/".join(parts[:depth]) for path in files for parts in [path.casefold().split("/")] for depth in range(1, min(len(parts), 3))}
    wanted = set(PAGE_FOLDERS.values())
    prefix = NESTED if used & {NESTED + name for name in wanted} and not used & wanted else ""
    return {kind: there.get(prefix + name, prefix + name) + "/" for kind, name in PAGE_FOLDERS.items()}


@cache
def page_kind(path: str) -> str:
    """Kind of page by its folder: ``entity``, ``concept``, ``comparison``, ``query``, or empty."""
    folder, _, rest = path.casefold().removeprefix(NESTED).partition("/")
    return _KINDS.get(folder, "") if rest else ""


_OWN = frozenset({INDEX, LOG, SCHEMA.casefold(), AGENTS.casefold()})
_KINDS = {folder: kind for kind, folder in PAGE_FOLDERS.items()}


def _folders(root: Path) -> Iterator[str]:
    """Folders at the root and in ``wiki/``; one that cannot be listed has none."""
    for prefix in ("", NESTED):
        place = root / prefix
        try:
            yield from [prefix + entry.name for entry in place.iterdir() if entry.is_dir()]
        except OSError:
            continue
