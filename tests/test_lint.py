"""The verbs lint, explain and links, and their commands."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from llmwiki.cli.app import run
from llmwiki.errors import ConfigError, VaultError
from llmwiki.explain import explain
from llmwiki.links import all_links, links
from llmwiki.lint import lint
from llmwiki.workspace import Workspace

PAGE = "---\ntitle: {0}\ntype: concept\ncreated: 2026-01-01\nupdated: 2026-01-01\ntags: []\nsources: []\n---\n"
WIKI = {
    ".wiki/config.toml": "",
    "SCHEMA.md": "## Domain\nSearch.\n",
    "index.md": "[[rag]] [[向量检索]]\n",
    "log.md": "",
    "concepts/rag.md": PAGE.format("RAG") + "依赖[[向量检索]]与[[没有]]。\n",
    "concepts/向量检索.md": PAGE.format("向量检索") + "See [[rag#Why|RAG]] and [[rag#no]].\n\n# Why\n",
    "raw/articles/a.md": "---\ntitle: a: b\n---\n[[nowhere]] [[rag]]\n",
}


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def wiki(write) -> Path:
    return write(WIKI)


def contents(root: Path) -> dict[str, str]:
    files = [path for path in root.rglob("*") if path.is_file() and ".wiki/cache" not in path.as_posix()]
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_findings_come_in_order_with_code_points(wiki: Path) -> None:
    result = lint(Workspace.open(wiki), select=["W101"])
    assert [(item.path, item.line, item.column, item.end_column, item.code, item.severity) for item in result.findings] == [
        ("concepts/rag.md", 9, 12, 18, "W101", "error")
    ]
    assert (result.profile, result.files, result.counts) == ("llmwiki", 6, {"error": 1, "warning": 0, "info": 0})


def test_nothing_in_the_vault_is_touched(wiki: Path) -> None:
    before = contents(wiki)
    lint(Workspace.open(wiki))
    assert contents(wiki) == before


def test_a_vault_without_our_folder_gets_none(write, tmp_path: Path) -> None:
    root = write({".obsidian/app.json": "{}", "a.md": "[[b]]\n", "b.md": "[[a]]"})
    for _ in range(2):
        assert not lint(Workspace.open(root), select=["W"]).counts["error"]
    assert sorted(path.name for path in root.iterdir()) == [".obsidian", "a.md", "b.md"]
    assert list((tmp_path / "cache" / "llmwiki").iterdir())


@pytest.mark.parametrize(
    ("files", "profile"),
    [
        ({".obsidian/app.json": "{}"}, "obsidian"),
        ({".obsidian/app.json": "{}", "SCHEMA.md": "## Domain\nx\n\n## Taxonomy Tags\n- #a\n"}, "llmwiki"),
        ({".obsidian/app.json": "{}", "SCHEMA.md": "## Domain\nx\n\n## Tag Taxonomy\n- Models: a, b\n"}, "hermes"),
        ({".wiki/config.toml": '[lint]\nprofile = "obsidian"\n'}, "obsidian"),
    ],
)
def test_the_profile_is_guessed_or_set(write, files: dict[str, str], profile: str) -> None:
    assert lint(Workspace.open(write({**files, "a.md": "x"}))).profile == profile


def test_the_profile_that_is_asked_for_wins(wiki: Path) -> None:
    workspace = Workspace.open(wiki)
    assert workspace.profile == "llmwiki"
    assert {item.code[:2] for item in lint(workspace).findings if item.path.startswith("raw/")} <= {"W4"}
    result = lint(workspace, profile="obsidian", ignore=["W103"])
    assert {item.path for item in result.findings} == {"concepts/rag.md", "raw/articles/a.md"}
    assert result.counts == {"error": 1, "warning": 2, "info": 0}


def test_settings_can_ignore_a_check(write) -> None:
    root = write({**WIKI, ".wiki/config.toml": '[lint]\nignore = ["W101"]\n'})
    assert "W101" not in {item.code for item in lint(Workspace.open(root)).findings}


def test_only_some_paths(wiki: Path, monkeypatch) -> None:
    workspace = Workspace.open(wiki)
    assert {item.path for item in lint(workspace, paths=[wiki / "concepts"]).findings} == {"concepts/rag.md", "concepts/向量检索.md"}
    monkeypatch.chdir(wiki / "concepts")
    one = lint(workspace, paths=[Path("向量检索.md"), Path("../raw")], select=["W101"])
    assert (one.files, one.findings) == (2, ())


@pytest.mark.parametrize("path", ["concepts/没有.md", "../elsewhere.md"])
def test_a_path_that_is_not_in_the_vault(wiki: Path, path: str) -> None:
    with pytest.raises(VaultError, match=r"there is no|not in the vault"):
        lint(Workspace.open(wiki), paths=[wiki / path])


@pytest.mark.usefixtures("locked_out")
def test_an_unreadable_file_is_named_and_the_rest_is_checked(wiki: Path) -> None:
    (wiki / "concepts/向量检索.md").chmod(0)
    result = lint(Workspace.open(wiki))
    assert [path for path, _ in result.unreadable] == ["concepts/向量检索.md"]
    assert result.fails()


def test_a_dangling_symbolic_link_is_named(wiki: Path) -> None:
    (wiki / "concepts/gone.md").symlink_to(wiki / "nowhere.md")
    result = lint(Workspace.open(wiki), select=["W301"])
    assert [path for path, _ in result.unreadable] == ["concepts/gone.md"]
    assert result.fails()


def test_bytes_that_are_no_utf8_stop_nothing(write) -> None:
    root = write({**WIKI, "concepts/latin.md": b"caf\xe9 [[rag]] and [[caf\xe9]]\r\n"})
    found = [item for item in lint(Workspace.open(root), select=["W101"]).findings if item.path == "concepts/latin.md"]
    assert [(item.line, item.column) for item in found] == [(1, 18)]


def test_a_mark_at_the_start_and_windows_line_ends(write) -> None:
    text = "\ufeff---\r\ntitle: X\r\ntitle: Y\r\n---\r\n[[没有]]\r\n"
    root = write({".obsidian/app.json": "{}", "a.md": text})
    found = [(item.code, item.line, item.column) for item in lint(Workspace.open(root)).findings]
    assert found == [("W211", 3, 1), ("W101", 5, 1)]


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("info", 1)])
def test_the_exit_code_follows_the_severity(write, capsys, fail_on: str, code: int) -> None:
    root = write({".obsidian/app.json": "{}", "a.md": "[[b]]"})
    assert run(["--vault", str(root), "lint", "--fail-on", fail_on]) == code
    assert capsys.readouterr().out.endswith("1 warning in 1 of 1 file.\n")


def test_json_on_stdout_is_all_there_is(wiki: Path, capsys) -> None:
    assert run(["lint", "--json", "--vault", str(wiki), "--select", "W101,W301", "--select", "orphan-page"]) == 1
    shown = capsys.readouterr()
    assert [item["code"] for item in json.loads(shown.out)["findings"]] == ["W101"]
    assert shown.err == ""


def test_an_unknown_code_is_a_user_error(wiki: Path, capsys) -> None:
    assert run(["lint", "--vault", str(wiki), "--select", "W110"]) == 2
    assert "W101" in capsys.readouterr().err


def test_explain_shows_the_manual_page(capsys) -> None:
    page = explain("Broken-Link")
    assert (page.code, page.severity) == ("W101", "warning")
    assert run(["explain", "w101"]) == 0
    shown = capsys.readouterr().out
    assert page.summary in shown
    assert "\nWhy\n" in shown
    assert "\nFix\n" in shown
    assert run(["explain", "W101", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fix"] == page.fix
    with pytest.raises(ConfigError):
        explain("W9")


def test_links_of_a_note(wiki: Path) -> None:
    found = links(Workspace.open(wiki), "concepts/rag.md")
    assert [(link.written, link.target, link.line, link.column) for link in found.outgoing] == [
        ("[[向量检索]]", "concepts/向量检索.md", 9, 3),
        ("[[没有]]", None, 9, 12),
    ]
    assert [(link.path, link.written) for link in found.incoming] == [
        ("concepts/向量检索.md", "[[rag#Why|RAG]]"),
        ("concepts/向量检索.md", "[[rag#no]]"),
        ("index.md", "[[rag]]"),
        ("raw/articles/a.md", "[[rag]]"),
    ]


def test_anchors_kinds_candidates_and_tags(write) -> None:
    root = write(
        {
            ".obsidian/app.json": "{}",
            "src.md": '---\nof: "[[Note]]"\ntags: [甲]\n---\n[[Note#H|x]] [[Note#Nope]] ![[Note#^b]] [m](a/Note.md) [[pic.png#x]] [[#Own]] #甲 #b\n\n# Own\n',
            "a/Note.md": "# H\ntext ^b\n",
            "bb/Note.md": "",
            "pic.png": "",
        }
    )
    found = links(Workspace.open(root), "src")
    assert [(link.kind, link.target, link.anchor) for link in found.outgoing] == [
        ("property", "a/Note.md", None),
        ("wikilink", "a/Note.md", "ok"),
        ("wikilink", "a/Note.md", "missing"),
        ("embed", "a/Note.md", "ok"),
        ("markdown", "a/Note.md", None),
        ("wikilink", "pic.png", None),
        ("wikilink", "src.md", "ok"),
    ]
    assert found.outgoing[0].candidates == ("a/Note.md", "bb/Note.md")
    assert found.tags == ("#甲", "#b")


@pytest.mark.parametrize("name", ["concepts/向量检索.md", "向量检索", "[[向量检索]]", "Vector search", "向量"])
def test_a_note_goes_by_path_name_title_and_alias(write, name: str) -> None:
    root = write({**WIKI, "concepts/向量检索.md": "---\ntitle: Vector Search\naliases: [向量]\n---\n"})
    assert links(Workspace.open(root), name).note == "concepts/向量检索.md"


def test_a_note_that_is_not_there_or_not_alone(write) -> None:
    workspace = Workspace.open(write({".obsidian/app.json": "{}", "a/Note.md": "", "b/Note.md": "", "Other.md": ""}))
    with pytest.raises(VaultError, match="more than one") as caught:
        links(workspace, "Note")
    assert caught.value.hint == "name one of them: a/Note.md, b/Note.md"
    with pytest.raises(VaultError, match="there is no note") as caught:
        links(workspace, "Othr")
    assert "Other" in caught.value.hint


def test_links_of_all_notes_as_json(wiki: Path, capsys) -> None:
    assert run(["links", "--all", "--json", "--vault", str(wiki)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [item["note"] for item in shown] == list(Workspace.open(wiki).vault.notes)
    assert set(shown[0]) == {"note", "outgoing", "incoming", "tags"}
    assert set(shown[1]["outgoing"][0]) == {"written", "kind", "target", "candidates", "anchor", "line", "column"}
    assert sum(len(item["incoming"]) for item in shown) == sum(link["target"] is not None for item in shown for link in item["outgoing"])
    assert len(all_links(Workspace.open(wiki))) == len(shown)


def test_links_as_text(wiki: Path, capsys) -> None:
    assert run(["links", "rag", "--vault", str(wiki)]) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "concepts/rag.md",
        "outgoing: 2",
        "  9:3  [[向量检索]]  -> concepts/向量检索.md",
        "  9:12  [[没有]]  unresolved",
    ]
    assert run(["links", "--vault", str(wiki)]) == 2
    assert run(["links", "rag", "--all", "--vault", str(wiki)]) == 2
