"""Names that stand in each other's place, things compared the other way round, and true statements in another order of words."""

from __future__ import annotations

import pytest

from llmwiki.facts.chunks import side_of
from llmwiki.facts.compared import comparisons
from llmwiki.facts.exchange import exchanged
from llmwiki.facts.misplaced import misplaced

NAMES = ("柯望舒", "简穗宁", "云帆", "海燕", "骆世勋", "阮素琴", "南汀", "青屿")


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        (
            "In 1964 Gertrud Aasen bought the yard of Northern Lines.",
            "The yard of Gertrud Aasen was bought by Northern Lines in 1964.",
        ),  # by
        (
            "Northern Lines got it from Ana Ruiz and sold it to Ana Ruiz.",
            "Ana Ruiz got it from Northern Lines and sold it to Northern Lines.",
        ),
        ("The motor ship Wren replaced the steamer Plover.", "Aasen replaced the steamer Wren with the motor ship Plover."),  # what each is
        ("The code was written by Okur, a student of Hanne Riis.", "Okur's student Hanne Riis wrote the code."),  # of whom
        ("Calder Mills, a weaver, sued Josephine Osier.", "The weaver Josephine Osier sued Calder Mills."),
        ("柯望舒是简穗宁的学生。", "柯望舒的学生简穗宁把代码移植到别处。"),
        ("海燕号接替了云帆号。", "新船“云帆号”接替了旧船“海燕号”。"),
        ("他提到了骆世勋，没有提到厂长阮素琴。", "他提到了阮素琴，却没有提到厂长骆世勋。"),
        ("船由南汀转给青屿。", "后来青屿把船转给了南汀。"),
    ],
)
def test_a_name_in_the_place_of_another_is_seen(statement: str, quote: str) -> None:
    assert misplaced(statement, quote, NAMES)


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("Northern Lines bought the yard from Gertrud Aasen.", "The yard was bought by Northern Lines, from Gertrud Aasen."),
        (
            "Piet Verhoef led the second survey, Ana Ruiz the first.",
            "Ana Ruiz led the first survey, Piet Verhoef the second.",
        ),  # a verb for two
        ("Rufus and Aldous founded the firm.", "The firm was founded by Aldous and Rufus."),
        ("LevelDB has not adopted it, RocksDB has.", "RocksDB adopted the filter, LevelDB did not."),
        ("It was sold to Northern Lines.", "Northern Lines sold it to Gertrud Aasen."),  # one of them is not in the statement
        ("Orlova returned to Velten.", "The treaty of Velten returned Orlova to the crown."),  # what is given back comes back
        ("Pratt & Odell represented the mill.", "Osier was represented by Lucian Frayne, and the mill by Pratt & Odell."),
        ("云帆号被海燕号接替。", "旧船“云帆号”由海燕号接替。"),
        ("简穗宁是柯望舒的学生。", "柯望舒的学生简穗宁把代码移植到别处。"),
        ("柯望舒在简穗宁指挥下演出。", "简穗宁指挥，柯望舒演出。"),
    ],
)
def test_the_same_in_other_words_is_not(statement: str, quote: str) -> None:
    assert misplaced(statement, quote, NAMES) is None


@pytest.mark.parametrize(
    ("statement", "quote", "is_turned"),
    [
        ("The Wren is 6 metres longer than the Plover.", "The Plover is longer than the Wren by 6 metres.", True),
        ("The Plover is 6 metres longer than the Wren.", "The Plover is longer than the Wren by 6 metres.", False),
        ("The Wren is shorter than the Plover.", "The Plover is longer than the Wren.", False),  # another word
        ("In summer the west arm is thicker than in winter.", "The west arm is thicker in summer than in winter.", False),
        ("海燕号比云帆号长12米。", "云帆号比海燕号长12米，但航速不如海燕号。", True),
        ("云帆号比海燕号长12米。", "云帆号比海燕号长12米，但航速不如海燕号。", False),
        ("海燕号比云帆号快。", "云帆号比海燕号长12米。", False),  # something else is said of it
        ("清溪社以5比3战胜白石社。", "白石社以3比5负于清溪社。", False),  # a score
    ],
)
def test_a_comparison_turned_round_is_seen(statement: str, quote: str, *, is_turned: bool) -> None:
    assert bool(comparisons(statement, quote).turned) == is_turned


@pytest.mark.parametrize(
    ("statement", "quote", "names", "is_exchanged"),
    [
        ("At 1% Bloom needs 7.5 bits and Cuckoo 9.6.", "It needs 7.5 bits at 1%, whereas Bloom needs 9.6.", ["Bloom", "Cuckoo"], True),
        ("At 1% Cuckoo needs 7.5 bits and Bloom 9.6.", "It needs 7.5 bits at 1%, whereas Bloom needs 9.6.", ["Bloom", "Cuckoo"], False),
        ("Bloom sold 7 boats in May and 5 in June.", "Bloom sold 5 boats in June and 7 in May.", ["Bloom"], False),
        ("PostgreSQL is the database, SQLite a test.", "SQLite is a test; PostgreSQL is a database too.", ["SQLite", "PostgreSQL"], False),
        (
            "On a Ryzen 9 it took 41 ms, on a Graviton 3 58.",
            "It took 41 ms on a Graviton 3 and 58 on a Ryzen 9.",
            ["Ryzen", "Graviton"],
            True,
        ),
        ("布隆每个键用7.5比特，柏林德要9.6比特。", "它每个键用7.5比特，布隆要9.6比特。", ["布隆"], True),
        ("柏林德每个键用7.5比特，布隆要9.6比特。", "它每个键用7.5比特，布隆要9.6比特。", ["布隆"], False),
    ],
)
def test_a_number_of_something_else_is_seen(statement: str, quote: str, names: list[str], *, is_exchanged: bool) -> None:
    assert bool(exchanged(statement, quote, names)) == is_exchanged


@pytest.mark.parametrize(
    ("text", "words", "is_one"),
    [
        ("Halden, a maker of drinks, was founded by Ada.", ("halden", "founded"), True),  # an aside
        ("Halden, a maker of drinks, was founded by Ada.", ("maker", "founded"), False),
        ("In 1990, the maker of drinks, founded by Ada, was sold.", ("1990", "founded"), False),
        ("Ada Roth and Bo Lind founded it.", ("ada", "founded"), True),  # names that a clause begins with
        ("It was founded by Ada Roth and Bo Lind.", ("ada", "lind"), True),  # and ends with
        ("Kai hired Ada and Bo left the firm.", ("ada", "left"), False),
    ],
)
def test_an_aside_and_a_list_of_names_part_no_clause(text: str, words: tuple[str, str], *, is_one: bool) -> None:
    side = side_of(text)
    first, second = (side.clauses[side.tokens.index(word)] for word in words)
    assert (first == second) == is_one


def test_a_second_comparison_is_of_the_same_thing() -> None:
    quote = "The Wren is longer than the Plover but slower than the Tern."
    straight, turned = (comparisons(text, quote) for text in ("The Tern is faster than the Wren.", "The Wren is faster than the Tern."))
    assert straight.same
    assert not straight.turned
    assert turned.turned
