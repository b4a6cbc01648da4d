"""A wiki with a scripted model: a real server answers, and says what a test wants."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from model_server import Asked, Chances, Script
from wiki_harness import TODAY, Wiki

from llmwiki.assets import asset
from llmwiki.config import Language
from llmwiki.create import create
from llmwiki.ingest import Ingested, Orders, ingest
from llmwiki.workspace import Workspace

Says = Callable[[str], Any]
"""The user's words of a question to the JSON value of the answer."""


@cache
def _first_lines() -> dict[str, str]:
    """The line that each shipped prompt begins with -> its kind."""
    return {file.read_text().splitlines()[0]: file.name.split(".")[0] for file in sorted(asset("templates/prompts").iterdir())}


def kind_of(asked: Asked) -> str:
    """Which prompt a question was made with."""
    return _first_lines()[asked.messages[0][1].splitlines()[0]]


def nods(asked: Asked) -> Chances:
    """A judge that finds everything good: each sentence says what a thing is, and none points elsewhere."""
    return {"yes": 0.1, "no": 0.9} if kind_of(asked) == "fact" else {"yes": 0.9, "no": 0.1}


@dataclass
class Newsroom:
    """A vault and the model that its settings name."""

    wiki: Wiki
    script: Script

    @classmethod
    def build(cls, root: Path, script: Script, *, language: Language = "en", way: str = "judge", extra: str = "") -> Newsroom:
        create(root, domain="Search in libraries", tags=["search", "library", "retrieval"], language=language, now=TODAY.isoformat())
        lines = ["[model]", 'provider = "openai"', 'model = "scripted"', f'base_url = "{script.url}/v1"', f'way = "{way}"', extra]
        config = root / ".wiki/config.toml"
        config.write_text(config.read_text() + "\n" + "\n".join(lines) + "\n")
        script.chance = nods
        return cls(Wiki(root), script)

    def says(self, **answers: Says) -> None:
        """What the model says to each kind of question; nothing useful to the others."""

        def reply(asked: Asked) -> str:
            answer = answers.get(kind_of(asked))
            return json.dumps(answer(asked.prompt) if answer else {}, ensure_ascii=False)

        self.script.reply = reply

    def ingest(self, *inputs: Path | str, **orders: Any) -> Ingested:
        wiki = Workspace.open(self.wiki.root, TODAY)
        return ingest(wiki, [str(path) for path in inputs], now=TODAY.isoformat(), orders=Orders(**orders))

    @property
    def calls(self) -> int:
        return len(self.script.asked)
