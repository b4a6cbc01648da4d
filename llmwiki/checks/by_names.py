"""What checks say of the names of files alone, kept between runs while no file comes, goes or moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.memo import mark_from
from llmwiki.vault.kept import code_mark, mark_of, read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from llmwiki.checks.base import Mark, Snapshot


def by_names(snapshot: Snapshot, code: str, find: Callable[[Snapshot], Iterable[Mark]], *depends_on: object) -> Iterator[Mark]:
    """The marks of a check that looks at which files there are, and at no text.

    Args:
        snapshot: What the check sees.
        code: Of the check.
        find: Yields what is wrong; it may look at nothing else but ``depends_on``, the profile, and where the page folders are.
        depends_on: JSON values.
    """
    if snapshot.cache_dir is None:
        yield from find(snapshot)
        return
    file = snapshot.cache_dir / f"names-{code.lower()}.json"
    key = mark_of(code_mark("checks", "vault"), snapshot.files_mark, snapshot.profile, depends_on)
    kept = read_kept(file, key)
    if kept is None:
        kept = list(find(snapshot))
        write_kept(file, key, kept)
    yield from map(mark_from, kept)
