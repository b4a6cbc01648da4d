"""A draft to Markdown, by the page templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from llmwiki.assets import asset
from llmwiki.scribe.draft import Draft, Grid, Mention, Origin, Part, Relation, Statement
from llmwiki.scribe.inert import inert, inert_line, plain
from llmwiki.scribe.linking import Names, in_table, linked, wikilink
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.wording import Wording, wording
from llmwiki.vault.citation import Citation, distinct, footnote
from llmwiki.vault.frontmatter import dump

if TYPE_CHECKING:
    from jinja2 import Environment

SHIPPED = "templates/pages"


@dataclass(frozen=True, slots=True)
class Context:
    """What a page needs to know of the vault around it.

    Attributes:
        link_for: Title or path of a page to the shortest unambiguous link target.
        link_for_source: Path of a source to the link target of footnotes and of ``sources``.
        names: Spellings of all pages, for links inside statements.
        created, updated: ISO dates for the frontmatter.
        templates: Folder with a person's own page templates, empty when there is none.
        extra: Further frontmatter entries (``question``, ``status``), put before the tags.
    """

    link_for: Callable[[str], str]
    link_for_source: Callable[[str], str]
    names: Names
    created: str
    updated: str
    templates: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)


def names_of(drafts: Iterable[Draft], link_for: Callable[[str], str]) -> Names:
    """Every spelling that leads to one of ``drafts``; a spelling of two pages leads to neither, a title always to its own."""
    owners: dict[str, set[str]] = {}
    titles = set()
    for draft in drafts:
        titles.add(draft.title)
        for spelling in {draft.title, *draft.names, *draft.aliases}:
            owners.setdefault(spelling, set()).add(draft.title)
    clear = {
        spelling: spelling if spelling in titles else next(iter(found))
        for spelling, found in owners.items()
        if len(found) == 1 or spelling in titles
    }
    return Names({spelling: link_for(title) for spelling, title in clear.items()})


def render(draft: Draft, context: Context) -> str:
    """The page's text, the same bytes for the same input.

    Raises ConfigError when the installation lacks its templates, and jinja2's own errors for a person's broken template.
    """
    page = _Page(draft, context)
    template = _environment(context.templates).get_template(f"{draft.kind}.md.j2")
    return template.render(page.values())


@lru_cache(maxsize=4)
def _environment(own: str) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folders = [own, str(asset(SHIPPED))] if own else [str(asset(SHIPPED))]
    return Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - Markdown, not HTML; every value is made inert before
    )


class _Page:
    """Turns the parts of one draft into ready lines, and collects the footnotes they use."""

    def __init__(self, draft: Draft, context: Context) -> None:
        self.draft = draft
        self.context = context
        self.words: Wording = wording(draft.language)
        self.taken = {context.link_for(draft.title)}
        self.cited: dict[str, Citation] = {}
        given = list(dict.fromkeys(draft.citations))
        self.labelled = dict(zip(given, distinct(given), strict=True))

    def values(self) -> dict[str, Any]:
        draft = self.draft
        body = {
            "origin": self._origin(draft.origin) if draft.origin else "",
            "lead": self._paragraph(draft.lead),
            "grid": self._grid(draft.grid) if draft.grid else None,
            "parts": [self._part(part) for part in draft.parts],
            "mentions": [self._mention(mention) for mention in draft.mentions],
            "relations": [self._relation(relation) for relation in draft.relations],
        }
        links = [wikilink(self.context.link_for(relation.title), relation.title) for relation in draft.relations]
        return {
            **body,
            "frontmatter": dump(self._properties()).rstrip("\n") + "\n",
            "title": inert_line(inert(plain(draft.title))),
            "words": self.words,
            "drawn_from": self.words.drawn_from.format(pages=self.words.comma.join(links)),
            "footnotes": [footnote(citation, self.context.link_for_source(citation.source)) for citation in self.cited.values()],
        }

    def _properties(self) -> dict[str, str | list[str]]:
        draft, context = self.draft, self.context
        sources = [wikilink(context.link_for_source(source)) for source in draft.sources]
        entries: dict[str, str | list[str]] = {
            "title": draft.title,
            "type": draft.kind,
            "created": context.created,
            "updated": context.updated,
            **context.extra,
            "tags": list(draft.tags),
            "aliases": list(draft.aliases),
            "sources": sources,
            "summary": draft.summary,
            "contested": "true" if draft.contested else "",
            "contradictions": [wikilink(context.link_for(path), "") for path in draft.contradictions],
        }
        return {key: value for key, value in entries.items() if value or key == "tags"}

    def _origin(self, origin: Origin) -> str:
        source = wikilink(self.context.link_for_source(origin.source), origin.title.replace("*", "")) if origin.source else ""
        page = wikilink(self.context.link_for(origin.context), origin.context) if origin.context else ""
        if not page:
            return self.words.from_text.format(source=source)
        self.taken.add(self.context.link_for(origin.context))
        pattern = self.words.from_text_and_context if source else self.words.from_context
        return pattern.format(source=source, page=page)

    def _part(self, part: Part) -> dict[str, Any]:
        heading = inert(plain(part.heading))
        if part.style == "paragraph":
            return {"heading": heading, "style": part.style, "paragraph": self._paragraph(part.statements)}
        return {"heading": heading, "style": part.style, "lines": [self._line(statement) for statement in part.statements]}

    def _line(self, statement: Statement) -> str:
        """A statement as an entry of a list, with the list that it introduces below."""
        return "\n  - ".join(inert_line(self._statement(said)) for said in (statement, *statement.items))

    def _paragraph(self, statements: Iterable[Statement]) -> str:
        pieces = [self._statement(statement) for statement in statements]
        return inert_line(_glue(pieces[0] if pieces else "").join(pieces))

    def _statement(self, statement: Statement) -> str:
        text = linked(plain(statement.text), self.context.names, self.taken) + self._references(statement.citations)
        return "".join([text, *(_glue(follower.text) + self._statement(follower) for follower in statement.then)])

    def _references(self, citations: Iterable[Citation]) -> str:
        found = {citation.label: citation for citation in map(self.labelled.__getitem__, citations)}
        self.cited.update((label, citation) for label, citation in found.items() if label not in self.cited)
        return "".join(f"[^{label}]" for label in found)

    def _relation(self, relation: Relation) -> str:
        link = wikilink(self.context.link_for(relation.title), relation.title)
        self.taken.add(self.context.link_for(relation.title))
        if not relation.note:
            return link
        return link + self.words.colon + linked(plain(relation.note), self.context.names, self.taken) + self._references(relation.citations)

    def _mention(self, mention: Mention) -> str:
        link = wikilink(self.context.link_for_source(mention.source), mention.title)
        headings = self.words.comma.join(inert(plain(heading)) for heading in mention.headings)
        return f"{link}{self.words.colon}{headings}" if headings else link

    def _grid(self, grid: Grid) -> dict[str, Any]:
        return {
            "things": [in_table(wikilink(self.context.link_for(thing), thing)) for thing in grid.things],
            "axes": [{"name": inert(plain(name)), "cells": [self._cell(cell) for cell in cells]} for name, cells in grid.axes],
        }

    def _cell(self, cell: Statement | None) -> str:
        return in_table(self._statement(cell)) if cell else self.words.not_stated


def _glue(text: str) -> str:
    """What stands between two sentences, of which ``text`` is one."""
    return "" if is_chinese(text) else " "
