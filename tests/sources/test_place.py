from __future__ import annotations

from itertools import pairwise

import pytest

from llmwiki.sources.place import chapter_mark, line_mark, page_mark, place_at, places, time_mark, turn_mark, unmarked

TEXT = f"""# Title

{page_mark(7)}
On page seven.
{time_mark(751.9)}
Said then. 那时说的。

{turn_mark(14)}
## User
{chapter_mark(3)}
In the chapter.
{line_mark(120)}
first
second
"""


@pytest.mark.parametrize(
    ("passage", "place"),
    [
        ("# Title", ""),
        ("On page", "p. 7"),
        ("那时", "00:12:31"),
        ("## User", "turn 14"),
        ("In the", "ch. 3"),
        ("first", "l. 120"),
        ("second", "l. 121"),
    ],
)
def test_every_offset_leads_to_its_place(passage: str, place: str) -> None:
    assert place_at(TEXT, TEXT.index(passage)) == place


def test_places_are_the_whole_map() -> None:
    found = places(TEXT)
    assert [stretch.shown for stretch in found] == ["p. 7", "00:12:31", "turn 14", "ch. 3", "l. 120"]
    assert TEXT[found[0].start :].startswith("On page seven.")
    for here, behind in pairwise(found):
        assert place_at(TEXT, here.start) == here.shown
        assert here.start < behind.start
    assert places("no marks") == ()


@pytest.mark.parametrize("text", ["", "x <!-- page 3 -->\ny", "<!-- page x -->\ny", "<!-- note -->\ny", "<!-- " * 50])
def test_what_is_no_mark_leads_nowhere(text: str) -> None:
    assert place_at(text, len(text)) == ""
    assert places(text) == ()


def test_a_mark_at_the_very_end_or_an_offset_outside_is_harmless() -> None:
    assert place_at(page_mark(2), 99) == "p. 2"
    assert places(page_mark(2))[0].start == len(page_mark(2))
    assert place_at(TEXT, -5) == ""


def test_foreign_text_cannot_pass_for_marks() -> None:
    assert places(unmarked(TEXT)) == ()
    assert unmarked("a <!-- page 3 --> <!-- other 3 -->") == "a <!--page 3 --> <!-- other 3 -->"
