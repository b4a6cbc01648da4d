from __future__ import annotations

import hashlib
import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from llmwiki.cli.app import run
from llmwiki.create import DOMAINS, RAW_FOLDERS, TAGS, create
from llmwiki.errors import ConfigError, VaultError
from llmwiki.vault.own_files import PAGE_FOLDERS
from llmwiki.vault.schema import read_schema

NOW = "2026-11-30T08:00:00+00:00"


def files(root: Path) -> dict[str, str]:
    """Digest of every file but the tool's own state."""
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".wiki/local" not in path.as_posix()
    }


def make(root: Path, **given):
    return create(root, **{"domain": "", "tags": (), "language": None, "now": NOW} | given)


def test_a_new_vault_has_all_parts(tmp_path: Path) -> None:
    created = make(tmp_path / "deep" / "wiki", domain="AI  engineering", tags=["rag", "#vector db"])
    assert not created.adopted
    assert created.added == (
        ".gitattributes",
        ".gitignore",
        ".obsidian/app.json",
        ".obsidian/graph.json",
        ".obsidian/types.json",
        ".wiki/.gitignore",
        ".wiki/config.toml",
        "AGENTS.md",
        "SCHEMA.md",
        "index.md",
        "log.md",
    )
    assert all((created.root / folder).is_dir() for folder in (*RAW_FOLDERS, *PAGE_FOLDERS.values()))
    assert (created.root / "SCHEMA.md").read_text() == (
        "# Wiki Schema\n\n## Domain\nAI engineering\n\n## Taxonomy Tags\n- #rag\n- #vector-db\n\n## Page Thresholds\n- entity_min_references: 2\n"
        "- concept_min_sections: 3\n- comparison_min_axes: 3\n- query_max_age_days: 90\n\n## Naming Convention\n- lowercase-with-hyphens.md\n"
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_texts_can_be_read_back(tmp_path: Path, language) -> None:
    make(tmp_path, language=language)
    schema = read_schema((tmp_path / "SCHEMA.md").read_text())
    assert (schema.problems, schema.tags, schema.domain) == ((), TAGS[language], DOMAINS[language])
    assert tomllib.loads((tmp_path / ".wiki/config.toml").read_text())["language"] == language
    for name in ("app", "graph", "types"):
        json.loads((tmp_path / f".obsidian/{name}.json").read_text())
    assert not [path for path in files(tmp_path) if "{{" in (tmp_path / path).read_text()]


def test_chinese_texts_are_chinese(tmp_path: Path) -> None:
    make(tmp_path, language="zh")
    assert "## 实体" in (tmp_path / "index.md").read_text()
    assert "| 日期 |" in (tmp_path / "log.md").read_text()
    assert "原始资料" in (tmp_path / "AGENTS.md").read_text()


def test_twice_changes_nothing(tmp_path: Path) -> None:
    make(tmp_path, language="zh")
    before = files(tmp_path)
    again = make(tmp_path, domain="other", tags=["x"], language="en")
    assert (again.added, again.folders) == ((), ())
    assert files(tmp_path) == before


def test_adopting_touches_nothing_that_is_there(write) -> None:
    root = write(
        {
            "Note.md": "\ufeffmine\r\n",
            "index.md": "my index",
            ".obsidian/app.json": "{}",
            ".gitignore": "x",
            "entities/A.md": b"\xff\xfe",
            "entities/.keep": "",
        }
    )
    (root / "log.md").symlink_to(root / "nowhere")
    before = files(root)
    created = make(root)
    assert created.adopted
    assert created.kept == (".gitignore", ".obsidian/app.json", "index.md", "log.md")
    assert before.items() <= files(root).items()
    assert (root / "log.md").is_symlink()
    assert set(files(root)) - set(before) == set(created.added)


def test_a_wiki_below_wiki_gets_no_second_index(write) -> None:
    root = write({"wiki/index.md": "i", "wiki/log.md": "l", "wiki/SCHEMA.md": "s", "wiki/entities/a.md": "a"})
    created = make(root)
    assert not {"index.md", "log.md", "SCHEMA.md"} & set(created.added)
    assert "entities" not in created.folders


def test_settings_of_an_adopted_vault_give_the_language(write) -> None:
    root = write({".wiki/config.toml": 'language = "zh"\n'})
    make(root)
    assert "## 实体" in (root / "index.md").read_text()
    (root / ".wiki/config.toml").write_text("x = 1")
    with pytest.raises(ConfigError):
        make(root)


def test_hostile_domain_stays_on_its_line(tmp_path: Path) -> None:
    make(tmp_path, domain="a\n## Taxonomy Tags\n- #evil {{tags}}", tags=["ok"])
    schema = read_schema((tmp_path / "SCHEMA.md").read_text())
    assert schema.tags == ("ok",)


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(VaultError, match="file cannot be made"):
        make(tmp_path / "file")


def test_command_line(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["init", "w", "--lang", "zh", "--tags", "甲、乙, #丙", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["vault"], shown["adopted"], len(shown["added"])) == ("w", False, 11)
    assert read_schema((tmp_path / "w/SCHEMA.md").read_text()).tags == ("甲", "乙", "丙")
    assert run(["init", "w"]) == 0
    assert capsys.readouterr().out == "Nothing to add: w is a vault with all it needs.\n"
    assert run(["init"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"Made the vault {tmp_path}\n  + .gitattributes\n")
    assert "wiki ingest" in err


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout


def test_in_a_git_checkout_the_merge_driver_is_registered(write, capsys) -> None:
    root = write({"Note.md": "mine", ".gitattributes": "*.png binary\n"})
    git(root, "init", "-q")
    assert run(["init", str(root)]) == 0
    err = capsys.readouterr().err
    assert "git: branches of pages and records are merged" in err
    assert "hint: add `*.md merge=llmwiki` to .gitattributes" in err
    assert "git-merge" in git(root, "config", "merge.llmwiki.driver")
    assert (root / ".gitattributes").read_text() == "*.png binary\n"
    assert run(["init", str(root)]) == 0
    assert "git:" not in capsys.readouterr().err


def test_git_ignores_what_is_private_and_keeps_the_rest(tmp_path: Path) -> None:
    make(tmp_path)
    git(tmp_path, "init", "-q")
    for name in (".wiki/cache/state.db", ".wiki/local/journal.json", ".obsidian/workspace.json", ".wiki/ledger/sources/a.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    git(tmp_path, "add", ".")
    listed = git(tmp_path, "ls-files").split()
    assert ".wiki/ledger/sources/a.json" in listed
    assert not [name for name in listed if "cache" in name or "local" in name or "workspace" in name]
    assert git(tmp_path, "check-attr", "merge", "concepts/a.md", "log.md", ".wiki/ledger/sources/x/a.json") == (
        "concepts/a.md: merge: llmwiki\nlog.md: merge: union\n.wiki/ledger/sources/x/a.json: merge: llmwiki\n"
    )


def test_a_repository_that_ignores_the_folder_is_left_alone(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("build/\n")
    before = (tmp_path / ".git/config").read_text()
    assert run(["init", str(tmp_path / "build/wiki")]) == 0
    assert (tmp_path / ".git/config").read_text() == before
