"""The face of the property block: reading, editing, and writing one for a new note."""

from __future__ import annotations

from llmwiki.vault.property_block import Frontmatter, read_frontmatter
from llmwiki.vault.property_edit import dump, remove_key, set_key
from llmwiki.vault.yamlparts import Entry, Problem, Scalar

__all__ = ["Entry", "Frontmatter", "Problem", "Scalar", "dump", "read_frontmatter", "remove_key", "set_key"]
