from __future__ import annotations

import pytest

from llmwiki.cli.arguments import sort_arguments


@pytest.mark.parametrize(
    ("line", "front", "rest"),
    [
        ("lint --json", "--json", "lint"),
        ("lint --vault a b --select W101", "--vault a", "lint b --select W101"),
        ("--vault=a lint", "--vault=a", "lint"),
        ("query what --format json -y", "--format json -y", "query what"),
        ("query -- --json", "", "query -- --json"),
        ("query --", "", "query --"),
        ("lint --vault", "--vault", ""),
        ("", "", ""),
    ],
)
def test_global_options_go_to_the_front(line: str, front: str, rest: str) -> None:
    arguments = sort_arguments(line.split())
    assert (" ".join(arguments.front), " ".join(arguments.rest)) == (front, rest)


@pytest.mark.parametrize(("line", "command"), [("--json lint", "lint"), ("--help", ""), ("", ""), ("-- lint", "")])
def test_the_command_is_the_first_word(line: str, command: str) -> None:
    assert sort_arguments(line.split()).command == command
