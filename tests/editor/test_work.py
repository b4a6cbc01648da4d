"""Agent mode: the person's own agent answers what a model would be asked, and the tool needs no key."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from wiki_harness import SOURCES, Wiki

from llmwiki.cli import app
from llmwiki.create import create


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    create(tmp_path / "wiki", domain="Search", tags=["search"], language="en", now="2026-11-30")
    return Wiki(tmp_path / "wiki")


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str


def run(wiki: Wiki, *words: str, stdin: str = "") -> Done:
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.StringIO(stdin))
        code = app.run([*words, "--vault", str(wiki.root)])
    return Done(code, out.getvalue(), err.getvalue())


def work(wiki: Wiki, *words: str, stdin: str = "") -> dict[str, Any]:
    done = run(wiki, "work", *words, "--json", stdin=stdin)
    assert done.code in (0, 1), done.stdout + done.stderr
    return json.loads(done.stdout)


def answer(packet: dict[str, Any]) -> Any:
    return {key: [] for key in packet["schema"]["properties"]} if packet["schema"] else "no"


def test_an_agent_compiles_a_vault_without_a_key(wiki: Wiki) -> None:
    inputs = [str(path) for path in SOURCES[:2]]
    rounds = 0
    while (given := work(wiki, "next", *inputs, "-n", "3"))["packets"]:
        assert len(given["packets"]) <= 3 <= 3 * given["open"]
        assert not wiki.pages()
        replies = [{"id": packet["id"], "reply": answer(packet)} for packet in given["packets"]]
        assert work(wiki, "submit", stdin=json.dumps(replies)) == {"taken": [reply["id"] for reply in replies], "refused": []}
        inputs, rounds = [], rounds + 1
        assert rounds < 100
    assert given["compiled"]["pages"]["created"]
    assert given["compiled"]["cost"]["calls"] == 0
    assert wiki.findings() == []
    before = wiki.files()
    assert work(wiki, "next") == {"open": 0, "packets": [], "compiled": {**work(wiki, "next")["compiled"]}}
    assert wiki.files() == before


def test_a_reply_that_does_not_fit_is_refused_with_the_reason(wiki: Wiki) -> None:
    packet = work(wiki, "next", str(SOURCES[0]))["packets"][0]
    for bad, why in (
        ({"names": "all"}, "names"),
        ("I'm done!", "no complete JSON object"),
        ({"names": [], "path": "../x"}, "path"),
        ({"names": [{"name": "x" * 90, "kind": "concept"}]}, "names"),
    ):
        told = work(wiki, "submit", packet["id"], stdin=bad if isinstance(bad, str) else json.dumps(bad))
        assert told["taken"] == []
        assert why in told["refused"][0]["why"]
    assert work(wiki, "next")["packets"][0]["id"] == packet["id"]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("", "", "no replies"),
        ("", "[1, 2]", "no replies"),
        ("", '{"id": 5, "reply": {}}', "no replies"),
        ("", '{"id": "a"}\nnonsense', "no JSON"),
        ("0" * 24, "{}", "handed out"),
        ("../../secret", "{}", "handed out"),
    ],
)
def test_whatever_comes_in_gets_a_clear_line(wiki: Wiki, name: str, text: str, says: str) -> None:
    done = run(wiki, "work", "submit", *([name] if name else []), stdin=text)
    assert done.code in (1, 2)
    assert says in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_vault_whose_settings_name_the_agent_leaves_its_sources_to_it(wiki: Wiki) -> None:
    wiki.write(".wiki/config.toml", wiki.text(".wiki/config.toml") + '\n[model]\nprovider = "agent"\n')
    done = run(wiki, "ingest", str(SOURCES[0]))
    assert done.code == 1
    assert "wiki work next" in done.stderr
    assert wiki.pages() == []
    assert work(wiki, "next")["packets"]


def test_packets_are_read_by_people_too(wiki: Wiki) -> None:
    done = run(wiki, "work", "next", str(SOURCES[-1]), "-n", "1")
    assert done.code == 0
    assert "混合检索" in done.stdout
    assert "Reply: {" in done.stdout
