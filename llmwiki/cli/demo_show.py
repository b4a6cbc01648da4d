"""What the demo shows of the vault it made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from llmwiki.vault.parse import parse

LINES = 3


def tree_lines(root: Path) -> Iterator[str]:
    """The folder as a tree, dot files left out."""
    yield f"{root.name}/"
    yield from _below(root, "")


def _below(folder: Path, indent: str) -> Iterator[str]:
    entries = sorted((path for path in folder.iterdir() if not path.name.startswith(".")), key=lambda path: (path.is_file(), path.name))
    for number, path in enumerate(entries, 1):
        last = number == len(entries)
        yield f"{indent}{'└── ' if last else '├── '}{path.name}{'/' if path.is_dir() else ''}"
        if path.is_dir():
            yield from _below(path, indent + ("    " if last else "│   "))


def page_lines(root: Path) -> Iterator[str]:
    """The path, three cited lines and the first footnote of the page with the most citations."""
    pages = {path: parse(path.read_text(encoding="utf-8")) for folder in ("entities", "concepts") for path in (root / folder).glob("*.md")}
    path = min(pages, key=lambda path: (-len(pages[path].footnote_defs), path.name))
    page = pages[path]
    first = page.footnote_defs[0].span.start
    cited = [line for line in page.text[:first].splitlines() if "[^" in line]
    yield f"{path.relative_to(root).as_posix()}:"
    yield from cited[:LINES]
    yield page.text[first : page.footnote_defs[0].span.end].rstrip()
