from __future__ import annotations

import json
from pathlib import Path

import pytest
from mining_harness import Mine, plant
from sources.talk_samples import (
    CHATGPT_CHAT,
    CLAUDE_AI_CHAT,
    CLAUDE_CODE,
    CODEX,
    GEMINI,
    ROLES,
    SLACK_ZIP,
    WHATSAPP,
    array,
    claude_code_record,
    jsonl,
    zipped,
)

from llmwiki.mining.account import Order

CONVOS = Order(mode="convos")
VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ada>Herons stand still.\n\n00:00:09.000 --> 00:00:11.000\n<v 李明>苍鹭不动。\n"
TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"


@pytest.fixture
def mine(tmp_path: Path) -> Mine:
    return Mine(tmp_path / "palace")


def session(*words: str, key: str = "s-9", cwd: str = "/srv/ada/orion") -> bytes:
    kinds = ("user", "assistant")
    records = [
        claude_code_record(kinds[row % 2], f"{key}{row}", f"{key}{row - 1}" if row else None, said, row, sessionId=key, cwd=cwd)
        for row, said in enumerate(words)
    ]
    return jsonl(records)


KINDS: dict[str, tuple[str | bytes, str]] = {
    "claude.jsonl": (CLAUDE_CODE, "claude-code/s-1"),
    "codex.jsonl": (CODEX, "codex/c-1"),
    "gemini.json": (GEMINI, "gemini/g-1"),
    "conversations.json": (array([CHATGPT_CHAT]), f"chatgpt/{CHATGPT_CHAT['conversation_id']}"),
    "claude.zip": (zipped({"conversations.json": array([CLAUDE_AI_CHAT])}), f"claude-ai/{CLAUDE_AI_CHAT['uuid']}"),
    "slack.zip": (SLACK_ZIP, "slack/"),
    "roles.json": (ROLES, "chat/"),
    "WhatsApp Chat.txt": (WHATSAPP, "chatlog/"),
    "talk.vtt": (VTT, "captions/"),
}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_conversation(mine: Mine, tmp_path: Path, name: str) -> None:
    data, key = KINDS[name]
    root = plant(tmp_path / "talks", {name: data, "readme.md": "# No talk"})
    account = mine(root, order=CONVOS).account
    assert account.skipped["no conversations"] == 1
    assert account.filed
    assert not account.failed
    assert all(filed.path.startswith(key) for filed in account.filed)
    assert all(row[3] == "conversation" for row in mine.rows())
    again = mine(root, order=CONVOS).account
    assert (again.filed, again.unchanged) == ([], len(account.filed))
    assert mine.is_sound()


def test_turns_are_kept_as_they_were_said(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "talks", {"a.jsonl": session("Why does `x` fail?\n\n# see #todo <b>log</b>", "因为 `parse_date` 返回 None。")})
    mine(root)
    (text,) = mine.texts("claude-code/s-9")
    assert text == "User: Why does `x` fail?\n\n# see #todo <b>log</b>\n\nAssistant: 因为 `parse_date` 返回 None。"
    ((wing, _, room, kind, title, date, *_),) = mine.rows()
    assert (wing, kind, date) == ("orion", "conversation", "2026-03-01")
    assert title == "Why does `x` fail?"
    assert room == "why-does-x-fail"


def test_the_wing_that_was_given_stays(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "talks", {"a.jsonl": session("One", "Two")})
    mine(root, order=Order(wing="ada", room="work"))
    assert mine(root).account.unchanged == 1
    assert mine.paths() == ["ada:claude-code/s-9"]
    mine(root, order=Order(wing="项目"))
    assert mine.paths() == ["项目:claude-code/s-9"]
    assert mine.is_sound()


def test_a_conversation_that_has_grown_is_one(mine: Mine, tmp_path: Path) -> None:
    long = [f"Turn {number} about herons and their fishing." for number in range(300)]
    root = plant(tmp_path / "talks", {"a.jsonl": session(*long[:200])})
    mine(root)
    before = set(mine.rows())
    plant(root, {"a.jsonl": session(*long)})
    account = mine(root).account
    assert [filed.state for filed in account.filed] == ["changed"]
    assert mine.paths() == ["orion:claude-code/s-9"]
    texts = {row[9] for row in mine.rows()}
    assert len({row[9] for row in before} & texts) >= len(before) - 1, "drawers before the last one stay"
    plant(root, {"a.jsonl": session(*long[:100])})
    assert mine(root).account.unchanged == 1
    assert {row[9] for row in mine.rows()} == texts, "an earlier state takes nothing away"


def test_the_same_export_in_another_file_doubles_nothing(mine: Mine, tmp_path: Path) -> None:
    data = array([CHATGPT_CHAT])
    first = plant(tmp_path / "one", {"conversations.json": data})
    second = plant(tmp_path / "two", {"export.zip": zipped({"conversations.json": data}), "single.json": array(CHATGPT_CHAT)})
    mine(first)
    account = mine(second).account
    assert (account.filed, account.unchanged, account.duplicate) == ([], 2, 0)
    assert len(mine.paths()) == 1


def chat(*words: str) -> bytes:
    lines = [f"[2026-03-0{1 + row // 4} 22:{10 + row}] {('Ada', '李明')[row % 2]}: {said}\n" for row, said in enumerate(words)]
    return "".join(lines).encode()


def test_a_chat_without_an_id_is_known_by_how_it_begins(mine: Mine, tmp_path: Path) -> None:
    words = [f"Message {number}, 苍鹭" for number in range(12)]
    root = plant(tmp_path / "talks", {"chat.txt": chat(*words[:8])})
    mine(root)
    plant(root, {"chat.txt": chat(*words)})
    assert [filed.state for filed in mine(root).account.filed] == ["changed"]
    plant(root, {"chat.txt": chat(*words[:6]), "other.txt": chat(*words[:6], "But then", "all went", "another way")})
    account = mine(root).account
    assert (len(account.filed), account.unchanged) == (1, 1), "one that goes on otherwise is another one"
    assert len(mine.paths()) == 2
    assert "2026-03-02" in "\n".join(mine.texts(mine.paths()[0].partition(":")[2])), "the day is told where it changes"


def test_secrets_are_taken_out_and_told(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "talks", {"a.jsonl": session(f"My token is {TOKEN}", "Do not tell me.")})
    account = mine(root).account
    assert account.secrets.total() == 1
    assert TOKEN not in "\n".join(map(str, mine.rows()))
    assert TOKEN.encode() not in mine.palace().journal.path.read_bytes()
    mine(root, order=Order(redact=False))
    assert TOKEN in mine.texts("claude-code/s-9")[0]


def test_sub_agents_have_conversations_of_their_own(mine: Mine, tmp_path: Path) -> None:
    agent = jsonl([claude_code_record("user", "k1", None, "Look for callers", 1, isSidechain=True, agentId="7f2a", sessionId="s-9")])
    root = plant(tmp_path / "talks", {"s-9.jsonl": session("One", "Two"), "agent-7f2a.jsonl": agent})
    mine(root)
    assert [path.partition(":")[2] for path in mine.paths()] == ["claude-code/s-9/7f2a", "claude-code/s-9"]


def test_files_mode_takes_a_session_as_data(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "talks", {"a.jsonl": session("One", "Two")})
    mine(root, order=Order(mode="files"))
    assert mine.paths() == ["talks:a.jsonl"]
    assert json.loads(mine.texts("a.jsonl")[0].partition("\n")[0])["sessionId"] == "s-9"
    mine(root)
    assert mine.paths() == ["orion:claude-code/s-9"], "what is a conversation now is no file any more"


def test_a_transcript_that_its_program_deleted_stays(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "talks", {"a.jsonl": session("One", "Two"), "b.jsonl": session("Three", "Four", key="s-8")})
    mine(root)
    (root / "a.jsonl").unlink()
    account = mine(root, order=Order(prune=True)).account
    assert (account.removed, account.kept) == ([], [])
    assert len(mine.paths()) == 2


def test_damaged_conversations_are_named(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "talks", {"cut.json": array([CHATGPT_CHAT, CHATGPT_CHAT])[:-400], "empty.jsonl": session("", "")})
    account = mine(root, order=CONVOS).account
    assert [name for name, _ in account.failed] == ["cut.json#end"]
    assert account.skipped["has no words"] == 1


@pytest.mark.parametrize(
    ("folder", "asked", "expected"),
    [
        ("Research/birds", "Hello", ["orion:claude-code/s-9", "research:note.md"]),
        ("birds", "烹饪用什么锅？", ["birds:note.md", "烹饪:claude-code/s-9"]),
    ],
)
def test_what_names_a_topic_goes_to_its_wing(mine: Mine, tmp_path: Path, folder: str, asked: str, expected: list[str]) -> None:
    mine.topics = ("research", "烹饪")
    root = plant(tmp_path / folder, {"note.md": "# Herons\n\nStand still.", "s.jsonl": session(asked, "Yes")})
    mine(root)
    assert mine.paths() == expected
    assert mine(root).account.filed == []


def test_what_was_mined_stays_where_it_is_when_topics_come(mine: Mine, tmp_path: Path) -> None:
    root = plant(tmp_path / "research/birds", {"note.md": "# Herons", "s.jsonl": session("Hello", "Yes", cwd="/srv/lab notes")})
    mine(root)
    mine.topics = ("research", "Lab Notes")
    assert mine(root).account.filed == []
    plant(root, {"s.jsonl": session("Hello", "Yes", "And more", "No", cwd="/srv/lab notes")})
    assert [filed.state for filed in mine(root).account.filed] == ["changed"]
    assert mine.paths() == ["birds:note.md", "lab-notes:claude-code/s-9"]


def test_a_conversation_in_a_folder_that_names_a_topic_goes_to_its_wing(mine: Mine, tmp_path: Path) -> None:
    mine.topics = ("research", "Lab Notes")
    mine(plant(tmp_path / "talks", {"s.jsonl": session("Hello", "Yes", cwd="/srv/lab notes")}))
    assert mine.paths() == ["Lab Notes:claude-code/s-9"]
