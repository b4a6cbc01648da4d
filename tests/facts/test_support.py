"""What of a statement its quotes do not hold, on true pairs and on mutants of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from llmwiki.assets import asset
from llmwiki.facts.support import Evidence, Gap, unsupported
from llmwiki.vault.plain import project

CASES = [line.split("\t") for line in (Path(__file__).parent / "support.tsv").read_text(encoding="utf-8").splitlines()]
TRUE = [case for case in CASES if case[0] == "true"]
MUTANTS = [case for case in CASES if case[0] != "true"]
_SENTENCE = re.compile(r"[^.。！？!?\n|#>*`\[\]-][^.。！？!?\n|]{15,250}(?:\.(?=\s|$)|[。！？!?])")


def judged(case: list[str]) -> tuple[Gap, ...]:
    _, statement, quotes, *names = case
    return unsupported(statement, Evidence(tuple(quotes.split(" || ")), tuple(names[0].split(" | ")) if names else ()))


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case[1])
def test_a_true_paraphrase_has_no_gap(case: list[str]) -> None:
    assert judged(case) == ()


@pytest.mark.parametrize("case", MUTANTS, ids=lambda case: f"{case[0]}: {case[1]}")
def test_a_mutant_of_a_paraphrase_has_the_gap_it_was_given(case: list[str]) -> None:
    assert case[0] in {gap.kind for gap in judged(case)}


def sentences() -> list[str]:
    """Sentences of the sample sources, English and Chinese."""
    files = sorted(path for path in asset("samples").iterdir() if path.suffix in {".md", ".txt"})
    found = [match[0].strip() for path in files for match in _SENTENCE.finditer(path.read_text(encoding="utf-8"))]
    return list(dict.fromkeys([*found, *(case[2] for case in TRUE)]))


SENTENCES = sentences()


def test_a_sentence_is_held_by_itself_by_a_longer_quote_and_by_two_quotes() -> None:
    assert len(SENTENCES) > 200
    for sentence, following in pairwise(SENTENCES):
        statement = project(sentence)
        assert unsupported(statement, Evidence((statement,))) == ()
        assert unsupported(statement, Evidence((f"{statement} {project(following)}",))) == ()
        assert unsupported(statement, Evidence((project(following), statement))) == ()


def test_the_parts_of_a_sentence_are_held_by_the_whole() -> None:
    for sentence in SENTENCES:
        statement = project(sentence)
        for part in re.split(r"(?<=[a-z]), |[，；;]", statement):
            assert unsupported(part, Evidence((statement,), whole=statement)) == (), part


def test_numbers_and_dates_may_be_written_otherwise() -> None:
    otherwise = ((r"(?<=\d)%", " percent"), (r"(?<=\d),(?=\d{3})", ""), (r"\d", lambda found: chr(ord(found[0]) + 0xFEE0)))
    for sentence in SENTENCES:
        statement = project(sentence)
        for form, new in otherwise:
            assert unsupported(re.sub(form, new, statement), Evidence((statement,))) == ()


def _replaced(form: str, new: str) -> Iterator[tuple[str, str]]:
    for sentence in SENTENCES:
        statement = project(sentence)
        for found in re.finditer(form, statement):
            mutant = statement[: found.start()] + found.expand(new) + statement[found.end() :]
            if mutant != statement:
                yield mutant, statement


def _caught(pairs: list[tuple[str, str]], kinds: set[str]) -> list[str]:
    return [mutant for mutant, statement in pairs if not kinds & {gap.kind for gap in unsupported(mutant, Evidence((statement,)))}]


_NAME = (
    r"(?<=[a-z,] )(?:Heron|Tessel|Quill|Ines|Chroma|Milvus|Lucene|BM25|Elasticsearch|Google|Berlin)(?![\w-])"
    "|(?<=[\u4e00-\u9fff])[A-Z][A-Za-z]{2,}(?=[\u4e00-\u9fff，。])"
)
_MONTH = "January|February|March|April|June|July|August|September|October|November|December"
_VERB = "is|are|was|were|can|does|do|did|will|should"


@pytest.mark.trial(but=["number", "number, Chinese", "name", "not put in"])
@pytest.mark.parametrize(
    ("kinds", "form", "new", "share"),
    [
        pytest.param({"number", "date"}, r"(?<![\w.])\d+(?![\d.,%\w])", r"\g<0>7", 0.95, id="number"),
        pytest.param({"number", "date"}, r"(?<![\w.])\d+(?=\s?%)", r"3\g<0>", 0.95, id="percent"),
        pytest.param({"number", "date"}, r"(?<=[\u4e00-\u9fff ])\d+(?= ?[\u4e00-\u9fff])", r"\g<0>7", 0.95, id="number, Chinese"),
        pytest.param({"date"}, rf"\b(?:{_MONTH})\b(?= \d|,|\.)", "May", 0.95, id="date"),
        pytest.param({"name"}, _NAME, "Zubrix", 0.95, id="name"),
        pytest.param({"negation"}, rf"\b({_VERB})\b (?!not|n't|no\b|only|it|the)", r"\1 not ", 0.8, id="not put in"),
        pytest.param({"negation"}, rf"\b({_VERB}) not\b", r"\1", 0.8, id="not taken out"),
        pytest.param(
            {"negation"}, "(?<=[\u4e00-\u9fff])(?<![不没未无才只可就有所])(?=会|能够|需要|可以|支持|依赖|影响)", "不", 0.8, id="不 put in"
        ),
        pytest.param({"negation"}, "不(?=会|能|需要|可以|支持|依赖|影响|是|用)", "", 0.8, id="不 taken out"),
    ],
)
def test_mutants_of_the_samples_are_caught(kinds: set[str], form: str, new: str, share: float) -> None:
    pairs = list(_replaced(form, new))
    missed = _caught(pairs, kinds)
    assert len(pairs) >= 4
    assert len(missed) <= (1 - share) * len(pairs), missed
