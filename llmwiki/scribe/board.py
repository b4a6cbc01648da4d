"""A draft while disputes are being written into it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.dates import date_in_words
from llmwiki.scribe.draft import Part, Statement
from llmwiki.scribe.inert import plain
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.told import Place, day_of, placed
from llmwiki.scribe.wording import Wording, wording

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.told import Told

# Words at the head of a sentence that are no names, and so are written small behind a date.
_SMALL = re.compile(r"(?:The|An?|Its?|Each|Every|All|Most|Some|Both|One|By|In|On|At|For|With)\b(?!\.)")


class Board:
    """The statements of one page, changed one by one, and the marks that the page gets."""

    def __init__(self, draft: Draft) -> None:
        """Take a draft, which itself stays as it is."""
        self._draft = draft
        self._statements = {place: statement for place, statement, _ in placed(draft)}
        self._dated: set[tuple[Place, int]] = set()
        self._questions: list[Statement] = []
        self._others: set[str] = set()
        self._keys: set[str] = set()
        self.words: Wording = wording(draft.language)

    def has(self, place: Place | None) -> bool:
        """Whether the statement is still there."""
        return place in self._statements

    def at(self, place: Place) -> Statement:
        """The statement as it is by now."""
        return self._statements[place]

    def is_whole(self, item: Told) -> bool:
        """Whether the fact is all that its statement says."""
        text = self._statements[item.place].text if item.place else ""
        return plain(text).rstrip("。.").strip() == item.fact.claim.text

    def is_spare(self, item: Told) -> bool:
        """Whether its statement can go: it says nothing else, and its section does not end with it."""
        place = item.place
        if place is None or place.part < 0 or not self.is_whole(item):
            return False
        return sum(other.part == place.part for other in self._statements) > 1

    def drop(self, place: Place) -> None:
        """Take a statement away."""
        del self._statements[place]

    def swap(self, place: Place, other: Place) -> None:
        """Let two statements change places."""
        self._statements[place], self._statements[other] = self._statements[other], self._statements[place]

    def date(self, place: Place, start: int, date: str) -> None:
        """Say in the sentence that begins at ``start`` as of when it holds."""
        if (place, start) in self._dated or start < 0 or day_of(date) is None:
            return
        said = self._statements[place]
        text = plain(said.text)
        self._statements[place] = replace(said, text=text[:start] + as_of(text[start:], date), date=said.date or date)
        self._dated.add((place, start))

    def add(self, place: Place, followers: Iterable[Statement]) -> None:
        """Let sentences follow in the line of a statement, each once."""
        said = self._statements[place]
        self._statements[place] = replace(said, then=tuple(dict.fromkeys((*said.then, *followers))))

    def ask(self, question: Statement, others: Iterable[str]) -> None:
        """Note an open question, and the pages that say otherwise."""
        self._questions.append(question)
        self._others.update(others)

    def withdraw(self, questions: Iterable[Statement]) -> None:
        """Take open questions away that the draft came with."""
        gone = set(questions)
        for place, statement, heading in placed(self._draft):
            if heading == self.words.questions and statement in gone:
                self._statements.pop(place, None)

    def note(self, key: str) -> None:
        """Remember that the page depends on a dispute."""
        self._keys.add(key)

    def draft(self) -> Draft:
        """The page with all of that."""
        old = self._draft
        lead = tuple(self._statements[place] for place in sorted(self._statements) if place.part < 0)
        parts = [self._part(at, part) for at, part in enumerate(old.parts)]
        kept = [part for part in parts if part.statements]
        if self._questions and (not kept or kept[-1].heading != self.words.questions):
            kept.append(Part(self.words.questions, ()))
        if self._questions:
            kept[-1] = replace(kept[-1], statements=(*kept[-1].statements, *self._questions))
        page = replace(old, lead=lead, parts=tuple(kept), contested=bool(self._questions), contradictions=tuple(sorted(self._others)))
        sources = tuple(sorted({*old.sources, *(citation.source for citation in page.citations)}))
        return replace(page, sources=sources, disputes=tuple(sorted(self._keys)))

    def _part(self, at: int, part: Part) -> Part:
        return replace(part, statements=tuple(self._statements[place] for place in sorted(self._statements) if place.part == at))


def as_of(sentence: str, date: str) -> str:
    """A sentence that says as of when it holds."""
    chinese = is_chinese(sentence)
    small = sentence[:1].lower() + sentence[1:] if _SMALL.match(sentence) else sentence
    return wording("zh" if chinese else "en").as_of.format(date=date_in_words(date, chinese=chinese), sentence=small)
