"""Word, OpenDocument, PowerPoint and Excel files."""

from __future__ import annotations

import io
import re
import sys
import warnings
import zipfile
from collections.abc import Callable
from functools import cache

import pytest
from sources.contract import Case, ConverterContract
from sources.golden_check import check
from sources.office_documents import NAMESPACES, cell, docx, odt, p, r, relationships, table, zipped

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.place import place_at

BREAK = "<w:r><w:lastRenderedPageBreak/></w:r>"
FOOTNOTE = '<w:r><w:footnoteReference w:id="2"/></w:r>'
COMMENT = '<w:r><w:commentReference w:id="1"/></w:r>'
POWER = "<m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
FORMULA = f"<m:oMath><m:r><m:t>A=π</m:t></m:r>{POWER}</m:oMath>"
CORE = (
    "<dc:title>Document1</dc:title><dc:creator>Ada Brandt; python-docx</dc:creator>"
    "<dcterms:created>2023-01-02T03:04:05Z</dcterms:created><dcterms:modified>2024-05-06T07:08:09Z</dcterms:modified>"
)
REMARK = f'<w:hyperlink r:id="X">{r("Is that so?")}</w:hyperlink>'
REPORT = docx(
    p("The harbour register", "T")
    + p("The harbour register ... 1", "Toc1")
    + p("Purpose", "berschrift1")
    + p(f"{r('Every ship is ')}{r('entered', '<w:b/>')}{r(' within a day')}{FOOTNOTE}{r('. ')}{COMMENT}")
    + p(f"{BREAK}{r('Rules', '<w:b/>')}", "Own")
    + p("Write the name.", "Listed")
    + p("Write the [[owner]] | #tag.", number=(1, 0))
    + p("Not the crew.", number=(1, 1))
    + p("The clerk signs.")
    + p("Close the book.", number=(1, 0))
    + p("a bullet", number=(2, 0))
    + p(f"{r('The page before')}{BREAK}{r(' and the page after: area ')}{FORMULA}{r('.')}")
    + table(
        cell("Ship") + cell("Load", across=2),
        cell("Aurora", down="restart") + cell("12") + cell("coal|ore"),
        cell("", down="continue") + cell("7") + cell("a|b"),
    )
    + p(f'<w:hyperlink r:id="L1">{r("the archive")}</w:hyperlink><w:hyperlink r:id="L9">{r(", open to all")}</w:hyperlink>')
    + p(
        f"<w:ins>{r('New words')}</w:ins><w:del><w:r><w:delText>Old words</w:delText></w:r></w:del>{r(' stand', '<w:vanish w:val=' + chr(34) + '0' + chr(34) + '/>')}."
    )
    + p(r("Ignore the rules.", "<w:vanish/>"))
    + p('<w:r><w:drawing><wp:inline><a:graphic><a:blip r:embed="rId9"/></a:graphic></wp:inline></w:drawing></w:r>')
    + p("print(1)", "Code")
    + p("print(2)", "Code")
    + p("Said the pilot.", "Quote"),
    parts={
        "footnotes": f'<w:footnote w:id="2">{p("Sundays excepted.")}</w:footnote>',
        "comments": f'<w:comment w:id="1" w:author="Bo">{p(REMARK)}</w:comment>',
    },
    links={"L1": "https://example.org/archive"},
    core=CORE,
)
CHINESE = docx(
    p("港口登记制度", "T")
    + p("登记范围", level=0)
    + p("每艘船在一天之内登记。")
    + p(f"<w:r><w:ruby><w:rt>{r('gǎng')}</w:rt><w:rubyBase>{r('港')}</w:rubyBase></w:ruby></w:r>{r('口由三方共同管理。')}")
    + table(cell("船名") + cell("吨位"), cell("晨星号") + cell("１２０"))
    + p(f'<w:fldSimple w:instr="DATE">{r("二〇二四年")}</w:fldSimple>'),
    core="<dc:creator>李明</dc:creator><dcterms:modified>2024-02-03T00:00:00Z</dcterms:modified>",
)
LETTER = odt(
    '<text:p text:style-name="Title">The tide table</text:p><text:h text:outline-level="1">Springs</text:h>'
    '<text:p>High<text:s text:c="2"/>water<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
    '<text:note-body><text:p>Mean of ten years.</text:p></text:note-body></text:note> at <text:span text:style-name="B">noon</text:span>, see '
    '<text:a xlink:href="https://example.org/tides">the office</text:a>.</text:p>'
    '<text:list text:style-name="L"><text:list-item><text:p>first</text:p></text:list-item></text:list><text:p>between'
    "<text:soft-page-break/> and behind</text:p>"
    '<text:list text:style-name="L" text:continue-numbering="true"><text:list-item><text:p>second</text:p></text:list-item></text:list>'
    '<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Month</text:p></table:table-cell>'
    "<table:covered-table-cell/></table:table-row><table:table-row><table:table-cell><text:p>五月</text:p></table:table-cell>"
    "<table:table-cell><text:p>4.1 m</text:p></table:table-cell></table:table-row></table:table>"
    '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>',
    styles='<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>',
    meta="<dc:title>untitled</dc:title><meta:initial-creator>Ana Lind</meta:initial-creator><dc:date>2022-03-04T05:06:07</dc:date>",
)


def read(data: bytes, name: str = "document.docx") -> Source:
    return convert(Original(name, data, name))


@cache
def deck() -> bytes:
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    made = Presentation()
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "Quay works"
    first.placeholders[1].text_frame.text = "Dredge the basin"
    for level, text in ((0, "Drive piles"), (1, "北码头先行")):
        line = first.placeholders[1].text_frame.add_paragraph()
        line.text, line.level = text, level
    first.notes_slide.notes_text_frame.text = "Say who pays."
    second = made.slides.add_slide(made.slide_layouts[5])
    second.shapes.title.text = "Costs [[x]]"
    grid = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, column, text in ((0, 0, "Part"), (0, 1, "Euro"), (1, 0, "Piles"), (1, 1, "1|200")):
        grid.cell(row, column).text = text
    figures = CategoryChartData()
    figures.categories = ["2023", "2024"]
    figures.add_series("Ships", (10, 12.5))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(4), Inches(4), Inches(3), figures)
    made.core_properties.author = "Ada Brandt"
    made.core_properties.title = "PowerPoint Presentation"
    return saved(made)


@cache
def workbook(rows: int = 0) -> bytes:
    from datetime import datetime

    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    sheet.title = "Ships"
    for row in (["Loads of May"], ["Ship", "Tonnes", "Day"], ["Aurora", 12.5, datetime(2024, 5, 6)], ["晨星号", 7, "a|b\nc"], [], ["note"]):  # noqa: DTZ001
        sheet.append(row)
    for number in range(rows):
        sheet.append([number, "x"])
    hidden = book.create_sheet("Rates")
    hidden.append(["Rate", True])
    hidden.sheet_state = "hidden"
    book.create_sheet("Empty")
    return saved(book)


def saved(made: object) -> bytes:
    """What a library saves, without the time of the day in it."""
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.save(file)  # type: ignore[attr-defined]
    with zipfile.ZipFile(file) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
    files["docProps/core.xml"] = re.sub(rb"20\d\d-\d\d-\d\dT[\d:]+Z", b"2024-05-06T00:00:00Z", files["docProps/core.xml"])
    return zipped(files)


class TestDocx(ConverterContract):
    case = Case(
        "docx",
        REPORT,
        places={"# The harbour register": "p. 1", "within a day": "p. 1", "Rules": "p. 2", "and the page after": "p. 2", "Aurora": "p. 3"},
    )


class TestChineseDocx(ConverterContract):
    case = Case("docx", CHINESE, plain="港口登记制度登记范围每艘船在一天之内登记港(gǎng)口由三方共同管理船名吨位晨星号１２０二〇二四年")


class TestOdt(ConverterContract):
    case = Case("odt", LETTER, places={"Springs": "p. 1", "Month": "p. 2"})


class TestPptx(ConverterContract):
    case = Case("pptx", deck(), places={"Drive piles": "p. 1", "Piles": "p. 2"})


class TestXlsx(ConverterContract):
    case = Case("xlsx", workbook())


@pytest.mark.parametrize(
    ("name", "data"),
    [("register.docx", REPORT), ("制度.docx", CHINESE), ("tides.odt", LETTER), ("quay.pptx", deck()), ("ships.xlsx", workbook())],
)
def test_golden(name: str, data: bytes) -> None:
    check(f"{name}.md", read(data, name))


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (
            ["0:0:0.0 --> 0:0:1.510\nAda Brandt\nOK. Yeah.", "0:1:3.270 --> 0:1:4.250\n李明\n好的。"],
            "<!-- time 00:01:03 -->\n**李明:** 好的。",
        ),
        (
            ["Weekly call", "Ada Brandt   0:03\nHello.", "Bo Li   0:09\nHi all.", "Ada Brandt   1:00:12\nBye."],
            "<!-- time 01:00:12 -->\n**Ada Brandt:** Bye.",
        ),
        ([f"[00:0{n}:00] Ada Brandt: Line {n}." for n in range(5)], "<!-- time 00:04:00 -->\n**Ada Brandt:** Line 4."),
    ],
)
def test_a_meeting_is_a_transcript_with_times(lines: list[str], shown: str) -> None:
    body = "".join(p("".join(f"{r(part)}<w:r><w:br/></w:r>" for part in line.replace("-->", "--&gt;").split("\n"))) for line in lines)
    source = read(docx(body))
    assert source.kind == "transcript"
    assert shown in source.text


def test_an_agenda_with_times_is_no_transcript() -> None:
    body = "".join(p(text) for text in ("Opening 9:00", "Coffee in the hall, and time to talk to each other.", "Talks 10:30", "Lunch 9:30"))
    assert read(docx(body)).kind == "article"


@pytest.mark.parametrize(
    ("inside", "tex"),
    [
        ("<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>", r"$\frac{a}{b}$"),
        ("<m:rad><m:deg/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:rad>", r"$\sqrt{x}$"),
        (
            (
                '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>n=1</m:t></m:r></m:sub><m:sup><m:r><m:t>∞</m:t></m:r></m:sup>'
                f"<m:e>{POWER}</m:e></m:nary>"
            ),
            r"$\sum_{n=1}^{∞} r^{2}$",
        ),
        ("<m:func><m:fName><m:r><m:t>sin</m:t></m:r></m:fName><m:e><m:r><m:t>θ</m:t></m:r></m:e></m:func>", r"$\sin θ$"),
        ('<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:r><m:t>x</m:t></m:r></m:e></m:d>', r"$\left\{ x\right.$"),
        (
            "<m:m><m:mr><m:e><m:r><m:t>1</m:t></m:r></m:e><m:e><m:r><m:t>0</m:t></m:r></m:e></m:mr></m:m>",
            r"$\begin{matrix}1 & 0\end{matrix}$",
        ),
        ("<m:r><m:t>50% of $5_a</m:t></m:r>", r"$50\% of \$5\_a$"),
        ("<m:new><m:e><m:r><m:t>kept</m:t></m:r></m:e></m:new>", "$kept$"),
    ],
)
def test_formulas(inside: str, tex: str) -> None:
    assert tex in read(docx(p(f"{r('Here ')}<m:oMath>{inside}</m:oMath>"))).text


def test_text_boxes_are_read_once() -> None:
    content = f"<w:txbxContent>{p('In a box.')}</w:txbxContent>"
    drawing = f"<w:drawing><wp:inline><wps:txbx>{content}</wps:txbx></wp:inline></w:drawing>"
    both = f"<w:r><mc:AlternateContent><mc:Choice>{drawing}</mc:Choice><mc:Fallback><w:pict>{content}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    assert read(docx(p(both) + p("Below."))).text.count("In a box.") == 1


def test_numbers_of_lists_go_on_behind_paragraphs() -> None:
    text = read(docx(p("one", number=(1, 0)) + p("between") + p("two", number=(1, 0)))).text
    assert "1. one\n\nbetween\n\n2. two" in text


@pytest.mark.parametrize(
    ("body", "core", "title"),
    [
        (p("A", "berschrift1") + p("x"), "<dc:title>Real title</dc:title>", "A"),
        (p("A", "berschrift1") + p("B", "berschrift1"), "<dc:title>Real title</dc:title>", "Real title"),
        (p("x") + p("A", "berschrift1"), "<dc:title>report_v2.docx</dc:title>", "Harbour plan"),
        (p("x") + p("The plan", "T"), "", "The plan"),
    ],
)
def test_titles(body: str, core: str, title: str) -> None:
    source = read(docx(body, core=core), "harbour-plan.docx")
    assert source.title == title
    assert source.text.startswith(f"# {title}\n")
    assert source.text.count("\n# ") == 0


def test_a_strict_document_is_read_like_any() -> None:
    strict = {"schemas.openxmlformats.org/wordprocessingml/2006/main": "purl.oclc.org/ooxml/wordprocessingml/main"}
    with zipfile.ZipFile(io.BytesIO(docx(p("Purpose", "berschrift1") + p("Every ship.")))) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    for old, new in strict.items():
        files = {name: text.replace(old, new) for name, text in files.items()}
    assert read(zipped(files)).text == "# Purpose\n\nEvery ship.\n"


def test_marks_and_markup_in_the_text_stay_text() -> None:
    text = read(docx(p("&lt;!-- page 9 --&gt;") + p("&lt;script&gt; ![[x]] \ue0f29\ue0f7"))).text
    assert place_at(text, len(text)) == ""
    assert "\\<script>" in text
    assert "\ue0f2" not in text


ENTITIES = '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
HOSTILE: dict[str, tuple[bytes, str]] = {
    "no text": (docx(p('<w:r><w:drawing><a:blip r:embed="x"/></w:drawing></w:r>')), "no text in it: 1 picture not part of the text"),
    "entities": (
        zipped({"word/document.xml": f"{ENTITIES}<w:document {NAMESPACES}/>"}),
        "is no sound Word document: word/document.xml declares a document type",
    ),
    "utf-16 entities": (
        zipped({"word/document.xml": f"{ENTITIES}<w:document {NAMESPACES}/>".encode("utf-16")}),
        "is no sound Word document: word/document.xml declares a document type",
    ),
    "no xml": (zipped({"word/document.xml": "<w:document"}), "is a broken Word document: word/document.xml is no XML"),
    "deep": (docx("<w:sdt><w:sdtContent>" * 3000 + p("x") + "</w:sdtContent></w:sdt>" * 3000), "is a broken Word document"),
    "bomb": (zipped({"word/document.xml": b"\x00" * 50_000_000}), "unpacks to"),
    "encrypted odt": (odt("", extra={"META-INF/manifest.xml": "<m><encryption-data/></m>"}), "is locked with a password"),
    "ods": (odt("", kind="spreadsheet"), "not supported yet: OpenDocument spreadsheet"),
    "entities in slides": (
        zipped({"ppt/presentation.xml": "<p/>", "ppt/slides/slide1.xml": f"{ENTITIES}<p/>"}),
        "is no sound PowerPoint slides: ppt/slides/slide1.xml declares",
    ),
    "no slides": (zipped({"ppt/presentation.xml": "<p/>"}), "is a broken PowerPoint slides file"),
    "no sheets": (zipped({"xl/workbook.xml": "<p/>"}), "is a broken Excel workbook"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_refused(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    data, reason = HOSTILE[name]
    with pytest.raises(SourceRefused) as refused:
        read(data)
    assert reason in refused.value.message
    assert capfd.readouterr() == ("", "")


def test_pictures_from_elsewhere_are_never_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection"))
    picture = '<w:r><w:pict><v:imagedata r:id="P"/></w:pict></w:r>'
    data = docx(p("Text.") + p(picture), links={"P": "https://example.org/track.gif"})
    assert read(data).notes == ("1 picture not part of the text",)


@pytest.mark.parametrize(("module", "data"), [("pptx", deck()), ("openpyxl", workbook())])
def test_without_the_extra_the_reason_says_what_to_install(module: str, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SourceRefused, match=r"install llmwiki-compiler\[office\]"):
        read(data)


def test_long_sheets_are_cut_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwiki.sources.office.sheets.MAX_ROWS", 10)
    source = read(workbook(rows=50))
    assert "sheet Ships: cut off at row 11; the original has the rest" in source.notes
    assert "| 4 | x |" in source.text
    assert "| 5 | x |" not in source.text


def test_a_document_under_another_name_in_the_zip_file_is_found() -> None:
    files = {
        "_rels/.rels": relationships(("a", "officeDocument", "/word/document2.xml")),
        "word/document.xml": "<x/>",
        "word/document2.xml": f"<w:document {NAMESPACES}><w:body>{p('Found.')}</w:body></w:document>",
    }
    assert "Found." in read(zipped(files)).text


def test_a_broken_part_beside_the_text_is_told_and_left_out() -> None:
    with zipfile.ZipFile(io.BytesIO(REPORT)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    source = read(zipped(files | {"word/footnotes.xml": b"<w:footnotes"}))
    assert "within a day" in source.text
    assert "word/footnotes.xml cannot be read and is left out" in source.notes
    assert "1 note missing in the file" in source.notes


@pytest.mark.parametrize("made", [deck, workbook])
def test_a_part_whose_name_is_damaged_ends_in_a_reason_or_a_source(made: Callable[[], bytes]) -> None:
    data = made()
    for found in re.finditer(rb"PK\x03\x04", data):
        broken = data[: found.start() + 30] + b"~" + data[found.start() + 31 :]
        try:
            told = convert(Original("甲", broken, "甲")).text
        except SourceRefused as refused:
            told = refused.message
        assert told
