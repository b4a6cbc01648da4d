from __future__ import annotations

from llmwiki.report.progress import Told


def test_counts_rates_and_what_is_left_are_told_now_and_then() -> None:
    lines: list[str] = []
    clock = [0.0]
    told = Told(lines.append, 5.0, lambda: clock[0])
    told.begin("read", 10_000_000)
    told.took("a.md")
    told.passed(1_000_000)
    clock[0] = 6.0
    told.within("big.pdf", 1_000_000)
    clock[0] = 7.0
    told.within("big.pdf", 2_000_000)
    clock[0] = 80.0
    told.passed(8_000_000)
    told.took("big.pdf")
    told.begin("compile", 0)
    clock[0] = 90.0
    told.begin("write", 0)
    assert lines == [
        "reading: 1 input, 0.2 and 0.33 MB a second, 20 %, 24 s left  big.pdf",
        "reading: 2 inputs, 0.0 and 0.11 MB a second, 90 %, 9 s left  big.pdf",
        "writing (2 inputs read)",
    ]


def test_nothing_is_promised_where_the_size_is_not_known() -> None:
    lines: list[str] = []
    told = Told(lines.append, 0.0, lambda: 1.0)
    told.begin("read", 0)
    told.took("https://example.org/a")
    assert lines == ["reading: 1 input, 1000000.0 and 0.00 MB a second  https://example.org/a"]
