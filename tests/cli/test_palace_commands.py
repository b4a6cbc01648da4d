from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from mining_harness import Mine, plant

from llmwiki.cli.app import run
from llmwiki.errors import VaultError
from llmwiki.palace.palace import Home, Palace
from llmwiki.palace.renewal import renew

FILES = {
    "docs/locks.md": "# Locks\n\nAn optimistic transaction.\n",
    "事务/乐观.md": "# 乐观事务\n\n在提交时检测冲突。\n",
    "a.py": "x = 1\n",
}


@pytest.fixture
def heron(tmp_path: Path) -> Path:
    return plant(tmp_path / "heron", FILES)


@pytest.fixture
def palace(tmp_path: Path, heron: Path) -> str:
    assert run(["mine", str(heron), "--palace", str(tmp_path / "palace"), "--no-vectors"]) == 0
    return str(tmp_path / "palace")


@pytest.fixture
def vault(tmp_path: Path) -> str:
    run(["init", str(tmp_path / "wiki")])
    plant(tmp_path / "wiki", {"concepts/heron.md": "# Heron\n\nA heron stands still, 苍鹭.\n"})
    return str(tmp_path / "wiki")


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]):
    def ask(*words: str, code: int = 0) -> Any:
        capsys.readouterr()
        assert run([*words, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return ask


def test_a_palace_of_its_own_is_for_nobody_else_to_read(palace: str) -> None:
    made = [Path(palace), *Path(palace).rglob("*")]
    for path in made:
        if path.suffix != ".lock":
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert json.loads((Path(palace) / "palace.json").read_bytes()) == {"format": "llmwiki-palace", "version": 1}


def test_the_option_stands_anywhere_and_in_the_environment(palace: str, answer, monkeypatch) -> None:
    expected = answer("palace", "list", "--palace", palace)
    assert len(expected) == 3
    assert answer("--palace", palace, "palace", "list") == expected
    assert answer("palace", f"--palace={palace}", "list") == expected
    monkeypatch.setenv("WIKI_PALACE", palace)
    assert answer("palace", "list") == expected


def test_a_vault_on_the_line_counts_more_than_a_palace_in_the_environment(palace: str, vault: str, answer, monkeypatch, capsys) -> None:
    monkeypatch.setenv("WIKI_PALACE", palace)
    assert [wing["wing"] for wing in answer("palace", "status", "--vault", vault)["wings"]] == ["wiki"]
    monkeypatch.setenv("WIKI_VAULT", vault)
    assert [wing["wing"] for wing in answer("palace", "status")["wings"]] == ["heron"]
    assert run(["palace", "status", "--vault", vault, "--palace", palace]) == 2
    assert "not both" in capsys.readouterr().err


def test_a_renamed_vault_is_filed_once(vault: str, answer, tmp_path: Path) -> None:
    before = answer("mirror", "--no-vectors", "--vault", vault)["drawers"]
    renamed = str(Path(vault).rename(tmp_path / "湖"))
    after = answer("mirror", "--no-vectors", "--vault", renamed)
    assert (after["drawers"], after["files"]["added"]) == (before, 1)
    assert [wing["wing"] for wing in answer("palace", "status", "--vault", renamed)["wings"]] == ["湖"]
    assert answer("mirror", "--verify", "--vault", renamed)["differences"] == []
    assert {hit["wing"] for hit in answer("search", "苍鹭", "--vault", renamed)["hits"]} == {"湖"}


def test_vaults_that_share_a_palace_leave_each_other_in_it(tmp_path: Path, answer) -> None:
    for name in ("lake", "湖"):
        assert run(["init", str(tmp_path / name)]) == 0
        plant(tmp_path / name, {"concepts/heron.md": "# Heron\n\nHerons.\n", ".wiki/config.toml": '[palace]\npath = "../both"\n'})
    for name in ("lake", "湖", "lake"):
        answer("mirror", "--no-vectors", "--vault", str(tmp_path / name))
    assert [wing["wing"] for wing in answer("palace", "status", "--vault", str(tmp_path / "湖"))["wings"]] == ["lake", "湖"]


def test_searching_mining_and_looking_need_no_vault(palace: str, heron: Path, answer, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    hits = answer("search", "--palace", palace, "乐观事务")["hits"]
    assert (hits[0]["path"], hits[0]["wing"], hits[0]["lines"]) == ("事务/乐观.md", "heron", [1, 3])
    assert answer("mine", str(heron), "--palace", palace, "--no-vectors")["unchanged"] == 3


def test_outside_of_everything_the_settings_name_a_palace_or_it_is_an_error(
    palace: str, vault: str, answer, monkeypatch, *, tmp_path: Path, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["palace", "status"]) == 2
    assert "no vault here" in capsys.readouterr().err
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    plant(tmp_path / "settings", {"llmwiki/config.toml": f"palace = '{palace}'\n"})
    assert answer("palace", "status")["files"] == 3
    plant(tmp_path / "settings", {"llmwiki/config.toml": f"vault = '{vault}'\n"})
    assert [wing["wing"] for wing in answer("palace", "status")["wings"]] == ["wiki"]
    for text, said in (("palaces = 'x'", "no setting 'palaces'"), ("palace = 3", "'palace' must be text"), ("palace", "cannot be read")):
        plant(tmp_path / "settings", {"llmwiki/config.toml": text})
        assert run(["palace", "status"]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"other.txt": "x"}, "holds other files"),
        ({"palace.json": "{}"}, "holds other files"),
        ({"chroma.sqlite3": b"SQLite format 3\0"}, "wiki palace import"),
        ({"palace.json": '{"format":"llmwiki-palace","version":9}'}, "version 9"),
    ],
)
def test_a_folder_with_something_else_is_refused(files: dict[str, str | bytes], said: str, heron: Path, tmp_path: Path, capsys) -> None:
    folder = plant(tmp_path / "other", files)
    before = sorted(folder.rglob("*"))
    for words in (["mine", str(heron)], ["mine", "--dry-run", str(heron)]):
        assert run([*words, "--palace", str(folder)]) == 2
        assert said in capsys.readouterr().err
    assert sorted(folder.rglob("*")) == before


def test_a_palace_that_is_not_there_is_made_by_writing_only(tmp_path: Path, heron: Path, capsys) -> None:
    nowhere = str(tmp_path / "nowhere")
    for words in (["search", "x"], ["palace", "status"], ["palace", "verify"], ["palace", "list"], ["palace", "compress"]):
        assert run([*words, "--palace", nowhere]) == 2
        assert "there is no palace" in capsys.readouterr().err
    assert run(["mine", str(heron), "--dry-run", "--palace", nowhere]) == 0
    assert "would file heron: a.py" in capsys.readouterr().out
    assert not Path(nowhere).exists()


def test_list_goes_from_wings_to_rooms_to_drawers(palace: str, answer) -> None:
    rooms = answer("palace", "list", "--palace", palace)
    assert {(room["wing"], room["room"]) for room in rooms} == {("heron", "docs"), ("heron", "general"), ("heron", "事务")}
    assert answer("palace", "list", "heron", "--palace", palace) == rooms
    (drawer,) = answer("palace", "list", "heron", "事务", "--palace", palace)
    assert (drawer["text"], drawer["lines"], drawer["kind"]) == ("# 乐观事务\n\n在提交时检测冲突。", [1, 3], "file")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["palace", "list", "herno"], "did you mean 'heron'"),
        (["palace", "list", "heron", "docss"], "did you mean 'docs'"),
        (["palace", "list", "heron", "事"], "did you mean '事务'"),
        (["palace", "list", "zzz"], "there are: 'heron'"),
        (["search", "x", "--wing", "hero"], "did you mean 'heron'"),
        (["search", "x", "--room", "doc"], "did you mean 'docs'"),
    ],
)
def test_a_name_that_is_not_there(words: list[str], said: str, palace: str, capsys) -> None:
    assert run([*words, "--palace", palace]) == 2
    assert said in capsys.readouterr().err


def test_the_account_of_a_run(palace: str, heron: Path, answer) -> None:
    plant(heron, {"docs/locks.md": "# Locks\n\nA pessimistic one.\n", "empty.md": "", "torn.pdf": b"%PDF-1.7\nnothing"})
    (heron / "a.py").unlink()
    result = answer("mine", str(heron), "--palace", palace, "--no-vectors", code=1)
    assert result["inputs"] == 4
    assert result["inputs"] == result["filed"] + result["unchanged"] + result["duplicate"] + 1 + len(result["failed"]) + result["left"]
    assert result["documents"] == [{"state": "changed", "wing": "heron", "room": "docs", "path": "docs/locks.md"}]
    assert result["removed"] == [{"wing": "heron", "path": "a.py"}]


DAMAGE = {
    "a text": ("UPDATE drawers SET text = 'other' WHERE number = 1", "text"),
    "a word": ("UPDATE words SET terms = 'other' WHERE rowid = 1", "words"),
    "words": ("DELETE FROM words WHERE rowid = 1", "words"),
    "a file": ("DELETE FROM files WHERE number = 1", "missing"),
    "a state": ("UPDATE files SET sha256 = 'x' WHERE number = 1", "outdated"),
    "totals": ("UPDATE totals SET drawers = 7", "totals"),
    "a stranger": ("UPDATE files SET path = 'x' WHERE number = 1", "extra"),
    "closet lines": ("UPDATE closets SET lines = 'Locks||→nowhere'", "closets"),
    "a closet's name": ("UPDATE closets SET id = replace(id, '_docs_', '_other_')", "closets"),
    "closets": ("DELETE FROM closets WHERE file = 1", "closets"),
    "a tunnel": ("INSERT INTO tunnels VALUES ('t', '{}')", "tunnels"),
    "a vector": ("INSERT INTO vectors VALUES ('m@1/8', x'00', x'0011')", "vectors"),
}


@pytest.mark.trial(but=["a file", "a text", "a vector", "words"])
@pytest.mark.parametrize("name", DAMAGE)
def test_verify_finds_every_damage_and_rebuild_heals_it(name: str, palace: str, answer) -> None:
    damage, fault = DAMAGE[name]
    mine = Mine(Path(palace))
    before = mine.rows()
    opened: Palace = mine.palace()
    opened.records.do(lambda connection: connection.execute(damage))
    opened.close()
    found = answer("palace", "verify", "--palace", palace, code=1)
    assert fault in {difference["fault"] for difference in found["differences"]}
    assert found["heals"] == "wiki palace rebuild"
    assert answer("palace", "rebuild", "--no-vectors", "--palace", palace)["drawers"] == 3
    assert answer("palace", "verify", "--palace", palace)["differences"] == []
    assert mine.rows() == before


def test_a_vault_is_verified_against_its_files(vault: str, heron: Path, answer) -> None:
    answer("mine", str(heron), "--vault", vault, "--no-vectors")
    found = answer("palace", "verify", "--vault", vault, code=1)
    assert {(difference["fault"], difference["path"]) for difference in found["differences"]} >= {("missing", "concepts/heron.md")}
    assert found["heals"] == "wiki mirror"
    answer("mirror", "--no-vectors", "--vault", vault)
    assert answer("palace", "verify", "--vault", vault)["differences"] == []
    plant(Path(vault), {"concepts/heron.md": "# Heron\n\nIt strikes.\n"})
    found = answer("palace", "verify", "--vault", vault, code=1)
    assert [difference["fault"] for difference in found["differences"]] == ["outdated"]
    assert answer("palace", "rebuild", "--no-vectors", "--vault", vault)["files"] > 3
    assert answer("palace", "verify", "--vault", vault)["differences"] == []
    assert {wing["wing"] for wing in answer("palace", "status", "--vault", vault)["wings"]} == {"wiki", "heron"}


@pytest.mark.trial
def test_compress_gives_room_back_and_changes_no_answer(palace: str, heron: Path, answer) -> None:
    mine = Mine(Path(palace))
    for turn in range(30):
        plant(heron, {"docs/locks.md": f"# Locks\n\nTurn {turn}. " + "Many words are here. " * 200})
        mine(heron)
    before = mine.rows()
    sizes = answer("palace", "compress", "--palace", palace)
    assert sizes["journal"]["after"] < sizes["journal"]["before"] / 10
    assert sizes["records"]["after"] < sizes["records"]["before"]
    opened = Palace(Home.alone(Path(palace)))
    assert opened.follow() == 0, "the records do not read again what they hold"
    assert mine.rows() == before
    assert answer("palace", "verify", "--palace", palace)["differences"] == []
    assert answer("mine", str(heron), "--palace", palace, "--no-vectors")["unchanged"] == 3


def test_records_that_lack_something_take_no_place(palace: str) -> None:
    mine = Mine(Path(palace))
    before = mine.rows()
    with pytest.raises(VaultError, match="3 files instead of 4"):
        renew(mine.palace(), lambda _: 1)
    assert mine.rows() == before


def test_tunnels_come_from_names_links_and_people(vault: str, heron: Path, answer) -> None:
    plant(Path(vault), {"concepts/heron.md": "# Heron\n\nSee [[kai]].\n", "entities/kai.md": "# Kai\n\nA person.\n"})
    plant(heron, {"concepts/x.md": "# X\n\nWords."})
    answer("mine", str(heron), "--no-vectors", "--vault", vault)
    found = answer("palace", "tunnels", "--vault", vault)
    ends = {
        (item["kind"], item["source"]["wing"], item["source"]["room"], item["target"]["wing"], item["target"]["room"]) for item in found
    }
    assert {("link", "wiki", "concepts", "wiki", "entities"), ("room", "heron", "concepts", "wiki", "concepts")} <= ends
    (made,) = answer("palace", "tunnels", "--vault", vault, "--add", "heron/事务", "wiki/entities", "--label", "为何")
    assert (made["kind"], made["label"]) == ("explicit", "为何")
    steps = answer("palace", "walk", "事务", "--vault", vault, "--hops", "2")
    assert [(step["wing"], step["room"], step["hops"]) for step in steps] == [
        ("heron", "事务", 0),
        ("wiki", "entities", 1),
        ("wiki", "concepts", 2),
    ]
    assert answer("palace", "verify", "--vault", vault)["differences"] == []
    answer("palace", "rebuild", "--no-vectors", "--vault", vault)
    assert made["id"] in {item["id"] for item in answer("palace", "tunnels", "--vault", vault)}
    answer("palace", "tunnels", "--remove", made["id"], "--vault", vault)
    assert made["id"] not in {item["id"] for item in answer("palace", "tunnels", "--vault", vault)}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["walk", "doc"], "did you mean 'docs'"),
        (["walk", "docs", "--wing", "hero"], "did you mean 'heron'"),
        (["tunnels", "--add", "heron/docs", "heron"], "WING/ROOM"),
        (["tunnels", "--add", "heron/docs", "heron/docs"], "two rooms"),
        (["tunnels", "--add", "heron/docs", "heron/dcs"], "did you mean 'docs'"),
        (["tunnels", "--remove", "x"], "nobody made a tunnel 'x'"),
        (["tunnels", "--remove", "x", "--add", "a/b", "c/d"], "not both"),
    ],
)
def test_ways_that_are_not_there(words: list[str], said: str, palace: str, capsys) -> None:
    assert run(["palace", *words, "--palace", palace]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.trial
def test_a_palace_goes_to_mempalace_and_comes_back(palace: str, answer, tmp_path: Path, capsys) -> None:
    answer("palace", "tunnels", "--palace", palace, "--add", "heron/docs", "heron/事务", "--label", "both")
    made = answer("palace", "export", str(tmp_path / "theirs"), "--palace", palace)
    assert (made["drawers"], made["tunnels"]) == (3, 1)
    assert run(["palace", "export", str(tmp_path / "theirs"), "--palace", palace]) == 2
    assert "is there already" in capsys.readouterr().err
    again = str(tmp_path / "again")
    result = answer("palace", "import", str(tmp_path / "theirs"), "--palace", again)
    assert (result["drawers"], result["documents"], result["tunnels"]) == (3, {"filed": 3, "unchanged": 0}, 1)
    seen = {(drawer[6], drawer[9], drawer[0], drawer[2]) for drawer in Mine(Path(palace)).rows()}
    assert {(drawer[6], drawer[9], drawer[0], drawer[2]) for drawer in Mine(Path(again)).rows()} == seen
    journal = Path(again, "journal/journal.jsonl").read_bytes()
    assert answer("palace", "import", str(tmp_path / "theirs"), "--palace", again)["documents"] == {"filed": 0, "unchanged": 3}
    assert Path(again, "journal/journal.jsonl").read_bytes() == journal
    answer("palace", "compress", "--palace", again)
    assert answer("palace", "verify", "--palace", again)["differences"] == []
    assert run(["palace", "import", str(tmp_path), "--palace", again]) == 2
    assert "no palace of MemPalace" in capsys.readouterr().err
