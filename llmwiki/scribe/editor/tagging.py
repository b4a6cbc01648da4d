"""Tags of a page: each tag of the taxonomy is put to the model alone, behind the same text, which servers keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.question import Question

if TYPE_CHECKING:
    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.editor.asker import Asker

_MOST = 2
_FITS = 0.9
"""From a trial with the whole texts of six pages and 15 tags: of the first two, at this chance or above, twelve of twelve were right."""

_DENIED = 0.5
"""Below it the model says no to a tag that the rules give."""

_LARGE, _ASKED = 30, 15
"""Of a larger taxonomy only so many tags are put to the model: those whose words the page uses, then the first ones."""


def with_tags(drafts: Sequence[Draft], taxonomy: Sequence[str], asker: Asker) -> list[Draft]:
    """Pages with the tags that the model finds fitting, and those of the rules that it does not deny."""
    asked = [nearest(taxonomy, f"{draft.title}\n{draft.summary}") for draft in drafts]
    answers = iter(asker.ask([_question(draft, tag) for draft, tags in zip(drafts, asked, strict=True) for tag in tags]))
    return [_tagged(draft, [(next(answers), tag) for tag in tags]) for draft, tags in zip(drafts, asked, strict=True)]


def _tagged(draft: Draft, answers: Sequence[tuple[float | None, str]]) -> Draft:
    told = [(chance, tag) for chance, tag in answers if chance is not None]
    if not told:
        return draft
    fitting = [tag for chance, tag in sorted(told, key=lambda item: -item[0]) if chance >= _FITS][:_MOST]
    denied = {tag for chance, tag in told if chance < _DENIED}
    return replace(draft, tags=tuple(dict.fromkeys((*fitting, *(tag for tag in draft.tags if tag not in denied)))))


def _question(draft: Draft, tag: str) -> Question:
    """Whether a tag fits; the summary changes seldom when a page grows, and then nothing is asked again."""
    source = draft.sources[0] if draft.sources else ""
    return Question("tag", source, draft.language, {"name": draft.title, "text": draft.summary, "tag": tag})


def nearest(taxonomy: Sequence[str], text: str) -> list[str]:
    """The tags that are put to the model: all of a small taxonomy."""
    if len(taxonomy) <= _LARGE:
        return list(taxonomy)
    lower = text.lower()
    return sorted(taxonomy, key=lambda tag: not any(word in lower for word in re.split(r"[-/_ ]", tag.lower()) if word))[:_ASKED]
