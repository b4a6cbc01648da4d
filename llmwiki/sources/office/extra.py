"""Packages that only the ``office`` extra brings."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from llmwiki.errors import SourceRefused
from llmwiki.sources.markup.package import Package


def needed(module: str, what: str) -> ModuleType:
    """Import a package of the extra.

    Args:
        module: Its import name.
        what: The documents it is needed for, in words.

    Raises:
        SourceRefused: it is not installed; the message says how it gets there.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise SourceRefused(f"{what} need more packages: install llmwiki-compiler[office]") from error


def installed(distribution: str) -> str:
    """Name and version of a package, or its name alone where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{distribution} {version(distribution)}"
    except PackageNotFoundError:
        return f"{distribution} missing"


def comments_told(package: Package, *folders: str) -> list[str]:
    """A note on comments beside the text, when a document has parts in one of the folders that hold them."""
    found = any(name.lower().startswith(folders) and name.lower().endswith(".xml") for name in package.names)
    return ["comments not part of the text"] if found else []
