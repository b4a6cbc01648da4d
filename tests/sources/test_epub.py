"""EPUB books."""

from __future__ import annotations

import io
import zipfile

import pytest
from sources.contract import Case, ConverterContract
from sources.golden_check import check
from sources.office_documents import epub, zipped

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.epub.contents import numbers
from llmwiki.sources.place import place_at, places

METADATA = (
    '<dc:title>The harbour</dc:title><dc:creator id="c1">Ada Brandt</dc:creator><dc:creator opf:role="ill">Bo Painter</dc:creator>'
    '<dc:date opf:event="conversion">2024-01-01</dc:date><dc:date opf:event="publication">1913-05-06</dc:date>'
)
NOTE = '<aside epub:type="footnote" id="n1"><p>1. In 1871. <a href="two.xhtml#r1">↩</a></p></aside>'
BOOK = epub(
    {
        "cover.xhtml": '<section epub:type="cover"><img src="c.jpg" alt="x"/></section>',
        "title.xhtml": '<section epub:type="titlepage"><h1>The harbour</h1><p>Copyright 1913 by the town</p></section>',
        "preface.xhtml": "<h1>Preface</h1><p>Why this book.</p>",
        "one.xhtml": '<h1 id="p1">Part One</h1><p>On ships.</p><section id="c1"><h2>Chapter 1: Ships</h2><p>Ships&nbsp;come<br/>and go.</p>'
        "<script>alert(1)</script><table><tr><th>Ship</th><th>Load</th></tr><tr><td rowspan='2'>Aurora</td><td>coal</td></tr><tr><td>ore</td></tr></table></section>",
        "one-b.xhtml": "<p>Still on ships.</p><h3>Sails</h3><p>White ones.</p>",
        "two.xhtml": '<p>Untitled text on ropes<a epub:type="noteref" id="r1" href="notes.xhtml#n1">1</a>. See <a href="one.xhtml#c1">ships</a>, '
        '<a href="https://example.org/x">more</a> and <a href="../../etc/passwd">a file</a>.</p><span epub:type="pagebreak" title="12">12</span>',
        "notes.xhtml": f'<section epub:type="endnotes"><h2>Notes</h2>{NOTE}</section>',
        "colophon.xhtml": '<section epub:type="colophon"><h2>Colophon</h2><p>Set in Caslon.</p></section>',
    },
    metadata=METADATA,
    nav='<ol><li><a href="title.xhtml">Title page</a></li><li><a href="preface.xhtml">Preface</a></li>'
    '<li><a href="one.xhtml">Part One</a><ol><li><a href="one.xhtml#c1">Chapter 1: Ships</a></li><li><a href="two.xhtml">Chapter 2: Ropes</a></li></ol></li>'
    '<li><a href="colophon.xhtml">Colophon</a></li></ol>',
)
POINT = '<navPoint><navLabel><text>{}</text></navLabel><content src="{}"/></navPoint>'
CHINESE = epub(
    {
        "版权.xhtml": "<p>版权所有，翻印必究。</p>",
        "a.xhtml": '<h2 id="一">第一章 码头</h2><p>北码头建于一八七一年。<a id="f1" href="#t1">[1]</a></p><h2 id="二">第二章 灯塔</h2><p>灯塔高三十米。</p>'
        '<p id="t1"><a href="#f1">[1]</a> 见港口档案。</p>',
    },
    metadata="<dc:title>港口记</dc:title><dc:creator>李明</dc:creator><dc:language>zh</dc:language>",
    ncx=POINT.format("版权信息", "%E7%89%88%E6%9D%83.xhtml")
    + POINT.format("第一章 码头", "a.xhtml#一")
    + POINT.format("第二章 灯塔", "a.xhtml#二"),
)


def read(data: bytes, name: str = "book.epub") -> Source:
    return convert(Original(name, data, name))


class TestEpub(ConverterContract):
    case = Case(
        "epub",
        BOOK,
        places={
            "Copyright 1913": "ch. 0",
            "Why this book": "ch. 0",
            "and go": "ch. 1",
            "White ones": "ch. 1",
            "Untitled text": "ch. 2",
            "In 1871": "ch. 3",
            "Set in Caslon": "ch. 4",
        },
    )


class TestChineseEpub(ConverterContract):
    case = Case("epub", CHINESE, places={"版权所有": "ch. 0", "北码头": "ch. 1", "灯塔高": "ch. 2"})


@pytest.mark.parametrize(("name", "data"), [("harbour.epub", BOOK), ("港口记.epub", CHINESE)])
def test_golden(name: str, data: bytes) -> None:
    check(f"{name}.md", read(data, name))


@pytest.mark.parametrize(
    ("titles", "apparatus", "counted"),
    [
        (["Cover", "One", "Two", "Colophon"], [1, 0, 0, 1], [0, 1, 2, 3]),
        (["Cover", "Preface", "Chapter 1", "Chapter II", "Index"], [1, 0, 0, 0, 0], [0, 0, 1, 2, 3]),
        (["Preface", "第一章", "第二章 x", "第十一章"], [0, 0, 0, 0], [1, 2, 3, 4]),
        (["1. A", "Interlude", "2. B"], [0, 0, 0], [1, 2, 3]),
        (["I", "II", "III", "IV. x"], [0, 0, 0, 0], [1, 2, 3, 4]),
        ([], [], []),
    ],
)
def test_numbers_of_chapters(titles: list[str], apparatus: list[int], counted: list[int]) -> None:
    assert numbers(titles, apparatus=[bool(value) for value in apparatus]) == counted


def test_without_a_table_of_contents_each_document_is_a_chapter() -> None:
    text = read(epub({"a.xhtml": "<h1>Ships</h1><p>x</p>", "b.xhtml": "<p>no heading</p>"})).text
    assert [(mark.kind, mark.value) for mark in places(text)] == [("chapter", "1"), ("chapter", "2")]
    assert place_at(text, text.index("no heading")) == "ch. 2"


def test_mutual_links_are_footnotes_and_others_are_not() -> None:
    body = (
        '<p>Text<sup><a id="a" href="#b">*</a></sup> and <a href="#c">1</a>.</p><p id="c">Far away.</p>'
        '<div class="footnote"><p><a id="b" href="#a"><span>*</span></a> The note</p><p>in two parts.</p></div>'
    )
    text = read(epub({"a.xhtml": body})).text
    assert "Text[^1] and 1." in text
    assert "[^1]: The note" in text
    assert "Far away." in text


def test_documents_out_of_the_order_of_reading_stand_at_the_end() -> None:
    text = read(epub({"notes.xhtml": "<p>Aside.</p>", "a.xhtml": "<p>Main.</p>"}, spine={"notes.xhtml": 'linear="no"'})).text
    assert text.index("Main.") < text.index("Aside.")


@pytest.mark.parametrize("charset", ["gb18030", "utf-16", "big5"])
def test_encodings(charset: str) -> None:
    body = "港口保存了每一艘船的記錄，任何人都可以查看。"
    head = f'<?xml version="1.0" encoding="{charset}"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>{body}</p></body></html>'
    assert body in read(epub({"a.xhtml": "<p>x</p>"}, extra={"OEBPS/a.xhtml": head.encode(charset)})).text


def encryption(algorithm: str, target: str) -> str:
    return (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
        f'<enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData><enc:CipherReference URI="{target}"/></enc:CipherData>'
        "</enc:EncryptedData></encryption>"
    )


def test_scrambled_fonts_are_no_drm() -> None:
    scrambled = encryption("http://www.idpf.org/2008/embedding", "OEBPS/font.otf")
    assert "x" in read(epub({"a.xhtml": "<p>x</p>"}, extra={"META-INF/encryption.xml": scrambled})).text


LOCKED = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/a.xhtml")
BOMB = '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>x&b;y</p></body></html>'
REFUSED: dict[str, tuple[bytes, str]] = {
    "drm": (
        epub({"a.xhtml": "<p>x</p>"}, extra={"META-INF/encryption.xml": LOCKED, "META-INF/rights.xml": "<r/>"}),
        "is locked by DRM of Adobe: 1 of its files are encrypted",
    ),
    "empty": (epub({"a.xhtml": '<img src="a.png"/>'}), "no text in it: a book of pictures needs OCR"),
    "no package": (zipped({"META-INF/container.xml": "<container/>"}), "is a broken EPUB book: it has no package document"),
    "no spine": (epub({}), "is a broken EPUB book: it names no documents to read"),
    "deep": (epub({"a.xhtml": "<div>" * 250 + "x" + "</div>" * 250}), "is too complex: over"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    data, reason = REFUSED[name]
    with pytest.raises(SourceRefused) as refused:
        read(data)
    assert reason in refused.value.message


def test_entities_are_not_expanded_and_nothing_is_read_from_the_machine() -> None:
    file = BOMB.replace('"aaaaaaaaaa"', 'SYSTEM "file:///etc/passwd"')
    for body in (BOMB, file):
        text = read(epub({"a.xhtml": "<p>x</p>"}, extra={"OEBPS/a.xhtml": body})).text
        assert "aaaa" not in text
        assert "root:" not in text


def test_missing_documents_are_told() -> None:
    data = epub({"a.xhtml": "<p>x</p>", "b.xhtml": "<p>y</p>"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("b.xhtml")}
    assert any("1 document could not be read" in note for note in read(zipped(files)).notes)
