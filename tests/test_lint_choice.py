"""What a run looks for: profile, settings, rules for folders, comments on the spot, and what the command line says."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.checks.choice import Choice, matches
from llmwiki.cli.app import run
from llmwiki.config import FolderRule, LintSettings
from llmwiki.errors import ConfigError
from llmwiki.lint import lint
from llmwiki.workspace import Workspace

NOTES = {".obsidian/app.json": "{}", "a.md": "[[gone]]\n", "daily/b.md": "[[gone]]\n", "daily/old/c.md": "---\nx: 1\nx: 2\n---\n[[没有]]\n"}
LINK, FRONT = "W101", "W211"


def found(root: Path, settings: str | None = None, **more) -> list[tuple[str, str, str]]:
    if settings is not None:
        (root / ".wiki").mkdir(exist_ok=True)
        (root / ".wiki/config.toml").write_text(f"[lint]\n{settings}", encoding="utf-8")
    result = lint(Workspace.open(root), **{"profile": "obsidian", "ignore": ["W2", *more.pop("ignore", [])], **more})
    return [(item.path, item.code, item.severity) for item in result.findings]


def test_a_severity_is_set_by_code_by_beginning_and_by_name(write) -> None:
    root = write(NOTES)
    for word in ("W101", "w1", "broken-link"):
        assert found(root, f'severity = {{ {word} = "error" }}') == [(path, LINK, "error") for path in list(NOTES)[1:]]
        assert found(root, f'severity = {{ {word} = "off" }}') == []


def test_the_more_exact_word_wins(write) -> None:
    root = write(NOTES)
    levels = {severity for _, _, severity in found(root, 'severity = { W101 = "info", W = "error", W1 = "warning" }')}
    assert levels == {"info"}
    assert found(root, 'severity = { W1 = "off", broken-link = "info" }')


def test_a_check_that_the_profile_leaves_out_runs_when_it_is_named_whole() -> None:
    off = {check.CODE for check in Choice("llmwiki").checks()} - {check.CODE for check in Choice("obsidian").checks()}
    code = min(off)
    assert code in {check.CODE for check in Choice("obsidian", settings=LintSettings(severity=((code, "info"),))).checks()}
    assert code not in {check.CODE for check in Choice("obsidian", settings=LintSettings(severity=((code[:2], "info"),))).checks()}
    rule = FolderRule("x/", severity=((code, "warning"),))
    assert code in {check.CODE for check in Choice("obsidian", settings=LintSettings(folders=(rule,))).checks()}


def test_settings_select_and_the_command_line_selects_anew(write) -> None:
    root = write(NOTES)
    settings = 'select = ["W211"]\nignore = ["W101"]'
    assert found(root, settings) == []
    assert [code for _, code, _ in found(root, settings, select=["W101"])] == [LINK] * 3
    assert found(root, 'severity = { W101 = "off" }', select=["W101"])
    assert found(root, 'ignore = ["W101"]') == []
    assert found(root, "", select=["W101"], ignore=["broken-link"]) == []


def test_rules_for_folders_add_up_and_the_later_one_wins(write) -> None:
    root = write(NOTES)
    settings = """
[[lint.folders]]
path = "daily"
ignore = ["W1"]

[[lint.folders]]
path = "daily/old/"
severity = { W101 = "error" }
"""
    assert found(root, settings) == [("a.md", LINK, "warning"), ("daily/old/c.md", LINK, "error")]
    assert found(root, settings, select=["W101"]) == found(root, settings), "a folder's rule holds for what is selected too"


@pytest.mark.parametrize(
    ("pattern", "path", "holds"),
    [
        ("daily", "daily/x.md", True),
        ("daily/", "daily/a/x.md", True),
        ("daily/", "daily.md", False),
        ("dail", "daily/x.md", False),
        ("日记", "日记/一.md", True),
        ("a.md", "a.md", True),
        ("*/drafts", "work/drafts/x.md", True),
        ("*.excalidraw.md", "a/b.excalidraw.md", True),
        ("Daily", "daily/x.md", False),
        ("work/2026-*", "work/2026-01/x.md", True),
    ],
)
def test_what_a_rule_means(pattern: str, path: str, *, holds: bool) -> None:
    assert matches(pattern, path) == holds


@pytest.mark.parametrize(
    "settings", ['ignore = ["W999"]', 'severity = { borken-link = "off" }', '[[lint.folders]]\npath = "a"\nignore = ["Q"]']
)
def test_a_word_in_the_settings_that_names_no_check_is_refused(write, settings: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml: there is no check") as caught:
        found(write(NOTES), settings)
    assert caught.value.hint


def test_only_what_is_bad_enough_is_shown(write, capsys) -> None:
    root = write({**NOTES, ".wiki/config.toml": '[lint]\nseverity = { W101 = "info" }\n'})
    assert run(["lint", "--vault", str(root), "--select", "W101"]) == 0
    assert "3 notes in 3 of 3 files" in capsys.readouterr().out
    assert run(["lint", "--vault", str(root), "--select", "W101", "--severity", "warning"]) == 0
    assert capsys.readouterr().out == "No findings in 3 files.\n"


COMMENTS = """[[n1]] %% wiki: ignore W101 %%
[[n2]]
%% wiki: ignore W101 %%
[[n3]]
[[n4]]

<!-- wiki: ignore broken-link, W211 -->

[[n5]]
%% wiki: ignore %%
[[n6]]
%% wiki: ignore W211 %%
[[n7]]
%% wiki: ignore this one %%
[[n8]]
`%% wiki: ignore %%` [[n9]]

```
%% wiki: ignore %%
```
[[n10]]
%%
wiki: ignore W1
%%
[[n11]]
%% wiki: ignore W101，W211 %% 中文 [[n12]]
%% wiki: ignore W101 %%"""


def test_a_comment_takes_out_what_it_names_where_it_stands(write) -> None:
    root = write({**NOTES, "a.md": COMMENTS, "daily/b.md": "", "daily/old/c.md": ""})
    shown = lint(Workspace.open(root), select=["W101"]).findings
    assert [item.message.split("“")[1].rstrip("”") for item in shown] == ["n2", "n4", "n7", "n8", "n9", "n10"]
    assert lint(Workspace.open(root), select=["W101"]).findings == shown, "the second run reads what the first one kept"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_make_no_difference_to_comments(write, newline: str) -> None:
    text = newline.join(["[[n1]] %% wiki: ignore %%", "[[n2]]", "", "%% wiki: ignore %%", "", "[[n3]]", "[[n4]]", ""])
    root = write({".obsidian/app.json": "{}", "a.md": text})
    assert [item.line for item in lint(Workspace.open(root), select=["W101"]).findings] == [2, 7]


def test_a_comment_for_the_whole_file(write) -> None:
    root = write(
        {
            **NOTES,
            "daily/old/c.md": NOTES["daily/old/c.md"] + "%% wiki: ignore-file W211 %%\n",
            "a.md": "[[gone]]\n\n<!-- wiki: ignore-file -->\n",
        }
    )
    result = lint(Workspace.open(root), select=["W101", "W211"])
    assert [(item.path, item.code) for item in result.findings] == [("daily/b.md", LINK), ("daily/old/c.md", LINK)]


def test_a_comment_in_a_source_means_nothing(write) -> None:
    text = "%% wiki: ignore-file %%\n# A mill\n\nThe mill was built in 1950.\n"
    root = write(
        {
            "SCHEMA.md": "",
            "index.md": "",
            "log.md": "",
            ".wiki/ledger/sources/x": "",
            "raw/articles/a.md": text,
            "b.md": "%% wiki: ignore-file %%\n[[x]]\n",
        }
    )
    assert [(item.path, item.code) for item in lint(Workspace.open(root), select=["W101", "W406"]).findings] == [
        ("raw/articles/a.md", "W406")
    ]
    assert not lint(Workspace.open(root), select=["W101"], profile="obsidian").findings, "there is no raw/ to Obsidian"


def test_a_comment_in_a_table_or_a_quote_is_one(write) -> None:
    root = write(
        {
            ".obsidian/app.json": "{}",
            "a.md": "> [[n1]] <!-- wiki: ignore -->\n\n| a |\n|---|\n| [[n2]] %% wiki: ignore W101 %% |\n- [[n3]]\n",
        }
    )
    assert [item.line for item in lint(Workspace.open(root), select=["W101"]).findings] == [6]


def test_files_that_obsidian_excludes_are_out_of_sight_but_their_links_count(write) -> None:
    settings = '{"userIgnoreFilters": ["Daily/", "/\\\\.draft\\\\.md$/", "/(/", 7]}'
    root = write({**NOTES, ".obsidian/app.json": settings, "x.draft.md": "[[gone]]\n", "d.md": "[[b]]\n"})
    assert found(root) == [("a.md", LINK, "warning")]
    assert {path for path, _, _ in found(root, paths=[root / "daily"])} == {"daily/b.md", "daily/old/c.md"}, "what is named is shown"


@pytest.mark.parametrize("settings", ["", "[", "[]", '{"userIgnoreFilters": "daily/"}', "[" * 100_000])
def test_settings_of_obsidian_that_say_nothing_exclude_nothing(write, settings: str) -> None:
    assert len(found(write({**NOTES, ".obsidian/app.json": settings}))) == 3


@pytest.mark.parametrize(
    ("files", "profile"),
    [
        ({".wiki/config.toml": ""}, "obsidian"),
        ({".wiki/local/journal": "", ".obsidian/app.json": "{}"}, "obsidian"),
        ({".wiki/ledger/sources/a.json": "{}"}, "llmwiki"),
        ({"raw/a.md": "", "index.md": "", "log.md": ""}, "hermes"),
        ({"raw/a.md": "", "wiki/index.md": "", "wiki/log.md": ""}, "hermes"),
        ({"raw/a.md": "", "wiki/index.md": "", "CLAUDE.md": "", ".obsidian/app.json": ""}, "obsidian"),
        ({"index.md": "", "log.md": "", ".obsidian/app.json": ""}, "obsidian"),
    ],
)
def test_the_profile_is_what_the_vault_looks_like(write, files: dict[str, str], profile: str) -> None:
    root = write(files)
    assert Workspace.open(root).profile == profile
    (root / "wiki").mkdir(exist_ok=True)
    assert Workspace.open(root / "wiki").root == root


def test_links_in_templates_are_notes(write) -> None:
    settings = {
        ".obsidian/templates.json": '{"folder": "Vorlagen"}',
        ".obsidian/plugins/templater-obsidian/data.json": '{"templates_folder": "/模板/"}',
    }
    root = write({**settings, "Vorlagen/a.md": "[[Actors]]\n", "模板/b.md": "[[电影]]\n", "c.md": "[[gone]]\n"})
    levels = {path: severity for path, code, severity in found(root) if code == LINK}
    assert levels == {"Vorlagen/a.md": "info", "模板/b.md": "info", "c.md": "warning"}
    assert {severity for _, _, severity in found(root, 'severity = { W101 = "error" }')} == {"error"}, "what is set counts more"


@pytest.mark.parametrize("text", ["", '{"folder": ""}', '{"folder": "/"}', '{"folder": 3}'])
def test_a_folder_of_templates_that_is_none(write, text: str) -> None:
    root = write({**NOTES, ".obsidian/templates.json": text})
    assert {severity for _, code, severity in found(root) if code == LINK} == {"warning"}


def test_examples_in_the_rules_of_a_wiki_are_no_errors(write) -> None:
    files = {
        "SCHEMA.md": "Use [[wikilinks]].\n",
        "CLAUDE.md": "[[articles/<slug>]]\n",
        "concepts/a.md": "[[没有]]\n",
        "_templates/t.md": "[[x]]\n",
    }
    shown = lint(Workspace.open(write(files)), select=["W101"]).findings
    assert {item.path: item.severity for item in shown if item.severity != "info"} == {"concepts/a.md": "error"}


def test_a_wiki_without_rules_is_not_asked_for_fields(write) -> None:
    page = "---\ntype: component\nupdated: soon\n---\n"
    root = write({"raw/a.md": "", "wiki/index.md": "", "wiki/log.md": "", "wiki/concepts/a.md": page})
    assert [item.message for item in lint(Workspace.open(root), select=["W211"]).findings] == [
        "“updated” must be a date like 2026-01-31, not “soon”"
    ]
    assert len(lint(Workspace.open(root), select=["W211"], profile="llmwiki").findings) == 3


def test_the_example_of_a_schema_makes_no_hermes_wiki(write) -> None:
    example = (Path(__file__).parents[1] / "SCHEMA.example.md").read_text(encoding="utf-8")
    root = write({"SCHEMA.md": example, "index.md": "# Wiki Index\n"})
    assert Workspace.open(root).profile == "llmwiki"
