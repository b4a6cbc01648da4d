"""Naming a format from its first bytes, for inputs that cannot be read yet."""

from __future__ import annotations

import json
import re

from llmwiki.sources.limits import SAMPLE_BYTES

# Signatures as registered with IANA or given in each format's own specification.
_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"{\\rtf", "RTF document"),
    (0, b"\x89PNG\r\n\x1a\n", "PNG image"),
    (0, b"\xff\xd8\xff", "JPEG image"),
    (0, b"GIF8", "GIF image"),
    (0, b"BM6", "BMP image"),
    (0, b"II*\x00", "TIFF image"),
    (0, b"MM\x00*", "TIFF image"),
    (0, b"\x00\x00\x01\x00", "icon"),
    (8, b"WEBP", "WebP image"),
    (8, b"WAVE", "WAV audio"),
    (8, b"AVI ", "AVI video"),
    (4, b"ftyp", "MP4 or HEIC media file"),
    (0, b"ID3", "MP3 audio"),
    (0, b"\xff\xfb", "MP3 audio"),
    (0, b"OggS", "Ogg media file"),
    (0, b"fLaC", "FLAC audio"),
    (0, b"\x1aE\xdf\xa3", "Matroska video"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office document (doc, xls, ppt or msg)"),
    (0, b"\x1f\x8b", "gzip archive"),
    (0, b"BZh", "bzip2 archive"),
    (0, b"\xfd7zXZ\x00", "xz archive"),
    (0, b"\x28\xb5\x2f\xfd", "zstd archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (0, b"Rar!\x1a\x07", "RAR archive"),
    (257, b"ustar", "tar archive"),
    (0, b"\x7fELF", "ELF program"),
    (0, b"MZ\x90\x00", "Windows program"),
    (0, b"\xcf\xfa\xed\xfe", "macOS program"),
    (0, b"\xca\xfe\xba\xbe", "Java class or macOS program"),
    (0, b"\x00asm", "WebAssembly module"),
    (0, b"SQLite format 3\x00", "SQLite database"),
    (0, b"%!PS", "PostScript document"),
    (0, b"AT&TFORM", "DjVu document"),
    (60, b"BOOKMOBI", "Kindle book"),
    (0, b"bplist00", "binary property list"),
    (0, b"PAR1", "Parquet file"),
    (0, b"wOF2", "font"),
    (0, b"\x00\x01\x00\x00\x00", "font"),
    (0, b"OTTO", "font"),
)

# Names that zip-based documents hold near their beginning, in the order they are told apart.
_ZIPPED: tuple[tuple[bytes, str], ...] = (
    (b"word/", "Word document (docx)"),
    (b"ppt/", "PowerPoint slides (pptx)"),
    (b"xl/", "Excel workbook (xlsx)"),
    (b"application/epub+zip", "EPUB book"),
    (b"application/vnd.oasis.opendocument", "OpenDocument file"),
    (b"Index/Document.iwa", "Apple iWork document"),
)

# Extensions of text formats that need a converter of their own.
_BY_EXTENSION: dict[str, str] = {
    **dict.fromkeys(("json", "jsonl", "ndjson", "geojson", "ipynb", "canvas", "base"), "JSON"),
    **dict.fromkeys(("csv", "tsv"), "table (CSV or TSV)"),
    **dict.fromkeys(("yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "lock", "env"), "settings file"),
    **dict.fromkeys(("xml", "rss", "atom", "opml", "plist", "xsd", "xsl"), "XML"),
    **dict.fromkeys(("vtt", "srt", "sbv", "ass"), "subtitles"),
    **dict.fromkeys(("eml", "mbox"), "e-mail"),
    **dict.fromkeys(("mht", "mhtml"), "web archive (MHTML)"),
    **dict.fromkeys(("svg", "drawio", "excalidraw"), "drawing"),
    **dict.fromkeys(("tex", "bib", "sty", "cls"), "TeX"),
    **dict.fromkeys(("css", "scss", "less"), "style sheet"),
    **dict.fromkeys(
        (
            *("py", "pyi", "js", "mjs", "cjs", "ts", "tsx", "jsx", "vue", "go", "rs", "java", "kt", "scala", "c", "h"),
            *("cc", "cpp", "hpp", "cs", "m", "swift", "rb", "php", "pl", "lua", "r", "jl", "sh", "bash", "zsh", "fish"),
            *("ps1", "bat", "sql", "el", "clj", "hs", "ml", "ex", "erl", "dart", "zig", "asm", "diff", "patch", "map"),
        ),
        "source code",
    ),
}

_TEXT_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"WEBVTT\b"), "subtitles"),
    (re.compile(r"\d+\s*\n\d\d:\d\d:\d\d,\d{3} --> "), "subtitles"),
    (re.compile(r"From: <Saved by "), "web archive (MHTML)"),
    (re.compile(r"(?:(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID):.*\n)(?:[\w-]+:.*\n|[ \t].*\n)+"), "e-mail"),
    (re.compile(r"(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*+-->\s*+)*+(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b", re.DOTALL), "SVG image"),
)


def extension(name: str) -> str:
    """The part of a file name behind its last dot, lower case; empty without one."""
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if dot and stem else ""


def binary_kind(data: bytes) -> str:
    """Name the format of bytes that carry a known signature; empty when none is known."""
    if data[:4] in {b"PK\x03\x04", b"PK\x05\x06"}:
        head = data[:SAMPLE_BYTES] + data[-SAMPLE_BYTES:]
        return next((kind for mark, kind in _ZIPPED if mark in head), "zip archive")
    return next((kind for offset, mark, kind in _SIGNATURES if data[offset : offset + len(mark)] == mark), "")


def text_kind(text: str, name: str) -> str:
    """Name a text format that needs its own converter; empty for prose.

    The extension decides for tables, settings and code, whose text looks like any other; the content
    decides for what has a form of its own, whatever the file is called.
    """
    head = text[:SAMPLE_BYTES].lstrip("\ufeff \t\r\n")
    found = next((kind for sign, kind in _TEXT_SIGNS if sign.match(head)), "")
    if found:
        return found
    if _is_json(text, head):
        return "JSON"
    return _BY_EXTENSION.get(extension(name), "")


def _is_json(text: str, head: str) -> bool:
    """Whether a text is one JSON value, or one JSON object a line."""
    if head[:1] not in {"{", "["}:
        return False
    first_line = head.partition("\n")[0]
    for candidate in (text, first_line) if first_line[:1] == "{" else (text,):
        try:
            json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        return True
    return False
