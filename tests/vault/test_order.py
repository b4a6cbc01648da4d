from __future__ import annotations

import pytest

from llmwiki.vault.order import initial, sort_key


def test_latin_stands_before_chinese_and_chinese_goes_by_sound() -> None:
    titles = ["事务", "Zebra", "乐观事务", "élan", "apple", "TiDB", "分布式", "中文", "3FS"]
    assert sorted(titles, key=sort_key) == ["3FS", "apple", "élan", "TiDB", "Zebra", "分布式", "乐观事务", "事务", "中文"]


def test_the_order_is_total_and_bears_lone_surrogates() -> None:
    assert sort_key("A") != sort_key("a")
    assert sort_key("Élan")[0] == sort_key("elan")[0]
    assert sorted(["\udcff", "\ud800", "x"], key=sort_key)


@pytest.mark.parametrize(
    ("title", "letter"),
    [
        ("TiDB", "T"),
        ("élan", "E"),
        ("Ｗide", "W"),
        ("乐观事务", "L"),
        ("啊", "A"),
        ("座", "Z"),
        ("向量", "X"),
        ("3FS", "…"),
        ("", "…"),
        ("龢", "…"),
        ("한국", "…"),
        ("《红楼》", "…"),
    ],
)
def test_initial(title: str, letter: str) -> None:
    assert initial(title) == letter
