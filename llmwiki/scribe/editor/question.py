"""One thing that is asked of a model while pages are made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

PROBE_TOKENS = 1
"""A yes/no question is answered by the first token."""

_KEY = 24
"""Characters of a key: 96 bits, so that two questions of one vault never share one."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question, before it is worded.

    Attributes:
        kind: Name of its prompt, ``templates/prompts/KIND.LANGUAGE.md.j2``.
        source: Raw path of the source that it is about, whose answers it is kept with.
        language: ``en`` or ``zh``: of the prompt, its example and so mostly of the answer.
        data: What the prompt is filled with; plain JSON values.
        shape: Dataclass of the answer (``llm.shape``); None: yes or no, answered by a probability.
        limit: Most tokens of the answer, far above a usual one, so that nothing is cut.
        usual: Tokens of a usual answer, for the estimate of the cost.
    """

    kind: str
    source: str
    language: str
    data: Mapping[str, Any]
    shape: type | None = None
    limit: int = PROBE_TOKENS
    usual: int = 200

    @property
    def key(self) -> str:
        """What its answer is kept under: the same as long as the same is asked, however it is worded and whoever answers."""
        told = json.dumps([self.kind, self.language, self.data], ensure_ascii=False, sort_keys=True)
        return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:_KEY]
