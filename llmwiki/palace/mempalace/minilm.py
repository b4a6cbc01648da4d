"""The model that MemPalace searches with, where Chroma has its files on this machine already; never fetched by us."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Matrix

NAME = "minilm"
DIMENSION = 384
_FILES = ("config.json", "model.onnx", "special_tokens_map.json", "tokenizer_config.json", "tokenizer.json", "vocab.txt")


def folder() -> Path:
    """Where Chroma's default embedding function looks for it."""
    return Path.home() / ".cache" / "chroma" / "onnx_models" / "all-MiniLM-L6-v2" / "onnx"


def missing() -> list[str]:
    """Files of the model that are not there; Chroma would go and fetch it if there were any."""
    return [name for name in _FILES if not (folder() / name).is_file()]


def embedder() -> Callable[[Sequence[str]], Matrix]:
    """Texts to vectors of shape (texts, 384) and length 1. Only to be called when nothing is ``missing``."""
    import numpy as np
    from chromadb.utils.embedding_functions.onnx_mini_lm_l6_v2 import ONNXMiniLM_L6_V2

    model = ONNXMiniLM_L6_V2(preferred_providers=["CPUExecutionProvider"])
    return lambda texts: np.asarray(model(list(texts)), dtype="float32")
