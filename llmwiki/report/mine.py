"""What a run of ``wiki mine`` did, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from llmwiki.report.numbers import counted
from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from llmwiki.mine import Mined

_SHOWN = 10


def mine_lines(result: Mined, *, dry_run: bool) -> Iterator[Line]:
    """For people: the sum of all inputs, then what needs a look."""
    account = result.account
    if dry_run:
        yield from ((Part("would file ", "dim"), Part(f"{filed.wing}: {filed.path}", "bold")) for filed in account.filed)
    changed = sum(filed.state == "changed" for filed in account.filed)
    filed = f"{len(account.filed)} filed" + (f" ({changed} of them changed)" if changed else "")
    numbers = [filed, *_counts(account.unchanged, "unchanged"), *_counts(account.duplicate, "duplicate")]
    numbers += [*_counts(account.skipped.total(), "skipped"), *_counts(len(account.failed), "failed"), *_counts(account.left, "left")]
    yield (Part(f"{counted(account.total, 'input')}: ", "dim"), Part(", ".join(numbers), "bold"))
    if account.drawers:
        vectors = f", {counted(result.vectors, 'vector')}" if result.vectors else ""
        yield (Part("drawers    ", "dim"), Part(f"{account.drawers}{vectors}"))
    for reason, count in sorted(account.skipped.items(), key=lambda item: (-item[1], item[0])):
        yield (Part("skipped    ", "dim"), Part(f"{count} {reason}"))
    if account.secrets:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(account.secrets.items()))
        yield (Part("secrets    ", "dim"), Part(f"{account.secrets.total()} taken out: {kinds}"))
    yield from _named("failed", [f"{given}: {reason}" for given, reason in account.failed])
    yield from _named("would go" if dry_run else "taken out", [f"{wing}: {path}" for wing, path in account.removed])
    yield from _named("kept", [f"{wing}: {path}" for wing, path in account.kept])
    if account.kept:
        yield (Part("           their files are missing, but nothing proves that they were deleted; --prune takes them out", "dim"),)


def mine_json(result: Mined, *, dry_run: bool) -> dict[str, Any]:
    """For programs; ``inputs`` is the sum of the six numbers behind it."""
    account = result.account
    return {
        "inputs": account.total,
        "filed": len(account.filed),
        "unchanged": account.unchanged,
        "duplicate": account.duplicate,
        "skipped": dict(sorted(account.skipped.items())),
        "failed": [{"input": given, "reason": reason} for given, reason in account.failed],
        "left": account.left,
        "documents": [filed._asdict() for filed in account.filed],
        "drawers": account.drawers,
        "vectors": result.vectors,
        "copied": result.copied,
        "removed": [{"wing": wing, "path": path} for wing, path in account.removed],
        "kept": [{"wing": wing, "path": path} for wing, path in account.kept],
        "secrets": dict(sorted(account.secrets.items())),
        "dry_run": dry_run,
        "interrupted": result.interrupted,
    }


def _counts(count: int, word: str) -> list[str]:
    return [f"{count} {word}"] if count else []


def _named(name: str, items: list[str]) -> Iterator[Line]:
    for item in items[:_SHOWN]:
        yield (Part(f"{name:<11}", "dim"), Part(item))
    if len(items) > _SHOWN:
        yield (Part(f"           and {len(items) - _SHOWN} more {name}", "dim"),)
