"""The manual page of a check, taken from the docstring of its module."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.checks.base import Check

_FAMILIES = {"1": "links", "2": "pages", "3": "index and log", "4": "evidence", "5": "time and truth", "6": "structure"}


@dataclass(frozen=True, slots=True)
class Manual:
    """What a person may want to know of a check.

    Attributes:
        summary: What is wrong, one line.
        about: Exactly when the check speaks and when not; paragraphs of Markdown.
        why: Why it matters.
        fix: How to mend it.
        profiles: The profiles that run it without being asked.
    """

    code: str
    name: str
    severity: str
    profiles: tuple[str, ...]
    summary: str
    about: str
    why: str
    fix: str


def manual(check: Check) -> Manual:
    """Read the docstring: a first line, free paragraphs, and those that begin with ``Why:`` and ``Fix:``."""
    first, *paragraphs = inspect.cleandoc(check.__doc__ or "").split("\n\n")
    return Manual(
        code=check.CODE,
        name=check.NAME,
        severity=check.SEVERITY,
        profiles=tuple(sorted(check.PROFILES)),
        summary=first.strip(),
        about="\n\n".join(text for text in paragraphs if not text.startswith(("Why:", "Fix:"))).strip(),
        why=_named(paragraphs, "Why:"),
        fix=_named(paragraphs, "Fix:"),
    )


def family(code: str) -> str:
    """What a check is about in a word or three, by the first digit of its code."""
    return _FAMILIES[code[1]]


def _named(paragraphs: list[str], label: str) -> str:
    return "\n\n".join(text.removeprefix(label).strip() for text in paragraphs if text.startswith(label))
