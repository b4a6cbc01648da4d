"""Proof that fixes mend what they should, and that nothing is wrong afterwards that was not before."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from typing import TYPE_CHECKING

from llmwiki.checks.proof import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from llmwiki.checks.base import Finding
    from llmwiki.checks.patch import Patch

    Form = Callable[[Finding, Mapping[str, str]], Hashable]

_NUMBER = re.compile(r"\d+")


def worse(patch: Patch, before: Iterable[Finding], after: Iterable[Finding]) -> Iterator[Failure]:
    """What would be wrong with a patch.

    Findings are the same when code, path and message are; lines do not count. Files have their new names, and a number in a
    message may change: a page that grows by a line is not a new finding.

    Args:
        patch: The fixes.
        before: Findings without it.
        after: Findings with it.
    """
    mended = Counter(patch.findings)
    rest = [finding for finding in before if not mended[finding]]
    chosen: dict[Hashable, list[Finding]] = {}
    for finding in patch.findings:
        chosen.setdefault(_plain(finding, patch.moves), []).append(finding)
    for finding in _unmatched(rest, after, patch.moves):
        same = chosen.get(_plain(finding, {}), [])
        if same:
            yield Failure("it would still be there afterwards", _on_line(patch, finding, same))
        else:
            found = f"{finding.code} in {finding.path}: {finding.message}"
            yield Failure(f"it would make a new finding, {found}", patch.at(finding.path) or patch.findings)


def _on_line(patch: Patch, finding: Finding, same: list[Finding]) -> tuple[Finding, ...]:
    """Which of equal findings one is; all of them where lines have moved."""
    path = same[0].path
    data = patch.before.data(path)
    has_moved = any(edit.text.count("\n") != data.count(b"\n", edit.start, edit.end) for edit in patch.edits.get(path, ()))
    return tuple(item for item in same if not has_moved and item.line == finding.line) or tuple(same)


def _unmatched(before: list[Finding], after: Iterable[Finding], moves: Mapping[str, str]) -> list[Finding]:
    """The findings of ``after`` that have no partner in ``before``; exact partners first."""
    news, olds = list(after), before
    for form in (_plain, _renamed, _blurred):
        open_old = Counter(form(finding, moves) for finding in olds)
        news = [finding for finding in news if not _used(open_old, form(finding, {}))]
        if not news:
            break
        olds = [finding for finding in olds if _used(open_old, form(finding, moves))]
    return news


def _used(counts: Counter[Hashable], key: Hashable) -> bool:
    """Take one of the counted, if there is one."""
    if counts[key] <= 0:
        return False
    counts[key] -= 1
    return True


def _plain(finding: Finding, moves: Mapping[str, str]) -> Hashable:
    return finding.code, moves.get(finding.path, finding.path), finding.message


def _renamed(finding: Finding, moves: Mapping[str, str]) -> Hashable:
    """With the new names of files in the message."""
    return finding.code, moves.get(finding.path, finding.path), _with_names(finding.message, moves)


def _blurred(finding: Finding, moves: Mapping[str, str]) -> Hashable:
    return finding.code, moves.get(finding.path, finding.path), _NUMBER.sub("0", _with_names(finding.message, moves))


def _with_names(message: str, moves: Mapping[str, str]) -> str:
    for source, target in moves.items():
        for old, new in zip(_names(source), _names(target), strict=True):
            if old in message:
                message = new.join(re.split(rf"(?<!\w){re.escape(old)}(?!\w)", message))
    return message


def _names(path: str) -> tuple[str, ...]:
    stem = path.removesuffix(".md")
    return path, stem, posixpath.basename(path), posixpath.basename(stem)
