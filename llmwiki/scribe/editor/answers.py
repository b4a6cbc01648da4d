"""Answers of models, kept in git beside the ledger: what was asked of one source is not asked again, on any machine.

A file a source, a line an answer, in the order of their keys, so that two branches join line by line. An answer is kept under what was
asked, not under how it was worded or by whom it was answered; that is noted beside it, so that a change of prompts or of the model can
be told.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.llm.reading import Unfit
from llmwiki.llm.shape import sift
from llmwiki.scribe.binding import drop_state, write_state

if TYPE_CHECKING:
    from llmwiki.scribe.editor.question import Question
    from llmwiki.vault.changes import Changes

FOLDER = ".wiki/ledger/answers"
_BIGGEST = 64_000_000


class Answer(NamedTuple):
    """One answer.

    Attributes:
        by: Mark of the model and the prompt that gave it.
        value: A probability, or the JSON object of a shape; None: no usable answer came.
        why: Why none came, or what of it did not fit and is left out; else empty.
    """

    by: str
    value: Any
    why: str = ""


@dataclass
class Answers:
    """The answers of one vault.

    Attributes:
        root: The vault.
        moved: New path -> old path of sources that were moved since.
    """

    root: Path
    moved: Mapping[str, str] = field(default_factory=dict)
    _kept: dict[str, dict[str, bytes]] = field(default_factory=dict, init=False)
    _used: dict[str, set[str]] = field(default_factory=dict, init=False)
    _fresh: set[str] = field(default_factory=set, init=False)

    def find(self, question: Question) -> Answer | None:
        """The kept answer to a question; None where it was never answered."""
        line = self._of(question.source).get(question.key)
        if line is None:
            return None
        self._used.setdefault(question.source, set()).add(question.key)
        return _read(line)[1]

    def pass_over(self, question: Question) -> None:
        """The kept answer to a question does not count in this run: unless another one comes, it goes."""
        self._used.get(question.source, set()).discard(question.key)

    def keep(self, question: Question, answer: Answer) -> None:
        """Note a new answer; it is written with everything else (:meth:`files`)."""
        self._of(question.source)[question.key] = _line(question.key, answer)
        self._used.setdefault(question.source, set()).add(question.key)
        self._fresh.add(question.source)

    def files(self, asked_all: Collection[str]) -> Iterator[tuple[str, str]]:
        """Path and text of each file that changes.

        Args:
            asked_all: Sources of which every question was asked anew: what nobody asked any more is left out.
        """
        for source in sorted({*self._fresh, *asked_all}):
            used = self._used.get(source, set())
            lines = {key: line for key, line in self._of(source).items() if source not in asked_all or key in used}
            yield answers_file(source), b"".join(lines[key] for key in sorted(lines)).decode("utf-8", "surrogatepass")

    def marks(self, source: str) -> Iterator[str]:
        """By whom each kept answer on a source was given."""
        return (_read(line)[1].by for line in self._of(source).values())

    def _of(self, source: str) -> dict[str, bytes]:
        """The lines of a source by key, as they are written: a fraction of what their values take."""
        if source not in self._kept:
            found = _load(self.root / answers_file(source))
            self._kept[source] = found or _load(self.root / answers_file(self.moved.get(source, source)))
        return self._kept[source]


def answers_file(source: str) -> str:
    """Vault-relative path of the answers on a source."""
    return f"{FOLDER}/{PurePosixPath(*PurePosixPath(source).parts[1:])}.jsonl"


def follow(moved: Mapping[str, str], changes: Changes) -> None:
    """Let the answers on a source that a person moved move along.

    Args:
        moved: Old to new path.
        changes: Takes the plan.
    """
    for old, new in sorted(moved.items()):
        file = changes.root / answers_file(old)
        if file.is_file():
            write_state(changes, answers_file(new), file.read_text(encoding="utf-8", errors="replace"))
            drop_state(changes, answers_file(old))


def value_of(question: Question, answer: Answer) -> Any:  # noqa: ANN401 - of the question's shape
    """What an answer means to its question; None for none and for one that does not fit."""
    if answer.value is None:
        return None
    if question.shape is None:
        fits = isinstance(answer.value, int | float) and not isinstance(answer.value, bool) and 0 <= answer.value <= 1
        return float(answer.value) if fits else None
    try:
        return sift(answer.value, question.shape)[0]
    except (Unfit, TypeError, AttributeError):
        return None


def _line(key: str, answer: Answer) -> bytes:
    data = {"key": key, "by": answer.by, "value": answer.value} | ({"why": answer.why} if answer.why else {})
    return (json.dumps(data, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8", "surrogatepass")


def _read(line: str | bytes) -> tuple[str, Answer]:
    """Key and answer of a line."""
    data = json.loads(line)
    return data["key"], Answer(data["by"], data["value"], data.get("why", ""))


def _load(file: Path) -> dict[str, bytes]:
    """The answers of a file; lines that a merge or a stranger damaged are passed over, which asks these questions again."""
    found: dict[str, bytes] = {}
    try:
        if file.stat().st_size > _BIGGEST:
            return {}
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    for line in text.splitlines():
        try:
            key, answer = _read(line)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
        if isinstance(key, str) and isinstance(answer.by, str) and isinstance(answer.why, str):
            found.setdefault(key, _line(key, answer))
    return found
