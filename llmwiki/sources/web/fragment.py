"""A piece of HTML that is all text, as mails and feeds carry it: nothing around it to be told apart."""

from __future__ import annotations

from llmwiki.errors import SourceRefused
from llmwiki.sources.failures import failures
from llmwiki.sources.limits import MAX_HTML_BYTES, megabytes
from llmwiki.sources.web.clean import clean
from llmwiki.sources.web.markdown import markdown
from llmwiki.sources.web.page import parse_page, writer_errors


def fragment(html: str, base: str = "") -> str:
    """Write a piece of HTML as Markdown: scripts, pictures and hidden text out, links to the web kept.

    Args:
        html: The markup; an empty one gives an empty text.
        base: Address that relative links start from; without one they become plain text.

    Raises:
        SourceRefused: too big, nested too deep, or beyond the libraries.
    """
    from lxml.etree import LxmlError

    if not html.strip():
        return ""
    if len(html) > MAX_HTML_BYTES:
        raise SourceRefused(f"is too big for HTML: {megabytes(len(html))}, the limit is {megabytes(MAX_HTML_BYTES)}")
    try:
        tree, _ = parse_page(html)
        body = tree.find("body")
        body = tree if body is None else body
        clean(body)
        return markdown(body, base)
    except failures(LxmlError, *writer_errors()) as error:
        raise SourceRefused("no readable text: the markup cannot be read") from error
