"""What a person decides about marks and proposals stays decided; the policy reaches pages that no changed source touches."""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

import pytest
from wiki_harness import TODAY, Wiki

from llmwiki.archive import archive
from llmwiki.create import create
from llmwiki.ingest import ingest
from llmwiki.lint import lint
from llmwiki.move import move
from llmwiki.scribe.contest_marks import left_to_person
from llmwiki.vault.ledger import Ledger
from llmwiki.workspace import Workspace

QUILL, HERON = "entities/quill.md", "entities/heron.md"
ARCHIVE, SPLIT = ".wiki/review/entities--quill~archive.md", ".wiki/review/entities--quill~split.md"
OLD = "Quill is a search server for small libraries. Quill has a retry limit of 3. Quill was written in C by two librarians."
NEW = "Quill is used by forty libraries. Quill has a retry limit of 10. Quill keeps its index in one file."
THIRD = "Quill serves readers of nine languages. Quill remembers no names. Quill stops when the disk is full."
MAKER = "Larkmark Ltd is a maker of search servers. Larkmark Ltd was founded in 2011. Larkmark Ltd trains librarians."
TAKEN = (
    "Heron is a search server with a web interface. Quill was replaced by Heron in 2026. Heron reads the catalogue every hour."
    " Heron runs on one small machine."
)
LIMITS = "- entity_min_references: 1\n- page_min_links: 0\n"


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    create(tmp_path / "wiki", domain="Search in libraries", tags=["search"], language="en", now=TODAY.isoformat())
    made = Wiki(tmp_path / "wiki")
    made.write("SCHEMA.md", made.text("SCHEMA.md").replace("- entity_min_references: 2\n", LIMITS))
    return made


def put(wiki: Wiki, name: str, text: str, day: str = "") -> None:
    head = f"---\ntitle: {name}\ndate: {day}\n---\n\n" if day else ""
    wiki.write(f"raw/articles/{name}.md", f"{head}# The {name} source\n\n{text}\n")


def notes(wiki: Wiki) -> list[str]:
    """What lint says of contradictions: code, severity, path."""
    found = lint(Workspace.open(wiki.root, TODAY)).findings
    return sorted(f"{item.code} {item.severity} {item.path}" for item in found if item.code in {"W408", "W511", "W512"})


def contested(wiki: Wiki) -> None:
    put(wiki, "one", OLD)
    put(wiki, "two", NEW)
    wiki.ingest()
    assert "contested: true\n" in wiki.text(QUILL)


def is_still(wiki: Wiki) -> bool:
    before = wiki.files()
    wiki.ingest()
    return wiki.files() == before


@pytest.mark.trial
def test_a_mark_that_a_person_settled_stays_settled(wiki: Wiki) -> None:
    contested(wiki)
    wiki.write(QUILL, wiki.text(QUILL).replace("contested: true", "contested: false"))
    put(wiki, "three", THIRD)
    wiki.ingest()
    assert "[^three-" in wiki.text(QUILL)
    assert "contested: false\n" in wiki.text(QUILL)
    wiki.retract("two")
    assert "contested: false\n" in wiki.text(QUILL)
    assert "Open questions" not in wiki.text(QUILL)
    assert not list((wiki.root / ".wiki/review").glob("*.md"))
    assert is_still(wiki)


def test_a_mark_that_a_person_set_outlives_the_dispute(wiki: Wiki) -> None:
    put(wiki, "one", OLD)
    wiki.ingest()
    mine = 'contested: true\ncontradictions: ["[[elsewhere]]"]\n---\n\n# Quill'
    wiki.write(QUILL, wiki.text(QUILL).replace("---\n\n# Quill", mine))
    put(wiki, "two", NEW)
    wiki.ingest()
    assert "## Open questions" in wiki.text(QUILL)
    wiki.retract("two")
    assert "## Open questions" not in wiki.text(QUILL)
    assert mine in wiki.text(QUILL)


@pytest.mark.parametrize(
    ("base", "present", "proposed", "left"),
    [
        ("a: 1", "a: 1", "a: 1\ncontested: true", "a: 1\ncontested: true"),
        ("a: 1", "a: 1\ncontested: true", "a: 1\ncontested: true", "a: 1"),
        ("contested: true", "contested: false", "a: 1", "a: 1\ncontested: true"),
        ("a: 1", 'contradictions: ["[[x]]"]', 'contradictions: ["[[x]]", "[[y]]"]', 'contradictions: ["[[y]]"]'),
        ("a: 1", 'contradictions: ["[[x]]"]', 'a: 1\ncontradictions: ["[[x]]"]', "a: 1"),
        ('contradictions: ["[[x]]"]', "a: 1", 'contradictions: ["[[x]]"]', 'contradictions: ["[[x]]"]'),
    ],
)
def test_the_tool_has_no_say_in_what_a_person_marked(base: str, present: str, proposed: str, left: str) -> None:
    base, present, proposed, left = (f"---\n{text}\n---\n# X\n" for text in (base, present, proposed, left))
    assert left_to_person(proposed, base, present) == left


def test_a_person_who_dates_a_newer_value_is_heard(wiki: Wiki) -> None:
    put(wiki, "old", OLD, "2024-05-01")
    put(wiki, "new", "The board met in Bray. Quill has a retry limit of 10. The board was content.", "2026-03-10")
    said = "As of 10 March 2026, Quill has a retry limit of 10.[^mine]\n\n[^mine]: [[raw/articles/new]] “Quill has a retry limit of 10.”\n"
    wiki.write("concepts/limits.md", f"---\ntitle: Limits\ntype: concept\n---\n\n# Limits\n\n{said}")
    wiki.write("raw/articles/new.md", wiki.text("raw/articles/new.md").replace("Quill has a retry limit of 10. ", ""))
    wiki.ingest()
    assert "- As of 1 May 2024, Quill has a retry limit of 3.[^old-a85d] See [[limits|Limits]]." in wiki.text(QUILL)
    assert "contested" not in wiki.text(QUILL)


def test_a_person_who_rewrites_a_dated_sentence_keeps_it(wiki: Wiki) -> None:
    put(wiki, "old", OLD, "2024-05-01")
    put(wiki, "new", NEW, "2026-03-10")
    wiki.ingest()
    mine = "Since the spring of 2026 the limit is ten."
    text = wiki.text(QUILL)
    wiki.write(QUILL, text.replace("As of 10 March 2026, Quill has a retry limit of 10.", mine))
    put(wiki, "three", THIRD, "2026-04-01")
    wiki.ingest()
    assert mine in wiki.text(QUILL)
    assert "[^three-" in wiki.text(QUILL)


@pytest.mark.trial(but=["minutes"])
@pytest.mark.parametrize("source", ["one", "minutes"])
def test_a_dispute_reaches_a_page_that_no_changed_source_touches(wiki: Wiki, source: str) -> None:
    """The person's note quotes a source that does not say so, or one that does."""
    put(
        wiki,
        "one",
        "Quill is a search server for small libraries. Quill was written in C by two librarians. Quill stops when the disk is full.",
    )
    put(wiki, "maker", MAKER)
    put(wiki, "minutes", "The board met in Bray. Larkmark Ltd was founded in 2013. The board was content.")
    wiki.ingest()
    wiki.retract("minutes")
    put(wiki, "office", "Larkmark Ltd opened an office in Bray. Larkmark Ltd sells its servers by telephone.")
    wiki.ingest()
    maker = "entities/larkmark-ltd.md"
    before = wiki.text(maker)
    own = f"---\ntitle: Founders\ntype: concept\n---\n\n# Founders\n\nLarkmark Ltd was founded in 2013.[^mine]\n\n[^mine]: [[raw/articles/{source}]] “Larkmark Ltd was founded in 2013.”\n"
    wiki.write("concepts/founders.md", own)
    put(wiki, "three", THIRD)
    result = wiki.ingest()
    assert [dispute.pages for dispute in result.disputes] == [("concepts/founders.md", maker)]
    assert 'contested: true\ncontradictions: ["[[founders]]"]\n' in wiki.text(maker)
    assert notes(wiki) == [f"W511 info {maker}", f"W512 info {maker}"]
    (wiki.root / "concepts/founders.md").unlink()
    put(wiki, "five", "Quill keeps a log of the night run. Quill is loved by cataloguers.")
    wiki.ingest()
    assert wiki.text(maker) == before
    assert notes(wiki) == []


@pytest.mark.trial
def test_a_proposal_that_a_person_deleted_does_not_come_back(wiki: Wiki) -> None:
    put(wiki, "old", OLD, "2024-05-01")
    put(wiki, "taken", TAKEN, "2026-03-10")
    assert [item[:2] for item in wiki.ingest().upkeep] == [(QUILL, "archive")]
    command = "wiki archive entities/quill.md --successor entities/heron.md"
    assert command in wiki.text(ARCHIVE)
    put(wiki, "extra", "In spring the harbour moved Heron to another room.", "2026-04-01")
    assert not wiki.ingest().upkeep
    assert command in wiki.text(ARCHIVE)
    (wiki.root / ARCHIVE).unlink()
    for name in ("more", "most"):
        put(wiki, name, f"Heron is known for its {name} common question. Heron has a {name} valued index.", "2026-05-01")
        assert not wiki.ingest().upkeep
        assert not (wiki.root / ARCHIVE).exists()
    assert is_still(wiki)


def test_a_proposal_goes_with_its_reason_and_comes_again_with_it(wiki: Wiki) -> None:
    put(wiki, "old", OLD, "2024-05-01")
    put(wiki, "taken", TAKEN, "2026-03-10")
    wiki.ingest()
    assert (wiki.root / ARCHIVE).exists()
    wiki.retract("taken")
    assert not (wiki.root / ARCHIVE).exists()
    assert not Ledger.load(wiki.root).pages[QUILL].proposed
    wiki.retract("taken", restore=True)
    assert (wiki.root / ARCHIVE).exists()


def test_a_page_with_a_persons_edits_and_no_source_left_may_be_archived(wiki: Wiki) -> None:
    put(wiki, "old", OLD)
    wiki.ingest()
    wiki.write(QUILL, wiki.text(QUILL) + "\nMy own remark. 我的批注。\n")
    wiki.retract("old")
    assert "wiki archive entities/quill.md --reason 'its sources are retracted'" in wiki.text(ARCHIVE)
    archive(Workspace.open(wiki.root, TODAY), QUILL, now=TODAY.isoformat())
    assert not (wiki.root / ARCHIVE).exists()
    assert is_still(wiki)


@pytest.mark.trial
def test_proposals_follow_a_page_that_is_renamed(wiki: Wiki) -> None:
    wiki.write("SCHEMA.md", wiki.text("SCHEMA.md").replace("- page_max_lines: 200\n", "").replace(LIMITS, LIMITS + "- page_max_lines: 6\n"))
    put(wiki, "old", f"{OLD} {THIRD}")
    wiki.ingest()
    assert (wiki.root / SPLIT).exists()
    move(Workspace.open(wiki.root, TODAY), QUILL, "quill-server", now=TODAY.isoformat())
    moved = ".wiki/review/entities--quill-server~split.md"
    assert not (wiki.root / SPLIT).exists()
    assert wiki.text(moved).startswith("# Proposal for entities/quill-server.md\n\nKind: split\n")
    (wiki.root / "entities/quill-server.md").rename(wiki.root / "entities/quill-three.md")
    put(wiki, "three", NEW)
    assert not wiki.ingest().upkeep
    assert not (wiki.root / moved).exists()
    assert (wiki.root / ".wiki/review/entities--quill-three~split.md").exists()


@pytest.mark.trial
def test_no_order_of_the_sources_changes_what_is_superseded_or_contested(tmp_path: Path) -> None:
    shelf = [("old", OLD, "2024-05-01"), ("new", NEW, "2026-03-10"), ("maker", MAKER, ""), ("taken", TAKEN, "2026-03-10")]
    found = []
    for seed in range(3):
        root = tmp_path / str(seed)
        create(root, domain="Search in libraries", tags=["search"], language="en", now=TODAY.isoformat())
        made = Wiki(root)
        made.write("SCHEMA.md", made.text("SCHEMA.md").replace("- entity_min_references: 2\n", LIMITS))
        mixed = random.Random(seed).sample(shelf, len(shelf))
        for name, text, day in mixed:
            put(made, name, text, day)
            if seed:
                made.ingest()
        ingest(Workspace.open(root, TODAY), [], now=TODAY.isoformat())
        names = [QUILL, HERON, *chain(*(sorted(path.relative_to(root).as_posix() for path in (root / ".wiki/review").glob("*.md")),))]
        found.append([made.text(name) for name in names])
    assert found[0] == found[1] == found[2]
    assert "As of 10 March 2026, Quill has a retry limit of 10." in found[0][0]
