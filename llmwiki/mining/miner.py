"""One input after the other: what it is, and whether the palace has it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.mining.account import Account, Order
from llmwiki.mining.batch import Batch
from llmwiki.mining.conversation import TALK, exported
from llmwiki.mining.document import Unfit, digest, is_nothing, read_document, reason_of
from llmwiki.mining.files import ProjectFiles
from llmwiki.mining.listing import list_files
from llmwiki.mining.project import Project, project_of
from llmwiki.mining.talks import Talks
from llmwiki.mining.unfit import unfit_name
from llmwiki.palace.folders import mined_folders
from llmwiki.palace.inventory import known_files
from llmwiki.sources.base import Options, Original, Refusal
from llmwiki.sources.decode import decode
from llmwiki.sources.detect import Detected, detect
from llmwiki.sources.limits import MAX_BYTES

if TYPE_CHECKING:
    from llmwiki.palace.palace import Palace
    from llmwiki.sources.progress import Watch

_NO_TALK = "no conversations"
_AS_DATA = "conversation as data"
"""Marks a conversation that was filed as a file, so that it is one when it is mined as what it is."""
_EXPORTS = (b"PK", b"[", b"\xef\xbb\xbf[")


class Miner:
    """Files inputs in a palace and keeps the account.

    Args:
        palace: Where they go.
        order: What the person wants.
        watch: Told of each input.
    """

    def __init__(self, palace: Palace, order: Order, watch: Watch) -> None:
        self._palace, self._order, self._watch = palace, order, watch
        self.account = Account()
        self._batch = Batch(palace, self.account, dry_run=order.dry_run)
        self._is_new = order.dry_run and palace.is_new
        self._known = {} if self._is_new else palace.ask(known_files)
        self._talks = Talks(palace, order, self._known)
        self._options = Options(redact=order.redact)

    def take(self, given: Path) -> None:
        """Mine a folder, or a single file.

        Raises:
            ConfigError: its wing is a vault's.
            Busy, WriteError: the palace cannot be written.
        """
        try:
            project = project_of(given)
        except SourceRefused as error:
            self.account.failed.append((str(given), error.message))
            return
        folders = {} if self._is_new else self._palace.ask(mined_folders)
        files = ProjectFiles(project, self._order, self._known, folders)
        listing = list_files(project, [folder.resolve() for folder in self._palace.home])
        self.account.skipped += listing.skipped
        if not listing.files:
            self.account.failed.append((str(given), "holds no files that could be mined; nothing is taken out for that"))
            return
        self._batch.wings.add(files.wing)
        self._all(project, listing.files, files)
        self._batch.flush()
        if not self._order.dry_run:
            for wing in sorted(self._batch.wings):
                self._palace.put_in_order(wing)
            self._known = self._palace.ask(known_files)

    def _all(self, project: Project, paths: list[str], files: ProjectFiles) -> None:
        """Every file up to the limit, then what became of those that were there before."""
        is_for_files = self._order.mode != "convos"
        if is_for_files:
            files.begin(paths, self._batch)
        for number, path in enumerate(paths):
            if self._is_enough():
                self.account.left += len(paths) - number
                break
            self._one(project, path, files)
        if is_for_files and not project.only:
            files.sweep(self.account, self._batch)

    def _is_enough(self) -> bool:
        return 0 < self._order.limit <= len(self.account.filed) + self._batch.pending

    def _one(self, project: Project, path: str, files: ProjectFiles) -> None:
        """One file, whatever becomes of it."""
        try:
            if reason := unfit_name(PurePosixPath(path).name):
                raise Unfit(reason)  # noqa: TRY301 - all reasons meet in one place
            original = self._read(project, path)
            self._watch.took(path)
            self._watch.passed(len(original.data))
            self._sort(original, path, files)
        except Unfit as error:
            self.account.skipped[str(error)] += 1
        except SourceRefused as error:
            self._refused(path, error)
        except (OSError, ValueError) as error:
            self.account.failed.append((path, f"cannot be read: {getattr(error, 'strerror', None) or error}"))
            return
        else:
            return
        if self._order.mode != "convos":
            files.drop(path, self._batch)

    def _read(self, project: Project, path: str) -> Original:
        place = project.root / path
        if place.stat().st_size > MAX_BYTES:
            raise Unfit(f"over {MAX_BYTES // 1024 // 1024} MB")
        return Original(place.name, place.read_bytes(), path, options=self._options)

    def _sort(self, original: Original, path: str, files: ProjectFiles) -> None:
        """A document, a conversation, or an export of many."""
        marks = (digest(original.data), digest(original.data, _AS_DATA)) if self._order.mode == "files" else (digest(original.data),)
        if self._order.mode != "convos" and any(files.is_known(path, mark) for mark in marks):
            self.account.unchanged += 1
            return
        if self._order.mode != "files":
            inside = exported(original) if original.data.startswith(_EXPORTS) else None
            if inside is not None:
                for item in inside:
                    self._conversation(item)
                return
        found = detect(original.name, original.data)
        if found.kind in TALK and self._order.mode != "files":
            self._talks.take(original, found.kind, self.account, self._batch)
            files.drop(path, self._batch)
        elif self._order.mode == "convos":
            raise Unfit(_NO_TALK)
        else:
            self._document(original, path, found, files)

    def _conversation(self, item: Original | Refusal) -> None:
        """One conversation of an export."""
        if isinstance(item, Refusal):
            self._refused(item.input, SourceRefused(item.reason))
            return
        try:
            self._talks.take(item, detect(item.name, item.data).kind, self.account, self._batch)
        except SourceRefused as error:
            self._refused(item.origin, error)

    def _refused(self, name: str, error: SourceRefused) -> None:
        """Nothing to file in it is one thing, a file that is damaged another."""
        if is_nothing(error):
            self.account.skipped[reason_of(error)] += 1
        else:
            self.account.failed.append((name, error.message))

    def _document(self, original: Original, path: str, found: Detected, files: ProjectFiles) -> None:
        mark = digest(original.data, _AS_DATA if found.kind in TALK else "")
        if files.clashes(path):
            raise Unfit("in a folder that has the name of another mined one of this wing")
        if files.is_twin(path, mark):
            self.account.duplicate += 1
            files.drop(path, self._batch)
            return
        if found.kind in TALK:
            text = decode(original.data)
            found = Detected("json", text.text, text.exact, text.encoding, text.lost)
        files.file(path, mark, read_document(original, found), self._batch)
