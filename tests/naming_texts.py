"""Texts on a thing that the rules do not find a name of, though its sentences fill a page: what a model names makes the difference."""

from __future__ import annotations

from pathlib import Path

BACKWARDS = """# Notes from a course

We met on six evenings. This is what I wrote down.

## Method

Working backwards is a method that solves a problem by starting from the wanted result. Working backwards finds the missing steps one by
one. Working backwards needs a result that can be written down.

## Limits

Working backwards is slow where a result has many causes. Working backwards takes a page of paper for each step. Working backwards was
taught in Tarn in 1905.
"""
FEEDBACK_ZH = """# 课堂笔记

一共六个晚上，下面是我记下来的内容。

## 概念

用户反馈周期是指用户从提出意见到收到答复所消耗的时间。用户反馈周期受到客服人数和节假日的影响。用户反馈周期和价格没有关系。

## 局限

用户反馈周期在冬天比夏天长一倍。用户反馈周期包含登记和复核两个部分。用户反馈周期由系统自动记录。
"""
NAMES = {"en": "Working backwards", "zh": "用户反馈周期"}
TEXTS = {"en": BACKWARDS, "zh": FEEDBACK_ZH}


def note(folder: Path, language: str = "en") -> Path:
    """The text in a file of its own."""
    folder.mkdir(exist_ok=True)
    file = folder / f"course-{language}.md"
    file.write_text(TEXTS[language], "utf-8")
    return file
