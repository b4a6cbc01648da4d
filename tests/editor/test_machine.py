"""People, ingests with a model, fixes, renames and undo in any order: no sentence that a person wrote is ever lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import scripted_writer
from editor_harness import Newsroom
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from model_server import model_server
from wiki_harness import TODAY
from writer_texts import FUSION, FUSION_ZH, LOOM

from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.mend import Wish, mend
from llmwiki.move import move
from llmwiki.vault.undo import undo
from llmwiki.workspace import Workspace

pytestmark = pytest.mark.trial

TEXTS = {"loom": LOOM, "fusion": FUSION, "排名融合": FUSION_ZH}
NOW = TODAY.isoformat()


class Life(RuleBasedStateMachine):
    """A wiki with a writer set, and somebody who edits it by hand."""

    @initialize()
    def create(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.server = model_server()
        script = self.server.__enter__()
        self.room = Newsroom.build(self.folder / "wiki", script, way="writer")
        script.chance = scripted_writer.chance
        self.room.says(claims=scripted_writer.claims, summary=scripted_writer.summary)
        self.words: list[str] = []
        self.versions = dict.fromkeys(TEXTS, 0)
        for name in ("loom", "fusion"):
            self._ingest(name)

    def teardown(self) -> None:
        self.server.__exit__(None, None, None)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _ingest(self, name: str) -> None:
        file = self.folder / f"{name}.md"
        text = TEXTS[name].replace("900", str(900 + self.versions[name])).replace("默认关闭", f"{self.versions[name]}处默认关闭")
        file.write_text(text, "utf-8")
        self.room.ingest(file)

    def _page(self, at: int) -> str:
        pages = self.room.wiki.pages()
        return pages[at % len(pages)] if pages else ""

    @rule(name=st.sampled_from(sorted(TEXTS)))
    def a_source_changes(self, name: str) -> None:
        self.versions[name] += 1
        self._ingest(name)

    @rule(at=st.integers(0, 9), line=st.integers(0, 40), kind=st.sampled_from(["line", "item", "append", "heading"]))
    def a_person_writes(self, at: int, line: int, kind: str) -> None:
        if not (page := self._page(at)):
            return
        lines = self.room.wiki.text(page).split("\n")
        start = next(number for number, text in enumerate(lines) if text.startswith("# "))
        line = start + 1 + line % max(1, len(lines) - start - 1)
        word = f"这句是人写的第{len(self.words) + 1}句。"
        self.words.append(word)
        if kind == "append" and line < len(lines) and lines[line].strip() and not lines[line].startswith("[^"):
            lines[line] += f" {word}"
        else:
            lines.insert(line, {"item": f"- {word}", "heading": f"\n## 笔记\n\n{word}\n"}.get(kind, f"\n{word}\n"))
        self.room.wiki.write(page, "\n".join(lines))

    @rule(at=st.integers(0, 9))
    def a_page_is_renamed(self, at: int) -> None:
        if page := self._page(at):
            move(Workspace.open(self.room.wiki.root, TODAY), page, f"{Path(page).stem}-{len(self.words)}x", now=NOW)

    @rule()
    def faults_are_mended(self) -> None:
        mend(Workspace.open(self.room.wiki.root, TODAY), Wish(), now=NOW)

    @rule()
    def the_last_is_taken_back(self) -> None:
        with suppress(EditedMeanwhile, VaultError):
            undo(self.room.wiki.root, now=NOW)

    @invariant()
    def every_sentence_stands(self) -> None:
        told: Any = "\n".join(file.read_text("utf-8") for file in self.room.wiki.root.rglob("*.md") if ".wiki" not in file.parts)
        assert [word for word in self.words if word not in told] == []


Life.TestCase.settings = settings(
    max_examples=60 if os.environ.get("WIKI_SOAK") == "1" else 1, stateful_step_count=8, deadline=None, derandomize=True
)
TestLife = Life.TestCase
