from __future__ import annotations

from typing import ClassVar

import pytest
from sources.contract import Case, ConverterContract
from sources.golden_check import check

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.captions.cues import read_cues
from llmwiki.sources.convert import convert
from llmwiki.sources.place import place_at


def read(text: str, name: str = "talk.vtt") -> Source:
    return convert(Original(name, text.encode(), name))


def said(text: str, name: str = "talk.vtt") -> str:
    """The text below the title."""
    return read(text, name).text.partition("\n\n")[2].rstrip("\n")


TALK = """\ufeffWEBVTT - a recording of the harbour meeting
Kind: captions
Language: en

NOTE
This remark is for
nobody's eyes.

STYLE
::cue { color: red }

REGION
id:low
lines:3

opening
00:00.000 --> 00:02.500 align:start position:0%
<v Ada Brandt>Good morning, and <i>welcome</i> to the
harbour meeting.

00:02.600 --> 00:05.000
<v Ada Brandt>We begin with the <c.loud>register</c>.

00:12.000 --> 00:15.000
<v.quiet Bo>It has 1,871 entries &amp; three are &lt;empty&gt;.</v>

00:15.000 --> 00:17.000
- Which ones?
- I do not know.

100:00:01.000 --> 100:00:02.000
<v 李明>第一艘船<00:00:01.500><c>叫灯鱼</c>
<v Ada Brandt>And <ruby>港<rt>gang</rt></ruby> is the harbour.
"""

SUBRIP = """1
00:00:01,000 --> 00:00:03,000
{\\an8}<font color="#fff">李明：我们开始吧</font>

2
00:00:03,100 --> 00:00:05,000
先看港口登记簿

3
00:00:05,200 --> 00:00:07,000
王芳：好的，一共一千条。

4
00:00:07,100 --> 00:00:09,000
李明：谢谢。

5
00:01:00,000 --> 00:01:02,000
【音乐】
"""

ROLLING = """WEBVTT
Kind: captions
Language: en

00:00:00.120 --> 00:00:02.389 align:start position:0%
~
every<00:00:00.500><c> ship</c><00:00:00.900><c> is</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
every ship is
~

00:00:02.399 --> 00:00:04.000 align:start position:0%
every ship is
in<00:00:02.600><c> the</c><00:00:03.000><c> register</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
in the register
~

00:00:04.010 --> 00:00:06.000 align:start position:0%
in the register
and<00:00:04.500><c> the</c><00:00:05.000><c> register</c>

00:00:06.000 --> 00:00:06.010 align:start position:0%
and the register
~

00:00:06.010 --> 00:00:08.000 align:start position:0%
and the register
is<00:00:06.500><c> old</c>
""".replace("~\n", " \n")


class TestCaptions(ConverterContract):
    case: ClassVar[Case] = Case(
        "captions",
        TALK.encode(),
        "talk.vtt",
        places={"We begin": "00:00:00", "It has 1,871": "00:00:12", "Which ones": "00:00:15", "第一艘船": "100:00:01"},
    )


class TestSubRip(ConverterContract):
    case: ClassVar[Case] = Case("captions", SUBRIP.encode("gb18030"), "会议.zh.srt", places={"好的": "00:00:05"})


@pytest.mark.parametrize(("name", "text"), [("talk.vtt", TALK), ("meeting.zh-Hans.srt", SUBRIP), ("auto.en.vtt", ROLLING)])
def test_golden(name: str, text: str) -> None:
    check(f"{name}.md", read(text, name))


def test_line_ends_do_not_matter() -> None:
    assert read(TALK.replace("\n", "\r\n")) == read(TALK) == read(TALK.replace("\n", "\r"))


def test_rolling_captions_come_once() -> None:
    assert said(ROLLING) == "<!-- time 00:00:00 -->\nevery ship is in the register and the register is old"


def test_a_line_that_grows_comes_once() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nthe har\n\n2\n00:00:02,000 --> 00:00:03,000\nthe harbour is\n\n3\n00:00:03,000 --> 00:00:04,000\nthe harbour is\nold\n"
    assert said(text, "a.srt") == "<!-- time 00:00:01 -->\nthe harbour is old"


def test_what_is_said_twice_stays_twice() -> None:
    cues = ["No.", "No.", "Why?", "It is late.", "The ships are in.", "All of them."]
    text = "WEBVTT\n\n" + "\n\n".join(f"00:0{number}.000 --> 00:0{number}.900\n{line}" for number, line in enumerate(cues))
    assert "No. No. Why?" in said(text)


def test_cues_out_of_order_are_put_in_order_and_told() -> None:
    text = "WEBVTT\n\n00:10.000 --> 00:12.000\nsecond\n\n00:01.000 --> 00:02.000\nfirst\n\n00:11.000 --> 00:13.000\nthird\n"
    source = read(text)
    assert source.notes == ("put in order of time: 1 caption",)
    assert source.text.index("first") < source.text.index("second") < source.text.index("third")


def test_times_that_cannot_be_read_keep_their_text() -> None:
    source = read("WEBVTT\n\n00:01.000 --> 00:02.000\none\n\n00:xx --> 00:04.000\ntwo\n\n00:05.000 --> 00:06.000\nthree\n")
    assert source.notes == ("1 caption without a readable time",)
    assert "one two" in source.text


def test_a_blank_line_inside_a_cue_of_subrip_does_not_end_it() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nfirst line\n\nsecond line\n\n2\n00:00:02,500 --> 00:00:03,000\nthird line\n"
    assert said(text, "a.srt") == "<!-- time 00:00:01 -->\nfirst line second line third line"


def test_a_missing_blank_line_between_cues() -> None:
    cues = read_cues("1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n").cues
    assert [cue.lines for cue in cues] == [("one",), ("two",)]


def test_subviewer() -> None:
    text = "0:00:00.599,0:00:04.160\n>> ADA: Hi, the harbour\nis open.\n\n0:00:04.160,0:00:06.770\n>> BO: Thank you.\n"
    assert said(text, "a.sbv") == (
        "<!-- time 00:00:00 -->\n**ADA:** Hi, the harbour is open.\n\n<!-- time 00:00:04 -->\n**BO:** Thank you."
    )


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Note: the harbour closes.", "Note: the harbour closes."),
        ("a < b and b > c", "a < b and b > c"),
        ("[[x]] <script>alert(1)</script>", "\\[[x]] \\<script>alert(1)\\</script>"),
        ("# no heading", "\\# no heading"),
        ("<!-- page 7 -->", "\\<!--page 7 -->"),
        ("see https://example.org/a", "see https://example.org/a"),
        ("one\\Ntwo<br>three", "one two three"),
    ],
)
def test_lines_are_text_and_nothing_else(line: str, shown: str) -> None:
    assert said(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{line}\n") == f"<!-- time 00:00:01 -->\n{shown}"


def test_a_label_counts_when_it_comes_again() -> None:
    once = "1\n00:00:01,000 --> 00:00:02,000\nAda: hello there\n\n2\n00:00:02,000 --> 00:00:03,000\nand good day\n\n3\n00:00:03,000 --> 00:00:04,000\nto all\n"
    assert "**Ada:**" not in said(once, "a.srt")
    twice = once + "\n4\n00:00:05,000 --> 00:00:06,000\nAda: bye\n"
    assert said(twice, "a.srt").startswith("<!-- time 00:00:01 -->\n**Ada:** hello there and good day to all")


def test_long_speech_is_cut_into_paragraphs_that_know_their_time() -> None:
    cues = [
        f"{n}\n00:{n // 60:02}:{n % 60:02},000 --> 00:{n // 60:02}:{n % 60:02},990\nThis is sentence number {n} of the talk.\n"
        for n in range(1, 61)
    ]
    text = read("\n".join(cues), "a.srt").text
    assert 4 <= text.count("<!-- time") <= 8
    assert place_at(text, text.index("sentence number 60")) > "00:00:45"


@pytest.mark.parametrize(
    ("name", "title"),
    [("My_talk.en.vtt", "My talk"), ("港口会议.zh-Hans.srt", "港口会议"), ("A talk [dQw4w9WgXcQ].en-GB.vtt", "A talk"), ("en.vtt", "En")],
)
def test_titles(name: str, title: str) -> None:
    assert read(ROLLING, name).title == title


def test_a_file_without_captions_is_refused() -> None:
    with pytest.raises(SourceRefused, match="no captions: no cue with text in it"):
        read("WEBVTT\n\nNOTE nothing\n\n00:01.000 --> 00:02.000\n<i></i>\n")
