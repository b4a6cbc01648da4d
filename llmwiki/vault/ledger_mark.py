"""Tells whether the ledger is what it was, without reading it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from llmwiki.vault.kept import mark_of
from llmwiki.vault.walk import COARSE_NS

if TYPE_CHECKING:
    from pathlib import Path

LEDGER = ".wiki/ledger"


def ledger_mark(root: Path) -> str:
    """A hash of which record files the vault at ``root`` has and when each was last touched: while it stays, so does the ledger.

    Empty where that is not certain: one cannot be looked at, or was written so shortly before that it may change again without a new time.
    """
    began_ns = time.time_ns()
    failed: list[OSError] = []
    found: list[tuple[str, int, int, int, int]] = []
    for place, _, names in os.walk(root / LEDGER, onerror=failed.append):
        for name in names:
            try:
                stat = os.stat(f"{place}/{name}")  # noqa: PTH116 - an object for each file costs as much as looking at it
            except OSError as error:
                failed.append(error)
            else:
                found.append((f"{place}/{name}", stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino))
    newest = max((max(mtime, ctime) for _, mtime, ctime, _, _ in found), default=0)
    is_certain = all(isinstance(error, FileNotFoundError) for error in failed) and newest < began_ns - COARSE_NS
    return mark_of(sorted(found)) if is_certain else ""
