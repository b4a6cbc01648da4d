from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from llmwiki.sources.base import Original
from llmwiki.sources.convert import convert
from llmwiki.sources.shelve import NO_PLACE, Place, Shelved, sha256, shelve
from llmwiki.vault.frontmatter import read_frontmatter
from llmwiki.vault.parse import parse
from llmwiki.vault.safe_names import checked

PAGE = b"<html><head><title>Ships: a [[register]]</title><meta name=author content='Ana Brandt'></head><body><p>Every ship of the harbour is in the register.</p></body></html>"


def put(name: str, data: str | bytes, taken: set[str] | None = None, naming: str = "unicode", place: Place = NO_PLACE) -> Shelved:
    original = Original(name, data.encode() if isinstance(data, str) else data, f"inbox/{name}")
    return shelve(original, convert(original), taken or set(), naming=naming, place=place)


@pytest.mark.parametrize(
    ("name", "text", "path"),
    [
        ("TiDB notes 1.md", "# Something else\n", "raw/articles/tidb-notes-1.md"),
        ("部署流程.md", "# 总览\n\n先准备机器。\n", "raw/articles/部署流程.md"),
        ("CON.txt", "a text.\n", "raw/articles/con-note.txt"),
        ("📝.md", "# T\n", "raw/articles/note-"),
        ("readme.markdown", "# T\n", "raw/articles/readme.md"),
        ("README", "# T\n", "raw/articles/readme.txt"),
        ("a" * 300 + ".md", "# T\n", "raw/articles/aaaa"),
        ("../../etc/x.md", "# T\n", "raw/articles/etc-x.md"),
        ("optimistic-transaction.md", "# Optimistic transaction\n", "raw/articles/optimistic-transaction-source.md"),
        (
            "optimistic-transaction.md",
            "# Notes\n\nAn optimistic transaction takes no lock.\n",
            "raw/articles/optimistic-transaction-source.md",
        ),
        ("乐观事务.md", "# 笔记\n\n乐观事务不加锁。\n", "raw/articles/乐观事务-source.md"),
        ("tidb.txt", "What TiDB is: a database.\n", "raw/articles/tidb-source.txt"),
        ("2026-03-meeting.md", "# Meeting\n\nabstract\n", "raw/articles/2026-03-meeting.md"),
    ],
)
def test_names(name: str, text: str, path: str) -> None:
    shelved = put(name, text)
    assert shelved.path.startswith(path)
    assert checked(shelved.path) == shelved.path


def test_a_text_is_kept_to_the_byte() -> None:
    data = "\ufeff# 港口\r\n\r\nx\r\n".encode()
    digest = hashlib.sha256(data).hexdigest()
    assert put("harbour.md", data) == Shelved("raw/articles/harbour.md", data, "", None, digest, digest)


def test_an_extraction_keeps_its_original_and_says_where() -> None:
    shelved = put("register 1871.HTML", PAGE)
    assert (shelved.path, shelved.asset_path, shelved.asset) == ("raw/articles/register-1871.md", "raw/assets/register-1871.html", PAGE)
    front = read_frontmatter(shelved.data.decode())
    assert front.problems == ()
    assert {key: front.text(key) for key in ("title", "author", "origin", "original", "sha256", "language")} == {
        "title": "Ships: a [[register]]",
        "author": "Ana Brandt",
        "origin": "inbox/register 1871.HTML",
        "original": "[[register-1871.html]]",
        "sha256": hashlib.sha256(PAGE).hexdigest(),
        "language": "en",
    }
    assert front.text("extractor").startswith("trafilatura ")
    assert shelved.sha256_text == hashlib.sha256(shelved.data).hexdigest()
    assert [link.target for link in parse(shelved.data.decode()).links] == ["register-1871.html"]


def test_a_title_made_of_the_name_is_no_reason_for_another_name() -> None:
    page = PAGE.replace(b"<title>Ships: a [[register]]</title>", b"")
    assert put("harbour-list.html", page).path == "raw/articles/harbour-list.md"


def test_text_in_another_encoding_is_an_extraction() -> None:
    shelved = put("登记簿.txt", "港口的登记簿记录每一艘船，任何人都可以查看。".encode("gb18030"))
    assert shelved.asset_path == "raw/assets/登记簿-source.txt"
    assert "任何人都可以查看" in shelved.data.decode()


@pytest.mark.parametrize(("name", "ending"), [("page", "html"), ("page.md", "html"), ("page.exe?", "html"), ("page.XHTML", "xhtml")])
def test_the_original_gets_a_harmless_ending(name: str, ending: str) -> None:
    assert PurePosixPath(put(name, PAGE).asset_path).suffix == f".{ending}"


def test_same_names_get_numbers_in_order() -> None:
    taken: set[str] = set()
    paths = []
    for text in ("# One\n", "# Two\n", "# Three\n"):
        shelved = put("notes.md", text, taken)
        taken.add(PurePosixPath(shelved.path).stem)
        paths.append(shelved.path)
    assert paths == ["raw/articles/notes.md", "raw/articles/notes-2.md", "raw/articles/notes-3.md"]


def test_names_in_ascii_when_the_schema_says_so() -> None:
    assert PurePosixPath(put("部署流程.md", "# 总览\n", naming="ascii").path).name.isascii()


def test_an_original_in_the_vault_stays_where_it_is() -> None:
    shelved = put("register-1871.html", PAGE, place=Place(original="raw/papers/register-1871.html", stays=True))
    assert (shelved.asset_path, shelved.asset) == ("raw/papers/register-1871.html", None)
    assert read_frontmatter(shelved.data.decode()).text("original") == "[[raw/papers/register-1871.html]]"


def test_a_newer_state_keeps_the_places_of_the_older_whatever_it_is_called() -> None:
    shelved = put("another name.html", PAGE, place=Place("raw/articles/old.md", "raw/assets/old.html"))
    assert (shelved.path, shelved.asset_path, shelved.asset) == ("raw/articles/old.md", "raw/assets/old.html", PAGE)
    assert read_frontmatter(shelved.data.decode()).text("original") == "[[old.html]]"
    assert put("x.md", "# T\n", place=Place("raw/transcripts/x.md")).path == "raw/transcripts/x.md"


def test_what_is_kept_in_place_of_the_original_is_what_is_written() -> None:
    original = Original("talk.html", PAGE, "talk.html")
    clean = replace(convert(original), kept=b"clean")
    shelved = shelve(original, clean, set())
    assert (shelved.asset, shelved.sha256_original, shelved.sha256_given) == (b"clean", sha256(b"clean"), sha256(PAGE))
    there = shelve(original, clean, set(), place=Place(original="raw/assets/talk.html", stays=True))
    assert (there.asset, there.sha256_original, there.sha256_given) == (None, sha256(PAGE), "")


def test_kinds_go_to_their_folders() -> None:
    assert put("p.md", "# P\n\n## Abstract\n\nx\n\n## References\n\ny\n").path == "raw/papers/p-source.md"
    assert put("talk.txt", "Ana: one\nBo: two\n" * 5).path == "raw/transcripts/talk.txt"
