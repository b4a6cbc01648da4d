"""A person at the keyboard: a vault with sources in both languages, and a way to type commands."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from llmwiki.cli.app import run

FERRIES = """# Ferries of the bay

The Amber Line is a ferry company of Port Selda. The Amber Line was founded in 1921 by Ada Renfrew.

A tide table is a list that says when the water is high at a place. The Amber Line prints a tide table every year.
"""
HARBOUR = """# The harbour of Port Selda

The Amber Line moved its ticket office to the harbour in 1954. In 1987 the Amber Line bought four electric ferries.
The Cobalt Tram is a tram company that meets the ferries. The Cobalt Tram was founded in 1930. The Amber Line sold the Cobalt Tram in 1990.

A tide table hangs at every pier, and skippers read the tide table before they leave.
"""
DEPLOY = """# 部署流程

蓝鲸平台（BlueWhale）是一个持续部署平台。蓝鲸平台由云舟科技在2021年发布。蓝鲸平台每天部署三百次。

## 步骤

蓝鲸平台先构建镜像，再推送到仓库，最后滚动升级。
"""
SUMMARY = "# 总结\n\n云舟科技在2023年用蓝鲸平台替换了旧系统。蓝鲸平台的作者是李明。蓝鲸平台让停机时间从30分钟降到0。\n"
# What a person does against the rules of SCHEMA.md: names with capitals, pages in another folder or without sources.
OWN_DOING = {"W205", "W214", "W407"}
SOURCES = {"ferries.md": FERRIES, "harbour.md": HARBOUR, "部署流程.md": DEPLOY, "总结.md": SUMMARY}


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Keyboard:
    """Types commands in a folder that has the vault ``wiki`` and the sources ``in``."""

    home: Path
    capsys: pytest.CaptureFixture[str]

    @property
    def vault(self) -> Path:
        return self.home / "wiki"

    def type(self, *words: str) -> Said:
        self.capsys.readouterr()
        code = run(list(words))
        out, err = self.capsys.readouterr()
        assert "Traceback" not in out + err
        assert code != 70, err
        return Said(code, out, err)

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def state(self, *, folder: str = "wiki", log: bool = True) -> dict[str, str]:
        """Path to digest of all that git would keep."""
        root = self.home / folder
        found = {}
        for file in sorted(root.rglob("*")):
            name = file.relative_to(root).as_posix()
            if file.is_file() and not name.startswith((".wiki/local", ".wiki/cache", ".git/")) and (log or name != "log.md"):
                found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
        return found

    def ingest(self, *inputs: str) -> Any:
        """Ingest, check that the account adds up, that the vault is clean, and that a second run changes nothing."""
        said = self.type("ingest", *inputs, "--json")
        told = said.json
        kinds = ("captured", "revised", "unchanged", "duplicate")
        assert sum(told[kind] for kind in kinds) + len(told["refused"]) + len(told["failed"]) == told["inputs"]
        assert said.code == int(bool(told["refused"] or told["failed"]))
        assert told["citations"]["rejected"] == 0
        self.check()
        before = self.state()
        self.type("ingest", *inputs)
        assert self.state() == before
        return told

    def check(self) -> None:
        found = [finding for finding in self.type("lint", "--json").json["findings"] if finding["severity"] != "info"]
        assert {finding["code"] for finding in found} <= OWN_DOING, self.type("lint").out


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a vault that has compiled the sources; it is copied, never used."""
    home = tmp_path_factory.mktemp("compiled")
    (home / "in").mkdir()
    for name, text in SOURCES.items():
        (home / "in" / name).write_text(text, encoding="utf-8")
    assert run(["init", str(home / "wiki"), "--tags", "organisation,product,method"]) == 0
    assert run(["ingest", str(home / "in"), "--vault", str(home / "wiki")]) == 0
    return home


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    """In a folder with a new vault."""
    assert run(["init", str(tmp_path / "wiki")]) == 0
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIKI_VAULT", str(tmp_path / "wiki"))
    return Keyboard(tmp_path, capsys)


@pytest.fixture
def full(compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    """In a folder with sources and the vault that was made from them."""
    shutil.copytree(compiled, tmp_path / "home", symlinks=True)
    monkeypatch.chdir(tmp_path / "home")
    monkeypatch.setenv("WIKI_VAULT", str(tmp_path / "home" / "wiki"))
    return Keyboard(tmp_path / "home", capsys)
