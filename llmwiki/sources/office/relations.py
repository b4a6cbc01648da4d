"""Relationships between the parts of an Office document."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.office.names import PACKAGE_RELATIONSHIPS

if TYPE_CHECKING:
    from llmwiki.sources.markup.package import Package


class Relation(NamedTuple):
    """A relationship: its identifier, the last word of its type, and its target, a part's name or an address outside."""

    id: str
    kind: str
    target: str
    outside: bool


def relations(package: Package, part: str) -> tuple[Relation, ...]:
    """The relationships of a part; of the whole document when ``part`` is empty. Nothing outside is ever opened."""
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    if source not in package:
        return ()
    found = []
    for element in package.xml(source).iter(f"{PACKAGE_RELATIONSHIPS}Relationship"):
        target, outside = element.get("Target", ""), element.get("TargetMode", "") == "External"
        full = target if outside else posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
        found.append(Relation(element.get("Id", ""), element.get("Type", "").rpartition("/")[2], full, outside))
    return tuple(found)


def related(package: Package, part: str, kind: str) -> str:
    """The first part inside the document with a relationship of a kind; empty when there is none."""
    found = (relation.target for relation in relations(package, part) if relation.kind == kind and not relation.outside)
    return next((target for target in found if target in package), "")
