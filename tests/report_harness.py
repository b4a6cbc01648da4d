"""Results for the tests of reports: plain ones, empty ones, hostile ones."""

from __future__ import annotations

from llmwiki.checks.base import Edit, Finding, Fix, Place
from llmwiki.lint import LintResult

PAGE = "concepts/检索增强生成.md"
TEXT = """---
title: 检索增强生成
updated: 2026-03-01
---
检索增强生成先用[[向量檢索]]找到段落。
It needs a [[vector-store]].
The key is sk-live-1234567890abcdef, and [[gone]].
"""
RENAME = Fix(safe=False, title="Rename the file", edits=(Edit(PAGE, 1, 2, "x"),), moves=((PAGE, "concepts/rag.md"),))
_AT = TEXT.encode().index("[[向量檢索".encode()) + 2
CORRECT = Fix(safe=True, title="Write [[向量检索]]", edits=(Edit(PAGE, _AT, _AT + 12, "向量检索"),))

ORPHAN = Finding(PAGE, 1, 1, "W201", "orphan-page", "info", "no other page links here", 1, 1, fix=RENAME)
STALE = Finding(
    PAGE, 3, 1, "W501", "stale-page", "warning", "updated too long ago", 3, 8, related=(Place("raw/b c.md", 1, "dated 2026-06-29"),)
)
BROKEN = Finding(
    PAGE, 5, 9, "W101", "broken-link", "error", "no such note: “向量檢索”", 5, 17, hint="did you mean “向量检索”?", fix=CORRECT
)
OTHER = Finding(PAGE, 6, 12, "W101", "broken-link", "error", "no such note: “vector-store”", 6, 28)
SECRET = Finding(PAGE, 7, 12, "W212", "unknown-tag", "error", "looks like a key", 7, 36, masked=True)
BESIDE = Finding(PAGE, 7, 42, "W101", "broken-link", "error", "no such note: “gone”", 7, 50)
ALL = (ORPHAN, STALE, BROKEN, OTHER, SECRET, BESIDE)

MIXED = LintResult("研究笔记", "llmwiki", 30, ALL, (("raw/locked.md", "Permission denied"),))
CLEAN = LintResult("my-wiki", "obsidian", 30, ())

EVIL = '"><img src=x onerror=fail()><script>fail()</script>\u202e\x1b[31m\udcff{{ 7*7 }}</style></title>'
HOSTILE = LintResult(
    EVIL,
    "obsidian",
    2,
    (
        Finding(
            f"{EVIL}/{EVIL}.md",
            1,
            3,
            "W101",
            "broken-link",
            "error",
            EVIL,
            1,
            9,
            hint=EVIL,
            related=(Place(EVIL, 1, EVIL),),
            fix=Fix(safe=True, title=EVIL, edits=(Edit(EVIL, 0, 1, EVIL),)),
        ),
    ),
    ((EVIL, EVIL),),
)


def many(count: int) -> LintResult:
    """That many findings in a tenth as many files, of three checks."""
    kinds = (("W101", "broken-link", "error"), ("W212", "unknown-tag", "warning"), ("W201", "orphan-page", "info"))
    findings = [
        Finding(f"notes/{number // 10:03} 笔记.md", 1 + number % 10, 1, *kinds[number % 3], f"finding {number}", 1 + number % 10, 6)
        for number in range(count)
    ]
    return LintResult("many", "obsidian", count, tuple(findings))  # type: ignore[arg-type]
