"""Exports with many conversations: each becomes an input of its own with an id that stays."""

from __future__ import annotations

import json

import pytest
from sources import talk_samples as samples
from sources.golden_check import GOLDEN

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Options, Original, Refusal
from llmwiki.sources.convert import convert
from llmwiki.sources.talk import chatgpt_export, claude_ai_export, slack_export
from llmwiki.sources.unpack import expanded, unpack

OTHER = samples.CHATGPT_CHAT | {"title": "", "conversation_id": "0ddba11", "create_time": None}


def inside(data: bytes, name: str = "export.zip") -> tuple[list[Original], list[Refusal]]:
    found = list(expanded(Original(name, data, name, options=Options(redact=False))))
    return [item for item in found if isinstance(item, Original)], [item for item in found if isinstance(item, Refusal)]


def test_each_chatgpt_conversation_is_an_input() -> None:
    found, refused = inside(samples.array([samples.CHATGPT_CHAT, OTHER]), "conversations.json")
    assert not refused
    assert [(item.origin, item.name) for item in found] == [
        ("conversations.json#c0ffee00-1111-4222-8333-444455556666", "2026-02-02-weighing-the-earth-称量地球.json"),
        ("conversations.json#0ddba11", "conversation-0ddba11.json"),
    ]
    assert [convert(item).title for item in found] == ["Weighing the Earth / 称量地球", "Who weighed the Earth? 是谁？"]
    assert all(item.options == Options(redact=False) for item in found)


def test_a_conversation_has_the_same_bytes_in_a_later_export() -> None:
    first, _ = inside(samples.array([samples.CHATGPT_CHAT]), "conversations.json")
    later, _ = inside(samples.array([OTHER, samples.CHATGPT_CHAT]), "conversations.json")
    assert first[0].data == later[1].data
    assert first[0].origin == later[1].origin


def test_an_archive_gives_its_conversations_and_names_the_rest() -> None:
    files = {
        "conversations-000.json": samples.array([samples.CHATGPT_CHAT]),
        "conversations-001.json": samples.array([OTHER]),
        "chat.html": b"<html></html>",
        "user.json": b"{}",
        "file-abc.png": b"\x89PNG",
        "dalle/x.webp": b"RIFF",
    }
    found, refused = inside(samples.zipped(files))
    assert [item.origin for item in found] == [
        "export.zip/conversations-000.json#c0ffee00-1111-4222-8333-444455556666",
        "export.zip/conversations-001.json#0ddba11",
    ]
    assert [(item.input, item.reason.partition(":")[0]) for item in refused] == [("export.zip (2 other files)", "hold no conversations")]


def test_a_claude_archive() -> None:
    files = {"conversations.json": samples.array([samples.CLAUDE_AI_CHAT]), "users.json": b"[]", "projects.json": b"[]"}
    found, refused = inside(samples.zipped(files))
    assert [item.origin for item in found] == ["export.zip/conversations.json#11111111-2222-4333-8444-555555555555"]
    assert convert(found[0]).title == "Lanternfish 灯笼鱼"
    assert [item.input for item in refused] == ["export.zip (1 other file)"]


def test_an_export_that_was_cut_off_gives_what_is_whole_and_says_so() -> None:
    data = samples.array([samples.CHATGPT_CHAT, OTHER])
    found, refused = inside(data[: len(data) - 300], "conversations.json")
    assert len(found) == 1
    assert "cut off" in refused[0].reason


def test_an_entry_that_is_no_conversation_is_told() -> None:
    found, refused = inside(samples.array([samples.CHATGPT_CHAT, {"title": "x"}]), "conversations.json")
    assert len(found) == 1
    assert refused == [Refusal("conversations.json#2", "is no conversation: an entry of another kind in the export")]


@pytest.mark.parametrize(
    "data", [samples.ROLES, samples.CODEX, b"", b"[", b"[]", b"{}", b'["mapping"]', samples.zipped({"a.txt": b"x"}), b"PK\x03\x04"]
)
def test_other_files_are_no_export(data: bytes) -> None:
    original = Original("x", data, "x")
    assert [unpacker(original) for unpacker in (chatgpt_export.unpack, claude_ai_export.unpack, slack_export.unpack)] == [None] * 3


def test_a_single_conversation_is_no_export() -> None:
    assert unpack(Original("chat.json", samples.CHATGPT, "chat.json")) is None


def test_a_slack_archive_gives_a_channel() -> None:
    found, refused = inside(samples.SLACK_ZIP)
    assert not refused
    [channel] = found
    assert (channel.origin, channel.name) == ("export.zip#general", "slack-general.json")
    assert json.loads(channel.data)["people"] == {"U1": "Ada", "U2": "李明"}
    assert convert(channel).text == (GOLDEN / "talk-slack.md").read_text(encoding="utf-8").partition("=====\n")[2]


def test_a_newcomer_elsewhere_does_not_change_a_channel() -> None:
    def channel(users: list[dict[str, object]]) -> bytes:
        days = {f"general/{day}.json": samples.array(messages) for day, messages in samples.SLACK_DAYS.items()}
        return inside(samples.zipped({"users.json": samples.array(users), **days}))[0][0].data

    assert channel(samples.SLACK_USERS) == channel([*samples.SLACK_USERS, {"id": "U7", "name": "new"}])


def test_a_big_channel_is_cut_by_years_and_months(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slack_export, "MANY", 2)
    days = {
        "c/2024-05-01.json": samples.array([samples.slack_message("1714550400.000100", "U1", "question", thread_ts="1714550400.000100")]),
        "c/2025-01-01.json": samples.array(
            [samples.slack_message("1735732800.000100", "U2", "late answer", thread_ts="1714550400.000100")]
        ),
        "c/2025-02-01.json": samples.array(
            [samples.slack_message(f"173841120{number}.000100", "U2", f"february {number}") for number in range(3)]
        ),
        "c/2025-03-01.json": samples.array([samples.slack_message("1740830400.000100", "U2", "march")]),
    }
    found, _ = inside(samples.zipped({"users.json": b"[]", **days}))
    assert [item.origin for item in found] == ["export.zip#c-2024", "export.zip#c-2025-02", "export.zip#c-2025-03"]
    assert "late answer" in convert(found[0]).text


def test_direct_messages_are_named_after_who_talks() -> None:
    files = {
        "users.json": samples.array(samples.SLACK_USERS),
        "dms.json": samples.array([{"id": "D1", "members": ["U1", "U2"]}]),
        "D1/2026-02-01.json": samples.array([samples.slack_message("1769940060.000200", "U1", "Hi")]),
    }
    [channel], _ = inside(samples.zipped(files))
    assert convert(channel).title == "Ada, 李明 (Slack)"


def test_a_broken_day_is_told_and_the_others_are_read() -> None:
    days = {"c/2026-02-01.json": b"{", "c/2026-02-02.json": samples.array([samples.slack_message("1770026400.000500", "U1", "Hi")])}
    found, refused = inside(samples.zipped({"users.json": b"[", **days}))
    assert len(found) == 1
    assert refused == [Refusal("export.zip/c/2026-02-01.json", "is broken JSON: a day of the channel")]


def test_a_reply_without_its_thread_stands_alone_and_odd_times_are_borne() -> None:
    messages = [
        samples.slack_message("5.1", "U1", "alone", thread_ts="4.1"),
        samples.slack_message("x", "U1", "no time"),
        {"text": "nobody", "ts": "6.1", "type": "message"},
    ]
    text = convert(Original("day.json", samples.array(messages), "day.json")).text
    assert "## U1 · reply (1970-01-01 00:00Z)\n\nalone" in text
    assert "## Unknown speaker (1970-01-01 00:00Z)\n\nnobody" in text


def test_an_empty_conversation_is_refused_by_itself() -> None:
    empty = samples.CLAUDE_AI_CHAT | {"uuid": "e", "chat_messages": []}
    found, _ = inside(samples.array([samples.CLAUDE_AI_CHAT, empty]), "conversations.json")
    assert convert(found[0]).text
    with pytest.raises(SourceRefused, match="has no words: no turns"):
        convert(found[1])
