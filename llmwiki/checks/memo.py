"""What checks found out about single files, kept between runs for as long as nothing that decides it has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.checks.base import Edit, Fix, Mark, Place, Snapshot
from llmwiki.vault.kept import code_mark, mark_of, read_kept, write_kept
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from llmwiki.vault.vault import Vault

    Find = Callable[[Snapshot, str], Iterable[Mark]]

NAME = "memo.json"


class Memo:
    """A table: a row for each file, void once its text changes, and a column for each question.

    Args:
        vault: Tells the hash of each file's text.
        folder: Where the table is kept; nowhere when None.
    """

    def __init__(self, vault: Vault, folder: Path | None) -> None:
        self._vault = vault
        self._file = folder / NAME if folder else None
        self._key = code_mark("checks", "facts", "vault")
        kept = read_kept(self._file, self._key) if self._file else None
        self._marks: dict[str, str] = kept["marks"] if kept else {}
        self._rows: dict[str, list[Any]] = kept["rows"] if kept else {}
        self._seen: dict[str, dict[str, Any]] = {}
        self.is_changed = False

    def column(self, question: str, *depends_on: object) -> Column:
        """The answers to a question.

        Args:
            question: Its name.
            depends_on: All that decides the answers besides the file's own text, as JSON values; when it is
                not what it was, the whole column is void.
        """
        mark = mark_of(*depends_on)
        if self._marks.get(question, mark) != mark:
            for row in self._rows.values():
                row[1].pop(question, None)
        self._marks[question] = mark
        return Column(question, self)

    def row(self, path: str) -> dict[str, Any]:
        """The answers about a file, by question."""
        answers = self._seen.get(path)
        if answers is None:
            digest = self._vault.digest(path)
            row = self._rows.get(path)
            if row is None or row[0] != digest:
                row = self._rows[path] = [digest, {}]
            answers = self._seen[path] = row[1]
        return answers

    def save(self) -> None:
        """Write the table if anything in it changed."""
        if self._file and self.is_changed:
            files = frozenset(self._vault.files)
            rows = {path: row for path, row in self._rows.items() if path in files}
            write_kept(self._file, self._key, {"marks": self._marks, "rows": rows})


class Column:
    """The answers to one question, a JSON value for each file."""

    def __init__(self, question: str, memo: Memo) -> None:
        self._question, self._memo = question, memo

    def of(self, path: str, find: Callable[[str], Any], holds: Callable[[Any], bool] | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """The answer about a file.

        Args:
            path: The file.
            find: Finds the answer when none is known. Tuples in it may come back as lists.
            holds: Whether a known answer is still right; always when None.
        """
        answers = self._memo.row(path)
        answer = answers.get(self._question)
        if answer is None or (holds and not holds(answer)):
            answer = answers[self._question] = find(path)
            self._memo.is_changed = True
        return answer


def by_page(snapshot: Snapshot, code: str, paths: Iterable[str], find: Find, *depends_on: object) -> Iterator[Mark]:
    """The marks of a check that looks at each file for itself.

    Args:
        snapshot: What the check sees.
        code: Of the check.
        paths: The files.
        find: Yields what is wrong with one file; it may look at nothing else but ``depends_on``.
        depends_on: As for ``Memo.column``.
    """
    column = snapshot.memo.column(code, *depends_on)
    for path in paths:
        for row in column.of(path, lambda path: list(find(snapshot, path))):
            yield mark_from(row)


def mark_from(row: Iterable[Any]) -> Mark:
    """A mark that was kept."""
    path, span, message, severity, hint, related, fix = row
    places = tuple(Place(*place) for place in related)
    return Mark(path, span and Span(*span), message, severity, hint, places, fix and _fix(*fix))


def _fix(safe: bool, title: str, edits: Iterable[Iterable[Any]], moves: Iterable[tuple[str, str]] = ()) -> Fix:  # noqa: FBT001 - as in Fix
    return Fix(safe, title, tuple(Edit(*edit) for edit in edits), tuple((source, target) for source, target in moves))
