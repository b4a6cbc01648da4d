"""Opening a folder of notes, and looking at it as it would be."""

from __future__ import annotations

import hashlib
import json
import os

import pytest

from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.cache import NAME
from llmwiki.vault.resolve import Found, Missing
from llmwiki.vault.vault import Vault, _read_file, find_root

NOTES = {
    "index.md": "[[知识图谱]] [[gone]]",
    "concepts/知识图谱.md": "# 图\n[[index]] ![[a.png]]",
    "raw/assets/a.png": b"\x89PNG\x00",
    "raw/t.txt": "text",
    ".obsidian/app.json": "{}",
    ".hidden.md": "[[no]]",
    "Upper.MD": "x",
}


def test_files_and_notes(write):
    vault = Vault.open(write(NOTES))
    assert vault.name == "vault"
    assert vault.files == ("Upper.MD", "concepts/知识图谱.md", "index.md", "raw/assets/a.png", "raw/t.txt")
    assert vault.notes == ("Upper.MD", "concepts/知识图谱.md", "index.md")
    assert [type(answer) for _, answer in vault.resolved("index.md")] == [Found, Missing]
    assert vault.unreadable == {}


def test_bytes_survive(write):
    data = {"bad.md": b"\xef\xbb\xbf---\r\ntitle: \xff\r\n---\r\n[[caf\xe9]]\r\nlone\rcr", "a.png": b"\xff\x00\r\n", "latin.txt": b"\xe9"}
    vault = Vault.open(write(data))
    for path, content in data.items():
        assert vault.data(path) == content
        assert vault.text(path).encode("utf-8", "surrogateescape") == content
        assert vault.data(path) == content
        assert vault.sha256(path) == hashlib.sha256(content).hexdigest()
    (link,) = vault.page("bad.md").links
    assert link.target == "caf\udce9"
    assert vault.page("bad.md").frontmatter.text("title") == "\udcff"


def test_a_vault_does_not_change_under_its_reader(write):
    root = write({"a.md": "[[b]]"})
    vault = Vault.open(root)
    before = vault.sha256("a.md")
    (root / "a.md").write_text("changed")
    assert vault.text("a.md") == "[[b]]"
    assert vault.sha256("a.md") == before
    assert vault.data("a.md") == b"[[b]]"


@pytest.mark.parametrize("expected", [0, 1, 4, 5, 6, 9])
def test_a_file_is_read_whole_whatever_its_size_was(tmp_path, expected):
    (tmp_path / "a.md").write_bytes(b"12345")
    assert _read_file(str(tmp_path / "a.md"), expected) == b"12345"


def test_notes_that_are_new_are_taken_apart_and_known_or_long_ones_left_alone(write, tmp_path):
    root = write({"known.md": "[[b]]\n", "new.md": "[[一]] (x)\n", "long.md": "[[c]]\n" + "long " * 20_000})
    age(root)
    vault = Vault.open(root, tmp_path / "cache")
    assert vault.page("known.md").targets == ("b",)
    vault.keep()
    again = Vault.open(root, tmp_path / "cache")
    again.take_apart(again.notes)
    assert set(again._texts) == {"new.md"}
    assert {"frontmatter", "targets"} <= vars(again.page("new.md")).keys()
    again.let_go("new.md")
    again.take_apart(["new.md"])
    assert "_parts" not in vars(again.page("new.md")), "what its links name was known"
    assert again.page("long.md").targets == ("c",)


def test_a_long_text_that_changes_after_its_hash_was_taken_is_never_mixed(write):
    root = write({"a.md": "[[b]] and more words\n" * 60_000})
    vault, other = Vault.open(root), Vault.open(root)
    assert vault.sha256("a.md") == other.sha256("a.md") == hashlib.sha256((root / "a.md").read_bytes()).hexdigest()
    assert vault.text("a.md").startswith("[[b]] and")
    (root / "a.md").write_text("changed")
    assert vault.text("a.md").startswith("[[b]] and")
    with pytest.raises(EditedMeanwhile):
        other.text("a.md")


def test_the_root_is_found_upward(tmp_path):
    (tmp_path / "v" / ".obsidian").mkdir(parents=True)
    (tmp_path / "v" / "a" / "b").mkdir(parents=True)
    assert find_root(tmp_path / "v" / "a" / "b") == tmp_path / "v"
    (tmp_path / "v" / "a" / ".wiki").mkdir()
    assert find_root(tmp_path / "v" / "a" / "b") == tmp_path / "v" / "a"
    with pytest.raises(VaultError) as caught:
        find_root(tmp_path)
    assert "wiki init" in caught.value.hint


def test_what_is_no_vault(tmp_path):
    with pytest.raises(VaultError):
        Vault.open(tmp_path / "none")
    vault = Vault.open(tmp_path)
    for ask in (vault.page, vault.text, vault.data, vault.sha256):
        with pytest.raises(VaultError):
            ask("none.md")


def test_symbolic_links_do_not_loop(write, tmp_path):
    root = write({"a/x.md": "x"})
    outside = tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    (outside / "deep" / "y.md").write_text("y")
    (outside / "back").symlink_to(outside)
    (root / "a" / "up").symlink_to(root)
    (root / "a" / "above").symlink_to(tmp_path)
    (root / "self").symlink_to(root / "a")
    (root / "out").symlink_to(outside)
    (root / "again").symlink_to(outside / "deep")
    (root / "file.md").symlink_to(outside / "deep" / "y.md")
    (root / "broken.md").symlink_to(root / "nowhere.md")
    vault = Vault.open(root)
    assert vault.files == ("a/x.md", "again/y.md", "file.md")
    assert vault.unreadable == {"broken.md": "the symbolic link leads nowhere"}


def test_a_link_to_a_folder_above_is_not_followed(write, tmp_path):
    root = write({"a/x.md": "x"})
    (root / "a" / "above").symlink_to(tmp_path)
    assert Vault.open(root).files == ("a/x.md",)


def test_pipes_are_no_notes_and_locked_folders_are_named(write):
    root = write({"a.md": "a"})
    os.mkfifo(root / "pipe.md")
    (root / "locked").mkdir()
    (root / "locked").chmod(0)
    readable = os.access(root / "locked", os.R_OK)
    try:
        vault = Vault.open(root)
    finally:
        (root / "locked").chmod(0o755)
    assert vault.files == ("a.md",)
    assert ("locked" in vault.unreadable) is not readable


def test_overlay_is_the_vault_as_it_would_be(write):
    root = write({"a.md": "[[b]]", "b.md": "b", "c.md": "[[a]] [[new]]"})
    vault = Vault.open(root)
    vault.page("c.md")
    planned = vault.overlay({"b.md": None, "new.md": "[[c]]", "a.md": "changed"})
    assert planned.files == ("a.md", "c.md", "new.md")
    assert planned.text("a.md") == "changed"
    assert planned.sha256("a.md") == hashlib.sha256(b"changed").hexdigest()
    assert [answer for _, answer in planned.resolved("c.md")] == [Found("a.md"), Found("new.md")]
    assert planned.page("c.md") is vault.page("c.md")
    again = planned.overlay({"b.md": "back", "new.md": None})
    assert again.files == ("a.md", "b.md", "c.md")
    assert (again.text("a.md"), again.text("b.md")) == ("changed", "back")
    assert planned.overlay({}).files == planned.files
    assert (vault.files, vault.text("a.md")) == (("a.md", "b.md", "c.md"), "[[b]]")


def kept_rows(cache):
    return json.loads((cache / NAME).read_bytes().split(b"\n")[1])["pages"]


def facts(vault):
    return [
        (path, page.frontmatter, page.frontmatter.entries, page.links, page.tags, page.headings, page.nested_headings, page.blocks,
         page.footnote_defs, page.footnote_refs, page.text, page.code)
        for path in vault.notes
        for page in [vault.page(path)]
    ]  # fmt: skip


RICH = {
    "a.md": '---\ntags: [x]\nl: "[[b|c]]"\nd: 2026-02-30\nm: {k: [1, null]}\n---\n# H ^id\n[[b#H]] %%[[c]]%% [t](a%20b.md)[^1] #t\n\n[^1]: [[raw/x]]\n> # Q\n',
    "b.md": "知识 [[a]]\r\n\udcff `[[no]]`",
}


def age(root, seconds=100):
    for path in root.rglob("*"):
        stat = path.stat()
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns - seconds * 10**9))


def test_pages_from_the_cache_are_the_same(write, tmp_path):
    root, cache = write(RICH), tmp_path / "cache"
    age(root)
    plain = facts(Vault.open(root))
    first = Vault.open(root, cache)
    assert facts(first) == plain
    first.keep()
    second = Vault.open(root, cache)
    assert [second.page(path).targets for path in second.notes] == [first.page(path).targets for path in first.notes]
    assert [second.targets(path) for path in second.notes] == [first.targets(path) for path in first.notes]
    assert second._texts == {}
    assert facts(second) == plain
    second.keep()
    third = Vault.open(root, cache)
    for path in third.notes:
        assert third.page(path).links or third.page(path).headings
    assert third._texts == {}
    assert facts(third) == plain
    (cache / NAME).chmod(0o444)
    stamp = (cache / NAME).stat().st_mtime_ns
    third.keep()
    assert (cache / NAME).stat().st_mtime_ns == stamp


@pytest.mark.parametrize("part", ["links", "tags", "headings", "nested_headings", "blocks", "footnote_defs", "footnote_refs", "targets"])
def test_a_part_is_kept_once_a_run_has_asked_for_it(write, tmp_path, part):
    root, cache = write(RICH), tmp_path / "cache"
    age(root)
    found = [getattr(page, part) for path in Vault.open(root).notes for page in [Vault.open(root).page(path)]]
    assert any(found)
    for ask in ("frontmatter", part, part):
        vault = Vault.open(root, cache)
        answers = [getattr(vault.page(path), ask) for path in vault.notes]
        vault.keep()
    assert answers == found
    assert vault._texts == {}
    assert facts(vault) == facts(Vault.open(root))


def test_a_changed_note_is_parsed_again(write, tmp_path):
    root, cache = write(RICH), tmp_path / "cache"
    age(root)
    first = Vault.open(root, cache)
    facts(first)
    first.keep()
    (root / "b.md").write_text("[[new]]")
    (root / "a.md").touch()
    second = Vault.open(root, cache)
    assert [link.target for link in second.page("b.md").links] == ["new"]
    assert facts(second) == facts(Vault.open(root))
    second.keep()
    assert facts(Vault.open(root, cache)) == facts(Vault.open(root))


def test_a_note_with_an_older_time_or_another_size_is_not_the_one_that_was_kept(write, tmp_path):
    root, cache = write({"a.md": "[[b]]", "c.md": "[[d]]"}), tmp_path / "cache"
    age(root)
    first = Vault.open(root, cache)
    facts(first)
    first.keep()
    stat = (root / "c.md").stat()
    (root / "a.md").write_text("[[x]]")
    os.utime(root / "a.md", ns=(0, stat.st_mtime_ns - 10**12))
    (root / "c.md").write_text("[[longer]]")
    os.utime(root / "c.md", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    second = Vault.open(root, cache)
    assert [second.page(path).targets for path in second.notes] == [("x",), ("longer",)]


def test_what_kept_names_mean_depends_on_the_page(write, tmp_path):
    notes = {"a/x.md": "[[./y]] [[y]]", "b/x.md": "[[./y]] [[y]]", "b/y.md": "", "c/y.md": "[[../b/x]] [[../gone]]"}
    root, cache = write(notes), tmp_path / "cache"
    age(root)
    for _ in range(2):
        vault = Vault.open(root, cache)
        assert [vault.targets(path) for path in vault.notes] == [
            [Missing(("b/y.md", "c/y.md")), Found("b/y.md", ("c/y.md",))],
            [Found("b/y.md"), Found("b/y.md", ("c/y.md",))],
            [],
            [Found("b/x.md"), Missing()],
        ]
        assert [len(vault.missing(path)) for path in vault.notes] == [1, 0, 0, 1]
        assert vault.linked({path: number for number, path in enumerate(vault.notes)}) == [{2}, {2}, set(), {1}]
        vault.keep()


def test_a_note_written_just_before_the_cache_is_checked_by_its_hash(write, tmp_path):
    root, cache = write({"a.md": "[[b]]"}), tmp_path / "cache"
    stat = (root / "a.md").stat()
    first = Vault.open(root, cache)
    facts(first)
    first.keep()
    (root / "a.md").write_text("[[c]]")
    os.utime(root / "a.md", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert [link.target for link in Vault.open(root, cache).page("a.md").links] == ["c"]


def test_a_note_edited_between_its_page_and_its_text_is_never_mixed(write, tmp_path):
    root, cache = write(RICH), tmp_path / "cache"
    age(root)
    first = Vault.open(root, cache)
    facts(first)
    first.keep()
    vault, other = Vault.open(root, cache), Vault.open(root, cache)
    assert vault.targets("b.md")
    (root / "b.md").write_text("new [[c]]")
    with pytest.raises(EditedMeanwhile):
        vault.text("b.md")
    assert other.text("b.md") == "new [[c]]"
    assert [link.target for link in other.page("b.md").links] == ["c"]


def test_deleted_notes_leave_the_cache(write, tmp_path):
    root, cache = write(RICH), tmp_path / "cache"
    first = Vault.open(root, cache)
    facts(first)
    first.keep()
    (root / "b.md").unlink()
    (root / "c.md").write_text("c")
    second = Vault.open(root, cache)
    facts(second)
    second.keep()
    assert sorted(kept_rows(cache)) == ["a.md", "c.md"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"{}", b"x\n{}", b"[" * 100_000, b"\xff"])
def test_a_damaged_cache_is_no_cache(write, tmp_path, damage):
    root, cache = write(RICH), tmp_path / "cache"
    cache.mkdir()
    (cache / NAME).write_bytes(damage)
    vault = Vault.open(root, cache)
    assert facts(vault) == facts(Vault.open(root))
    vault.keep()
    assert kept_rows(cache).keys() == {"a.md", "b.md"}


def test_one_changed_byte_makes_the_cache_worthless(write, tmp_path):
    root, cache = write(RICH), tmp_path / "cache"
    age(root)
    for _ in range(2):
        vault = Vault.open(root, cache)
        facts(vault)
        vault.keep()
    data = (cache / NAME).read_bytes()
    assert b'"H"' in data
    (cache / NAME).write_bytes(data.replace(b'"H"', b'"X"'))
    assert facts(Vault.open(root, cache)) == facts(Vault.open(root))


def test_a_cache_that_cannot_be_written_is_no_error(write, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    vault = Vault.open(write(RICH), tmp_path / "cache")
    read = facts(vault)
    vault.keep()
    assert read == facts(Vault.open(vault.root))
