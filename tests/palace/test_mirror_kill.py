"""A mirror that is killed anywhere: what was there stays, and the next run makes the palace that an unbroken one makes."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from mining_harness import killed_after, plant
from wiki_harness import SAMPLES

from llmwiki.create import create
from llmwiki.mirror import mirror
from llmwiki.palace.palace import Palace
from llmwiki.palace.ranking import Scope
from llmwiki.palace.shelves import load_shelf, origin_of, wanted
from llmwiki.verify import verify
from llmwiki.workspace import Site, Workspace
from tests.palace_harness import TermEmbedder, document

SOAK = os.environ.get("WIKI_SOAK") == "1"
KILLS, KILLS_WITH_CHROMA = (90, 20) if SOAK else (1, 0)
# Share of the first run's time at which a later one, that finds everything warm, has still something to do.
LATEST = 0.7
CHROMA = 3.0
"""Seconds that its process takes to start and to write."""
PAGES, ENTITIES = 120, 125
State = dict[str, list[tuple[object, ...]]]

_STATE = {
    "drawers": (
        "SELECT f.origin, f.wing, f.path, f.sha256, f.room, f.title, f.date, d.id, d.hall, d.headings, d.first, d.last, d.text, d.position,"
        " d.before, d.after, w.terms, v.vector FROM drawers AS d JOIN files AS f ON f.number = d.file JOIN words AS w ON w.rowid = d.number"
        " LEFT JOIN vectors AS v ON v.embedded = d.embedded ORDER BY d.id"
    ),
    "closets": "SELECT c.id, c.lines, f.wing, f.path FROM closets AS c JOIN files AS f ON f.number = c.file ORDER BY c.id",
    "rooms": "SELECT key, value FROM meta WHERE key LIKE 'divided:%' ORDER BY key",
    "totals": "SELECT drawers, terms FROM totals",
}


def page(number: int) -> str:
    return f"# Heron {number}\n\nword{number} of heron{number % 7} stands here, 苍鹭{number}在湖边。\n"


def filled(palace: Palace) -> State:
    return palace.ask(lambda connection: {name: connection.execute(query).fetchall() for name, query in _STATE.items()})


class Bench:
    """A vault copied for every try, and the palace that an unbroken mirror makes of it."""

    def __init__(self, folder: Path, template: Path) -> None:
        self._template, self.root = template, folder / "wiki"
        self.renewed()
        begun = time.process_time()
        self.gone_on()
        self.cpu = time.process_time() - begun
        self.after = self.state()

    def renewed(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._template, self.root)

    def opened(self) -> Workspace:
        wiki = Workspace.open(self.root)
        wiki.palace.embedder = TermEmbedder(16)
        return wiki

    def mirror(self) -> None:
        mirror(self.opened(), lambda _done, _total: None)

    def gone_on(self) -> None:
        """What a mirror does, but for the copy in Chroma, whose process takes ten times as long to start as all else to do."""
        wiki = self.opened()
        with closing(wiki.palace) as palace:
            wiki.fill_palace()
            palace.follow()
            palace.embed()

    def state(self) -> State:
        with closing(self.opened().palace) as palace:
            return filled(palace)

    def differences(self) -> list[str]:
        return [f"{found.fault} {found.path}: {found.detail}" for found in verify(Site.of(self.opened())).differences]


def killed_with_its_processes(seconds: float, work: Callable[[], object]) -> bool:
    """Run work in a child, kill it and all that it started after so many seconds; whether that ended it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            work()
        finally:
            os._exit(0)
    time.sleep(seconds)
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:  # it has not begun, or is done
        os.kill(pid, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(pid, 0)[1])


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault that no palace knows yet; what was mined into it waits in the journal."""
    root = tmp_path_factory.mktemp("vault") / "wiki"
    create(root, domain="Search", tags=["search"], language="en", now="2026-11-30")
    plant(root, {f"concepts/{number:03}.md": page(number) for number in range(PAGES)})
    plant(root, {f"entities/鹭{number:03}.md": page(1000 + number) for number in range(ENTITIES)})
    plant(root, {f"raw/{path.name}": path.read_bytes() for path in SAMPLES.glob("*.md")})
    mined = [document(f"{number}.md", f"mined{number} 开采{number}", wing="mined") for number in range(30)]
    Workspace.open(root).palace.journal.append(mined)
    return root


@pytest.fixture(scope="module")
def edited(fresh: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same vault mirrored, and then worked on: pages are new, changed, renamed, gone, so that one room holds most of the rest."""
    root = Path(shutil.copytree(fresh, tmp_path_factory.mktemp("edited") / "wiki"))
    wiki = Workspace.open(root)
    wiki.palace.embedder = TermEmbedder(16)
    wiki.fill_palace()
    wiki.palace.follow()
    wiki.palace.embed()
    wiki.palace.close()
    for number in range(0, PAGES, 3):
        (root / f"concepts/{number:03}.md").write_text(page(number) + f"\nA line more, 又一行{number}。\n", "utf-8")
    for number in range(1, PAGES, 6):
        (root / f"concepts/{number:03}.md").rename(root / f"concepts/moved-{number:03}.md")
    for number in range(ENTITIES // 2):
        (root / f"entities/鹭{number:03}.md").unlink()
    return root


def rooms(palace: Palace) -> set[str]:
    return {str(row[4]) for row in filled(palace)["drawers"]}


def part(wiki: Workspace, folder: str) -> Palace:
    """The palace of a mirror that was killed when it had filed one folder."""
    files = {(wiki.wing, path): digest for path, digest in wanted(wiki.vault).items() if path.startswith(folder)}
    wiki.palace.sync(origin_of(wiki.wing), files, lambda place: load_shelf(wiki.vault, *place))
    return wiki.palace


def test_rooms_are_divided_by_what_a_vault_is_and_not_by_what_a_killed_run_filed_of_it(fresh: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(fresh, tmp_path / "wiki"))
    palace = part(Workspace.open(root), "concepts/")
    assert rooms(palace) == {"concepts", ""}
    palace.close()
    mirror(Workspace.open(root), lambda _done, _total: None, vectors=False)
    assert {"concepts", "entities"} < rooms(Workspace.open(root).palace)


def test_rooms_that_a_killed_run_left_undivided_are_divided_by_the_next(fresh: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(fresh, tmp_path / "wiki"))
    shutil.rmtree(root / "entities")
    wiki = Workspace.open(root)
    wiki.palace.follow()
    part(wiki, "").close()
    assert Workspace.open(root).fill_palace().kept > PAGES
    assert "concepts/part-1" in rooms(Workspace.open(root).palace)


def kept_of_before(bench: Bench) -> None:
    """What was acknowledged before the run is found at once, with no next run: what was mined, and the pages that nobody touched."""
    palace = bench.opened().palace
    for question, path in (("mined7", "7.md"), ("开采29", "29.md")):
        assert [hit.drawer.path for hit in palace.search(question, Scope(1), "words").hits] == [path]
    palace.close()


@pytest.mark.trial
@pytest.mark.parametrize("template", ["fresh", "edited"])
def test_a_killed_mirror_is_gone_on_from(template: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    killed = 0
    bench = Bench(tmp_path, request.getfixturevalue(template))
    for number in range(KILLS):
        bench.renewed()
        killed += killed_after(random.Random(number).uniform(0.01, LATEST * bench.cpu), bench.mirror)
        kept_of_before(bench)
        bench.gone_on()
        assert bench.state() == bench.after, number
    assert killed


@pytest.mark.trial
@pytest.mark.parametrize("number", range(KILLS_WITH_CHROMA))
def test_a_mirror_that_is_killed_with_chroma_is_gone_on_from(fresh: Path, edited: Path, tmp_path: Path, number: int) -> None:
    bench = Bench(tmp_path, (fresh, edited)[number % 2])
    killed_with_its_processes(random.Random(number).uniform(0.01, bench.cpu + CHROMA), bench.mirror)
    kept_of_before(bench)
    bench.mirror()
    assert bench.state() == bench.after
    assert bench.differences() == []
