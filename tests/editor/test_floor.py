"""What a model says takes no page away that the rules make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from editor_harness import Newsroom
from model_server import Script
from wiki_harness import SOURCES, TODAY, Wiki
from writer_texts import written

from llmwiki.ingest import ingest
from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.notes import SourceNotes, analyse
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.seeds import Seeds, gather_kinds
from llmwiki.vault.schema import Schema
from llmwiki.workspace import Workspace

WEIR = """# Vellan Weir

Vellan Weir was the first wall across the river Tarn that turned a mill. Vellan Weir is 42 metres long and 3 metres high.
Vellan Weir kept four mills going for two hundred years.

## Repairs

Vellan Weir lost its middle part in the flood of 1824. Vellan Weir got a ladder for fish in 1988. Vellan Weir belongs to the town since then.
Vellan Weir is looked after by nine people of the town.
"""
BRIDGE_ZH = """# 永安桥走访记录

永安桥是宁川上的一座木拱桥，连接东西两岸的村子。永安桥全长 42 米，桥面上有 17 间屋子。永安桥上不用一根铁钉，全靠榫卯。

## 修缮

永安桥在 1762 年建成，1889 年重修。永安桥在 2016 年的台风中被洪水冲垮。永安桥由六个工匠用十四个月重建。永安桥现在由村里的人看护。
"""
TEXTS = {"Vellan Weir": WEIR, "永安桥": BRIDGE_ZH}


TOLD = Path(__file__).parents[2] / "benchmarks/data/freshwiki/廊桥"
SOURCES_OF = {
    "Vellan Weir": [WEIR],
    "永安桥": [BRIDGE_ZH],
    "永宁廊桥": [file.read_text("utf-8") for file in sorted(TOLD.glob("*.md")) if file.stem != "reference"],
}


@pytest.mark.trial(but=["place", "concept"])
@pytest.mark.parametrize("name", SOURCES_OF)
@pytest.mark.parametrize("kind", ["place", "person", "organisation", "product", "work", "event", "concept"])
def test_the_sort_of_thing_that_a_model_takes_it_for_takes_no_page_away(name: str, kind: str) -> None:
    readings = [Reading(f"raw/{number}.md", text, read_prose(text)) for number, text in enumerate(SOURCES_OF[name])]
    notes = [analyse(reading) for reading in readings]
    pages = compile_pages(readings, (), Schema(), notes=notes).drafts
    assert [page.title for page in pages] == [name]
    named = [replace(own, named=[(name, kind, 1)]) for own in notes]
    assert compile_pages(readings, (), Schema(), notes=named).drafts == pages


def test_of_a_name_that_only_a_model_has_its_sort_counts() -> None:
    seeds = Seeds()
    for name, origin in (("Tarn", "name"), ("Tarn", "named"), ("宁川", "term"), ("宁川", "named"), ("反馈周期", "named")):
        seeds.add(name, origin)
    gather_kinds([SourceNotes(named=[("Tarn", "place", 1), ("宁川", "place", 1), ("反馈周期", "event", 1)])], seeds)
    assert {key: dict(votes) for key, votes in seeds.kinds.items() if votes} == {"反馈周期": {"event": 1}}


def nothing(_: str) -> dict[str, Any]:
    return {"claims": []}


def one_each(prompt: str) -> dict[str, Any]:
    """One claim on each thing, of which no page could be made."""
    said = {"Vellan Weir": "Vellan Weir got a ladder for fish in 1988.", "永安桥": "永安桥上不用一根铁钉，全靠榫卯。"}
    lines = {text: number for number, _, text in (line.partition(". ") for line in prompt.splitlines()) if number.isdigit()}
    found = [(lines[text], name, text) for name, text in said.items() if text in lines]
    return {"claims": [{"sentence": at, "subject": name, "kind": "fact", "statement": text} for at, name, text in found]}


def longer(prompt: str) -> dict[str, Any]:
    """Subjects that are a name and more, each once; not of the first sentence, or the list would seem to be walked."""
    lines = [(number, text) for number, _, text in (line.partition(". ") for line in prompt.splitlines()) if number.isdigit()]
    found = [(at, text, len(name) + more) for at, text in lines for name, more in (("Vellan Weir", 6), ("永安桥", 2)) if name in text[:20]]
    return {"claims": [{"sentence": at, "subject": text[:end].strip(), "kind": "fact", "statement": text} for at, text, end in found[1:]]}


@pytest.mark.trial
@pytest.mark.parametrize("claims", [nothing, one_each, longer])
def test_where_claims_fill_no_page_the_rules_do(script: Script, tmp_path: Path, claims: Callable[[str], dict[str, Any]]) -> None:
    texts = written(tmp_path, weir=WEIR, bridge=BRIDGE_ZH)
    plain = Wiki(tmp_path / "plain")
    Newsroom.build(plain.root, script)
    (plain.root / ".wiki/config.toml").write_text((plain.root / ".wiki/config.toml").read_text().partition("[model]")[0])
    ingest(Workspace.open(plain.root, TODAY), [str(path) for path in (*texts, *SOURCES)], now=TODAY.isoformat())
    room = Newsroom.build(tmp_path / "wiki", script, way="writer")
    script.chance = lambda _: {"no": 0.9, "yes": 0.1}
    room.says(claims=claims)
    room.ingest(*texts, *SOURCES)
    assert len(plain.pages()) > len(TEXTS)
    assert set(room.wiki.pages()) >= set(plain.pages())
    assert room.wiki.findings() == []
