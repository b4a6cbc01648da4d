"""Parts that are looked up by name and imported when first needed: converters of the house, and those of other packages."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from llmwiki.errors import ConfigError

CONVERTERS: dict[str, str] = {
    "pdf": "llmwiki.sources.pdf.document:PdfConverter",
    "html": "llmwiki.sources.web.page:WebpageConverter",
    "text": "llmwiki.sources.text:TextConverter",
}
"""Converters that come with the tool, in the order in which they are asked."""

CONVERTER_GROUP = "llmwiki.converters"
"""Entry point group of converters in other packages; they stay off until the settings name them."""


def load(dotted: str) -> object:
    """The object named ``package.module:attribute``. Import errors pass through."""
    module, _, attribute = dotted.partition(":")
    found: object = getattr(import_module(module), attribute)
    return found


def foreign(group: str, names: Iterable[str]) -> list[object]:
    """What other packages offer in an entry point group under the given names, in that order.

    Raises:
        ConfigError: no installed package offers a name, or it cannot be imported.
    """
    names = list(names)
    if not names:
        return []
    from importlib.metadata import entry_points  # brings the whole of email with it

    offered = {entry.name: entry for entry in entry_points(group=group)}
    found: list[object] = []
    for name in names:
        if name not in offered:
            raise ConfigError(f"no installed package offers {name!r} for {group}", f"offered: {', '.join(sorted(offered)) or 'nothing'}")
        try:
            found.append(offered[name].load())
        except (ImportError, AttributeError) as error:
            hint = "install its package again, or take it out of the settings"
            raise ConfigError(f"{name!r} of {group} cannot be loaded: {error}", hint) from error
    return found
