"""A wiki on disk as tests drive it: every call opens it anew, as a command would."""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from llmwiki.ingest import Ingested, ingest
from llmwiki.lint import lint
from llmwiki.retract import Retracted, retract
from llmwiki.workspace import Workspace

TODAY = date(2026, 11, 30)
SAMPLES = Path(__file__).parents[1] / "samples"
NAMES = (
    "bm25-notes.md",
    "heron-design.md",
    "hybrid-search-explained.html",
    "tessel-operations.md",
    "why-we-left-quill.md",
    "混合检索实践.md",
)
SOURCES = tuple(SAMPLES / name for name in NAMES)


@dataclass(frozen=True)
class Wiki:
    """A vault on disk; every call opens it anew, as a command would."""

    root: Path

    def ingest(self, *inputs: Path | str, day: date = TODAY) -> Ingested:
        return ingest(Workspace.open(self.root, day), [str(path) for path in inputs], now=day.isoformat())

    def retract(self, name: str, *, restore: bool = False) -> Retracted:
        return retract(Workspace.open(self.root, TODAY), name, restore=restore, now=TODAY.isoformat())

    def findings(self) -> list[str]:
        result = lint(Workspace.open(self.root, TODAY))
        return [
            f"{finding.path}:{finding.line} {finding.code} {finding.message}" for finding in result.findings if finding.severity != "info"
        ]

    def files(self, *, hidden: bool = True) -> dict[str, str]:
        """Path to digest of every file that git would keep, the log left out on wish by the caller."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = path.relative_to(self.root).as_posix()
            if path.is_file() and not name.startswith((".wiki/local", ".wiki/cache", ".git/")) and (hidden or not name.startswith(".")):
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found

    def pages(self) -> list[str]:
        folders = ("entities", "concepts", "comparisons")
        return sorted(path.relative_to(self.root).as_posix() for folder in folders for path in (self.root / folder).glob("*.md"))

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_bytes(text.encode())

    def git(self, *words: str) -> str:
        identity = ("-c", "user.name=Test", "-c", "user.email=test@wiki.example", "-c", "init.defaultBranch=main")
        done = subprocess.run(["git", *identity, *words], cwd=self.root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"git {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout
