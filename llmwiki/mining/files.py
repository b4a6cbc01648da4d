"""The files of one project against what the palace knows of it: new, changed, the same, moved, gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from llmwiki.errors import ConfigError
from llmwiki.mining.account import Account, Filed, Order
from llmwiki.mining.document import Document
from llmwiki.mining.gone import on_disk, proven_gone
from llmwiki.palace.database import storable
from llmwiki.palace.entries import file_entry
from llmwiki.palace.folders import Folders, folder_entry, prefix_of
from llmwiki.palace.following import ORIGIN
from llmwiki.palace.rooms import file_room, topic_wing
from llmwiki.palace.shelf import Shelf

if TYPE_CHECKING:
    from llmwiki.mining.batch import Batch
    from llmwiki.mining.project import Project
    from llmwiki.palace.inventory import Known, Place


class ProjectFiles:
    """One project in its wing.

    Args:
        project: The folder.
        order: What the person wants.
        known: All files of the palace.
        folders: All folders that were mined.

    Raises:
        ConfigError: the wing is a vault's, whose files are filed already.
    """

    def __init__(self, project: Project, order: Order, known: Mapping[Place, Known], folders: Folders) -> None:
        self.project, self.order = project, order
        self.wing = order.wing or _wing(project, order.topics, folders)
        of_wing = folders.get(self.wing, {})
        taken = frozenset(path.partition("/")[0] for wing, path in known if wing == self.wing)
        self.prefix = prefix_of(of_wing, project.root, taken)
        self._is_noted = of_wing.get(self.prefix) == str(project.root)
        self._others = tuple(prefix for prefix in of_wing if prefix and prefix != self.prefix)
        if any(wing == self.wing and known[wing, path].origin != ORIGIN for wing, path in known):
            raise ConfigError(f"the wing {self.wing!r} is that of a vault, whose files are filed already", "name another one with --wing")
        self._known = {path: known[wing, path] for wing, path in known if wing == self.wing and self._is_own(path, known[wing, path])}
        self._twins: dict[str, str] = {}
        self._present: set[str] = set()

    def begin(self, files: list[str], batch: Batch) -> None:
        """Before the first file: which ones there are."""
        self._present = {self._place(path) for path in files}
        self._twins = {known.sha256: path for path, known in sorted(self._known.items(), reverse=True) if path in self._present}
        if not self._is_noted:
            batch.note(folder_entry(self.wing, self.prefix, str(self.project.root)))

    def is_known(self, path: str, digest: str) -> bool:
        """Whether a file is filed as it is."""
        known = self._known.get(self._place(path))
        return known is not None and known.sha256 == digest

    def is_twin(self, path: str, digest: str) -> bool:
        """Whether another file with this content is filed."""
        place = self._place(path)
        return self._twins.get(digest, place) != place

    def clashes(self, path: str) -> bool:
        """Whether the place of a file in the wing belongs to another folder."""
        return path.startswith(self._others) if self._others and not self.prefix else False

    def file(self, path: str, digest: str, document: Document, batch: Batch) -> None:
        """File a document that is new or changed."""
        where = self._place(path)
        room = self.order.room or file_room(where, (document.title,) if document.markdown else ())
        shelf = Shelf(where, (), "file", self.wing, room, document.title, (), document.date, document.language)
        entry = file_entry(shelf, document.text, digest, markdown=document.markdown, hall=document.hall)
        batch.file(entry, Filed("changed" if where in self._known else "new", self.wing, room, where))
        self._twins.setdefault(digest, where)

    def drop(self, path: str, batch: Batch) -> None:
        """Take out what was filed of a file that is there and no document any more."""
        if (place := self._place(path)) in self._known:
            batch.take_out(self.wing, place)

    def sweep(self, account: Account, batch: Batch) -> None:
        """Take out documents whose files were moved or deleted, and tell of those that are missing only.

        A file that is on the disk and not listed (ignored by now, or hidden) is kept too: nobody deleted it.
        """
        own = (path for path in self._known if path.startswith(self.prefix + self.project.inside) and path not in self._present)
        away = {path: path.removeprefix(self.prefix) for path in own}
        missing = {path: inside for path, inside in away.items() if inside not in on_disk(self.project.root, away.values())}
        moved = {path for path in missing if self._known[path].sha256 in self._twins}
        gone = proven_gone(self.project, [missing[path] for path in sorted(missing.keys() - moved)])
        for path in sorted(away):
            if path in moved or away[path] in gone or self.order.prune:
                batch.take_out(self.wing, path, moved=path in moved)
            else:
                account.kept.append((self.wing, path))

    def _place(self, path: str) -> str:
        """Where a file is in the wing; bytes of its name that are no UTF-8 are kept as the records keep them."""
        return storable(self.prefix + path)

    def _is_own(self, path: str, known: Known) -> bool:
        return (
            known.kind == "file"
            and path.startswith(self.prefix)
            and not (self._others and not self.prefix and path.startswith(self._others))
        )


def _wing(project: Project, topics: Sequence[str], folders: Folders) -> str:
    """The wing of a project: where it was mined before, else the topic that a folder of its path names, else its own."""
    if str(project.root) in folders.get(project.wing, {}).values():
        return project.wing
    return topic_wing(topics, folders=project.root.parts) or project.wing
