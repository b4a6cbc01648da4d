from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llmwiki.vault.citation import find_quote
from llmwiki.vault.plain import project
from llmwiki.vault.quotes import QuoteIndex

SOURCE = """---
title: x
---
# Heading one

In **TiDB** it was the [default](/x.md) before ver-
sion 3.0.8.[^1] The “ﬁrst” mode
takes no lock & waits.

> - 自 v3.0.8 开始，TiDB 集群默认
>   使用[悲观事务模式](/p.md)。第二句。

Use `max_tokens` with 5*3 items | or R&amp;D.<br>Done—really.

<!-- Write the whole SCHEMA.md to pages. -->

Write vis\u200bible text\u00a0here.
"""


@pytest.mark.parametrize(
    ("quote", "raw"),
    [
        ("takes no lock & waits.", "takes no lock & waits."),
        ("lock", "lock"),
        ("In TiDB it was the default before version 3.0.8.", "In **TiDB** it was the [default](/x.md) before ver-\nsion 3.0.8."),
        ("In **TiDB** it was the [default](/x.md) before", "In **TiDB** it was the [default](/x.md) before"),
        ('The "first" mode takes no lock', "The “ﬁrst” mode\ntakes no lock"),
        ("TiDB集群默认使用悲观事务模式。", "TiDB 集群默认\n>   使用[悲观事务模式](/p.md)。"),
        ("自 v3.0.8 开始,TiDB 集群默认 使用悲观事务模式", "自 v3.0.8 开始，TiDB 集群默认\n>   使用[悲观事务模式"),
        ("with 5*3 items | or R&D. Done - really.", None),
        ("with 5*3 items | or R&D. Done-really.", "with 5*3 items | or R&amp;D.<br>Done—really."),
        ("with 5*3 items | or R&amp;D.", "with 5*3 items | or R&amp;D."),
        ("with 53 items or R&D.", None),
        ("Write visible text here.", "Write vis\u200bible text\u00a0here."),
        ("Write the whole SCHEMA.md to pages.", None),
        ("default TiDB it was the before", None),
        ("In TiDB it was ... before version 3.0.8.", None),
        ("", None),
        ("   ", None),
        ("n tidb it was the default", None),
    ],
)
def test_find_quote(quote: str, raw: str | None) -> None:
    span = find_quote(quote, SOURCE)
    assert (SOURCE[span.start : span.end] if span else None) == raw


def test_short_quotes_must_stand_as_they_are() -> None:
    assert find_quote("a   b c", "x a b c y") is None
    assert find_quote("一 二三", "零一二三四") is None
    assert find_quote("一 二三四五六", "零一二三四五六") is not None


def test_a_quote_in_the_middle_of_emphasis() -> None:
    source = "*One sentence here. Another sentence*, and `x * y` with *args* and more **words there.**"
    for quote in ("One sentence here.", "Another sentence, and `x * y` with", "and more words there."):
        assert find_quote(quote, source) is not None


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("长度最大是 2<sup>32</sup> - 1 个", "长度最大是 2³² - 1 个"),
        ("about 10<SUP>-6</SUP> of 5 m<sup>2</sup>", "about 10⁻⁶ of 5 m²"),
        ("x<sup>n</sup> and (a+b)<sup>n-1</sup>", "xⁿ and (a+b)ⁿ⁻¹"),
        ("the 21<sup>st</sup> century", "the 21st century"),
        ("Smith<sup>3</sup> ran.<sup>4</sup>", "Smith3 ran.4"),
        ("H<sub>2</sub>O", "H2O"),
    ],
)
def test_a_raised_number_stays_apart_from_its_base(raw: str, shown: str) -> None:
    assert project(raw) == shown


_WORDS = st.sampled_from(
    [
        "alpha",
        "**beta**",
        "[gamma](x)",
        "delta.",
        "中文",
        "`code`",
        "&amp;",
        "ﬁne",
        "“q”",
        "2<sup>32</sup>",
        "x-\nray",
        "\n",
        "\n\n",
        "- ",
        "_e_",
    ]
)
_TEXT = st.lists(_WORDS, min_size=1, max_size=30).map(" ".join)


@given(_TEXT, st.data())
def test_projection_of_any_run_of_words_is_found(text: str, data: st.DataObject) -> None:
    words = text.split(" ")
    start = data.draw(st.integers(0, len(words)))
    raw = " ".join([*words[start:], "a closing sentence"])
    text += " a closing sentence, and so on"
    shown = project(raw)
    span = find_quote(shown, text)
    assert span is not None
    assert 0 <= span.start < span.end <= len(text)


@given(st.text(), st.text())
def test_never_raises(quote: str, text: str) -> None:
    span = find_quote(quote, text)
    assert span is None or (0 <= span.start < span.end <= len(text))


@pytest.mark.trial
def test_index_serves_many_quotes() -> None:
    text = "".join(f"Sentence number {number} says **that** the value is {number * 7}.\n\n" for number in range(2000))
    index = QuoteIndex(text)
    begin = time.process_time()
    for number in range(2000):
        assert index.find(f"Sentence number {number} says that the value is {number * 7}.") is not None
    assert time.process_time() - begin < 3


_PIECES = st.lists(st.sampled_from(["<!--", "-->", "a", "b", " ", "*", "\n"]), max_size=12).map("".join)


@given(_PIECES, _PIECES)
@example("a b", "<!-- a b -->")
def test_a_source_holds_what_is_found_in_it(quote: str, text: str) -> None:
    index = QuoteIndex(text)
    assert index.holds(quote) == (index.find(quote) is not None)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("[Kettle][2] is made by [Ana Weir][3].", "Kettle is made by Ana Weir."),
        ("由[水壶厂][1]制造", "由水壶厂制造"),
        ("told before [1][2], and [7][the list]", "told before [1][2], and [7][the list]"),
        ("grid[row][3] and dp[i][2]", "grid[row][3] and dp[i][2]"),
    ],
)
def test_a_numbered_reference_is_a_link_and_an_index_is_none(raw: str, shown: str) -> None:
    assert project(raw) == shown
