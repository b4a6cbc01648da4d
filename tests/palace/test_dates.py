from __future__ import annotations

import pytest

from llmwiki.palace.dates import date_match


@pytest.mark.parametrize(
    ("question", "date", "wanted"),
    [
        ("in March 2026", "2026-03-12", 1.0),
        ("on 12 March 2026", "2026-03-12", 2.0),
        ("on March 12th", "2026-03-12", 2.0),
        ("Mar 2025", "2026-03-12", 0.0),
        ("2026-03-12", "2026-03-12", 2.0),
        ("2026年3月", "2026-03-12", 1.0),
        ("3月12日说了什么", "2026-03-12", 2.0),
        ("what may happen", "2026-05-01", 0.0),
        ("in May 2026", "2026-05-01", 1.0),
        ("March", "", 0.0),
        ("March", "2026", 0.0),
        ("13月 99/99/99", "2026-03-12", 0.0),
    ],
)
def test_date_match(question: str, date: str, wanted: float) -> None:
    assert date_match(question, date) == wanted
