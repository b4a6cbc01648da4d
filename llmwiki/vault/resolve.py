"""Which file a link means, by Obsidian's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.anchors import Anchor, anchor
from llmwiki.vault.lazy import lazy
from llmwiki.vault.linkpath import fold, squash
from llmwiki.vault.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Anchor", "Found", "Missing", "Resolver", "anchor"]


class Found(NamedTuple):
    """The file a link means, and the other files its name fits."""

    path: str
    rivals: tuple[str, ...] = ()


class Missing(NamedTuple):
    """No file; ``near`` are files whose name differs in punctuation, spacing or folder only."""

    near: tuple[str, ...] = ()


if TYPE_CHECKING:
    Answer = Found | Missing | Callable[[str], Found | Missing]


class Resolver:
    """Looks link paths up among a vault's files.

    Args:
        paths: Vault-relative paths with ``/``, folders not among them.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._names: dict[str, list[tuple[str, str]]] = {}
        self._squashed: dict[str, list[str]] | None = None
        self._answers = _Answers(self._look_up)
        self._depending: set[str] = set()
        self._doubtful: set[str] = set()
        self._places: dict[str, int] = {}
        for place, path in enumerate(paths):
            folded = fold(path)
            self._places[path] = place
            self._names.setdefault(folded.rpartition("/")[2], []).append((folded, path))

    def resolve(self, target: str, source: str) -> Found | Missing:
        """The file that a link path means.

        Args:
            target: The link's path, decoded, without subpath; empty means the source itself.
            source: Path of the note the link stands in.
        """
        answer = self._answers[target]
        return answer(source) if callable(answer) else answer

    def resolve_all(self, targets: Sequence[str], source: str) -> Sequence[Found | Missing]:
        """The same for all links of a note at once, which takes a fifth of the time."""
        found = [*map(self._answers.__getitem__, targets)]
        if self._depending.isdisjoint(targets):
            return found  # type: ignore[return-value]  # none of them depends on the note
        return [answer(source) if callable(answer) else answer for answer in found]

    def all_found(self, targets: Sequence[str], source: str) -> bool:
        """Whether each of the links of a note leads to a file."""
        found = [*map(self._answers.__getitem__, targets)]
        if self._doubtful.isdisjoint(targets):
            return True
        return not any(isinstance(answer(source) if callable(answer) else answer, Missing) for answer in found)

    def depends_on_source(self, target: str) -> bool:
        """Whether the note that a link stands in decides where it leads."""
        return callable(self._answers[target])

    def answer(self, target: str) -> Answer:
        """As ``resolve``, for any source; a function of the source where the source decides."""
        return self._answers[target]

    def _look_up(self, target: str) -> Answer:
        """The answer for a target, or a function of the source where the source decides."""
        answer = self._found(target)
        if callable(answer):
            self._depending.add(target)
        if not isinstance(answer, Found):
            self._doubtful.add(target)
        return answer

    def _found(self, target: str) -> Answer:
        wanted = fold(target)
        if RULES.backslash_is_slash and "\\" in wanted:
            wanted = wanted.replace("\\", "/")
        if not wanted:
            return Found
        only = self._only_fit(wanted) if wanted[0] not in "./" else None
        if only is not None:
            return Found(only)
        if RULES.dots_are_relative and wanted.startswith(("./", "../")):
            return lambda source: self._only(_join(source, wanted), target)
        if RULES.slash_is_root and wanted.startswith("/"):
            return self._only(wanted.lstrip("/"), target)
        return self._among_many(wanted, target)

    def _among_many(self, wanted: str, target: str) -> Answer:
        """The answer where several files or none have the name."""
        fitting = self._fitting(wanted)
        exact = self._exact(wanted, target)
        if exact is None and not fitting:
            return Missing(self._near(wanted))
        if exact is None and len(fitting) > 1:
            return lambda source: _found(self._choose(fitting, source, target), fitting)
        return _found(exact or fitting[0], fitting)

    def link_text(self, path: str, source: str) -> str:
        """The shortest target that means ``path`` and nothing else, else its full path.

        ``.md`` is left out where it may be; a name that holds ``#``, ``|``, ``^`` or brackets cannot
        stand in a wikilink at all, and its path is given as it is.
        """
        stem = _stem(path)
        for name in (stem.rpartition("/")[2], path.rpartition("/")[2]):
            if self.resolve(name, source) == Found(path):
                return name
        return self.path_text(path, source)

    def path_text(self, path: str, source: str) -> str:
        """The whole path as a target, which no later note of the same name can take over; without ``.md`` where it may be."""
        stem = _stem(path)
        found = self.resolve(stem, source)
        return stem if isinstance(found, Found) and found.path == path else path

    def _only(self, wanted: str | None, written: str) -> Found | Missing:
        """A path that is looked up whole or not at all."""
        chosen = self._exact(wanted, written) if wanted else None
        return Missing(self._near(written)) if chosen is None else Found(chosen)

    @lazy
    def _whole(self) -> dict[str, list[str]]:
        """Files by whole path; a vault whose links are plain names never asks."""
        found: dict[str, list[str]] = {}
        for folded, path in (pair for pairs in self._names.values() for pair in pairs):
            found.setdefault(folded, []).append(path)
        return found

    def _exact(self, wanted: str, written: str) -> str | None:
        """A whole path from the root, as written or with ``.md``."""
        for form in _forms(wanted):
            if form in self._whole:
                return min(self._whole[form], key=lambda path: (not _spelled(path, written), path))
        return None

    def _only_fit(self, wanted: str) -> str | None:
        """The note that a link without ``.md`` means, when no other file has its name: the common case, told at once."""
        name = wanted.rpartition("/")[2]
        found = self._names.get(f"{name}.md", ())
        if len(found) != 1 or name in self._names:
            return None
        folded, path = found[0]
        return path if name == wanted or folded == f"{wanted}.md" else None

    def _fitting(self, wanted: str) -> list[str]:
        """Files whose path ends with the wanted one, those named as written before those with ``.md``."""
        for form in _forms(wanted):
            name = form.rpartition("/")[2]
            tail = f"/{form}" if RULES.folder_boundary else form
            whole = "/" not in form
            found = [
                path
                for folded, path in self._names.get(name, ())
                if whole or folded == form or (RULES.partial_paths and folded.endswith(tail))
            ]
            if found:
                return found
        return []

    def _choose(self, fitting: Sequence[str], source: str, written: str) -> str:
        """The source's own folder wins, then the shortest path, then the order of names."""
        if RULES.own_folder_for_paths or "/" not in written:
            folder = source.rpartition("/")[0]
            depth = written.count("/") + 1
            beside = [path for path in fitting if "/".join(path.split("/")[:-depth]) == folder]
            fitting = beside or fitting
        places = dict.fromkeys(fitting, 0) if RULES.tie == "lexicographic" else self._places
        return min(fitting, key=lambda path: (len(path), not _spelled(path, written), places[path], path))

    def _near(self, wanted: str) -> tuple[str, ...]:
        if self._squashed is None:
            self._squashed = {}
            for paths in self._whole.values():
                for path in paths:
                    self._squashed.setdefault(squash(path), []).append(path)
        return tuple(sorted(self._squashed.get(squash(wanted), ())))


class _Answers(dict[str, "Answer"]):
    """What is asked for the first time is looked up."""

    def __init__(self, look_up: Callable[[str], Answer]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, target: str) -> Answer:
        answer = self[target] = self._look_up(target)
        return answer


def _found(chosen: str, fitting: Sequence[str]) -> Found:
    return Found(chosen, tuple(path for path in fitting if path != chosen))


def _spelled(path: str, written: str) -> bool:
    """Whether a path ends as the link is spelled, case included."""
    return RULES.exact_case_first and path.endswith((written, f"{written}.md"))


def _forms(wanted: str) -> tuple[str, str]:
    return (wanted, f"{wanted}.md") if RULES.literal_name_first else (f"{wanted}.md", wanted)


def _join(source: str, wanted: str) -> str | None:
    """A path relative to the source's folder; None when it climbs out of the vault."""
    parts = fold(source).split("/")[:-1]
    for part in wanted.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _stem(path: str) -> str:
    return path[: -len(".md")] if path.lower().endswith(".md") else path
