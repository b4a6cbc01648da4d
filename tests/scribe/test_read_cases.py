from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from llmwiki.scribe.read import read_prose
from llmwiki.vault.plain import project

_CASE = re.compile(r"^## (?P<name>[^\n]+)\n\n````\w+\n(?P<given>.*?)````\n\n````text\n(?P<wanted>.*?)````$", re.MULTILINE | re.DOTALL)


class Case(NamedTuple):
    name: str
    given: str
    wanted: list[str]


def cases() -> list[Case]:
    text = (Path(__file__).parent / "data" / "sentences.md").read_text(encoding="utf-8")
    found = [Case(match["name"], match["given"].replace("␍", "\r"), match["wanted"].splitlines()) for match in _CASE.finditer(text)]
    assert len(found) == len(re.findall(r"^## [^\n]+\n\n````", text, re.MULTILINE)), "a case is malformed"
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_sentences(case: Case) -> None:
    prose = read_prose(case.given)
    shown = [sentence.text if sentence.kind == "paragraph" else f"[{sentence.kind}] {sentence.text}" for sentence in prose.sentences]
    assert shown == case.wanted
    assert [project(case.given[sentence.start : sentence.end]) for sentence in prose.sentences] == [
        sentence.text for sentence in prose.sentences
    ]
