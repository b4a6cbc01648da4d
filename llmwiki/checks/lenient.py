"""Files whose links may lead nowhere on purpose: templates, and the pages of a wiki that explain its rules by example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.config import FolderRule
from llmwiki.vault.obsidian_settings import template_folders
from llmwiki.vault.own_files import AGENTS, NESTED, SCHEMA

if TYPE_CHECKING:
    from pathlib import Path

    from llmwiki.config import Levels, Profile

# Pages that say how a wiki is kept; the two in the middle are what agents read in place of AGENTS.md.
_RULES = (SCHEMA, AGENTS, "CLAUDE.md", "GEMINI.md", "README.md")
_TEMPLATES = "_templates/"
_LINKS_ARE_NOTES: Levels = (("W1", "info"),)


def lenient_rules(root: Path, profile: Profile) -> tuple[FolderRule, ...]:
    """Where faults of links are of severity info unless the settings say otherwise.

    Args:
        root: The vault's folder: the folder of templates is what Obsidian and Templater are told.
        profile: In wikis, pages of rules count, and ``_templates/``.
    """
    places = list(template_folders(root))
    if profile != "obsidian":
        places += [_TEMPLATES, *(prefix + name for prefix in ("", NESTED) for name in _RULES)]
    return tuple(FolderRule(place, (), _LINKS_ARE_NOTES) for place in places)
