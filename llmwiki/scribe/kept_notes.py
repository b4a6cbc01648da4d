"""Notes on sources, kept between runs: what one source says of its names does not change with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.scribe.notes import SourceNotes, analyse
from llmwiki.vault.kept import code_mark, mark_of, read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from llmwiki.scribe.prose import Reading

NAME = "notes.json"


def notes_on(readings: Sequence[Reading], folder: Path | None) -> list[SourceNotes]:
    """``analyse`` of each reading, in their order.

    Args:
        readings: The sources.
        folder: Where the notes are kept by the hash of their texts; nowhere when None.
    """
    if folder is None:
        return [analyse(reading) for reading in readings]
    key = code_mark("scribe", "scribe/data", "vault")
    kept = read_kept(folder / NAME, key) or {}
    marks = [mark_of(reading.sha256, reading.prose.title) for reading in readings]
    pairs = zip(marks, readings, strict=True)
    notes = {mark: SourceNotes.read(kept[mark]) if mark in kept else analyse(reading) for mark, reading in pairs}
    if kept.keys() != notes.keys():
        write_kept(folder / NAME, key, {mark: notes[mark].data() for mark in sorted(notes)})
    return [notes[mark] for mark in marks]
