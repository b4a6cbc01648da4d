"""Small documents in zip files, made of strings: Word, OpenDocument, EPUB."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_STILL = (2024, 5, 6, 0, 0, 0)
NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A zip archive, the same bytes for the same files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _STILL), data, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def relationships(*rows: tuple[str, str, str]) -> str:
    """A relationships part of (identifier, kind, target); targets with a colon are outside."""
    inside = "".join(
        f'<Relationship Id="{known}" Type="{kind if ":" in kind else f"{OFFICE}/{kind}"}" Target="{target}"'
        f"{' TargetMode=' + chr(34) + 'External' + chr(34) if ':' in target else ''}/>"
        for known, kind, target in rows
    )
    return f'<Relationships xmlns="{PACKAGE}">{inside}</Relationships>'


def p(text: str = "", style: str = "", *, number: tuple[int, int] | None = None, level: int | None = None) -> str:
    """A paragraph: text or runs as given, with a style, a list (identifier, level) or an outline level."""
    runs = text if text.startswith("<") else f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' if text else ""
    inside = f'<w:pStyle w:val="{style}"/>' if style else ""
    if number:
        inside += f'<w:numPr><w:ilvl w:val="{number[1]}"/><w:numId w:val="{number[0]}"/></w:numPr>'
    if level is not None:
        inside += f'<w:outlineLvl w:val="{level}"/>'
    return f"<w:p>{f'<w:pPr>{inside}</w:pPr>' if inside else ''}{runs}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run."""
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def table(*rows: str) -> str:
    """A table of rows."""
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def cell(text: str, *, across: int = 1, down: str = "") -> str:
    """A cell; ``down`` is ``restart`` or ``continue`` of a vertical merge."""
    merge = f'<w:vMerge w:val="{down}"/>' if down else ""
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{across}"/>{merge}</w:tcPr>{"".join(map(p, text.split("|")))}</w:tc>'


STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="{known}"><w:name w:val="{name}"/>{rest}</w:style>'
    for known, name, rest in (
        ("T", "Title", ""),
        ("berschrift1", "heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
        ("Own", "Own heading", '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
        ("Toc1", "toc 1", ""),
        ("Code", "HTML Preformatted", ""),
        ("Quote", "Quote", ""),
        ("Listed", "List Number", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
    )
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum>'
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
)


def docx(body: str, *, parts: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None, core: str = "") -> bytes:
    """A Word document.

    Args:
        body: Paragraphs and tables.
        parts: Content of ``footnotes``, ``endnotes`` or ``comments``.
        links: Addresses by the identifier of their relationship.
        core: Elements of the core properties.
    """
    parts = parts or {}
    files = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": relationships(
            ("rId1", "officeDocument", "word/document.xml"), ("rId2", f"{PACKAGE}/metadata/core-properties", "docProps/core.xml")
        ),
        "docProps/core.xml": (
            '<cp:coreProperties xmlns:cp="urn:core" xmlns:dc="http://purl.org/dc/elements/1.1/" '
            f'xmlns:dcterms="http://purl.org/dc/terms/">{core}</cp:coreProperties>'
        ),
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {NAMESPACES}>{STYLES}</w:styles>",
        "word/numbering.xml": f"<w:numbering {NAMESPACES}>{NUMBERING}</w:numbering>",
        **{f"word/{kind}.xml": f"<w:{kind} {NAMESPACES}>{content}</w:{kind}>" for kind, content in parts.items()},
        "word/_rels/document.xml.rels": relationships(
            *((kind, kind, f"{kind}.xml") for kind in ("styles", "numbering", *parts)),
            *((known, "hyperlink", target) for known, target in (links or {}).items()),
        ),
    }
    return zipped(files)


def epub(
    pages: Mapping[str, str],
    *,
    metadata: str = "<dc:title>The harbour</dc:title>",
    nav: str = "",
    ncx: str = "",
    spine: Mapping[str, str] | None = None,
    extra: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """An EPUB book.

    Args:
        pages: Bodies (or whole documents) by file name in the folder ``OEBPS``, in the order of reading.
        metadata: Elements of the package document's metadata.
        nav: List of EPUB 3's table of contents.
        ncx: ``navPoint`` elements of EPUB 2's.
        spine: Attributes of a page's ``itemref`` and of its ``item`` are not needed; names with ``linear="no"``.
        extra: More files.
    """
    items = "".join(f'<item id="i{place}" href="{name}" media-type="application/xhtml+xml"/>' for place, name in enumerate(pages))
    items += '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>' if nav else ""
    items += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>' if ncx else ""
    order = "".join(f'<itemref idref="i{place}" {(spine or {}).get(name, "")}/>' for place, name in enumerate(pages))
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{metadata}</metadata><manifest>{items}</manifest>'
        f'<spine toc="ncx">{order}</spine></package>',
        **{f"OEBPS/{name}": page(body) for name, body in pages.items()},
    }
    if nav:
        files["OEBPS/nav.xhtml"] = page(f'<nav epub:type="toc">{nav}</nav>')
    if ncx:
        files["OEBPS/toc.ncx"] = f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{ncx}</navMap></ncx>'
    return zipped(files | dict(extra or {}))


def page(body: str) -> str:
    """A document of a book; one that is whole already stays as it is."""
    if body.startswith("<?xml"):
        return body
    head = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head>'
    return f"<?xml version='1.0'?><!DOCTYPE html>{head}<body>{body}</body></html>"


def odt(body: str, *, styles: str = "", meta: str = "", kind: str = "text", extra: Mapping[str, str] | None = None) -> bytes:
    """An OpenDocument file."""
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("style", "style"),
            ("meta", "meta"),
            ("draw", "drawing"),
        )
    )
    names += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    names += ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    return zipped(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {names}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
            "meta.xml": f"<office:document-meta {names}><office:meta>{meta}</office:meta></office:document-meta>",
            **(extra or {}),
        }
    )
