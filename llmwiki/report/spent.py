"""What calls of a language model took, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.report.numbers import counted

if TYPE_CHECKING:
    from llmwiki.llm.calls import Spent


def spent_text(spent: Spent) -> str:
    """Calls, tokens and money on one line."""
    unpriced = f", and {counted(spent.unpriced, 'call')} whose price is not known" if spent.unpriced else ""
    return f"{counted(spent.calls, 'call')}, {spent.tokens_in:,} tokens in, {spent.tokens_out:,} out, ${spent.money:.4f}{unpriced}"
