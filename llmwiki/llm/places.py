"""Where a vault keeps what calls of models leave behind."""

from __future__ import annotations

from llmwiki.vault.places import LOCAL

REPLIES = f"{LOCAL}/replies"
CALLS = f"{LOCAL}/calls.jsonl"
MODELS = f"{LOCAL}/models.json"
