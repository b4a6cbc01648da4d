"""The findings of the last run, which are those of the next one when nothing has changed that decides any of them."""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from llmwiki.checks.base import Finding, Place
from llmwiki.checks.memo import fix_from
from llmwiki.vault.kept import code_mark, mark_of, read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from llmwiki.vault.schema import Schema

NAME = "findings.json"


class KeptFindings:
    """All that some checks found in a whole vault, before a run's choice and its scope leave anything out.

    Args:
        folder: Where they are kept.
        decides: All that decides findings besides the code, as JSON values; checks see nothing but what is in a snapshot.
    """

    def __init__(self, folder: Path, *decides: object) -> None:
        self._file = folder / NAME
        self._key = mark_of(code_mark(".", "checks", "facts", "vault"), sys.version, decides)

    def of(self, codes: Iterable[str]) -> tuple[Finding, ...] | None:
        """The findings of these checks, in order; None when they are not known."""
        kept = read_kept(self._file, self._key)
        wanted = frozenset(codes)
        if kept is None or not wanted.issubset(kept["codes"]):
            return None
        return tuple(_finding(row) for row in kept["findings"] if row[_CODE] in wanted)

    def keep(self, codes: Iterable[str], findings: Sequence[Finding]) -> None:
        """Keep what these checks found."""
        write_kept(self._file, self._key, {"codes": sorted(codes), "findings": findings})


_CODE = Finding._fields.index("code")


def _finding(row: list[Any]) -> Finding:
    found = Finding._make(row)
    return found._replace(related=tuple(Place(*place) for place in found.related), fix=found.fix and fix_from(*found.fix))


def rules(schema: Schema) -> dict[str, object]:
    """A schema as a JSON value that is the same for equal ones."""
    found = {item.name: getattr(schema, item.name) for item in fields(schema)}
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in found.items()}
