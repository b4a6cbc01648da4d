"""Replies kept by what decides them, so that a second run asks nobody: prompt, model, parameters, shape."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from llmwiki.errors import BadReply, ModelRefused, ServiceError, Truncated
from llmwiki.llm.base import Message, ModelIdentity, Usage
from llmwiki.vault.disk import writing
from llmwiki.vault.localfile import write_local

Outcome = Literal["text", "probability", "refused", "bad", "truncated"]

_FAILURES: dict[Outcome, type[ServiceError]] = {"refused": ModelRefused, "bad": BadReply, "truncated": Truncated}
"""Failures that the same question would have again, at temperature 0: kept as well, or every run would pay for them anew."""

_VERSION = 1
_BIGGEST = 4_000_000


class Kept(NamedTuple):
    """One kept reply.

    Attributes:
        outcome: What ``said`` is: a text, a probability, or the message of a failure.
        said: Without thinking.
        usage: Of the calls that it took.
    """

    outcome: Outcome
    said: str
    usage: Usage = Usage()

    @classmethod
    def of(cls, error: ServiceError) -> Kept:
        """A failure of the model's, to be kept."""
        outcome = next(name for name, kind in reversed(_FAILURES.items()) if isinstance(error, kind))
        return cls(outcome, error.message)

    def failure(self) -> ServiceError | None:
        """The error that the reply was; None for a good one."""
        kind = _FAILURES.get(self.outcome)
        return kind(self.said, "it was kept; take .wiki/local/replies away to ask again") if kind else None


def mark_of(identity: ModelIdentity, messages: Sequence[Message], shape: str, limit: int) -> str:
    """A hash of all that decides a reply. Where the model runs is not in it: the same model gives the same reply elsewhere.

    Args:
        identity: The model and its parameters.
        messages: The whole prompt.
        shape: Text that differs when the shape does.
        limit: Most tokens of the reply.
    """
    parts = [_VERSION, identity.model, identity.parameters, [list(message) for message in messages], shape, limit]
    data = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()


class Replies:
    """A folder of kept replies, one file each.

    Args:
        root: Folder that nothing is written outside of, mostly the vault.
        folder: Below ``root``, with ``/``; an absolute path for replies that are only read.
    """

    def __init__(self, root: Path, folder: str) -> None:
        self._root, self._folder = root, folder

    def find(self, mark: str) -> Kept | None:
        """The reply of that mark; None where there is none, or its file is damaged."""
        file = self._root / self._path(mark)
        try:
            if file.stat().st_size > _BIGGEST:
                return None
            return _read(json.loads(file.read_bytes()))
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep(self, mark: str, kept: Kept) -> None:
        """Write a reply, whole or not at all. Raises WriteError, and NameRefused where a link leads out of the root."""
        usage = kept.usage
        data = {"outcome": kept.outcome, "said": kept.said, "in": usage.tokens_in, "out": usage.tokens_out}
        path = self._path(mark)
        with writing(path):
            write_local(self._root, path, json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"))

    def _path(self, mark: str) -> str:
        return f"{self._folder}/{mark[:2]}/{mark}.json"


def _read(data: Any) -> Kept | None:  # noqa: ANN401 - whatever the file says
    outcome, said, tokens = data["outcome"], data["said"], (data["in"], data["out"])
    known = outcome in {"text", "probability", *_FAILURES}
    if not known or not isinstance(said, str) or not all(isinstance(count, int) for count in tokens):
        return None
    return Kept(outcome, said, Usage(*tokens))
