"""JSON and YAML: notebooks as text, everything else kept to the letter in a code block."""

from __future__ import annotations

import json
from typing import Any

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.data.code import block
from llmwiki.sources.data.notebook import is_notebook, notebook
from llmwiki.sources.detect import detect, is_kind
from llmwiki.sources.kinds import extension


class JsonConverter:
    """JSON to a code block; a Jupyter notebook to Markdown with its code."""

    name = "json"
    extractor = "json 1"

    def accepts(self, original: Original) -> bool:
        """Whether the content is JSON and no conversation."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a file.

        Raises:
            SourceRefused: a drawing of Obsidian's, which shows notes that are there already; a notebook without cells.
        """
        found = detect(original.name, original.data)
        value = _value(found.text) if extension(original.name) in {"ipynb", "canvas"} or '"nbformat"' in found.text else None
        if _is_canvas(value, original.name):
            raise SourceRefused("is an Obsidian canvas: it arranges notes and is no source of its own")
        if is_notebook(value):
            return notebook(original, found, value, self.extractor)
        return block(original, found, self.extractor, info="json")


class YamlConverter:
    """YAML to a code block."""

    name = "yaml"
    extractor = "yaml 1"

    def accepts(self, original: Original) -> bool:
        """Whether the name says YAML and the text has no more special form."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a file.

        Raises:
            SourceRefused: a view of Obsidian's, which lists notes that are there already.
        """
        found = detect(original.name, original.data)
        if extension(original.name) == "base":
            raise SourceRefused("is an Obsidian base: it lists notes and is no source of its own")
        return block(original, found, self.extractor, info="yaml")


def _value(text: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _is_canvas(value: Any, name: str) -> bool:  # noqa: ANN401 - whatever JSON holds
    return extension(name) == "canvas" and (value is None or (isinstance(value, dict) and (not value or "nodes" in value)))
