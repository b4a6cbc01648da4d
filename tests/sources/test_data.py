from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import ClassVar

import pytest
from sources.contract import Case, ConverterContract
from sources.golden_check import check

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.data import reading, table
from llmwiki.sources.data.csvrows import sniff
from llmwiki.sources.place import place_at, places


def read(text: str | bytes, name: str) -> Source:
    data = text if isinstance(text, bytes) else text.encode()
    return convert(Original(name, data, name))


def rows(text: str, name: str = "a.csv") -> list[str]:
    """The lines of the tables, rules and marks left out."""
    return [line for line in read(text, name).text.split("\n") if line.startswith("|") and "---" not in line]


SHIPS = '''name,built,remark
Lanternfish,1871,"small, but fast"
灯鱼,1902,"first line
second ""line"""
"Pipe|fish",1910,[[x]] <b>

Seahorse,1920,
'''
MODULE = '''"""How ships are counted. And more.

A second paragraph with ```` ```python ```` in it.
"""

__author__ = "Ada Brandt"


def count(ships):
    return len(ships)  # <!-- page 3 --> [[no link]]
'''
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"language_info": {"name": "python"}, "authors": [{"name": "Ada Brandt"}, {"name": "李明"}]},
    "cells": [
        {
            "cell_type": "markdown",
            "source": ["# Counting ships\n", "\n", "See [[harbour]] ![map](attachment:map.png)<img src='https://t.example/x.gif'>."],
        },
        {"cell_type": "code", "source": "count(ships)", "outputs": [{"output_type": "stream", "text": [f"ship {n}\n" for n in range(30)]}]},
        {
            "cell_type": "code",
            "source": "plot()",
            "outputs": [{"output_type": "display_data", "data": {"image/png": "iVBO", "text/plain": ["<Figure>"]}}],
        },
        {
            "cell_type": "code",
            "source": "1/0",
            "outputs": [
                {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "division by zero", "traceback": ["\x1b[31mlong"]}
            ],
        },
        {"cell_type": "markdown", "source": "## 结果\n\n\ud800 一千艘船。"},
    ],
}
FEED = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Harbour news</title><link>https://example.org/</link><description>News &amp; notes</description>
<item><title>Three ships &lt;b&gt;came&lt;/b&gt;</title><link>https://example.org/a</link><dc:creator>Ada</dc:creator>
<pubDate>Mon, 06 May 2024 10:00:00 GMT</pubDate><description>short</description>
<content:encoded><![CDATA[<p>The <b>long</b> report.<script>x()</script><img src="https://t.example/x.gif"></p>]]></content:encoded></item>
<item><title>港口新闻</title><description>第二条新闻。</description></item>
</channel></rss>
"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title>
<entry><title>One</title><link rel="self" href="https://example.org/self"/><link href="https://example.org/one"/><author><name>Bo</name></author>
<updated>2024-05-07T08:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It is <em>here</em>.</p></div></content></entry></feed>
"""
OPML = """<opml version="2.0"><head><title>Feeds</title></head><body><outline text="Ships"><outline text="Harbour [[x]]" xmlUrl="https://example.org/feed"/>
</outline><outline text="港口" htmlUrl="javascript:alert(1)"/></body></opml>
"""
PAPER = r"""\documentclass{article}
% a remark
\title{On \emph{Small} Indexes}
\author{Ada Brandt\thanks{Harbour} \\ Institute \and Bo M\"uller}
\date{6 May 2024}
\begin{document}
\maketitle
\begin{abstract}
We show that $x_1 < 2$ holds.
\end{abstract}

\section{Introduction}\label{sec:intro}
About 50\% of \textbf{all \emph{ships}}~\cite{a, b} are small. % why?
They are ``fast'' --- see Section~\ref{sec:intro}.

\begin{itemize}
  \item one
  \item two\footnote{with a note}
\end{itemize}

\begin{equation}
  E = mc^2
\end{equation}

\begin{tabular}{ll}
a & b \\

c & d
\end{tabular}

The last line.
\end{document}
"""


class TestTable(ConverterContract):
    case: ClassVar[Case] = Case(
        "table", SHIPS.encode(), "ships.csv", by_content=False, places={"1871": "l. 2", "1902": "l. 3", "1910": "l. 5", "1920": "l. 7"}
    )


class TestCode(ConverterContract):
    case: ClassVar[Case] = Case(
        "code", MODULE.encode(), "ships.py", by_content=False, places={"How ships are counted. And": "l. 1", "def count": "l. 9"}
    )


class TestJson(ConverterContract):
    case: ClassVar[Case] = Case(
        "json", b'{\n  "ships": [1, 2],\n  "harbour": "\\u6e2f"\n}\n', "ships.json", places={'"ships"': "l. 2", '"harbour"': "l. 3"}
    )


class TestNotebook(ConverterContract):
    case: ClassVar[Case] = Case("json", json.dumps(NOTEBOOK).encode(), "count.ipynb", places={"count(ships)": "turn 2", "结果": "turn 5"})


class TestYaml(ConverterContract):
    case: ClassVar[Case] = Case("yaml", "ships:\n  - 灯鱼\n".encode(), "ships.yaml", by_content=False, places={"灯鱼": "l. 2"})


class TestFeed(ConverterContract):
    case: ClassVar[Case] = Case("xml", FEED.encode(), "news.rss", places={"Three ships": "ch. 1", "第二条": "ch. 2"})


class TestTex(ConverterContract):
    case: ClassVar[Case] = Case(
        "tex",
        PAPER.encode(),
        "paper.tex",
        by_content=False,
        places={"We show": "l. 9", "About 50%": "l. 13", "- one": "l. 17", "The last line": "l. 31"},
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ships.csv", SHIPS),
        ("ships.py", MODULE),
        ("count.ipynb", json.dumps(NOTEBOOK)),
        ("news.rss", FEED),
        ("notes.atom", ATOM),
        ("feeds.opml", OPML),
        ("paper.tex", PAPER),
    ],
)
def test_golden(name: str, text: str) -> None:
    check(f"{name}.md", read(text, name))


@pytest.mark.parametrize(
    ("text", "name", "delimiter"),
    [
        ("a,b\n1,2\n", "a.csv", ","),
        ("a;b\n1,5;2,5\n3,5;4,5\n", "a.csv", ";"),
        ("a\tb\n1,2\t3\n", "a.tsv", "\t"),
        ("a\tb\n1\t3\n", "a.csv", "\t"),
        ("a|b|c\n1|2|3\n", "a.csv", "|"),
        ("sep=;\na;b\n1;2\n", "a.csv", ";"),
        ("only one column\nof words\n", "a.csv", ","),
        ('"a, b";c\n"d, e";f\n', "a.csv", ";"),
    ],
)
def test_the_delimiter_is_told(text: str, name: str, delimiter: str) -> None:
    assert sniff(text, name).delimiter == delimiter


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030", "cp1252"])
def test_tables_of_other_encodings(encoding: str) -> None:
    text = "name;town\nJosé;Köln\nZoë;Orléans\n" if encoding == "cp1252" else "船名;港口\n灯鱼;这里的港口\n"
    source = read(text.encode(encoding), "a.csv")
    assert text.split("\n")[1].replace(";", " | ") in source.text


def test_a_quote_that_is_never_closed_is_a_character() -> None:
    text = 'size\tname\n5"\tpipe\n' + "".join(f'{n}\t"open {n}\n' for n in range(300))
    assert rows(text, "a.tsv")[1:3] == ['| 5" | pipe |', '| 0 | "open 0 |']


def test_a_table_of_numbers_has_no_head() -> None:
    assert rows("1,2\n3,4\n") == ["|  |  |", "| 1 | 2 |", "| 3 | 4 |"]


def test_ragged_rows_are_filled() -> None:
    assert rows("a,b\n1\n2,3,4\n") == ["| a | b |  |", "| 1 |  |  |", "| 2 | 3 | 4 |"]


def test_long_and_wide_tables_are_cut_and_told() -> None:
    source = read("id,name\n" + "".join(f"{n},x{n}\n" for n in range(1500)), "a.csv")
    assert source.notes == ("500 more rows in the original, 1,500 rows in all",)
    assert "| 999 | x999 |" in source.text
    assert "x1000" not in source.text
    assert "*(500 more rows in the original, 1,500 rows in all.)*" in source.text
    assert place_at(source.text, source.text.index("| 999 |")) == "l. 1001"
    wide = read(",".join(f"c{n}" for n in range(60)) + "\n" + ",".join(["1"] * 60) + "\n", "a.csv")
    assert wide.notes == (f"20 more columns in the original, {20 + table.MAX_COLUMNS} columns in all",)


def test_every_row_knows_its_line() -> None:
    text = "id,name\n" + "".join(f'{n},"x{n}\ny"\n' if n % 7 == 3 else f"{n},x{n}\n" for n in range(200))
    lines, made = text.split("\n"), read(text, "a.csv").text
    for n in range(200):
        line = int(place_at(made, made.index(f"| {n} |")).removeprefix("l. "))
        assert lines[line - 1].startswith(f"{n},")


def test_every_line_of_code_knows_its_number() -> None:
    text = read(MODULE, "a.py").text
    for number, line in enumerate(MODULE.split("\n"), 1):
        if "(" in line and "page" not in line:
            assert place_at(text, text.index(line)) == f"l. {number}"
    assert len(places(text)) == 1


def test_code_is_kept_to_the_letter_and_cannot_leave_its_block() -> None:
    code = "x = '''\n```\n[[link]] %% # tag\n'''\n"
    assert f"````python\n{code}````\n" in read(code, "a.py").text


@pytest.mark.parametrize(
    ("text", "name", "title"),
    [
        (MODULE, "ships.py", "How ships are counted"),
        ("#!/bin/sh\n# Copyright 2024 A\n#\n# deploy.sh - puts the site online. Careful.\nset -e\n", "deploy.sh", "puts the site online"),
        ("/*\n * Reads the register of ships.\n */\nint main;\n", "a.c", "Reads the register of ships"),
        ("// 统计港口的船只。\npackage main\n", "a.go", "统计港口的船只"),
        ("import os\n\n# not the title of it\n", "my_tool.py", "my_tool.py"),
        ("[a]\nb = 1\n", "setup.cfg", "setup.cfg"),
        ("-- Ships by year\nSELECT 1;\n", "a.sql", "Ships by year"),
    ],
)
def test_titles_of_code(text: str, name: str, title: str) -> None:
    assert read(text, name).title == title


def test_other_xml_and_settings_stay_as_they_are() -> None:
    assert "```xml\n<a><b>1</b></a>\n```" in read("<a><b>1</b></a>\n", "a.xml").text
    assert '```toml\n[a]\nb = "c"\n```' in read('[a]\nb = "c"\n', "a.toml").text
    assert "```bibtex\n@book{a}\n```" in read("@book{a}\n", "a.bib").text
    assert "```xml\n" in read("<?xml version='1.0'?>\n<broken", "a.xml").text


def test_entities_of_xml_stay_closed() -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
    text = read(f"{bomb}<rss><channel><title>t</title><item><title>&b;&x;.</title></item></channel></rss>", "a.xml").text
    assert "aaaaaaaaaa" not in text.replace('"aaaaaaaaaa"', "")
    assert "root:" not in text


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ('{"nodes": [], "edges": []}', "plan.canvas", "is an Obsidian canvas"),
        ("views:\n  - type: table\n", "ships.base", "is an Obsidian base"),
        ('{"nbformat": 4, "cells": []}', "a.ipynb", "is a notebook without text"),
        ("<rss><channel><title>x</title></channel></rss>", "a.rss", "is a feed without entries"),
        (",,\n,\n", "a.csv", "is an empty table"),
    ],
)
def test_refused(text: str, name: str, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        read(text, name)
    assert refused.value.message.startswith(reason)


def test_what_is_too_long_is_cut_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CHARS", 20)
    source = read('{"a": 1,\n "b": 2,\n "c": 3}\n', "a.json")
    assert source.notes == ("only the first 17 characters are in the text; 9 characters more are in the original",)
    assert '```json\n{"a": 1,\n "b": 2,\n```\n\n*(9 characters more are in the original.)*' in source.text


@pytest.mark.trial(but=["a.csv"])
@pytest.mark.parametrize("name", ["a.csv", "a.json", "a.py", "a.xml", "a.tex", "a.yaml"])
def test_a_line_of_a_megabyte(name: str) -> None:
    assert len(read(b'"' + b"word, " * 170_000 + b'"', name).text) > 5000


@pytest.mark.trial(but=["a.xml-data", "a.tex-data8"])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        *[
            ("a.tex", part * 20_000)
            for part in (b"\\begin{verbatim}", b"\\[", b"\\(", b"$a\n", b"\\item[", b"\\section[", b"\\hspace[ ", b"\\textbf{", b"{")
        ],
        ("a.ipynb", b'{"nbformat":4,"cells":[{"cell_type":"markdown","source":"' + b"![a](<img " * 20_000 + b'"}]}'),
        ("a.csv", b'a,"b\n' * 50_000),
        ("a.csv", b"," * 300_000 + b"x"),
        ("a.py", b'"""' + b"\n#" * 50_000),
        ("a.xml", b"<a>" * 50_000),
        ("a.json", b"[" * 50_000),
    ],
)
def test_nothing_takes_long(name: str, data: bytes) -> None:
    started = time.process_time()
    with suppress(SourceRefused):
        read(data, name)
    assert time.process_time() - started < 3
