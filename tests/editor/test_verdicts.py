"""What follows from answers on identity, whatever they are."""

from __future__ import annotations

import pytest

from llmwiki.scribe.editor.pairs import Hint, Pair, hint_of, likely_pairs
from llmwiki.scribe.editor.things import Thing
from llmwiki.scribe.editor.verdicts import Chances, Verdict, settle, verdict
from llmwiki.scribe.identity import merge_key

SURE = Chances((0.9, 0.95), (0.95, 0.99), 0.6, 0.6)


def thing(name: str, *others: str, count: int = 3, page: bool = False) -> Thing:
    return Thing(merge_key(name), name, others, f"{name} is a thing.", "raw/a.md", count, page)


def pair(one: Thing, other: Thing) -> Pair:
    return Pair(one, other, hint_of(one.names, other.names))


@pytest.mark.parametrize(
    ("hint", "chances", "expected"),
    [
        ("near", SURE, "join"),
        ("near", Chances((0.95, 0.4), (0.95, 0.99), 0.9, 0.9), "propose"),
        ("near", Chances((0.95, 0.2), (0.95, 0.99), 0.9, 0.9), "apart"),
        ("near", Chances((0.95, 0.95), (0.95, 0.5), 0.9, 0.9), "apart"),
        ("near", Chances((0.6, 0.65), (0.95, 0.99), 0.3, 0.3), "propose"),
        ("near", Chances((0.6, 0.65), (0.95, 0.94), 0.6, 0.6), "apart"),
        ("near", Chances((0.8, 0.85), (0.95, 0.94), 0.6, 0.6), "join"),
        ("near", Chances((0.6, 0.65), (0.95, 0.97), 0.6, 0.3), "join"),
        ("near", Chances((0.8, 0.75), None, 0.1, 0.1), "join"),
        ("near", Chances((0.8, 0.65), None, 0.9, 0.9), "propose"),
        ("near", Chances((0.8, 0.3), None, 0.9, 0.9), "apart"),
        ("short form", Chances((0.6, 0.7), None, 0.1, 0.1), "join"),
        ("short form", Chances((0.5, 0.7), None, 0.1, 0.1), "propose"),
        ("short form", Chances((0.5, 0.7), (0.9, 0.99), 0.9, 0.9), "propose"),
        ("short form", Chances((0.1, 0.6), None, 0.1, 0.1), "apart"),
        ("same name", Chances((0.5, 0.5), None, 1.0, 0.1), "join"),
        ("same name", Chances((0.1, 0.5), None, 1.0, 0.1), "propose"),
        ("spelling", Chances((0.0, 0.0), None, 0.0, 0.0), "join"),
    ],
)
def test_verdicts(hint: Hint, chances: Chances, expected: Verdict) -> None:
    assert verdict(hint, chances) == expected


def test_the_name_of_a_page_stays_and_else_the_more_used_one() -> None:
    assert settle([(pair(thing("Burnout", count=2), thing("疲劳过度", count=9)), SURE)]).joins == (("burnout", "疲劳过度"),)
    assert settle([(pair(thing("Burnout", page=True), thing("疲劳过度", count=9)), SURE)]).joins == (("疲劳过度", "burnout"),)


def test_two_pages_are_a_persons_to_join() -> None:
    found = settle([(pair(thing("Burnout", page=True), thing("疲劳过度", page=True)), SURE)])
    assert found.joins == ()
    assert [(doubt.name, doubt.other) for doubt in found.doubts] == [("Burnout", "疲劳过度")]


def test_a_page_gets_no_second_name_in_another_script() -> None:
    found = settle([(pair(thing("Burnout", "疲劳过度", page=True), thing("职业倦怠")), SURE)])
    assert (found.joins, len(found.doubts)) == ((), 1)


def test_one_name_goes_to_its_nearest_alone() -> None:
    source, license_ = thing("Open source"), thing("Open source license")
    judged = [(pair(source, thing("开源")), SURE), (pair(license_, thing("开源")), SURE)]
    assert settle(judged) == ((("开源", "open source"),), ())


def test_a_group_never_holds_names_that_are_told_apart() -> None:
    """Each pair may be one, all three may not."""
    first, second = thing("Optimistic locking"), thing("OCC", "Optimistic concurrency control")
    third = thing("Pessimistic locking", "PCC")
    judged = [
        (Pair(first, second, "near"), Chances((0.9, 0.9), None, 0.5, 0.9)),
        (Pair(third, second, "near"), Chances((0.9, 0.9), None, 0.5, 0.9)),
    ]
    assert settle(judged).joins == (("optimistic locking", "occ"),)


def test_pairs_by_the_form_of_names_need_no_embedder() -> None:
    things = [
        thing("E-mail"),
        thing("Email"),
        thing("MVCC"),
        thing("Multi-version concurrency control"),
        thing("ADR"),
        thing("Architecture decision record"),
        thing("Annual disaster report"),
        thing("Kubernetes"),
        thing("K8s"),
        thing("React 18"),
        thing("React 19"),
    ]
    found = {(frozenset({one.name, other.name}), hint) for one, other, hint in likely_pairs(things, None)}
    assert found == {
        (frozenset({"E-mail", "Email"}), "spelling"),
        (frozenset({"MVCC", "Multi-version concurrency control"}), "short form"),
        (frozenset({"K8s", "Kubernetes"}), "short form"),
    }
