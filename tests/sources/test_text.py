from __future__ import annotations

import pytest

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.dates import iso_date
from llmwiki.sources.decode import decode
from llmwiki.sources.language import language
from llmwiki.sources.structure import looks_like_paper, looks_like_transcript


def read(text: str | bytes, name: str = "some-note.md") -> Source:
    data = text if isinstance(text, bytes) else text.encode()
    return convert(Original(name, data, name))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: The Harbour\n---\n# Other\n", "The Harbour"),
        ("---\ntitle: >\n Back to basics\n in the age of AI\n---\ntext\n", "Back to basics in the age of AI"),
        ("\ufeff---\r\ntitle: X\r\n---\r\nbody\r\n", "X"),
        ("---\ntags: [a]\n---\nIntro text.\n\n## **Ships** of [[1871|the year]]\n", "Ships of the year"),
        ("```\n# not a heading\n```\n\ntext that goes on.\n", "Some note"),
        (
            '+++\ntitle = "Changes to `u128`"\ndate = 2024-03-30\n[extra]\nteam = "x"\n+++\n\nSome text.\n\n## Background\n',
            "Changes to `u128`",
        ),
        ("+++\nbroken\n+++\n# 港口\n", "港口"),
        ("2023_Harbour_collision\n\n" + "A long text. " * 40 + "\n\n# Background\n\nMore.\n", "2023 Harbour collision"),
        ("A sentence comes first here. " * 20 + "\n\n## Background\n\nMore.\n", "Some note"),
        ("港口登记簿\n\n每一艘船都有记录。\n", "港口登记簿"),
        ("This first line is a sentence, so it is no title.\n", "Some note"),
        ("---\n* broken\n---\ntext of a note, and more.\n", "Some note"),
        ('[#]: via: "https://harbour.example/a-long-address"\n' * 9 + "\n港口登记簿\n======\n\n正文。\n", "港口登记簿"),
        (
            '[#]: via: "https://harbour.example/a-long-address"\n' * 9 + "\nA sentence comes first, and then more.\n\n# The register\n",
            "The register",
        ),
        ('[#]: subject: "Ships"\n\nThe harbour register\n\nEvery ship has its entry there.\n', "The harbour register"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert read(text).title == title


def test_toml_properties() -> None:
    source = read('+++\r\ntitle = "T"\r\ndate = 2024-03-30\r\nauthors = ["Ana", "Bo"]\r\ntags = ["x"]\r\n+++\r\nBody text here.\r\n')
    assert (source.title, source.date, source.author, source.tags) == ("T", "2024-03-30", "Ana, Bo", ("x",))


def test_a_dated_name_gives_title_and_date() -> None:
    source = read("only a sentence here.\n", "2024-05-06-spring_in_the_harbour.md")
    assert (source.title, source.date) == ("Spring in the harbour", "2024-05-06")


def test_web_clipper_properties() -> None:
    clip = """---
title: "How the index works"
source: "https://example.org/posts/index"
author:
  - "[[Ana Brandt]]"
  - "[[Bo Lindqvist|Bo]]"
published: 2025-03-04
created: 2026-11-30
description: "An index."
tags:
  - "clippings"
---
Text.
"""
    source = read(clip)
    assert (source.author, source.date, source.origin, source.tags) == (
        "Ana Brandt, Bo",
        "2025-03-04",
        "https://example.org/posts/index",
        (),
    )
    later = read(clip.replace("published: 2025-03-04", "published:").replace('"clippings"', '"clippings"\n  - "indexes"'))
    assert (later.date, later.tags) == ("", ("indexes",)), "the day of the clipping is no date of the page"


@pytest.mark.parametrize(
    ("text", "author", "date", "tags"),
    [
        ("---\nauthor: Seth W, Matt C\ndate: 2025/10/07\ncategories: a, b\n---\n", "Seth W, Matt C", "2025-10-07", ("a", "b")),
        ("---\nauthors: [a-b, c-d]\ndate: 2021-07-06 10:00\ntags: '#x y'\n---\n", "a-b, c-d", "2021-07-06", ("x", "y")),
        ("# T\n\nOctober 7, 2025 by [A](https://a.org)\n\ntext\n", "", "2025-10-07", ()),
        ("# T\n\n2024 年 12 月 05 日\n", "", "2024-12-05", ()),
        ("# T\n\nIn 1871-05-06 a long story began, which is told here at some length and more.\n", "", "", ()),
    ],
)
def test_properties(text: str, author: str, date: str, tags: tuple[str, ...]) -> None:
    source = read(text + "body\n")
    assert (source.author, source.date, source.tags) == (author, date, tags)


def test_utf8_is_kept_to_the_byte() -> None:
    data = "\ufeff# 港口\r\n\r\ntext \r mixed\r\n".encode()
    source = read(data)
    assert source.verbatim
    assert source.text.encode() == data


def test_liquid_and_jsx_stay() -> None:
    text = "{% include x.html %}\n{: .note}\n<Intro>\n\n# T {/*t*/}\n"
    assert read(text, "post.mdx").text == text


CHINESE = "向量检索（Vector Search）把文本转换为向量，再按距离查找最近的邻居。与关键词检索不同，它不要求词语完全一致。"
TRADITIONAL = "向量檢索把文本轉換為向量，再按距離查找最近的鄰居。與關鍵詞檢索不同，它不要求詞語完全一致。"
JAPANESE = "ベクトル検索は文章をベクトルに変換し、距離で近いものを探します。完全に一致する必要はありません。"
KOREAN = "벡터 검색은 텍스트를 벡터로 바꾼 다음 거리로 가장 가까운 이웃을 찾는다. 단어가 정확히 일치할 필요는 없다."
FRENCH = "Le café est fermé à Noël – « déjà vu » – pour l’été, ça va être dur. Straße, señor, £5."
RUSSIAN = "Векторный поиск преобразует текст в вектор и ищет ближайших соседей по расстоянию. В отличие от поиска по словам."
ENCODED = [
    *[(CHINESE, name) for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "gbk", "gb2312")],
    *[(TRADITIONAL, name) for name in ("big5", "big5hkscs")],
    *[(JAPANESE, name) for name in ("shift_jis", "cp932", "euc_jp", "iso2022_jp")],
    *[(KOREAN, name) for name in ("euc_kr", "cp949")],
    *[(FRENCH, name) for name in ("cp1252", "utf-16")],
    ("it costs 5 ¤H or so", "cp1252"),
    *[(RUSSIAN, name) for name in ("cp1251", "koi8_r")],
]


@pytest.mark.parametrize(("text", "name"), ENCODED)
def test_encodings(text: str, name: str) -> None:
    assert decode(text.encode(name)).text.removeprefix("\ufeff") == text


def test_another_encoding_is_told_and_is_not_verbatim() -> None:
    source = read(CHINESE.encode("gb18030"), "检索.txt")
    assert not source.verbatim
    assert source.notes == ("decoded from gb18030",)
    assert source.text == CHINESE


def test_a_few_bad_bytes_in_utf8_are_counted() -> None:
    source = read(("港口的登记簿记录每一艘船。" * 9).encode() + b"\xff and more", "a.txt")
    assert source.notes == ("1 bytes could not be decoded",)
    assert "\ufffd and more" in source.text


def test_invisible_characters_stay_in_the_text_and_are_told() -> None:
    source = read("# T\n\nignore\u200b this\u202e\n")
    assert "\u200b" in source.text
    assert source.notes == ("2 invisible characters",)


def test_broken_properties_are_told() -> None:
    assert read("---\ntitle: a\ntitle: b\n---\nbody\n").notes[0].startswith("properties: ")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("TiDB 在 TiKV 提供的分布式存储能力基础上，构建了兼具优异的交易处理能力的计算引擎。", "zh"),
        ("The harbour of 上海 is large.", "en"),
        ("安装步骤如下：\n```sh\n" + "pip install something --with options\n" * 30 + "```\n", "zh"),
        ("ベクトル検索は文章をベクトルに変換します。", "en"),
        ("", "en"),
    ],
)
def test_language(text: str, found: str) -> None:
    assert language(text) == found


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-06T07:08", "2024-05-06"),
        ("2024/5/6", "2024-05-06"),
        ("2024年5月6日", "2024-05-06"),
        ("20240506", "2024-05-06"),
        ("6th of May 2024", "2024-05-06"),
        ("Sept. 6, 2024", "2024-09-06"),
        ("2026-02-30", ""),
        ("3/4/2024", ""),
        ("0001-01-01", ""),
        ("no date", ""),
    ],
)
def test_dates(text: str, day: str) -> None:
    assert iso_date(text) == day


def test_papers_and_transcripts_are_told() -> None:
    assert looks_like_paper("# T\n\n## Abstract\n\nx\n\n## 7 References\n\ny")
    assert not looks_like_paper("# T\n\nSee References.\n")
    talk = "".join(f"[00:0{turn}:10] {name}: what we said then\n" for turn, name in enumerate(["Ana", "Bo", "Ana", "Bo", "Ana", "Bo"]))
    assert looks_like_transcript(talk)
    assert looks_like_transcript("李明：开始吧。\n王芳：好的。\n" * 4)
    assert not looks_like_transcript("Note: one\nWarning: two\nTip: three\nDanger: four\nCaution: five\nHint: six\n")
    assert read(talk, "talk.txt").kind == "transcript"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.md", b"", "is empty: 0 bytes"),
        ("a.md", b" \r\n\t\n", "is empty: only white space"),
        ("a.txt", "\ufeff\n".encode(), "is empty: only white space"),
        ("a.md", b"\x7fELF\x02\x01\x01" + bytes(50), "is not text: ELF program"),
        ("a.txt", b"abc\x00def\x00", "is not text: 2 NUL"),
        ("a.txt", bytes(range(1, 32)) * 9, "is not text: "),
        ("a", b"\xff\xfe" + b"\x00" * 11, "is not text: "),
        ("a.rtf", b"{\\rtf1\\ansi hello}", "not supported yet: RTF document"),
        ("a.tar", b"x" * 257 + b"ustar" + bytes(250), "not supported yet: tar archive"),
    ],
)
def test_refused(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        read(data, name)
    assert refused.value.message.startswith(reason)


@pytest.mark.parametrize("text", ["{\n not json", "[1] A note on ships\n", "{% raw %}\ntext\n", "[link](x)\n"])
def test_text_that_only_begins_like_json(text: str) -> None:
    assert read(text).verbatim
