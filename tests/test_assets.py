"""What ships with the product is found in a checkout and in a wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from llmwiki import assets
from llmwiki.assets import asset
from llmwiki.errors import ConfigError

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("samples", "templates", "wiki-skeleton")


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_checkout_is_found() -> None:
    for folder in FOLDERS:
        assert asset(folder) == ROOT / folder


def test_what_is_missing_is_said() -> None:
    with pytest.raises(ConfigError, match="lacks nonsense"):
        asset("nonsense")


@pytest.mark.trial
def test_the_wheel_has_all_of_it(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, capture_output=True, check=True)
    unpacked = tmp_path / "site"
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(unpacked)
    for folder in FOLDERS:
        assert names(unpacked / "llmwiki" / "_assets" / folder) == names(ROOT / folder)
    code = "from llmwiki.assets import asset; print(asset('samples').as_posix())"
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=unpacked, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("site/llmwiki/_assets/samples")
    assert (unpacked / "llmwiki/py.typed").is_file()


def test_other_packages_folders_are_not_mistaken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an installation the folder beside the package is everybody's."""
    package = tmp_path / "llmwiki"
    (package / "_assets" / "samples").mkdir(parents=True)
    (tmp_path / "samples").mkdir()
    monkeypatch.setattr(assets, "_PACKAGE", package)
    assert asset("samples") == package / "_assets" / "samples"
