"""The life of a vault: compiled twice, edited, renamed, deleted, retracted, cloned, branched."""

from __future__ import annotations

import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from wiki_harness import SAMPLES, SOURCES, TODAY, Wiki

from llmwiki.vault.ledger import Ledger

LATER = TODAY + timedelta(days=3)
HERON = "entities/heron.md"


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def test_compiled_pages_lint_clean_and_every_input_is_accounted_for(wiki: Wiki) -> None:
    result = wiki.ingest(*SOURCES)
    assert len(result.arrivals) == len(SOURCES)
    assert {arrival.state for arrival in result.arrivals} == {"captured"}
    assert wiki.findings() == []
    assert result.citations > 20
    assert result.rejected == 0
    assert HERON in result.created


def test_english_and_chinese_names_of_one_thing_share_a_page(compiled: Wiki) -> None:
    text = compiled.text("concepts/hybrid-search.md")
    assert "混合检索" in text.split("---")[1]
    assert "raw/articles/混合检索实践" in text


@pytest.mark.trial
def test_a_name_that_a_person_takes_off_a_page_is_another_thing_from_then_on(compiled: Wiki, tmp_path: Path) -> None:
    page, source = "concepts/hybrid-search.md", tmp_path / "混合检索实践.md"
    head, _, body = compiled.text(page).partition("\n---\n")
    lines = [line.replace("混合检索, ", "").replace(", 混合检索", "").replace("[混合检索]", "[]") for line in head.split("\n")]
    assert lines != head.split("\n")
    compiled.write(page, "\n".join(lines) + "\n---\n" + body)
    for number in range(2):
        text = (SAMPLES / source.name).read_text(encoding="utf-8")
        source.write_text(f"{text}\n混合检索在第{number}次试验中用了3台机器。\n", encoding="utf-8")
        compiled.ingest(source)
        assert "混合检索" not in compiled.text(page).partition("\n---\n")[0].replace("raw/articles/混合检索实践", "")
        assert "concepts/混合检索.md" in compiled.pages()


def test_a_second_run_changes_no_byte(compiled: Wiki) -> None:
    before = compiled.files()
    for again in (compiled.ingest(*SOURCES, day=LATER), compiled.ingest(day=LATER)):
        assert not again.receipt.files
        assert {arrival.state for arrival in again.arrivals} == {"unchanged"}
    assert compiled.files() == before


def test_raw_files_of_text_sources_are_byte_identical(compiled: Wiki) -> None:
    records = Ledger.load(compiled.root).sources.values()
    for record in records:
        kept = compiled.root / (record.original or record.path)
        assert kept.read_bytes() == (SAMPLES / record.file).read_bytes()
    assert len(list(records)) == len(SOURCES)


@pytest.mark.trial
def test_sources_put_into_raw_by_hand_are_compiled_in_place(wiki: Wiki) -> None:
    for source in SOURCES:
        shutil.copy(source, wiki.root / "raw/articles")
    before = {path: path.read_bytes() for path in (wiki.root / "raw/articles").iterdir() if path.suffix == ".md"}
    result = wiki.ingest()
    assert {arrival.state for arrival in result.arrivals} == {"captured"}
    assert all(path.read_bytes() == data for path, data in before.items())
    assert HERON in wiki.pages()
    assert wiki.findings() == []


def test_an_edited_source_recompiles_only_what_rests_on_it(compiled: Wiki, tmp_path: Path) -> None:
    before = compiled.files()
    resting = {path for path in compiled.pages() if "tessel-operations" in compiled.text(path)}
    new = tmp_path / "tessel-operations.md"
    new.write_text(edited((SAMPLES / "tessel-operations.md").read_text(), "20 requests", "30 requests"))
    result = compiled.ingest(new, day=LATER)
    assert [arrival.state for arrival in result.arrivals] == ["revised"]
    after = compiled.files(hidden=False)
    changed = {path for path in after if before.get(path) != after[path]}
    assert changed <= resting | {
        "raw/articles/tessel-operations.md",
        "raw/.revisions/articles/tessel-operations.1.md",
        "index.md",
        "log.md",
    }
    assert "30 requests" in compiled.text("entities/tessel.md")
    assert "20 requests" not in compiled.text("entities/tessel.md")
    assert (compiled.root / "raw/.revisions/articles/tessel-operations.1.md").read_bytes() == (
        SAMPLES / "tessel-operations.md"
    ).read_bytes()
    assert compiled.findings() == []


@pytest.mark.trial(but=["cache"])
@pytest.mark.parametrize("lost", ["nothing", "cache", "all local state", "clone"])
def test_a_page_edited_by_hand_keeps_every_edited_line(compiled: Wiki, tmp_path: Path, lost: str) -> None:
    compiled.git("init", "-q")
    compiled.git("add", "-A")
    compiled.git("commit", "-qm", "compiled")
    mine = "Ask Dana before you touch the night run.\n\n这一行是人写的。\n\n"
    compiled.write("entities/tessel.md", edited(compiled.text("entities/tessel.md"), "## Related", mine + "## Related"))
    compiled.git("commit", "-qam", "my notes")
    wiki = compiled
    if lost == "cache":
        shutil.rmtree(wiki.root / ".wiki/cache", ignore_errors=True)
    elif lost == "all local state":
        shutil.rmtree(wiki.root / ".wiki/local")
    elif lost == "clone":
        compiled.git("clone", "-q", str(compiled.root), str(tmp_path / "clone"))
        wiki = Wiki(tmp_path / "clone")
    new = tmp_path / "tessel-operations.md"
    new.write_text(edited((SAMPLES / "tessel-operations.md").read_text(), "20 requests", "30 requests"))
    wiki.ingest(new, day=LATER)
    text = wiki.text("entities/tessel.md")
    assert mine in text
    assert "30 requests" in text
    assert "20 requests" not in text
    assert wiki.findings() == []
    new.write_text(edited(new.read_text(), "30 requests", "50 requests"))
    wiki.ingest(new, day=LATER)
    text = wiki.text("entities/tessel.md")
    assert mine in text
    assert "50 requests" in text
    assert "30 requests" not in text


def test_an_edit_whose_base_is_nowhere_is_never_overwritten(compiled: Wiki, tmp_path: Path) -> None:
    shutil.rmtree(compiled.root / ".wiki/local")
    text = edited(compiled.text("entities/tessel.md"), "## Related", "My line.\n\n## Related")
    compiled.write("entities/tessel.md", text)
    new = tmp_path / "tessel-operations.md"
    new.write_text(edited((SAMPLES / "tessel-operations.md").read_text(), "20 requests", "30 requests"))
    result = compiled.ingest(new, day=LATER)
    assert compiled.text("entities/tessel.md") == text
    assert result.proposed == ("entities/tessel.md",)
    assert "30 requests" in compiled.text(".wiki/review/entities--tessel.md")


@pytest.mark.trial
def test_a_renamed_page_is_recognised(compiled: Wiki, tmp_path: Path) -> None:
    (compiled.root / "entities/tessel.md").rename(compiled.root / "entities/vector-store-tessel.md")
    new = tmp_path / "tessel-operations.md"
    new.write_text(edited((SAMPLES / "tessel-operations.md").read_text(), "20 requests", "30 requests"))
    compiled.ingest(new, day=LATER)
    assert "entities/tessel.md" not in compiled.pages()
    assert "30 requests" in compiled.text("entities/vector-store-tessel.md")
    assert compiled.findings() == []
    assert "entities/vector-store-tessel.md" in Ledger.load(compiled.root).pages


@pytest.mark.trial
def test_a_deleted_page_stays_deleted(compiled: Wiki, tmp_path: Path) -> None:
    (compiled.root / "entities/tessel.md").unlink()
    compiled.ingest(day=LATER)
    assert "entities/tessel.md" not in compiled.pages()
    assert compiled.findings() == []
    new = tmp_path / "tessel-operations.md"
    new.write_text(edited((SAMPLES / "tessel-operations.md").read_text(), "20 requests", "30 requests"))
    compiled.ingest(new, day=LATER)
    assert not any("tessel" in path for path in compiled.pages())
    assert compiled.findings() == []


@pytest.mark.trial
def test_a_comparison_goes_with_a_page_it_compares(compiled: Wiki) -> None:
    assert "comparisons/quill-vs-heron.md" in compiled.pages()
    (compiled.root / "entities/quill.md").unlink()
    compiled.ingest(day=LATER)
    assert "comparisons/quill-vs-heron.md" not in compiled.pages()
    assert compiled.findings() == []


@pytest.mark.trial
def test_a_retracted_source_stays_out(compiled: Wiki) -> None:
    source = "raw/articles/tessel-operations.md"
    compiled.retract(source)
    assert (compiled.root / source).is_file()
    for again in ((), (compiled.root / source,), SOURCES):
        compiled.ingest(*again, day=LATER)
        assert not [path for path in compiled.pages() if "tessel-operations" in compiled.text(path)]
        assert compiled.findings() == []
    compiled.retract(source, restore=True)
    assert [path for path in compiled.pages() if "tessel-operations" in compiled.text(path)]
    assert compiled.findings() == []


def test_an_existing_page_of_a_person_gets_a_proposal(wiki: Wiki) -> None:
    mine = "---\ntitle: Heron\ntype: entity\ncreated: 2026-01-01\nupdated: 2026-01-01\ntags: [search]\n---\n\n# Heron\n\nMine alone.\n"
    wiki.write("entities/my-heron.md", mine)
    result = wiki.ingest(*SOURCES)
    assert wiki.text("entities/my-heron.md") == mine
    assert "entities/my-heron.md" in result.proposed
    assert HERON not in wiki.pages()


@pytest.mark.trial
def test_two_branches_merge_and_lint_clean(wiki: Wiki) -> None:
    shared, ours, theirs = (SAMPLES / name for name in ("heron-design.md", "why-we-left-quill.md", "hybrid-search-explained.html"))
    wiki.git("init", "-q")
    wiki.ingest(shared, SAMPLES / "bm25-notes.md")
    wiki.git("add", "-A")
    wiki.git("commit", "-qm", "shared")
    wiki.git("checkout", "-qb", "other")
    wiki.ingest(theirs, SAMPLES / "混合检索实践.md", day=LATER)
    page = "entities/bm25.md"
    wiki.write(page, edited(wiki.text(page), "## Related", "A remark of theirs.\n\n## Related"))
    wiki.git("add", "-A")
    wiki.git("commit", "-qm", "theirs")
    wiki.git("checkout", "-q", "main")
    wiki.ingest(ours, SAMPLES / "混合检索实践.md", day=LATER)
    lines = wiki.text(page).split("\n")
    wiki.write(page, "\n".join([*lines[: lines.index("# BM25") + 1], "", "Our remark.", *lines[lines.index("# BM25") + 1 :]]))
    wiki.git("add", "-A")
    wiki.git("commit", "-qm", "ours")
    wiki.git("merge", "-q", "-m", "merged", "other")
    assert "A remark of theirs." in wiki.text(page)
    assert "Our remark." in wiki.text(page)
    assert wiki.findings() == []
    wiki.ingest(day=date(2026, 12, 5))
    assert "A remark of theirs." in wiki.text(page)
    assert "Our remark." in wiki.text(page)
    assert wiki.findings() == []


@pytest.mark.trial
def test_a_replaced_original_makes_its_text_anew(compiled: Wiki) -> None:
    record = next(record for record in Ledger.load(compiled.root).sources.values() if record.original)
    page = compiled.root / record.original
    page.write_bytes(page.read_bytes().replace(b"three times the weight", b"four times the weight"))
    result = compiled.ingest(day=LATER)
    assert [(arrival.input, arrival.state) for arrival in result.arrivals if arrival.state != "unchanged"] == [(record.original, "revised")]
    assert "four times the weight" in compiled.text(record.path)
    assert compiled.findings() == []
    assert not compiled.ingest(day=LATER).receipt.files


@pytest.mark.trial
def test_a_text_edited_by_hand_keeps_its_original(compiled: Wiki) -> None:
    record = next(record for record in Ledger.load(compiled.root).sources.values() if record.original)
    compiled.write(record.path, compiled.text(record.path).replace("three times the weight", "four times the weight"))
    result = compiled.ingest(day=LATER)
    assert [arrival.state for arrival in result.arrivals if arrival.state != "unchanged"] == ["revised"]
    assert Ledger.load(compiled.root).sources[record.path].original == record.original
    assert compiled.findings() == []
    assert not compiled.ingest(day=LATER).receipt.files


@pytest.mark.trial
def test_an_edited_page_that_is_renamed_keeps_its_base_in_a_clone(compiled: Wiki, tmp_path: Path) -> None:
    page, new = "entities/tessel.md", tmp_path / "tessel-operations.md"
    mine = "Ask Dana before you touch the night run.\n\n"
    compiled.write(page, edited(compiled.text(page), "## Related", mine + "## Related"))
    new.write_text(edited((SAMPLES / "tessel-operations.md").read_text(), "20 requests", "30 requests"))
    compiled.ingest(new, day=LATER)
    assert Ledger.load(compiled.root).pages[page].base
    (compiled.root / page).rename(compiled.root / "entities/特塞尔.md")
    compiled.git("init", "-q")
    compiled.git("add", "-A")
    compiled.git("commit", "-qm", "edited and renamed")
    compiled.git("clone", "-q", str(compiled.root), str(tmp_path / "clone"))
    clone = Wiki(tmp_path / "clone")
    new.write_text(edited(new.read_text(), "30 requests", "50 requests"))
    result = clone.ingest(new, day=LATER)
    assert result.proposed == ()
    text = clone.text("entities/特塞尔.md")
    assert mine in text
    assert "50 requests" in text
    assert "30 requests" not in text
