"""Which sentences say that one page's thing took the place of another's: each row of ``successions.tsv``, with the two pages or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.facts.subjects import Subjects
from llmwiki.facts.succession import successions
from llmwiki.vault.parse import parse

ROWS = [line.split("\t") for line in (Path(__file__).parent / "successions.tsv").read_text(encoding="utf-8").splitlines()]
NAMES = {"quill": ("Quill",), "heron": ("Heron",), "羽笔检索": ("羽笔检索",), "苍鹭检索": ("苍鹭检索",), "larkmark": ("Larkmark",)}


@pytest.mark.parametrize(("sentence", "pages"), ROWS)
def test_sentence(sentence: str, pages: str) -> None:
    text = f"Before.[^b]\n\n- {sentence}[^a]\n\n[^a]: [[raw/a]]\n[^b]: [[raw/b]]\n"
    found = list(successions(parse(text), "page.md", Subjects(NAMES)))
    assert [f"{item.old} {item.new}" for item in found] == ([pages] if pages else [])
    assert all(item.labels == ("a",) for item in found)
    assert not list(successions(parse(text.replace("[^a]\n", "\n")), "page.md", Subjects(NAMES)))
