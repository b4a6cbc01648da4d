"""A model as the house uses it: a provider, with the ladder of forms, checks of what comes back, and kept replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import cast

from llmwiki.errors import BadReply, ModelRefused, ServiceError, Truncated
from llmwiki.llm.asking import asked_again, in_words, usable_object, wanted_object
from llmwiki.llm.base import Abilities, Form, Heard, Message, ModelIdentity, Reply, Request, Usage, Value
from llmwiki.llm.caller import Caller
from llmwiki.llm.failures import HINT, FormUnknown
from llmwiki.llm.kept import Kept, Replies, mark_of
from llmwiki.llm.reading import Unfit, is_refusal, one_object, without_thinking
from llmwiki.llm.shape import Fallen, schema_of, shape_mark, sift
from llmwiki.llm.yes import chance_of_yes, read_answer, read_chance, word_of_yes

_BROKEN_OFF = {
    "loop": "says the same again and again",
    "control": "has control characters in it",
    "size": "goes on far beyond its limit",
}
_WORD = 16
_THOUGHT = 2_048
"""Tokens for one word, and for one word of a model that thinks before."""


@dataclass
class Client:
    """Asks a model.

    Attributes:
        caller: Who is asked, and who pays.
        replies: Kept replies; None: every question is asked.
        form: The form of structured replies that the server is known to take; None: not yet known.
    """

    caller: Caller
    replies: Replies | None = None
    form: Form | None = None
    _tells_chances: bool = field(default=True, init=False)
    _word_limit: int = field(default=_WORD, init=False)

    @property
    def identity(self) -> ModelIdentity:
        """The model that is asked."""
        return self.caller.provider.identity

    @property
    def abilities(self) -> Abilities:
        """What the provider can do, as far as it is known by now."""
        able = self.caller.provider.abilities
        return replace(able, probabilities=able.probabilities and self._tells_chances)

    def complete(self, messages: Sequence[Message], shape: type[Value], *, limit: int = 1024) -> Reply[Value]:
        """Ask for a value; see :class:`~llmwiki.llm.base.Model`."""
        mark = self._mark(messages, shape, limit)

        def ask() -> Kept:
            text, usage = self._text(messages, limit) if shape is str else self._shaped(messages, shape, limit)
            return Kept("text", text, usage)

        def read(text: str) -> tuple[Value, tuple[Fallen, ...]]:
            return (cast("Value", text), ()) if shape is str else sift(one_object(text), shape)

        (value, fallen), kept, is_kept = self._once(mark, ask, read)
        return Reply(kept.said, value, usage=kept.usage, is_kept=is_kept, fallen=tuple(map(str, fallen)))

    def probe(self, messages: Sequence[Message]) -> float:
        """Probability of yes; see :class:`~llmwiki.llm.base.Model`."""
        mark = self._mark(messages, None, 1)

        def ask() -> Kept:
            chance, usage = self._chance(tuple(messages))
            return Kept("probability", repr(chance), usage)

        return self._once(mark, ask, read_chance)[0]

    def is_kept(self, messages: Sequence[Message], shape: type | None, *, limit: int) -> bool:
        """Whether a question has a kept reply, so that nobody would be asked; see :class:`~llmwiki.llm.base.Model`."""
        return self.replies is not None and self.replies.find(self._mark(messages, shape, limit)) is not None

    def learn(self, messages: Sequence[Message], shape: type | None, text: str, *, limit: int) -> None:
        """Keep a reply that came by another way than a call, as if it had been asked for.

        It has to fit as a whole: whoever hands it in can correct it.

        Args:
            messages: The prompt.
            shape: Of the reply; None: yes or no, or a probability.
            text: The reply.
            limit: As the question will be asked with.

        Raises:
            BadReply: It does not fit; the message says what is wrong.
        """
        try:
            kept = Kept("probability", repr(read_answer(text))) if shape is None else Kept("text", wanted_object(text, shape))
        except Unfit as unfit:
            raise BadReply(f"the reply does not fit: {unfit}", "hand in a corrected one") from unfit
        self._keep(self._mark(messages, shape, limit), kept)

    def _once(self, mark: str, ask: Callable[[], Kept], read: Callable[[str], Value]) -> tuple[Value, Kept, bool]:
        """What a reply means, the reply, and whether it was a kept one; what it failed of, now or then, is raised."""
        kept = self.replies.find(mark) if self.replies else None
        if kept:
            if failure := kept.failure():
                raise failure
            with suppress(Unfit, ValueError):  # a damaged file: it is asked again
                return read(kept.said), kept, True
        try:
            fresh = ask()
        except (ModelRefused, BadReply) as error:
            self._keep(mark, Kept.of(error))
            raise
        self._keep(mark, fresh)
        return read(fresh.said), fresh, False

    def _mark(self, messages: Sequence[Message], shape: type | None, limit: int) -> str:
        return mark_of(self.identity, messages, "probability" if shape is None else shape_mark(shape), limit)

    def _keep(self, mark: str, kept: Kept) -> None:
        if self.replies:
            self.replies.keep(mark, kept)

    def _text(self, messages: Sequence[Message], limit: int) -> tuple[str, Usage]:
        heard = self._in_words(Request(tuple(messages), limit))
        text = self._said(heard, limit)
        if is_refusal(text):
            raise ModelRefused(f"{self.identity.model} declines to answer: {_short(text)}", "another model may answer")
        return text, heard.usage

    def _shaped(self, messages: Sequence[Message], shape: type, limit: int) -> tuple[str, Usage]:
        """The text of an object that has the shape, items aside that fall singly; asked for once more when the first one has not."""
        heard = self._in_form(messages, shape, limit)
        text = self._said(heard, limit)
        try:
            return usable_object(text, shape), heard.usage
        except Unfit as unfit:
            if is_refusal(text):
                raise ModelRefused(f"{self.identity.model} declines to answer: {_short(text)}", "another model may answer") from unfit
            second = self._in_form(asked_again(messages, text, str(unfit)), shape, limit)
        try:
            return usable_object(self._said(second, limit), shape), _sum(heard.usage, second.usage)
        except Unfit as unfit:
            raise BadReply(f"the reply of {self.identity.model} does not fit, nor does a second one: {unfit}", HINT) from unfit

    def _said(self, heard: Heard, limit: int) -> str:
        """The text of a reply that came whole."""
        name = self.identity.model
        if heard.finish == "refusal":
            raise ModelRefused(f"{name} declines to answer", "another model may answer")
        if heard.finish in _BROKEN_OFF:
            raise BadReply(f"the reply of {name} {_BROKEN_OFF[heard.finish]}; it was broken off", "another model may do better")
        text = without_thinking(heard.text)
        if heard.finish == "length":
            raise Truncated(f"the reply of {name} was cut off at {limit:,} tokens", "smaller pieces of text have shorter replies")
        if not text:
            raise BadReply(f"{name} says nothing", "another model may do better")
        return text

    def _in_form(self, messages: Sequence[Message], shape: type, limit: int) -> Heard:
        """A reply in the strictest form that the server takes; what it takes is remembered."""
        forms = self.caller.provider.abilities.forms
        start, said = forms.index(self.form) if self.form in forms else 0, ""
        for form in forms[start:]:
            schema = schema_of(shape, form)
            shown = messages if form in {"schema", "bare"} else in_words(messages, schema)
            try:
                heard = self.caller.hear(Request(tuple(shown), limit, form, schema))
            except FormUnknown as unknown:
                said = str(unknown)
                continue
            self.form = form
            return heard
        raise ServiceError(said, HINT)

    def _in_words(self, request: Request) -> Heard:
        """A reply to a question that has no other form."""
        try:
            return self.caller.hear(request)
        except FormUnknown as unknown:
            raise ServiceError(str(unknown), HINT) from unknown

    def _chance(self, messages: tuple[Message, ...]) -> tuple[float, Usage]:
        usage = Usage()
        if self.abilities.probabilities:
            try:
                heard = self.caller.hear(Request(messages, 1, is_probe=True))
            except FormUnknown:
                self._tells_chances = False
            else:
                usage, chance = heard.usage, chance_of_yes(heard.first)
                if chance is not None:
                    return chance, usage
                self._tells_chances = bool(heard.first) and not heard.first[0][0].startswith("<")  # a tag: it thinks first
        return self._word(messages, usage)

    def _word(self, messages: tuple[Message, ...], usage: Usage) -> tuple[float, Usage]:
        """The same question, answered in a word; a model that thinks first gets the room for it."""
        heard = self._in_words(Request(messages, self._word_limit))
        if heard.finish == "length" and not without_thinking(heard.text) and self._word_limit < _THOUGHT:
            self._word_limit = _THOUGHT
            return self._word(messages, _sum(usage, heard.usage))
        if heard.finish == "refusal":
            raise ModelRefused(f"{self.identity.model} declines to answer", "another model may answer")
        return word_of_yes(without_thinking(heard.text)), _sum(usage, heard.usage)


def _sum(one: Usage, other: Usage) -> Usage:
    return Usage(
        one.tokens_in + other.tokens_in,
        one.tokens_out + other.tokens_out,
        one.cached + other.cached,
        one.written + other.written,
        is_counted=one.is_counted and other.is_counted,
    )


def _short(text: str) -> str:
    return " ".join(text.split())[:120]
