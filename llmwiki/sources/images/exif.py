"""What a camera or program wrote into a picture: day, author, description (Exif 2.32; TIFF 6.0). The place is not read."""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

from llmwiki.sources.dates import iso_date
from llmwiki.sources.markup.tokens import plain
from llmwiki.sources.naming import person

_BEGIN = re.compile(rb"Exif\x00\x00(?=II\*\x00|MM\x00\*)|eXIf(?=II\*\x00|MM\x00\*)|EXIF....(?=II\*\x00|MM\x00\*)", re.DOTALL)
_SEARCHED = 1024 * 1024
_DESCRIPTION, _TURN, _CHANGED, _ARTIST, _CAMERA_PART, _TAKEN = 0x010E, 0x0112, 0x0132, 0x013B, 0x8769, 0x9003
_ASCII, _SHORT = 2, 3
_MOST_ENTRIES = 200
_LONGEST = 2000
_ON_ITS_SIDE = 5


class Exif(NamedTuple):
    """Each part empty when missing.

    Attributes:
        date: The day it was taken, else that of its last change.
        author, description: As written.
        on_its_side: Whether width and height change places when it is shown.
    """

    date: str = ""
    author: str = ""
    description: str = ""
    on_its_side: bool = False


def read_exif(data: bytes) -> Exif:
    """Read what the first megabyte holds; what is broken counts as missing."""
    found = _BEGIN.search(data, 0, _SEARCHED)
    start = found.end() if found else 0 if data[:4] in {b"II*\x00", b"MM\x00*"} else -1
    if start < 0:
        return Exif()
    block = data[start : start + _SEARCHED]
    try:
        tags = _tags(block, "<" if block[:2] == b"II" else ">")
    except struct.error:
        return Exif()
    return Exif(
        date=iso_date(str(tags.get(_TAKEN) or tags.get(_CHANGED) or "").replace(":", "-", 2)[:10]),
        author=person(str(tags.get(_ARTIST, ""))),
        description=" ".join(str(tags.get(_DESCRIPTION, "")).split()),
        on_its_side=int(tags.get(_TURN) or 0) >= _ON_ITS_SIDE,
    )


def _tags(block: bytes, order: str) -> dict[int, str | int]:
    """The wanted tags of the first directory and of the camera's own."""
    found = _directory(block, order, struct.unpack_from(f"{order}I", block, 4)[0])
    camera = found.get(_CAMERA_PART)
    return found | _directory(block, order, camera) if isinstance(camera, int) else found


def _directory(block: bytes, order: str, start: int) -> dict[int, str | int]:
    found: dict[int, str | int] = {}
    for entry in range(min(struct.unpack_from(f"{order}H", block, start)[0], _MOST_ENTRIES)):
        tag, kind, count = struct.unpack_from(f"{order}HHI", block, start + 2 + 12 * entry)
        place = start + 10 + 12 * entry
        if kind == _ASCII and tag in {_DESCRIPTION, _CHANGED, _ARTIST, _TAKEN}:
            at = place if count <= 4 else struct.unpack_from(f"{order}I", block, place)[0]  # noqa: PLR2004 - what fits stands in the entry
            found[tag] = plain(block[at : at + min(count, _LONGEST)].partition(b"\x00")[0].decode("utf-8", "replace")).strip()
        elif tag in {_TURN, _CAMERA_PART}:
            found[tag] = struct.unpack_from(f"{order}{'H' if kind == _SHORT else 'I'}", block, place)[0]
    return found
