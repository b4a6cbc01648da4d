"""Findings that are known and not shown again: a file that is kept with the vault and shrinks as faults are mended.

It is JSON with a line for each finding, sorted, and its last line is always the same, so that git merges it: the key is path, code
and fingerprint (which stays when lines move), the value the message for whoever reads it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.checks.fingerprint import fingerprints
from llmwiki.errors import ConfigError
from llmwiki.vault.disk import write_whole, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence

    from llmwiki.checks.base import Finding
    from llmwiki.checks.choice import Choice
    from llmwiki.vault.vault import Vault

BASELINE = ".wiki-baseline.json"
_VERSION = "version"
_HINT = "write it with `wiki lint --write-baseline`"


@dataclass(frozen=True)
class Run:
    """A run of the linter, as far as it matters here.

    Attributes:
        found: Its findings by key.
        choice: What it looked for.
        vault: What it looked through.
        scope: The files that it looked for findings in.
        is_whole: Whether these are all.
    """

    found: Mapping[str, Finding]
    choice: Choice
    vault: Vault
    scope: Container[str]
    is_whole: bool

    def would_have_found(self, key: str) -> bool:
        """Whether the run looked for a finding like this; in a file that is gone there is none."""
        path, code, _ = [*key.rsplit(" ", 2), "", ""][:3]
        is_met = path in self.scope or (self.is_whole and path not in self.vault.files)
        return is_met and code in self._codes and path not in self.vault.unreadable

    @cached_property
    def _codes(self) -> frozenset[str]:
        """The checks all of whose findings the run has."""
        return frozenset(check.CODE for check in self.choice.checks()) if self.choice.least == "info" else frozenset()


@dataclass(frozen=True)
class Baseline:
    """Known findings: key to message."""

    known: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def at(cls, file: Path, *, may_miss: bool = False) -> Baseline:
        """Read one. Raises ConfigError when the file holds none, or is missing although it may not."""
        try:
            data = json.loads(file.read_bytes().decode("utf-8-sig", "surrogateescape"))
        except FileNotFoundError as error:
            if may_miss:
                return cls()
            raise ConfigError(f"there is no baseline {file}", _HINT) from error
        except OSError as error:
            raise ConfigError(f"the baseline {file} cannot be read: {error.strerror}", _HINT) from error
        except ValueError as error:
            raise ConfigError(f"the baseline {file} cannot be read: {error}", _HINT) from error
        if not isinstance(data, dict) or data.pop(_VERSION, None) != 1:
            raise ConfigError(f"{file} is no baseline that this version can read", _HINT)
        return cls({key: str(message) for key, message in data.items()})

    def keep(self, file: Path) -> None:
        """Write it. Raises WriteError."""
        text = json.dumps({**dict(sorted(self.known.items())), _VERSION: 1}, ensure_ascii=False, indent=0) + "\n"
        with writing(str(file)):
            write_whole(file, text.encode("utf-8", "surrogateescape"))

    def new(self, run: Run) -> tuple[Finding, ...]:
        """The findings of a run that are not known."""
        return tuple(finding for key, finding in run.found.items() if key not in self.known)

    def outdated(self, run: Run) -> tuple[str, ...]:
        """Path and code of known findings that a run would have found and did not."""
        gone = (key for key in sorted(self.known) if key not in run.found and run.would_have_found(key))
        return tuple(key.rpartition(" ")[0] for key in gone)

    def renewed(self, run: Run) -> Baseline:
        """The baseline that knows what a run found, and still knows what that did not look for."""
        kept = {key: message for key, message in self.known.items() if not run.would_have_found(key)}
        return Baseline({**kept, **{key: finding.message for key, finding in run.found.items()}})


def keyed(findings: Sequence[Finding], text_of: Callable[[str], str]) -> dict[str, Finding]:
    """The findings by their key."""
    marks = fingerprints(findings, text_of)
    return {f"{finding.path} {finding.code} {mark}": finding for finding, mark in zip(findings, marks, strict=True)}
