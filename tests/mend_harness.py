"""Small checks with fixes, as values: what they find and what they would do is all that the engine knows of a check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from llmwiki.checks.base import Edit, Finding, Fix
from llmwiki.checks.mending import Repair, mend_findings
from llmwiki.vault.vault import Vault

Rule = Callable[[Vault], Iterator[Finding]]


def finding(path: str, message: str, fix: Fix | None = None, *, code: str = "T001", line: int = 1) -> Finding:
    return Finding(path, line, 1, code, "test", "warning", message, fix=fix)


def replaces(pattern: str, text: str, *, code: str = "T001", safe: bool = True, only: str = "") -> Rule:
    """Finds a pattern in every note and replaces it: as careless as a regular expression is, in code too."""

    def run(vault: Vault) -> Iterator[Finding]:
        for path in vault.notes:
            if only in path:
                data = vault.data(path)
                for match in re.finditer(pattern.encode(), data):
                    edit = Edit(path, match.start(), match.end(), match.expand(text.encode()).decode())
                    line = data.count(b"\n", 0, match.start()) + 1
                    yield finding(path, f"“{match[0].decode()}” is wrong", Fix(safe, f"write {edit.text}", (edit,)), code=code, line=line)

    return run


def tells(pattern: str, *, code: str = "T002") -> Rule:
    """Finds a pattern and has no fix."""

    def run(vault: Vault) -> Iterator[Finding]:
        for path in vault.notes:
            for match in re.finditer(pattern, vault.text(path)):
                yield finding(path, f"“{match[0]}” must not be", code=code)

    return run


def renames(moves: Mapping[str, str]) -> Rule:
    """Asks for other names."""

    def run(vault: Vault) -> Iterator[Finding]:
        for source, target in moves.items():
            if source in vault.files:
                yield finding(
                    source, "the name is wrong", Fix(safe=False, title=f"rename to {target}", edits=(), moves=((source, target),))
                )

    return run


def mended(root: Path, *rules: Rule, unsafe: bool = True) -> Repair:
    """What becomes of a vault."""

    def find(vault: Vault, _moves: Mapping[str, str]) -> tuple[Finding, ...]:
        return tuple(sorted(item for rule in rules for item in rule(vault)))

    return mend_findings(Vault.open(root), find, lambda item: item.fix is not None and (item.fix.safe or unsafe))


def reasons(repair: Repair) -> list[tuple[str, str]]:
    return [(left.finding.path, left.reason) for left in repair.left]
