from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from llmwiki.palace.rooms import clean, conversation_room, file_folders, file_room, topic, topic_wing, vault_room, wing_of_folder


@pytest.mark.parametrize(
    ("path", "kind", "room"),
    [
        ("concepts/raft.md", "", "concepts"),
        ("wiki/concepts/raft.md", "concept", "concepts"),
        ("concepts/deep/乐观锁.md", "", "concepts/deep"),
        ("raw/articles/x.md", "", "raw/articles"),
        ("笔记/数据库/锁.md", "", "笔记/数据库"),
        ("raft.md", "concept", "concepts"),
        ("raft.md", "Person", "person"),
        ("raft.md", "", "general"),
        ("a|b/c;d/x.md", "", "a b/c d"),
    ],
)
def test_a_vault_file_lies_in_its_folder_or_kind(path: str, kind: str, room: str) -> None:
    assert vault_room(path, kind) == room


@pytest.mark.parametrize(
    ("path", "headings", "room", "folders"),
    [
        ("src/core/lock.py", (), "src", ("core",)),
        ("Docs/api.md", ("API",), "Docs", ()),
        ("README.md", ("# Orion: a parser",), "orion-a-parser", ()),
        ("README.md", ("2024-05-01", "## 安装步骤"), "安装步骤", ()),
        ("LICENSE", (), "general", ()),
        ("文档/设计/锁.md", (), "文档", ("设计",)),
    ],
)
def test_a_mined_file_lies_in_its_outermost_folder(path: str, headings: tuple[str, ...], room: str, folders: tuple[str, ...]) -> None:
    assert file_room(path, headings) == room
    assert file_folders(path) == folders


@pytest.mark.parametrize(
    ("title", "headings", "room"),
    [
        ("Auth migration", (), "auth-migration"),
        ("2024-03-12 Auth migration", (), "auth-migration"),
        ("Auth migration (March 12, 2024)", (), "auth-migration"),
        ("Auth migration 12 Mar 2024 14:05", (), "auth-migration"),
        ("chat-2025-01-02-auth-migration", (), "auth-migration"),
        ("Re: Auth migration", (), "auth-migration"),
        ("Re: 数据库选型讨论 2024年3月5日", (), "数据库选型讨论"),
        ("New chat", ("Untitled conversation", "Parser bugs"), "parser-bugs"),
        ("Session 12", (), "conversations"),
        ("新对话", (), "conversations"),
        ("0b2a3c4d-1111-2222-3333-444455556666", (), "conversations"),
        ("", (), "conversations"),
        ("**OAuth** `token` refresh", (), "oauth-token-refresh"),
        ("How should we ever plan for the winter garden", (), "how-should-we-ever-plan-for"),
        ("长" * 90, (), "长" * 40),
    ],
)
def test_a_conversation_lies_in_its_topic(title: str, headings: tuple[str, ...], room: str) -> None:
    assert conversation_room(title, headings) == room


def test_a_topic_is_a_version_but_no_date() -> None:
    assert topic("GPT-4.1 notes") == "gpt-4.1-notes"
    assert topic("2024") == ""


@pytest.mark.parametrize(
    ("name", "kept"), [("a\x00b\nc", "a b c"), ("x → y", "x y"), ("..", "general"), ("\udcff", "?"), ("n" * 200, "n" * 80)]
)
def test_names_are_safe(name: str, kept: str) -> None:
    assert clean(name) == kept


@pytest.mark.parametrize(
    ("folder", "repository", "wing"),
    [
        ("/srv/a/src/orion/lib/deep", "/srv/a/src/orion", "orion"),
        ("/srv/git/orion.git", "/srv/git/orion.git", "orion"),
        ("/srv/a/My Notes", None, "my-notes"),
        ("/srv/a/知识库", None, "知识库"),
        ("/", None, "general"),
    ],
)
def test_a_working_folder_is_a_wing(folder: str, repository: str | None, wing: str) -> None:
    assert wing_of_folder(PurePosixPath(folder), PurePosixPath(repository) if repository else None) == wing


SHELVES = ["project", "Technical", "personal", "creative", "work", "技术"]


@pytest.mark.parametrize(
    ("given", "wing"),
    [
        ({"folders": ["notes", "TECHNICAL"]}, "Technical"),
        ({"folders": ["personal", "work"]}, "personal"),
        ({"title": "Notes on creative writing"}, "creative"),
        ({"title": "Homework"}, ""),
        ({"title": "Workshop"}, ""),
        ({"title": "Creative Mondays"}, "creative"),
        ({"title": "分布式技术笔记"}, "技术"),
        ({"title": "Work on the project"}, "project"),
        ({"title": "work", "folders": ["personal"]}, "personal"),
        ({"folders": ["workshop"]}, ""),
        ({}, ""),
    ],
)
def test_a_file_that_names_a_topic_wing_goes_there(given: dict[str, object], wing: str) -> None:
    assert topic_wing(SHELVES, **given) == wing  # type: ignore[arg-type]
