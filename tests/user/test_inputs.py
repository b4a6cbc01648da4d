"""Everything that a person may hand in: each input is accounted for, and the vault is clean behind it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

COMPANY = """# {title}

{name} is a ferry company of Port Selda. {name} was founded in 1921 by Ada Renfrew. {name} runs five ships across the bay.

## Fleet

In 1987 {name} bought four electric ferries. {name} sold its last steam ship in 1960.
"""


def company(name: str, title: str = "A company") -> str:
    return COMPANY.format(name=name, title=title)


CHINESE = "向量数据库入门\n\n向量数据库是一种存储向量的数据库。米尔沃斯是一个开源向量数据库，由赞丽公司在2019年发布。\n" * 3

TAKEN: dict[str, bytes] = {
    "a/notes.md": company("Amber Line").encode(),
    "b/notes.md": company("Cobalt Tram").encode(),
    "部署流程.md": "# 部署流程\n\n蓝鲸平台是一个持续部署平台。蓝鲸平台由云舟科技在2021年发布。\n".encode(),
    "总结.md": "# 总结\n\n蓝鲸平台的作者是李明。\n".encode(),
    "bom.md": b"\xef\xbb\xbf" + company("Echo Rail").encode(),
    "crlf.md": company("Foxtrot Rail").replace("\n", "\r\n").encode(),
    "cr.md": company("Golf Line").replace("\n", "\r").encode(),
    "utf16.md": ("\ufeff" + company("Hotel Rail")).encode("utf-16-le"),
    "utf16be.txt": ("\ufeff" + company("India Rail")).encode("utf-16-be"),
    "gb.txt": CHINESE.encode("gb18030"),
    "latin1.txt": "Café Zürich is a café in Zürich. Frau Müller owns Café Zürich.".encode("latin-1"),
    "bad-yaml.md": ("---\ntitle: Foo: bar\n* x\n---\n" + company("Delta Rail")).encode(),
    "unclosed.md": ("---\ntitle: Never closed\n\n" + company("Golf Rail")).encode(),
    "bomb.md": (
        "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n---\n" + company("Juliett Rail")
    ).encode(),
    "date.md": ("---\ndate: 2026-02-30\ntags: 5\n---\n" + company("Kilo Rail")).encode(),
    "no-ending": company("Lima Rail").encode(),
    "UPPER.MD": company("Mike Rail").encode(),
    "con.md": b"# CON\n\nCON is the name of a device. CON was kept for old programs.\n",
    "CON.txt": company("November Rail").encode(),
    "emoji.md": "# 🚀🔥\n\nRocket Fire 🚀 is a launch company. Rocket Fire was founded in 2001.\n".encode(),
    "🚀 name.md": company("Oscar Rail").encode(),
    "long.md": ("# " + "Very long title " * 25 + "\n\nZephyr Post is a courier. Zephyr Post was founded in 1999.\n").encode(),
    "长.md": ("# " + "长标题" * 110 + "\n\n长标题是什么。\n").encode(),
    "traversal.md": b"---\ntitle: ../../etc/passwd\n---\n# ../../etc/passwd\n\n../../etc/passwd is a file of users. ../../etc/passwd is read at login.\n",
    "back.md": b"# a\\b\n\na\\b is a path in two parts. a\\b was split in 1981.\n",
    "sub/index.md": company("Papa Rail", "Index").encode(),
    "sub/log.md": company("Quebec Rail", "Log").encode(),
    "sub/SCHEMA.md": company("Romeo Rail", "Schema").encode(),
    "odd |#^[n].md": company("Sierra Rail").encode(),
    f"{'x' * 200}.md": company("Tango Rail").encode(),
    " spaces .md": company("Uniform Rail").encode(),
}
REFUSED: dict[str, tuple[bytes, str]] = {
    "bin.md": (bytes(range(256)) * 40, "is not text: 40 NUL bytes"),
    "elf.md": (b"\x7fELF" + bytes(60), "is not text: ELF program"),
    "zero.md": (b"", "is empty: 0 bytes"),
    "white.md": (b"\n \n", "is empty: only white space"),
    "film.mp4": (b"\x00\x00\x00\x20ftypisom" + bytes(60), "not supported yet: MP4 media file"),
}


def test_every_input_is_accounted_for(empty) -> None:
    for name, data in TAKEN.items():
        empty.write(f"in/{name}", data)
    for name, (data, _) in REFUSED.items():
        empty.write(f"in/{name}", data)
    empty.write("secret.md", company("Secret Rail"))
    empty.write("in/z-copy.md", TAKEN["a/notes.md"])
    os.mkfifo("in/pipe.md")
    for name, target in {"out.md": "../secret.md", "gone.md": "nowhere", "loop": ".", "y-same.md": "a/notes.md"}.items():
        (empty.home / "in" / name).symlink_to(target)

    told = empty.ingest("in")

    assert told["captured"] == len(TAKEN)
    assert told["duplicate"] == 2
    reasons = {item["input"]: item["reason"] for item in told["refused"]}
    for name, (_, reason) in REFUSED.items():
        assert reasons[f"in/{name}"].startswith(reason)
    assert set(reasons) == {f"in/{name}" for name in (*REFUSED, "pipe.md", "out.md", "loop")}
    assert [item["input"] for item in told["failed"]] == ["in/gone.md"]
    assert not [path for path in empty.vault.rglob("*") if "secret" in path.name.lower()]
    assert sorted(path.name for path in empty.home.iterdir()) == ["in", "secret.md", "wiki"]
    assert {"entities/amber-line.md", "entities/cobalt-tram.md", "entities/hotel-rail.md", "entities/golf-line.md"} <= set(
        told["pages"]["created"]
    )
    for path in empty.vault.rglob("*"):
        assert len(path.name.encode()) < 255
        assert not set(path.name) & set('\\:*?"<>|#^[]')


@pytest.mark.parametrize(
    ("given", "failed", "reason"),
    [
        ("gone.md", True, "does not exist"),
        ("", False, "is no path: the name is empty"),
        (".hidden.md", False, "is hidden"),
        ("gopher://example.org/a", False, "is no web address"),
        ("in/none", False, "is an empty folder"),
        ("a\0b", True, "cannot be read"),
    ],
)
def test_what_is_no_file_is_named_with_a_reason(empty, given, failed, reason) -> None:
    empty.write(".hidden.md", "x")
    (empty.home / "in" / "none").mkdir(parents=True)
    told = empty.ingest(given)
    (item,) = told["failed" if failed else "refused"]
    assert item["input"] == given
    assert item["reason"].startswith(reason)


MINUTES = "# Minutes\n\nAttendees: Ann, Bob\nPlace: harbour\nTime: 10:00\n\n## Agenda\n\n1. Reports\n2. Money\n\n## Decision\n\n{}\n"
MINUTES_ZH = "# 纪要\n\n参加者：张三、李四\n地点：港口\n时间：十点\n\n## 议程\n\n1. 报告\n2. 经费\n\n## 决定\n\n{}\n"


@pytest.mark.trial(but=["True"])
@pytest.mark.parametrize(
    ("form", "one", "other"),
    [
        (
            MINUTES,
            "Amber Line was chosen to run the ferries for the next ten years.",
            "Cobalt Tram was chosen to run the trams for five years.",
        ),
        (MINUTES_ZH, "会议决定由琥珀航运公司经营今后十年的全部渡轮。", "会议决定由钴蓝电车公司经营今后五年的全部电车。"),
    ],
)
@pytest.mark.parametrize("absolute", [False, True])
def test_two_sources_of_one_name_stay_two(empty, form, one, other, absolute) -> None:
    empty.write("a/minutes.md", form.format(one))
    empty.write("b/minutes.md", form.format(other))
    for folder in ("a", "b"):
        given = Path(folder, "minutes.md")
        assert empty.ingest(str(given.resolve()) if absolute else str(given))["captured"] == 1
    texts = {path.read_text() for path in (empty.vault / "raw").rglob("minutes*")}
    assert texts == {form.format(one), form.format(other)}


@pytest.mark.trial(but=["in"])
@pytest.mark.parametrize("given", ["in", "in/harbour.md"])
def test_a_newer_state_takes_the_place_of_its_source(full, given: str) -> None:
    text = (full.home / "in/harbour.md").read_text()
    full.write("in/harbour.md", text.replace("In 1987", "In 1988"))
    told = full.ingest(given)
    assert (told["captured"], told["revised"]) == (0, 1)
    full.write("in/harbour.md", text)
    full.ingest(given)


@pytest.mark.trial
def test_a_small_edit_and_its_opposite_leave_the_same_pages(full) -> None:
    before = {path: digest for path, digest in full.state().items() if not path.startswith((".wiki", "log.md"))}
    for name in ("harbour.md", "部署流程.md"):
        text = (full.home / "in" / name).read_text()
        full.write(f"in/{name}", text + "\nThat is all.\n")
        assert full.type("ingest", "in").code == 0
        full.write(f"in/{name}", text)
        full.ingest("in")
    after = {path: digest for path, digest in full.state().items() if not path.startswith((".wiki", "log.md", "raw/.revisions"))}
    assert after == before


def test_the_wiki_is_no_source_of_itself(full) -> None:
    full.write("wiki/Notes/mine.md", company("Delta Works"))
    full.write("wiki/raw/articles/dropped.md", company("Echo Works"))
    told = full.ingest("wiki")
    assert told["captured"] == 2
    assert {item["input"] for item in told["refused"]} == {
        *(f"wiki/{name}" for name in ("AGENTS.md", "SCHEMA.md", "index.md", "log.md", "entities")),
    }
    assert not list((full.vault / "raw").rglob("dropped-*"))
    assert full.type("ingest", "wiki/raw/articles/dropped.md", "--json").json["unchanged"] == 1
    assert full.type("ingest", "wiki/entities/amber-line.md").code == 1


def test_unreadable_notes_of_a_file_are_told(empty) -> None:
    empty.write("in/hidden.md", "# A\u200bB\n\nText with\u202e hidden marks.\n")
    (note,) = empty.ingest("in")["notes"]
    assert note["input"] == "in/hidden.md"
    assert "invisible" in note["note"]


def test_a_source_too_long_to_be_compiled_whole_is_told(empty, monkeypatch) -> None:
    from llmwiki.scribe import account

    monkeypatch.setattr(account, "MAX_PROSE", 200)
    empty.write("in/long.md", company("Amber Line"))
    (note,) = empty.ingest("in")["notes"]
    assert note["note"].startswith("only the first 200 of ")


def test_many_refusals_are_one_line_of_the_log(empty) -> None:
    for number in range(12):
        empty.write(f"in/{number}.bin", b"\x7fELF" + bytes(60))
    empty.write("in/company-list.md", company("Amber Line"))
    empty.ingest("in")
    account, source, refused = empty.type("log", "--json").json
    assert (account["target"], account["notes"]) == ("13 inputs", "1 captured, 12 refused")
    assert source["target"] == "raw/articles/company-list.md"
    assert (refused["target"], refused["notes"]) == ("12 inputs", "refused: not supported yet: ELF program")
