"""A cited quote: the footnote line, its label, and the one escape pair that makes quotes inert."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """One footnote that proves a statement.

    Attributes:
        label: Footnote label, stable over edits and branches: source name, dash, quote hash.
        source: Vault-relative path of the raw text, with its ``.md``/``.txt`` ending.
        quote: Verbatim raw text of the source, one contiguous run (unescaped).
        place: ``p. 7``, ``00:12:31``, ``turn 14``, or empty.
    """

    label: str
    source: str
    quote: str
    place: str = ""
