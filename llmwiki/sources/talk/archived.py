"""The files of an export that is a zip archive, told by name."""

from __future__ import annotations

from pathlib import PurePosixPath

from llmwiki.errors import SourceRefused
from llmwiki.sources.archive import inside
from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.budget import Archive, open_zip
from llmwiki.sources.kinds import is_zip


class Archived:
    """An opened archive.

    Attributes:
        names: Of its files in their order, hidden ones left out.
        origin: Of the archive.
        options: As they came with the archive.
    """

    def __init__(self, archive: Archive, original: Original) -> None:
        self._archive = archive
        self.origin = original.origin
        self.options = original.options
        self.names = sorted(member.name for member in archive if not member.name.startswith(("__MACOSX/", ".")))

    def read(self, name: str) -> Original | Refusal:
        """A file as an input of its own, or the reason why it is not read."""
        origin = inside(self.origin, name)
        try:
            return Original(PurePosixPath(origin).name, self._archive.read(name), origin, options=self.options)
        except SourceRefused as error:
            return Refusal(origin, error.message)

    def refused(self) -> list[Refusal]:
        """The files that cannot be read, each with the reason."""
        return [Refusal(inside(self.origin, name), reason) for name, reason in sorted(self._archive.refused)]


def opened(original: Original) -> Archived | None:
    """The archive; None for what is none, and for a damaged one, which is told by whoever unpacks archives in general."""
    if not is_zip(original.data):
        return None
    try:
        return Archived(open_zip(original.data), original)
    except SourceRefused:
        return None


def others(archive: Archived, used: set[str], reasons: tuple[tuple[str, str], ...]) -> list[Refusal]:
    """Word of the files that are not used, one for each reason.

    Args:
        archive: The archive.
        used: Names of files that were used.
        reasons: Ending of a name and the reason; the first that fits counts, and the empty ending fits all.
    """
    counts: dict[str, int] = {}
    for name in archive.names:
        if name not in used:
            reason = next(words for ending, words in reasons if name.endswith(ending))
            counts[reason] = counts.get(reason, 0) + 1
    files = [Refusal(f"{archive.origin} ({count:,} other file{'s' * (count != 1)})", reason) for reason, count in sorted(counts.items())]
    return [*archive.refused(), *files]
