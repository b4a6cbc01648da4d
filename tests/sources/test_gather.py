from __future__ import annotations

import os
from pathlib import Path

import pytest

from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.gather import gather
from llmwiki.sources.limits import MAX_BYTES


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    top = tmp_path / "notes"
    for name in ("b.md", "a/港口.md", "a/x.txt", ".hidden.md", ".git/config", "empty/.keep"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(name)
    return top


def names(found: list[Original | Refusal]) -> list[str]:
    return [item.origin if isinstance(item, Original) else f"! {item.input}: {item.reason}" for item in found]


def test_a_folder_is_read_in_order_without_what_is_hidden(tree: Path) -> None:
    found = list(gather([tree]))
    assert names(found) == ["notes/a/x.txt", "notes/a/港口.md", "notes/b.md"]
    assert isinstance(found[1], Original)
    assert (found[1].name, found[1].data) == ("港口.md", "a/港口.md".encode())


def test_nothing_tells_of_the_machine(tree: Path) -> None:
    for item in gather([tree, tree / "b.md"]):
        assert isinstance(item, Original)
        assert str(tree) not in item.origin
        assert not item.origin.startswith("/")


@pytest.mark.parametrize(
    ("given", "origin"),
    [("b.md", "b.md"), (".", "b.md"), ("../notes", "notes/b.md"), ("../notes/b.md", "notes/b.md"), ("./a/../b.md", "b.md")],
)
def test_a_file_is_named_as_it_was_given(tree: Path, monkeypatch: pytest.MonkeyPatch, given: str, origin: str) -> None:
    monkeypatch.chdir(tree)
    assert names(list(gather([given])))[-1] == origin


def test_files_of_the_vault_are_known_by_their_path_in_it(tree: Path) -> None:
    assert names(list(gather([tree / "a"], root=tree))) == ["a/x.txt", "a/港口.md"]
    assert names(list(gather([tree / "b.md"], root=tree / "a"))) == ["b.md"]


def test_every_input_is_accounted_for(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tree / "pipe")
    monkeypatch.chdir(tree)
    found = list(gather(["b.md", "gone.md", ".hidden.md", "empty", "pipe", "http://127.0.0.1/a", "file:///etc/passwd", "a\0b", "b.md"]))
    assert names(found) == [
        "b.md",
        "! gone.md: does not exist",
        "! .hidden.md: is hidden: its name begins with a dot; give it another name",
        "! empty: is an empty folder: no files in it that are not hidden",
        "! pipe: is not a file: a device, pipe or socket",
        "! http://127.0.0.1/a: leads to this machine: 127.0.0.1; `--allow-private` (or `allow_private = true` below `[net]` in .wiki/config.toml) lets it pass",
        "! file:///etc/passwd: is no web address: file: is not read, only http: and https: are",
        "! a\0b: cannot be read: embedded null byte",
        "b.md",
    ]


def test_links_never_lead_out_of_the_folder(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "outside").mkdir()
    (tree / "c-out.md").symlink_to(tmp_path / "secret.md")
    (tree / "d-dir").symlink_to(tmp_path / "outside")
    (tree / "e-loop").symlink_to(tree)
    (tree / "f-in.md").symlink_to(tree / "b.md")
    (tree / "g-broken.md").symlink_to(tree / "nowhere")
    (tree / "h-self.md").symlink_to(tree / "h-self.md")
    assert names(list(gather([tree])))[3:] == [
        "! notes/c-out.md: is a link that leads out of the given folder",
        "! notes/d-dir: is a link that leads out of the given folder",
        "! notes/e-loop: is a link to a folder, which is read where it stands",
        "notes/f-in.md",
        "! notes/g-broken.md: is a link that leads nowhere",
        "! notes/h-self.md: is a link that leads nowhere",
    ]


def test_a_link_given_by_name_is_followed(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "shortcut").symlink_to(tree)
    assert len(list(gather([tmp_path / "shortcut"]))) == 3


@pytest.mark.usefixtures("locked_out")
def test_no_permission_is_told(tree: Path) -> None:
    (tree / "b.md").chmod(0)
    assert names(list(gather([tree / "b.md"]))) == ["! b.md: cannot be read: no permission"]


def test_too_big_is_told_before_reading(tree: Path) -> None:
    with (tree / "big.pdf").open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(MAX_BYTES + 1024 * 1024)
    reason = "is too big: 201.0 MB, the limit is 200.0 MB for what is read at once"
    assert names(list(gather([tree / "big.pdf"]))) == [f"! big.pdf: {reason}"]


def test_names_that_are_no_utf8_are_shown(tree: Path) -> None:
    (tree / os.fsdecode(b"caf\xe9.md")).write_text("x")
    assert "notes/caf\ufffd.md" in names(list(gather([tree])))


def test_memory_holds_one_input(tree: Path) -> None:
    found = gather([tree])
    first = next(found)
    assert isinstance(first, Original)
    (tree / "b.md").write_text("changed after the first was taken")
    assert [item.data for item in found if isinstance(item, Original)][-1] == b"changed after the first was taken"
