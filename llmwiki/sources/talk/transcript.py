"""A conversation written down as a source, the same way for every program it comes from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.detect import is_kind
from llmwiki.sources.inert import inert
from llmwiki.sources.language import language
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.parts.naming import is_later_part
from llmwiki.sources.place import turn_mark
from llmwiki.sources.redact import redacted, redacted_text, told
from llmwiki.sources.talk.records import utf8
from llmwiki.sources.talk.speech import plain
from llmwiki.sources.talk.turns import USER, Talk, Turn
from llmwiki.sources.visible import visible
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_TITLE = 80
"""Characters of a title made of what was said first."""

_MAX_TITLE_GIVEN = 300
_TITLE_TURNS = 20
_LANGUAGE_CHARS = 128 * 1024
_WORD = re.compile(r"\w")


class TalkConverter:
    """What all conversations have in common: redaction first, then reading, then one way of writing down."""

    name = ""
    extractor = ""
    read: Callable[[Original], Talk]

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are a conversation of this program."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Read a conversation.

        Raises:
            SourceRefused: broken, or no words in it.
        """
        data = utf8(original.data)
        secrets: Counter[str] = Counter()
        if original.options.redact:
            data, secrets = redacted(data)
        kept = data if secrets else None
        talk = type(self).read(replace(original, data=data))
        source = written(talk, original, self.extractor)
        if original.options.redact:
            text, more = redacted_text(source.text)
            secrets += more
            source = replace(source, text=text, title=redacted_text(source.title)[0])
        notes = (*source.notes, told(secrets)) if secrets else source.notes
        return replace(source, notes=notes, kept=kept)


def written(talk: Talk, original: Original, extractor: str) -> Source:
    """A conversation as a source: a heading a turn, each behind its mark.

    Raises:
        SourceRefused: there are no words in it.
    """
    check_words(talk)
    hidden = _strip(talk.turns)
    title = title_of(talk, original)
    notes = tuple(_notes(talk, hidden))
    text = "".join(_pieces(title, talk.turns))
    return Source(
        text=text,
        title=title,
        kind="transcript",
        language=language(text[:_LANGUAGE_CHARS]),
        author="",
        date=talk.date,
        origin=original.origin,
        verbatim=False,
        extractor=extractor,
        notes=notes,
    )


def check_words(talk: Talk) -> None:
    """Raises SourceRefused when nobody says anything."""
    if not any(_WORD.search(turn.text) for turn in talk.turns):
        raise SourceRefused(f"has no words: {_left(talk.left) or 'no turns'}")


def title_of(talk: Talk, original: Original) -> str:
    """What the program or the first question calls a conversation, else the name of its file; a later part is called by its number."""
    found = "" if is_later_part(original.origin) else _given(talk.title) or _first_said(talk.turns)
    return found or title_from_name(original.name)


def _pieces(title: str, turns: list[Turn]) -> Iterator[str]:
    """The text in parts. Each turn is let go when its part is made, so that memory does not hold a long session twice."""
    yield f"# {inert(title)}\n"
    turns.reverse()
    number = 0
    while turns:
        turn, number = turns.pop(), number + 1
        aside = f" · {turn.aside}" if turn.aside else ""
        time = f" ({turn.time})" if turn.time else ""
        yield f"\n{turn_mark(number)}\n\n## {inert(turn.speaker)}{aside}{time}\n\n{turn.text}\n"


def _strip(turns: list[Turn]) -> int:
    """Take out of all turns what cannot be seen, one after the other; how many characters there were."""
    count = 0
    for index, turn in enumerate(turns):
        words, hidden = visible(turn.text)
        if words != turn.text:
            turns[index] = turn._replace(text=words, speaker=visible(turn.speaker)[0])
        count += hidden
    return count


def _notes(talk: Talk, hidden: int) -> Iterator[str]:
    left = _left(talk.left)
    yield f"{len(talk.turns):,} turn{'s' * (len(talk.turns) != 1)}" + (f"; left out: {left}" if left else "")
    yield from talk.notes
    if hidden:
        yield f"{hidden:,} invisible character{'s' * (hidden != 1)}"


def _left(left: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what.split('|')[count != 1]}" for what, count in sorted(left.items()) if count)


def _given(title: str) -> str:
    return " ".join(visible(plain(title))[0].split())[:_MAX_TITLE_GIVEN]


def _first_said(turns: list[Turn]) -> str:
    """The first line of words that the user wrote, cut at a word."""
    asked = [turn for turn in turns[:_TITLE_TURNS] if turn.speaker == USER] or turns[:_TITLE_TURNS]
    for turn in asked:
        for line in turn.text.split("\n"):
            words = "" if line.startswith((">", "```", "~~~", "|")) else project(line[: MAX_TITLE * 10])
            if _WORD.search(words):
                return _cut(" ".join(words.split()))
    return ""


def _cut(words: str) -> str:
    if len(words) <= MAX_TITLE:
        return words
    head = words[: MAX_TITLE - 1]
    at_word = head.rpartition(" ")[0]
    return f"{at_word if len(at_word) * 2 > len(head) else head}…"
