"""Pictures."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sources.contract import Case, ConverterContract
from sources.golden_check import check

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.images.exif import read_exif
from llmwiki.sources.images.sizes import Size, pixel_size
from llmwiki.sources.shelve import shelve


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def exif(*, turn: int = 1, order: str = "<") -> bytes:
    """A directory with artist, description and orientation, and a camera's part with the day."""
    texts = {0x010E: "The north quay 北码头".encode(), 0x013B: b"Ada Brandt", 0x9003: b"2024:05:06 07:08:09"}
    start = 8 + 2 + 4 * 12 + 4 + 2 + 12 + 4
    places, blob = {}, b""
    for tag, text in texts.items():
        places[tag] = start + len(blob)
        blob += text + b"\x00"
    head = {"<": b"II*\x00", ">": b"MM\x00*"}[order] + struct.pack(f"{order}I", 8)
    first = struct.pack(f"{order}H", 4)
    for tag in (0x010E, 0x013B):
        first += struct.pack(f"{order}HHII", tag, 2, len(texts[tag]) + 1, places[tag])
    first += struct.pack(f"{order}HHIHH", 0x0112, 3, 1, turn, 0)
    first += struct.pack(f"{order}HHII", 0x8769, 4, 1, 8 + 2 + 4 * 12 + 4)
    camera = struct.pack(f"{order}HHHII", 1, 0x9003, 2, len(texts[0x9003]) + 1, places[0x9003])
    return head + first + bytes(4) + camera + bytes(4) + blob


def png(width: int = 800, height: int = 600, extra: bytes = b"") -> bytes:
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + extra + chunk(b"IEND", b"")


def jpeg(block: bytes = b"") -> bytes:
    app = b"\xff\xe1" + struct.pack(">H", len(block) + 8) + b"Exif\x00\x00" + block if block else b""
    return b"\xff\xd8" + app + b"\xff\xdb\x00\x04ab\xff\xff\xc0\x00\x11\x08" + struct.pack(">HH", 480, 640) + bytes(12) + b"\xff\xd9"


def box(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data) + 8) + kind + data


def ispe(width: int, height: int) -> bytes:
    return box(b"ispe", bytes(4) + struct.pack(">II", width, height))


HEIC = box(b"ftyp", b"heic" + bytes(8)) + box(b"meta", bytes(4) + box(b"iprp", box(b"ipco", ispe(320, 240) + ispe(4032, 3024)))) + bytes(99)
SIZES: dict[str, tuple[bytes, Size]] = {
    "png": (png(), Size(800, 600)),
    "gif": (b"GIF89a" + struct.pack("<HH", 12, 34) + bytes(20), Size(12, 34)),
    "jpeg": (jpeg(), Size(640, 480)),
    "webp lossy": (b"RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a" + struct.pack("<HH", 550, 368), Size(550, 368)),
    "webp lossless": (b"RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f" + struct.pack("<I", 385 | 394 << 14), Size(386, 395)),
    "webp extended": (b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00" + bytes(4) + b"\xcf\x07\x00\x0c\x0b\x00", Size(2000, 2829)),
    "bmp": (b"BM" + bytes(12) + struct.pack("<Iii", 40, 20, -10) + bytes(20), Size(20, 10)),
    "tiff": (b"MM\x00*" + struct.pack(">IHHHIHHHHII", 8, 2, 256, 3, 1, 7, 0, 257, 4, 1, 9) + bytes(4), Size(7, 9)),
    "heic": (HEIC, Size(4032, 3024)),
}
SVG = (
    '<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY big "aaaa">]>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200.4" onload="alert(1)">'
    "<title>The harbour</title><script>alert(2)</script><style>text{}</style><defs><text>template</text></defs><g><text>North <tspan>quay</tspan></text>"
    '<text><tspan x="0" y="1">北码头</tspan><tspan x="0" y="2">&big;深水</tspan></text></g>'
    '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><p>[[One]]</p><script>no()</script></div></foreignObject></svg>'
).encode()


def read(data: bytes, name: str) -> Source:
    return convert(Original(name, data, name))


class TestPng(ConverterContract):
    case = Case("image", png(), name="north-quay.png")


class TestSvg(ConverterContract):
    case = Case("image", SVG, name="plan.svg")


@pytest.mark.parametrize(
    ("name", "data"), [("north-quay.jpg", jpeg(exif(turn=6))), ("plan.svg", SVG), ("码头.png", png(extra=chunk(b"eXIf", exif(order=">"))))]
)
def test_golden(name: str, data: bytes) -> None:
    check(f"{name}.md", read(data, name))


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name: str) -> None:
    data, size = SIZES[name]
    assert pixel_size(data) == size


@pytest.mark.parametrize("order", ["<", ">"])
def test_day_author_and_description(order: str) -> None:
    found = read_exif(jpeg(exif(turn=8, order=order)))
    assert found == ("2024-05-06", "Ada Brandt", "The north quay 北码头", True)


@given(st.sampled_from([data for data, _ in SIZES.values()] + [jpeg(exif())]), st.integers(0, 200), st.binary(max_size=8))
def test_broken_headers_never_fail(data: bytes, place: int, noise: bytes) -> None:
    broken = data[:place] + noise + data[place + len(noise) :]
    for part in (broken, data[:place]):
        assert pixel_size(part).width >= 0
        assert read_exif(part) is not None


def test_a_note_of_a_picture_shows_it() -> None:
    original = Original("North quay.png", png(), "North quay.png")
    shelved = shelve(original, convert(original), ())
    assert shelved.path.startswith("raw/assets/")
    name = shelved.asset_path.rpartition("/")[2]
    assert (
        f"\n---\n![[{name}]]\n\n# North quay\n".encode() in shelved.data
        or f"\n---\n\n![[{name}]]\n\n# North quay\n".encode() in shelved.data
    )
    assert shelved.asset == original.data


def test_scripts_of_a_drawing_are_told_and_left_out() -> None:
    source = read(SVG, "plan.svg")
    assert "alert" not in source.text
    assert "no()" not in source.text
    assert "aaaa" not in source.text
    assert "3 scripts in the drawing, not part of the note" in source.notes


def test_a_broken_drawing_is_refused() -> None:
    with pytest.raises(SourceRefused, match="is a broken SVG image"):
        read(b"<svg-x></svg-x>", "a.svg")
