"""The asking side of a keeper: starts it, asks, and ends it when it takes too long."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import llmwiki
from llmwiki.palace.store.frames import Message, receive, send

_MODULE = "llmwiki.palace.store.keeper"
_GOODBYE = 5.0
_LONGEST = 300


class KeeperGone(Exception):
    """The keeper ended without an answer.

    Attributes:
        late: It was ended by us because no answer came in time.
        reason: What ended it, for people.
    """

    def __init__(self, reason: str, *, late: bool) -> None:
        super().__init__(reason)
        self.reason, self.late = reason, late


class Keeping:
    """One keeper process, started by the first question and again after it ended. Threads take turns.

    Args:
        place: What the keeper opens: ``folder`` or ``url`` with ``headers``.
    """

    def __init__(self, place: Mapping[str, Any]) -> None:
        self._place = place
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: IO[bytes] = io.BytesIO()

    def ask(self, head: Mapping[str, Any], blob: bytes = b"", *, seconds: float) -> Message:
        """Ask and wait for the answer.

        Raises:
            KeeperGone: It ended, or ``seconds`` went by and it was ended.
        """
        with self._turn:
            process = self._running()
            late = threading.Event()
            timer = threading.Timer(seconds, _end, (process, late))
            timer.daemon = True
            timer.start()
            try:
                answer = _exchange(process, head, blob)
            finally:
                timer.cancel()
            if answer is None:
                raise self._gone(process, late=late.is_set())
            return answer

    def close(self) -> None:
        """End the keeper, which lets go of files and locks."""
        with self._turn:
            if self._process is not None:
                self._let_go(self._process)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
            self._process = subprocess.Popen(  # noqa: S603 - this project's own module
                # -P: a file of the current folder must not be taken for a module.
                [sys.executable, "-P", "-m", _MODULE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                env=_environment(),
            )
            _exchange(self._process, self._place, b"", answered=False)
        return self._process

    def _gone(self, process: subprocess.Popen[bytes], *, late: bool) -> KeeperGone:
        said = self._let_go(process)
        if late:
            return KeeperGone("no answer in time", late=True)
        code = process.returncode
        return KeeperGone(said or (f"signal {-code}" if code < 0 else f"exit code {code}"), late=False)

    def _let_go(self, process: subprocess.Popen[bytes]) -> str:
        """End the process. Gives the last line that it complained with."""
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):  # what could not be written any more is of no use
                    stream.close()
        try:
            process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._process = None
        with self._complaints as file:
            file.seek(0)
            lines = file.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:_LONGEST] if lines else ""


def _exchange(process: subprocess.Popen[bytes], head: Mapping[str, Any], blob: bytes, *, answered: bool = True) -> Message | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        send(process.stdin, head, blob)
    except OSError:  # it ended; its exit code tells more
        return None
    return receive(process.stdout) if answered else None


def _end(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _environment() -> dict[str, str]:
    """The same package there as here, and no telemetry, whatever the package's own setting says."""
    here = str(Path(llmwiki.__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "ANONYMIZED_TELEMETRY": "False"}
