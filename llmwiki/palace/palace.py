"""A palace: drawers of vaults, folders and conversations, filed once and found again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from llmwiki.config.keys import require_trusted
from llmwiki.errors import Busy, ConfigError, IndexDamaged, ServiceError
from llmwiki.palace.ahead import ahead
from llmwiki.palace.copying import CLOSETS, DRAWERS, Names, copy_all, copy_changed
from llmwiki.palace.filing import Synced, sync
from llmwiki.palace.finding import Question, drawer_by_id, find, with_neighbours
from llmwiki.palace.following import ORIGIN, UNORDERED, follow
from llmwiki.palace.hit import Found, Hit, Mode
from llmwiki.palace.inventory import wings
from llmwiki.palace.journal import Journal
from llmwiki.palace.nearness import Matrix, Nearness, Point
from llmwiki.palace.placing import put_in_order
from llmwiki.palace.preset import find_as_mempalace
from llmwiki.palace.records import COPIED, Records, Snapshot, read_meta, write_meta
from llmwiki.palace.sampled import Sampler
from llmwiki.palace.vectors import embed_missing, keep_model, kept_model
from llmwiki.palace.words import bm25_weight, documents

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.drawer import Drawer
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.palace.journal import Entry
    from llmwiki.palace.ranking import Scope
    from llmwiki.palace.shelf import Shelf
    from llmwiki.palace.store.base import Where
    from llmwiki.palace.store.chroma import Chroma

EXACT_MOST = 100_000
"""Drawers up to which a search looks at every vector; that takes 15 ms of it there, and no index of a library can be wrong."""

NAMES = Names(DRAWERS, CLOSETS)

Answer = TypeVar("Answer")
Place = tuple[str, str]
"""Wing and path of a file."""


class Home(NamedTuple):
    """Where a palace lies.

    Attributes:
        journal: Folder of the text that is nowhere else.
        cache: Folder of the records, which can be deleted at any time.
    """

    journal: Path
    cache: Path

    @classmethod
    def alone(cls, folder: Path) -> Home:
        """A palace with a folder of its own."""
        return cls(folder / "journal", folder / "cache")


class Palace:
    """An opened palace. Several processes may use it at once.

    Args:
        home: Where it lies; made when the first drawer comes.
        names: Of the collections in Chroma.
        url: Of the Chroma server that holds them; empty: they lie in the cache folder.
        choose: Gives what makes vectors of questions and drawers, when that is first needed, knowing the key of the identity of the model
            whose vectors are there; None: there is none, and words alone are searched.
    """

    def __init__(
        self, home: Home, choose: Callable[[str], Embedder | None] = lambda _kept: None, *, names: Names = NAMES, url: str = ""
    ) -> None:
        self.home = home
        self._choose = choose
        self.names, self._url = names, url
        self.journal = Journal(home.journal)
        self.records = Records(home.cache, self._refill)
        self._mirrored: dict[str, tuple[Mapping[Place, str], Callable[[Place], Shelf]]] = {}
        self._matrix = Matrix()
        self._sampler = Sampler()

    @cached_property
    def embedder(self) -> Embedder | None:
        """What makes vectors."""
        return self._choose(self.records.do(kept_model))

    def sync(self, origin: str, wanted: Mapping[Place, str], load: Callable[[Place], Shelf]) -> Synced:
        """Bring the drawers of an origin, such as a vault, in line with its files.

        Args:
            origin: Whose files; those of others stay.
            wanted: Wing and path to SHA-256 of every file it has.
            load: Gives the content of one that is new or changed.
        """
        self._mirrored[origin] = (wanted, load)
        return self.records.do(lambda connection: sync(connection, origin, wanted, load))

    def keep(self, entries: Iterable[Entry]) -> int:
        """Add entries to the journal and file them; gives their number.

        Raises:
            Busy, WriteError: The journal cannot be written; nothing was added.
        """
        count = self.journal.append(entries)
        self.follow()
        return count

    def follow(self) -> int:
        """File what the journal has and the records have not, and give its number; rooms are put in order where all was filed anew."""
        count = self.records.do(lambda connection: follow(connection, self.journal))
        if self.records.do(lambda connection: read_meta(connection, UNORDERED)):
            for wing in self.records.do(lambda connection: wings(connection, ORIGIN)):  # a vault may be halfway in
                self.put_in_order(wing)
            self.records.do(lambda connection: write_meta(connection, UNORDERED, ""))
        return count

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever written."""
        return not (self.journal.path.exists() or self.records.path.exists())

    def ask(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Look something up in the records, which follow the journal first."""
        self.follow()
        return self.records.do(work)

    def embed(self, progress: Callable[[int, int], None] = lambda _done, _total: None) -> int:
        """Make the vectors that are missing, and give their number. What is done stays when it is interrupted.

        A palace whose vectors are another model's keeps them until all new ones are there.

        Raises:
            ServiceError: The embedder's server failed.
        """
        if self.embedder is None:
            return 0
        embedder = self.embedder
        made = self.records.do(lambda connection: embed_missing(connection, embedder, progress))
        if self.records.do(kept_model) != embedder.identity.key:
            self.records.do(lambda connection: keep_model(connection, embedder.identity.key))
        return made

    def put_in_order(self, wing: str) -> int:
        """Divide the rooms of a wing that swallow it, and give the number of files that moved."""
        return self.records.do(lambda connection: put_in_order(connection, wing))

    def copy(self, *, anew: bool = False) -> int:
        """Bring the copy in Chroma in line with the vectors, and give the number of drawers and closets that were put in or taken out.

        Args:
            anew: Make it from nothing, beside the one that is there.

        Raises:
            Busy: Another process writes to it.
            ServiceError: The server does not answer.
        """
        model = self.model
        if not model:
            return 0
        lost = not self._url and not (self.home.cache / "chroma").exists()
        bring = copy_all if anew or lost else copy_changed
        try:
            return self.records.do(lambda connection: bring(connection, self.chroma, self.names, model))
        except IndexDamaged:
            return self.records.do(lambda connection: copy_all(connection, self.chroma, self.names, model))

    @property
    def has_copy(self) -> bool:
        """Whether one was ever made in Chroma."""
        return bool(self.records.do(lambda connection: read_meta(connection, COPIED)))

    @cached_property
    def chroma(self) -> Chroma:
        """Where the copy is; Chroma runs in a process of its own, started when it is first asked."""
        from llmwiki.palace.store.chroma import Chroma

        if self._url:
            require_trusted(self._url)
        return Chroma(url=self._url) if self._url else Chroma(self.home.cache / "chroma")

    def search(self, text: str, scope: Scope, mode: Mode = "hybrid") -> Found:
        """Drawers that fit a question, words or a sentence in any language; by words alone, and it says so, where there are no vectors."""
        self.follow()
        point, note = (None, "") if mode == "words" else self._pointed(text)
        if point is not None:
            try:
                return self._searched(Question(text, point), scope, mode)
            except ServiceError as error:
                note = f"{error.message}; only words were searched"
        return self._searched(Question(text), scope, "words", note)

    def weights(self, terms: Iterable[str]) -> dict[str, float]:
        """How much each term tells: its inverse document frequency, and the highest there is for one that is nowhere."""
        counts = self.records.do(lambda connection: documents(connection, list(terms)))
        total = self.count
        return {term: bm25_weight(count, total) for term, count in counts.items()}

    def drawer(self, key: str) -> Drawer | None:
        """The drawer with an id."""
        return self.records.do(lambda connection: drawer_by_id(connection, key))

    @property
    def count(self) -> int:
        """Drawers in the palace."""
        return int(self.records.do(lambda connection: connection.execute("SELECT drawers FROM totals").fetchone()[0]))

    @property
    def model(self) -> str:
        """Key of the identity of the model whose vectors are searched; empty when there are none."""
        return self.records.do(kept_model)

    def close(self) -> None:
        """Let go of files, and of Chroma if it was started; the next question opens them again."""
        self.records.close()
        if "chroma" in self.__dict__:
            self.chroma.close()

    def _searched(self, question: Question, scope: Scope, mode: Mode, note: str = "") -> Found:
        hits, remark = self.records.do(lambda connection: self._find(connection, question, scope, mode))
        lacking = self._lacking() if question.point is not None else ""
        return Found(tuple(hits), mode, "; ".join(filter(None, (note, remark, lacking))))

    def _pointed(self, text: str) -> tuple[Point | None, str]:
        """Where a question lies, which is found out while its words are searched; or why it lies nowhere."""
        kept = self.records.do(kept_model)
        try:
            embedder = self.embedder
            if embedder is None:
                return None, ""
        except ConfigError as error:
            rebuild = "; `wiki palace rebuild --embedder NAME` makes vectors with another" if kept else ""
            return None, f"{error.message}, so only words were searched{rebuild}"
        if not kept:
            return None, "no vectors yet, so only words were searched; `wiki mirror` makes them" if self.count else ""
        try:
            key = embedder.identity.key
        except ServiceError as error:
            return None, f"{error.message}; only words were searched"
        if key == kept:
            return Point(ahead(lambda: embedder.question(text)), key, embedder.trust), ""
        rebuild = f"`wiki palace rebuild --embedder {embedder.identity.name}`"
        return None, f"the vectors are of {kept}, not of {key}, so only words were searched; {rebuild} makes them anew"

    def _find(self, connection: sqlite3.Connection, question: Question, scope: Scope, mode: Mode) -> tuple[list[Hit], str]:
        with Snapshot(connection):
            if scope.preset and question.point is not None:
                hits, remark = find_as_mempalace(connection, self._matrix, (question.text, question.point), scope), ""
            else:
                hits, remark = find(connection, self._near, question, scope, mode)
            return (with_neighbours(connection, hits, scope.neighbours) if scope.neighbours else hits), remark

    def _near(self, connection: sqlite3.Connection, point: Point, where: Where, asked: Iterable[int]) -> Nearness:
        """Over all vectors, or in a large palace by its copy; where that does not answer, the vectors are here all the same."""
        if self.count > EXACT_MOST and read_meta(connection, COPIED) == point.model:
            try:
                return self._sampler.near(connection, self.chroma.store(self.names.drawers), point, where, asked)
            except (Busy, IndexDamaged, ServiceError):
                point.make()  # a server of embeddings that fails is no fault of the copy, and fails again here
                self.chroma.close()
        return self._matrix.near(connection, point, where, asked)

    def _lacking(self) -> str:
        """What a search by vectors may have missed."""
        if not self._matrix.count:
            return ""
        missing = self.count - self._matrix.count
        return f"{missing:,} drawers have no vector yet; `wiki mirror` makes them" if missing > 0 else ""

    def _refill(self) -> None:
        """Fill damaged records anew from what they mirror."""
        for origin, (wanted, load) in list(self._mirrored.items()):
            self.sync(origin, wanted, load)
        self.follow()
