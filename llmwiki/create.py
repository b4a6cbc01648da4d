"""Verb: lay down a vault, or add what an existing one lacks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from llmwiki.assets import asset
from llmwiki.config import Language, load_config
from llmwiki.errors import VaultError
from llmwiki.vault.apply import apply
from llmwiki.vault.changes import Changes
from llmwiki.vault.own_files import is_own, own_file, page_folders
from llmwiki.vault.places import Folders
from llmwiki.vault.walk import walk

RAW_FOLDERS = ("raw/articles", "raw/papers", "raw/transcripts", "raw/assets")

_BLANK = re.compile(r"\{\{(\w+)\}\}")

DOMAINS: dict[Language, str] = {
    "en": "Say here in one or two sentences what this wiki is about, and what it is not about.",
    "zh": "用一两句话写明这个 wiki 收什么、不收什么。",
}
TAGS: dict[Language, tuple[str, ...]] = {
    "en": ("person", "organisation", "product", "place", "work", "event", "method", "theory", "tool", "decision"),
    "zh": ("人物", "组织", "产品", "地点", "作品", "事件", "方法", "理论", "工具", "决策"),
}


@dataclass(frozen=True, slots=True)
class Created:
    """What was laid down.

    Attributes:
        root: The vault.
        adopted: Whether notes were there before.
        added: Files that are new, sorted.
        kept: Files of the skeleton that were there already and stayed as they were.
        folders: Folders that are new.
    """

    root: Path
    adopted: bool
    added: tuple[str, ...]
    kept: tuple[str, ...]
    folders: tuple[str, ...]


def create(root: Path, *, domain: str, tags: Sequence[str], language: Language | None, now: str) -> Created:
    """Make ``root`` a vault. What is there stays as it is; done twice, the second time changes nothing.

    Args:
        root: The folder; it is made when it is missing.
        domain: What the wiki is about; empty for a line that asks for it.
        tags: The taxonomy, with or without ``#``; empty for a general one.
        language: Of the texts; None: what an adopted vault's settings say, else English.
        now: ISO time for the record of operations.

    Raises:
        VaultError: The folder cannot be made, or has a folder ``Raw`` where ``raw`` is needed.
        ConfigError: The settings of the adopted vault cannot be used.
    """
    _make(root, root)
    language = language or load_config(root).language
    adopted = any(path.suffix == ".md" for path in root.iterdir()) or (root / ".obsidian").is_dir()
    texts = dict(skeleton(domain, tags, language))
    _refuse_twin(root)
    present = walk(root).files
    kept = [path for path in texts if _is_there(root, path, present)]
    changes = Changes(root)
    for path in sorted(texts.keys() - set(kept)):
        changes.write(path, texts[path], expect=None)
    folders = tuple(folder for folder in (*RAW_FOLDERS, *page_folders(root, present).values()) if not (root / folder).exists())
    apply(changes, action="init", now=now)
    for folder in folders:
        _make(root, root / folder)
    return Created(root.resolve(), adopted, changes.paths, tuple(sorted(kept)), folders)


def skeleton(domain: str, tags: Sequence[str], language: Language) -> Iterator[tuple[str, str]]:
    """(path, text) of every file of a new vault."""
    names = ["-".join(tag.strip().lstrip("#").split()) for tag in tags] or TAGS[language]
    values = {
        "domain": " ".join(domain.split()) or DOMAINS[language],
        "tags": "\n".join(f"- #{name}" for name in names if name),
        "language": language,
    }
    for base in (asset("wiki-skeleton/common"), asset(f"wiki-skeleton/{language}")):
        for file in sorted(path for path in base.rglob("*") if path.is_file()):
            text = _BLANK.sub(lambda blank: values[blank[1]], file.read_text(encoding="utf-8"))
            yield file.relative_to(base).as_posix().replace("dot-", "."), text


def _is_there(root: Path, path: str, present: Collection[str]) -> bool:
    """Whether a vault has a file, be it spelled otherwise or below ``wiki/``."""
    return (root / path).exists() or (root / path).is_symlink() or (is_own(path) and own_file(path, present) in present)


def _refuse_twin(root: Path) -> None:
    twin = Folders(root).twin("raw")
    if twin:
        message = f"{root / twin} is in the way of the folder 'raw', where sources are kept: on many systems the two are one"
        raise VaultError(message, f"rename {twin!r} to 'raw', or move it, and run `wiki init` again")


def _make(root: Path, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder} cannot be made: {error.strerror}"
        raise VaultError(message, f"give a folder that can be written instead of {root}") from error
