"""A real browser for tests: Chromium without a window, driven over a pipe by the DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
FAILURES = {"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"}


class Tab:
    """One page in the browser.

    Attributes:
        requested: Addresses that the page asked for, with its own.
        complaints: Errors of scripts, lines in the console, breaches of its policy.
    """

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out, self._rest, self._number = into, out, b"", 0
        self._session: str | None = None
        self.requested: list[str] = []
        self.complaints: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def open(self, page: Path, *, dark: bool = False, script: bool = True, width: int = 1280) -> None:
        """Load a file and wait until nothing is left to be loaded."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.call("Page.navigate", url=page.as_uri())
        while self._read().get("method") != "Page.loadEventFired":
            pass

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript gives."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)["result"].get("value")

    def picture(self, path: Path) -> None:
        """Save what the whole page looks like."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Give an order and wait for its answer."""
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        os.write(self._into, json.dumps({"id": self._number, "method": method, "params": parameters, **session}).encode() + b"\0")
        while (message := self._read()).get("id") != self._number:
            pass
        assert "error" not in message, message
        return message["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._out, 1 << 16)
            assert piece, "the browser went away"
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if message.get("method") == "Network.requestWillBeSent":
            self.requested.append(message["params"]["request"]["url"])
        elif message.get("method") in FAILURES:
            self.complaints.append(json.dumps(message["params"]))
        return message


@contextmanager
def tab(profile: Path) -> Iterator[Tab]:
    """A browser with a new profile in that folder; the test is skipped where there is no browser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    theirs_in, ours_in = os.pipe()
    ours_out, theirs_out = os.pipe()
    script = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'  # the protocol is spoken on file descriptors 3 and 4
    command = ["bash", "-c", script, "bash", str(theirs_in), str(theirs_out), program, *QUIET, f"--user-data-dir={profile}"]
    with subprocess.Popen(command, pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Tab(ours_in, ours_out)
        finally:
            browser.kill()
            os.close(ours_in)
            os.close(ours_out)
