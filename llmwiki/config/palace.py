"""The table ``[palace]``: where the palace lies, and which model finds meaning in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from llmwiki.config.addresses import address_of
from llmwiki.config.tables import choice_of, count_of, number_of, path_of, refuse_unknown, table_of, text_of, texts_of, wrong
from llmwiki.config.user import VARIABLE

Api = Literal["openai", "ollama"]

DRAWERS = "mempalace_drawers"
"""Name of the collection of drawers in MemPalace, whose tools open ours by it."""

DUPLICATE = 0.92
"""Similarity of two drawers that say the same (MemPalace's default)."""

LEAST_DUPLICATE = 0.85
"""Below it drawers that only speak of one thing count as the same; it is the similarity of MemPalace's other default, distance 0.15."""

_COLLECTION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """The table ``[palace.embeddings]``: a server that turns text into vectors.

    Attributes:
        url: Of the server, with or without the path of its API; without user and password.
        model: As the server names it.
        key_env: Name of the environment variable that holds the key; it must be the one that the person's settings name for the host.
        dimensions: Numbers in a vector; 0: the server is asked.
        batch: Most texts a request.
        timeout: Seconds to wait for an answer.
        api: ``openai`` for ``/v1/embeddings``, ``ollama`` for Ollama's own.
        query_prefix, passage_prefix: What the model wants in front of questions and of documents.
    """

    url: str = ""
    model: str = ""
    key_env: str = ""
    dimensions: int = 0
    batch: int = 32
    timeout: float = 60.0
    api: Api = "openai"
    query_prefix: str = ""
    passage_prefix: str = ""


@dataclass(frozen=True, slots=True)
class PalaceSettings:
    """The table ``[palace]``.

    Attributes:
        embedder: ``auto``, ``e5``, ``fast``, ``openai`` (a server), ``none``, or the name that another package offers.
        path: Folder of the palace, from the vault's root where it is not absolute; None: inside the vault. ``palace_path`` is the same.
        url: Of a Chroma server; empty: no server.
        collection_name: Of the drawers in Chroma.
        topic_wings: Names of wings that stand for topics, not for projects.
        duplicate_similarity: Cosine from which on two drawers say the same.
        wing: Of the vault's own pages; empty: the vault's name.
        embeddings: The server of the embedder ``openai``.
    """

    embedder: str = "auto"
    path: Path | None = None
    url: str = ""
    collection_name: str = DRAWERS
    topic_wings: tuple[str, ...] = ()
    duplicate_similarity: float = DUPLICATE
    wing: str = ""
    embeddings: EmbeddingSettings = EmbeddingSettings()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What may be set so but is hardly meant, one sentence each."""
        if self.duplicate_similarity >= LEAST_DUPLICATE:
            return ()
        value, least = f"{self.duplicate_similarity:g}", f"{LEAST_DUPLICATE:g}"
        return (f"palace.duplicate_similarity is {value}: below {least} drawers that only speak of one thing count as duplicates",)


def read_palace(table: dict[str, Any]) -> PalaceSettings:
    """The settings in the table ``[palace]``. Raises ConfigError naming the key that cannot be used."""
    known = {"embedder", "path", "palace_path", "url", "collection_name", "topic_wings", "duplicate_similarity", "wing", "embeddings"}
    refuse_unknown(table, known, "palace.")
    embedder = text_of(table, "embedder", "auto").strip()
    if not embedder:
        raise wrong("embedder", "the name of an embedder", 'embedder = "auto"')
    collection = text_of(table, "collection_name", DRAWERS)
    if not _COLLECTION.fullmatch(collection):
        raise wrong("collection_name", "3 to 512 of the characters A-Z a-z 0-9 . _ -", f'collection_name = "{DRAWERS}"')
    return PalaceSettings(
        embedder=embedder,
        path=_path(table),
        url=address_of(table, "url", "http://localhost:8000"),
        collection_name=collection,
        topic_wings=_names(table, "topic_wings"),
        duplicate_similarity=number_of(table, "duplicate_similarity", DUPLICATE, 0, 1),
        wing=text_of(table, "wing", "").strip(),
        embeddings=_embeddings(table_of(table, "embeddings")),
    )


def _embeddings(table: dict[str, Any]) -> EmbeddingSettings:
    known = {"url", "model", "key_env", "dimensions", "batch", "timeout", "api", "query_prefix", "passage_prefix"}
    refuse_unknown(table, known, "palace.embeddings.")
    variable = text_of(table, "key_env", "")
    if variable and not VARIABLE.fullmatch(variable):
        raise wrong("key_env", "the name of an environment variable, never the key itself", 'key_env = "OPENAI_API_KEY"')
    return EmbeddingSettings(
        url=address_of(table, "url", "http://localhost:11434"),
        model=text_of(table, "model", "").strip(),
        key_env=variable,
        dimensions=count_of(table, "dimensions", 0, 65_536),
        batch=count_of(table, "batch", 32, 2_048),
        timeout=number_of(table, "timeout", 60, 0.1, 3_600),
        api=choice_of(table, "api", "openai", get_args(Api)),
        query_prefix=text_of(table, "query_prefix", ""),
        passage_prefix=text_of(table, "passage_prefix", ""),
    )


def _path(table: dict[str, Any]) -> Path | None:
    path, other = path_of(table, "path"), path_of(table, "palace_path")
    if path and other and path != other:
        raise wrong("palace_path", "left out where 'path' is set: both name the palace's folder", 'path = "~/palace"')
    return path or other


def _names(table: dict[str, Any], key: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in texts_of(table, key, "topic"))
    if not all(names):
        raise wrong(key, "a list of names", f'{key} = ["topic"]')
    return tuple(dict.fromkeys(names))
