"""What ``wiki lint`` does besides printing findings: log, watch, caches."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue

import pytest

from llmwiki.cli.app import run
from llmwiki.cli.lint_watch import concerns
from llmwiki.workspace import Workspace

NOTES = {".obsidian/app.json": "{}", "a.md": "[[b]]\n", "b.md": "[[a]]\n"}


def test_the_log_gets_its_line_only_when_asked(write, capsys) -> None:
    root = write({"SCHEMA.md": "## Domain\nx\n", "log.md": "", "a.md": "[[没有]]\n"})
    words = ["lint", "--vault", str(root), "--select", "W101"]
    assert run(words) == 1
    assert (root / "log.md").read_text() == ""
    assert run([*words, "--log"]) == 1
    assert (root / "log.md").read_text().splitlines()[-1] == "| 2026-11-30 | lint | 3 files | 1 error |"
    capsys.readouterr()
    assert run(["undo", "--vault", str(root)]) == 0
    assert (root / "log.md").read_text() == ""


def test_the_log_keeps_its_form(write) -> None:
    root = write({"SCHEMA.md": "## Domain\nx\n", "wiki/index.md": "", "wiki/log.md": "# Log\n\n## [2026-01-01] ingest | a\n- one\n"})
    assert run(["lint", "--vault", str(root), "--select", "W101", "--log"]) == 0
    assert (root / "wiki/log.md").read_text().endswith("\n## [2026-11-30] lint | 3 files\n- no findings\n")


def test_without_caches_nothing_is_kept(write, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = write(NOTES)
    assert run(["lint", "--vault", str(root), "--no-cache"]) == 0
    assert not (tmp_path / "cache").exists()
    assert run(["lint", "--vault", str(root)]) == 0
    (kept,) = {file.parent for file in (tmp_path / "cache").rglob("*.json*")}
    for file in kept.iterdir():
        file.write_text("nonsense")
    assert run(["lint", "--vault", str(root), "--no-cache"]) == 0
    assert {file.read_text() for file in kept.iterdir()} == {"nonsense"}


@pytest.mark.parametrize("option", ["--severity", "--fail-on"])
def test_a_severity_that_is_none(write, option: str, capsys) -> None:
    assert run(["lint", "--vault", str(write(NOTES)), option, "fatal"]) == 2
    assert "'error', 'warning', 'info'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("a.md", True),
        ("日记/一.md", True),
        ("pic.png", True),
        (".wiki/config.toml", True),
        (".wiki-baseline.json", True),
        (".obsidian/app.json", True),
        (".wiki/cache/pages.jsonl", False),
        (".wiki/local/journal", False),
        (".obsidian/workspace.json", False),
        (".git/index", False),
        ("sub/.hidden/a.md", False),
    ],
)
def test_what_sets_off_a_new_run(tmp_path: Path, path: str, *, counts: bool) -> None:
    assert concerns(tmp_path)(object(), str(tmp_path / path)) == counts


@pytest.mark.parametrize("option", ["--log", "--write-baseline", "--fix"])
def test_what_writes_is_not_watched(write, option: str, capsys) -> None:
    root = write(NOTES)
    assert run(["lint", "--vault", str(root), "--watch", option]) == 2
    assert "--watch" in capsys.readouterr().err
    assert sorted(file.name for file in root.iterdir()) == [".obsidian", "a.md", "b.md"]


class Watching:
    """``wiki lint --watch`` as another process, read line by line."""

    def __init__(self, root: Path) -> None:
        self.program = subprocess.Popen(
            [sys.executable, "-m", "llmwiki", "lint", "--watch", "--select", "W101"], cwd=root, stdout=-1, stderr=-2, text=True
        )
        self.said: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for line in self.program.stdout:
            self.said.put(line)

    def end(self) -> None:
        self.program.kill()
        self.program.wait(20)
        self.reader.join(20)
        self.program.stdout.close()

    def until(self, words: str, seconds: float = 20) -> str:
        heard = ""
        end = time.monotonic() + seconds
        while words not in heard:
            heard += self.said.get(timeout=max(end - time.monotonic(), 0.01))
        return heard


@pytest.mark.trial
def test_it_watches_until_it_is_interrupted(write, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = write({**NOTES, ".wiki/config.toml": "", ".wiki/.gitignore": "cache/\n"})  # so that caches lie inside
    watching = Watching(root)
    try:
        assert "No findings" in watching.until("Ctrl-C")
        assert Workspace.open(root).cache_dir.is_relative_to(root)
        time.sleep(0.3)
        (root / "a.md").write_text("[[gone]]\n")
        (root / "b.md").write_text("[[lost]]\n")
        heard = watching.until("2 warnings in 2 of 2 files.") + watching.until("Ctrl-C")
        assert heard.count("Ctrl-C") <= 2
        (root / ".wiki/config.toml").write_text("[lint\n")
        assert "config.toml cannot be read" in watching.until("Ctrl-C"), "a setting that cannot be used ends nothing"
        (root / ".wiki/config.toml").write_text('[lint]\nseverity = { W101 = "error" }\n')
        assert "2 errors" in watching.until("Ctrl-C")
        with pytest.raises(Empty):
            watching.said.get(timeout=1.5)  # its own caches set nothing off
        watching.program.send_signal(signal.SIGINT)
        assert watching.program.wait(20) == 130
    finally:
        watching.end()
    assert list((root / ".wiki/cache").iterdir())
