from __future__ import annotations

from pathlib import Path

import pytest

from llmwiki.state import cache_folder, user_caches


def test_inside_the_vault_by_default(tmp_path: Path) -> None:
    assert cache_folder(tmp_path) == tmp_path / ".wiki/cache"


def test_elsewhere_every_vault_has_its_own(tmp_path: Path) -> None:
    one, two = (cache_folder(tmp_path / parent / "笔记", tmp_path / "caches") for parent in "ab")
    assert one != two
    assert one.parent == tmp_path / "caches"
    assert one.name.startswith("笔记-")
    assert cache_folder(tmp_path / "a" / "." / "笔记", tmp_path / "caches") == one


def test_the_users_own_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_caches() == tmp_path / "llmwiki"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_caches() == tmp_path / ".cache" / "llmwiki"
