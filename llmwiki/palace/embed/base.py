"""What every embedder offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Vector = NDArray[float32]
    Matrix = NDArray[float32]


class ModelIdentity(NamedTuple):
    """Which model made a vector; vectors of different identities are never compared.

    Attributes:
        name: Of the embedder and its model, such as ``e5`` or ``openai:nomic-embed-text``.
        revision: Of the weights or the package that carries them; empty where a server tells none.
        dimension: Numbers in a vector.
    """

    name: str
    revision: str
    dimension: int

    @property
    def key(self) -> str:
        """One text that stands for all of it, such as ``e5@0.3.0/384``."""
        return f"{self.name}@{self.revision}/{self.dimension}"


class Embedder(Protocol):
    """Texts to vectors of length 1. Any text has one: an empty one, a very long one, one with lone surrogates.

    The vector of a text does not depend on the texts beside it. Threads may share an embedder.

    Attributes:
        trust: What a standard deviation of nearness weighs when hits are ranked, beside words: 1 for a model that tells meanings apart as
            well as E5 does. Measured: 1 for ``e5``, 0.5 for ``fast`` (``benchmarks/locomo.py``); unknown models have 1.
        longest: Tokens of a text, by ``palace.estimate``, that the model reads at once. Of a longer one it gets pieces, whose vectors are
            averaged by their weight: nothing is cut off.
    """

    longest: int
    trust: float

    @property
    def identity(self) -> ModelIdentity:
        """The model. Raises ServiceError when a server has to be asked for its dimension and does not answer."""

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of documents, one row a text, of shape (texts, dimension), each of length 1.

        Raises:
            ServiceError: The server is down, refuses, or answers with something else than vectors of the identity's dimension.
        """

    def question(self, text: str) -> Vector:
        """Vector of a question, of shape (dimension,) and length 1. Raises ServiceError as ``passages`` does."""
