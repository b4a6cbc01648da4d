"""Plans, their diffs, and what the gate refuses."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from gate_harness import NOW, Faults, in_child, sample_changes, state

from llmwiki.errors import Busy, EditedMeanwhile, NameRefused, VaultError, WriteError
from llmwiki.vault.apply import apply, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import replace, sha256_of
from llmwiki.vault.operations import operations
from llmwiki.vault.snapshots import Snapshots
from llmwiki.vault.undo import prune, undo


def digest(root: Path, path: str) -> str:
    return sha256_of((root / path).read_bytes())


def write_one(root: Path, path: str, text: str, expect: str | None = None):
    changes = Changes(root)
    changes.write(path, text, expect=expect)
    return apply(changes, action="test", now=NOW)


def test_receipt_says_what_happened(sample: Path):
    receipt = apply(sample_changes(sample), action="ingest", now=NOW)
    assert [file.path for file in receipt.created] == ["entities/people/new.md", "raw/assets/copy.bin"]
    assert [file.path for file in receipt.updated] == ["concepts/部署流程.md", "index.md"]
    assert [(file.moved_from, file.path) for file in receipt.moved] == [("concepts/old.md", "concepts/renamed.md")]
    assert [file.path for file in receipt.deleted] == ["concepts/gone.md"]
    assert all(file.after is None or digest(sample, file.path) == file.after for file in receipt.files)
    assert receipt.operation == 1


def test_diff_is_what_git_applies(sample: Path):
    changes = sample_changes(sample)
    changes.write("no newline.md", "one\r\ntwo", expect=None)
    diff = changes.diff()
    before = state(sample)
    clone = sample.parent / "clone"
    for name, (data, _) in before.items():
        if data != b"<folder>":
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_bytes(data)
    text = "".join(
        part
        for part in diff.split("diff --git ")[1:]
        and [f"diff --git {part}" for part in diff.split("diff --git ")[1:] if "Binary" not in part]
    )
    subprocess.run(
        ["git", "apply", "-p1", "-"],
        cwd=clone,
        input=text.encode(),
        check=True,
        env={**os.environ, "GIT_CEILING_DIRECTORIES": str(sample.parent)},
    )
    apply(changes, action="ingest", now=NOW)
    got = {path.relative_to(clone).as_posix(): path.read_bytes() for path in clone.rglob("*") if path.is_file()}
    wanted = {name: data for name, (data, _) in state(sample).items() if data != b"<folder>" and "copy.bin" not in name}
    assert got == wanted


def test_nothing_is_touched_before_apply_and_a_change_of_no_byte_is_none(sample: Path):
    before = state(sample)
    changes = sample_changes(sample)
    changes.diff()
    assert state(sample) == before
    same = Changes(sample)
    same.write("index.md", (sample / "index.md").read_bytes(), expect=digest(sample, "index.md"))
    assert not same
    assert apply(same, action="x", now=NOW).operation == 0
    assert not (sample / ".wiki").exists()


def test_undecodable_bytes_survive(sample: Path):
    write_one(sample, "latin.md", b"caf\xe9 \r\n\xef\xbb\xbf".decode("utf-8", "surrogateescape"))
    assert (sample / "latin.md").read_bytes() == b"caf\xe9 \r\n\xef\xbb\xbf"


@pytest.mark.parametrize("edit", ["changed", "gone", "appeared"])
def test_a_file_that_is_not_as_planned_stops_everything(sample: Path, edit: str):
    changes = sample_changes(sample)
    path = {"changed": "index.md", "gone": "concepts/gone.md", "appeared": "concepts/renamed.md"}[edit]
    if edit == "gone":
        (sample / path).unlink()
    else:
        (sample / path).write_text("mine\n")
    before = state(sample)
    with pytest.raises(EditedMeanwhile, match=path):
        apply(changes, action="ingest", now=NOW)
    assert state(sample) == before
    assert operations(sample) == []


def test_a_file_edited_while_the_new_ones_are_laid_down_is_not_overwritten(sample: Path, monkeypatch: pytest.MonkeyPatch):
    real = os.replace

    def late_edit(source, target):
        if str(target).endswith("journal.json") and b'"publish"' in Path(source).read_bytes():
            (sample / "index.md").write_text("typed just now\n")
        return real(source, target)

    before = state(sample)
    monkeypatch.setattr(os, "replace", late_edit)
    with pytest.raises(EditedMeanwhile, match=r"index\.md"):
        apply(sample_changes(sample), action="ingest", now=NOW)
    after = state(sample)
    assert after.pop("index.md")[0] == b"typed just now\n"
    before.pop("index.md")
    assert after == before


def test_links_that_lead_out_are_refused(sample: Path, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file.md").write_text("theirs\n")
    (sample / "linked").symlink_to(outside)
    (sample / "link.md").symlink_to(outside / "file.md")
    (sample / "dangling.md").symlink_to(outside / "none.md")
    changes = Changes(sample)
    for path, expect in [
        ("linked/file.md", digest(outside, "file.md")),
        ("linked/new/x.md", None),
        ("link.md", digest(outside, "file.md")),
        ("dangling.md", None),
    ]:
        with pytest.raises(NameRefused, match="symbolic link"):
            changes.write(path, "x", expect=expect)
    with pytest.raises(NameRefused, match="not a folder"):
        changes.write("index.md/x.md", "x", expect=None)
    with pytest.raises(NameRefused, match="not a regular file"):
        changes.write("concepts", "x", expect=None)
    assert [path.name for path in outside.iterdir()] == ["file.md"]


def test_a_folder_swapped_for_a_link_after_planning_is_refused(sample: Path, tmp_path: Path):
    changes = Changes(sample)
    changes.write("queries/a.md", "x", expect=None)
    (tmp_path / "outside").mkdir()
    (sample / "queries").symlink_to(tmp_path / "outside")
    with pytest.raises(NameRefused):
        apply(changes, action="x", now=NOW)
    assert not list((tmp_path / "outside").iterdir())


def test_a_hard_link_is_cut_not_written_through(sample: Path, tmp_path: Path):
    outside = tmp_path / "outside.md"
    outside.write_text("theirs\n")
    (sample / "hard.md").hardlink_to(outside)
    write_one(sample, "hard.md", "ours\n", digest(sample, "hard.md"))
    assert outside.read_text() == "theirs\n"


def test_names_that_differ_in_case_or_normal_form_only_are_refused(sample: Path):
    for path in ("Index.md", "CONCEPTS/x.md", "concepts/OLD.md"):
        with pytest.raises(NameRefused, match="one file"):
            write_one(sample, path, "x")
    write_one(sample, "é.md", "x")
    with pytest.raises(NameRefused, match="one file"):
        write_one(sample, "e\u0301.md", "x")
    changes = Changes(sample)
    changes.write("a/X.md", "1", expect=None)
    changes.write("A/x.md", "2", expect=None)
    with pytest.raises(NameRefused, match="one file"):
        apply(changes, action="x", now=NOW)


def test_a_rename_in_case_only_works(sample: Path):
    changes = Changes(sample)
    changes.move("concepts/old.md", "concepts/Old.md", expect=digest(sample, "concepts/old.md"))
    apply(changes, action="mv", now=NOW)
    assert {path.name for path in (sample / "concepts").iterdir()} == {"部署流程.md", "Old.md", "gone.md"}


def test_chains_and_swaps_of_moves(sample: Path):
    first, second = (digest(sample, f"concepts/{name}.md") for name in ("old", "gone"))
    before = state(sample)
    changes = Changes(sample)
    changes.move("concepts/gone.md", "concepts/third.md", expect=second)
    changes.move("concepts/old.md", "concepts/gone.md", expect=first)
    apply(changes, action="mv", now=NOW)
    assert digest(sample, "concepts/third.md") == second
    assert digest(sample, "concepts/gone.md") == first
    undo(sample, now=NOW)
    assert state(sample) == before


def test_undo_twice_takes_back_the_operation_before(sample: Path):
    states = [state(sample)]
    apply(sample_changes(sample), action="ingest", now=NOW)
    states.append(state(sample))
    write_one(sample, "index.md", "third\n", digest(sample, "index.md"))
    assert undo(sample, now=NOW).action == "undo"
    assert state(sample) == states[1]
    undo(sample, now=NOW)
    assert state(sample) == states[0]
    with pytest.raises(VaultError, match="nothing to take back"):
        undo(sample, now=NOW)
    assert [operation.undoes for operation in operations(sample)] == [0, 0, 2, 1]


def test_undo_leaves_files_alone_that_were_edited_since(sample: Path):
    apply(sample_changes(sample), action="ingest", now=NOW)
    (sample / "index.md").write_text("mine\n")
    (sample / "entities/people/new.md").unlink()
    before = state(sample)
    with pytest.raises(EditedMeanwhile, match=r"Not taken back: entities/people/new\.md, index\.md changed since the ingest"):
        undo(sample, now=NOW)
    assert state(sample) == before


def test_undo_keeps_a_folder_that_somebody_uses(sample: Path):
    apply(sample_changes(sample), action="ingest", now=NOW)
    (sample / "entities/mine.md").write_text("mine\n")
    undo(sample, now=NOW)
    assert (sample / "entities/mine.md").exists()
    assert not (sample / "entities/people").exists()


def test_prune_keeps_fifty_operations_thirty_days_and_merge_bases(sample: Path):
    texts = [f"text {number}\n" for number in range(60)]
    expect = None
    for number, text in enumerate(texts):
        changes = Changes(sample)
        changes.write("page.md", text, expect=expect)
        apply(changes, action="ingest", now=f"2026-{'01' if number < 59 else '11'}-01T00:00:00Z")
        expect = sha256_of(text.encode())
    base = sha256_of(texts[2].encode())
    assert prune(sample, now="2026-01-31T00:00:00Z") == 0
    assert prune(sample, now=NOW, keep={base}) == 8
    assert len(operations(sample)) == 50
    store = Snapshots(sample)
    assert [store.has(sha256_of(text.encode())) for text in texts[:11]] == [False, False, True] + [False] * 6 + [True, True]
    undo(sample, now=NOW)
    assert (sample / "page.md").read_text() == texts[58]


def test_a_second_writer_waits_or_hears_who_is_busy(sample: Path):
    with vault_lock(sample, command="wiki ingest"):
        with vault_lock(sample):
            pass
        outcome: list[str] = []

        def other() -> None:
            try:
                with vault_lock(sample, patience=0.05):
                    outcome.append("in")
            except Busy as busy:
                outcome.append(busy.message)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        ending = in_child(lambda: vault_lock(sample, patience=0.05).__enter__(), Faults(0))
    assert f"process {os.getpid()} on" in outcome[0]
    assert "(wiki ingest, since 20" in ending.message
    with vault_lock(sample, patience=0):
        pass


def test_the_waiting_writer_gets_its_turn(sample: Path):
    order: list[str] = []

    def other() -> None:
        write_one(sample, "second.md", "x")
        order.append("second")

    with vault_lock(sample):
        thread = threading.Thread(target=other)
        thread.start()
        time.sleep(0.1)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_three_writers_at_once_lose_nothing(sample: Path):
    """Each adds lines to one file and tries again when another was faster."""

    def work(writer: int) -> None:
        for line in range(4):
            while True:
                data = (sample / "index.md").read_bytes()
                changes = Changes(sample)
                changes.write("index.md", data + f"- {writer}.{line}\n".encode(), expect=sha256_of(data))
                try:
                    apply(changes, action="add", now=NOW)
                except EditedMeanwhile:
                    continue
                break

    threads = [threading.Thread(target=in_child, args=(partial(work, writer), Faults(0))) for writer in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    added = (sample / "index.md").read_text().splitlines()[2:]
    assert sorted(added) == [f"- {writer}.{line}" for writer in range(3) for line in range(4)]
    assert [operation.number for operation in operations(sample)] == list(range(1, 13))


def test_a_killed_owner_leaves_no_lock(sample: Path):
    assert in_child(lambda: apply(sample_changes(sample), action="x", now=NOW), Faults(60)).killed
    with vault_lock(sample, patience=0):
        pass


def test_local_state_keeps_itself_out_of_git(sample: Path):
    write_one(sample, "a.md", "x")
    subprocess.run(["git", "init", "-q"], cwd=sample, check=True)
    listed = subprocess.run(["git", "status", "--porcelain", "-uall"], cwd=sample, check=True, capture_output=True).stdout
    assert b".wiki/local" not in listed


def test_a_read_only_vault_is_said_in_one_sentence(sample: Path, monkeypatch: pytest.MonkeyPatch):
    def refused(*_args: object, **_kwargs: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "mkdir", refused)
    with pytest.raises(WriteError, match="Read-only file system") as caught:
        apply(sample_changes(sample), action="x", now=NOW)
    assert "may write" in caught.value.hint


def test_replace_waits_for_a_scanner_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real, tries = os.replace, []

    def held(source, target):
        tries.append(target)
        if len(tries) < 3:
            error = PermissionError(13, "held")
            error.winerror = 32
            raise error
        return real(source, target)

    monkeypatch.setattr(os, "replace", held)
    (tmp_path / "a").write_text("new")
    (tmp_path / "b").write_text("old")
    replace(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_text() == "new"


def test_sixty_pages_take_well_under_a_second(tmp_path: Path):
    changes = Changes(tmp_path)
    for number in range(60):
        changes.write(f"concepts/页面-{number}.md", f"# {number}\n" + "text\n" * 400, expect=None)
    started = time.process_time()
    apply(changes, action="ingest", now=NOW)
    assert time.process_time() - started < 1


def test_a_planned_text_is_held_once_and_written_as_its_bytes(tmp_path: Path):
    text = "# 新\n\n\udcff\n"
    changes = Changes(tmp_path)
    changes.write("a.md", text, expect=None)
    assert changes.planned["a.md"].source is text
    assert changes.overlay() == {"a.md": text}
    assert "+# 新\n" in changes.diff()
    apply(changes, action="test", now=NOW)
    assert (tmp_path / "a.md").read_bytes() == text.encode("utf-8", "surrogateescape")


@pytest.mark.trial
def test_more_files_than_are_prepared_at_once_are_one_change(tmp_path: Path):
    texts = {f"{number:04}.md": f"note {number % 7}\n" for number in range(1100)}
    changes = Changes(tmp_path)
    for path, text in texts.items():
        changes.write(path, text, expect=None)
    receipt = apply(changes, action="test", now=NOW)
    assert [file.path for file in receipt.files] == list(texts)
    assert {path: (tmp_path / path).read_text(encoding="utf-8") for path in texts} == texts
    undo(tmp_path, now=NOW)
    assert not list(tmp_path.glob("*.md"))
