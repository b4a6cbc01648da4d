"""The embedder that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from llmwiki.errors import ConfigError
from llmwiki.plugins import EMBEDDER_GROUP, foreign

if TYPE_CHECKING:
    from llmwiki.config import PalaceSettings
    from llmwiki.palace.embed.base import Embedder

OWN = ("auto", "e5", "fast", "openai", "none")


class Chosen(NamedTuple):
    """What was chosen.

    Attributes:
        embedder: None: the palace is searched by words alone.
        note: One sentence for people when it is not what one would expect; mostly empty.
    """

    embedder: Embedder | None
    note: str = ""


def choose(settings: PalaceSettings) -> Chosen:
    """The embedder that the settings name; no model is loaded and no server asked yet.

    Raises:
        ConfigError: there is none of that name, it does not run on this machine, or what it needs is not set.
    """
    name = settings.embedder
    if name == "none":
        return Chosen(None)
    if name == "auto":
        return _automatic()
    if name == "openai":
        from llmwiki.palace.embed.service import ServiceEmbedder

        return Chosen(ServiceEmbedder(settings.embeddings))
    found = _carried(name) if name in OWN else _foreign(settings)
    if found is None:
        raise ConfigError(f"the embedder {name} does not run on this machine", 'set palace.embedder = "auto" in .wiki/config.toml')
    return Chosen(found)


def _automatic() -> Chosen:
    found = _carried("e5")
    if found:
        return Chosen(found)
    found = _carried("fast")
    if found:
        return Chosen(found, "e5 does not run on this machine; the embedder fast takes its place")
    return Chosen(None, "no embedder runs on this machine; the palace is searched by words alone")


def _carried(name: str) -> Embedder | None:
    """An embedder whose model a package carries; None where it does not run."""
    from llmwiki.palace.embed import e5, fast

    if name == "e5":
        return e5.E5Embedder() if e5.runs() else None
    return fast.FastEmbedder() if fast.runs() else None


def _foreign(settings: PalaceSettings) -> Embedder:
    """An embedder of another package: what the entry point names is called with the settings of the server."""
    name = settings.embedder
    try:
        (factory,) = foreign(EMBEDDER_GROUP, [name])
    except ConfigError as error:
        raise ConfigError(f"palace.embedder: {error.message}", f"{error.hint}; the tool's own are {', '.join(OWN)}") from error
    made = factory(settings.embeddings) if callable(factory) else None
    if not all(hasattr(type(made), part) for part in ("identity", "passages", "question")):
        raise ConfigError(f"what {name!r} of {EMBEDDER_GROUP} makes is no embedder", "ask its maker, or take it out of the settings")
    return cast("Embedder", made)
