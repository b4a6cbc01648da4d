"""A model in this process: a GGUF file, read by llama.cpp."""

from __future__ import annotations

import os
import threading
from functools import cached_property
from pathlib import Path
from typing import Any

from llmwiki.errors import ConfigError
from llmwiki.llm.base import Abilities, Heard, ModelIdentity, Request
from llmwiki.llm.chat import ChatProvider

_CONTEXT = 8_192
_QUIET = -1


class LocalProvider:
    """Asks a model that runs in this process; it is loaded at the first question.

    Args:
        file: The GGUF file.
        timeout: Seconds that one call may take.
        jobs: Calls at a time; each has its own part of memory.

    Raises ConfigError when there is no such file, or the package is not installed, as soon as it is asked.
    """

    def __init__(self, file: Path, *, timeout: float = 120.0, jobs: int = 1) -> None:
        self._file, self._timeout, self._jobs = file, timeout, jobs
        self._loading = threading.Lock()

    @property
    def identity(self) -> ModelIdentity:
        """The model, by the name of its file."""
        return ModelIdentity("local", self._file.name)

    @property
    def abilities(self) -> Abilities:
        """All that llama.cpp can do."""
        return Abilities(is_local=True)

    def hear(self, request: Request) -> Heard:
        """Ask once."""
        with self._loading:
            chat = self._chat
        return chat.hear(request)

    @cached_property
    def _chat(self) -> ChatProvider:
        """llama.cpp's own server, on a free port of the loopback address, so that replies can be followed while they come."""
        return ChatProvider(f"{self._server.listening_address}/v1", self._file.name, timeout=self._timeout, identity=self.identity)

    @cached_property
    def _server(self) -> Any:  # noqa: ANN401 - of an extra that need not be installed
        try:
            import xllamacpp
        except ImportError as error:
            message = "the package xllamacpp is not installed, which model.provider = 'local' needs"
            raise ConfigError(message, "pip install 'llmwiki-compiler[local]'") from error
        if not self._file.is_file():
            raise ConfigError(f"there is no file {self._file}", "set model.model in .wiki/config.toml to a GGUF file")
        params = xllamacpp.CommonParams()
        params.model.path = str(self._file)
        params.hostnames, params.port = ["127.0.0.1"], 0
        params.n_ctx, params.n_parallel, params.verbosity = _CONTEXT * self._jobs, self._jobs, _QUIET
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = os.cpu_count() or 1
        try:
            return xllamacpp.Server(params)
        except (RuntimeError, ValueError) as error:
            raise ConfigError(f"{self._file.name} cannot be loaded: {error}", "take another GGUF file") from error
