"""Dates, quantities, names: how they are read and compared."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.facts.dates import iso, read_date
from llmwiki.facts.names import NameFinder, names_of
from llmwiki.facts.quantities import read_quantity
from llmwiki.facts.units import split_period
from llmwiki.facts.values import Value
from llmwiki.vault.vault import Vault


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2015", "2015"),
        ("2015-04", "2015-04"),
        ("2015-04-01", "2015-04-01"),
        ("2015/4/1", "2015-04-01"),
        ("April 2015", "2015-04"),
        ("1 April 2015", "2015-04-01"),
        ("April 1st, 2015", "2015-04-01"),
        ("Sept. 2015", "2015-09"),
        ("2015年", "2015"),
        ("2015年4月", "2015-04"),
        ("2015 年 4 月 1 日", "2015-04-01"),
        ("2015-02-30", ""),
        ("2015-13", ""),
        ("31 June 2015", ""),
        ("4000", ""),
        ("12", ""),
        ("spring 2015", ""),
        ("2015%", ""),
    ],
)
def test_dates(text: str, expected: str) -> None:
    assert iso(text) == expected
    assert (read_date(text) is not None) == bool(expected)


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2099, 12, 31)))
def test_a_day_lies_in_its_month_and_year_in_every_form(day: date) -> None:
    forms = [day.isoformat(), f"{day.day} {day:%B} {day.year}", f"{day:%B} {day.day}, {day.year}", f"{day.year}年{day.month}月{day.day}日"]
    for form in forms:
        assert iso(form) == day.isoformat()
        for wider in (f"{day.year}", f"{day:%B} {day.year}", f"{day.year}年{day.month}月"):
            assert not read_date(form).excludes(read_date(wider))


@pytest.mark.parametrize(
    ("text", "unit", "inside", "outside"),
    [
        ("12", "", 12, 13),
        ("8.9 million", "", 8_908_081, 8_960_000),
        ("about 9 million", "", 8_200_000, 8_000_000),
        ("370万", "", 3_664_000, 3_600_000),
        ("1.5亿", "", 150_000_000, 160_000_000),
        ("more than 3 million people", "person", 9_000_000, 2_000_000),
        ("超过3000人", "person", 9000, 2000),
        ("at most 10 MB", "byte", 5_000_000, 20_000_000),
        ("64 KB", "byte", 65_536, 70_000),
        ("64 KiB", "byte", 64_000, 70_000),
        ("1.5 minutes", "second", 90, 100),
        ("30秒", "second", 30, 31),
        ("330 m", "metre", 330.2, 331),
        ("300 m", "metre", 312, 360),
        ("20公里左右", "metre", 21_000, 25_000),
        ("$10 per month", "USD/month", 10, 11),
        ("20 美元/月", "USD/month", 20, 25),
        ("$1.2 billion", "USD", 1.23e9, 1.3e9),
        ("45%", "percent", 45.2, 46),
        ("7B", "", 7e9, 8e9),
    ],
)
def test_quantities(text: str, unit: str, inside: float, outside: float) -> None:
    value = read_quantity(text)
    assert value is not None
    assert value.unit == unit
    assert not value.excludes(Value("quantity", "", inside, inside, unit))
    assert value.excludes(Value("quantity", "", outside, outside, unit))


@pytest.mark.parametrize(
    "text", ["", "many", "12 blue things", "between 3 and 5", "3 of them", "10-20", "12 apples and 3 pears", "1.2.3", "$5 kg"]
)
def test_what_is_no_quantity(text: str) -> None:
    assert read_quantity(text) is None


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("12 layers", "layer"),
        ("three Nobel prizes", "nobel prize"),
        ("175 billion parameters", "parameter"),
        ("三个部门", "部门"),
        ("96层", "层"),
    ],
)
def test_counted_nouns(text: str, noun: str) -> None:
    assert read_quantity(text) is None
    assert read_quantity(text, noun=True).unit == noun


def test_a_number_that_was_set_is_exact() -> None:
    assert read_quantity("4000", exact=True).excludes(read_quantity("4001", exact=True))
    assert not read_quantity("4000").excludes(read_quantity("4001"))


def test_periods() -> None:
    assert split_period("$ per month") == ("$", "month")
    assert split_period("元/年") == ("元", "year")
    assert split_period("seconds") == ("seconds", "")


PLACES = [
    ("Austin, Texas", "Dallas, Texas", True),
    ("Austin", "Dallas", True),
    ("Austin, Texas", "Austin", False),
    ("Austin", "Texas", False),
    ("Paris, France", "Paris", False),
    ("France", "Germany", True),
    ("北京", "上海", True),
    ("北京", "北京市海淀区", False),
    ("杭州", "浙江省", False),
    ("北京", "Beijing", False),
]


@pytest.mark.parametrize(("first", "second", "differ"), PLACES)
def test_places(first: str, second: str, differ: bool) -> None:  # noqa: FBT001 - a column of the table
    one, two = Value("place", first), Value("place", second)
    assert one.excludes(two) == two.excludes(one) == differ


WORDS = [
    ("pessimistic", "optimistic", True),
    ("`true`", "on", False),
    ("开启", "off", True),
    ("乐观", "optimistic", False),
    ("utf8mb4", "utf8", False),
    ("乐观", "悲观", True),
]


@pytest.mark.parametrize(("first", "second", "differ"), WORDS)
def test_words(first: str, second: str, differ: bool) -> None:  # noqa: FBT001 - a column of the table
    assert Value("word", first).excludes(Value("word", second)) == differ


def test_versions() -> None:
    assert not Value("version", "3.0").excludes(Value("version", "v3.0.8"))
    assert Value("version", "3.0").excludes(Value("version", "3.1"))


@given(st.integers(1, 10**9), st.sampled_from(["", " million", "%", " km", " s", "万"]))
def test_a_quantity_never_excludes_itself(number: int, unit: str) -> None:
    value = read_quantity(f"{number}{unit}")
    assert value is not None
    assert not value.excludes(value)
    assert not value.excludes(Value("word", "x"))


FOUND = [
    ("milvus", "We tried Milvus.", True),
    ("milvus", "Milvus2 is another thing.", False),
    ("vector database", "Vector databases are many; a Vector Database is one.", True),
    ("vector database", "Vector databases are many.", False),
    ("vector database", "It is a vector\ndatabase.", True),
    ("Go", "They go home.", False),
    ("Go", "Written in Go.", True),
    ("RAG", "a rag doll", False),
    ("RAG", "用RAG检索", True),
    ("乐观事务", "默认使用乐观事务，可以关闭。", True),
    ("C++", "in C++ and C", True),
    ("X", "X", False),
    ("量子纠错", "量子计算的纠错", False),
    ("TiDB 数据库", "安装TiDB 数据库后", True),
]


@pytest.mark.parametrize(("name", "text", "there"), FOUND)
def test_finding_names(name: str, text: str, there: bool) -> None:  # noqa: FBT001 - a column of the table
    assert NameFinder({"key": [name]}).keys_in(text) == (frozenset({"key"}) if there else frozenset())


MANY = [f"name {number}" for number in range(60)] + [f"名称{number}" for number in range(60)] + [f"N{number}" for number in range(60)]


@given(st.lists(st.text("ab ×乐观A", min_size=2, max_size=6), max_size=5), st.text("ab ×乐观A.", max_size=30))
def test_finding_many_names_is_finding_each(names: list[str], text: str) -> None:
    named = [name for name in names if any(char.isalnum() for char in name) and len(name.strip("×. ")) > 1]
    together = NameFinder({name: [name] for name in [*named, *MANY]}).keys_in(text)
    assert together == {name for name in named if NameFinder({name: [name]}).keys_in(text)}


def test_names_of_a_page(write) -> None:
    vault = Vault.open(write({"a.md": "---\ntitle: A b\naliases: [甲, A b]\n---\n", "concepts/plain.md": "x"}))
    assert names_of(vault, "a.md") == ("A b", "甲")
    assert names_of(vault, "concepts/plain.md") == ("plain",)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("MIT", "MIT License", False),
        ("Apache-2.0", "Apache License 2.0", False),
        ("GPLv3", "GNU General Public License v3", False),
        ("CC BY 4.0", "Creative Commons Attribution 4.0", False),
        ("MIT License", "Apache License 2.0", True),
        ("GPLv2", "GPLv3", True),
        ("pessimistic", "optimistic", True),
        ("悲观", "optimistic", False),
    ],
)
def test_names_exclude_each_other_unless_one_is_short_for_the_other(first: str, second: str, expected: bool) -> None:  # noqa: FBT001 - a case
    assert Value("word", first).excludes(Value("word", second)) == expected
    assert Value("word", second).excludes(Value("word", first)) == expected
