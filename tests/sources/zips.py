"""Zip archives as tests need them, broken ones too."""

from __future__ import annotations

import io
import struct
import zipfile


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return buffer.getvalue()


def marked(info: zipfile.ZipInfo, data: bytes = b"x") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr(info, data)
    return buffer.getvalue()


def with_mode(mode: int) -> bytes:
    info = zipfile.ZipInfo("a")
    info.create_system, info.external_attr = 3, mode << 16
    return marked(info)


def overlapping(files: int = 20) -> bytes:
    """Many entries of the directory that share one packed file (Fifield, "A better zip bomb", 2019)."""
    data = packed({"a": b"text " * 100})
    at = data.index(b"PK\x01\x02")
    entry, end = data[at : data.index(b"PK\x05\x06")], data[data.index(b"PK\x05\x06") :]
    entries = b"".join(entry.replace(b"a", bytes([97 + number])) for number in range(files))
    return data[:at] + entries + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, files, files, len(entries), at, 0) + end[22:]
