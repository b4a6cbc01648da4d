"""The link graph and its measures."""

from __future__ import annotations

import networkx as nx

from llmwiki.vault.graph import LinkGraph, Measures, counts_as_origin
from llmwiki.vault.vault import Vault

NOTES = {
    "index.md": "[[alpha]] [[beta]]",
    "log.md": "[[gamma]]",
    "log-2026.md": "[[gamma]]",
    "SCHEMA.md": "[[gamma]]",
    "concepts/alpha.md": '---\nsee: "[[beta]]"\n---\n[[beta]] [[alpha]] [[gone]] ![[a.png]] [[#x]] %%[[delta]]%%',
    "concepts/beta.md": "x[^1]\n\n[^1]: [[raw/src]]",
    "concepts/gamma.md": "[[logging]]",
    "concepts/delta.md": "",
    "concepts/logging.md": "[[gamma]] `[[delta]]`",
    "raw/src.md": "[[delta]] [[gamma]]",
    "a.png": b"",
}


def test_what_counts_as_inbound(write):
    found = Measures(Vault.open(write(NOTES)))
    assert found.inbound["concepts/beta.md"] == ("concepts/alpha.md",)
    assert found.inbound["concepts/alpha.md"] == ()
    assert found.inbound["concepts/gamma.md"] == ("concepts/logging.md",)
    assert found.inbound["concepts/delta.md"] == ("concepts/alpha.md",)
    assert found.inbound["raw/src.md"] == ("concepts/beta.md",)
    assert found.outbound["concepts/alpha.md"] == ("concepts/beta.md", "concepts/delta.md")
    assert found.outbound["index.md"] == ("concepts/alpha.md", "concepts/beta.md")


def test_groups_and_reach(write):
    found = Measures(Vault.open(write(NOTES)))
    assert found.components == (
        ("concepts/alpha.md", "concepts/beta.md", "concepts/delta.md"),
        ("concepts/gamma.md", "concepts/logging.md"),
    )
    assert found.reachable == {
        "index.md", "concepts/alpha.md", "concepts/beta.md", "concepts/delta.md", "raw/src.md", "concepts/gamma.md", "concepts/logging.md",
    }  # fmt: skip


def test_without_an_index_nothing_is_reachable(write):
    assert Measures(Vault.open(write({"a.md": "[[b]]", "b.md": ""}))).reachable == frozenset()


def test_an_empty_vault(tmp_path):
    assert Measures(Vault.open(tmp_path)).components == ()


def test_the_graph_holds_every_link(write):
    graph = LinkGraph(Vault.open(write(NOTES))).graph
    kinds = {node: data["kind"] for node, data in graph.nodes(data=True)}
    assert kinds["?gone"] == "unresolved"
    assert kinds["a.png"] == "attachment"
    assert kinds["concepts/beta.md"] == "note"
    between = [data for _, data in graph["concepts/alpha.md"]["concepts/beta.md"].items()]
    assert sorted((data["kind"], data["place"]) for data in between) == [("property", "property"), ("wikilink", "body")]
    assert graph.number_of_edges("concepts/alpha.md", "concepts/alpha.md") == 2
    assert [data["kind"] for data in graph["concepts/beta.md"]["raw/src.md"].values()] == ["footnote"]


def test_the_measures_agree_with_networkx(write):
    vault = Vault.open(write(NOTES))
    graph, found = LinkGraph(vault).graph, Measures(vault)
    counted = graph.subgraph([path for path in vault.notes if counts_as_origin(path)])
    assert {frozenset(group) for group in found.components} == {frozenset(group) for group in nx.weakly_connected_components(counted)}
    assert found.reachable == {path for path in nx.descendants(graph, "index.md") | {"index.md"} if path in vault.notes}
