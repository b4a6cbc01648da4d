"""From text to one object to a value: what is let through, what is not."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, make_dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from llm.shapes import THING, Thing, Things

from llmwiki.llm.listening import Listener, goes_in_circles
from llmwiki.llm.reading import Unfit, is_refusal, one_object, without_thinking
from llmwiki.llm.shape import Longest, Most, read_value, schema_of, shape_mark, sift
from llmwiki.llm.yes import chance_of_yes, word_of_yes


@pytest.mark.parametrize(
    "text",
    [
        THING,
        f"```json\n{THING}\n```",
        f"Sure! Here is {{it}}:\n{THING}\nDone. }}",
        f"{THING} ``` # Note: }} ]",
        f"[{THING}]",
        f"\ufeff{THING}",
        '{"name": "RAG",\n  "kind": "concept"\n}',
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert read_value(one_object(without_thinking(text)), Thing) == Thing("RAG", "concept")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no complete JSON object"),
        ("RAG", "no complete JSON object"),
        ('{"name": "RAG"', "no complete JSON object"),
        (THING * 2, "more than one"),
        ('{"a": 1, "a": 2}', "a key twice"),
        ('{"a": Infinity}', "no number of JSON"),
        ('{"a": 1' + "0" * 5_000 + "}", "too long a number"),
        ('{"a": ' * 3_000 + "1" + "}" * 3_000, "nested too deeply"),
        ('{"a": "\\udc80"}', "half a character"),
    ],
)
def test_what_is_no_object_is_told(text: str, said: str) -> None:
    with pytest.raises(Unfit, match=said):
        one_object(text)


@given(st.text(alphabet='{}[]":,\\u0a1 n\n</>think是', max_size=200))
def test_any_text_is_an_object_or_unfit(text: str) -> None:
    with suppress(Unfit):
        assert isinstance(one_object(without_thinking(text)), dict)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>a {b}</think>c", "c"),
        ("<think>a</think><thinking>b</thinking> c", "c"),
        ("a\n</think>\nc", "c"),
        ("<think>a", ""),
        ('{"a": "</think>"}', '{"a": "</think>"}'),
        ("is <think> a tag?", "is <think> a tag?"),
    ],
)
def test_thinking_is_left_out(text: str, left: str) -> None:
    assert without_thinking(text) == left


@pytest.mark.parametrize("text", ["I'm sorry, but no.", "I cannot help.", "Sorry, no", "抱歉，不行", "我无法回答", "As an AI model, I"])
def test_refusals(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize("text", ["Sorry states are listed.", "I can help.", "我不但能", "RAG"])
def test_no_refusals(text: str) -> None:
    assert not is_refusal(text)


@dataclass(frozen=True)
class Loose:
    """Things of which each stands for itself."""

    things: Annotated[tuple[Thing, ...], Most(3, falls_singly=True)]
    sure: bool
    count: int


GOOD = {"things": [{"name": "张三", "kind": "person"}], "sure": True, "count": 2}


class TestShape:
    def test_a_value(self) -> None:
        assert read_value(GOOD, Things) == Things((Thing("张三", "person"),), sure=True, count=2)

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"things": [{"name": "x" * 20, "kind": "person"}]}, "things.0.name"),
            ({"things": [{"name": "x", "kind": "place"}]}, "things.0.kind"),
            ({"things": [{"name": "x", "kind": "person", "n2": 1}]}, "things.0.n2"),
            ({"things": [{"name": "x"}]}, "things.0.kind"),
            ({"things": [{"name": "x", "kind": "person"}] * 4}, "things"),
            ({"things": "x"}, "things"),
            ({"sure": "true"}, "sure"),
            ({"count": "2"}, "count"),
            ({"count": 2.5}, "count"),
            ({"more": 1}, "more"),
        ],
    )
    def test_what_does_not_fit_is_told(self, change: dict[str, object], said: str) -> None:
        with pytest.raises(Unfit, match=said):
            read_value(GOOD | change, Things)

    @pytest.mark.parametrize(
        ("bad", "said"),
        [
            ({"name": "x" * 20, "kind": "person"}, "name: String should have at most 19 characters"),
            ({"name": "x", "kind": "place"}, "kind: Input should be 'person' or 'concept'"),
            ({"name": "x", "kind": "person", "n2": 1}, "n2: Extra inputs are not permitted"),
            ("x", "it: Input should be"),
        ],
    )
    def test_an_item_that_stands_for_itself_falls_singly(self, bad: object, said: str) -> None:
        good = GOOD["things"][0]
        value, (fallen,) = sift(GOOD | {"things": [good, bad, good]}, Loose)
        assert value == Loose((Thing("张三", "person"),) * 2, sure=True, count=2)
        assert str(fallen).startswith(f"things.1: {said}")
        with pytest.raises(Unfit, match=r"things\.0"):
            sift(GOOD | {"things": [bad]}, Loose)
        with pytest.raises(Unfit, match=r"things\.1"):
            sift(GOOD | {"things": [good, bad]}, Things)

    def test_items_that_are_too_many_fall(self) -> None:
        value, fallen = sift(GOOD | {"things": GOOD["things"] * 5}, Loose)
        assert len(value.things) == 3
        assert [str(one) for one in fallen] == ["things.3: there are more than 3", "things.4: there are more than 3"]

    def test_what_is_no_item_has_to_fit(self) -> None:
        assert sift(GOOD | {"things": []}, Loose)[0].things == ()
        for change in ({"things": "x"}, {"sure": "true"}, {"more": 1}):
            with pytest.raises(Unfit):
                sift(GOOD | change, Loose)

    def test_the_schema_says_the_same(self) -> None:
        schema = schema_of(Things)
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema).validate(GOOD)
        assert not Draft202012Validator(schema).is_valid(GOOD | {"more": 1})
        assert not Draft202012Validator(schema).is_valid({"sure": True})
        assert schema["properties"]["things"]["items"]["properties"]["name"] == {"type": "string", "maxLength": 20}

    def test_bounds_may_be_told_in_words(self) -> None:
        bare = schema_of(Things, "bare")
        assert "maxLength" not in str(bare)
        assert "maxItems" not in str(bare)
        assert bare["properties"]["things"]["description"] == "at most 3 items"

    def test_a_shape_may_be_made_of_ids(self) -> None:
        shape = make_dataclass("Page", [(number, Annotated[str, Longest(50)]) for number in ("s1", "s2")], frozen=True)
        assert read_value({"s1": "a", "s2": "b"}, shape).s2 == "b"

    @pytest.mark.parametrize("hint", [str, float, list[str], tuple[int, ...], Annotated[str, Most(3)], dict[str, str]])
    def test_what_has_no_bound_is_no_shape(self, hint: object) -> None:
        with pytest.raises(TypeError, match="bounded"):
            schema_of(make_dataclass("Loose", [("a", hint)]))

    def test_another_shape_has_another_mark(self) -> None:
        @dataclass
        class Other:
            kind: Literal["person"]

        assert len({shape_mark(Thing), shape_mark(Things), shape_mark(str)}) == 3


class TestListener:
    @pytest.mark.parametrize("size", [1, 7, 500])
    @pytest.mark.parametrize(
        ("text", "end"),
        [
            ("The same. " * 100, "loop"),
            ("同一句话。" * 200, "loop"),
            ("\n" * 1_000, "loop"),
            ('{"a": "\x07', "control"),
            ('{"a": "\\u0000', "control"),
            ('{"a": "\\u009F', "control"),
            ('{"a": "\\\\\\u007f', "control"),
            (" ".join(map(str, range(2_000))), "size"),
        ],
    )
    def test_it_stops(self, text: str, end: str, size: int) -> None:
        listener = Listener(100)
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        assert not all(map(listener.take, pieces))
        assert listener.broken_off == end
        assert len(listener.text) <= 100 * 12 + 1_200

    @pytest.mark.parametrize(
        "text", ['{"a": "\\\\u007f"}', "tab\tline\r\nend", "\\u00e9\\u4e2d", "a" * 200, "-" * 100 + "|" * 100, "中文。" * 40]
    )
    def test_it_lets_pass(self, text: str) -> None:
        listener = Listener(100)
        assert all(listener.take(sign) for sign in text)
        assert listener.text == text

    @given(st.text(alphabet="ab", min_size=1, max_size=30), st.integers(6, 60))
    def test_circles_are_found_wherever_they_begin(self, piece: str, times: int) -> None:
        looped = piece * max(times, 240 // len(piece) + 1)
        assert goes_in_circles("x" + looped)
        assert not goes_in_circles("".join(f"{at}," for at in range(60)))


@pytest.mark.parametrize(
    ("first", "chance"),
    [
        ([("Yes", 0.5), (" yes", 0.2), ("YES", 0.1), ("No", 0.2)], 0.8),
        ([("是", 0.3), ("否", 0.1), ("Maybe", 0.6)], 0.75),
        ([("no", 1.0)], 0.0),
        ([("Paris", 1.0)], None),
        ([], None),
    ],
)
def test_the_ways_to_write_yes_are_summed(first: list[tuple[str, float]], chance: float | None) -> None:
    assert chance_of_yes(first) == (None if chance is None else pytest.approx(chance))


@pytest.mark.parametrize(
    ("text", "chance"),
    [("Yes.", 1), ("**yes**", 1), ("是的。", 1), ("No", 0), ("不是", 0), ("不", 0), ("Yesterday", 0.5), ("Not sure", 0.5), ("", 0.5)],
)
def test_a_word_is_read(text: str, chance: float) -> None:
    assert word_of_yes(text) == chance
