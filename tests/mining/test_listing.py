from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mining_harness import git, plant

from llmwiki.errors import SourceRefused
from llmwiki.mining.listing import list_files
from llmwiki.mining.project import Project, project_of
from llmwiki.palace.alone import claim

NAMES = ("a", "b", "build", "log", "数据", "c d")
PARTS = st.sampled_from(
    [
        *NAMES,
        "*",
        "**",
        "a*",
        "*.md",
        "?",
        "[ab]",
        "!a",
        "!build",
        "a/",
        "/a",
        "build/",
        "a/b",
        "**/log",
        "log/**",
        "#x",
        "\\#x",
        "",
        "数据/",
    ]
)
LINE = st.lists(PARTS, min_size=1, max_size=2).map("/".join)
PATH = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignored")
    git(root, "init", "-q")
    return root


@given(
    paths=st.lists(PATH, min_size=1, max_size=12, unique=True),
    top=st.lists(LINE, max_size=4),
    inner=st.lists(LINE, max_size=3),
    where=st.sampled_from(NAMES),
)
def test_ignore_files_mean_without_git_what_they_mean_to_git(
    repository: Path, paths: list[str], top: list[str], inner: list[str], where: str
) -> None:
    for entry in repository.iterdir():
        if entry.name != ".git":
            _remove(entry)
    plant(repository, {path: path for path in paths} | {".gitignore": "\n".join(top), f"{where}/.gitignore": "\n".join(inner)})
    by_git = list_files(Project(repository.resolve(), by_git=True)).files
    assert list_files(Project(repository.resolve())).files == by_git


def _remove(entry: Path) -> None:
    if entry.is_dir():
        for inside in entry.iterdir():
            _remove(inside)
        entry.rmdir()
    else:
        entry.unlink()


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    plant(
        tmp_path / "p",
        {"a.md": "a", ".env": "KEY=1", ".cache/x": "x", "node_modules/m/i.js": "m", "venv/pyvenv.cfg": "", "venv/lib/x.py": "x"},
    )
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "p/link.md").symlink_to(tmp_path / "secret.md")
    os.mkfifo(tmp_path / "p/pipe")
    listing = list_files(project_of(tmp_path / "p"))
    assert listing.files == ["a.md"]
    assert listing.skipped == {"hidden": 2, "in folders of generated files": 2, "links": 1, "devices, pipes and sockets": 1}


def test_no_palace_is_mined(tmp_path: Path) -> None:
    claim(tmp_path / "p" / "memory")
    plant(tmp_path / "p", {"a.md": "a", "memory/journal/journal.jsonl": "{}"})
    assert list_files(project_of(tmp_path / "p")).files == ["a.md"]
    assert list_files(project_of(tmp_path / "p"), [tmp_path.resolve() / "p/a.md"]).skipped["in palaces"] == 2


def test_repositories_in_a_repository(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    for root in (inner, outer, outer / "nested"):
        root.mkdir(parents=True, exist_ok=True)
        git(root, "init", "-q")
    plant(inner, {"in.md": "in"})
    git(inner, "add", "in.md")
    git(inner, "commit", "-qm", "in")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "module")
    plant(outer, {"out.md": "out", "nested/deep/n.md": "n", "nested/.gitignore": "left.md\n", "nested/left.md": "left"})
    assert list_files(project_of(outer)).files == ["module/in.md", "nested/deep/n.md", "out.md"]


def test_the_project_of_a_folder(tmp_path: Path) -> None:
    root = plant(tmp_path / "My Project", {"docs/a.md": "a", "build/b.md": "b", ".gitignore": "build/\n"})
    assert project_of(root / "docs") == Project((root / "docs").resolve())
    git(root, "init", "-q")
    inside = project_of(root / "docs")
    assert (inside.root, inside.inside, inside.wing) == (root.resolve(), "docs/", "my-project")
    assert list_files(inside).files == ["docs/a.md"]
    assert list_files(project_of(root / "build")).files == ["b.md"], "a folder that is named is wanted although its repository ignores it"
    assert list_files(project_of(root / "docs/a.md")).files == ["docs/a.md"]
    with pytest.raises(SourceRefused, match="does not exist"):
        project_of(root / "nowhere")


def test_a_linked_work_tree_belongs_to_its_repository(tmp_path: Path) -> None:
    main = plant(tmp_path / "heron", {"a.md": "a"})
    git(main, "init", "-q")
    git(main, "add", "a.md")
    git(main, "commit", "-qm", "a")
    git(main, "worktree", "add", "-q", str(tmp_path / "heron-fix"))
    assert project_of(tmp_path / "heron-fix").wing == "heron"
