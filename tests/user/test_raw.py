"""The folder raw/ in the hands of a person: files dropped in, moved, taken out, linked from elsewhere, retracted."""

from __future__ import annotations

import pytest

HERON = """# Heron

Heron is a search engine of the Larkfield network. Heron replaced Quill in April 2026. Heron was written by Nora Bell.

## Answers of Heron

Heron answers in nine seconds. Heron and Quill keep an inverted index.
"""
QUILL = """# Quill

Quill is a catalogue search engine. Quill was written by Ada Renfrew in 2011. Quill keeps an inverted index of titles.

## Limits of Quill

Quill splits text at spaces. Heron uses the same inverted index as Quill. Quill was stopped in 2026.
"""
HERON_ZH = """# 苍鹭

苍鹭是一个检索系统。苍鹭在2026年4月取代了羽笔。苍鹭由李明编写。

## 苍鹭的回答

苍鹭在九秒内回答。苍鹭和羽笔都使用倒排索引。
"""
QUILL_ZH = """# 羽笔

羽笔是一个目录检索系统。羽笔由张华在2011年编写。羽笔使用标题的倒排索引。

## 羽笔的限制

羽笔按空格切分文本。苍鹭使用和羽笔一样的倒排索引。羽笔在2026年停用。
"""
PAIRS = [(HERON, QUILL), (HERON_ZH, QUILL_ZH)]


@pytest.fixture(params=PAIRS, ids=["en", "zh"])
def pair(request, empty):
    """A vault made from two sources that speak of each other."""
    one, other = request.param
    empty.write("in/one.md", one)
    empty.write("in/other.md", other)
    empty.ingest("in")
    return empty


def raw(keyboard, text: str) -> str:
    (path,) = [path for path in (keyboard.vault / "raw").rglob("*.md") if path.read_text() == text]
    return path.relative_to(keyboard.vault).as_posix()


def pages(keyboard) -> str:
    return "".join(
        path.read_text() for folder in ("entities", "concepts", "comparisons") for path in sorted((keyboard.vault / folder).glob("*.md"))
    )


def text_of(keyboard, name: str) -> str:
    return (keyboard.home / "in" / name).read_text()


@pytest.mark.trial(but=["zh"])
def test_nothing_of_a_retracted_source_stays(pair) -> None:
    path = raw(pair, text_of(pair, "one.md"))
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    assert stem in pages(pair)
    assert pair.type("retract", stem, "--yes").code == 0
    assert stem not in pages(pair)
    pair.check()


@pytest.mark.trial
def test_a_sentence_that_goes_takes_its_citations_along(pair) -> None:
    text = text_of(pair, "one.md")
    pair.write("in/one.md", text.replace("Quill", "Zork").replace("羽笔", "佐克"))
    assert pair.ingest("in")["revised"] == 1


@pytest.mark.trial(but=["zh"])
def test_what_was_retracted_stays_out_when_its_text_changes(pair) -> None:
    path = raw(pair, text_of(pair, "one.md"))
    pair.type("retract", path, "--yes")
    before = pages(pair)
    pair.write("in/one.md", text_of(pair, "one.md") + "\nThat is all.\n")
    pair.ingest("in")
    assert pages(pair) == before
    pair.write(f"wiki/{path}", text_of(pair, "one.md") + "\nThat is really all.\n")
    pair.ingest()
    assert pages(pair) == before


@pytest.mark.trial
def test_a_source_that_is_gone_is_told_and_can_come_back(pair) -> None:
    path = raw(pair, text_of(pair, "one.md"))
    before = pair.state(log=False)
    (pair.vault / path).unlink()
    said = pair.type("ingest", "--json")
    assert said.code == 1
    assert [item["input"] for item in said.json["failed"]] == [path]
    assert pair.ingest("in")["captured"] == 1
    assert pair.state(log=False) == before


@pytest.mark.trial(but=["en"])
def test_a_source_that_was_moved_is_followed(pair) -> None:
    path = raw(pair, text_of(pair, "one.md"))
    pair.type("retract", raw(pair, text_of(pair, "other.md")), "--yes")
    (pair.vault / path).rename(pair.vault / "raw/papers/seen-elsewhere.md")
    told = pair.ingest()
    assert (told["captured"], told["duplicate"], told["failed"]) == (0, 0, [])
    assert "raw/papers/seen-elsewhere" in pages(pair)
    assert path.removesuffix(".md") not in pages(pair)
    listed = pair.type("status", "--sources").out
    assert "raw/papers/seen-elsewhere.md" in listed
    assert path not in listed


@pytest.mark.trial(but=["en"])
def test_links_in_raw_do_not_bring_files_of_the_machine_in(pair) -> None:
    pair.write("outside/secret.md", HERON.replace("Heron", "Secret"))
    (pair.vault / "raw/articles/link.md").symlink_to(pair.home / "outside/secret.md")
    (pair.vault / "raw/papers/folder").symlink_to(pair.home / "outside")
    (pair.vault / "raw/articles/nowhere.md").symlink_to("gone.md")
    told = pair.type("ingest", "--json").json
    assert {item["input"]: item["reason"].split(";")[0] for item in told["refused"]} == {
        "raw/articles/link.md": "is a link that leads out of the vault",
        "raw/papers/folder/secret.md": "is a link that leads out of the vault",
    }
    assert [item["input"] for item in told["failed"]] == ["raw/articles/nowhere.md"]
    assert "Secret" not in pages(pair)
