"""Tables of PDFs: in boxes of drawn lines, and only where they are certain."""

from __future__ import annotations

import pytest
from pdf_harness import Box, Run, column, grid, pdf

from llmwiki.sources.base import Original
from llmwiki.sources.convert import convert

COLUMNS, ROWS = [72, 172, 272, 372], [700, 680, 660, 640]
LINES = grid(COLUMNS, ROWS)
INTRO = column(72, 760, ["The register of the harbour counts ships by quay and by year, and the", "table has all of them."])
CELLS = [["Quay", "Ships", "港口"], ["North", "12", "北"], ["South", "7", "南"]]
WORDS = "| Quay | Ships | 港口 |\n| --- | --- | --- |\n| North | 12 | 北 |\n| South | 7 | 南 |"


def cells(rows: list[list[str]] = CELLS, shift: float = 0) -> list[Run]:
    return [
        Run(COLUMNS[place] + 4, ROWS[row] - 14 - shift, words, 10, "sans" if words.isascii() else "han")
        for row, line in enumerate(rows)
        for place, words in enumerate(line)
        if words
    ]


def text(page: list[Run | Box]) -> str:
    return convert(Original("a.pdf", pdf([[*INTRO, *page]]), "a.pdf")).text


def test_a_table_in_boxes_is_a_table() -> None:
    found = text([*LINES, *cells()])
    assert WORDS in found
    assert found.index("all of them.") < found.index("| Quay")


def test_boxes_of_each_cell_are_lines_as_well() -> None:
    boxes = [Box(x, y, 100, 20) for x in COLUMNS[:-1] for y in ROWS[1:]]
    assert WORDS in text([*boxes, *cells()])


def test_sides_may_be_open() -> None:
    inner = [line for line in LINES if line.width or line.x not in {COLUMNS[0], COLUMNS[-1]}]
    assert WORDS in text([*inner, *cells()])


def test_merged_cells_stand_in_the_first() -> None:
    lines = [*(line for line in LINES if line.width or line.x != COLUMNS[2]), Box(COLUMNS[2], 640, 0, 40)]
    assert "| Quay | Ships by year |  |\n| --- | --- | --- |\n| North | 12 | 9 |" in text(
        [*lines, *cells([["Quay", "Ships by year", ""], ["North", "12", "9"], ["South", "7", "3"]])]
    )


def test_numbers_above_all_are_no_head() -> None:
    assert "|  |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |" in text([*LINES, *cells([["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]])])


def test_a_bar_in_a_cell_ends_none_and_a_broken_word_is_whole() -> None:
    page = [*LINES, *cells([["Quay", "a|b", "[[x]]"], ["North", "12", "9"], ["South", "7", "3"]])]
    assert "| Quay | a\\|b | \\[[x]] |" in text(page)
    tall = [*grid(COLUMNS, [700, 670, 650, 630]), Run(76, 688, "Quay of har-"), Run(76, 676, "bours"), *cells([["", "a", "b"]])]
    below = [
        Run(x + 4, y, words) for y, row in ((656, ["N", "1", "2"]), (636, ["S", "3", "4"])) for x, words in zip(COLUMNS, row, strict=False)
    ]
    assert "| Quay of harbours | a | b |" in text([*tall, *below])


UNSURE = {
    "text over an edge": [*LINES, *cells([["Quay and a head that runs on", "", "x"], ["a", "1", "2"], ["b", "3", "4"]])],
    "rows without lines": [*grid(COLUMNS, [700, 680, 620]), *cells(), *column(176, 654, ["7", "9"]), *column(76, 654, ["b", "c"])],
    "a form": [*LINES, *cells([["Name", "", ""], ["", "", ""], ["Date", "", ""]])],
    "no lines": cells(),
    "heads beside their columns": [*LINES, *cells([["Quay", "Ships", ""], ["North", "", "12"], ["South", "", "7"]])],
    "lines that cross nothing": [Box(72, y, 300, 0) for y in ROWS] + cells(),
}


@pytest.mark.parametrize("page", UNSURE.values(), ids=UNSURE)
def test_what_is_not_certain_stays_rows(page: list[Run | Box]) -> None:
    found = text(page)
    assert "| --- |" not in found
    words = [run.text for run in page if isinstance(run, Run)]
    assert all(found.count(word) >= 1 for word in words)


def test_two_tables_and_text_between_keep_their_order() -> None:
    low = [Box(line.x, line.y - 200, line.width, line.height) for line in LINES]
    between = column(72, 600, ["Between the tables a paragraph tells of the winter, when no ship came."])
    found = text([*LINES, *cells(), *between, *low, *cells([["Year", "Cost", "x"], ["2024", "12", "a"], ["2025", "7", "b"]], shift=200)])
    assert found.index("| Quay") < found.index("Between") < found.index("| Year")


@pytest.mark.trial
def test_a_page_full_of_drawn_lines_is_read_at_once() -> None:
    drawn = [Box(72 + number % 50, 100 + number / 20, 40, 0) for number in range(9_000)]
    upright = [Box(72 + number / 20, 100, 0, 300) for number in range(9_000)]
    assert "harbour counts ships" in text([*drawn, *upright, *cells()])
