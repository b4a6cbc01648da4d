"""What servers of embeddings are asked, and what they answer: the forms of OpenAI and of Ollama, old and new."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

if TYPE_CHECKING:
    from llmwiki.config import EmbeddingSettings

Body = dict[str, Any]

_VERSION = re.compile(r"/v\d+(?:[a-z]+\d*)?$")


class Protocol(NamedTuple):
    """One form of asking.

    Attributes:
        url: What is asked.
        single: Whether it takes one text a call.
        body: The question as JSON, of texts.
        rows: The vectors in an answer, in the order of the texts; LookupError, TypeError or ValueError when it has another form.
    """

    url: str
    single: bool
    body: Callable[[Sequence[str]], Body]
    rows: Callable[[Any], list[Any]]


def protocols(settings: EmbeddingSettings) -> list[Protocol]:
    """How a server may be asked; a later one is tried where the server does not know the path of the one before."""
    if settings.api == "openai":
        return [Protocol(_openai_url(settings.url), single=False, body=_openai_body(settings), rows=_openai_rows)]
    base = re.sub(r"/(?:api(?:/(?:embed|embeddings))?|v1)?/?$", "", settings.url)
    return [
        Protocol(f"{base}/api/embed", single=False, body=_ollama_body(settings), rows=_ollama_rows),
        Protocol(f"{base}/api/embeddings", single=True, body=_prompt_body(settings), rows=_prompt_rows),
    ]


def _openai_url(url: str) -> str:
    scheme, host, path, query, _ = urlsplit(url)
    path = path.rstrip("/")
    if not path.endswith("/embeddings"):
        path += "/embeddings" if _VERSION.search(path) else "/v1/embeddings"
    return urlunsplit((scheme, host, path, query, ""))


def _openai_body(settings: EmbeddingSettings) -> Callable[[Sequence[str]], Body]:
    def body(texts: Sequence[str]) -> Body:
        wanted: Body = {"dimensions": settings.dimensions} if settings.dimensions else {}
        return {"model": settings.model, "input": list(texts), "encoding_format": "float"} | wanted

    return body


def _openai_rows(answer: Any) -> list[Any]:  # noqa: ANN401 - whatever the server says
    """Vectors by their ``index``: servers that work in parallel may answer in another order."""
    rows = answer["data"]
    places = [row.get("index", at) for at, row in enumerate(rows)]
    if sorted(places) != list(range(len(rows))):
        raise ValueError("indexes that do not count the texts")
    return [row["embedding"] for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: int(pair[0]))]


def _ollama_body(settings: EmbeddingSettings) -> Callable[[Sequence[str]], Body]:
    def body(texts: Sequence[str]) -> Body:
        wanted: Body = {"dimensions": settings.dimensions} if settings.dimensions else {}
        return {"model": settings.model, "input": list(texts)} | wanted

    return body


def _ollama_rows(answer: Any) -> list[Any]:  # noqa: ANN401 - whatever the server says
    return list(answer["embeddings"])


def _prompt_body(settings: EmbeddingSettings) -> Callable[[Sequence[str]], Body]:
    return lambda texts: {"model": settings.model, "prompt": texts[0]}


def _prompt_rows(answer: Any) -> list[Any]:  # noqa: ANN401 - whatever the server says
    return [answer["embedding"]]
