"""The index, the topic map and the log of a vault, as they become after a change to its pages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from llmwiki.vault.index import KINDS, build_index, topic_map
from llmwiki.vault.index_entry import index_entry
from llmwiki.vault.logbook import append_log, rotate
from llmwiki.vault.own_files import INDEX, LOG, TOPIC_MAP, own_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from llmwiki.vault.changes import Changes
    from llmwiki.vault.index_section import Entry
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault


def entries(vault: Vault, folder: Callable[[str], str]) -> list[Entry]:
    """What the index says of every page in the page folders."""
    index = own_file(INDEX, vault.files)
    return [_entry(vault, path, kind, index) for kind in KINDS for path in vault.notes if path.startswith(folder(kind))]


def _entry(vault: Vault, path: str, kind: str, index: str) -> Entry:
    found = index_entry(vault, path, kind, index)
    vault.let_go(path)
    return found


def update_index(vault: Vault, changes: Changes, schema: Schema, language: str, folder: Callable[[str], str]) -> None:
    """Plan the index and the topic map for ``vault``, which shows the pages as they will be."""
    found = entries(vault, folder)
    index, themes = own_file(INDEX, vault.files), own_file(TOPIC_MAP, vault.files)
    _plan(vault, changes, index, build_index(_text(vault, index), found, schema, language))
    grouped = topic_map(_text(vault, themes), found, language)
    if grouped is not None:
        _plan(vault, changes, themes, grouped)


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
    log = own_file(LOG, vault.files)
    folder = log[: -len(LOG)]
    text = _text(vault, log)
    for action, target, notes in rows:
        text = append_log(text, day, action, target, notes, language=language)
    archives = {path.removeprefix(folder): vault.text(path) for path in vault.notes if path.startswith(f"{folder}log-")}
    rotated = rotate(text, schema.log_max_entries, archives, language=language)
    if rotated is not None:
        text = rotated.log
        for name, archive in rotated.archives.items():
            _plan(vault, changes, folder + name, archive)
    _plan(vault, changes, log, text)


def _text(vault: Vault, path: str) -> str:
    return vault.text(path) if path in vault.files else ""


def _plan(vault: Vault, changes: Changes, path: str, text: str) -> None:
    """Plan a text that the tool keeps itself; the bytes on disk now are what it expects to replace."""
    changes.write(path, text, expect=vault.sha256(path) if path in vault.files else None)
