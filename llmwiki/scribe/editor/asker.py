"""Asks the questions of a run: of the kept answers, of a model, or of nobody, only to count them."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.errors import BadReply, CostLimit, ModelRefused, ServiceError, Truncated
from llmwiki.llm.budget import Need
from llmwiki.llm.together import together
from llmwiki.llm.tokens import about
from llmwiki.scribe.editor.answers import Answer, Answers, value_of

if TYPE_CHECKING:
    from llmwiki.llm.base import Model, Reply
    from llmwiki.scribe.editor.claim import Refusal
    from llmwiki.scribe.editor.prompts import Prompts
    from llmwiki.scribe.editor.question import Question
    from llmwiki.scribe.editor.verdicts import Doubt

_PATIENCE = 3
"""So many failures of the server one after the other, and nobody asks any more in this run."""

_LONGEST_WHY = 200

_CUT = "cut off: "
"""Begins the reason where a reply was cut off at its limit of tokens."""


class Failure(NamedTuple):
    """A question without a usable answer, or with one of which a part could not be used.

    Attributes:
        source: What it was about.
        kind: Of the question.
        why: What the model or its server did.
    """

    source: str
    kind: str
    why: str


@dataclass
class Asker:
    """Asks.

    Attributes:
        model: Who is asked; None: nobody, questions without a kept answer are only collected.
        prompts: Words the questions.
        answers: The kept ones.
        scope: Sources that may be asked about; on others the kept answers count and nothing else.
        jobs: Questions at a time.
        anew: Whether answers by another model or another prompt do not count.
        counts_only: Whether the model is not asked, and what it would be asked only collected.
        told: Called after each answer.
        failures: Questions without a usable answer, as they came up.
        partial: Questions of whose answers a part did not fit and was left out.
        waiting: Sources of which a question could not be asked, since the limit on the cost was reached or the server is down.
        stopped: Why nobody is asked any more; empty: questions are asked.
        error: The failure that stopped it.
        pending: Questions without an answer, by key, where nobody is asked.
        counted: What those would have taken that are let go.
        doubts: What the answers leave open, and a person has to decide.
        refused: Claims that did not hold, by source, key of the question and place in the reply.
        held: Source -> how many of its claims do.
    """

    model: Model | None
    prompts: Prompts
    answers: Answers
    scope: Collection[str]
    jobs: int = 1
    anew: bool = False
    counts_only: bool = False
    told: Callable[[], None] = lambda: None
    failures: list[Failure] = field(default_factory=list)
    partial: list[Failure] = field(default_factory=list)
    waiting: set[str] = field(default_factory=set)
    stopped: str = ""
    error: ServiceError | CostLimit | None = None
    pending: dict[str, Question] = field(default_factory=dict)
    counted: list[Need] = field(default_factory=list)
    doubts: set[Doubt] = field(default_factory=set, init=False)
    refused: dict[tuple[str, str, int], Refusal] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    _down: int = field(default=0, init=False)
    _guard: threading.Lock = field(default_factory=threading.Lock, init=False)

    def ask(self, questions: Sequence[Question]) -> list[Any]:
        """The answers in the order of the questions: a probability, or a value of the question's shape; None where there is none.

        Equal questions are asked once. Raises ConfigError where the model or a prompt cannot be used.
        """
        fresh = {question.key: question for question in questions if self._kept(question) is None and question.source in self.scope}
        model = self.model
        if model is None:
            self.pending.update(fresh)
        elif self.counts_only:
            self.pending.update(self._without_kept(model, fresh))
        else:
            together(lambda question: self._put(model, question), list(fresh.values()), self.jobs)
        kept = [self._kept(question) for question in questions]
        return [None if answer is None else value_of(question, answer) for question, answer in zip(questions, kept, strict=True)]

    def is_open(self, question: Question) -> bool:
        """Whether a question may be asked and has no answer yet."""
        return question.source in self.scope and self._kept(question) is None

    def expect(self, questions: Sequence[Question]) -> None:
        """Count questions that cannot be asked yet, since answers to others decide what they ask; only where the model is not asked."""
        if self.counts_only:
            self.pending.update({question.key: question for question in questions if question.source in self.scope})

    @property
    def silent(self) -> Asker:
        """The same, asking nobody: for questions that only count where they were answered before."""
        return replace(self, model=None, scope=frozenset())

    def was_cut(self, question: Question) -> bool:
        """Whether a question has no usable answer since the reply was cut off at its limit of tokens."""
        answer = self._kept(question)
        return answer is not None and answer.value is None and answer.why.startswith(_CUT)

    def refusals(self) -> Counter[tuple[str, bool]]:
        """Of the sources that may be asked about: how many claims each check refused, those that were dropped apart from the others."""
        return Counter((refusal.check, refusal.is_dropped) for (source, *_), refusal in self.refused.items() if source in self.scope)

    @property
    def need(self) -> list[Need]:
        """What the collected questions would take, each sort apart."""
        return [self._need(limit, [one for one in self.pending.values() if one.limit == limit]) for limit in self._limits]

    @property
    def _limits(self) -> list[int]:
        return sorted({question.limit for question in self.pending.values()})

    def _need(self, limit: int, questions: Sequence[Question]) -> Need:
        words = [sum(about(message.text) for message in self.prompts.messages(question)) for question in questions]
        return Need(limit, len(questions), sum(words), sum(min(limit, question.usual) for question in questions))

    def let_go(self) -> None:
        """Keep of the collected questions only what they would take: they hold the text of all that is new."""
        self.counted = self.needed
        self.pending.clear()

    @property
    def needed(self) -> list[Need]:
        """What all collected questions would have taken, those that were let go too."""
        return [*self.counted, *self.need]

    def is_outdated(self, source: str) -> bool:
        """Whether another model, or another prompt than there is, gave an answer on a source; False where there is no model."""
        if self.model is None:
            return False
        present = {self._by(kind, language) for kind, language in self.prompts.kinds()}
        return not present.issuperset(self.answers.marks(source))

    def _by(self, kind: str, language: str) -> str:
        """Mark of the model and the prompt that would answer a question now."""
        model = self.model.identity if self.model else None
        told = repr([model.key, model.parameters] if model else None) + self.prompts.mark(kind, language)
        return sha256(told.encode()).hexdigest()[:12]

    def _kept(self, question: Question) -> Answer | None:
        answer = self.answers.find(question)
        if answer is None or not self.anew or question.source not in self.scope:
            return answer
        if answer.by == self._by(question.kind, question.language):
            return answer
        self.answers.pass_over(question)
        return None

    def _without_kept(self, model: Model, questions: Mapping[str, Question]) -> dict[str, Question]:
        """The questions that somebody would have to be asked; the others are answered by replies that an interrupted run left."""
        left = {}
        for key, question in questions.items():
            if model.is_kept(self.prompts.messages(question), question.shape, limit=question.limit):
                self._put(model, question)
            else:
                left[key] = question
        return left

    def _put(self, model: Model, question: Question) -> None:
        """Ask one question and keep what comes of it; what the model does wrong is an answer too, what its server does is not."""
        if self.stopped:
            self.waiting.add(question.source)
            return
        by = self._by(question.kind, question.language)
        try:
            answer = self._asked(model, question, by)
        except (BadReply, ModelRefused) as error:
            why = (_CUT if isinstance(error, Truncated) else "") + error.message
            answer = Answer(by, None, why[:_LONGEST_WHY])
            self._note(self.failures, question, error.message)
        except CostLimit as error:
            self._stop(question, error)
            return
        except ServiceError as error:
            self._down += 1
            self._note(self.failures, question, error.message)
            if self._down >= _PATIENCE:
                self._stop(question, error)
            self.waiting.add(question.source)
            return
        with self._guard:
            self._down = 0
            self.answers.keep(question, answer)
        self.told()

    def _asked(self, model: Model, question: Question, by: str) -> Answer:
        messages = self.prompts.messages(question)
        if question.shape is None:
            return Answer(by, round(model.probe(messages), 4))
        reply: Reply[Any] = model.complete(messages, question.shape, limit=question.limit)
        why = "; ".join(reply.fallen)
        if why:
            self._note(self.partial, question, why)
        return Answer(by, json.loads(json.dumps(asdict(reply.value))), why[:_LONGEST_WHY])  # lists, as a file gives them back

    def _note(self, notes: list[Failure], question: Question, why: str) -> None:
        with self._guard:
            notes.append(Failure(question.source, question.kind, why))

    def _stop(self, question: Question, error: ServiceError | CostLimit) -> None:
        self.stopped, self.error = error.message, error
        self.waiting.add(question.source)
