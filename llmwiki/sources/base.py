"""What a converter takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

SourceKind = Literal["article", "paper", "transcript", "asset"]


@dataclass(frozen=True, slots=True)
class Original:
    """An input as it arrived.

    Attributes:
        name: File name (last path component) as given.
        data: The bytes, unchanged.
        origin: Where it came from, as text for the record: a path that begins with the given folder,
            a bare file name, or a URL; never a path of the machine.
        place: Its path in the vault if it lies there, else empty.
    """

    name: str
    data: bytes
    origin: str
    place: str = ""


class Refusal(NamedTuple):
    """An input that gave no source, for the report.

    Attributes:
        input: What was given, as the person wrote it (relative to the given folder for files found in one).
        reason: Why, in words for the report.
        failed: Whether nobody could read it (it is missing, the system refused), so that trying again may help.
    """

    input: str
    reason: str
    failed: bool = False


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


class Converter(Protocol):
    """Turns one family of formats into a Source."""

    name: str

    def accepts(self, original: Original) -> bool:
        """Whether the bytes (not the name alone) look like this converter's format."""
        ...

    def convert(self, original: Original) -> Source:
        """Convert, or raise SourceRefused with the reason for the report."""
        ...
