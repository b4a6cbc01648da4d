"""Verb: the manual page of a check."""

from __future__ import annotations

from llmwiki.checks.catalogue import find
from llmwiki.checks.manual import Manual, manual


def explain(word: str) -> Manual:
    """What the check with this code or name looks for, why, and how to mend it. Raises ConfigError when there is none."""
    return manual(find(word))
