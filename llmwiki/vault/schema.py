"""SCHEMA.md: the rules a person gives the wiki, in the article's form or the Hermes skill's, English or Chinese.

The article's form has machine keys (``- entity_min_references: 2``) and a list of ``#tags``; the Hermes form says
its thresholds in prose and groups its tags in comma lists. Both are read at once; an explicit key beats prose.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

Naming = Literal["unicode", "ascii"]


class SchemaProblem(NamedTuple):
    """Something in SCHEMA.md that cannot be used; ``line`` starts at 1."""

    message: str
    line: int


@dataclass(frozen=True, slots=True)
class Schema:
    """The rules, with their defaults.

    Attributes:
        domain: What the wiki is about, as written.
        tags: The taxonomy in the order of the file, without ``#``.
        tag_groups: Named groups of tags where the file has them.
        entity_min_references: Distinct sources an entity page cites, unless it is central to one.
        concept_min_sections: Level-2 sections with text on a concept page.
        comparison_min_axes: Rows of a comparison table.
        query_max_age_days: After that many days a filed answer is stale.
        page_max_lines: Longer pages should be split.
        page_min_links: Outgoing links of a page.
        stale_after_days: How much older a page may be than the newest source on the same things.
        log_max_entries: Beyond that the log is rotated by year.
        index_section_max: Beyond that an index section is split by first letter.
        naming: Whether file names keep the letters of the title or are ASCII.
        prose: (heading, text) of every section that has text, for whoever writes pages.
        problems: What could not be used.
        stated: Names of the thresholds that the text gives itself; the others are defaults that nobody chose.
    """

    domain: str = ""
    tags: tuple[str, ...] = ()
    tag_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    entity_min_references: int = 2
    concept_min_sections: int = 3
    comparison_min_axes: int = 3
    query_max_age_days: int = 90
    page_max_lines: int = 200
    page_min_links: int = 2
    stale_after_days: int = 90
    log_max_entries: int = 500
    index_section_max: int = 50
    naming: Naming = "unicode"
    prose: tuple[tuple[str, str], ...] = ()
    problems: tuple[SchemaProblem, ...] = ()
    stated: frozenset[str] = frozenset()


NUMBERS = tuple(item.name for item in fields(Schema) if item.type == "int")


def read_schema(text: str) -> Schema:
    """Read SCHEMA.md. Never fails: what cannot be used is listed in ``problems``."""
    if not text:
        return Schema()
    from llmwiki.vault.schema_text import schema_of  # parser and patterns, which a vault without rules never needs

    return schema_of(text)
