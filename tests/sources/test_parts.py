"""Long texts and conversations in parts: the parts joined are the whole, in bytes and in what is read from them."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sources import talk_samples as samples
from sources.test_redact import SECRETS, chance, key_block

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Refusal, opened
from llmwiki.sources.convert import convert
from llmwiki.sources.known import identity
from llmwiki.sources.limits import WHOLE_BYTES
from llmwiki.sources.parts.cutting import Sizes, pieces
from llmwiki.sources.parts.naming import is_later_part, whole_of
from llmwiki.sources.parts.parts import cut, nature_of
from llmwiki.sources.place import places
from llmwiki.sources.talk.records import items
from llmwiki.sources.unpack import expanded

SIZES = st.builds(Sizes, st.integers(60, 3000), st.integers(40, 2000))


def clock(seconds: float) -> str:
    return f"{int(seconds) // 3600:02}:{int(seconds) // 60 % 60:02}:{seconds % 60:06.3f}"


def captions(count: int = 60) -> bytes:
    """Turns of two speakers, with a pause behind each, and captions of one turn close together."""
    cues = []
    at = 0.0
    for number in range(count):
        voice = f"<v {('Ana', '李明')[number // 3 % 2]}>"
        cues.append(f"{clock(at)} --> {clock(at + 2)}\n{voice}Ship {number} lies at quay {number * 7}, 第{number}号船。\n")
        at += 2.1 if number % 3 < 2 else 9
    return ("WEBVTT - Harbour\nKind: captions\n\n" + "\n".join(cues)).encode()


def session(count: int = 40) -> bytes:
    rows = [
        samples.claude_code_record(
            ("user", "assistant")[number % 2], f"u{number}", f"u{number - 1}", f"Words {number}: 港口 and quay.", number % 60
        )
        for number in range(count)
    ]
    return samples.jsonl(rows)


def codex(count: int = 20) -> bytes:
    rows: list[object] = [
        {"timestamp": "2026-03-01T08:00:00Z", "type": "session_meta", "payload": {"id": "c1", "timestamp": "2026-03-01T08:00:00Z"}}
    ]
    for number in range(count):
        for role, event in (("user", "user_message"), ("assistant", "agent_message")):
            words = f"{role} says {number}."
            message = {"type": "message", "role": role, "content": [{"type": "input_text", "text": words}]}
            rows.append({"timestamp": "2026-03-01T08:00:01Z", "type": "response_item", "payload": message})
            rows.append({"timestamp": "2026-03-01T08:00:01Z", "type": "event_msg", "payload": {"type": event, "message": words}})
    return samples.jsonl(rows)


def chat(count: int = 40) -> bytes:
    return samples.jsonl({"role": ("user", "assistant")[number % 2], "content": f"Words {number} 港口."} for number in range(count))


def chatlog(count: int = 40) -> bytes:
    lines = (
        f"2026-03-{number % 28 + 1:02} 10:{number:02} - {('Ana', '李明')[number % 2]}: first {number}\nand second\n"
        for number in range(count)
    )
    return "".join(lines).encode()


def prose(count: int = 40) -> bytes:
    return "\n\n".join(f"Paragraph {number} of 港口记.\nIt has two lines." for number in range(count)).encode()


LONG = {
    "talk.vtt": captions(),
    "talk.srt": "\n".join(f"{n}\n00:{n:02}:00,000 --> 00:{n:02}:02,000\nLine {n} 港.\n" for n in range(1, 50)).encode(),
    "session.jsonl": session(),
    "rollout.jsonl": codex(),
    "chat.jsonl": chat(),
    "chat.txt": chatlog(),
    "book.md": prose(),
    "quiet.txt": b"no end of a line in this text " * 100,
    "closed.txt": "港口".encode() * 800,
}


def parts(name: str, sizes: Sizes, data: bytes | None = None) -> list[Original]:
    original = Original(name, LONG[name] if data is None else data, name)
    found = cut(original, sizes)
    return [original] if found is None else list(found)


@pytest.mark.trial(but=["session.jsonl"])
@pytest.mark.parametrize("name", LONG)
@given(sizes=SIZES)
def test_parts_joined_are_the_whole(name: str, sizes: Sizes) -> None:
    found = parts(name, sizes)
    rest = [part.data.removeprefix(b"WEBVTT - Harbour\n\n") for part in found[1:]]
    assert b"".join([found[0].data, *rest]) == LONG[name]
    assert all(len(part.data) >= sizes.part for part in found[:-1])
    assert found[0].origin == name
    assert [part.origin for part in found[1:]] == [f"{name}#part {number:03}" for number in range(2, len(found) + 1)]


@pytest.mark.trial(but=["session.jsonl"])
@pytest.mark.parametrize("name", [name for name in LONG if name != "quiet.txt"])
@given(sizes=SIZES, end=st.floats(0.2, 1))
def test_what_is_added_at_the_end_changes_no_part_but_the_last(name: str, sizes: Sizes, end: float) -> None:
    whole = LONG[name]
    shorter = whole[: whole.find(b"\n", int(end * len(whole))) + 1] or whole
    before, after = parts(name, sizes, shorter), parts(name, sizes)
    same = [one.data for one in before[:-1]]
    assert [one.data for one in after[: len(same)]] == same


def told(name: str, found: list[Original]) -> list[str]:
    """What is said in some inputs, without titles and with turns not counted."""
    texts = [convert(part).text for part in found]
    if name.endswith(("md", "quiet.txt", "closed.txt")):
        return ["".join(texts)]
    bodies = (text.partition("\n")[2] for text in texts)
    return [line for body in bodies for line in re.sub(r"<!-- turn \d+ -->", "<!-- turn -->", body).split("\n") if line]


@pytest.mark.trial(but=["session.jsonl"])
@pytest.mark.parametrize("name", LONG)
@given(sizes=st.builds(Sizes, st.integers(300, 2500), st.integers(700, 2000)))
def test_parts_say_what_the_whole_says(name: str, sizes: Sizes) -> None:
    found = parts(name, sizes)
    assert told(name, found) == told(name, parts(name, Sizes(10**6, 0)))


@pytest.mark.parametrize("name", ["talk.vtt", "session.jsonl", "chat.txt"])
def test_marks_lead_to_the_original_of_their_part(name: str) -> None:
    for part in parts(name, Sizes(900, 300)):
        source = convert(part)
        marks = places(source.text)
        assert marks
        for mark, after in pairwise([*marks, None]):
            assert mark is not None
            words = re.findall(r"(?:Ship|Words|first) \d+", source.text[mark.start : after.start if after else None])
            assert all(word.encode() in part.data for word in words)
            if mark.kind == "time":
                assert mark.value.encode() in part.data
        if marks[0].kind == "turn":
            assert [mark.value for mark in marks] == [str(number) for number in range(1, len(marks) + 1)]


@pytest.mark.parametrize("name", ["session.jsonl", "chat.jsonl"])
@pytest.mark.parametrize("size", [500, 777, 1301])
def test_no_secret_escapes_at_a_border(name: str, size: int) -> None:
    makes = {
        "session.jsonl": lambda n, words: samples.claude_code_record("user", f"u{n}", None, words),
        "chat.jsonl": lambda n, words: {"role": ("user", "assistant")[n % 2], "content": words},
    }
    secrets = [secret for _, secret, _ in SECRETS] + [key_block("RSA PRIVATE KEY")]
    data = samples.jsonl(
        makes[name](number, f"Take {before}{secret}{after} and go.")
        for number, (before, secret, after) in enumerate([*SECRETS, ("", secrets[-1], "")])
    )
    found = parts(name, Sizes(size, 200), data)
    assert len(found) > 3
    for source in map(convert, found):
        kept = source.kept or b""
        assert not [secret for secret in secrets if secret in source.text or json.dumps(secret)[1:-1].encode() in kept]


@pytest.mark.trial
def test_no_key_in_a_chat_is_cut() -> None:
    key = key_block("OPENSSH PRIVATE KEY")
    said = b"".join(f"2026-03-08 10:{minute} - {name}: yes\n".encode() for minute in range(10, 20) for name in ("Ana", "李明"))
    data = said + f"2026-03-09 10:00 - Ana: {key}\n2026-03-09 10:01 - 李明: thanks\n".encode() + said
    for size in range(60, len(data) - 60, 11):
        found = parts("chat.txt", Sizes(size, 40), data)
        assert not [source for source in map(convert, found) if any(line in source.text for line in key.split("\n")[1:-1])], size


def test_an_answer_stays_with_its_question_and_a_message_of_two_channels_is_told_once() -> None:
    found = parts("rollout.jsonl", Sizes(900, 900))
    assert len(found) > 3
    assert all(b'"user' in part.data.split(b"\n")[0] for part in found[1:])
    assert sum(convert(part).text.count(" says 7.") for part in found) == 2


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", samples.array([{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}] * 50)),
        ("a.txt", b'{\n "a": 1,\n "b": [1, 2]\n}' * 40),
        ("a.html", b"<!doctype html><p>words</p>" * 90),
        ("a.csv", b"a,b\n" * 500),
        ("a.txt", prose().decode().encode("utf-16")),
        ("a.txt", prose().decode().encode("utf-16-le")),
        ("a.pdf", b"%PDF-1.7\n" + b"x\n" * 900),
        ("a.eml", b"From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\n\n" + b"words\n" * 400),
    ],
    ids=["array", "object", "page", "table", "UTF-16", "UTF-16 without a mark", "PDF", "mail"],
)
def test_what_can_only_be_read_as_a_whole_is_not_cut(name: str, data: bytes) -> None:
    assert nature_of(Original(name, data, name)) is None
    assert cut(Original(name, data, name), Sizes(300, 100)) is None


def test_text_below_raw_stays_where_it_lies() -> None:
    assert cut(Original("book.md", prose(), "raw/book.md", "raw/book.md"), Sizes(300, 100)) is None
    assert cut(Original("book.md", prose(), "notes/book.md", "notes/book.md"), Sizes(300, 100)) is not None
    assert cut(Original("talk.vtt", captions(), "raw/talk.vtt", "raw/talk.vtt"), Sizes(300, 100)) is not None


def test_text_in_another_encoding_is_decoded_in_every_part() -> None:
    text = "\n\n".join(f"第{number}段：向量检索把文本转换为向量，再按距离查找最近的邻居。" for number in range(60))
    found = parts("a.txt", Sizes(700, 200), text.encode("gb18030"))
    assert len(found) > 3
    assert "".join(convert(part).text for part in found) == text


def test_a_part_is_called_by_its_number_and_the_first_as_the_whole() -> None:
    found = [convert(part) for part in parts("session.jsonl", Sizes(2000, 500))]
    assert found[0].title == "Words 0: 港口 and quay."
    assert [source.title for source in found[1:3]] == ["Session part 002", "Session part 003"]
    assert identity("a/b/talk.jsonl#part 002") == "talk.jsonl#part 002"
    assert [is_later_part(origin) for origin in ("talk.jsonl", "talk.jsonl#part 002", "x.zip#part-002")] == [False, True, False]
    assert [whole_of(origin) for origin in ("x.zip#id", "talk.jsonl#part 012")] == ["x.zip#id", "talk.jsonl"]


class Dripping(io.BytesIO):
    """A stream that gives at most so many bytes at once."""

    def __init__(self, data: bytes, most: int) -> None:
        super().__init__(data)
        self.most = most

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self.most if size is None or size < 0 else min(size, self.most))


@given(
    most=st.integers(1, 50),
    values=st.lists(st.recursive(st.text(max_size=9) | st.none(), lambda inner: st.lists(inner, max_size=3)), max_size=8),
)
def test_members_of_an_array_are_the_same_in_pieces_of_any_size(most: int, values: list[object]) -> None:
    data = json.dumps([{"a": value, "b": '[{"\\'} for value in values], ensure_ascii=False).encode("utf-8", "replace")
    assert list(items(Dripping(data, most))) == list(items(data))
    assert [json.loads(item)["b"] for item in items(data)] == ['[{"\\'] * len(values)


def test_a_large_file_is_not_read_whole_before_it_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(b"a line of words\n" * (WHOLE_BYTES // 16 + 1))
    original = opened(file, file.name, file.name)
    assert original.file is not None
    assert len(original.data) < original.size == file.stat().st_size
    found = list(expanded(original))
    assert [item.origin for item in found if isinstance(item, Original)] == ["long.txt", "long.txt#part 002"]
    assert b"".join(item.data for item in found if isinstance(item, Original)) == file.read_bytes()


@pytest.mark.trial
def test_an_export_is_told_from_its_file(tmp_path: Path) -> None:
    chats = [samples.CHATGPT_CHAT | {"conversation_id": f"c{number}", "filler": chance(50) * 3000} for number in range(80)]
    file = tmp_path / "conversations.json"
    file.write_bytes(samples.array(chats))
    original = opened(file, file.name, file.name)
    assert original.file is not None
    found = list(expanded(original))
    held = list(expanded(original.whole()))
    assert [item.origin for item in found if isinstance(item, Original)] == [f"conversations.json#c{number}" for number in range(80)]
    assert found == held


def test_a_record_without_an_end_is_refused_when_it_cannot_be_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwiki.sources.parts.cutting.MAX_BYTES", 40 * 1024 * 1024)

    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b"x" * size

    with pytest.raises(SourceRefused, match=r"a single record or message of more than 40\.0 MB"):
        next(pieces(Endless(), lambda *_: 0, Sizes()))  # type: ignore[arg-type]


def test_a_whole_can_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF-1.7\n" + bytes(WHOLE_BYTES))
    original = opened(file, file.name, file.name)
    assert original.whole().data == file.read_bytes()
    assert replace(original, file=None).whole().data == original.data


@pytest.mark.parametrize("name", ["long.txt", "long.pdf", "conversations.json"])
def test_a_file_that_vanishes_is_told_without_its_place(tmp_path: Path, name: str) -> None:
    begin = {"long.txt": b"words\n", "long.pdf": b"%PDF-1.7\n", "conversations.json": b'[{"mapping": {}}, '}[name]
    file = tmp_path / name
    file.write_bytes(begin * (WHOLE_BYTES // len(begin) + 1))
    original = opened(file, name, name)
    file.unlink()
    assert list(expanded(original)) == [Refusal(name, "cannot be read: No such file or directory", failed=True)]
