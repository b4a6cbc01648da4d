"""Set-up shared by all tests: hypothesis profiles, a clean environment, small vaults."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Images of containers often forbid bytecode files. Without them every worker rewrites every test module, and every program that a test
# starts compiles this project anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell lets what it starts in the background ignore interrupts, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What the suite writes is read back within seconds and then thrown away: a disk only holds it up, most of all when other programs use it.
_MEMORY, _ROOM = Path("/dev/shm"), 2 * 1024**3
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

SOAK = os.environ.get("WIKI_SOAK") == "1"

settings.register_profile("ci", max_examples=20, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("soak" if SOAK else "ci")


Tiers = tuple[list[str], list[str]]
TIERS = pytest.StashKey[Tiers]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as quick the cases that a trial leaves to `make test`: all ``but`` those of ``only``, or none but those of ``but``."""
    named, met = set(), set()
    for item in items:
        mark, call = item.get_closest_marker("trial"), getattr(item, "callspec", None)
        if not mark or not call or not mark.kwargs:
            continue
        test, cases = item.nodeid.removesuffix(f"[{call.id}]"), mark.kwargs.get("but") or mark.kwargs["only"]
        here = [case for case in cases if f"-{case}-" in f"-{call.id}-"]
        named |= {(test, case) for case in cases}
        met |= {(test, case) for case in here}
        if bool(here) is ("but" in mark.kwargs):
            item.add_marker("quick")
    config.stash[TIERS] = (_without_a_quick_test(items), [f"{test}: {case}" for test, case in sorted(named - met)])


def _without_a_quick_test(items: list[pytest.Item]) -> list[str]:
    """Files that leave nothing to `make test` though they are not marked as trials as a whole."""
    files = {item.path for item in items if not any(mark.name == "trial" for mark in item.getparent(pytest.Module).own_markers)}
    return sorted(map(str, files - {item.path for item in items if is_quick(item)}))


def is_quick(item: pytest.Item) -> bool:
    """Whether `make test` runs it."""
    return not item.get_closest_marker("trial") or item.get_closest_marker("quick") is not None


@pytest.fixture
def tiers(request: pytest.FixtureRequest) -> Tiers:
    """Of what was collected: files without a quick test, and quick cases that are not there. Single tests say nothing of either."""
    if any("::" in word for word in request.config.args):
        pytest.skip("single tests are named")
    return request.config.stash[TIERS]


FEW = 4
"""A command, and another that meets it; a fork of a test takes 10 ms, a Python 100 ms and more."""

_started: list[str] = []


def _note_a_start(event: str, values: tuple[object, ...]) -> None:
    """Remember what is started, but for git, which is done at once."""
    if event in {"os.fork", "os.forkpty", "os.posix_spawn"}:
        _started.append(event)
    elif event == "subprocess.Popen" and Path(os.fsdecode(values[0])).name != "git":  # type: ignore[arg-type]
        _started.append(os.fsdecode(values[0]))  # type: ignore[arg-type]


sys.addaudithook(_note_a_start)


_before = 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    """Begin to count; hooks, not a fixture: what each of thousands of tests asks for costs more than the smallest of them."""
    global _before  # noqa: PLW0603 - tests of one process run one after the other
    _before = len(_started)
    yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """What starts more is a trial (CONTRIBUTING.md). It is counted, as time would hang on the machine."""
    yield
    assert not is_quick(item) or len(_started) - _before <= FEW, f"mark it `trial`: it starts {_started[_before:]}"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What collecting makes stays to the end, so the garbage collector need not look at it, neither here nor in the tests."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """In a fresh checkout each module has to be rewritten and compiled: every other worker begins at a folder's end, so that each does half."""
    report = yield
    if isinstance(collector, pytest.Directory) and os.environ.get("PYTEST_XDIST_WORKER", "").endswith(("1", "3", "5", "7", "9")):
        for module in reversed([node for node in report.result if isinstance(node, pytest.Module)]):
            with suppress(Exception, pytest.skip.Exception):  # it is told when its turn comes
                module.obj  # noqa: B018 - imports it
    return report


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """A killed process loses nothing that it wrote, so flushing only costs time here; that it is asked for are tests of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No setting of the machine reaches a test, no test reaches the user's caches; the day is always the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "caches"))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "settings"))
        for name in [name for name in os.environ if name.endswith("_API_KEY")]:
            patch.delenv(name)
        for name in ("WIKI_VAULT", "WIKI_PALACE", "WIKI_DEBUG", "NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        patch.setenv("SOURCE_DATE_EPOCH", "1796025600")  # 2026-11-30
        yield


@pytest.fixture
def write(tmp_path: Path) -> Callable[[dict[str, str | bytes]], Path]:
    """Write files below a new folder ``vault`` and give that folder."""

    def make(files: dict[str, str | bytes]) -> Path:
        root = tmp_path / "vault"
        for name, data in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)
        return root

    return make


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Write the settings of the person for all vaults."""

    def make(text: str) -> None:
        file = tmp_path / "xdg" / "llmwiki" / "config.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))

    return make


@pytest.fixture
def locked_out(tmp_path: Path) -> None:
    """Skip where permissions bind nobody, as for root with all its capabilities; CI runs these tests without them."""
    probe = tmp_path / "probe"
    probe.touch(mode=0)
    readable = os.access(probe, os.R_OK)
    probe.unlink()
    if readable:
        pytest.skip("this user may read everything")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names for cases with bytes: archives hold the time of their making, and every worker must give a case the same name."""
    return argname if isinstance(val, bytes) else None
