"""Keeping a library's log off the terminal, and what it said for the report."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message."""
        self.messages.append(record.getMessage())


class Quiet:
    """While entered, collects what a library logs under a name instead of letting it out."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)
        self._name = name
        self._collector = _Collector()
        self._propagated = True

    def __enter__(self) -> Self:
        """Start collecting."""
        self._propagated = self._logger.propagate
        self._logger.propagate = False
        self._logger.addHandler(self._collector)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Let the library speak again."""
        self._logger.removeHandler(self._collector)
        self._logger.propagate = self._propagated

    def summary(self) -> list[str]:
        """One note with the number of warnings and the first of them; nothing when there were none."""
        said = self._collector.messages
        return [f"{self._name}: {len(said)} warning{'s' * (len(said) != 1)}, the first: {' '.join(said[0].split())[:120]}"] if said else []
