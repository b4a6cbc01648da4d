from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from llmwiki.palace.tunnels import (
    Address,
    Crossing,
    Graph,
    Step,
    explicit_tunnel,
    link_tunnels,
    passive_tunnels,
    shared_rooms,
    topic_of,
    tunnel_id,
)

A, B, C = Address("alpha", "locks"), Address("beta", "Locks"), Address("gamma", "锁")
D = Address("alpha", "people")
ADDRESSES = {"a.md": A, "b.md": B, "c.md": C, "d.md": D, "a2.md": A}


def test_rooms_of_one_name_in_two_wings_are_joined() -> None:
    (tunnel,) = passive_tunnels([B, A, C, D, A])
    assert (tunnel.source, tunnel.target, tunnel.kind) == (A, B, "room")
    assert passive_tunnels([A, D, Address("alpha", "LOCKS")]) == []


def test_a_room_of_many_wings_gives_a_chain() -> None:
    wings = [Address(f"w{number}", "concepts") for number in range(5)]
    assert shared_rooms(wings) == [wings]
    found = passive_tunnels(reversed(wings))
    assert [(tunnel.source, tunnel.target) for tunnel in found] == list(pairwise(wings))
    assert {step.address for step in Graph(found).walk(wings[2:3], hops=2)} == set(wings)


def test_links_that_cross_are_tunnels() -> None:
    links = [
        Crossing("c.md", "c1", "a.md"),
        Crossing("a.md", "a1", "c.md"),
        Crossing("a2.md", "a2", "c.md"),
        Crossing("a.md", "a1", "c.md"),
        Crossing("a.md", "a1", "a2.md"),
        Crossing("a.md", "a1", "nowhere.md"),
        Crossing("a.md", "a1", "d.md"),
    ]
    inner, outer = link_tunnels(links, ADDRESSES)
    assert (inner.source, inner.target, inner.weight) == (D, A, 1) if D < A else (A, D, 1)
    assert (outer.source, outer.target, outer.weight) == (A, C, 3)
    assert outer.source_drawers == ("a1", "a2")
    assert outer.target_drawers == ("c1",)
    assert link_tunnels(reversed(links), ADDRESSES) == [inner, outer]


def test_a_tunnel_is_the_same_from_both_ends() -> None:
    there = explicit_tunnel(A, C, label="same bug", drawers=("d1", ""), created="2026-05-30T10:00:00")
    assert tunnel_id(A, C) == tunnel_id(C, A) == there.id
    assert there.turned().turned() == there
    (seen,) = Graph([there]).follow(C)
    assert (seen.source, seen.target, seen.target_drawers, seen.label) == (C, A, ("d1",), "same bug")
    assert tunnel_id(Address("a", "b/c"), D) != tunnel_id(Address("a/b", "c"), D)


def test_pseudo_rooms_are_read() -> None:
    topic = Address("alpha", "topic:Auth migration")
    assert topic_of(topic.room) == "Auth migration"
    assert topic_of("topics") == ""
    assert explicit_tunnel(topic, C).kind == "topic"
    assert passive_tunnels([topic, Address("beta", "topic:Auth migration")]) == []


def test_a_walk_goes_breadth_first() -> None:
    one, two = explicit_tunnel(A, C), explicit_tunnel(C, D)
    graph = Graph([two, one, *passive_tunnels([A, B])], [Address("delta", "alone")])
    steps = graph.walk(graph.at("锁"), hops=2)
    assert [(step.address, step.hops) for step in steps] == [(C, 0), (A, 1), (D, 1), (B, 2)]
    assert [step.by and step.by.kind for step in steps] == [None, "explicit", "explicit", "room"]
    assert [step.address for step in graph.walk([C], hops=0)] == [C]
    assert graph.walk([Address("delta", "alone")]) == [Step(Address("delta", "alone"), 0, None)]
    assert graph.walk([Address("no", "where")]) == []


def test_a_room_is_found_by_name() -> None:
    graph = Graph([], [A, B, C, D])
    assert graph.at("LOCKS") == [A, B]
    assert graph.at("locks", "Beta") == [B]
    assert graph.at("none") == []


def test_of_two_tunnels_between_the_same_places_the_made_one_is_kept() -> None:
    graph = Graph([*link_tunnels([Crossing("a.md", "a1", "c.md")], ADDRESSES), explicit_tunnel(C, A, label="mine")])
    assert [tunnel.label for tunnel in graph.tunnels] == ["mine"]


def test_a_walk_takes_the_shortest_way_in_a_ring() -> None:
    a, b, e, f, g = (Address(name, name) for name in "abefg")
    ring = [explicit_tunnel(*ends) for ends in ((a, b), (a, e), (e, f), (f, g), (b, g))]
    for tunnels in (ring, ring[::-1]):
        steps = Graph(tunnels).walk([a], 3)
        assert {step.address: step.hops for step in steps} == {a: 0, b: 1, e: 1, f: 2, g: 2}
        assert [step.hops for step in steps] == [0, 1, 1, 2, 2]


def test_what_is_linked_most_comes_first() -> None:
    links = [Crossing("a.md", "a1", "b.md"), Crossing("a.md", "a1", "c.md"), Crossing("a2.md", "a2", "c.md")]
    graph = Graph([*passive_tunnels([A, B]), *link_tunnels(links, ADDRESSES), explicit_tunnel(A, D)])
    assert [(tunnel.target, tunnel.kind) for tunnel in graph.follow(A)] == [(D, "explicit"), (C, "link"), (B, "link")]


ADDRESS = st.builds(Address, st.sampled_from("abc"), st.sampled_from(["r", "s", "锁"]))


@given(st.lists(st.tuples(ADDRESS, ADDRESS), max_size=12), ADDRESS, st.integers(0, 4))
def test_a_walk_reaches_each_place_once_on_a_shortest_way(pairs: list[tuple[Address, Address]], start: Address, hops: int) -> None:
    tunnels = [explicit_tunnel(one, other) for one, other in pairs if one != other]
    steps = Graph(reversed(tunnels), [start]).walk([start], hops)
    assert steps == Graph(tunnels, [start]).walk([start], hops)
    near = {start}
    for hop in range(hops + 1):
        assert {step.address for step in steps if step.hops <= hop} == near
        near = near | {end for tunnel in tunnels for end in (tunnel.source, tunnel.target) if {tunnel.source, tunnel.target} & near}
