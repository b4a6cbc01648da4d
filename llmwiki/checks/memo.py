"""What checks found out about single files, kept between runs for as long as nothing that decides it has changed."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from llmwiki.checks.base import Edit, Fix, Mark, Place, Snapshot
from llmwiki.checks.tour import Question
from llmwiki.vault.kept import code_mark, mark_of, read_kept, write_kept
from llmwiki.vault.lazy import lazy
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from llmwiki.vault.vault import Vault

    Find = Callable[[Snapshot, str], Iterable[Mark]]

NAME = "memo.json"
_EMPTY: tuple[Any, ...] = ([], (), "")


class Memo:
    """A table: a row for each file, void once its text changes, and a column for each question.

    Most answers are that there is nothing to say, so a column has the files of which that holds as ranges, and the others with
    their answers. A column is read when its question is asked.

    Args:
        vault: Tells the hash of each file's text.
        folder: Where the table is kept; nowhere when None.
    """

    def __init__(self, vault: Vault, folder: Path | None) -> None:
        self._vault = vault
        self._file = folder / NAME if folder else None
        self._key = code_mark("checks", "facts", "vault")
        kept = (read_kept(self._file, self._key) if self._file else None) or {"files": {}, "columns": {}}
        self._known: dict[str, dict[str, Any]] = kept["columns"]
        self._files = list(kept["files"])
        self._digests: dict[str, str] = kept["files"]
        self._columns: dict[str, Column] = {}
        self.is_changed = False

    @lazy
    def unchanged(self) -> frozenset[str]:
        """The files of the table whose text is what it was."""
        digest, unreadable = self._vault.digest, self._vault.unreadable
        here = self._digests.keys() & self._vault.files if self._digests else ()
        return frozenset([path for path in here if path not in unreadable and digest(path) == self._digests[path]])

    def column(self, question: str, *depends_on: object) -> Column:
        """The answers to a question.

        Args:
            question: Its name.
            depends_on: All that decides the answers besides the file's own text, as JSON values; when it is
                not what it was, the whole column is void.
        """
        mark = mark_of(*depends_on)
        column = self._columns.get(question)
        if column is None or column.mark != mark:
            known = self._known.get(question)
            column = self._column(known, mark) if known and known["mark"] == mark else Column(mark, self)
            self._columns[question] = column
        return column

    def _column(self, known: Mapping[str, Any], mark: str) -> Column:
        """A column as it was kept, without the files that changed."""
        column = Column(mark, self, known["empty"])
        files, unchanged = self._files, self.unchanged
        for start, end in known["nothing"]:
            column.nothing.update(files[start:end])
        column.answers = {files[place]: answer for place, answer in known["answers"]}
        if len(unchanged) < len(files):
            column.nothing &= unchanged
            column.answers = {path: answer for path, answer in column.answers.items() if path in unchanged}
        return column

    def save(self) -> None:
        """Write the table if anything in it changed."""
        if not (self._file and self.is_changed):
            return
        columns = {question: self._column(known, known["mark"]) for question, known in self._known.items()}
        columns |= self._columns
        met = set[str]().union(*(column.nothing for column in columns.values()), *(column.answers for column in columns.values()))
        files = [path for path in self._vault.files if path in met and path not in self._vault.unreadable]
        digests = {path: self._vault.digest(path) for path in files}
        places = {path: place for place, path in enumerate(files)}
        written = {question: column.written(places) for question, column in sorted(columns.items())}
        write_kept(self._file, self._key, {"files": digests, "columns": written})


class Column:
    """The answers to one question, a JSON value for each file.

    Attributes:
        mark: Of what decides the answers besides the files.
        empty: The empty list or text that is the answer about most files.
        nothing: Files of which that is the answer.
        answers: All others that are known.
    """

    def __init__(self, mark: str, memo: Memo, empty: Any = None) -> None:  # noqa: ANN401 - any JSON value
        self.mark, self.empty = mark, empty
        self.nothing: set[str] = set()
        self.answers: dict[str, Any] = {}
        self._memo = memo

    def of(self, path: str, find: Callable[[str], Any], holds: Callable[[Any], bool] | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """The answer about a file.

        Args:
            path: The file.
            find: Finds the answer when none is known. Tuples in it may come back as lists.
            holds: Whether a known answer is still right; always when None.
        """
        known = self.empty if path in self.nothing else self.answers.get(path)
        if known is None or (holds and not holds(known)):
            known = find(path)
            self.keep(path, known)
        return known

    def unknown(self, paths: Iterable[str]) -> Iterator[str]:
        """Those of the files about which nothing is known."""
        nothing, answers = self.nothing, self.answers
        if not nothing and not answers:
            return iter(paths)
        return (path for path in paths if path not in nothing and path not in answers)

    def telling(self, paths: Sequence[str]) -> list[str]:
        """Those of the files about which the answer is not known to be the empty one."""
        nothing = self.nothing
        return [] if nothing.issuperset(paths) else [path for path in paths if path not in nothing]

    def fill(self, paths: Sequence[str], find: Callable[[str], Any]) -> None:
        """Find the answers about files of which none is known; of most there is nothing to say, which is noted of all at once."""
        found = [*map(find, paths)]
        if self.empty is not None and found.count(self.empty) == len(found):
            self.nothing.update(paths)
        else:
            for path, answer in zip(paths, found, strict=True):
                if answer:
                    self.answers[path] = answer
                else:
                    self.keep(path, answer)
        self._memo.is_changed = True

    def keep(self, path: str, answer: Any) -> None:  # noqa: ANN401 - any JSON value
        """Note an answer, in the place of an older one."""
        self._memo.is_changed = True
        if not answer and self._is_empty(answer):
            self.nothing.add(path)
            if path in self.answers:
                del self.answers[path]
        else:
            self.answers[path] = answer
            self.nothing.discard(path)

    def _is_empty(self, answer: Any) -> bool:  # noqa: ANN401 - any JSON value
        if self.empty is None and answer in _EMPTY:
            self.empty = [] if answer == () else answer
        return bool(answer == self.empty or (answer == () and self.empty == []))

    def written(self, places: Mapping[str, int]) -> dict[str, Any]:
        """The column as a JSON value, with files as places in the list of files.

        Args:
            places: The files in their order, each with its place.
        """
        nothing = bytes([*map(self.nothing.__contains__, places)]) if self.nothing else b""
        answers = [(places[path], answer) for path, answer in self.answers.items() if path in places]
        return {"mark": self.mark, "empty": self.empty, "nothing": _ranges(nothing), "answers": sorted(answers, key=itemgetter(0))}


def _ranges(flags: bytes) -> list[tuple[int, int]]:
    """Where bytes are 1 and not 0, as half-open ranges."""
    found: list[tuple[int, int]] = []
    start = flags.find(1)
    while start >= 0:
        end = flags.find(0, start)
        found.append((start, end if end >= 0 else len(flags)))
        start = flags.find(1, end) if end >= 0 else -1
    return found


class ByPage(Iterator[Mark]):
    """The marks of a check that looks at each file for itself; those that are new are looked for when the first of them is asked for.

    Args:
        question: What is wrong with a file.
        more: Marks that follow those of the files.
    """

    def __init__(self, question: Question, more: Iterable[Mark]) -> None:
        self._question, self._more = question, more

    def __next__(self) -> Mark:
        """The next mark, file by file."""
        return next(self._marks)

    @lazy
    def _marks(self) -> Iterator[Mark]:
        return self._each()

    def _each(self) -> Iterator[Mark]:
        question = self._question
        for path in question.telling():
            for row in question.of(path):
                yield mark_from(row)
        yield from self._more


def by_page(
    snapshot: Snapshot, code: str, paths: Sequence[str], find: Find, *depends_on: object, more: Iterable[Mark] = ()
) -> Iterator[Mark]:
    """The marks of a check that looks at each file for itself.

    Args:
        snapshot: What the check sees.
        code: Of the check.
        paths: The files.
        find: Yields what is wrong with one file; it may look at nothing else but ``depends_on``.
        depends_on: As for ``Memo.column``.
        more: Marks that follow. A check that calls this in ``run`` itself, not in a generator, spares a large vault a reading of all pages.
    """

    def look(path: str) -> list[Mark]:
        return [*find(snapshot, path)]

    return ByPage(Question(snapshot.tour, snapshot.memo.column(code, *depends_on), paths, look), more)


def mark_from(row: Iterable[Any]) -> Mark:
    """A mark that was kept."""
    path, span, message, severity, hint, related, fix, masked = row
    places = tuple(Place(*place) for place in related)
    return Mark(path, span and Span(*span), message, severity, hint, places, fix and fix_from(*fix), masked)


def fix_from(safe: bool, title: str, edits: Iterable[Iterable[Any]], moves: Iterable[tuple[str, str]] = ()) -> Fix:  # noqa: FBT001 - as in Fix
    """A fix that was kept."""
    return Fix(safe, title, tuple(Edit(*edit) for edit in edits), tuple((source, target) for source, target in moves))
