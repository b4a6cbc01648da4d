"""Whatever happens to the process or the disk, the vault is as it was before or as it is after."""

from __future__ import annotations

import errno
import os
import random
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from gate_harness import NOW, Ending, Faults, in_child, sample_changes, sample_vault, state

from llmwiki.archive import archive
from llmwiki.errors import WriteError
from llmwiki.merge import merge
from llmwiki.vault.apply import apply, recover
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import sha256_of
from llmwiki.vault.operations import operations
from llmwiki.vault.recover import pending
from llmwiki.vault.undo import undo
from llmwiki.workspace import Workspace

FULL = os.environ.get("WIKI_SOAK") == "1"
DAY = date(2026, 11, 30)
Work = Callable[[Path], object]


def _apply(root: Path) -> None:
    apply(sample_changes(root), action="ingest", now=NOW)


def _undo(root: Path) -> None:
    undo(root, now=NOW)


def _undoable(root: Path) -> Path:
    _apply(root)
    return root


class Bench:
    """One template vault, copied for every try, and its two good states."""

    def __init__(self, folder: Path, work: Work, template: Path) -> None:
        self._folder, self._template, self.work = folder, template, work
        self.before = state(template)
        self.operations = len(operations(template))
        self.calls = self.strike(Faults(0))[1].calls
        self.after = state(self.root)

    @property
    def root(self) -> Path:
        return self._folder / "try"

    def strike(self, faults: Faults):
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._template, self.root)
        return self.root, in_child(lambda: self.work(self.root), faults)

    def check(self) -> None:
        recover(self.root)
        found = state(self.root)
        assert found in (self.before, self.after)
        assert not any(name.endswith(".tmp") for name in found)
        assert not pending(self.root)
        assert len(list(self.root.glob(".wiki/local/operations/*.json"))) == self.operations + (found == self.after)


def _merge(root: Path) -> None:
    merge(Workspace.open(root, DAY), "部署流程", "old", now=NOW)


def _archive(root: Path) -> None:
    archive(Workspace.open(root, DAY), "部署流程", successor="old", now=NOW)


@pytest.fixture(params=[_merge, _archive])
def verb(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    template = sample_vault(tmp_path / "template")
    (template / ".wiki").mkdir()
    return Bench(tmp_path, request.param, template)


@pytest.fixture(scope="module", params=["apply", "undo"])
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Made once: every strike is at a fresh copy of the template."""
    folder = tmp_path_factory.mktemp(request.param)
    template = sample_vault(folder / "template")
    if request.param == "apply":
        return Bench(folder, _apply, template)
    return Bench(folder, _undo, _undoable(template))


def _points(bench: Bench, step: int, part: int = 0, parts: int = 1) -> Iterator[int]:
    """Every call in the long campaign; in the daily suite every ``step``-th, and of these every one in so many ``parts``.

    Tests that differ only in the error share the points among them: what is taken back hangs on the call, hardly on the error's number.
    """
    assert bench.before != bench.after
    yield from range(1, bench.calls + 1) if FULL else range(1 + part * step, bench.calls + 1, step * parts)


def _was_struck(bench: Bench, ending: Ending, at: int) -> bool:
    """Whether the child was killed; or it ended well before that call, as threads that make one folder need a few calls more or less."""
    return ending.killed or (ending.calls < at and not ending.message and state(bench.root) == bench.after)


FAULTS: dict[str, dict[str, Any]] = {
    "killed": {},
    "killed in a write": {"torn": True},
    "refused": {"error": errno.ENOSPC},
    "refused from then on": {"error": errno.EIO, "lasting": True},
    "interrupted": {"interrupt": True},
}


@pytest.mark.trial(but=["apply"])
@pytest.mark.parametrize("fault", FAULTS)
def test_struck_midway_leaves_before_or_after(bench: Bench, fault: str):
    _, ending = bench.strike(Faults(bench.calls // 2, **FAULTS[fault]))
    assert ending.killed or ending.message
    bench.check()


@pytest.mark.trial
@pytest.mark.parametrize("torn", [False, True])
def test_killed_at_any_call_leaves_before_or_after(bench: Bench, *, torn: bool):
    for at in _points(bench, 23 if torn else 7 if bench.work is _apply else 11):
        _, ending = bench.strike(Faults(at, torn=torn))
        assert _was_struck(bench, ending, at)
        bench.check()


@pytest.mark.trial
def test_a_verb_killed_at_any_call_leaves_before_or_after(verb: Bench):
    for at in _points(verb, 23):
        _, ending = verb.strike(Faults(at))
        assert _was_struck(verb, ending, at)
        verb.check()


@pytest.mark.trial
@pytest.mark.parametrize(("part", "error"), list(enumerate([errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS])))
def test_one_failed_call_takes_everything_back(bench: Bench, part: int, error: int):
    for at in _points(bench, 7, part, 4):
        _, ending = bench.strike(Faults(at, error=error))
        assert state(bench.root) in (bench.before, bench.after), at
        assert (state(bench.root) == bench.after) == (not ending.message), (at, ending.message)
        bench.check()


@pytest.mark.trial
@pytest.mark.parametrize(("part", "error"), list(enumerate([errno.ENOSPC, errno.EIO])))
def test_disk_that_stays_broken_is_put_right_at_the_next_start(bench: Bench, part: int, error: int):
    for at in _points(bench, 11, part, 2):
        _, ending = bench.strike(Faults(at, error=error, lasting=True))
        assert ending.message, at
        if state(bench.root) not in (bench.before, bench.after):
            assert "next wiki command" in ending.message, at
        bench.check()


@pytest.mark.trial
def test_interrupted_at_any_call_takes_everything_back(bench: Bench):
    for at in _points(bench, 19):
        _, ending = bench.strike(Faults(at, interrupt=True))
        assert ending.message == "interrupted", at
        assert state(bench.root) in (bench.before, bench.after), at
        bench.check()


@pytest.mark.trial
def test_killed_again_while_recovering(bench: Bench):
    for at in _points(bench, 29):
        bench.strike(Faults(at))
        half = bench._folder / "half"
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(bench.root, half)
        again = 0
        killed = True
        while killed:
            again += 5
            shutil.rmtree(bench.root)
            shutil.copytree(half, bench.root)
            killed = in_child(lambda: recover(bench.root), Faults(again)).killed
            bench.check()


@pytest.mark.parametrize("path", ["concepts/renamed.md", "entities/people/new.md", "raw/assets/copy.bin"])
def test_message_names_the_file_and_the_reason(sample: Path, path: str, monkeypatch: pytest.MonkeyPatch):
    before, real, folder = state(sample), os.open, str(sample / path).rpartition("/")[0]

    def full(name, *args, **kwargs):
        if str(name).startswith(f"{folder}/.wiki-"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(WriteError) as caught:
        _apply(sample)
    assert caught.value.message.startswith(path.rpartition("/")[0])
    assert caught.value.message.endswith("could not be written: No space left on device.")
    assert "Free some space" in caught.value.hint
    assert state(sample) == before
    assert not pending(sample)


@pytest.mark.trial
def test_file_edited_between_crash_and_recovery_is_kept(tmp_path: Path):
    bench = Bench(tmp_path, _apply, sample_vault(tmp_path / "template"))
    kept = 0
    for at in _points(bench, 10):
        bench.strike(Faults(at))
        (bench.root / "index.md").write_text("my own words\n")
        recovery = recover(bench.root)
        assert (bench.root / "index.md").read_text() == "my own words\n"
        if recovery and recovery.kept:
            kept += 1
            assert recovery.kept == ("index.md",)
    assert kept


@pytest.mark.trial
def test_next_apply_recovers_first(tmp_path: Path):
    bench = Bench(tmp_path, _apply, sample_vault(tmp_path / "template"))
    for at in _points(bench, 15):
        bench.strike(Faults(at))
        changes = Changes(bench.root)
        changes.write("later.md", "later\n", expect=None)
        receipt = apply(changes, action="later", now=NOW)
        assert (bench.root / "later.md").read_text() == "later\n"
        (bench.root / "later.md").unlink()
        assert state(bench.root) in (bench.before, bench.after)
        assert receipt.recovered is None or receipt.recovered.action == "ingest"


def test_nothing_is_relied_on_before_it_is_flushed(sample: Path, monkeypatch: pytest.MonkeyPatch):
    """A replacing file is flushed before it replaces, and its folder before the journal goes."""
    flushed: set[str] = set()
    dirty: set[str] = set()
    names: dict[int, str] = {}
    real_open, real_fsync, real_replace, real_unlink = os.open, os.fsync, os.replace, os.unlink

    def opened(path, *args, **kwargs):
        descriptor = real_open(path, *args, **kwargs)
        names[descriptor] = str(path)
        return descriptor

    def fsync(descriptor):
        flushed.add(names[descriptor])
        dirty.discard(names[descriptor])
        return real_fsync(descriptor)

    def replaced(source, target):
        assert str(source) in flushed, source
        if str(target).endswith("journal.json") and b'"publish"' in Path(source).read_bytes():
            assert not dirty
        dirty.add(str(Path(target).parent))
        return real_replace(source, target)

    def unlinked(path, *args, **kwargs):
        if str(path).endswith("journal.json"):
            assert not dirty
        return real_unlink(path, *args, **kwargs)

    for name, double in (("open", opened), ("fsync", fsync), ("replace", replaced), ("unlink", unlinked)):
        monkeypatch.setattr(os, name, double)
    _apply(sample)
    assert str(sample / "concepts") in flushed


def test_acknowledged_change_survives_a_kill(sample: Path):
    ending = in_child(lambda: _apply(sample), Faults(0))
    assert not ending.message
    after = state(sample)
    in_child(lambda: recover(sample), Faults(1))
    assert state(sample) == after
    assert [operation.number for operation in operations(sample)] == [1]


@pytest.mark.trial
@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="a long campaign: make soak")
def test_killed_at_random_calls_of_a_long_ingest(tmp_path: Path):
    template = tmp_path / "template"
    template.mkdir()

    def ingest(root: Path) -> None:
        for step in range(20):
            present = {name: sha256_of(data) for name, (data, _) in state(root).items()}
            changes = Changes(root)
            changes.write(f"raw/articles/{step}.md", f"source {step}\n", expect=None)
            for page in range(step % 4 + 1):
                name = f"concepts/{page}.md"
                changes.write(name, f"# {page}\n来源 {step}\n", expect=present.get(name))
            changes.write("log.md", "".join(f"| {n} |\n" for n in range(step + 1)), expect=present.get("log.md"))
            apply(changes, action="ingest", now=NOW)

    root = tmp_path / "try"
    shutil.copytree(template, root)
    calls = in_child(lambda: ingest(root), Faults(0)).calls
    chance = random.Random(20)
    for _ in range(500):
        shutil.rmtree(root)
        shutil.copytree(template, root)
        assert in_child(lambda: ingest(root), Faults(chance.randint(1, calls))).killed
        recover(root)
        done = (root / "log.md").read_text().count("\n") if (root / "log.md").exists() else 0
        assert len(operations(root)) == done
        assert len(list((root / "raw/articles").glob("*"))) == done if done else not (root / "raw").exists()
        for page in root.glob("concepts/*.md"):
            newest = max(step for step in range(done) if step % 4 >= int(page.stem))
            assert page.read_text() == f"# {page.stem}\n来源 {newest}\n"
