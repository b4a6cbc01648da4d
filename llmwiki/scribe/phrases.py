"""The phrase lists by which sentences and headings are judged: data files beside the word lists."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal


@cache
def any_of(language: Literal["en", "zh"], section: str) -> str:
    """One group of a regular expression that matches any phrase of a section of ``data/phrases_*.txt``."""
    return f"(?:{'|'.join(_sections(language)[section])})"


@cache
def word_of(section: str) -> str:
    """The same for English phrases that stand as whole words."""
    return rf"\b{any_of('en', section)}\b"


def either(english: str, chinese: str) -> re.Pattern[str]:
    """One pattern, whatever the case, for an English and a Chinese expression."""
    return re.compile(f"{english}|{chinese}", re.IGNORECASE)


@cache
def _sections(language: str) -> dict[str, list[str]]:
    text = (files(__package__) / "data" / f"phrases_{language}.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    section = ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[([a-z-]+)\]", line):
            section = heading[1]
        else:
            found.setdefault(section, []).extend(line.split(" | "))
    return found
