from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.vault.logbook import KEPT_ON_ROTATION, LogEntry, append_log, log_form, read_log, rotate

DAY = date(2026, 11, 30)
TABLE = "# Wiki Log\n\n| Date | Action | Target | Notes |\n|------|--------|--------|-------|\n"
HEADINGS = "# Log\n\n## [2026-11-01] create | Wiki\n- Structure made\n"


def test_a_new_log_is_a_table() -> None:
    assert append_log("", DAY, "ingest", "raw/a.md", "+2 pages") == TABLE + "| 2026-11-30 | ingest | raw/a.md | +2 pages |\n"
    assert append_log("", DAY, "ingest", "raw/a.md", "", language="zh").startswith("# Wiki 日志\n\n| 日期 | 操作 | 对象 | 备注 |\n")


def test_rows_are_appended_and_every_other_byte_stays() -> None:
    written = "Mine.\r\n\r\n" + TABLE.replace("\n", "\r\n") + "\r\nAfter words."
    text = append_log(written, DAY, "lint", "vault", "0 findings")
    assert text == written.replace("|-------|\r\n", "|-------|\r\n| 2026-11-30 | lint | vault | 0 findings |\r\n")


def test_a_log_without_final_line_end_gets_one_before_the_row() -> None:
    assert append_log(TABLE.rstrip("\n"), DAY, "a", "b", "c") == TABLE + "| 2026-11-30 | a | b | c |\n"


def test_text_without_a_table_gets_one_below() -> None:
    assert append_log("# My log\n\nWords.\n", DAY, "a", "b", "c").startswith("# My log\n\nWords.\n\n| Date | Action |")


def test_the_heading_form_is_kept() -> None:
    text = append_log(HEADINGS, DAY, "ingest", "A paper", "created entities/a.md\nupdated index.md")
    assert text == HEADINGS + "\n## [2026-11-30] ingest | A paper\n- created entities/a.md\n- updated index.md\n"
    assert log_form(text) == "headings"


@pytest.mark.parametrize("written", [TABLE, HEADINGS])
@pytest.mark.parametrize("value", ["a|b", "a\\|b", "[[x|y]]", "中文｜备注", "tab\there"])
def test_values_come_back(written: str, value: str) -> None:
    text = append_log(written, DAY, "query", value, value)
    last = read_log(text)[-1]
    assert last.target == " ".join(value.split())
    assert last.notes in {value, " ".join(value.split())}


def test_union_merges_are_read_once_and_in_order() -> None:
    rows = "| 2026-03-02 | b | y | 2 |\n| 2026-03-01 | a | x | 1 |\n| 2026-03-02 | b | y | 2 |\n"
    assert read_log(TABLE + rows + "\n## [2026-02-01] create | Wiki\n- made\n") == [
        LogEntry("2026-02-01", "create", "Wiki", "made"),
        LogEntry("2026-03-01", "a", "x", "1"),
        LogEntry("2026-03-02", "b", "y", "2"),
    ]


def test_code_is_no_entry() -> None:
    assert read_log("```\n| 2026-03-02 | b | y | 2 |\n```\n") == []


def test_rotation_moves_old_years_away_and_keeps_the_newest() -> None:
    rows = [f"| {2025 + number // 30}-01-{number % 30 + 1:02} | ingest | s{number} | |\n" for number in range(60)]
    log = TABLE + "".join(rows) + "\nMy words.\n"
    assert rotate(log, 60, {}) is None
    result = rotate(log, 59, {"log-2025.md": TABLE + "| 2025-01-01 | old | x | |\n"})
    assert result
    assert len(read_log(result.log)) == KEPT_ON_ROTATION
    assert result.log.startswith(TABLE)
    assert result.log.endswith("\nMy words.\n")
    assert list(result.archives) == ["log-2025.md"]
    assert result.archives["log-2025.md"].startswith(TABLE + "| 2025-01-01 | old | x | |\n| 2025-01-01 | ingest | s0 | |\n")
    together = read_log(result.log) + read_log(result.archives["log-2025.md"])
    assert {entry.target for entry in together} == {f"s{number}" for number in range(60)} | {"x"}


def test_rotation_of_headings_takes_their_lines_along() -> None:
    log = "# Log\n\nIntro.\n" + "".join(f"\n## [2026-01-{number % 28 + 1:02}] ingest | s{number}\n- n{number}\n" for number in range(40))
    result = rotate(log, 39, {})
    assert result
    assert result.log.startswith("# Log\n\nIntro.\n")
    archive = read_log(result.archives["log-2026.md"])
    assert len(archive) + len(read_log(result.log)) == 40
    assert all(entry.notes == "n" + entry.target[1:] for entry in archive)


@given(st.sampled_from(["", TABLE, HEADINGS, "words"]), st.text(max_size=40), st.text(max_size=40))
def test_any_text_makes_one_entry(written: str, target: str, notes: str) -> None:
    before = len(read_log(written))
    text = append_log(written, DAY, "query", target, notes)
    assert len(read_log(text)) == before + 1
    assert read_log(text)[-1].action == "query"
