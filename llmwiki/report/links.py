"""The links of a note, as text and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.links import NoteLinks, Outgoing


def link_lines(links: NoteLinks) -> Iterator[Line]:
    """Outgoing links with where they lead, then incoming ones, then tags."""
    yield (Part(links.note, "bold"),)
    yield (Part(f"outgoing: {len(links.outgoing)}"),)
    for link in links.outgoing:
        yield (Part(f"  {link.line}:{link.column}  {_one_line(link.written)}  "), *_target(link))
    yield (Part(f"incoming: {len(links.incoming)}"),)
    for source in links.incoming:
        yield (Part(f"  {source.path}:{source.line}:{source.column}  {_one_line(source.written)}"),)
    if links.tags:
        yield (Part("tags: " + " ".join(links.tags)),)


def links_json(links: NoteLinks) -> dict[str, Any]:
    """The links as a JSON value."""
    return {
        "note": links.note,
        "outgoing": [
            {
                "written": link.written,
                "kind": link.kind,
                "target": link.target,
                "candidates": list(link.candidates),
                "anchor": link.anchor,
                "line": link.line,
                "column": link.column,
            }
            for link in links.outgoing
        ],
        "incoming": [{"path": link.path, "line": link.line, "column": link.column, "written": link.written} for link in links.incoming],
        "tags": list(links.tags),
    }


def _target(link: Outgoing) -> Iterator[Part]:
    if link.target is None:
        yield Part("unresolved", "red")
        return
    yield Part(f"-> {link.target}")
    if link.anchor == "missing":
        yield Part("  heading or block is missing", "yellow")
    if len(link.candidates) > 1:
        yield Part("  ambiguous, also " + ", ".join(link.candidates[1:]), "yellow")


def _one_line(text: str) -> str:
    return " ".join(text.split())
