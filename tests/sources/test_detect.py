from __future__ import annotations

import io
import zipfile

import pytest

from llmwiki.errors import SourceRefused
from llmwiki.plugins import CONVERTERS
from llmwiki.sources.detect import detect


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, name)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.md", zipped("[Content_Types].xml", "word/document.xml"), "docx"),
        ("a.md", zipped("ppt/presentation.xml"), "pptx"),
        ("a.zip", zipped("xl/workbook.xml"), "xlsx"),
        ("a", zipped("mimetype", "META-INF/container.xml"), "epub"),
        ("cut.docx", zipped("word/document.xml")[:60], "docx"),
        ("a.md", b"\x89PNG\r\n\x1a\n" + bytes(40), "image"),
        ("a", b"\xff\xd8\xff\xe0", "image"),
        ("a", b"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36", "image"),
        ("a", b"\x00\x00\x00\x20ftypheic", "image"),
        ("a.txt", b"<svg xmlns='http://www.w3.org/2000/svg'></svg>", "image"),
        ("a.md", b"BMW and Benz build cars.\n", "text"),
        ("a.txt", b"WEBVTT\n\n00:00.000 --> 00:01.000\nhi\n", "captions"),
        ("a.txt", b"1\n00:00:01,000 --> 00:00:02,000\nhi\n", "captions"),
        ("a.txt", b"Received: from a\nSubject: x\n\nbody\n", "mail"),
        ("a.md", b'{"a": [1, 2]}', "json"),
        ("a.txt", b'{"a": 1}\n{"a": 2}\n', "json"),
        ("a.csv", b"a,b\n1,2\n", "table"),
        ("a.yml", b"a: 1\n", "yaml"),
        ("a.py", b"print(1)\n", "code"),
        ("a.toml", b"[a]\nb = 1\n", "code"),
        ("a.json", b"This is prose: {not JSON}\n", "json"),
        ("a", "随便写点什么\n".encode(), "text"),
    ],
)
def test_the_content_tells_the_kind_and_the_ending_where_it_cannot(name: str, data: bytes, kind: str) -> None:
    assert detect(name, data).kind == kind
    assert kind in CONVERTERS


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.pages", zipped("Index/Document.iwa"), "not supported yet: Apple iWork document"),
        ("a.zip", zipped("a.md"), "not supported yet: zip archive"),
        ("a.md", b"PK\x03\x04" + bytes(40), "is not text: zip archive"),
        ("a.mp4", b"\x00\x00\x00\x20ftypisom", "not supported yet: MP4 media file"),
    ],
)
def test_what_has_no_converter_is_named(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        detect(name, data)
    assert refused.value.message == reason
