"""Which candidates are one thing although neither a source nor a page says so: pairs, questions on them, and what follows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.pairs import Pair, likely_pairs, namesakes
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.editor.stakes import Shelf, at_stake
from llmwiki.scribe.editor.things import namesake_things, things
from llmwiki.scribe.editor.verdicts import Chances, Settled, settle

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.prose import Reading

_DECOY = (
    {"name": "Saltmere Bridge", "said": "The Saltmere Bridge spans the harbour."},
    {"name": "yeast dough", "said": "Yeast dough rises for an hour before it is baked."},
)
"""Two things that have nothing in common: a model that takes them for one says yes to anything."""

_DOUBTFUL = 0.5


def settled(candidates: Sequence[Candidate], readings: Sequence[Reading], asker: Asker, embedder: Embedder | None) -> Settled:
    """The candidates that a model holds for one thing, and those that a person has to look at; only such on which a page hangs.

    Args:
        candidates: All of a collection.
        readings: Its sources.
        asker: Who asks, of the kept answers first.
        embedder: Puts names near their translations; None: only the names' forms give pairs.
    """
    found = likely_pairs(things(candidates, readings), embedder)
    if embedder:
        found += namesakes(namesake_things(candidates, readings), embedder)
    untold = {question.source for question in asker.pending.values() if question.kind == "claims"}
    shelf = Shelf({one.key: one for one in candidates}, {reading.source: reading for reading in readings}, untold)
    return settle(judge(at_stake([pair for pair in found if _may_be_asked(pair)], shelf), asker, embedder))


def judge(pairs: Sequence[Pair], asker: Asker, embedder: Embedder | None) -> list[tuple[Pair, Chances]]:
    """The pairs with what is said of them, but for those without usable answers; none by a model that says yes to anything.

    Args:
        pairs: Of things, each with a sentence and its source.
        asker: Who asks. Questions of a kind and language go one after the other: a small server keeps only the last prompt's beginning.
        embedder: Compares the sentences; None: they count as unlike.
    """
    asked = [(pair, [_kept_with(question, {pair.one.source, pair.other.source}, asker) for question in questions(pair)]) for pair in pairs]
    every = sorted((question for _, own in asked for question in own), key=lambda question: (question.kind, question.language))
    decoys = _decoy(every, asker)
    given = asker.ask([*decoys, *every])
    answers = {question.key: answer for question, answer in zip([*decoys, *every], given, strict=True)}
    if any(answers[decoy.key] is not None and answers[decoy.key] >= _DOUBTFUL for decoy in decoys):
        return []
    found = [(pair, [answers[question.key] for question in own]) for pair, own in asked]
    return [(pair, _chances(pair, values, embedder)) for pair, values in found if None not in values]


def questions(pair: Pair) -> list[Question]:
    """Whether both are one thing, in both orders; and for names in two languages, whether one translates the other, in both.

    None about two spellings: they need no model. The question is in English whatever it is about: in Chinese words the model of
    ``benchmarks/identity.py`` takes things for one that have nothing in common.
    """
    if pair.hint == "spelling":
        return []
    one, other = pair.one, pair.other
    told = [{"name": _line(thing.name), "said": _line(thing.said)} for thing in (one, other)]
    orders = [Question("same", one.source, "en", {"a": a, "b": b}) for a, b in (told, told[::-1])]
    if one.is_chinese == other.is_chinese or pair.hint == "short form":
        return orders
    english, chinese = sorted((one, other), key=lambda thing: thing.is_chinese)
    names = {"english": _line(english.name), "chinese": _line(chinese.name)}
    return orders + [Question("translation", one.source, spoken, names) for spoken in ("en", "zh")]


def _line(text: str) -> str:
    return " ".join(text.split())


def _may_be_asked(pair: Pair) -> bool:
    """Whether something is said of both, and not in one sentence: that names two things. Two spellings need nothing."""
    return pair.hint == "spelling" or bool(pair.one.said and pair.other.said and pair.one.said != pair.other.said)


def _decoy(every: Sequence[Question], asker: Asker) -> list[Question]:
    """One question on two things that have nothing in common; none where nothing else is asked."""
    first = next((question for question in every if question.kind == "same"), None)
    decoy = first and replace(first, data=dict(zip("ab", _DECOY, strict=True)))
    return [_kept_with(decoy, {question.source for question in every}, asker)] if decoy else []


def _kept_with(question: Question, sources: Collection[str], asker: Asker) -> Question:
    """The question with that of the sources whose answers have it, else which may be asked about."""
    each = [replace(question, source=source) for source in sorted(sources)]
    kept = next((one for one in each if asker.answers.find(one)), None)
    return kept or next((one for one in each if one.source in asker.scope), each[0])


def _chances(pair: Pair, values: Sequence[float], embedder: Embedder | None) -> Chances:
    if not values:
        return Chances((1.0, 1.0), None, 1.0, 1.0)
    one, other, *_ = pair
    translation = (values[2], values[3]) if len(values) > len(("one order", "the other")) else None
    names, said = (_likeness(first, second, embedder) for first, second in ((one.name, other.name), (one.said, other.said)))
    return Chances((values[0], values[1]), translation, names, said)


def _likeness(first: str, second: str, embedder: Embedder | None) -> float:
    if embedder is None:
        return 0.0
    left, right = embedder.passages([first, second])
    return float(left @ right)
