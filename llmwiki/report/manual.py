"""The manual page of a check, as text and JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.manual import Manual


def manual_lines(page: Manual) -> Iterator[Line]:
    """Title, summary, when it speaks, why, and how to mend it."""
    yield (Part(f"{page.code} {page.name}", "bold"), Part(f" ({page.severity})"))
    yield ()
    yield (Part(page.summary),)
    for title, text in (("", page.about), ("Why", page.why), ("Fix", page.fix)):
        if text:
            yield ()
            yield from _paragraph(title, text)
    yield ()
    yield (Part("Profiles: " + ", ".join(page.profiles)),)


def manual_json(page: Manual) -> dict[str, Any]:
    """The page as a JSON value."""
    return {**asdict(page), "profiles": list(page.profiles)}


def _paragraph(title: str, text: str) -> Iterator[Line]:
    if title:
        yield (Part(title, "bold"),)
    for line in text.splitlines():
        yield (Part(line),)
