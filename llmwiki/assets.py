"""Finds the files that ship with the product: templates, the vault skeleton, the sample sources.

In a checkout they are folders beside the package; in an installed wheel the build puts them inside it, under
``llmwiki/_assets``. A checkout has no such folder, so an editable install sees edits at once.
"""

from __future__ import annotations

from pathlib import Path

from llmwiki.errors import ConfigError

_PACKAGE = Path(__file__).resolve().parent


def asset(name: str) -> Path:
    """Folder or file that ships with the product, for example ``templates/pages/entity.md.j2``.

    Raises ConfigError when it is missing, which means that the installation is damaged.
    """
    for base in (_PACKAGE / "_assets", _PACKAGE.parent):
        path = base / name
        if path.exists():
            return path
    message = f"the installation lacks {name}"
    raise ConfigError(message, "install llmwiki again")
