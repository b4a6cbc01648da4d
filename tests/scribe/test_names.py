from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmwiki.scribe.fold import fold
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.latin import INSIDE, OPENING, SUBJECT, capital_runs, has_inner_mark, is_acronym, is_capitalised, tokenize
from llmwiki.scribe.notes import analyse_prose
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.sightings import find_names
from llmwiki.scribe.views import collection_casing
from llmwiki.vault.chars import HAN_CHAR

LABELLED = Path(__file__).parents[2] / "benchmarks" / "data"


def names(*texts: str) -> list[dict[str, str]]:
    """The names of texts that form one collection."""
    proses = [read_prose(text) for text in texts]
    notes = [analyse_prose(prose) for prose in proses]
    casing = collection_casing(list(zip(proses, notes, strict=True)))
    return [find_names(prose, own, casing) for prose, own in zip(proses, notes, strict=True)]


def first(*texts: str) -> set[str]:
    return set(names(*texts)[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # function words and dates fall off both ends
        ("We met In Galway On Monday and left.", {"Galway"}),
        ("They left for Oslo in March 2019.", {"Oslo"}),
        # a possessive ends the name, unless owner and thing are one name
        ("The roof belongs to Meridian's owner Kestrel Systems.", {"Meridian", "Kestrel Systems"}),
        ("She lives in the Queen's Quarter now.", {"Queen's Quarter"}),
        ("It was printed in the American Ornithologists' Union journal.", {"American Ornithologists' Union"}),
        # titles and tails
        ("We asked CEO Nadia Fontaine about it.", {"Nadia Fontaine"}),
        ("Yesterday President Gloria Pemberton spoke.", {"Gloria Pemberton"}),
        ("It is a Tallinn-based shop.", {"Tallinn"}),
        ("It is run by General Motors and by Prince Edward Island.", {"General Motors", "Prince Edward Island"}),
        # acronyms need an expansion
        ("The API needs a CPU and an ID.", set()),
        ("The Norvik Ocean Trust (NOT) pays for NOT staff.", {"Norvik Ocean Trust", "NOT"}),
        # what opens a sentence
        ("Upgrading takes time. Recently it got worse. Replication helps.", set()),
        ("Owner Declan Moriarty bakes. Analysts at Sable Capital doubt it.", {"Declan Moriarty", "Sable Capital"}),
        ("Rembrandt finished it in 1642.", {"Rembrandt"}),
        ("Copperline, a payments start-up, grew.", {"Copperline"}),
        ("Cogs carried salt. Vineyards cover the slopes.", set()),
        ("Lake Vostok lies under ice. Storm Corvina hit the coast.", {"Lake Vostok", "Storm Corvina"}),
        ("Twenty-three frogs came back.", set()),
        # demonyms: alone never, in front of a name only mid-sentence
        ("The Dutch studio and Russian engineers met.", set()),
        ("Malaysian Kestrel Systems grew.", {"Kestrel Systems"}),
        ("We saw the Swiss Alps.", {"Swiss Alps"}),
        # of, for, and
        ("They signed the Treaty of Tordesillas there.", {"Treaty of Tordesillas"}),
        ("We asked Julius Volz of Kestrel Systems.", {"Julius Volz", "Kestrel Systems"}),
        ("We visited the Institute for Ocean Studies and Tallow Analytics.", {"Institute for Ocean Studies", "Tallow Analytics"}),
        ("It went to the Department of Health and Human Services.", {"Department of Health and Human Services"}),
        ("We met Tomas Brandl and Aiko Senda.", {"Tomas Brandl", "Aiko Senda"}),
        ("A ship of Crumb & Sons sailed.", {"Crumb & Sons"}),
        # particles and initials
        ("It was begun by Guido van Rossum and D. Richard Hipp.", {"Guido van Rossum", "D. Richard Hipp"}),
        # versions, numbers, brands, code
        ("We run PostgreSQL 16 and Node.js 20 on an iPhone.", {"PostgreSQL 16", "Node.js 20", "iPhone"}),
        ("Read Section 179 and Schedule F first.", set()),
        ("We sold Halyard 300 tickets in 2002.", {"Halyard"}),
        ("Call `Session` or setNumber or start_ts here.", set()),
        # months that are names
        ("We thank Theresa May and Will Hartwick.", {"Theresa May", "Will Hartwick"}),
        ("He wrote to Hellis Mar and Jan Novak.", {"Hellis Mar", "Jan Novak"}),
    ],
)
def test_english_rules(text, expected):
    assert first(text) == expected


def test_a_word_seen_in_small_letters_elsewhere_is_no_name_at_a_sentence_start():
    assert first("Tarpon waited.") == {"Tarpon"}
    assert first("Tarpon waited.", "We saw a tarpon and another tarpon.") == set()


def test_a_long_form_with_and_is_joined_when_a_title_confirms_it():
    text = "The Wind and Wave Trust paid."
    assert "Wind and Wave Trust" not in first(text)
    assert "Wind and Wave Trust" in first(f"# Wind and Wave Trust\n\n{text} We like the Wind and Wave Trust.")


@pytest.mark.parametrize(
    ("sequence", "title", "expected"),
    [
        (["Ada Lovelace", "Lovelace", "Ada"], "", {"Lovelace": "Ada Lovelace", "Ada": "Ada Lovelace"}),
        (["Ada Lovelace", "Grace Lovelace", "Lovelace"], "", {}),  # two bearers
        (["Python", "Monty Python", "Python"], "", {}),  # a last name before the full name
        (["Joe Edwards", *["Edwards"] * 13], "", {}),  # far more frequent: the company
        (["Joe Edwards", "Edwards"], "Edwards: a history", {}),  # the title means something else
        (["Oldfield Bank", "Oldfield"], "", {}),  # an organisation has no surname
        (["React Foundation", "Foundation"], "", {"Foundation": "React Foundation"}),  # a noun that describes it
        (["React Foundation", "Rust Foundation", "Foundation"], "", {}),
        (["Guido van Rossum", "Rossum"], "", {"Rossum": "Guido van Rossum"}),
        (["Elmore Quarrel", "Elmore", "Elmore Gantry", "Quarrel"], "", {"Quarrel": "Elmore Quarrel"}),  # a brand begins several names
        (["Elmore Quarrel", *["Elmore"] * 3], "", {}),  # and stands alone more often
    ],
)
def test_folding(sequence, title, expected):
    prose = read_prose("")
    assert fold(sequence, collection_casing([(prose, analyse_prose(prose))]), title) == expected


def test_places_of_runs():
    text = "Copperline grew. Cogs carried. We like Oslo. Enedis said no. Qdrant, Weaviate and Milvus differ."
    found = [(text[run.start : run.end], run.place) for sentence in [text] for run in capital_runs(sentence, tokenize(sentence))]
    assert found == [
        ("Copperline", SUBJECT),
        ("Cogs", OPENING),
        ("We", OPENING),
        ("Oslo", INSIDE),
        ("Enedis", SUBJECT),
        ("Qdrant", SUBJECT),
        ("Weaviate and Milvus", INSIDE),
    ]


@pytest.mark.parametrize("word", ["Kestrel", "iPhone", "eBay", "macOS", "18F", "GPT-4o"])
def test_written_as_names(word):
    assert is_capitalised(word)


@pytest.mark.parametrize("word", ["kestrel", "setNumber", "useState", "start_ts", "pH", "300", "3rd"])
def test_not_written_as_names(word):
    assert not is_capitalised(word)


def test_marks_and_acronyms():
    assert [has_inner_mark(word) for word in ("TiDB", "AST3", "McKenzie", "API", "CPUs", "Ad-Hoc", "Oslo")] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    assert [is_acronym(word) for word in ("API", "CPUs", "R&D", "U.S", "SELECT", "Oslo")] == [True, True, True, True, False, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aria提到Tartine Lab的论文在arXiv上。", {"Aria", "Tartine Lab"}),
        ("我们把日志从 Elasticsearch 换成了 ClickHouse 23.8，并升级 React 19。", {"Elasticsearch", "ClickHouse 23.8", "React 19"}),
        ("周明远在杭州介绍了方案。", {"周明远", "杭州"}),
        ("负责人何塞·曼里克担心气候。", {"何塞·曼里克"}),
        ("司马迁写了《史记》。", {"司马迁", "史记"}),
        ("这款软件由星河科技有限公司开发，软件公司很多。", {"星河科技有限公司"}),
        ("他在明远中学和北京大学教书。", {"明远中学", "北京大学"}),
        ("仪器取名小溪。", {"小溪"}),
        ("索引的主题和知识查询令人满意，贡献者需要许可证。", set()),
        ("卫星和望远镜都在沙龙上展出。", set()),
    ],
)
def test_chinese_names(text, expected):
    assert first(text) == expected


def test_kinds():
    found = names(
        "Dr. Leopold Hartwick of the Institute for Ocean Studies crossed Lake Vostok. The Battle of Lepanto was fought near Patras. 司马迁写了《史记》，他到过长沙和清华大学。"
    )[0]
    assert found["Leopold Hartwick"] == "person"
    assert found["Institute for Ocean Studies"] == "organisation"
    assert found["Lake Vostok"] == "place"
    assert found["Battle of Lepanto"] == "event"
    assert (found["司马迁"], found["史记"], found["长沙"], found["清华大学"]) == ("person", "work", "place", "organisation")


@pytest.mark.parametrize(("language", "han", "floor"), [("en", False, 0.88), ("zh", True, 0.75), ("zh", False, 0.9)])
def test_labelled_texts(language, han, floor):
    rows = [json.loads(line) for line in (LABELLED / f"names_{language}.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["split"] == "held-out"]
    right = wrong = missed = 0
    for row, found in zip(rows, names(*(row["text"] for row in rows)), strict=True):
        gold = {merge_key(entity["name"]) for entity in row["entities"] if bool(HAN_CHAR.search(entity["name"])) is han}
        got = {merge_key(name) for name in found if bool(HAN_CHAR.search(name)) is han}
        right, wrong, missed = right + len(gold & got), wrong + len(got - gold), missed + len(gold - got)
    assert 2 * right / (2 * right + wrong + missed) >= floor
