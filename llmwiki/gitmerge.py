"""``wiki git-merge``: what git calls to merge two branches of a page or a ledger record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from llmwiki.vault.branch_base import with_joint_base
from llmwiki.vault.merge import Merged, merge_branches
from llmwiki.vault.merge_index import merge_index
from llmwiki.vault.merge_records import merge_records


def merge_files(base: Path, ours: Path, theirs: Path, name: str) -> bool:
    """Merge and write the result over ``ours``, if nothing in it needs a person.

    Args:
        base: File with the common ancestor (empty when both branches made the file).
        ours: File with our branch's text.
        theirs: File with the other branch's text.
        name: Path in the repository, which tells what kind of file it is.

    Returns:
        Whether it was merged; otherwise ``ours`` is as it was.
    """
    texts = [file.read_bytes().decode("utf-8", "surrogateescape") for file in (base, ours, theirs)]
    merged = _merged(texts[0], texts[1], texts[2], name)
    if merged is None:
        return False
    ours.write_bytes(merged.encode("utf-8", "surrogateescape"))
    return True


def _merged(base: str, ours: str, theirs: str, name: str) -> str | None:
    path = PurePosixPath(name)
    if path.suffix == ".json":
        merged = merge_records(base, ours, theirs)
        return merged and with_joint_base(merged, (base, ours, theirs), name, Path.cwd())
    join: Callable[[str, str, str], Merged] = merge_index if path.name == "index.md" else merge_branches
    result = join(base, ours, theirs)
    return None if result.conflicts else result.text
