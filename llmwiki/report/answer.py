"""An answer, as JSON and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llmwiki.query import Answered
    from llmwiki.vault.citation import Citation

# An extractive answer asks no model; the words are there so that readers of the JSON need not change.
_NO_COST = {"calls": 0, "tokens_in": 0, "tokens_out": 0, "usd": 0.0}


def answer_json(result: Answered) -> dict[str, Any]:
    """The answer as Markdown, its citations, where it was filed."""
    return {
        "question": result.question,
        "answer": result.text,
        "citations": [_citation(page, citation) for page, citation in result.citations],
        "filed": result.filed,
        "mode": "extractive",
        "model": None,
        "cost": _NO_COST,
    }


def _citation(page: str, citation: Citation) -> dict[str, Any]:
    return {"page": page or None, "source": citation.source, "quote": citation.quote, "verified": True}
