from __future__ import annotations

import pytest

from llmwiki.palace.names import repeated_names, sightings


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We met Kai and Mira Osei in Kyoto.", {"Kai", "Mira Osei", "Kyoto"}),
        ("The University of Kyoto hired him.", {"University of Kyoto"}),
        ("Rain fell. However, Kai stayed.", {"Kai"}),
        ("TiDB 与 MySQL 兼容，见《事务处理》和「乐观锁」。", {"TiDB", "MySQL", "事务处理", "乐观锁"}),
        ("See [[concepts/raft.md|the log]] and [[Two Phase#x]].", {"raft", "Two Phase"}),
        ("On Monday in March", set()),
        ("`Code Name` and <Note kind='Big'> and https://a.org/Some-Name", set()),
        ("## A Heading In Capitals\n\ntext", set()),
        ("```\nclass Some Thing\n```\nby Kai", {"Kai"}),
        ("He said “hello there” to Zoë’s friend.", {"Zoë"}),
        ("", set()),
    ],
)
def test_names_are_told_by_how_they_are_written(text: str, names: set[str]) -> None:
    assert {name for name, sure in sightings(text) if sure} == names


def test_a_name_is_seen_twice_and_often_for_sure() -> None:
    texts = ["Rows are kept. Rows stay. " * 3 + "So Rows.", "Kai saw rows, and Kai left.", "Mira met Kai."]
    assert repeated_names([list(sightings(text)) for text in texts]) == {"Kai": [1, 2]}


@pytest.mark.parametrize("text", ["<" * 4000, "[[" * 2000, "A-" * 2000, "`" * 3001, "A of " * 1000, "[[a|" * 1000, "“" * 4000])
def test_hostile_texts_cost_little(text: str) -> None:
    assert list(sightings(text)) is not None
