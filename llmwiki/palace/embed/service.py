"""Vectors from a server of the user's choice: OpenAI's form (llama.cpp, vLLM, Ollama, cloud) or Ollama's own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmwiki.config.keys import host_of, key_for
from llmwiki.errors import ConfigError, ServiceError
from llmwiki.palace.embed.asking import Asking, NoSuchPath
from llmwiki.palace.embed.base import ModelIdentity
from llmwiki.palace.embed.pieces import embedded_whole, readable
from llmwiki.palace.embed.protocols import protocols

if TYPE_CHECKING:
    from llmwiki.config import EmbeddingSettings
    from llmwiki.palace.embed.base import Matrix, Vector

_PIECE = 480
"""Small models read 512 tokens at once; a server cuts what is longer without a word."""

_PROBE = "dimension"
_NOTHING = "."
"""In place of a blank text, for which OpenAI has an error and Ollama no vector."""

_HINT = "start the server, or set palace.embeddings (url, model, api) or palace.embedder in .wiki/config.toml"
_OTHER_MODEL = "the server has another model now, or other dimensions: set palace.embeddings.model and dimensions in .wiki/config.toml"


class ServiceEmbedder:
    """Vectors from a server.

    Args:
        settings: Which server and which model. Raises ConfigError when one of them is missing, or the key is not where it should be.
    """

    longest = _PIECE
    trust = 1.0

    def __init__(self, settings: EmbeddingSettings) -> None:
        for name in ("url", "model"):
            if not getattr(settings, name):
                raise ConfigError(f"palace.embeddings.{name} is not set in .wiki/config.toml", "the embedder openai needs it")
        self._settings = settings
        self._ways = protocols(settings)
        self._asking = Asking(host_of(settings.url), settings.timeout, key_for(settings.url, settings.key_env), _HINT)
        self._dimension = settings.dimensions

    @property
    def identity(self) -> ModelIdentity:
        """The model; other prefixes count as another revision, for they make other vectors."""
        if not self._dimension:
            self._rows([_PROBE])
        prefixes = f"{self._settings.query_prefix}\x1f{self._settings.passage_prefix}"
        revision = hashlib.sha256(prefixes.encode("utf-8", "replace")).hexdigest()[:8] if len(prefixes) > 1 else ""
        return ModelIdentity(f"{self._settings.api}:{self._settings.model}", revision, self._dimension)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of documents."""
        return self._embedded(self._settings.passage_prefix, texts)

    def question(self, text: str) -> Vector:
        """Vector of a question."""
        vector: Vector = self._embedded(self._settings.query_prefix, [text])[0]
        return vector

    def _embedded(self, prefix: str, texts: Sequence[str]) -> Matrix:
        def encode(parts: list[str]) -> Matrix:
            return self._batched([prefix + (part if part.strip() else _NOTHING) for part in parts])

        return embedded_whole([readable(text) for text in texts], self.longest, encode)

    def _batched(self, texts: list[str]) -> Matrix:
        import numpy as np

        if not texts:
            return np.empty((0, self.identity.dimension), dtype=np.float32)
        size = self._settings.batch
        return np.concatenate([self._rows(texts[at : at + size]) for at in range(0, len(texts), size)])

    def _rows(self, texts: Sequence[str]) -> Matrix:
        """Vectors of one batch, in the form that the server knows; the first answer tells the dimension."""
        try:
            rows = self._asked(texts)
        except NoSuchPath as missing:
            if len(self._ways) == 1:
                raise missing.error from missing
            self._ways = self._ways[1:]
            return self._rows(texts)
        if self._dimension and rows.shape[1] != self._dimension:
            raise ServiceError(f"{self._place} answers with {rows.shape[1]:,} numbers a text instead of {self._dimension:,}", _OTHER_MODEL)
        self._dimension = rows.shape[1]
        return rows

    def _asked(self, texts: Sequence[str]) -> Matrix:
        way = self._ways[0]
        calls = [[text] for text in texts] if way.single else [texts]
        rows: list[object] = []
        for call in calls:
            answer = self._asking.answer(way.url, way.body(call))
            try:
                rows += way.rows(answer)
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise ServiceError(f"{self._place} answers in a form that api = {self._settings.api!r} does not have", _HINT) from error
        if len(rows) != len(texts):
            raise ServiceError(f"{self._place} answers with {len(rows)} vectors for {len(texts)} texts", _HINT)
        return self._checked(rows)

    def _checked(self, rows: list[object]) -> Matrix:
        import numpy as np

        try:
            matrix = np.array(rows, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ServiceError(f"{self._place} answers with something else than vectors of one length", _HINT) from error
        flat = matrix.ndim == 2 and matrix.shape[1] > 0  # noqa: PLR2004 - rows and numbers
        if not flat or not np.isfinite(matrix).all() or not matrix.any(axis=1).all():
            raise ServiceError(f"{self._place} answers with vectors that are empty, all zeros, or hold what is no number", _HINT)
        return matrix.astype(np.float32)

    @property
    def _place(self) -> str:
        return f"the embedding server {self._ways[0].url.partition('?')[0]} (model {self._settings.model})"
