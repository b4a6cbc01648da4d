"""What counts as the name of a conflict copy, and what only looks like one."""

from __future__ import annotations

import pytest

from llmwiki.checks.conflict_names import conflict_copy


@pytest.mark.parametrize(
    ("path", "original"),
    [
        ("a/Note.sync-conflict-20260131-120000.md", "a/Note.md"),
        ("Note.v2.sync-conflict-20260131-120000-ABCDEFG.md", "Note.v2.md"),
        ("Makefile.sync-conflict-20260131-120000-ABCDEFG", "Makefile"),
        ("Note (Anna's conflicted copy 2026-01-31).md", "Note.md"),
        ("Note (Anna’s conflicted copy 2026-01-31) (1).md", "Note.md"),
        ("Note (conflicted copy 2026-01-31 101010).md", "Note.md"),
        ("Note (Conflicted copy MyMacBook2 202411281430).md", "Note.md"),
        ("Plan (draft) (conflicted copy 2026-01-31).md", "Plan (draft).md"),
        ("会议 (PC 的冲突副本 2026-01-31).md", "会议.md"),
        ("会議 (田中 の競合コピー 2026-01-31).md", "会議.md"),
        ("note_conflict-20260131-101010.md", "note.md"),
    ],
)
def test_forms_that_tell_without_the_original(path: str, original: str) -> None:
    copy = conflict_copy(path, ())
    assert copy
    assert copy.original == original


@pytest.mark.parametrize(
    ("path", "original"),
    [
        ("Note (conflicted copy).md", "Note.md"),
        ("n/Note-DESKTOP-AB12CDE.md", "n/Note.md"),
        ("Note-LAPTOP-AB12CDEF-2.md", "Note.md"),
        ("Note.md.orig", "Note.md"),
        ("Note_LOCAL_12345.md", "Note.md"),
    ],
)
def test_forms_that_need_the_original_beside_them(path: str, original: str) -> None:
    assert conflict_copy(path, {path, original})
    assert conflict_copy(path, {path, f"other/{original}"}) is None


@pytest.mark.parametrize(
    "path",
    [
        "Note 2.md",
        "Note (1).md",
        "Conflict of interest.md",
        "How I got a conflicted copy 2026.md",
        "冲突副本.md",
        "冲突副本（一）.md",
        "note-desktop-ab12cde.md",
        "sync-conflict.md",
        "Dropbox conflicts (2026-01-31).md",
    ],
)
def test_ordinary_names(path: str) -> None:
    assert conflict_copy(path, {path, "Note.md", "note.md"}) is None
