"""The files of a folder that may be mined: what is not hidden, not ignored, and no link."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.mining.project import Project, project_of
from llmwiki.palace.alone import MARKER, is_palace
from llmwiki.vault.history import git

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

HIDDEN = "hidden"
_LINK = "links"
_ODD = "devices, pipes and sockets"
_GENERATED = "in folders of generated files"
_PALACE = "in palaces"
_MADE = frozenset({"node_modules", "__pycache__", "bower_components", "site-packages"})
_ENVIRONMENT = "pyvenv.cfg"


class Listing(NamedTuple):
    """What there is.

    Attributes:
        files: Paths from the project's root, in their order.
        skipped: How many entries are left out, by the reason; a folder that is left out is one entry.
    """

    files: list[str]
    skipped: Counter[str]


def list_files(project: Project, aside: Collection[Path] = ()) -> Listing:
    """The files of a project.

    Args:
        project: As it was given.
        aside: Folders, resolved, that are left out: those of the palace itself.
    """
    skipped: Counter[str] = Counter()
    if project.only:
        return Listing([project.only], skipped)
    found = sorted(_tracked(project) if project.by_git else _walked(project.root, project.inside, [], skipped))
    marked = {os.path.dirname(path) for path in found if os.path.basename(path) == MARKER}  # noqa: PTH120, PTH119 - no Path for each name
    inside = [f"{folder}/" if folder else "" for folder in marked if is_palace(project.root / folder)]
    inside += [f"{path.relative_to(project.root).as_posix()}/" for path in aside if path.is_relative_to(project.root)]
    files: list[str] = []
    for path in found:
        if reason := _objection(path, project, tuple(inside)):
            skipped[reason] += 1
        else:
            files.append(path)
    return Listing(files, skipped)


def _objection(path: str, project: Project, palaces: tuple[str, ...]) -> str:
    """Why a listed file is left out; empty for one that is not."""
    parts = path.removeprefix(project.inside).split("/")
    if any(part.startswith(".") for part in parts):
        return HIDDEN
    if palaces and path.startswith(palaces):
        return _PALACE
    if not _MADE.isdisjoint(parts[:-1]):
        return _GENERATED
    try:
        mode = os.lstat(project.root / path).st_mode
    except (OSError, ValueError):
        return ""  # whoever reads it tells why not
    return "" if stat.S_ISREG(mode) else _LINK if stat.S_ISLNK(mode) else _ODD


def _tracked(project: Project) -> Iterator[str]:
    """What git lists, its submodules and the repositories inside; what is in the index and not on the disk is left out."""
    said = git(project.root / project.inside, "ls-files", "-co", "--exclude-standard", "-z") or b""
    for name in dict.fromkeys(os.fsdecode(said).split("\0")):
        path = project.inside + name.rstrip("/")
        place = project.root / path
        if not name or not os.path.lexists(place):
            continue
        if place.is_dir() and not place.is_symlink():
            nested = project_of(place)
            own = nested if nested.root == place.resolve() else Project(place.resolve())
            inner = _tracked(own) if own.by_git else _walked(own.root, "", [], Counter())
            yield from (f"{path}/{file}" for file in inner)
        else:
            yield path


def _walked(root: Path, inside: str, above: list[tuple[str, GitIgnoreSpec]], skipped: Counter[str]) -> Iterator[str]:
    """Files below a folder that is in no repository; its ``.gitignore`` files count all the same."""
    try:
        with os.scandir(root / inside) as entries:
            found = list(entries)
    except OSError as error:
        skipped[f"in folders that cannot be read ({error.strerror})"] += 1
        return
    names = {entry.name for entry in found}
    rules = [*above, *_rules(root, inside)] if ".gitignore" in names else above
    if _ENVIRONMENT in names:
        skipped[_GENERATED] += 1
        return
    for entry in found:
        path = inside + entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and (entry.name.startswith(".") or entry.name in _MADE):
            skipped[HIDDEN if entry.name.startswith(".") else _GENERATED] += 1
        elif _is_ignored(f"{path}/" if is_folder else path, rules):
            continue
        elif is_folder:
            yield from _walked(root, f"{path}/", rules, skipped)
        else:
            yield path


def _rules(root: Path, inside: str) -> list[tuple[str, GitIgnoreSpec]]:
    from pathspec import GitIgnoreSpec

    try:
        lines = (root / inside / ".gitignore").read_bytes().decode("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
    spec = GitIgnoreSpec([])
    for line in lines:
        try:
            spec += GitIgnoreSpec.from_lines([line])
        except ValueError:  # a pattern that git would not take either
            continue
    return [(inside, spec)]


def _is_ignored(path: str, rules: list[tuple[str, GitIgnoreSpec]]) -> bool:
    """Whether the nearest rule that speaks of a path leaves it out; a folder's path ends with a slash."""
    for base, spec in reversed(rules):
        said = spec.check_file(path.removeprefix(base)).include
        if said is not None:
            return said
    return False
