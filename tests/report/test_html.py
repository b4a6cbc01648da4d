"""The HTML report: what stands in it, and how it fares in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser_harness import Tab, tab
from report_harness import CLEAN, EVIL, HOSTILE, MIXED, PAGE, TEXT, many

from llmwiki.lint import LintResult
from llmwiki.report.html import html_report

DAY = date(2026, 11, 30)
VOID = {"meta", "img", "br", "input", "link", "hr", "base", "source"}


class Tags(HTMLParser):
    """Elements with their attributes, and the text outside of style and script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in {"style", "script"}:
            self.text += data


def page(result: LintResult, text: str = TEXT) -> str:
    return html_report(result, lambda _: text, DAY)


@pytest.mark.parametrize("result", [CLEAN, MIXED, HOSTILE, many(30)], ids=["clean", "mixed", "hostile", "many"])
def test_it_asks_for_nothing_from_outside(result: LintResult) -> None:
    read = Tags(page(result))
    kinds = {tag for tag, _ in read.tags}
    assert not kinds & {"img", "link", "iframe", "object", "embed", "base", "audio", "video", "source"}
    for tag, attributes in read.tags:
        assert not any(name.startswith("on") or name in {"src", "srcset", "style", "action", "formaction"} for name in attributes), tag
        assert (attributes.get("href") or "#").startswith(("#", "obsidian://open?vault="))
    assert sum(tag == "script" for tag, _ in read.tags) == bool(result.findings)


def test_it_shows_place_line_hint_fix_and_what_belongs_to_it() -> None:
    shown = page(MIXED)
    text = " ".join(Tags(shown).text.split())
    assert "研究笔记" in text
    assert "3 errors" not in text
    assert "4 errors 1 warning 1 note 2 with a fix" in text
    assert "检索增强生成先用<mark>[[向量檢索]]</mark>找到段落。" in shown
    assert "Hint did you mean “向量检索”?" in text
    assert "Fix Write [[向量检索]] wiki lint --fix" in text
    assert "Possible fix Rename the file wiki lint --unsafe-fixes" in text
    assert "→" not in text
    assert "raw/b c.md:1 dated 2026-06-29" in text
    assert "raw/locked.md: Permission denied" in text
    assert "A link leads to no file." in text
    assert (
        'href="obsidian://open?vault=%E7%A0%94%E7%A9%B6%E7%AC%94%E8%AE%B0&amp;file=concepts%2F%E6%A3%80%E7%B4%A2%E5%A2%9E%E5%BC%BA%E7%94%9F%E6%88%90.md"'
        in shown
    )


def test_a_secret_is_not_shown() -> None:
    shown = page(MIXED)
    assert "sk-live" not in shown
    assert "may hold a secret" in shown


def test_a_clean_vault_gets_a_short_page() -> None:
    shown = page(CLEAN)
    assert "No findings in 30 files." in shown
    assert 'id="filter"' not in shown
    assert "<script>" not in shown
    assert len(shown) < 20_000


def test_what_the_baseline_hides_is_said() -> None:
    assert "2 known findings of the baseline left out" in page(CLEAN._replace(known=2))


def test_the_same_findings_give_the_same_bytes() -> None:
    assert page(MIXED) == page(MIXED)


def test_hostile_texts_are_texts() -> None:
    shown = page(HOSTILE, EVIL + EVIL)
    assert "49" not in Tags(shown).text
    assert "\u202e" not in shown
    assert "\x1b" not in shown
    assert "<img" not in shown
    assert shown.count("<script>") == 1


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with tab(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def show(browser: Tab, folder: Path, result: LintResult, text: str = TEXT, *, script: bool = True, width: int = 1280) -> None:
    """Open the report; whatever the page asks for or complains of fails the test."""
    file = folder / "report.html"
    file.write_text(page(result, text), encoding="utf-8", errors="backslashreplace")
    browser.requested.clear()
    browser.complaints.clear()
    browser.open(file, script=script, width=width)
    assert browser.requested == [file.as_uri()]
    assert browser.complaints == []


@pytest.mark.trial(but=["1280-mixed"])
@pytest.mark.parametrize("result", [CLEAN, MIXED, HOSTILE, many(500)], ids=["clean", "mixed", "hostile", "many"])
@pytest.mark.parametrize("width", [1280, 360])
def test_a_browser_loads_nothing_and_runs_into_no_error(browser: Tab, tmp_path: Path, result: LintResult, width: int) -> None:
    show(browser, tmp_path, result, EVIL if result is HOSTILE else TEXT, width=width)
    assert browser.value("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the window"
    assert browser.value("document.images.length") == 0
    assert browser.value("document.querySelectorAll('.finding').length") == len(result.findings)
    if result.findings:
        assert browser.value("document.querySelector('output').textContent") == f"{len(result.findings)} shown"


@pytest.mark.trial
def test_it_can_be_read_without_script(browser: Tab, tmp_path: Path) -> None:
    show(browser, tmp_path, MIXED, script=False)
    file = tmp_path / "report.html"
    browser.open(file)  # the protocol's own questions need script, so what is there without is asked of the markup
    assert 'id="filter" role="search" hidden' in file.read_text(encoding="utf-8")
    assert browser.value("[...document.querySelectorAll('.tally')].every(a => document.querySelector(a.getAttribute('href')))")


@pytest.mark.trial
def test_the_filter_filters(browser: Tab, tmp_path: Path) -> None:
    show(browser, tmp_path, many(300))
    shown = "document.querySelector('output').textContent"
    search = "const f = document.forms.filter; f.elements.text.value = {!r}; f.dispatchEvent(new Event('input')); "
    assert browser.value(f"(() => {{ {search.format('005 笔记')} return {shown} }})()") == "10 of 300 shown"
    assert browser.value("[...document.querySelectorAll('details.file')].filter(file => !file.hidden).length") == 1
    assert browser.value(f"(() => {{ document.querySelector('[value=error]').click(); return {shown} }})()") == "7 of 300 shown"
    assert browser.value(f"(() => {{ document.querySelector('[data-code=W212].tally').click(); return {shown} }})()") == "3 of 300 shown"
    assert browser.value(f"(() => {{ {search.format('no such word')} return {shown} }})()") == "0 of 300 shown"
    assert not browser.value("document.getElementById('nothing').hidden")
    reset = "new Promise(done => { document.querySelector('[type=reset]').click(); setTimeout(() => done(%s), 50) })"
    assert browser.value(reset % shown) == "300 shown"
    assert browser.complaints == []


@pytest.mark.trial
def test_the_code_of_a_finding_leads_to_its_manual_page(browser: Tab, tmp_path: Path) -> None:
    show(browser, tmp_path, MIXED)
    opened = "new Promise(done => { document.querySelector('.head [href=\"#W101\"]').click(); setTimeout(() => done(document.getElementById('W101').open), 50) })"
    assert browser.value(opened) is True


@pytest.mark.trial
def test_it_follows_the_colours_of_the_system(browser: Tab, tmp_path: Path) -> None:
    show(browser, tmp_path, MIXED)
    colour = "getComputedStyle(document.body).backgroundColor"
    light = browser.value(colour)
    browser.open(tmp_path / "report.html", dark=True)
    assert browser.value(colour) != light


def test_the_files_name_is_in_the_page() -> None:
    assert PAGE.rpartition("/")[2] in page(MIXED)
