"""Sources for the writer's tests: things named in several of them, in English and in Chinese."""

from __future__ import annotations

from pathlib import Path

LOOM = """# The Loom engine

Loom is a query engine that keeps every table in memory. It was written in Ostrava in 2016. Before version 2.4, Loom ran on a single
machine. It uses rank fusion to join two lists. In short, Loom answers 900 questions a second.

## Limits

It does not support nested tables. Loom may lose the last write when power fails.
"""
FUSION = """# Rank fusion

Rank fusion is a method that joins two lists by adding the reciprocal of each rank. It needs no training. Rank fusion was first described
in 1994. It was revised in 2009. Loom answers 900 questions a second.
"""
FUSION_ZH = """# 排名融合

排名融合（rank fusion）是一种把两个列表合并成一个列表的方法。它不需要训练数据。众所周知，排名融合使用每个名次的倒数。排名融合在织机里默认关闭。
"""


def written(folder: Path, **texts: str) -> list[Path]:
    """Files of these names below ``folder``."""
    folder = folder / "in"
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return [folder / f"{name}.md" for name in texts]
