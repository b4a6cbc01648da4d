"""What the tool wrote last on a page after two branches were merged: the base of the next merge."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from llmwiki.vault.disk import sha256_of
from llmwiki.vault.history import find_base
from llmwiki.vault.ledger import PAGES
from llmwiki.vault.merge import merge_branches

_RECORD = re.compile(rf"(?P<vault>(?:.*/)?){re.escape(PAGES)}/(?P<page>.+)\.json")


def with_joint_base(merged: str, sides: tuple[str, str, str], name: str, repository: Path) -> str:
    """The merged record of a page, its base made of the tool's texts on both branches.

    Without this, what the tool wrote on one of the branches would count as a person's text from now on.

    Args:
        merged: The merged record as JSON text.
        sides: The record at the common ancestor, on ours, on theirs.
        name: The record's path in the repository.
        repository: Its top folder.

    Returns:
        ``merged`` itself when it is no page's record or the tool's texts cannot all be found.
    """
    place = _RECORD.fullmatch(name)
    records: list[dict[str, Any]] = [json.loads(side or "{}") for side in sides]
    if not place or records[1].get("sha256") == records[2].get("sha256"):
        return merged
    texts = [_tool_text(repository / place["vault"], place["page"], record) for record in records]
    if None in texts:
        return merged
    joint = merge_branches(*(str(text) for text in texts))
    if joint.conflicts:
        return merged
    record = {**json.loads(merged), "base": joint.text, "sha256": sha256_of(joint.text.encode("utf-8", "surrogateescape"))}
    return json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _tool_text(vault: Path, page: str, record: dict[str, Any]) -> str | None:
    """What the tool wrote last, kept in the record or found by its digest; empty for no record, None when it is nowhere."""
    if not record:
        return ""
    if record.get("base"):
        return str(record["base"])
    found = find_base(vault, page, str(record.get("sha256")))
    return None if found is None else found.decode("utf-8", "surrogateescape")
