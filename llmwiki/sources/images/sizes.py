"""Width and height of pictures, read from their headers."""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

_JPEG_FRAMES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
_JPEG_MARK = 0xFF
_JPEG_BARE = frozenset((0x01, *range(0xD0, 0xDA)))
_SEARCHED = 1024 * 1024
_ISPE = re.compile(rb"ispe\x00{4}(.{8})", re.DOTALL)
_WIDTH_TAG, _HEIGHT_TAG = 256, 257
_OLD_BMP = 12
_TURNED = 0x9D012A


class Size(NamedTuple):
    """Pixels; 0 by 0 when the header does not tell."""

    width: int = 0
    height: int = 0


def pixel_size(data: bytes) -> Size:
    """The size of a PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC or AVIF picture by the headers that their specifications give.

    Never fails: a header that is cut off or broken gives 0 by 0.
    """
    for mark, read in _READERS:
        if mark.match(data):
            try:
                return read(data)
            except (struct.error, IndexError, ValueError):
                return Size()
    return Size()


def _png(data: bytes) -> Size:
    """The IHDR chunk, always first (PNG, 11.2.1)."""
    return Size(*struct.unpack_from(">II", data, 16))


def _gif(data: bytes) -> Size:
    """The logical screen descriptor (GIF89a, 18)."""
    return Size(*struct.unpack_from("<HH", data, 6))


def _jpeg(data: bytes) -> Size:
    """The first frame header behind any other segments (ITU T.81, B.2.2)."""
    place = 2
    while place + 9 < len(data):
        if data[place] != _JPEG_MARK:
            place += 1
            continue
        marker = data[place + 1]
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, place + 5)
            return Size(width, height)
        place += 2 if marker in _JPEG_BARE else 1 if marker == _JPEG_MARK else 2 + struct.unpack_from(">H", data, place + 2)[0]
    return Size()


def _webp(data: bytes) -> Size:
    """The extended, lossless or lossy header (RFC 9649, 2.5 to 2.7)."""
    if data[12:16] == b"VP8X":
        return Size(1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if int.from_bytes(data[23:26], "big") == _TURNED:
        width, height = struct.unpack_from("<HH", data, 26)
        return Size(width & 0x3FFF, height & 0x3FFF)
    return Size()


def _bmp(data: bytes) -> Size:
    """The information header; a negative height means that rows run from the top."""
    if struct.unpack_from("<I", data, 14)[0] == _OLD_BMP:
        return Size(*struct.unpack_from("<HH", data, 18))
    width, height = struct.unpack_from("<ii", data, 18)
    return Size(abs(width), abs(height))


def _tiff(data: bytes) -> Size:
    """Width and length tags of the first directory (TIFF 6.0, section 2)."""
    order = "<" if data[:2] == b"II" else ">"
    start = struct.unpack_from(f"{order}I", data, 4)[0]
    found = {}
    for entry in range(struct.unpack_from(f"{order}H", data, start)[0]):
        tag, kind = struct.unpack_from(f"{order}HH", data, start + 2 + 12 * entry)
        found[tag] = struct.unpack_from(f"{order}{'H' if kind == 3 else 'I'}", data, start + 10 + 12 * entry)[0]  # noqa: PLR2004 - 3 is SHORT
    return Size(found.get(_WIDTH_TAG, 0), found.get(_HEIGHT_TAG, 0))


def _heif(data: bytes) -> Size:
    """The largest image spatial extents property: the picture itself, not its tiles and thumbnail (ISO/IEC 23008-12, 6.5.3)."""
    sizes = (Size(*struct.unpack(">II", match[1])) for match in _ISPE.finditer(data, 0, _SEARCHED))
    return max(sizes, key=lambda size: size.width * size.height, default=Size())


_READERS = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), _png),
    (re.compile(rb"GIF8"), _gif),
    (re.compile(rb"\xff\xd8\xff"), _jpeg),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), _webp),
    (re.compile(rb"BM"), _bmp),
    (re.compile(rb"II\*\x00|MM\x00\*"), _tiff),
    (re.compile(rb".{4}ftyp", re.DOTALL), _heif),
)
