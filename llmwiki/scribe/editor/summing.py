"""One line on what a page is about: a model's, if it is short and holds nothing that the page does not say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from llmwiki.facts.support import Evidence
from llmwiki.facts.unproven import unproven
from llmwiki.llm.shape import Longest
from llmwiki.scribe.editor.meanings import is_held, words_of
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.editor.wordings import is_plain
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.stated import stated_names
from llmwiki.scribe.stopwords import is_common

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.gate import Filled
    from llmwiki.scribe.prose import Reading

_MOST_WORDS, _MOST_CHARS = 18, 35
_HELD = 1.0
_LEAST_WORDS = 2
_SHOWN = 8
_LIMIT, _USUAL = 200, 40


@dataclass(frozen=True)
class Summary:
    """The reply to the question what a thing is, in a line."""

    summary: Annotated[str, Longest(201)]


def with_summaries(drafts: Sequence[tuple[Draft, Filled]], asker: Asker) -> list[Draft]:
    """The pages, in their order, each with a model's summary, if that holds; else as it is.

    Asked of pages that claims fill; a question belongs to the source of the lead.
    """
    questions = {at: _question(*page) for at, page in enumerate(drafts) if _has_claims(page[1])}
    answers = dict(zip(questions, asker.ask(list(questions.values())), strict=True))
    return [_summed(draft, answers.get(at)) for at, (draft, _) in enumerate(drafts)]


def expect_summaries(drafts: Sequence[tuple[Draft, Filled]], readings: Sequence[Reading], asker: Asker) -> None:
    """Count the summaries of pages that claims will fill, where it is only counted what would be asked.

    Of sources whose claims are not known yet: one for each page that the rules make of them, and one for each that the rules make none of.
    """
    open_sources = {question.source for question in asker.pending.values() if question.kind == "claims"}
    pages = [page for page in drafts if not _has_claims(page[1]) and open_sources.intersection(page[0].sources)]
    served = {source for draft, _ in pages for source in draft.sources}
    others = [reading for reading in readings if reading.source in open_sources - served]
    asker.expect([*(_question(*page) for page in pages), *map(_question_on, others)])


def _question_on(reading: Reading) -> Question:
    """The like of a question on the page of what a source tells of."""
    statements = [sentence.text for sentence in reading.prose.sentences[:_SHOWN]]
    spoken = "zh" if reading.prose.language == "zh" else "en"
    return Question("summary", reading.source, spoken, {"title": reading.prose.title, "statements": statements}, Summary, _LIMIT, _USUAL)


def _has_claims(filled: Filled) -> bool:
    return bool(filled.chosen.lead.role)


def _question(draft: Draft, filled: Filled) -> Question:
    data = {"title": draft.title, "statements": _statements(draft)}
    return Question("summary", filled.chosen.lead.run.reading.source, draft.language, data, Summary, _LIMIT, _USUAL)


def _statements(draft: Draft) -> list[str]:
    return [statement.text for statement in (*draft.lead, *(said for part in draft.parts for said in part.statements))][:_SHOWN]


def _summed(draft: Draft, answer: object) -> Draft:
    if not isinstance(answer, Summary) or not holds(answer.summary.strip(), _statements(draft), draft.title):
        return draft
    return replace(draft, summary=_as_sentence(answer.summary.strip()))


def _as_sentence(line: str) -> str:
    """With a capital, where it begins with an everyday word, and a full stop."""
    first = line.split(maxsplit=1)[0]
    line = line[:1].upper() + line[1:] if first.islower() and is_common(first) else line
    return line if line[-1] in ".!?。！？" else line + ("。" if is_chinese(line) else ".")


def holds(line: str, statements: Sequence[str], title: str) -> bool:
    """Whether a summary is one short plain line in the language of the first statement, with nothing but what one of them says."""
    short = len(line) <= _MOST_CHARS if is_chinese(line) else len(line.split()) <= _MOST_WORDS
    if not short or not is_plain(line) or is_chinese(line) != is_chinese(statements[0]):
        return False
    words = words_of(line)
    if len(words) < _LEAST_WORDS:
        return False
    return any(_is_in(line, words, statement, title) for statement in statements)


def _is_in(line: str, words: frozenset[str], statement: str, title: str) -> bool:
    held = words_of(statement) | words_of(title)
    if sum(is_held(word, held) for word in words) < _HELD * len(words):
        return False
    return not unproven(line, Evidence((statement,), (title,), whole=f"{statement} {title}"), stated_names)
