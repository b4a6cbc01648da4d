"""The index, the topic map and the log of a vault, as they become after a change to its pages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from llmwiki.vault.index import INDEX_PATH, KINDS, TOPIC_MAP_PATH, build_index, topic_map
from llmwiki.vault.index_section import Entry
from llmwiki.vault.logbook import append_log, rotate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from llmwiki.vault.changes import Changes
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

LOG_PATH = "log.md"


def entries(vault: Vault, folder: Callable[[str], str]) -> list[Entry]:
    """What the index says of every page in the page folders."""
    return [_entry(vault, path, kind) for kind in KINDS for path in vault.notes if path.startswith(folder(kind))]


def _entry(vault: Vault, path: str, kind: str) -> Entry:
    properties = vault.page(path).frontmatter
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    return Entry(
        path=path,
        title=properties.text("title") or stem,
        kind=kind,
        summary=properties.text("summary"),
        sources=len(properties.items("sources")),
        link=vault.resolver.link_text(path, INDEX_PATH),
        tags=properties.items("tags"),
    )


def update_index(vault: Vault, changes: Changes, schema: Schema, language: str, folder: Callable[[str], str]) -> None:
    """Plan the index and the topic map for ``vault``, which shows the pages as they will be."""
    found = entries(vault, folder)
    _plan(vault, changes, INDEX_PATH, build_index(_text(vault, INDEX_PATH), found, schema, language))
    themes = topic_map(_text(vault, TOPIC_MAP_PATH), found, language)
    if themes is not None:
        _plan(vault, changes, TOPIC_MAP_PATH, themes)


def add_log(vault: Vault, changes: Changes, rows: Iterable[tuple[str, str, str]], day: date, rules: tuple[Schema, str]) -> None:
    """Plan log entries (action, target, notes), and a rotation when the log grows past the schema's limit.

    Args:
        vault: As it is on disk.
        changes: Takes the plan.
        rows: New entries.
        day: Date of the entries.
        rules: The schema, and the language of a log that has to be begun.
    """
    schema, language = rules
    text = _text(vault, LOG_PATH)
    for action, target, notes in rows:
        text = append_log(text, day, action, target, notes, language=language)
    archives = {path: vault.text(path) for path in vault.notes if path.startswith("log-")}
    rotated = rotate(text, schema.log_max_entries, archives, language=language)
    if rotated is not None:
        text = rotated.log
        for path, archive in rotated.archives.items():
            _plan(vault, changes, path, archive)
    _plan(vault, changes, LOG_PATH, text)


def _text(vault: Vault, path: str) -> str:
    return vault.text(path) if path in vault.files else ""


def _plan(vault: Vault, changes: Changes, path: str, text: str) -> None:
    """Plan a text that the tool keeps itself; the bytes on disk now are what it expects to replace."""
    changes.write(path, text, expect=vault.sha256(path) if path in vault.files else None)
