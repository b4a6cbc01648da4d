"""What is asked of single files: once of each, whoever asks, and of none that is known."""

from __future__ import annotations

from llmwiki.checks.memo import Memo
from llmwiki.checks.tour import Question, Tour
from llmwiki.vault.vault import Vault

NOTES = {f"{name}.md": f"[[{name}]]\n" for name in ("a", "b", "二")}


def test_two_questions_with_one_column_find_each_answer_once(write) -> None:
    vault = Vault.open(write(NOTES))
    tour, column, found = Tour(vault), Memo(vault, None).column("length"), []

    def find(path: str) -> int:
        found.append(path)
        return len(path)

    some, every = Question(tour, column, ["a.md", "二.md"], find), Question(tour, column, vault.notes, find)
    assert [every.of(path) for path in vault.notes] == [4, 4, 4]
    assert some.telling() == ["a.md", "二.md"]
    assert sorted(found) == sorted(vault.notes)


def test_more_notes_than_one_step_holds_are_all_visited(write) -> None:
    vault = Vault.open(write({f"{number}.md": f"[[{number}]] 文\n" for number in range(250)}))
    question = Question(Tour(vault), Memo(vault, None).column("targets"), vault.notes, lambda path: vault.page(path).targets)
    assert all(question.of(path) == (path.removesuffix(".md"),) for path in vault.notes)
    assert "_parts" not in vars(vault.page("7.md"))
