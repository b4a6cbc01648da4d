"""Sentences that say that one thing took the place, or is the new name, of another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.dates import DATE
from llmwiki.facts.statements import cited_with
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.facts.subjects import Subjects
    from llmwiki.vault.page import Page

_NAME = r"[^,;:，；：。]{1,60}?"
_OLD, _NEW = rf"(?:[Tt]he )?(?P<old>{_NAME})", rf"(?:the )?(?P<new>{_NAME})"
_WHEN = rf"(?:,? (?:in|on|since|as of) {DATE})?"
_SAID = r"(?:officially |later |fully |since |meanwhile )?"
_ON = rf"(?:于?\s?{DATE})?(?:正式|已经|已|后来|后)*"
_FORMS = (
    (
        rf"(?:(?:In|On|Since) {DATE}, )?{_OLD} (?:was|is|has been) {_SAID}"
        rf"(?:renamed(?: to| as)?|rebranded(?: to| as)|replaced by|superseded by|succeeded by) {_NEW}{_WHEN}"
    ),
    (
        rf"(?:(?:In|On|Since) {DATE}, )?(?:[Tt]he )?(?P<new>{_NAME}) (?:has )?{_SAID}(?:replace[ds]|supersede[ds]|succeed(?:ed|s)) "
        rf"(?:the )?(?P<old>{_NAME}){_WHEN}"
    ),
    rf"(?P<old>{_NAME}){_ON}(?:更名|改名|改称)(?:为|成)?\s?(?P<new>{_NAME})",
    rf"(?P<old>{_NAME}){_ON}[被由]\s?(?P<new>{_NAME})\s?所?(?:取代|替代|代替)了?",
    rf"(?P<new>{_NAME}){_ON}(?:取代|替代|代替)了?\s?(?P<old>{_NAME})",
)
_COMPILED = tuple(re.compile(form) for form in _FORMS)
_CUE = re.compile("renamed|rebranded|replace[ds]|supersede[ds]|succeed(?:ed|s)|更名|改名|改称|取代|替代|代替")


class Succession(NamedTuple):
    """What a page says of two pages.

    Attributes:
        old, new: Their paths.
        page: Path of the page that says it.
        text: The sentence, plain.
        labels: Footnotes that prove it.
    """

    old: str
    new: str
    page: str
    text: str
    labels: tuple[str, ...]


def successions(page: Page, path: str, subjects: Subjects) -> Iterator[Succession]:
    """Cited sentences of a page that say nothing but that one page's thing took the place of another page's."""
    if not _CUE.search(page.text):
        return
    for statement in cited_with(page, _CUE):
        text = project(statement.text).strip().rstrip("。.").strip()
        for form in _COMPILED:
            found = form.fullmatch(text)
            old, new = (subjects.page(found[name]) for name in ("old", "new")) if found else ("", "")
            if old and new and old != new:
                yield Succession(old, new, path, text, statement.labels)
                break
