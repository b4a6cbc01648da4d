"""Naming a format from its bytes: the kinds that have a converter by their short name, others in words for the report."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from llmwiki.sources.budget import is_crowded
from llmwiki.sources.limits import SAMPLE_BYTES


class Kind(NamedTuple):
    """A format.

    Attributes:
        name: In words, e.g. ``PNG image``.
        converter: Which of ``plugins.CONVERTERS`` reads it; empty when none does.
    """

    name: str
    converter: str = ""


NO_KIND = Kind("")


# Signatures as registered with IANA or given in each format's own specification.
_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"{\\rtf", "RTF document"),
    (0, b"\x89PNG\r\n\x1a\n", "PNG image"),
    (0, b"\xff\xd8\xff", "JPEG image"),
    (0, b"GIF8", "GIF image"),
    (0, b"BM", "BMP image"),
    (0, b"II*\x00", "TIFF image"),
    (0, b"MM\x00*", "TIFF image"),
    (0, b"\x00\x00\x01\x00", "icon"),
    (8, b"WEBP", "WebP image"),
    (4, b"ftypavif", "AVIF image"),
    (4, b"ftypheic", "HEIC image"),
    (4, b"ftypmif1", "HEIC image"),
    (8, b"WAVE", "WAV audio"),
    (8, b"AVI ", "AVI video"),
    (4, b"ftyp", "MP4 media file"),
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

# A member that every zip-based document of a format has (ECMA-376 part 2; EPUB OCF 3.3, 4.2; OpenDocument 1.3 part 2, 3.3).
_ZIPPED: tuple[tuple[str, Kind], ...] = (
    ("word/document.xml", Kind("Word document", "docx")),
    ("word/document2.xml", Kind("Word document", "docx")),  # as Word on the web names it
    ("ppt/presentation.xml", Kind("PowerPoint slides", "pptx")),
    ("xl/workbook.xml", Kind("Excel workbook", "xlsx")),
    ("META-INF/container.xml", Kind("EPUB book", "epub")),
    ("xl/workbook.bin", Kind("binary Excel workbook (xlsb)")),
    ("content.xml", Kind("OpenDocument file", "odt")),
    ("Index/Document.iwa", Kind("Apple iWork document")),
    ("AndroidManifest.xml", Kind("Android program")),
    ("META-INF/MANIFEST.MF", Kind("Java program")),
)
ZIP = Kind("zip archive")
_CHATLOG_BEGINS = frozenset("[\u200e\u200f")

# Extensions of text formats that need a converter of their own.
_BY_EXTENSION: dict[str, Kind] = {
    **dict.fromkeys(("json", "jsonl", "ndjson", "geojson", "ipynb", "canvas"), Kind("JSON", "json")),
    **dict.fromkeys(("csv", "tsv"), Kind("table (CSV or TSV)", "table")),
    **dict.fromkeys(("yaml", "yml", "base"), Kind("YAML", "yaml")),
    **dict.fromkeys(("toml", "ini", "cfg", "conf", "properties", "lock", "env"), Kind("settings file", "code")),
    **dict.fromkeys(("xml", "rss", "atom", "opml", "plist", "xsd", "xsl"), Kind("XML", "xml")),
    **dict.fromkeys(("vtt", "srt", "sbv"), Kind("subtitles", "captions")),
    **dict.fromkeys(("ass", "ssa"), Kind("styled subtitles (ASS)")),
    **dict.fromkeys(("eml", "mbox"), Kind("e-mail", "mail")),
    **dict.fromkeys(("mht", "mhtml"), Kind("web archive (MHTML)")),
    **dict.fromkeys(("drawio", "excalidraw"), Kind("drawing")),
    **dict.fromkeys(("tex", "bib", "sty", "cls"), Kind("TeX", "tex")),
    **dict.fromkeys(("css", "scss", "less"), Kind("style sheet", "code")),
    **dict.fromkeys(
        (
            *("py", "pyi", "js", "mjs", "cjs", "ts", "tsx", "jsx", "vue", "go", "rs", "java", "kt", "scala", "c", "h"),
            *("cc", "cpp", "hpp", "cs", "m", "swift", "rb", "php", "pl", "lua", "r", "jl", "sh", "bash", "zsh", "fish"),
            *("ps1", "bat", "sql", "el", "clj", "hs", "ml", "ex", "erl", "dart", "zig", "asm", "diff", "patch", "map"),
        ),
        Kind("source code", "code"),
    ),
}

_TEXT_SIGNS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"WEBVTT\b"), Kind("subtitles", "captions")),
    (re.compile(r"\d+\s*\n\d{1,2}:\d\d:\d\d[,.]\d{1,3}\s*-->\s"), Kind("subtitles", "captions")),
    (re.compile(r"From: <Saved by "), Kind("web archive (MHTML)")),
    (
        re.compile(r"(?:(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID):.*\n)(?:[\w-]+:.*\n|[ \t].*\n)+", re.IGNORECASE),
        Kind("e-mail", "mail"),
    ),
    (
        re.compile(r"(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*+)*(?:<!DOCTYPE svg[^>\[]*(?:\[[^\]]*\]\s*)?>\s*)?<svg\b", re.DOTALL),
        Kind("SVG image", "image"),
    ),
    (re.compile(r"<\?xml\s|<(?:rss|feed|opml|rdf:RDF)\b"), Kind("XML", "xml")),
)


def extension(name: str) -> str:
    """The part of a file name behind its last dot, lower case; empty without one."""
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if dot and stem else ""


def binary_kind(data: bytes) -> Kind:
    """The format of bytes that carry a known signature; ``NO_KIND`` when none is known."""
    if is_zip(data):
        return _zip_kind(data)
    name = next((kind for offset, mark, kind in _SIGNATURES if data[offset : offset + len(mark)] == mark), "")
    if name == "BMP image" and data[6:10] != bytes(4):
        return NO_KIND  # a text may begin with these letters; a picture has four reserved zeros behind its size
    return Kind(name, "image" if name.endswith(" image") else "")


def image_ending(data: bytes) -> str:
    """The usual ending for a picture whose bytes carry a known signature: ``png``, ``jpeg``, ``tiff``, ..."""
    return binary_kind(data).name.partition(" ")[0].lower()


def is_zip(data: bytes) -> bool:
    """Whether bytes begin as a zip archive does, an empty one included (APPNOTE 6.3.10, 4.3.7 and 4.3.16)."""
    return data[:4] in {b"PK\x03\x04", b"PK\x05\x06"}


def text_kind(text: str, name: str) -> Kind:
    """The format of a text that needs its own converter; ``NO_KIND`` for prose.

    The content decides for what has a form of its own, whatever the file is called; the extension decides for tables,
    settings and code, whose text looks like any other.
    """
    head = text[:SAMPLE_BYTES].lstrip("\ufeff \t\r\n")
    found = next((kind for sign, kind in _TEXT_SIGNS if sign.match(head)), NO_KIND)
    if found.name:
        return found
    if head[:1] in {"{", "["} and _is_json(text, head):
        return Kind("JSON", "json")
    if (head[:1].isdigit() or head[:1] in _CHATLOG_BEGINS) and extension(name) in {"txt", "text", "log", ""}:
        from llmwiki.sources.talk.chatlog import is_chatlog

        if is_chatlog(head):
            return Kind("chat in plain text", "chatlog")
    return _BY_EXTENSION.get(extension(name), NO_KIND)


def _zip_kind(data: bytes) -> Kind:
    """Which document a zip file is, by the members that it lists, or by those near its ends when the list is damaged."""
    import io
    import zipfile

    if is_crowded(data):
        return ZIP
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = frozenset(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError, MemoryError):
        edges = data[:SAMPLE_BYTES] + data[-SAMPLE_BYTES:]
        return next((kind for member, kind in _ZIPPED if member.encode() in edges), ZIP)
    return next((kind for member, kind in _ZIPPED if member in names), ZIP)


def _is_json(text: str, head: str) -> bool:
    """Whether a text is one JSON value, or one JSON object a line."""
    first_line = head.partition("\n")[0]
    for candidate in (first_line, text) if first_line[:1] == "{" else (text,):
        try:
            json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        return True
    return False
