"""What a converter takes and gives."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Literal, NamedTuple, Protocol, Self

from llmwiki.errors import SourceRefused
from llmwiki.sources.limits import HEAD_BYTES, MAX_BYTES, WHOLE_BYTES, megabytes

SourceKind = Literal["article", "paper", "transcript", "asset"]
Branches = Literal["current", "all"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the person who ingests wants of the conversion.

    Attributes:
        redact: Whether secrets in conversations are taken out before anything is kept.
        branches: Of a conversation with regenerated answers: the branch that is shown, or all of them.
        allow_private_addresses: Whether an address may lead to this machine or the network it is in.
    """

    redact: bool = True
    branches: Branches = "current"
    allow_private_addresses: bool = False


DEFAULT_OPTIONS = Options()
_TOLD_BYTES = 1024 * 1024
_END = 4096


@dataclass(frozen=True, slots=True)
class Original:
    """An input as it arrived.

    Attributes:
        name: File name (last path component) as given.
        data: The bytes, unchanged; of a file that is too large to be held at once only its beginning, see ``file``.
        origin: Where it came from, as text for the record: a path that begins with the given folder,
            a bare file name, or a URL; never a path of the machine.
            What comes out of a container is ``export.zip/conversations.json#ID``.
        place: Its path in the vault if it lies there, else empty.
        options: What the person wants of the conversion.
        charset: Encoding that a web server named for it, or that the whole is in of which this is a part, else empty.
        kind: Which of ``plugins.CONVERTERS`` reads it where that is known without a look at its bytes, as for the parts of
            a long conversation; else empty.
        file: Where the bytes are, for a file of which ``data`` is only the beginning. ``unpack.expanded`` cuts such an input
            into parts or reads it whole: no converter meets one.
        tell: Told now and then what share of a long input has been read, from 0 to 1.
    """

    name: str
    data: bytes
    origin: str
    place: str = ""
    options: Options = field(default=DEFAULT_OPTIONS, compare=False)
    charset: str = ""
    kind: str = ""
    file: Path | None = field(default=None, compare=False)
    tell: Callable[[float], None] = field(default=lambda _: None, compare=False, repr=False)

    @property
    def size(self) -> int:
        """Bytes of the whole input. Raises OSError where its file is gone."""
        return self.file.stat().st_size if self.file else len(self.data)

    def open(self) -> IO[bytes]:
        """All bytes, to be read from the beginning. Raises OSError."""
        return self.file.open("rb") if self.file else io.BytesIO(self.data)

    def end(self) -> bytes:
        """The last bytes. Raises OSError."""
        with self.open() as stream:
            stream.seek(max(self.size - _END, 0))
            return stream.read()

    def whole(self) -> Self:
        """The same with all of its bytes in ``data``.

        Raises:
            SourceRefused: they are too many to be held at once.
            OSError: they cannot be read.
        """
        if self.file is None:
            return self
        if self.size > MAX_BYTES:
            raise SourceRefused(f"is too big: {megabytes(self.size)}, the limit is {megabytes(MAX_BYTES)} for what is read at once")
        return replace(self, data=self.file.read_bytes(), file=None)

    def lines(self) -> Iterator[bytes]:
        """The lines without their ends, one at a time: for formats with one record a line, however large."""
        start = told = 0
        while (end := self.data.find(b"\n", start)) >= 0:
            yield self.data[start:end].removesuffix(b"\r")
            start = end + 1
            if start - told > _TOLD_BYTES:
                told = start
                self.tell(start / len(self.data))
        if start < len(self.data):
            yield self.data[start:]


def opened(path: Path, name: str, origin: str, place: str = "") -> Original:
    """A regular file as an input; of a large one only the beginning is read. Raises OSError."""
    size = path.stat().st_size
    if size <= WHOLE_BYTES:
        return Original(name, path.read_bytes(), origin, place)
    with path.open("rb") as stream:
        return Original(name, stream.read(HEAD_BYTES), origin, place, file=path)


class Refusal(NamedTuple):
    """An input that gave no source, for the report.

    Attributes:
        input: What was given, as the person wrote it (relative to the given folder for files found in one).
        reason: Why, in words for the report.
        failed: Whether nobody could read it (it is missing, the system refused), so that trying again may help.
        service: Whether a service outside of this machine failed.
    """

    input: str
    reason: str
    failed: bool = False
    service: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A document turned into Markdown text.

    Attributes:
        text: Markdown. For Markdown and plain text the decoded original, unchanged.
        title: From metadata, else the first heading, else the first line, else the name.
        kind: Which folder of ``raw/`` it belongs in.
        language: ``en`` or ``zh`` by script (the two writers there are); other languages as ``en``.
        author, date: From metadata, date as ISO text; empty when unknown.
        origin: Copied from the original, or the canonical address named inside.
        verbatim: True when ``text`` is the original itself, so no second file is kept beside it.
        extractor: Name and version of what made ``text``.
        tags: Tags the author gave it, without ``#``.
        notes: What a person should know about the conversion: pages without text, a guessed encoding.
        kept: Bytes to keep as the original where it must not be kept as it came (secrets taken out); None: as it came.
    """

    text: str
    title: str
    kind: SourceKind
    language: str
    author: str
    date: str
    origin: str
    verbatim: bool
    extractor: str
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    kept: bytes | None = None


class Converter(Protocol):
    """Turns one family of formats into a Source.

    Attributes:
        name: Of the format, for reports.
        extractor: What makes the text, as in ``Source.extractor``: known sources that another version made are read again
            and become new revisions where the text differs.
    """

    name: str

    @property
    def extractor(self) -> str:
        """Name and version, e.g. ``pypdf 6.4.0``; a class attribute will do."""
        ...

    def accepts(self, original: Original) -> bool:
        """Whether the bytes (not the name alone) look like this converter's format."""
        ...

    def convert(self, original: Original) -> Source:
        """Convert, or raise SourceRefused with the reason for the report."""
        ...
