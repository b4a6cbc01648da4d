"""Which family of vaults one belongs to, by what it looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW
from llmwiki.vault.own_files import INDEX, LOG, SCHEMA, own_file

if TYPE_CHECKING:
    from llmwiki.config import Profile
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

# Sections that only the Hermes skill's SCHEMA.md has.
_HERMES_SECTIONS = frozenset({"tag taxonomy", "entity pages", "concept pages"})
# Sections that both forms may have, and those that only the other form has.
_SHARED_SECTIONS, _OWN_SECTIONS = frozenset({"update policy"}), frozenset({"taxonomy tags", "page thresholds"})


def guess_profile(vault: Vault, schema: Schema) -> Profile:
    """What a vault is, without being told.

    Returns:
        ``llmwiki`` with records of compiled sources; else ``hermes`` with the Hermes skill's SCHEMA.md, and for a wiki without SCHEMA.md
        that has sources, index and log where the pattern has them (an agent keeps it by rules of its own); ``llmwiki`` with any other
        SCHEMA.md;
        ``obsidian`` otherwise.
    """
    files = frozenset(vault.files)
    if (vault.root / ".wiki/ledger").is_dir():
        return "llmwiki"
    if own_file(SCHEMA, files) in files:
        return "hermes" if _is_hermes(schema) else "llmwiki"
    return "hermes" if _is_pattern(files) else "obsidian"


def _is_hermes(schema: Schema) -> bool:
    sections = {heading.strip().casefold() for heading, _ in schema.prose}
    return not sections.isdisjoint(_HERMES_SECTIONS) or (not sections.isdisjoint(_SHARED_SECTIONS) and sections.isdisjoint(_OWN_SECTIONS))


def _is_pattern(files: frozenset[str]) -> bool:
    has_records = own_file(INDEX, files) in files and own_file(LOG, files) in files
    return has_records and any(path.startswith(RAW) for path in files)
