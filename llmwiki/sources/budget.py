"""What one input may use up, and zip archives read within it.

An archive is data: the names in it are shown, and looked up by readers that know what they want, but never become paths.
Everything that is based on zip (docx, epub, exports) is read through here. Nothing is unpacked to disk.
"""

from __future__ import annotations

import io
import re
import stat
import time
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.failures import failures, told
from llmwiki.sources.limits import MAX_BYTES, MAX_MEMBERS, MAX_RATIO, MAX_UNPACKED, RATIO_FREE, SECONDS_PER_INPUT, megabytes
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_CHUNK = 64 * 1024
_LONGEST_NAME = 255
_HEADER = 30
_ENTRY = b"PK\x01\x02"
_LOCKED = 0x1
_UTF8_NAMES = 0x800
_STORED_OR_DEFLATED = frozenset((0, 8))
_UNIX_MADE = frozenset((3, 19))  # APPNOTE.TXT 4.4.2: UNIX, OS X (Darwin)
# Slashes of other scripts that normal form KC leaves as they are.
_SLASHES = str.maketrans(dict.fromkeys("\\\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff3c\uff0f", "/"))
_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits for one input with all that is inside it.

    Attributes:
        bytes_out: Bytes that may be unpacked in all.
        bytes_member: Bytes of one file in an archive.
        ratio: How many times larger than its packed form a file or a whole archive may be, beyond what is free.
        members: Files of one archive.
        seconds: Time that unpacking itself may take.
        clock: Gives seconds that only ever grow.
    """

    bytes_out: int = MAX_UNPACKED
    bytes_member: int = MAX_BYTES
    ratio: int = MAX_RATIO
    members: int = MAX_MEMBERS
    seconds: float = SECONDS_PER_INPUT
    clock: Callable[[], float] = time.monotonic

    def start(self) -> Meter:
        """A meter for one input."""
        return Meter(self)


BUDGET = Budget()
"""The limits where nobody asks for others."""


class Meter:
    """How much of a budget one input has used so far."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.used = 0
        self._seconds = 0.0

    def take(self, count: int, since: float | None = None) -> None:
        """Account for ``count`` unpacked bytes, and for the time since a reading of the clock.

        Raises:
            SourceRefused: the bytes or the time are used up.
        """
        self.used += count
        if self.used > self.budget.bytes_out:
            raise SourceRefused(f"unpacks to more than {megabytes(self.budget.bytes_out)}, which is the limit")
        if since is not None:
            self._seconds += self.budget.clock() - since
        if self._seconds > self.budget.seconds:
            raise SourceRefused(f"took too long: unpacking was stopped after {self.budget.seconds:.0f} s")

    def check_ratio(self, packed: int, unpacked: int) -> None:
        """Raise SourceRefused for what unpacks to far more than documents do; sizes in bytes."""
        if unpacked > max(RATIO_FREE, self.budget.ratio * packed):
            sizes = f"{megabytes(unpacked)} from {megabytes(packed)}"
            raise SourceRefused(f"unpacks to {sizes}: over {self.budget.ratio} times as much, as only bombs do")


class Member(NamedTuple):
    """A file in an archive: its name for people and for look-up, and its size in bytes as the archive states it."""

    name: str
    size: int


class Archive:
    """An opened zip archive whose directory has been checked.

    Attributes:
        members: The files that can be read, in the archive's order.
        refused: Name and reason of each file that cannot be: links, devices, names that lead out, locked files.
    """

    def __init__(self, zipped: ZipFile, packed: int, meter: Meter) -> None:
        self._zipped = zipped
        self._meter = meter
        self._infos: dict[str, ZipInfo] = {}
        self.refused: list[tuple[str, str]] = []
        infos = zipped.infolist()
        _check_directory(infos, packed, meter)
        for info in infos:
            self._sort_in(info)
        self.members = tuple(Member(name, info.file_size) for name, info in self._infos.items())

    def __contains__(self, name: object) -> bool:
        return name in self._infos

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members)

    def read(self, name: str) -> bytes:
        """The bytes of a file.

        Raises:
            KeyError: no readable file has this name.
            SourceRefused: it is damaged, or the budget is used up.
        """
        info = self._infos[name]
        pieces: list[bytes] = []
        try:
            with self._zipped.open(info) as stream:
                while piece := self._piece(stream):
                    pieces.append(piece)
        except failures(*_zip_errors()) as error:
            raise SourceRefused(f"is damaged: {name} in the archive cannot be unpacked ({told(error)})") from error
        return b"".join(pieces)

    def _piece(self, stream: IO[bytes]) -> bytes:
        since = self._meter.budget.clock()
        piece = stream.read(_CHUNK)
        self._meter.take(len(piece), since)
        return piece

    def _sort_in(self, info: ZipInfo) -> None:
        if info.is_dir():
            return
        name = shown_name(info)
        reason = _objection(info, name) or ("has the name of another file in the archive" if name in self._infos else "")
        if not reason and info.file_size > self._meter.budget.bytes_member:
            reason = f"is too big: {megabytes(info.file_size)}, the limit is {megabytes(self._meter.budget.bytes_member)}"
        if reason:
            self.refused.append((name, reason))
        else:
            self._infos[name] = info


def open_zip(data: bytes, budget: Budget = BUDGET, what: str = "zip archive") -> Archive:
    """Open a zip archive after a look at its directory.

    Args:
        data: The archive.
        budget: What it may use up.
        what: The format in words, for the reason: ``Word document``.

    Raises:
        SourceRefused: it is damaged or cut off, has too many files, files that overlap, or would unpack to too much.
    """
    from zipfile import ZipFile

    if is_crowded(data, budget):
        raise SourceRefused(f"holds too many files for a {what}: over {budget.members:,}")
    try:
        zipped = ZipFile(io.BytesIO(data))
    except failures(*_zip_errors()) as error:
        raise SourceRefused(f"is a broken {what}: {told(error)}") from error
    return Archive(zipped, len(data), budget.start())


def is_crowded(data: bytes, budget: Budget = BUDGET) -> bool:
    """Whether an archive lists too many files; known before ``zipfile`` makes an object for each of them."""
    return data.count(_ENTRY) > budget.members


def shown_name(info: ZipInfo) -> str:
    """The name of a file in an archive as people read it: names without the UTF-8 mark are often UTF-8 or GB18030 all the same."""
    name = info.filename
    if not info.flag_bits & _UTF8_NAMES and not name.isascii():
        raw = name.encode("cp437", "replace")
        for encoding in ("utf-8", "gb18030"):
            try:
                name = raw.decode(encoding)
            except UnicodeDecodeError:
                continue
            break
    shown = visible(name.encode("utf-8", "replace").decode())[0]
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]}..."


def name_objection(name: str) -> str:
    """Why a name in an archive would be no safe relative path, in any spelling of it; empty for a harmless one."""
    if any(unicodedata.category(char) == "Cc" for char in name):
        return "has control characters in its name"
    path = unicodedata.normalize("NFKC", name).translate(_SLASHES)
    if path.startswith("/") or _DRIVE.match(path):
        return "has an absolute path for a name"
    if any(part.rstrip(" ") in {"..", "."} for part in path.split("/")) or not path.strip("/ "):
        return "has a name that leads out of the archive"
    return ""


def _zip_errors() -> tuple[type[BaseException], ...]:
    from zipfile import BadZipFile, LargeZipFile

    return BadZipFile, LargeZipFile


def _check_directory(infos: list[ZipInfo], packed: int, meter: Meter) -> None:
    """Refuse an archive by what its directory says, before anything is unpacked."""
    reaches = sorted((info.header_offset, info.header_offset + _HEADER + info.compress_size) for info in infos)
    if any(end > start for (_, end), (start, _) in pairwise(reaches)):
        raise SourceRefused("is no honest archive: its files overlap, as only in archive bombs")
    whole = sum(info.file_size for info in infos)
    meter.check_ratio(packed, whole)
    for info in infos:
        meter.check_ratio(info.compress_size, info.file_size)
    if whole > meter.budget.bytes_out:
        raise SourceRefused(f"unpacks to {megabytes(whole)}, the limit is {megabytes(meter.budget.bytes_out)}")


def _objection(info: ZipInfo, name: str) -> str:
    """Why a file in an archive is not read; empty for one that is."""
    kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system in _UNIX_MADE else 0
    if kind == stat.S_IFLNK:
        return "is a link, which is not followed"
    if kind not in {0, stat.S_IFREG}:
        return "is not a file: a device, pipe or socket"
    if info.flag_bits & _LOCKED:
        return "is locked with a password"
    if info.compress_type not in _STORED_OR_DEFLATED:
        return "is packed in a way that is not read here; pack it again as an ordinary zip"
    return name_objection(name)
