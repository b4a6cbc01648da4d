"""Hits of a search, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.report.terminal import Line, Part
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.palace.hit import Hit
    from llmwiki.search import Searched

_SHOWN = 240
"""Characters of a hit that are shown to people."""


def search_lines(result: Searched, *, why: bool) -> Iterator[Line]:
    """Two lines a hit: where it stands, and how it begins; ``why`` adds the parts of its score."""
    for hit in result.hits:
        drawer = hit.drawer
        place = f"{drawer.path}:{drawer.lines[0]}-{drawer.lines[1]}"
        yield (Part(place, "bold"), Part("  " + " > ".join(drawer.headings), "dim"))
        yield (Part("  " + (hit.around.replace("\n", "\n  ") or excerpt(drawer.text))),)
        if hit.copies:
            yield (Part(f"  also in {', '.join(hit.copies)}", "dim"),)
        if why:
            yield (Part(f"  {hit.score:.3f} = {_parts(hit)}", "dim"),)
    if not result.hits:
        yield (Part("nothing found", "dim"),)


def search_json(result: Searched) -> dict[str, Any]:
    """Every hit with its place, its text and the parts of its score."""
    note = {"note": result.note} if result.note else {}
    return {"query": result.query, "mode": result.mode, **note, "hits": [_hit(hit) for hit in result.hits]}


def _hit(hit: Hit) -> dict[str, Any]:
    drawer = hit.drawer
    return {
        "drawer": drawer.id,
        "text": drawer.text,
        "path": drawer.path,
        "heading": drawer.headings[-1] if drawer.headings else "",
        "lines": list(drawer.lines),
        "wing": drawer.wing,
        "room": drawer.room,
        "score": round(hit.score, 4),
        "why": dict(hit.why),
        **({"also": list(hit.copies)} if hit.copies else {}),
        **({"around": hit.around} if hit.around else {}),
        **hit.about,
    }


def excerpt(text: str) -> str:
    """How a drawer begins, as a reader sees it, without headings."""
    shown = project("\n".join(line for line in text.splitlines() if not line.startswith("#"))) or text.lstrip("# ")
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1].rstrip() + "…"


def _parts(hit: Hit) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in hit.why.items())
