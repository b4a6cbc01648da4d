"""The link graph and its measures."""

from __future__ import annotations

import subprocess
import sys

import pytest

from llmwiki.vault.graph import NAME, LinkGraph, Measures
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
    found = Measures(Vault.open(write(NOTES)), None)
    assert found.inbound["concepts/beta.md"] == ("concepts/alpha.md",)
    assert found.inbound["concepts/alpha.md"] == ()
    assert found.inbound["concepts/gamma.md"] == ("concepts/logging.md",)
    assert found.inbound["concepts/delta.md"] == ("concepts/alpha.md",)
    assert found.inbound["raw/src.md"] == ("concepts/beta.md",)
    assert found.outbound["concepts/alpha.md"] == ("concepts/beta.md", "concepts/delta.md")
    assert found.outbound["index.md"] == ("concepts/alpha.md", "concepts/beta.md")


def test_groups_and_reach(write):
    found = Measures(Vault.open(write(NOTES)), None)
    assert found.components == (
        ("concepts/alpha.md", "concepts/beta.md", "concepts/delta.md"),
        ("concepts/gamma.md", "concepts/logging.md"),
    )
    assert found.reachable == {
        "index.md", "concepts/alpha.md", "concepts/beta.md", "concepts/delta.md", "raw/src.md", "concepts/gamma.md", "concepts/logging.md",
    }  # fmt: skip


def test_without_an_index_nothing_is_reachable(write):
    assert Measures(Vault.open(write({"a.md": "[[b]]", "b.md": ""})), None).reachable == frozenset()


def test_an_empty_vault(tmp_path):
    assert Measures(Vault.open(tmp_path), None).components == ()


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


SCRIPT = """
import sys
from pathlib import Path
from llmwiki.vault.vault import Vault
from llmwiki.vault.graph import Measures
found = Measures(Vault.open(Path(sys.argv[1])), Path(sys.argv[2]))
sizes = len(found.reachable), len(found.components)
print("networkx" in sys.modules, *sizes)
"""


def run(root, cache):
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(root), str(cache)], check=True, capture_output=True, text=True)
    return done.stdout.split()


def test_networkx_is_imported_only_when_a_link_changed(write, tmp_path):
    root, cache = write(NOTES), tmp_path / "cache"
    assert run(root, cache) == ["True", "7", "2"]
    (root / "concepts/beta.md").write_text("other words, same link [[src]]")
    assert run(root, cache) == ["False", "7", "2"]
    (root / "concepts/beta.md").write_text("[[gamma]]")
    assert run(root, cache) == ["True", "6", "1"]


@pytest.mark.parametrize("damage", [b"", b"[]", b"x\n[[],[]]"])
def test_damaged_measures_are_measured_again(write, tmp_path, damage):
    root = write(NOTES)
    whole = Measures(Vault.open(root), tmp_path)
    assert whole.components
    (tmp_path / NAME).write_bytes(damage)
    again = Measures(Vault.open(root), tmp_path)
    assert (again.components, again.reachable) == (whole.components, whole.reachable)
