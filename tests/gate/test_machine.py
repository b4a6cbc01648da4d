"""People, the tool, crashes and undo in any order: no sentence that a person wrote is ever lost."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from gate_harness import NOW, Faults, in_child
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.apply import apply, recover
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.history import find_base
from llmwiki.vault.merge import merge3
from llmwiki.vault.undo import undo

pytestmark = pytest.mark.trial

START = """---
title: 页面
tags: [a]
updated: 2026-01-01
---

# 页面

One sentence.[^s-1] 第二句。[^s-2]

## Key facts

- First.[^s-1]
- Second.[^s-2]

[^s-1]: [[raw/s]] “one”
[^s-2]: [[raw/s]] “二”
"""
PAGE = "concepts/页面.md"


class Wiki(RuleBasedStateMachine):
    """The tool keeps only the digest of what it wrote last, as the ledger does."""

    @initialize()
    def create(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.words: set[str] = set()
        self.count = 0
        self.wrote = self.tool_text = ""
        self.history: list[tuple[str, str]] = []
        self._write(START, None)

    def teardown(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    @property
    def file(self) -> Path:
        return self.root / PAGE

    def _token(self, word: str) -> str:
        self.count += 1
        return f"{word}{self.count}"

    def _changes(self, proposed: str) -> Changes:
        present = self.file.read_bytes().decode()
        base = find_base(self.root, PAGE, self.wrote)
        assert base is not None
        merged = merge3(base.decode(), present, proposed)
        changes = Changes(self.root)
        changes.write(PAGE, merged.text, expect=sha256_of(present.encode()))
        changes.write(".wiki/ledger/base.md", proposed, expect=sha256_of((self.root / ".wiki/ledger/base.md").read_bytes()))
        return changes

    def _write(self, proposed: str, changes: Changes | None) -> None:
        if changes is None:
            changes = Changes(self.root)
            changes.write(PAGE, proposed, expect=None)
            changes.write(".wiki/ledger/base.md", proposed, expect=None)
        if apply(changes, action="ingest", now=NOW).operation:
            self.history.append((self.wrote, self.tool_text))
        self.wrote, self.tool_text = sha256_of(proposed.encode()), proposed

    def _proposed(self, at: int, kind: str) -> str:
        lines = self.tool_text.split("\n")
        at = 7 + at % max(1, len(lines) - 8)
        if kind == "delete" and lines[at].startswith("- "):
            del lines[at]
        elif kind == "edit" and not lines[at].startswith("[^"):
            lines[at] += f" {self._token('tool')}."
        else:
            lines.insert(at, f"- {self._token('tool')}.[^s-1]")
        return "\n".join(lines).replace("2026-01-01", "2026-02-02")

    @rule(at=st.integers(0, 30), kind=st.sampled_from(["line", "append", "item"]))
    def person_edits(self, at: int, kind: str) -> None:
        lines = self.file.read_bytes().decode().split("\n")
        at = 6 + at % max(1, len(lines) - 6)
        word = self._token("人")
        self.words.add(f"{word}。")
        if kind == "append" and lines[at].strip():
            lines[at] += f" {word}。"
        else:
            lines.insert(at, f"- {word}。" if kind == "item" else f"{word}。")
        self.file.write_bytes("\n".join(lines).encode())

    @rule(at=st.integers(0, 30), kind=st.sampled_from(["insert", "edit", "delete"]))
    def tool_writes(self, at: int, kind: str) -> None:
        proposed = self._proposed(at, kind)
        self._write(proposed, self._changes(proposed))

    @rule(at=st.integers(0, 30), call=st.integers(1, 90))
    def tool_is_killed(self, at: int, call: int) -> None:
        proposed = self._proposed(at, "insert")
        changes = self._changes(proposed)
        in_child(lambda: apply(changes, action="ingest", now=NOW), Faults(call))
        recover(self.root)
        if (self.root / ".wiki/ledger/base.md").read_bytes().decode() == proposed:
            self.history.append((self.wrote, self.tool_text))
            self.wrote, self.tool_text = sha256_of(proposed.encode()), proposed

    @rule()
    def person_undoes(self) -> None:
        if len(self.history) < 2:
            return
        before = self.file.read_bytes()
        try:
            undo(self.root, now=NOW)
        except EditedMeanwhile:
            assert self.file.read_bytes() == before
        except VaultError:
            raise AssertionError from None
        else:
            self.wrote, self.tool_text = self.history.pop()

    @invariant()
    def every_word_of_the_person_is_there(self) -> None:
        text = self.file.read_bytes().decode()
        assert [word for word in sorted(self.words) if word not in text] == []


Wiki.TestCase.settings = settings(settings(), max_examples=max(15, settings().max_examples // 4), stateful_step_count=12)
TestWiki = Wiki.TestCase
