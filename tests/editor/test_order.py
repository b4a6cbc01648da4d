"""In whatever order sources come, one by one or all at once, the wiki has the same pages, resting on the same sources."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
import scripted_writer
from editor_harness import Newsroom
from model_server import Script
from wiki_harness import SOURCES, Wiki
from writer_texts import FUSION, FUSION_ZH, LOOM, written

from llmwiki.vault.ledger import Ledger

pytestmark = pytest.mark.trial

SOAK = os.environ.get("WIKI_SOAK") == "1"
ORDERS = 5 if SOAK else 1
ALIKE = 0.9


def jaccard(left: set[object], right: set[object]) -> float:
    return len(left & right) / len(left | right)


def edges(wiki: Wiki) -> set[object]:
    return {(path, source) for path, record in Ledger.load(wiki.root).pages.items() for source in record.sources}


@pytest.mark.parametrize("seed", range(ORDERS))
def test_the_order_of_sources_makes_no_difference_to_speak_of(tmp_path: Path, script: Script, seed: int) -> None:
    inputs = [*(SOURCES if SOAK else SOURCES[1:5]), *written(tmp_path, loom=LOOM, fusion=FUSION, 排名融合=FUSION_ZH)]
    at_once, shuffled = (Newsroom.build(tmp_path / name, script, way="writer") for name in ("at once", "shuffled"))
    script.chance = scripted_writer.chance
    at_once.says(claims=scripted_writer.claims)
    at_once.ingest(*inputs)
    random.Random(seed).shuffle(inputs)
    for path in inputs:
        shuffled.ingest(path)
    assert len(at_once.wiki.pages()) > 4
    assert jaccard({*at_once.wiki.pages()}, {*shuffled.wiki.pages()}) >= ALIKE
    assert jaccard(edges(at_once.wiki), edges(shuffled.wiki)) >= ALIKE
    assert shuffled.wiki.findings() == []
