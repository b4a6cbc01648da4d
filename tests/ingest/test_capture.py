"""What becomes of inputs: captured, revised, unchanged, duplicate or out, and what is kept of each."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from wiki_harness import SAMPLES, SOURCES, TODAY, Wiki

from llmwiki.config import CONFIG_PATH
from llmwiki.create import create
from llmwiki.ingest import Ingested, Orders, ingest
from llmwiki.sources import convert as converting
from llmwiki.sources.base import Options
from llmwiki.sources.web.page import WebpageConverter
from llmwiki.status import status
from llmwiki.vault.frontmatter import read_frontmatter
from llmwiki.vault.ledger import Ledger, SourceRecord
from llmwiki.workspace import Workspace

LATER = TODAY + timedelta(days=3)
PAGE = b"<html><head><title>The register</title></head><body><p>Every ship of the harbour is in the register.</p></body></html>"


def states(result: Ingested) -> dict[str, str]:
    return {arrival.input: arrival.state for arrival in result.arrivals}


def records(wiki: Wiki) -> dict[str, SourceRecord]:
    return dict(Ledger.load(wiki.root).sources)


def zipped(folder: Path, name: str, files: dict[str, bytes]) -> Path:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for inside, data in files.items():
            archive.writestr(inside, data)
    (folder / name).write_bytes(buffer.getvalue())
    return folder / name


def chat(identity: str, *said: str) -> dict[str, object]:
    """One conversation of a ChatGPT export, a straight line of turns."""
    nodes: dict[str, object] = {"root": {"id": "root", "parent": None, "children": ["0"], "message": None}}
    for number, words in enumerate(said):
        role = ("user", "assistant")[number % 2]
        message = {"author": {"role": role}, "content": {"content_type": "text", "parts": [words]}, "create_time": 1767000000 + number}
        following = [str(number + 1)] if number + 1 < len(said) else []
        nodes[str(number)] = {"id": str(number), "parent": str(number - 1) if number else "root", "children": following, "message": message}
    return {"id": identity, "title": f"About {identity}", "create_time": 1767000000, "mapping": nodes, "current_node": str(len(said) - 1)}


def export(*chats: dict[str, object]) -> bytes:
    return json.dumps(list(chats)).encode()


@pytest.mark.trial
def test_every_document_of_an_archive_is_an_input_and_the_states_add_up(wiki: Wiki, tmp_path: Path) -> None:
    note = (SAMPLES / "bm25-notes.md").read_bytes()
    archive = zipped(tmp_path, "in.zip", {"a.md": note, "b/copy.md": note, "c.bin": b"\x7fELF", "页面.html": PAGE})
    result = wiki.ingest(archive, tmp_path / "gone.md")
    assert states(result) == {
        "in.zip/a.md": "captured",
        "in.zip/b/copy.md": "duplicate",
        "in.zip/c.bin": "refused",
        "in.zip/页面.html": "captured",
        "gone.md": "failed",
    }
    assert "| ingest | 5 inputs | 2 captured, 1 duplicate, 1 refused, 1 failed |" in wiki.text("log.md")
    assert sorted(path.name for path in (wiki.root / "raw/assets").iterdir() if path.suffix) == ["页面.html"]
    assert Counter(states(wiki.ingest(archive)).values()) == {"unchanged": 2, "duplicate": 1, "refused": 1}


def test_a_conversation_is_known_by_its_id_in_whatever_export(wiki: Wiki, tmp_path: Path) -> None:
    first = [chat("c1", "How do ships dock?", "They are pulled by tugs."), chat("c2", "What is BM25?", "A ranking function.")]
    result = wiki.ingest(zipped(tmp_path, "may.zip", {"conversations.json": export(*first)}))
    assert states(result) == {"may.zip/conversations.json#c1": "captured", "may.zip/conversations.json#c2": "captured"}
    before = records(wiki)
    grown = chat("c1", "How do ships dock?", "They are pulled by tugs.", "And in a storm?", "They wait.")
    later = zipped(tmp_path, "june.zip", {"conversations.json": export(grown, first[1], chat("c3", "Hello?", "Hello there."))})
    result = wiki.ingest(later, day=LATER)
    assert states(result) == {
        "june.zip/conversations.json#c1": "revised",
        "june.zip/conversations.json#c2": "unchanged",
        "june.zip/conversations.json#c3": "captured",
    }
    after = records(wiki)
    path = next(path for path in before if "c1" in before[path].file)
    assert after[path].revision == 2
    assert after[path].original == before[path].original
    assert "They wait." in wiki.text(path)
    revision, digest, place = after[path].revisions[0].split(" ")
    assert (revision, digest) == ("1", before[path].sha256)
    assert "They wait." not in wiki.text(place)
    assert wiki.findings() == []


def test_what_we_make_says_where_it_comes_from_and_what_people_wrote_stays(wiki: Wiki, tmp_path: Path) -> None:
    (tmp_path / "register-1871.html").write_bytes(PAGE)
    note = b"\xef\xbb\xbf---\r\nsource: https://example.org/a\r\n---\r\nA note.\r\n"
    (tmp_path / "own-note-7.md").write_bytes(note)
    wiki.ingest(tmp_path / "register-1871.html", tmp_path / "own-note-7.md")
    front = read_frontmatter(wiki.text("raw/articles/register-1871.md"))
    assert front.text("original") == "[[register-1871.html]]"
    assert (front.text("language"), front.text("origin"), front.text("title")) == ("en", "register-1871.html", "The register")
    assert front.text("extractor").startswith("trafilatura ")
    assert (wiki.root / "raw/articles/own-note-7.md").read_bytes() == note
    assert records(wiki)["raw/articles/own-note-7.md"].origin == "https://example.org/a"


def test_a_newer_extractor_makes_a_new_revision_where_the_text_differs(wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "register-1871.html").write_bytes(PAGE)
    path = "raw/articles/register-1871.md"
    wiki.ingest(tmp_path / "register-1871.html")
    first = records(wiki)[path]
    converting.extractors.cache_clear()
    monkeypatch.setattr(WebpageConverter, "extractor", "trafilatura 99")
    assert states(wiki.ingest(day=LATER))["raw/assets/register-1871.html"] == "unchanged"
    assert (records(wiki)[path].revision, records(wiki)[path].extractor) == (1, "trafilatura 99")
    assert not wiki.ingest(day=LATER).receipt.files
    converting.extractors.cache_clear()
    monkeypatch.setattr(WebpageConverter, "extractor", "trafilatura 100")
    monkeypatch.setattr("llmwiki.sources.web.page._written", lambda *_, **__: "Every vessel of the harbour is in the register.")
    assert states(wiki.ingest(day=LATER))["raw/assets/register-1871.html"] == "revised"
    assert "vessel" in wiki.text(path)
    assert records(wiki)[path].revisions == (f"1 {first.sha256} raw/.revisions/articles/register-1871.1.md",)
    assert "Every ship" in wiki.text("raw/.revisions/articles/register-1871.1.md")
    converting.extractors.cache_clear()


def test_old_states_are_left_to_git_only_when_it_has_them(wiki: Wiki, tmp_path: Path) -> None:
    wiki.write(CONFIG_PATH, wiki.text(CONFIG_PATH) + '\n[raw]\nrevisions = "git"\n')
    note = tmp_path / "own-note-7.md"
    lines = [f"Line {number} of the note says what was seen that day at the quay." for number in range(6)]
    path = "raw/articles/own-note-7.md"
    wiki.git("init", "-q")
    for number, committed in enumerate((True, False, True)):
        note.write_text("\n".join([*lines, f"And {number}."]))
        wiki.ingest(note, day=LATER)
        if committed:
            wiki.git("add", "-A")
            wiki.git("commit", "-qm", "kept")
    note.write_text("\n".join([*lines, "And 3."]))
    wiki.ingest(note, day=LATER)
    first, second, third = (entry.split(" ")[2] for entry in records(wiki)[path].revisions)
    assert wiki.git("show", f"{first.removeprefix('git:')}:{path}").endswith("And 0.")
    assert wiki.text(second).endswith("And 1.")
    assert wiki.git("show", f"{third.removeprefix('git:')}:{path}").endswith("And 2.")


def test_a_file_of_raw_that_a_person_changed_leaves_its_old_state(wiki: Wiki, tmp_path: Path) -> None:
    note = tmp_path / "own-note-7.md"
    note.write_text("A note about the quay.\n")
    wiki.ingest(note)
    wiki.write("raw/articles/own-note-7.md", "Another note.\n")
    wiki.ingest(day=LATER)
    place = records(wiki)["raw/articles/own-note-7.md"].revisions[0].split(" ")[2]
    assert wiki.text(place) == "A note about the quay.\n"


@pytest.mark.trial
def test_citations_know_the_revision_they_quote(compiled: Wiki, tmp_path: Path) -> None:
    path = "raw/articles/tessel-operations.md"
    assert {claim.revision for claim in records(compiled)[path].claims} == {1}
    new = tmp_path / "tessel-operations.md"
    new.write_text((SAMPLES / "tessel-operations.md").read_text().replace("2 gigabytes", "3 gigabytes"))
    compiled.ingest(new, day=LATER)
    assert {claim.revision for claim in records(compiled)[path].claims} == {2}


def test_pasted_pictures_are_no_sources_until_they_are_named(wiki: Wiki) -> None:
    wiki.write("raw/assets/Pasted image 1.png", "\x89PNG")
    assert wiki.ingest().arrivals == ()


def test_an_archive_in_raw_gives_its_documents_once(wiki: Wiki) -> None:
    zipped(wiki.root / "raw", "mine.zip", {"register-1871.html": PAGE})
    assert states(wiki.ingest()) == {"raw/mine.zip/register-1871.html": "captured"}
    again = wiki.ingest(day=LATER)
    assert Counter(states(again).values())["captured"] == 0
    assert not again.receipt.files


@pytest.mark.trial
def test_an_interrupt_keeps_what_came_in_and_the_next_run_goes_on(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("bm25-notes.md", "heron-design.md", "tessel-operations.md")
    calls = []

    def interrupted(original: object, extra: object) -> object:
        calls.append(original)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return converting.convert(original, extra)  # type: ignore[arg-type]

    monkeypatch.setattr("llmwiki.sources.intake.convert", interrupted)
    result = wiki.ingest(*(SAMPLES / name for name in names))
    assert result.interrupted
    assert list(states(result).values()) == ["captured", "captured"]
    assert wiki.pages() == []
    assert [record.is_compiled for record in records(wiki).values()] == [False, False]
    assert len(status(Workspace.open(wiki.root, TODAY)).pending) == 2
    assert (result.pageless, status(Workspace.open(wiki.root, TODAY)).pageless) == ((), ())
    monkeypatch.undo()
    again = wiki.ingest(*(SAMPLES / name for name in names), day=LATER)
    assert list(states(again).values()) == ["unchanged", "unchanged", "captured"]
    assert all(record.is_compiled for record in records(wiki).values())
    assert wiki.findings() == []
    assert {"entities/heron.md", "entities/tessel.md"} <= set(wiki.pages())


def test_an_interrupt_while_pages_are_made_keeps_the_sources(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("llmwiki.scribe.steered.make_edition", interrupted)
    assert wiki.ingest(SAMPLES / "bm25-notes.md").interrupted
    monkeypatch.undo()
    assert wiki.ingest(day=LATER).created
    assert not wiki.ingest(day=LATER).receipt.files


@pytest.mark.trial
def test_much_is_written_in_batches_and_comes_out_the_same(
    wiki: Wiki, compiled_files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llmwiki.sources.inflow.BATCH_BYTES", 1)
    wiki.ingest(*SOURCES)
    assert wiki.files() == compiled_files


@pytest.fixture
def compiled_files(tmp_path: Path) -> dict[str, str]:
    root = tmp_path / "other" / "wiki"
    create(root, domain="Search in libraries", tags=["search", "library", "retrieval"], language="en", now=TODAY.isoformat())
    Wiki(root).ingest(*SOURCES)
    return Wiki(root).files()


def test_secrets_are_kept_nowhere_and_the_input_is_known_again(wiki: Wiki, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    session = tmp_path / "session-7.jsonl"
    lines = [chat_line("user", f"Why does {token} fail?"), chat_line("assistant", "The token has expired.")]
    session.write_text("\n".join(lines) + "\n")
    result = wiki.ingest(session)
    assert states(result) == {"session-7.jsonl": "captured"}
    assert any("secret" in note for note in result.arrivals[0].notes)
    assert not [path for path in wiki.root.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]
    (record,) = records(wiki).values()
    assert record.given_sha256 not in {"", record.original_sha256}
    assert states(wiki.ingest(session)) == {"session-7.jsonl": "unchanged"}
    assert wiki.findings() == []
    whole = ingest(Workspace.open(wiki.root, LATER), [str(session)], now=LATER.isoformat(), orders=Orders(Options(redact=False)))
    assert states(whole) == {"session-7.jsonl": "revised"}
    assert token in wiki.text(record.path)


def chat_line(role: str, words: str) -> str:
    """A record of a session with a coding assistant."""
    message = {"role": role, "content": words}
    return json.dumps({"type": role, "uuid": words[:8], "sessionId": "s", "timestamp": "2026-03-02T10:00:00Z", "message": message})
