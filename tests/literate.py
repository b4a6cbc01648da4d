"""Tests that are documents: a tiny vault and a transcript in one Markdown file.

Below a level-2 heading, each fenced block whose info string names a file (```` ```md concepts/rag.md ````) is written into a
fresh vault, each ``console`` block holds command lines (``$ wiki lint``) with what they print, and each ``shown`` block a file as it
stands by then (no text: there is none). ``play`` gives the document back with what is really printed and shown; a test compares the
two, ``make update`` keeps the new one.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from llmwiki.cli.app import run

UPDATE = os.environ.get("WIKI_UPDATE") == "1"
_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<kind>\w*)(?: (?P<name>\S[^\n]*))?\n(?P<body>.*?)^(?P=fence)\n", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: ``kind`` and ``name`` from its info string, ``body`` between the fences."""

    fence: str
    kind: str
    name: str
    body: str


def play(document: str, folder: Path) -> str:
    """The document with its console blocks as they are now; each section gets a vault of its own below ``folder``."""
    head, *sections = _split_sections(document)
    return head + "".join(_play_section(section, folder / f"case-{number}") for number, section in enumerate(sections, 1))


def check(path: Path, folder: Path) -> None:
    """Assert that a document says what happens, or make it say so when ``WIKI_UPDATE`` is set."""
    text = path.read_text(encoding="utf-8")
    played = play(text, folder)
    if UPDATE:
        path.write_text(played, encoding="utf-8")
    else:
        assert played == text


def blocks(document: str) -> Iterator[Block]:
    """The fenced blocks of a document."""
    for found in _FENCE.finditer(document):
        yield Block(found["fence"], found["kind"], (found["name"] or "").strip(), found["body"])


def _split_sections(document: str) -> list[str]:
    """Cut before level-2 headings that stand outside of fences."""
    inside = [found.span() for found in _FENCE.finditer(document)]
    cuts = [found.start() for found in _SECTION.finditer(document) if not any(start < found.start() < end for start, end in inside)]
    return [document[start:end] for start, end in zip([0, *cuts], [*cuts, len(document)], strict=True)]


def _play_section(section: str, root: Path) -> str:
    (root / ".obsidian").mkdir(parents=True)

    def play_block(found: re.Match[str]) -> str:
        if found["kind"] == "console":
            lines = [line for line in found["body"].splitlines() if line.startswith("$ ")]
            return found[0].replace(found["body"], "".join(_run(line, root) for line in lines))
        if found["kind"] == "shown":
            return f"{found['fence']}shown {found['name']}\n{_text(root / found['name'].strip())}{found['fence']}\n"
        if found["name"]:
            path = root / found["name"].strip()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(found["body"].encode())
        return found[0]

    return _FENCE.sub(play_block, section)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _run(line: str, root: Path) -> str:
    out = io.StringIO()
    program, *words = line.removeprefix("$ ").split()
    assert program == "wiki"
    with chdir(root), redirect_stdout(out), redirect_stderr(out):
        code = run(words)
    return f"{line}\n{out.getvalue()}" + (f"[exit code {code}]\n" if code else "")
