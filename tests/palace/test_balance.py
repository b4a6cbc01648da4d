from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmwiki.palace.balance import LARGE, Balanced, Placed, balanced


def files(count: int, room: str = "notes", name: str = "n{}", **more: object) -> list[Placed]:
    return [Placed(f"{room}/{name.format(number)}.md", room, 1, **more) for number in range(count)]  # type: ignore[arg-type]


def sizes(wing: list[Placed], found: Balanced) -> Counter[str]:
    counts: Counter[str] = Counter()
    for file in wing:
        counts[found.rooms[file.path]] += file.drawers
    return counts


def test_a_small_or_even_wing_stays_as_it_is() -> None:
    for wing in (files(LARGE), files(30, "a") + files(30, "b"), [Placed("x", "book", 900)]):
        assert balanced(wing) == Balanced({file.path: file.room for file in wing}, {})


def test_a_large_room_is_divided_by_folder_first() -> None:
    wing = [Placed(f"src/{part}/{n}.py", "src", 1, (part,)) for part in ("core", "web") for n in range(30)]
    wing += [Placed(f"src/{n}.py", "src", 1) for n in range(10)]
    assert sizes(wing, balanced(wing)) == {"src/core": 30, "src/web": 30, "src/general": 10}


def test_then_by_heading_year_or_letter() -> None:
    headed = [Placed(f"n/{n}.md", "n", 1, headings=(("Rust", "Python 语言", "锁")[n % 3],)) for n in range(60)]
    assert sizes(headed, balanced(headed)) == {"n/rust": 20, "n/python-语言": 20, "n/锁": 20}
    dated = [Placed(f"n/{n}.md", "n", 1, date=f"20{20 + n % 4}-05-01") for n in range(60)]
    assert sizes(dated, balanced(dated)) == {"n/2020": 15, "n/2021": 15, "n/2022": 15, "n/2023": 15}
    lettered = [Placed(f"n/{name}{n}.md", "n", 1) for n in range(10) for name in ("Émile", "zoo", "7", "陈", "чай", "あ")]
    assert sizes(lettered, balanced(lettered)) == dict.fromkeys(["n/e", "n/z", "n/0-9", "n/c", "n/ч", "n/あ"], 10)


def test_files_of_one_name_are_told_apart_by_their_paths() -> None:
    wing = [Placed(f"{n}/same.md", "n", 1) for n in range(100)]
    found = balanced(wing)
    assert max(sizes(wing, found).values()) <= 50
    assert all(room.startswith("n/part-") for room in found.rooms.values())


def test_a_division_stays_while_the_room_is_a_quarter() -> None:
    wing = [Placed(f"notes/{letter}{n}.md", "notes", 1) for letter in "abc" for n in range(17)]
    first = balanced(wing)
    assert set(first.rooms.values()) == {"notes/a", "notes/b", "notes/c"}
    grown = wing + files(120, "a") + files(20, "b")
    again = balanced(grown, first.divided)
    assert {path: again.rooms[path] for path in first.rooms} == first.rooms
    assert balanced([*grown, *files(50, "c")], first.divided).rooms["notes/a0.md"] == "notes"


WINGS = st.lists(
    st.builds(
        Placed,
        st.text("ab陈/é", min_size=1, max_size=6),
        st.sampled_from(["notes", "notes", "notes", "raw/articles"]),
        st.integers(1, 3),
        st.lists(st.sampled_from(["x", "y"]), max_size=2).map(tuple),
        st.lists(st.sampled_from(["Intro", "锁", ""]), max_size=2).map(tuple),
        st.sampled_from(["", "2024-05-01", "2025", "2025-06"]),
    ),
    min_size=25,
    max_size=150,
    unique_by=lambda file: file.path,
)


@pytest.mark.trial
@settings(max_examples=25)
@given(WINGS, st.randoms())
def test_no_room_has_more_than_half_of_a_large_wing(wing: list[Placed], random: object) -> None:
    found = balanced(wing)
    total = sum(file.drawers for file in wing)
    members = Counter(found.rooms.values())
    for room, size in sizes(wing, found).items():
        assert total <= LARGE or size <= total / 2 or members[room] == 1
    random.shuffle(shuffled := list(wing))  # type: ignore[attr-defined]
    assert balanced(shuffled) == found
    assert balanced(wing, found.divided) == found


@pytest.mark.trial
@settings(max_examples=25)
@given(WINGS, WINGS)
def test_files_that_come_rename_none_but_in_rooms_newly_divided(wing: list[Placed], more: list[Placed]) -> None:
    first = balanced(wing)
    grown = [*wing, *(file for file in more if file.path not in first.rooms)]
    then = balanced(grown, first.divided)
    if sum(file.drawers for file in grown) > 2 * sum(file.drawers for file in wing):
        return
    for path, room in first.rooms.items():
        assert then.rooms[path] == room or any(
            f"{room}/".startswith(f"{divided}/") for divided in then.divided.keys() - first.divided.keys()
        )
