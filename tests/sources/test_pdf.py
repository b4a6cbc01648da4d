from __future__ import annotations

import logging

import pytest
from pdf_harness import Run, column, pdf
from sources.golden_check import check
from sources.pdf_documents import paper, report, straight_across

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.pdf.glyphs import mended
from llmwiki.sources.pdf.joining import joined, vocabulary
from llmwiki.sources.pdf.lines import Line
from llmwiki.sources.pdf.meta import author_line
from llmwiki.sources.pdf.order import reading_order
from llmwiki.sources.place import place_at


def read(data: bytes, name: str = "document.pdf") -> Source:
    return convert(Original(name, data, name))


@pytest.mark.parametrize(("name", "data"), [("paper", paper()), ("report", report())])
def test_golden(name: str, data: bytes) -> None:
    check(f"{name}.pdf.md", read(data, f"{name}.pdf"))


def test_every_passage_knows_its_page() -> None:
    text = read(paper()).text
    assert place_at(text, text.index("Time series grow")) == "p. 1"
    assert place_at(text, text.index("This keeps most files closed")) == "p. 2"
    assert place_at(text, 0) == ""
    assert place_at("no marks at all", 5) == ""


def test_a_sentence_over_the_page_end_is_whole_on_the_page_where_it_begins() -> None:
    text = read(paper()).text
    sentence = "A query asks the buffer first and then only the segments of the hours that it needs."
    assert place_at(text, text.index(sentence)) == "p. 1"


def test_columns_written_straight_across_are_read_one_after_the_other() -> None:
    text = read(straight_across()).text
    assert text.index("left line 20") < text.index("right line 1 ")


def test_pages_without_text_are_named() -> None:
    assert read(report()).notes == ("1 of 3 pages have no text: p. 2",)


def test_a_page_that_cannot_be_read_is_named_and_the_others_stay() -> None:
    whole = pdf([[Run(72, 700, "The first page.")], [Run(72, 700, "The second page can be read.")]])
    start = whole.index(b"<< /Length")
    damaged = whole[:start] + whole[start:].replace(b"<< /Length", b"<< /Filter /FlateDecode /Length", 2)
    source = read(damaged)
    assert "The second page can be read." in source.text
    assert source.notes[0] == "1 of 2 pages have no text: p. 1"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (pdf([[], [], []]), "no text layer: 3 pages, 0 characters; needs OCR"),
        (pdf([[Run(72, 700, "iv")]]), "no text layer: 1 page, 2 characters; needs OCR"),
        (b"%PDF-1.7\n", "is a broken PDF: "),
        (b"%PDF-1.7\n" + bytes(range(256)) * 40, "is a broken PDF: "),
        (paper()[:1500], "is a broken PDF: "),
        (pdf([[Run(72, 700, "x")]]).replace(b"/Kids [8 0 R]", b"/Kids [3 0 R]"), ""),
    ],
)
def test_refused(data: bytes, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        read(data)
    assert refused.value.message.startswith(reason)


def test_a_locked_document_is_refused() -> None:
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(BytesIO(paper())))
    writer.encrypt("secret", algorithm="RC4-128")
    locked = BytesIO()
    writer.write(locked)
    with pytest.raises(SourceRefused, match="is locked: the PDF needs a password"):
        read(locked.getvalue())


def test_the_library_says_nothing_on_the_terminal(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    data = paper().replace(b"startxref\n", b"startxref\n9", 1)
    source = read(data)
    assert any(note.startswith("pypdf: ") for note in source.notes)
    assert capfd.readouterr() == ("", "")
    assert not caplog.records
    assert logging.getLogger("pypdf").propagate


def test_headings_of_the_outline_are_found_without_a_larger_font() -> None:
    page = [*column(72, 760, ["Opening words", "This is the first line of a text that goes on and on,", "and this is the second one."])]
    assert "## Opening words" in read(pdf([page], outline=["Opening words"])).text


def test_bookmarks_that_match_no_line_make_no_heading() -> None:
    page = column(72, 760, ["Some text of a page that has no headings at all.", "It goes on for a while."])
    assert "##" not in read(pdf([page], outline=["First", "Second"])).text


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("ﬁnd the oﬃce", "find the office"),
        ("⼈⼯智能", "人工智能"),
        ("⻢⻋⻚", "马车页"),
        ("O˘guz, J˛edrzej, ¨uber", "Oğuz, Jędrzej, über"),
        ("\uf0b7 item", "• item"),
        ("使 用 plt", "使用 plt"),
        ("a\u00a0b   c", "a b c"),
    ],
)
def test_characters_of_fonts(written: str, typed: str) -> None:
    assert mended(written) == typed


def line(text: str, x: float = 0, y: float = 0) -> Line:
    return Line(text, x, y, 10, len(text) * 5, "", 1)


KNOWN = vocabulary(
    [
        line(text)
        for text in (
            "hallucination in natural-language text",
            "GPT-4 and ChatGPT",
            "a state-of-the-art",
            "natural language",
            "natural language",
        )
    ]
)


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("prone to hal-", "lucination", "prone to hallucination"),
        ("a natural-", "language question", "a natural-language question"),
        ("the Chat-", "GPT model", "the ChatGPT model"),
        ("a T5-", "11B model", "a T5-11B model"),
        ("state-of-the-", "art", "state-of-the-art"),
        ("at https://github.", "com/a/b", "at https://github.com/a/b"),
        ("https://a.org/b_", "c", "https://a.org/b_c"),
        ("the years 1990–", "2000", "the years 1990–2000"),
        ("它不要", "求词语", "它不要求词语"),
        ("深化", "“五子”联动", "深化“五子”联动"),
        ("延迟降到", "3 毫秒", "延迟降到 3 毫秒"),
        ("plain words", "go on", "plain words go on"),
    ],
)
def test_lines_are_joined(before: str, after: str, whole: str) -> None:
    assert joined(before, after, KNOWN) == whole


def test_late_lines_go_into_their_gap_and_columns_stay() -> None:
    drawn = [
        line("one", 72, 700),
        line("two", 72, 688),
        line("four", 72, 640),
        line("three", 72, 664),
        line("right", 312, 700),
        line("last", 312, 688),
    ]
    assert [item.text for item in reading_order(drawn)] == ["one", "two", "three", "four", "right", "last"]


@pytest.mark.parametrize(
    ("written", "people"),
    [
        ("Ana Brandt1, Bo Lindqvist2 and Li Ming*", "Ana Brandt, Bo Lindqvist, Li Ming"),
        ("张三，李四", "张三, 李四"),
        ("注册", ""),
        ("Department of Physics", ""),
        ("ana@example.org", ""),
        ("4 March 2025", ""),
    ],
)
def test_author_lines(written: str, people: str) -> None:
    assert author_line(written) == people


def test_two_columns_are_read_one_after_the_other() -> None:
    left = ["In the left column the ships are count-", "ed by the clerk of the old harbour, who", "keeps the long-term register himself."]
    right = ["In the right column they are not, since", "nobody has ever asked for their number."]
    runs = [*column(72, 700, left), *column(312, 700, right)]
    text = read(pdf([runs])).text
    assert "the ships are counted by the clerk of the old harbour, who keeps the long-term register himself." in text
    assert text.index("left column") < text.index("register himself") < text.index("right column")


def test_entries_of_a_table_of_contents_are_no_headings() -> None:
    first = [
        Run(72, 760, "Contents", 14, "bold"),
        Run(72, 730, "1 The harbour . . . . . . . . . . 2", 10, "bold"),
        Run(72, 715, "2 The ships . . . . . . . . . . . 2", 10, "bold"),
        Run(72, 700, "3 The register 3", 10, "bold"),
    ]
    second = [
        Run(72, 760, "1 The harbour", 12, "bold"),
        *column(72, 740, ["It is old and small, and nobody knows who built it.", "It has one gate."]),
    ]
    text = read(pdf([first, second])).text
    assert "## 1 The harbour\n" in text
    assert "## 1 The harbour …" not in text
    assert "1 The harbour … 2\n\n2 The ships … 2\n\n3 The register 3" in text


def test_heads_that_count_the_pages_are_furniture() -> None:
    pages = [
        [Run(72, 800, f"{number + 7} {title}", 9), *column(72, 740, [f"Page {name} tells of {title.lower()} only.", "It says so twice."])]
        for number, (name, title) in enumerate(zip("abcde", ["Ships", "Ships", "Gates", "Gates", "Clerks"], strict=True))
    ]
    text = read(pdf(pages)).text
    assert "Page c tells of gates only." in text
    assert not any(f"{number} " in text.replace("<!-- page", "") for number in range(7, 12))


def test_text_drawn_over_itself_comes_once() -> None:
    bold = [Run(72 + shift, 700, "A bold line of the register", 12) for shift in (0, 0.3, 0.6)]
    inside = [
        Run(72, 660, "港口登记簿港口登记簿", 12, "han"),
        Run(72, 640, "灯鱼号灯鱼号", 12, "han"),
        Run(72, 620, "And a line that is drawn but once.", 12),
    ]
    text = read(pdf([[*bold, *inside]])).text
    assert text.count("A bold line of the register") == 1
    assert text.count("港口登记簿") == 1
    assert text.count("灯鱼号") == 1
    assert "And a line that is drawn but once." in text


def test_words_that_people_repeat_stay() -> None:
    text = read(pdf([[Run(72, 700, "哈哈哈哈", 12, "han"), Run(72, 680, "Row, row, row your boat, row row row, 1000000000", 12)]])).text
    assert "哈哈哈哈" in text
    assert "Row, row, row your boat, row row row, 1000000000" in text


def test_rows_with_words_in_some_cells_stay_rows() -> None:
    rows = ["Lanternfish 8.9 83,879 Old harbour", "Seahorse 11.5 30,689 New harbour, outer gate", "Pipefish 10.7 78,866 None"]
    text = read(
        pdf(
            [
                [
                    Run(72, 760, "Ships and their sizes are given below, in tonnes and in feet, with the place of each."),
                    *column(72, 720, rows),
                ]
            ]
        )
    ).text
    assert "```text\n" + "\n".join(rows) + "\n```" in text


def test_a_document_with_an_empty_password_is_read() -> None:
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(BytesIO(paper())))
    writer.encrypt("", owner_password="secret", algorithm="RC4-128")
    open_to_all = BytesIO()
    writer.write(open_to_all)
    assert read(open_to_all.getvalue()).title == read(paper()).title


def test_a_page_that_takes_too_long_is_told_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.0, *([0.0] * 3), *([100.0] * 10_000)])
    monkeypatch.setattr("llmwiki.sources.pdf.lines.time.monotonic", lambda: next(clock))
    monkeypatch.setattr("llmwiki.sources.pdf.document.SECONDS_PER_INPUT", 1000.0)
    source = read(pdf([[Run(72, 700, "The first page takes its time.")], [Run(72, 700, "The second page can be read.")]]))
    assert any("could not be read: took longer than 20 s" in note for note in source.notes)


def test_words_that_run_together_are_told() -> None:
    line = "Thesewordsrunalltogethersincethedocumentdoesnotsay wheretheyendandwherethenextonesbegin."
    assert "many words run together: the PDF does not say where they end" in read(pdf([column(72, 700, [line] * 5)])).notes


def test_pages_without_spaces_between_chinese_lines() -> None:
    text = read(
        pdf(
            [
                column(
                    72,
                    700,
                    ["向量检索把文本转换为向量，再按距离查找最近的邻居，因此它不要求词语完全一致，更适", "合问答。"],
                    12,
                    "han",
                    leading=18,
                )
            ]
        )
    ).text
    assert "更适合问答。" in text
