"""What Obsidian's own settings say of files: which are excluded, and where templates lie."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

APP_SETTINGS = ".obsidian/app.json"
# Where the core plugin Templates and the plugin Templater keep the name of their folder.
_TEMPLATE_SETTINGS = ((".obsidian/templates.json", "folder"), (".obsidian/plugins/templater-obsidian/data.json", "templates_folder"))


class Excluded:
    """Tells which paths “Excluded files” keeps out of sight.

    Links from and to them count as any other; Obsidian hides them in its search and graph (help, Settings, “Excluded files”).

    Args:
        filters: As in the setting: beginnings of paths, and regular expressions between slashes. One that
            Python cannot read excludes nothing.
    """

    def __init__(self, filters: tuple[str, ...] = ()) -> None:
        self._beginnings = tuple(text.casefold() for text in filters if text and not _is_expression(text))
        self._expressions = [found for text in filters if _is_expression(text) for found in _compiled(text[1:-1])]

    def __bool__(self) -> bool:
        return bool(self._beginnings or self._expressions)

    def __contains__(self, path: str) -> bool:
        return path.casefold().startswith(self._beginnings) or any(expression.search(path) for expression in self._expressions)


def read_excluded(root: Path) -> Excluded:
    """What the vault at ``root`` excludes: nothing when the setting is missing or no list of texts."""
    filters = _settings(root / APP_SETTINGS).get("userIgnoreFilters")
    return Excluded(tuple(text for text in filters if isinstance(text, str)) if isinstance(filters, list) else ())


def template_folders(root: Path) -> tuple[str, ...]:
    """Folders with templates, with a final slash; none where nobody set one, or set the whole vault."""
    told = (_settings(root / file).get(key) for file, key in _TEMPLATE_SETTINGS)
    names = (text.strip("/ ") for text in told if isinstance(text, str))
    return tuple(f"{name}/" for name in names if name)


def _settings(file: Path) -> dict[str, Any]:
    """The settings in a file; empty when there are none that can be read."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_expression(text: str) -> bool:
    return len(text) > 2 and text.startswith("/") and text.endswith("/")  # noqa: PLR2004 - something between two slashes


def _compiled(text: str) -> list[re.Pattern[str]]:
    try:
        return [re.compile(text, re.IGNORECASE)]
    except re.error:
        return []
