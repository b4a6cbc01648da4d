"""What an operation did to the vault's files, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from llmwiki.report.numbers import counted

if TYPE_CHECKING:
    from llmwiki.vault.apply import Receipt

_STATE = (".wiki/", ".obsidian/")


def receipt_lines(receipt: Receipt) -> Iterator[str]:
    """One line a file that people see; the tool's own records are counted."""
    rows = [
        *(("+", file.path) for file in receipt.created),
        *(("~", file.path) for file in receipt.updated),
        *((">", f"{file.moved_from} -> {file.path}") for file in receipt.moved),
        *(("-", file.path) for file in receipt.deleted),
    ]
    for sign, path in rows:
        if not path.startswith(_STATE):
            yield f"  {sign} {path}"
    records = sum(path.startswith(_STATE) for _, path in rows)
    if records:
        yield f"  and {counted(records, 'record')} of the tool"


def receipt_json(receipt: Receipt) -> dict[str, Any]:
    """Every file, the tool's own records included."""
    return {
        "operation": receipt.operation,
        "action": receipt.action,
        "created": [file.path for file in receipt.created],
        "updated": [file.path for file in receipt.updated],
        "moved": [{"from": file.moved_from, "to": file.path} for file in receipt.moved],
        "deleted": [file.path for file in receipt.deleted],
    }
