"""Questions in words, by the prompt templates that ship with the product or a person's own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.assets import asset
from llmwiki.errors import ConfigError
from llmwiki.llm.base import Message
from llmwiki.vault.places import place

if TYPE_CHECKING:
    from jinja2 import Template
    from jinja2.sandbox import SandboxedEnvironment

    from llmwiki.scribe.editor.question import Question

SHIPPED = "templates/prompts"
OWN = ".wiki/templates/prompts"
"""Where a person puts prompts of the same names, below the vault."""

_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u206a-\u206f\ufeff\U000e0000-\U000e007f]")
_MARKS = re.compile(r"<(?=/?(?:source|text)\b)", re.IGNORECASE)
_QUOTES = re.compile(r'"([^"\n]*)"')
_MARK = 12


@dataclass(frozen=True)
class Prompts:
    """The prompts of one vault.

    Attributes:
        root: The vault; templates below ``.wiki/templates/prompts`` go before those of the product.
    """

    root: Path
    _marks: dict[tuple[str, str], str] = field(default_factory=dict, init=False, compare=False)

    def messages(self, question: Question) -> tuple[Message, Message]:
        """A question as a model is asked: the system's words, which all questions of a kind share, and what it is about.

        Raises:
            ConfigError: There is no such prompt, or a person's own is broken.
        """
        from jinja2 import TemplateError

        name = f"{question.kind}.{question.language}.md.j2"
        try:
            told = self._template(name).render(question.data)
        except (TemplateError, TypeError, ValueError, ArithmeticError, OSError) as error:
            raise ConfigError(f"the prompt {name} cannot be filled: {error}", f"mend or remove {OWN}/{name}") from error
        system, seam, user = told.partition("---user---\n")
        if not seam or not system.strip() or not user.strip():
            raise ConfigError(f"the prompt {name} does not part the system's words from the question", "a line ---user--- parts them")
        return Message("system", system.strip()), Message("user", user.strip())

    def mark(self, kind: str, language: str) -> str:
        """A short hash of a template, which changes with its wording."""
        which = (kind, language)
        if which not in self._marks:
            text = self._source(f"{kind}.{language}.md.j2") or ""
            self._marks[which] = sha256(text.encode()).hexdigest()[:_MARK]
        return self._marks[which]

    def kinds(self) -> list[tuple[str, str]]:
        """Kind and language of every prompt that ships with the product."""
        names = sorted(file.name for file in asset(SHIPPED).iterdir())
        return [(kind, language) for kind, language, *_ in (name.split(".") for name in names)]

    def _template(self, name: str) -> Template:
        return self._environment.get_template(name)

    def _source(self, name: str) -> str | None:
        """The text of a template; None where there is none. Raises NameRefused where a link would lead out of the vault."""
        if "/" in name or "\\" in name:
            return None
        for file in (place(self.root, f"{OWN}/{name}"), asset(f"{SHIPPED}/{name}")):
            if file.is_file():
                return file.read_text(encoding="utf-8")
        return None

    @cached_property
    def _environment(self) -> SandboxedEnvironment:
        """Sandboxed: a vault, and so its prompts, may come from a stranger."""
        from jinja2 import FunctionLoader, StrictUndefined
        from jinja2.sandbox import SandboxedEnvironment

        environment = SandboxedEnvironment(
            loader=FunctionLoader(self._source),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
        )
        environment.filters["data"] = as_data
        return environment


def as_data(text: object) -> str:
    """A text of a source or a page as it may stand in a prompt.

    Without characters that nobody sees, so that no instruction hides in it, and without the marks that fence it. Straight double quotes
    become curly ones: a model that repeats them ends its own JSON text there.
    """
    shown = _HIDDEN.sub("", str(text).replace("\r\n", "\n").replace("\r", "\n"))
    shown = _MARKS.sub("‹", shown).replace("---user---", "--- user ---")
    return _QUOTES.sub("“\\1”", shown).replace('"', "”")
