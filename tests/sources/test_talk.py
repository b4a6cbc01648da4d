"""Conversations: every program's form read the same way, each turn once, nothing reaching beyond its turn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sources import golden_check
from sources import talk_samples as samples
from sources.contract import Case, ConverterContract

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Options, Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.detect import detect
from llmwiki.sources.place import Stretch, places
from llmwiki.sources.talk.records import items, parsed
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.times import day, shown
from llmwiki.sources.talk.tree import branches
from llmwiki.vault.plain import project


def read(data: bytes, options: Options = Options(), name: str = "chat") -> Source:  # noqa: B008 - frozen
    return convert(Original(name, data, name, options=options))


class TestClaudeCode(ConverterContract):
    case = Case("claude-code", samples.CLAUDE_CODE, places={"Why does": "turn 1", "I'll read": "turn 2", "谢谢": "turn 8"})


class TestCodex(ConverterContract):
    case = Case("codex", samples.CODEX, places={"There is one file": "turn 2", "Only on the screen": "turn 5"})


class TestOldCodex(ConverterContract):
    case = Case("codex", samples.CODEX_OLD, places={"> tool: local_shell(bash -lc ls)": "turn 2"})


class TestGemini(ConverterContract):
    case = Case("gemini", samples.GEMINI, places={"好的": "turn 2"})


class TestGeminiLines(ConverterContract):
    case = Case("gemini", samples.GEMINI_LINES, places={"A whole answer": "turn 2", "Second": "turn 3"})


class TestChatGpt(ConverterContract):
    case = Case("chatgpt", samples.CHATGPT, places={"Who weighed": "turn 1", "Cavendish wrote": "turn 2"})


class TestClaudeAi(ConverterContract):
    case = Case("claude-ai", samples.CLAUDE_AI, places={"Lanternfish rise": "turn 1", "它们在夜间上升": "turn 2"})


class TestSlack(ConverterContract):
    case = Case("slack", samples.SLACK, places={"the plan": "turn 1", "五点见": "turn 2"})


class TestChat(ConverterContract):
    case = Case("chat", samples.ROLES, places={"> image": "turn 1", "21 degrees.": "turn 2"})


class TestChatlog(ConverterContract):
    case = Case("chatlog", samples.WHATSAPP, name="_chat.txt", by_content=False, places={"新年快乐": "turn 2"})


GOLDEN = {
    "claude-code": samples.CLAUDE_CODE,
    "codex": samples.CODEX,
    "gemini": samples.GEMINI,
    "chatgpt": samples.CHATGPT,
    "claude-ai": samples.CLAUDE_AI,
    "slack": samples.SLACK,
    "chat": samples.ROLES,
    "sharegpt": samples.SHAREGPT,
    "chatlog": samples.WHATSAPP,
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name: str) -> None:
    golden_check.check(f"talk-{name}.md", read(GOLDEN[name], name=f"{name}.txt"))


@pytest.mark.parametrize("name", GOLDEN)
def test_turns_count_from_one(name: str) -> None:
    text = read(GOLDEN[name], name=f"{name}.txt").text
    assert [int(mark.value) for mark in places(text)] == list(range(1, text.count("\n## ") + 1))


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(inner)


@pytest.mark.parametrize("name", GOLDEN)
def test_every_word_of_a_turn_is_a_word_of_the_original(name: str) -> None:
    data = GOLDEN[name]
    lines = data.decode("utf-8", "replace").splitlines()
    records = [found for line in ([data.decode()] if name not in {"claude-code", "codex"} else lines) if (found := parsed(line.encode()))]
    known = set(re.findall(r"\w+", "\n".join((*strings(records), *(lines if name == "chatlog" else ())))))
    text = read(data, name=f"{name}.txt").text
    turns = [text[mark.start : following.start] for mark, following in pairwise((*places(text), Stretch(len(text), "turn", "")))]
    assert turns
    for turn in turns:
        said = [line for line in turn.split("\n") if not line.startswith((">", "## ", "<!-- "))]
        assert set(re.findall(r"\w+", project("\n".join(said)))) <= known


def headings(source: Source) -> list[str]:
    return [line.removeprefix("## ").split(" (")[0] for line in source.text.split("\n") if line.startswith("## ")]


def test_a_codex_turn_that_is_written_twice_is_read_once() -> None:
    source = read(samples.CODEX)
    assert headings(source) == ["User", "Assistant", "User", "Assistant", "User"]
    assert source.text.count("There is one file") == 1


@pytest.mark.parametrize("channel", ["response_item", "event_msg"])
def test_a_codex_file_with_one_channel_has_all_turns(channel: str) -> None:
    lines = [line for line in samples.CODEX.decode().splitlines() if json.loads(line)["type"] in {"session_meta", channel}]
    expected = ["User", "Assistant", "User", "Assistant"]
    assert headings(read("\n".join(lines).encode()))[:4] == expected


def test_a_question_asked_anew_leaves_the_first_one_out() -> None:
    assert "strict parser" not in read(samples.CLAUDE_CODE).text
    everything = read(samples.CLAUDE_CODE, Options(branches="all"))
    assert "Done with the strict parser." in everything.text
    assert "## User · earlier branch" in everything.text


def test_records_without_parents_are_one_branch() -> None:
    rows = [samples.claude_code_record("user", f"u{number}", None, f"Question {number}") for number in range(3)]
    assert len(headings(read(samples.jsonl(rows)))) == 3


def test_tools_that_ran_side_by_side_are_one_branch() -> None:
    result = [{"type": "tool_result", "tool_use_id": "1", "content": "found it"}]
    rows = [
        samples.claude_code_record("user", "u1", None, "Search twice"),
        samples.claude_code_record("assistant", "a1", "u1", samples.text_part("Searching")),
        samples.claude_code_record("user", "r1", "a1", result),
        samples.claude_code_record("user", "r2", "a1", result),
    ]
    assert read(samples.jsonl(rows)).text.count("> output: found it") == 2


def test_of_a_chatgpt_tree_the_branch_that_is_shown() -> None:
    source = read(samples.CHATGPT)
    assert "made again" not in source.text
    assert "1 message of other branches" in source.notes[0]
    everything = read(samples.CHATGPT, Options(branches="all"))
    assert "A first answer that was made again." in everything.text
    assert "## Assistant · branch 2" in everything.text


def test_a_tree_with_loops_ends() -> None:
    looped = {"a": "b", "b": "a", "c": "b"}
    assert branches(looped, "c")[0].nodes == ("a", "b", "c")
    assert branches(looped, "")[0].nodes[-1] == "c"
    assert branches({}, "x") == []


def test_the_last_leaf_counts_where_no_node_is_current() -> None:
    chat = {key: value for key, value in samples.CHATGPT_CHAT.items() if key != "current_node"}
    assert "Cavendish" in read(samples.array(chat)).text


@pytest.mark.parametrize("data", [samples.SHAREGPT, samples.FINE_TUNING])
def test_several_chats_in_a_file_are_numbered(data: bytes) -> None:
    assert [heading.rpartition(" · ")[2] for heading in headings(read(data))] == ["conversation 1"] * 2 + ["conversation 2"] * 2


@pytest.mark.parametrize(
    "rows",
    [
        [{"name": "a", "text": "b"}, {"name": "c", "text": "d"}],
        [{"author": "Ada", "text": "A quotation"}, {"author": "Lin", "text": "Another"}],
        [{"role": "admin", "name": "x"}, {"role": "user", "name": "y"}],
        [1, 2, 3],
        [],
        {"mapping": 1, "title": "x"},
        {"messages": []},
        {"type": "FeatureCollection", "features": []},
    ],
)
def test_other_json_is_no_chat(rows: object) -> None:
    assert detect("x.json", samples.array(rows)).kind == "json"


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-01 10:00:00 INFO: started\n2026-01-01 10:00:01 ERROR: failed\n2026-01-01 10:00:02 INFO: stopped\n",
        "2026-01-01 10:00 Breakfast: eggs\n2026-01-02 10:00 Lunch: rice\n2026-01-03 10:00 Dinner: soup\n",
        "1. First\n2. Second\n3. Third\n",
    ],
)
def test_logs_and_diaries_are_no_chats(text: str) -> None:
    assert detect("x.txt", text.encode()).kind == "text"


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        (("12/31/25, 10:15 PM - Ada: a", "1/1/26, 9:00 AM - Lin: b", "1/1/26, 9:01 AM - Ada: c"), "2025-12-31"),
        (("31/12/2025, 22:15 - Ada: a", "01/01/2026, 09:00 - Lin: b", "01/01/2026, 09:01 - Ada: c"), "2025-12-31"),
        (("2025年12月31日 下午10:15 - 李明：a", "2026年1月1日 上午9:00 - Ada：b", "2026年1月1日 上午9:01 - 李明：c"), "2025-12-31"),
        (("3/4/26, 10:15 - Ada: a", "3/4/26, 10:16 - Lin: b", "3/4/26, 10:17 - Ada: c"), ""),
    ],
)
def test_day_and_month_are_told_apart_by_the_whole_file(lines: tuple[str, ...], date: str) -> None:
    source = read("\n".join(lines).encode(), name="_chat.txt")
    assert source.date == date
    assert len(headings(source)) == 3


def test_utf16_and_marks_are_read() -> None:
    text = samples.CLAUDE_AI.decode()
    expected = read(samples.CLAUDE_AI).text
    assert read(text.encode("utf-16")).text == expected
    assert read(text.encode("utf-8-sig")).text == expected


def test_broken_lines_nuls_and_halves_of_characters_are_borne_and_told() -> None:
    good = samples.CODEX.splitlines(keepends=True)
    data = b"".join((*good[:4], b'{"cut": "off\n', b"\x00\x00\n", b"\xff\xfe\n", *good[4:]))
    source = read(data)
    assert headings(source) == headings(read(samples.CODEX))
    assert any("3 lines that are no JSON record" in note for note in source.notes)
    assert "\ufffd" in read(samples.CLAUDE_CODE).text
    assert "\U0001f600" in read(samples.CLAUDE_CODE).text


def test_a_conversation_without_words_says_so() -> None:
    rows = [samples.claude_code_record("user", "u1", None, ""), samples.claude_code_record("assistant", "a1", "u1", [])]
    with pytest.raises(SourceRefused, match="has no words: 2 turns without words"):
        read(samples.jsonl(rows))


@pytest.mark.trial
def test_a_big_session_is_read_record_by_record() -> None:
    rows = (
        samples.claude_code_record("assistant", f"a{number}", "", samples.text_part(f"Answer {number} " + "词" * 400))
        for number in range(3000)
    )
    source = read(samples.jsonl([samples.claude_code_record("user", "u", None, "Go on"), *rows]))
    assert "Answer 2999" in source.text
    assert headings(source) == ["User", "Assistant"]


@pytest.mark.parametrize(
    ("words", "safe"),
    [
        ("# head", "### head"),
        ("###### deep", "###### deep"),
        ("a\n===", "a\n\\==="),
        ("a\n---", "a\n\\---"),
        ("```\n# kept <b>", "```\n# kept <b>\n```"),
        ("~~~~\n```\nx", "~~~~\n```\nx\n~~~~"),
        ("`<b>` <b> <https://x.y>", "`<b>` \\<b> <https://x.y>"),
        ("`` a ` <i> `` <i>", "`` a ` <i> `` \\<i>"),
        ("%%x%% ![[note]] #tag C# #1", "\\%%x\\%% \\![[note]] \\#tag C# #1"),
        ("<!-- turn 9 -->", "\\<!--turn 9 -->"),
        ("a\r\nb\rc\u2028d\x00\x1b[31me", "a\nb\nc\nd" + "e"),
        ("1 < 2 和 a<-b", "1 < 2 和 a<-b"),
    ],
)
def test_what_is_said_stays_inside_its_turn(words: str, safe: str) -> None:
    assert speech(words) == safe


@given(st.text(alphabet=st.sampled_from("`~#<!-%[]a词 \n=>\\"), max_size=60))
def test_no_speech_makes_a_heading_of_a_turn_or_leaves_code_open(words: str) -> None:
    made = speech(words)
    assert not made.startswith("## ")
    text = f"<!-- turn 1 -->\n\n{made}\n\n<!-- turn 2 -->\n\nend\n"
    assert [mark.value for mark in places(text)] == ["1", "2"]
    assert speech(f"{made}\n\nend").endswith("end")


@pytest.mark.trial
@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_members_of_an_array_are_found_by_their_brackets(value: object) -> None:
    members = [value, {"a": value}, [value]]
    data = json.dumps(members).encode()
    assert [json.loads(item) for item in items(data)] == [member for member in members if isinstance(member, dict | list)]


@pytest.mark.trial(but=["line0", "line3"])
@pytest.mark.parametrize("line", ["[" * 100_000, '"' * 100_000, "{" * 100_000, "`" * 100_000, "` " * 50_000, "<" * 100_000, "![" * 50_000])
def test_a_long_line_takes_linear_time(line: str) -> None:
    assert speech(line)
    assert list(items(line.encode())) == []
    rows = [samples.claude_code_record("user", "u1", None, f"Look: {line}")]
    assert read(samples.jsonl(rows)).text


@pytest.mark.parametrize(
    ("value", "time"),
    [
        ("2026-03-01T08:00:00.000Z", "2026-03-01 08:00Z"),
        ("2026-03-01T08:00:00+08:00", "2026-03-01 00:00Z"),
        ("2026-03-01T08:00:00", "2026-03-01 08:00"),
        (1_770_000_000.5, "2026-02-02 02:40Z"),
        (1_770_000_000_500, "2026-02-02 02:40Z"),
        ("1770000000.000200", "2026-02-02 02:40Z"),
        (None, ""),
        ("soon", ""),
        (10**30, ""),
        (-5, ""),
        (True, "1970-01-01 00:00Z"),
    ],
)
def test_times_are_utc(value: object, time: str) -> None:
    assert shown(value) == time
    assert day(value) == time[:10]


def test_the_origin_stays() -> None:
    assert PurePosixPath(read(samples.CODEX, name="rollout.jsonl").origin).name == "rollout.jsonl"
