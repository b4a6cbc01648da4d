"""What calls of a language model took, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.report.numbers import counted
from llmwiki.report.progress import duration

if TYPE_CHECKING:
    from llmwiki.llm.budget import Quote
    from llmwiki.llm.calls import Spent


def quote_text(quote: Quote) -> str:
    """What a run would take, on one line."""
    money = "price not known" if quote.money is None else "free" if not quote.money else f"about ${quote.money:.4f}"
    time = f", about {duration(quote.seconds)}" if quote.seconds else ""
    return f"{counted(quote.calls, 'call')}, about {quote.tokens_in:,} tokens in and {quote.tokens_out:,} out, {money}{time}"


def spent_text(spent: Spent) -> str:
    """Calls, tokens and money on one line."""
    unpriced = f", and {counted(spent.unpriced, 'call')} whose price is not known" if spent.unpriced else ""
    return f"{counted(spent.calls, 'call')}, {spent.tokens_in:,} tokens in, {spent.tokens_out:,} out, ${spent.money:.4f}{unpriced}"
