"""Which names get a page, one tiny case a class of miss."""

from __future__ import annotations

import pytest

from llmwiki.scribe.candidates import Candidate
from llmwiki.scribe.decide import Setting, focused, is_central, objection, weight, worth
from llmwiki.scribe.evidence import Evidence
from llmwiki.scribe.objections import Objection

WIDE = Setting(spread=5)


def evidence(source: str = "raw/articles/a.md", *, subject: int | None = None, **counts: int) -> Evidence:
    sentences = counts.pop("sentences", 9)
    return Evidence(
        source, sentences=sentences, sections=counts.pop("sections", 4), subject=sentences if subject is None else subject, **counts
    )


def candidate(title: str, *found: Evidence, kind: str = "concept", specific: bool = True, sort: str = "") -> Candidate:
    return Candidate(
        key=title.lower(), title=title, aliases=(), spellings=(title,), kind=kind, type=sort, specific=specific, known=False, evidence=found or (evidence(),)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "setting", "against"),
    [
        (candidate("vector store", evidence(heading=1)), WIDE, None),
        (candidate("vector store", evidence(heading=1, sentences=3)), WIDE, Objection.RARE),
        (candidate("vector store", evidence(definition=1, sentences=3)), Setting(1), None),
        (candidate("vector store", evidence(heading=1, sentences=5)), Setting(1), Objection.RARE),
        (candidate("vector store", evidence(sentences=9, subject=1, bold=1)), WIDE, Objection.BESIDE),
        (candidate("Kept Palace", evidence(sentences=9), kind="entity"), WIDE, None),
        (candidate("Kept Palace", evidence(sentences=3), evidence("b", sentences=2), kind="entity"), WIDE, None),
        (candidate("Kept Palace", evidence(sentences=5), kind="entity"), WIDE, Objection.RARE),
        (candidate("Georgia", evidence(initial=4), kind="entity", sort="place"), WIDE, Objection.PLACE),
        (candidate("Georgia", evidence(definition=1), kind="entity", sort="place"), WIDE, None),
        (candidate("setNumber", evidence(bold=3), kind="entity"), WIDE, Objection.IDENTIFIER),
        (candidate("setNumber", evidence(heading=1), kind="entity"), WIDE, None),
        (candidate("SELECT", evidence(bold=3)), WIDE, Objection.IDENTIFIER),
        (candidate("MVCC", evidence(pair=1)), WIDE, None),
        (candidate("main.py", evidence(heading=1)), WIDE, Objection.FILE),
        (candidate("P1", evidence(heading=1)), WIDE, Objection.FILE),
        (candidate("Node.js", evidence(heading=1), kind="entity"), WIDE, None),
        (candidate("March", evidence(sentences=20), kind="entity"), WIDE, Objection.CALENDAR),
        (candidate("三月", evidence(sentences=20), kind="entity"), WIDE, Objection.NOTHING),
        (candidate("system", evidence(heading=2), specific=False), WIDE, Objection.EVERYDAY),
        (candidate("palace", evidence(title=2), specific=False), WIDE, None),
        (candidate("latency", evidence(listed=1, bold=1), specific=False), WIDE, None),
        (candidate("宫殿", evidence(pair=2), specific=False), WIDE, None),
        (candidate("Region", evidence(heading=1), specific=False), Setting(5, foreign=True), None),
        (candidate("Region", evidence(heading=1), specific=False), WIDE, Objection.EVERYDAY),
        (candidate("生产环境", evidence(initial=9)), WIDE, Objection.GENERAL),
        (candidate("第一个参数", evidence(title=2, initial=9)), WIDE, Objection.GENERAL),
        (candidate("第二次世界大战", evidence(title=2, initial=9)), WIDE, None),
        (candidate("默认情况", evidence(definition=1, heading=1), specific=False), WIDE, Objection.EVERYDAY),
        (candidate("或者是", evidence(bold=2)), WIDE, Objection.NOTHING),
        (candidate("乐观事务", evidence(title=1)), WIDE, None),
    ],
)
def test_objection(name: Candidate, setting: Setting, against: Objection | None) -> None:
    assert objection(name, setting) == against


def test_evidence_is_worth_more_than_frequency() -> None:
    shown = candidate("vector store", evidence(definition=1, heading=1))
    often = candidate("vector store", evidence(sentences=18))
    assert worth(shown) == 3.0
    assert worth(often) == 0.0
    assert weight(shown) > weight(often)
    assert weight(candidate("x y", evidence(), evidence("b"))) > weight(candidate("x y", evidence(sentences=18)))


def test_a_plain_word_counts_only_where_it_is_presented() -> None:
    there = evidence("raw/a.md", heading=1, definition=1)
    word = candidate("list", evidence("raw/b.md", heading=1), there, specific=False)
    assert focused(word).evidence == (there,)
    assert focused(candidate("vector store", there, evidence("raw/b.md"))).evidence == (there, evidence("raw/b.md"))


def test_central_is_what_a_source_presents_or_uses_most() -> None:
    name = candidate("Kept Palace", evidence())
    assert is_central(candidate("Kept Palace", evidence(heading=1)), ())
    assert is_central(name, {"kept palace"})
    assert not is_central(name, ())
