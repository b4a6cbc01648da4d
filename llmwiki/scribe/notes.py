"""What one source says about names and terms, whatever the other sources say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from sys import intern
from typing import Any

from llmwiki.scribe.acronyms import english_pairs
from llmwiki.scribe.brackets import chinese_pairs
from llmwiki.scribe.casing import count_cases
from llmwiki.scribe.definitions import definition_subject, naming_cue
from llmwiki.scribe.latin import capital_runs, tokenize
from llmwiki.scribe.names_zh import chinese_names, segment
from llmwiki.scribe.prose import Prose, Reading, Sentence
from llmwiki.scribe.terms import chinese_terms, english_terms, heading_phrases, is_term, title_segments
from llmwiki.vault.chars import HAN_CHAR

LONGEST_SENTENCE = 2000
"""Characters of a sentence that are looked at: what is longer has lost its full stops, and some rules look back over all of it."""

_ROWS = ("runs", "han", "headings", "subjects", "listed", "pairs", "cues")
"""What a source has many of: held for all sources at once, and tuples are smaller than the lists of a file."""

FEWEST = 2
"""Plain phrases seen less often in a source are not kept in its notes."""

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class SourceNotes:
    """Plain data on one source: depends on its text alone and survives JSON (tuples may come back as lists).

    Attributes:
        cases: Word -> counts, see ``casing``.
        runs: Capitalised runs as [sentence, start, end, place], see ``latin``.
        han: Chinese names as [sentence, start, end, kind].
        terms: Plain phrases and their counts.
        headings: Names in headings as [phrase, section].
        titles: Maximal phrases of the title.
        subjects: Subjects of defining sentences as [subject, sentence].
        listed: Terms of definition lists as [term, sentence].
        pairs: Two names of one thing as [long, short, sentence, sure].
        cues: Naming cues as [text before, alias, sentence].
        named: What a model named as [name, kind, pieces]; no part of the analysis, an editor adds it.
        claimed: Subjects of what a model states as [name, claims, definitions]; likewise.
    """

    cases: Mapping[str, Sequence[int]] = field(default_factory=dict)
    runs: Sequence[Row] = ()
    han: Sequence[Row] = ()
    terms: Mapping[str, int] = field(default_factory=dict)
    headings: Sequence[Row] = ()
    titles: Sequence[str] = ()
    subjects: Sequence[Row] = ()
    listed: Sequence[Row] = ()
    pairs: Sequence[Row] = ()
    cues: Sequence[Row] = ()
    named: Sequence[Row] = ()
    claimed: Sequence[Row] = ()

    def data(self) -> dict[str, Any]:
        """A JSON-serialisable form; :meth:`read` reads it back."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> SourceNotes:
        """The notes of what :meth:`data` gave; raises TypeError where it has other names."""
        cases = {intern(word): _counts(counts) for word, counts in data.get("cases", {}).items()}
        rows = {name: tuple(map(tuple, data[name])) for name in _ROWS if name in data}
        return cls(**{**data, **rows, "cases": cases})


@lru_cache(maxsize=1 << 12)
def _shared(counts: tuple[int, ...]) -> tuple[int, ...]:
    return counts


def _counts(counts: Sequence[int]) -> tuple[int, ...]:
    """Counts of a word, the same object for the same counts: of a thousand sources most words have one of a few."""
    return _shared(tuple(counts))


def analyse(reading: Reading) -> SourceNotes:
    """The notes on a source: a pure function of it, to be kept by the hash of its text."""
    return analyse_prose(reading.prose)


def analyse_prose(prose: Prose) -> SourceNotes:
    """The same for a text that is no source."""
    notes = _Notes()
    for sentence in prose.sentences:
        notes.read(sentence)
    return SourceNotes(
        cases={intern(word): _counts(counts) for word, counts in sorted(notes.cases.items())},
        runs=notes.runs,
        han=notes.han,
        terms={term: count for term, count in sorted(notes.terms.items()) if count >= FEWEST},
        headings=[(phrase, number) for number, section in enumerate(prose.sections) for phrase in heading_phrases(section.heading)],
        titles=title_segments(prose.title, [sentence.text for sentence in prose.sentences]),
        subjects=notes.subjects,
        listed=[(entry.term, entry.sentence) for entry in prose.definitions if is_term(entry.term)],
        pairs=notes.pairs,
        cues=notes.cues,
    )


class _Notes:
    """Collects over the sentences of one source."""

    def __init__(self) -> None:
        self.cases: dict[str, list[int]] = {}
        self.runs: list[Row] = []
        self.han: list[Row] = []
        self.terms: Counter[str] = Counter()
        self.subjects: list[Row] = []
        self.pairs: list[Row] = []
        self.cues: list[Row] = []

    def read(self, sentence: Sentence) -> None:
        text, index = sentence.text[:LONGEST_SENTENCE], sentence.index
        tokens = tokenize(text)
        count_cases(text, tokens, self.cases)
        self.runs += [(index, run.start, run.end, run.place) for run in capital_runs(text, tokens)]
        if HAN_CHAR.search(text):
            words = segment(text)
            self.han += [(index, name.start, name.end, name.kind) for name in chinese_names(text, words)]
            self.terms.update(chinese_terms(text, words))
            self.pairs += [tuple(pair) for pair in chinese_pairs(text, words, index)]
        else:
            self.terms.update(english_terms(text, tokens))
            self.pairs += [tuple(pair) for pair in english_pairs(text, index)]
            cue = naming_cue(text)
            if cue is not None:
                self.cues.append((cue.before, cue.alias, index))
        subject = definition_subject(text)
        if subject and is_term(subject):
            self.subjects.append((subject, index))
