"""Documents that are zip files, read part by part within the budgets; names inside are keys and never paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.budget import open_zip
from llmwiki.sources.limits import MAX_MARKUP_BYTES, megabytes
from llmwiki.sources.markup.trees import parse_xml, refuse_doctype

if TYPE_CHECKING:
    from lxml.etree import _Element


class Package:
    """A document in a zip file.

    Args:
        data: The file's bytes.
        what: The format in words, for reasons: ``Word document``.

    Raises:
        SourceRefused: no zip file, too many members, or more bytes than a document may unpack to.
    """

    def __init__(self, data: bytes, what: str) -> None:
        self.what = what
        self._archive = open_zip(data, what=what)
        self.names = tuple(member.name for member in self._archive)
        self._members = {_key(member.name): member for member in reversed(self._archive.members)}
        self._refused = {_key(name): reason for name, reason in self._archive.refused}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _key(name) in self._members

    def read(self, name: str) -> bytes:
        """The bytes of a member; part names are compared without regard to case (ECMA-376 part 2, 6.2.2.3).

        Raises:
            SourceRefused: missing, locked, damaged, or too big to be parsed.
        """
        member = self._members.get(_key(name))
        if member is None:
            reason = self._refused.get(_key(name), "is missing in it")
            raise SourceRefused(f"is a broken {self.what}: {_shown(name)} {reason}")
        if member.size > MAX_MARKUP_BYTES:
            size = f"{megabytes(member.size)}, the limit is {megabytes(MAX_MARKUP_BYTES)}"
            raise SourceRefused(f"is too big for a {self.what}: {_shown(name)} has {size}")
        return self._archive.read(member.name)

    def xml(self, name: str) -> _Element:
        """The root of an XML member, without any document type of its own.

        Raises:
            SourceRefused: as ``read``, or no XML.
        """
        return parse_xml(self.read(name), _shown(name), self.what)

    def check_markup(self) -> None:
        """Look through all XML before a library gets to parse it.

        Raises:
            SourceRefused: a part is too big or declares a document type.
        """
        for name in self.names:
            if name.lower().endswith((".xml", ".rels", ".vml")):
                refuse_doctype(self.read(name), _shown(name), self.what)


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def _shown(name: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in name)[-80:]
