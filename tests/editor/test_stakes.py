"""Whether two names are one thing is only asked where a page hangs on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from editor_harness import Newsroom, kind_of
from model_server import Script
from writer_texts import written

from llmwiki.scribe.candidates import find_candidates
from llmwiki.scribe.editor.pairs import Hint, Pair
from llmwiki.scribe.editor.stakes import Shelf, at_stake
from llmwiki.scribe.editor.things import Thing
from llmwiki.scribe.notes import analyse
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose

LEAF = """# Photosynthesis

Photosynthesis is the process by which plants turn light into sugar. Photosynthesis takes place in the leaves.
Photosynthesis needs water and carbon dioxide. Without light photosynthesis stops within minutes.

## How photosynthesis is measured

Photosynthesis is measured by the oxygen that a leaf gives off. In the laboratory photosynthesis is watched for hours.
"""
HALF = """# Plants

Photosynthesis is the process by which plants turn light into sugar. Photosynthesis takes place in the leaves.
"""
HALF_ZH = """# 植物

光合作用需要水和二氧化碳。光合作用在没有光照时几分钟内就会停止。

## 测量

光合作用通过叶片放出的氧气来测量。
"""
REST = """# Cells

Photosynthesis needs water and carbon dioxide. Photosynthesis stops without light within minutes.

## Measuring

Photosynthesis is measured by the oxygen that a leaf gives off.
"""
SPOKEN = """# Minutes

We talked about Photosynthesis. Everybody liked the slides on Photosynthesis.
"""
SPOKEN_ZH = """# 会议记录

大家谈到了光合作用。下次会议再谈光合作用。
"""
TERMS_ZH = """
## 术语

- **光合作用**：下次再谈。
- **呼吸作用**：下次再谈。
"""
NAMES = {"photosynthesis": "Photosynthesis", "光合作用": "光合作用"}
NEAR = ("photosynthesis", "光合作用", "near")


def shelf_of(*texts: str, known: tuple[str, ...] = ()) -> Shelf:
    """What these sources name, and pages of these titles."""
    readings = [Reading(f"raw/{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    named = [replace(analyse(reading), named=[(name, "concept", 1) for name in NAMES.values()]) for reading in readings]
    found = find_candidates(readings, [(title, ()) for title in known], named)
    return Shelf({one.key: one for one in found}, {reading.source: reading for reading in readings})


def pairs_of(*wanted: tuple[str, str, Hint]) -> list[Pair]:
    return [Pair(Thing(one, one), Thing(other, other), hint) for one, other, hint in wanted]


@pytest.mark.parametrize(
    ("texts", "hangs"),
    [
        pytest.param((LEAF, SPOKEN_ZH), True, id="one fills a page alone"),
        pytest.param((HALF, HALF_ZH), True, id="both fill one together"),
        pytest.param((HALF, SPOKEN_ZH), False, id="too little for one"),
        pytest.param((SPOKEN, HALF_ZH), False, id="nothing says what it is"),
    ],
)
def test_what_fills_no_page_is_not_asked_about(texts: tuple[str, ...], *, hangs: bool) -> None:
    pairs = pairs_of(NEAR)
    assert at_stake(pairs, shelf_of(*texts)) == (pairs if hangs else [])


def test_a_page_that_exists_and_claims_are_always_at_stake() -> None:
    pairs, shelf = pairs_of(NEAR), shelf_of(HALF, SPOKEN_ZH)
    assert at_stake(pairs, shelf) == []
    assert at_stake(pairs, shelf_of(HALF, SPOKEN_ZH, known=("光合作用",))) == pairs
    assert at_stake(pairs, shelf._replace(untold=frozenset({"raw/1.md"}))) == pairs
    spoken = shelf.candidates["光合作用"]
    claimed = replace(spoken, evidence=tuple(replace(entry, claims=1) for entry in spoken.evidence))
    assert at_stake(pairs, shelf._replace(candidates={**shelf.candidates, spoken.key: claimed})) == pairs


def test_what_would_be_joined_first_is_asked_about_and_what_comes_later_is_not() -> None:
    """Whether 会议记录 is joined decides whether there is room for the pair on which a page hangs."""
    shelf = shelf_of(LEAF, SPOKEN, SPOKEN_ZH)
    spoken = shelf.candidates["光合作用"]
    shelf = shelf._replace(candidates={**shelf.candidates, "minutes": replace(spoken, key="minutes", evidence=spoken.evidence[:1])})
    page, aside = pairs_of(NEAR, ("minutes", "光合作用", "near"))
    assert at_stake([aside, page], shelf) == [aside, page]
    assert at_stake([page, aside], shelf) == [page]


def test_a_short_form_counts_with_what_it_may_stand_for() -> None:
    """The pair in two languages fills a page only with the short form's sentences."""
    shelf, other = shelf_of(HALF, SPOKEN_ZH), shelf_of("", "", REST)
    candidates = {**shelf.candidates, "ps": replace(other.candidates["photosynthesis"], key="ps")}
    shelf = Shelf(candidates, {**other.readings, **shelf.readings})
    assert at_stake(pairs_of(NEAR), shelf) == []
    pairs = pairs_of(("photosynthesis", "ps", "short form"), NEAR)
    assert at_stake(pairs, shelf) == pairs


def test_two_spellings_need_no_page_and_two_things_of_one_name_do() -> None:
    shelf = shelf_of(SPOKEN, SPOKEN_ZH)
    spelled, same = pairs_of(("photosynthesis", "光合作用", "spelling"), ("photosynthesis", "photosynthesis", "same name"))
    assert at_stake([spelled, same], shelf) == [spelled]
    assert at_stake([same], shelf_of(LEAF)) == [same]


def test_a_run_asks_nothing_of_two_names_that_get_no_page(newsroom: Newsroom, script: Script) -> None:
    folder = newsroom.wiki.root.parent
    newsroom.ingest(*written(folder, minutes=SPOKEN, zh=SPOKEN_ZH + TERMS_ZH))
    assert not [asked for asked in script.asked if kind_of(asked) in {"same", "translation"}]
    newsroom.ingest(*written(folder, leaf=LEAF))
    assert [asked for asked in script.asked if kind_of(asked) in {"same", "translation"}]
