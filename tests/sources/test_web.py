from __future__ import annotations

from pathlib import Path

import pytest
from lxml.html import document_fromstring
from sources.golden_check import GOLDEN, check

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.limits import MAX_HTML_DEPTH
from llmwiki.sources.web.clean import clean
from llmwiki.vault.parse import parse

PARAGRAPH = "<p>The harbour has kept a register of every ship since 1871, and the register is open to all.</p>"


def read(html: str | bytes, name: str = "page.html") -> Source:
    data = html if isinstance(html, bytes) else html.encode()
    return convert(Original(name, data, name))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.html")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    check(f"{path.name}.md", read(path.read_bytes(), path.name))


def test_nothing_in_the_text_links_into_the_vault_or_loads_from_elsewhere() -> None:
    text = read((GOLDEN / "lanternfish.html").read_bytes()).text
    page = parse(text)
    assert page.links == ()
    assert page.tags == ()
    assert "![" not in text
    assert "<" not in text.replace("\\<", "").replace("5 < 6", "")
    assert "Ignore the rules" not in text
    assert "track" not in text


@pytest.mark.parametrize(
    ("charset", "declared"),
    [("gb18030", "gb2312"), ("big5", "big5"), ("utf-16", ""), ("utf-8-sig", "utf-8"), ("cp949", "euc-kr"), ("cp932", "shift_jis")],
)
def test_encodings(charset: str, declared: str) -> None:
    words = {
        "cp949": "항구는 모든 배의 기록을 보관하고 있으며 누구나 볼 수 있다.",
        "cp932": "港はすべての船の記録を保管しており、誰でも見ることができます。",
        "big5": "港口保存了每一艘船的記錄，任何人都可以查看。",
    }
    text = words.get(charset, "港口保存了每一艘船的记录，任何人都可以查看。")
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">' if declared else ""
    html = (
        f"<html><head>{meta}<title>记</title></head><body><p>{text}</p></body></html>"
        if charset == "gb18030"
        else f"<html><head>{meta}</head><body><p>{text}</p></body></html>"
    )
    assert text in read(html.encode(charset)).text


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<p>a</p><script>b</script><style>c</style><noscript>d</noscript><template>e</template>f", "a f"),
        (
            '<p hidden>a</p><p style="DISPLAY : none">b</p><p style="font-size:0px">c</p><p style="opacity:0">d</p><p style="opacity:0.5">e</p>',
            "e",
        ),
        ('<nav>a</nav><div class="cookieBanner">b</div><div id="main-content">c and more of it</div>', "c and more of it"),
        ('<div class="cookie-page">all that there is</div>', "all that there is"),
        ('<h2>Parts<a href="#p">¶</a> <span class="mw-editsection">[edit]</span></h2>', "Parts"),
        ('<p>a<sup><a href="#cite_note-1">[1]</a></sup>, 10<sup>2</sup> <a href="#fn2">2</a>b</p>', "a, 102 b"),
        ('<ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li><li><a href="#c">Three</a></li></ul><p>b</p>', "b"),
        ('<ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li><li><a href="/c">Three</a></li></ul>', "OneTwoThree"),
        ('<p>b <a href="https://twitter.com/share?u=1">Tweet</a></p>', "b"),
        ("a<img src=x>b<button>c</button><!-- d -->", "ab"),
    ],
)
def test_cleaning(html: str, left: str) -> None:
    tree = document_fromstring(f"<html><body>{html}</body></html>")
    clean(tree)
    assert " ".join(tree.text_content().split()) == left


def test_html_is_told_by_its_content() -> None:
    assert read(f"<!doctype html><title>A ship register</title>{PARAGRAPH}", "notes.md").extractor.startswith("trafilatura")


def test_markdown_that_begins_with_a_tag_stays_markdown() -> None:
    text = "<div align=center>\n\n# Harbour\n\n</div>\n\nText.\n"
    assert read(text, "readme.md").verbatim


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Ships | Harbour Notes</title>", "<h1>Ships</h1>", "Ships"),
        ("<title>A register of ships - Harbour Notes</title>", "", "A register of ships"),
        ("<title>GPT-4 - a short history of models and their makers</title>", "", "GPT-4 - a short history of models and their makers"),
        ("<title>船舶登记簿_港口频道_某某网</title>", "", "船舶登记簿"),
        ('<meta property="og:title" content="Ships of 1871"><title>x</title>', "", "Ships of 1871"),
        ("", "", "Page"),
    ],
)
def test_titles(head: str, body: str, title: str) -> None:
    assert read(f"<html><head>{head}</head><body>{body}{PARAGRAPH}</body></html>").title == title


@pytest.mark.parametrize(
    ("head", "author", "date"),
    [
        ('<meta name="author" content="By Ana Brandt and Bo Lindqvist">', "Ana Brandt, Bo Lindqvist", ""),
        ('<meta name="author" content="admin"><meta name="date" content="2024/5/6">', "", "2024-05-06"),
        (
            '<script type="application/ld+json">{"@type": "Article", "author": [{"name": "Li Ming"}], "datePublished": "2023-01-02T03:04:05Z"}</script>',
            "Li Ming",
            "2023-01-02",
        ),
        ('<script type="application/ld+json">{broken</script><meta property="article:published_time" content="2022-02-30">', "", ""),
    ],
)
def test_metadata(head: str, author: str, date: str) -> None:
    source = read(f"<html><head>{head}</head><body>{PARAGRAPH}</body></html>")
    assert (source.author, source.date) == (author, date)


def test_a_wiki_page_is_as_old_as_its_last_edit() -> None:
    data = '{"@type": "Article", "datePublished": "2002-02-25", "dateModified": "2024-09-21"}'
    head = f'<meta name="generator" content="MediaWiki 1.43"><script type="application/ld+json">{data}</script>'
    assert read(f"<html><head>{head}</head><body>{PARAGRAPH}</body></html>").date == "2024-09-21"


def test_hidden_characters_are_taken_out_and_counted() -> None:
    source = read(f"<html><body>{PARAGRAPH}<p>Ships\u200b and\u202e boats\U000e0041 of the harbour town.</p></body></html>")
    assert "Ships and boats of the harbour town." in source.text
    assert source.notes == ("3 invisible characters taken out",)


def test_formulas_stay_tex() -> None:
    math = '<math alttext="E = mc^2"><mi>E</mi></math>'
    assert "$E = mc^2$" in read(f"<html><body>{PARAGRAPH}<p>Energy is {math} at rest, as everybody has read.</p></body></html>").text


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (
            "<html><head><title>App</title></head><body><div id=root></div><script>run()</script></body></html>",
            "no readable text: 98 characters of markup, filled in by scripts",
        ),
        ("<!doctype html>", "no readable text"),
        ("<html><body><img src=a.png></body></html>", "no readable text"),
        ("<html><body>" + "<div>" * (MAX_HTML_DEPTH + 50) + "deep" + "</div>" * 250 + "</body></html>", "is too complex for a web page"),
    ],
)
def test_refused(html: str, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        read(html)
    assert refused.value.message.startswith(reason)
