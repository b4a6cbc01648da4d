"""Whatever lies in a vault, or happens to it meanwhile: no crash, what could not be checked is named, the exit code is right."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from llmwiki.checks import linter
from llmwiki.cli.app import run
from llmwiki.lint import lint
from llmwiki.workspace import Workspace

NOTES = {".obsidian/app.json": "{}", "a.md": "[[b]] [[没有]]\n", "b.md": "[[a]]\n"}


def found(root: Path, **more) -> list[tuple[str, int, str]]:
    return [(item.path, item.line, item.code) for item in lint(Workspace.open(root), **more).findings]


@pytest.fixture
def meanwhile(monkeypatch):
    """Do something when the files are listed and no check has run."""

    def arrange(*actions) -> None:
        waiting = list(actions)
        real = linter.run_checks

        def run_checks(*arguments):
            if waiting:
                waiting.pop(0)()
            return real(*arguments)

        monkeypatch.setattr(linter, "run_checks", run_checks)

    return arrange


def test_a_file_that_vanishes_is_named_and_the_run_goes_on(write, meanwhile, capsys) -> None:
    root = write(NOTES)
    meanwhile((root / "b.md").unlink)
    assert run(["lint", "--vault", str(root), "--select", "W101"]) == 1
    shown = capsys.readouterr()
    assert "a.md:1:7: warning W101 broken-link" in shown.out
    assert "[[b]]" not in shown.out
    assert shown.err == "not read: b.md: it was taken away while the vault was being read\n"


def test_many_files_that_vanish_are_all_named(write, meanwhile) -> None:
    root = write({**NOTES, **{f"n{number}.md": "" for number in range(60)}})
    meanwhile(lambda: [file.unlink() for file in root.glob("n*.md")])
    result = lint(Workspace.open(root), select=["W101"])
    assert len(result.unreadable) == 60
    assert len(result.findings) == 1


def test_a_file_that_changes_is_named(write, meanwhile) -> None:
    root = write({**NOTES, "c.md": "[[gone]]\n"})
    for file in root.glob("*.md"):
        os.utime(file, (1, 1))  # old enough for the cache to be trusted
    assert ("c.md", 1, "W101") in found(root, select=["W101"])
    for kept in Workspace.open(root).cache_dir.glob("*.json"):
        kept.unlink()  # so that the text is needed again
    meanwhile(lambda: (root / "c.md").write_text("[[gone]] and more\n"))
    result = lint(Workspace.open(root), select=["W101"])
    assert result.unreadable == (("c.md", "it changed while the vault was being read"),)
    assert [item.path for item in result.findings] == ["a.md"]
    assert result.fails()
    assert ("c.md", 1, "W101") in found(root, select=["W101"]), "the next run sees it as it is"


def test_a_disk_that_cannot_read_a_file_stops_nothing(write) -> None:
    root = write(NOTES)
    (root / "b.md").unlink()
    (root / "b.md").symlink_to("/proc/self/mem")  # can be listed and opened, and never be read
    result = lint(Workspace.open(root), select=["W101"])
    assert [path for path, _ in result.unreadable] == ["b.md"]
    assert len(result.findings) == 1


def test_a_link_to_the_folder_above_is_not_followed_and_no_fault(write, capsys) -> None:
    root = write({**NOTES, "a.md": "[[b]]\n", "sub/c.md": "[[a]]\n"})
    (root / "sub/up").symlink_to(root)
    (root / "out").symlink_to(root.parent)
    assert run(["lint", "--vault", str(root)]) == 0
    shown = capsys.readouterr()
    assert "in 3 files." in shown.out
    assert "not followed: out: the link leads back into the vault\nnot followed: sub/up: the link leads back into the vault\n" in shown.err


def test_what_is_named_like_a_note_and_is_none(write) -> None:
    root = write({**NOTES, "folder.md/inside.md": "[[none]]\n"})
    os.mkfifo(root / "pipe.md")
    here = Path.cwd()
    os.chdir(root)  # the path of a socket may have 100 bytes
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("socket.md")
    finally:
        os.chdir(here)
    result = lint(Workspace.open(root), select=["W101"])
    assert dict(result.unreadable) == dict.fromkeys(["pipe.md", "socket.md"], "it is a pipe, a socket or a device")
    assert [item.path for item in result.findings] == ["a.md", "folder.md/inside.md"]


@pytest.mark.usefixtures("locked_out")
def test_a_folder_that_cannot_be_listed_is_named(write) -> None:
    root = write({**NOTES, "shut/c.md": "[[none]]\n"})
    (root / "shut").chmod(0)
    result = lint(Workspace.open(root), select=["W101"])
    (root / "shut").chmod(0o755)
    assert result.unreadable == (("shut", "Permission denied"),)
    assert result.fails()


def test_a_name_that_is_no_utf8(write, capsys) -> None:
    root = write(NOTES)
    (root / os.fsdecode(b"caf\xe9.md")).write_bytes(b"[[none\xe9]]\n")
    for form in ("text", "json", "github"):
        assert run(["lint", "--vault", str(root), "--select", "W101", "--format", form]) == 1
        assert "udce9" in capsys.readouterr().out


def test_folders_as_deep_as_the_system_bears(write) -> None:
    root = write(NOTES)
    here = Path.cwd()
    os.chdir(root)
    try:
        for _ in range(60):  # deeper than any path may be long, which only steps on the way can do
            Path("d" * 100).mkdir()
            os.chdir("d" * 100)
        Path("deep.md").write_text("[[none]]")
        result = lint(Workspace.open(root), select=["W101"])
        assert [reason for _, reason in result.unreadable] == ["File name too long"]
    finally:
        for _ in range(60):
            Path("deep.md").unlink(missing_ok=True)
            os.chdir("..")
            Path("d" * 100).rmdir()
        os.chdir(here)


BARE = {".wiki/config.toml": "", "SCHEMA.md": "", "index.md": "", "log.md": "", "_meta/topic-map.md": "", "raw/articles/a.md": ""}
PAGES = ("entities/a.md", "concepts/b.md", "comparisons/c.md", "queries/d.md", "_archive/e.md", "raw/articles/f.md", "g.md")
ODD = {
    "nothing": "",
    "blank": "\n",
    "a mark": "\ufeff",
    "open": "---\n",
    "closed": "---\n---",
    "no table": "---\n- a\n- b\n---\n",
    "a heading": "#",
    "headings": "# \n## \n## A\n## A\n# ",
    "half a table": "|a|b|\n|-|-|\n|",
    "half a note": "[^1]: \n[^1]\n[^2]:",
    "half a log": "## [2026-11-30]\n| 2026-11-30 |\n- \n",
    "kinds": "---\ntitle: [a]\ntype: {a: b}\ncreated: 5\nupdated: [2026-01-01]\ntags: 3\nsources: {a: [b]}\naliases: null\nconfidence: []\n---\n",
    "nulls": "---\ntitle:\ntype:\ncreated:\nupdated:\ntags:\nsources:\naliases:\ncontested:\ncontradictions:\n---\n",
    "bytes": "caf\udce9 [[\udce9]] #\udce9 [^\udce9]\n\n[^\udce9]: [[raw/\udce9]] “\udce9”\n",
    "zero": "a\x00b [[\x00]]",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_every_check_bears_every_page(write, text: str) -> None:
    for profile in ("obsidian", "hermes", "llmwiki"):
        lint(
            Workspace.open(write({**dict.fromkeys(BARE, text), ".wiki/config.toml": "", **dict.fromkeys(PAGES, text)})),
            select=["W"],
            profile=profile,
        )


@pytest.mark.parametrize("files", [{".obsidian/app.json": ""}, BARE, {"SCHEMA.md": ""}, {".wiki/ledger/x": "", "raw/a.md": ""}], ids=len)
def test_every_check_bears_a_vault_with_next_to_nothing(write, files: dict[str, str]) -> None:
    for profile in ("obsidian", "hermes", "llmwiki"):
        assert not lint(Workspace.open(write(files)), select=["W"], profile=profile).counts["error"]


@pytest.mark.trial(but=["quotes"])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        "[[" * 300_000 + "]]" * 200_000,
        ">" * 10_000 + " x",
        "\n".join("  " * depth + "- x" for depth in range(1_000)),
        "![[" * 300_000,
    ],
    ids=["brackets", "pairs", "quotes", "lists", "embeds"],
)
def test_a_megabyte_of_marks_takes_seconds_at_most(write, text: str) -> None:
    part = text[:100_000]
    page = "---\ntitle: Big\ntags: [a]\n---\n" + part
    wiki = {**BARE, "SCHEMA.md": part, "index.md": part, "log.md": part, "concepts/big.md": page, "raw/articles/big.md": part}
    root = write({**NOTES, **wiki, "big.md": text, "deep.md": "- " * 10_000 + "x", "front.md": "---\na: " + "[" * 10_000 + "\n---\n"})
    begun = time.process_time()
    result = lint(Workspace.open(root), select=["W"])
    assert time.process_time() - begun < 10
    assert result.unreadable == ()
    assert ("a.md", "W101") in {(item.path, item.code) for item in result.findings}


def test_a_note_with_a_thousand_findings(write, capsys) -> None:
    root = write({**NOTES, "many.md": "".join(f"[[none {number}]]\n" for number in range(1000))})
    assert run(["lint", "--vault", str(root), "--select", "W101"]) == 1
    assert capsys.readouterr().out.endswith("1001 warnings in 2 of 3 files.\n")


INTERRUPTED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "MODULE":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv[1:] = ["lint"]
from llmwiki.__main__ import main
main()
"""


@pytest.mark.trial(but=["typer"])
@pytest.mark.parametrize("module", ["llmwiki.cli.app", "typer", "llmwiki.cli.lint", "llmwiki.lint", "llmwiki.checks.broken_link"])
def test_an_interrupt_while_it_starts_leaves_no_traceback(write, module: str) -> None:
    """The interrupt comes when the module is about to be imported."""
    program = INTERRUPTED.replace("MODULE", module)
    done = subprocess.run([sys.executable, "-c", program], cwd=write(NOTES), capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
