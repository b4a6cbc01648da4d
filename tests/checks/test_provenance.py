"""The provenance score: on true pairs, on ten kinds of mutants of them, and on what pages are made of."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from provenance_harness import CITED, STATED, Pair, cited, pairs, stated, verdicts

from llmwiki.checks.assertive import assertions
from llmwiki.checks.base import Snapshot
from llmwiki.checks.provenance import Provenance, provenance
from llmwiki.scribe.stated import stated_names
from llmwiki.vault.parse import parse
from llmwiki.workspace import Workspace

FILES = tuple(f"{name}-{language}" for language in ("en", "zh") for name in ("tune", "held-out", "fresh", "later"))
TRUE_ONLY = ("shorter-en", "shorter-zh")
"""Pairs without mutants."""
REFUSED = {"edited-en": 2, "edited-zh": 6}
"""So many true pairs of these files are refused, for reasons that are told in docs/provenance.md."""
LEAST = {"negation": 0.85, "swap": 0.85}


@pytest.mark.trial(but=["fresh-en", "fresh-zh"])
@pytest.mark.parametrize("name", [*FILES, *TRUE_ONLY])
def test_no_true_pair_is_refused(name: str, tmp_path: Path) -> None:
    found = pairs(name)
    assert not [verdict for verdict in verdicts(tmp_path, found) if not verdict.is_supported]


@pytest.mark.trial(but=["edited-en"])
@pytest.mark.parametrize("name", REFUSED)
def test_few_true_pairs_of_an_editor_are_refused(name: str, tmp_path: Path) -> None:
    assert sum(not verdict.is_supported for verdict in verdicts(tmp_path, pairs(name))) <= REFUSED[name]


def test_there_are_enough_true_pairs() -> None:
    for language in ("en", "zh"):
        assert sum(len(pairs(name)) for name in FILES if name.endswith(language)) >= 100


@pytest.mark.trial(but=["negation"])
@pytest.mark.parametrize("kind", STATED)
def test_mutants_of_statements_are_caught(kind: str, tmp_path: Path) -> None:
    caught: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for name in FILES:
        mutants = stated(pairs(name), kind)
        language = name[-2:]
        total[language] += len(mutants)
        caught[language] += sum(not verdict.is_supported for verdict in verdicts(tmp_path / name, mutants))
    shares = {language: caught[language] / total[language] for language in total}
    assert shares["en"] >= LEAST.get(kind, 0.95), shares
    assert shares["zh"] >= LEAST.get(kind, 0.95), shares


@pytest.mark.trial(but=["edit", "page"])
@pytest.mark.parametrize("kind", CITED)
def test_mutants_of_citations_are_caught(kind: str, tmp_path: Path) -> None:
    found = [*pairs("tune-en"), *pairs("tune-zh")]
    missed = [verdict.said.text for verdict in verdicts(tmp_path, cited(found, kind), kind) if verdict.is_supported]
    assert not missed


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    pair = Pair(
        "Bridge", "Ruth Okafor opened the bridge in 1968. It is 612 metres long.", "The bridge is 612 km long.", "It is 612 metres long."
    )
    (verdict,) = verdicts(tmp_path / "unit", [pair])
    assert (verdict.resolves, verdict.stands, [gap.kind for gap in verdict.gaps]) == (True, True, ["unit"])
    (verdict,) = verdicts(tmp_path / "file", [pair], "edit")
    assert (verdict.resolves, verdict.stands) == (False, False)


@pytest.mark.parametrize(
    ("statement", "quote", "overlaps"),
    [
        ("Everybody likes chocolate.", "The bridge is 612 metres long.", False),
        ("人人都爱吃巧克力。", "这座桥长六百一十二米。", False),
        ("The bridge is long.", "The bridge is 612 metres long.", True),
        ("这座桥很长。", "The bridge is 612 metres long.", None),
    ],
)
def test_a_sentence_has_words_of_its_quotes_where_they_share_a_language(
    statement: str, quote: str, overlaps: object, tmp_path: Path
) -> None:
    (verdict,) = verdicts(tmp_path, [Pair("Bridge", quote, statement, quote)])
    assert (verdict.overlaps, verdict.is_supported) == (overlaps, overlaps is not False)


def score(root: Path, page: str) -> Provenance:
    (root / "raw/articles").mkdir(parents=True)
    (root / "concepts").mkdir()
    (root / "raw/articles/bridge.md").write_text("The bridge is 612 metres long. It was opened in 1968 by Ruth Okafor.\n", encoding="utf-8")
    (root / "concepts/Bridge.md").write_text(page, encoding="utf-8")
    wiki = Workspace(root, date(2026, 11, 30), keeps_caches=False)
    return provenance(Snapshot(wiki.vault, wiki.schema, lambda: wiki.ledger, wiki.today, "llmwiki"), stated_names)


def test_the_four_shares(tmp_path: Path) -> None:
    found = score(
        tmp_path,
        "# Bridge\n\n"
        "The bridge is 612 m long.[^a][^b] It has two towers. It was opened in 1986.[^b] It is red.[^c] Nobody knows why.[^gone]\n\n"
        "[^a]: [[raw/articles/bridge]] “The bridge is 612 metres long.”\n"
        "[^b]: [[raw/articles/bridge]] “It was opened in 1968 by Ruth Okafor.”\n"
        "[^c]: [[raw/articles/bridge]] “The bridge is red.”\n",
    )
    assert (found.coverage, found.validity, found.support, found.precision) == (4 / 5, 2 / 4, 1 / 4, 4 / 5)


def test_a_quote_of_two_sentences_proves_both(tmp_path: Path) -> None:
    found = score(
        tmp_path,
        "# Bridge\n\nThe bridge is 612 metres long. It was opened in 1968 by Ruth Okafor.[^a] It is red. It was opened in 1968.[^a]\n\n"
        "[^a]: [[raw/articles/bridge]] “The bridge is 612 metres long. It was opened in 1968 by Ruth Okafor.”\n",
    )
    assert [verdict.citations for verdict in found.verdicts] == [1, 1, 0, 1]
    assert found.support == 1


def test_an_empty_vault_lacks_nothing(tmp_path: Path) -> None:
    found = score(tmp_path, "# Bridge\n")
    assert (found.coverage, found.validity, found.support, found.precision) == (1, 1, 1, 1)


PAGE = """---
title: Bridge
---

# Bridge

It is long.[^a] Dr. Okafor
built it. Why? 它很长。[^a]它很红；但不新。

> It is a quotation.

- [[Other|another page]]: towers
- [[Other]]: they stand in line[^a]
- See [[Other]].
- The height is unverified.

| | [[Bridge]] | Other |
| --- | --- | --- |
| Length | 612 m[^a] | not stated |

## Open questions

- The sources differ.

[^a]: [[raw/a]] “long”
"""


def test_what_a_page_asserts() -> None:
    found = [(said.text, said.labels) for said in assertions(parse(PAGE))]
    assert found == [
        ("It is long.", ("a",)),
        ("Dr. Okafor built it.", ()),
        ("它很长。", ("a",)),
        ("它很红；但不新。", ()),
        ("Other: they stand in line", ("a",)),
        ("612 m", ("a",)),
    ]


def test_spans_lead_back_to_the_page() -> None:
    for said in assertions(parse(PAGE)):
        assert said.text.split()[0].strip(".。:") in PAGE[said.span.start : said.span.end]
