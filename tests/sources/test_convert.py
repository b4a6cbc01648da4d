"""Whatever comes in, it ends as a source or with a reason."""

from __future__ import annotations

import gzip
import zlib
from importlib.metadata import EntryPoint

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_harness import Run, pdf
from sources.pdf_documents import paper

from llmwiki import plugins
from llmwiki.errors import ConfigError, SourceRefused
from llmwiki.sources import limits
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.visible import visible
from llmwiki.vault.parse import parse
from llmwiki.vault.plain import project

GOOD = {
    "text": Original("a.md", b"# T\n\ntext\n", "a.md"),
    "html": Original("a", b"<html><body><p>Every ship of the harbour is in the register.</p></body></html>", "a"),
    "pdf": Original("a", paper(), "a"),
}


DEEP = b"<html><body>" + b"<b>" * 100_000 + b"x"
HOSTILE: dict[str, bytes] = {
    "a.md": b"\x00" * 1000,
    "nul.txt": b"text\x00text",
    "surrogate.md": b"\xed\xa0\x80\xed\xbf\xbf",
    "half.txt": b"\xe6\xb8",
    "random.md": bytes((number * 7919) % 256 for number in range(5000)),
    "png.md": b"\x89PNG\r\n\x1a\n",
    "elf.html": b"\x7fELF" + bytes(99),
    "bomb.gz": gzip.compress(bytes(10_000_000), mtime=0),
    "bomb.md": zlib.compress(bytes(10_000_000)),
    "cut.zip": b"PK\x03\x04\x14",
    "deep.html": DEEP,
    "wide.html": b"<html><body>" + b"<br>" * 350_000,
    "scripts.html": b"<html><script>" + b"document.write(1);" * 1000 + b"</script></html>",
    "entities.html": b'<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><html><body>&b;&b;</body></html>',
    "external.html": b'<!DOCTYPE html SYSTEM "file:///etc/passwd"><html><body>&x;</body></html>',
    "empty.html": b"<html></html>",
    "open.html": b"<html><body><p><table><tr><td" * 50,
    "only-head.pdf": b"%PDF-1.4",
    "loop.pdf": b"%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 9>> endobj\ntrailer<</Root 1 0 R>>",
    "cut.pdf": paper()[:2000],
    "garbage.pdf": b"%PDF-1.7\n" + bytes((number * 31) % 256 for number in range(4000)),
    "scan.pdf": pdf([[]]),
    "count.pdf": pdf([[Run(1, 1, "x")]]).replace(b"/Count 1", b"/Count 999999999"),
    "stream.pdf": paper().replace(b"/Length", b"/Filter/FlateDecode/Length"),
    "lzw.pdf": paper().replace(b"/Length", b"/Filter/LZWDecode/Length"),
    "matrix.pdf": pdf([[Run(72, 700, "A line of text that is set with a broken matrix.")]]).replace(b" 72 700 Tm", b" 1e999 nan Tm"),
    "fonts.pdf": paper().replace(b"/BaseFont", b"/BaseFnt").replace(b"/Subtype /Type1", b"/Subtype 7"),
    "box.pdf": paper().replace(b"/MediaBox [0 0 595 842]", b"/MediaBox [0 0 (a) 842]"),
    "device": b"%!PS-Adobe-3.0\n",
    "comments.html": b"<!-- -->" * 9000 + b"x",
    "comments.md": b"<!-- " * 20_000,
    "brackets.html": b"<html><body><p>" + b"[(*_`<#$" * 20_000,
    "classes.html": b"<html><body><p class='" + b"toc-x " * 20_000 + b"'>Every ship of the harbour is in the register.</p>",
    "spaces.html": b"<html><body><p>a" + b" " * 200_000 + b"b</p><pre>" + b" \n" * 50_000 + b"</pre>",
    "headings.html": b"<html><body>" + b"<h2>x</h2>" * 5000,
    "ticks.txt": b"`" * 200_000,
    "rtl.txt": "\u202e\u2066\u200b".encode(),
}


@pytest.mark.trial(only=["wide.html", "headings.html", "brackets.html"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_inputs_end_in_a_source_or_a_reason(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    reason = outcome(Original(name, HOSTILE[name], name))
    assert "Traceback" not in reason
    assert "\n" not in reason
    assert capfd.readouterr() == ("", "")


def test_an_entity_never_reads_a_file() -> None:
    data = (
        b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>Every ship is in here: &x; and so on.</p></body></html>'
    )
    assert "root:" not in convert(Original("a.html", data, "a.html")).text


@pytest.mark.trial
def test_a_line_of_a_megabyte_is_fine() -> None:
    assert convert(Original("a.txt", b"word " * 200_000, "a.txt")).verbatim
    assert len(convert(Original("a.html", b"<html><body><p>" + b"word " * 200_000, "a.html")).text) > 900_000


def test_the_time_of_one_input_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwiki.sources.pdf.document.SECONDS_PER_INPUT", -1.0)
    with pytest.raises(SourceRefused, match="took too long: stopped after -1 s at page 1 of 2"):
        convert(GOOD["pdf"])


def test_the_pages_and_bytes_of_one_input_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwiki.sources.pdf.document.MAX_PDF_PAGES", 1)
    with pytest.raises(SourceRefused, match="is too long: 2 pages, the limit is 1"):
        convert(GOOD["pdf"])
    monkeypatch.setattr("llmwiki.sources.web.page.MAX_HTML_BYTES", 10)
    with pytest.raises(SourceRefused, match=r"is too big for a web page: 0\.1 MB"):
        convert(GOOD["html"])
    monkeypatch.setattr("llmwiki.sources.detect.MAX_BYTES", 3)
    with pytest.raises(SourceRefused, match=r"is too big: 0\.1 MB"):
        convert(GOOD["text"])
    assert limits.megabytes(12_900_000) == "12.3 MB"


NAMES = st.sampled_from(["a", "a.md", "a.html", "a.pdf", "a.txt", "a.json"])
HEADS = st.sampled_from(
    [b"", b"%PDF-1.7\n", b"<html><body>", b"\xff\xfe", b"\xef\xbb\xbf", b"---\ntitle: ", b"{", b"PK\x03\x04", b"<!doctype html><table><tr>"]
)


@given(NAMES, HEADS, st.binary(max_size=300))
def test_random_bytes_never_raise_anything_else(name: str, head: bytes, rest: bytes) -> None:
    outcome(Original(name, head + rest, name))


@pytest.mark.trial
@given(st.integers(0, 4000), st.binary(min_size=1, max_size=12))
def test_damaged_documents_never_raise_anything_else(place: int, noise: bytes) -> None:
    data = paper()
    outcome(Original("a.pdf", data[:place] + noise + data[place + len(noise) :], "a.pdf"))


@pytest.mark.trial
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
def test_any_text_is_a_source_or_refused(text: str) -> None:
    outcome(Original("a.md", text.encode(), "a.md"))


def outcome(original: Original) -> str:
    """The reason of a refusal; empty for a source."""
    try:
        source = convert(original)
    except SourceRefused as refused:
        return refused.message or "no reason"
    assert source.text.strip()
    return ""


@given(st.text(alphabet="[]()!#*_`<>%^$|~=-+1.a中 :&/", max_size=40))
def test_inert_text_is_no_markup_and_reads_the_same(text: str) -> None:
    line = " ".join(text.split())
    page = parse(inert_line(line) + "\n")
    assert not page.links
    assert not page.tags
    assert not page.headings
    assert not page.comments
    assert not page.html_comments
    assert project(inert_line(line)) == line


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a*b and 2 * 3", "a\\*b and 2 * 3"),
        ("snake_case and C# and 5 < 6", "snake_case and C# and 5 < 6"),
        ("[[x]] ![[y]]", "\\[[x]] !\\[[y]]"),
        ("<b> %% x %%", "\\<b> \\%% x \\%%"),
        ("**b**", "\\*\\*b\\*\\*"),
        ("$5 and $x$", "$5 and \\$x\\$"),
    ],
)
def test_as_few_backslashes_as_will_do(text: str, safe: str) -> None:
    assert inert(text) == safe


@pytest.mark.parametrize(
    ("text", "shown", "count"),
    [
        ("plain 中文", "plain 中文", 0),
        ("\ufeffmark", "mark", 0),
        ("soft\u00adhyphen", "softhyphen", 0),
        ("a\u200bb\u202ec\U000e0041", "abc", 3),
        ("❤\ufe0f 👨\u200d👩\u200d👧", "❤\ufe0f 👨\u200d👩\u200d👧", 0),
        ("می\u200cخواهم", "می\u200cخواهم", 0),
        ("\u200d\u200d", "", 2),
    ],
)
def test_visible(text: str, shown: str, count: int) -> None:
    assert visible(text) == (shown, count)


class Loud:
    """A converter of another package."""

    name = "loud"

    def accepts(self, original: Original) -> bool:
        return original.name.endswith(".loud")

    def convert(self, original: Original) -> Source:
        if original.data == b"boom":
            raise KeyError(original.name)
        return Source("LOUD", "Loud", "article", "en", "", "", original.origin, verbatim=False, extractor="loud 1")


def test_converters_of_other_packages_stay_off_until_named(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = EntryPoint("loud", f"{__name__}:Loud", plugins.CONVERTER_GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda _: Loud)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [offered] if group == plugins.CONVERTER_GROUP else [])
    assert convert(Original("a.loud", b"quiet", "a.loud")).text == "quiet"
    assert convert(Original("a.loud", b"quiet", "a.loud"), ["loud"]).text == "LOUD"
    assert convert(Original("a.md", b"quiet", "a.md"), ["loud"]).text == "quiet"
    with pytest.raises(SourceRefused, match=r"could not be read as loud: 'a\.loud'"):
        convert(Original("a.loud", b"boom", "a.loud"), ["loud"])
    with pytest.raises(ConfigError, match="no installed package offers 'other'"):
        convert(Original("a.loud", b"quiet", "a.loud"), ["other"])
