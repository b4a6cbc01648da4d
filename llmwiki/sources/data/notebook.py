"""Jupyter notebooks: text cells as the Markdown that they are, code in code blocks, outputs cut.

Format: nbformat 4 (https://nbformat.readthedocs.io, "The notebook file format"), and 3 with its worksheets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.data.reading import counted, fenced, read_notes
from llmwiki.sources.inert import inert
from llmwiki.sources.language import language
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.place import turn_mark, unmarked
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.sources.detect import Detected

_MOST_CELLS = 20_000
_OUTPUT_LINES = 20
_OUTPUT_CHARS = 2000
_HEADING = re.compile(r"^#{1,2}[ \t]+(\S[^\n]*)$", re.MULTILINE)
_PICTURE = re.compile(r"!\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"()]*\")?\)|<img\b[^<>]*>", re.IGNORECASE)
_ACTIVE = re.compile(r"<(script|style|iframe|object|embed)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_WIKILINK = re.compile(r"\[(?=\[)")
_ANSI = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Cell(NamedTuple):
    kind: str
    text: str
    outputs: tuple[dict[str, Any], ...]


class _Counts:
    """What is not shown."""

    def __init__(self) -> None:
        self.pictures = self.cut = self.hidden = 0


def is_notebook(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether JSON is a notebook."""
    return isinstance(value, dict) and "nbformat" in value and any(key in value for key in ("cells", "worksheets"))


def notebook(original: Original, found: Detected, value: dict[str, Any], extractor: str) -> Source:
    """Convert a notebook.

    Args:
        original: The input.
        found: Its decoded text.
        value: Its JSON.
        extractor: Name and version of the converter.

    Raises:
        SourceRefused: no cell with text.
    """
    cells = [cell for cell in _cells(value) if cell.text.strip()]
    if not cells:
        raise SourceRefused("is a notebook without text in its cells")
    counts = _Counts()
    spoken = _spoken(value)
    parts = [_markdown(cell, number, spoken, counts) for number, cell in enumerate(cells, 1)]
    first = next(
        (match[1] for cell in cells[:3] if cell.kind == "markdown" and (match := _HEADING.search(_plain(cell.text, _Counts())))), ""
    )
    title = first.strip("# ") or title_from_name(original.name)
    opened = "" if first else f"# {inert(title)}\n\n"
    text = opened + "\n\n".join(parts)
    return Source(
        text=text + "\n",
        title=title,
        kind="article",
        language=language("\n".join(cell.text for cell in cells if cell.kind == "markdown")),
        author=_authors(value),
        date="",
        origin=original.origin,
        verbatim=False,
        extractor=extractor,
        notes=(*read_notes(found, counts.hidden), *_notes(counts)),
    )


def _cells(value: dict[str, Any]) -> Iterator[_Cell]:
    raw: list[Any] = value.get("cells") or [cell for sheet in _dicts(value.get("worksheets")) for cell in _list(sheet.get("cells"))]
    for cell in _dicts(raw)[:_MOST_CELLS]:
        kind = str(cell.get("cell_type", "raw"))
        text = _text(cell.get("source", cell.get("input", "")))
        if kind == "heading":
            kind, text = "markdown", f"{'#' * min(max(int(cell.get('level') or 1), 1), 6)} {text}"
        yield _Cell(kind, text, tuple(_dicts(cell.get("outputs"))))


def _markdown(cell: _Cell, number: int, spoken: str, counts: _Counts) -> str:
    mark = turn_mark(number)
    if cell.kind != "code":
        body = unmarked(_plain(cell.text, counts)) if cell.kind == "markdown" else fenced(_seen(cell.text, counts), "text", 0)
        return f"{mark}\n\n{body.strip()}"
    parts = [mark, fenced(_seen(cell.text, counts).strip("\n"), spoken, 0)]
    parts.extend(text for output in cell.outputs if (text := _output(output, counts)))
    return "\n\n".join(parts)


def _output(output: dict[str, Any], counts: _Counts) -> str:
    """The text of an output, cut; pictures and the like are counted."""
    data = output.get("data")
    data = data if isinstance(data, dict) else output
    if output.get("output_type") == "error" or "ename" in output:
        text = f"{output.get('ename', 'Error')}: {output.get('evalue', '')}"
    else:
        text = _text(output.get("text", data.get("text/plain", "")))
        counts.pictures += any(str(key).startswith("image/") or key in {"png", "jpeg", "svg"} for key in data)
    text = _ANSI.sub("", _seen(text, counts)).strip("\n")
    if not text:
        return ""
    lines = text[:_OUTPUT_CHARS].split("\n")[:_OUTPUT_LINES]
    kept = "\n".join(lines)
    left = text.count("\n") + 1 - len(lines)
    counts.cut += len(kept) < len(text)
    more = f"\n\n*({counted(left, 'more line')} of output.)*" if left else ""
    return fenced(kept, "text", 0) + more


def _plain(text: str, counts: _Counts) -> str:
    """A text cell without pictures and active markup, its double brackets no links into the vault."""
    text, pictures = _PICTURE.subn(lambda match: match[1] or "", _ACTIVE.sub("", _seen(text, counts)))
    counts.pictures += pictures
    return _WIKILINK.sub(r"\\[", text)


def _seen(text: str, counts: _Counts) -> str:
    text, hidden = visible(_SURROGATE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n")))
    counts.hidden += hidden
    return text


def _spoken(value: dict[str, Any]) -> str:
    about = _dict(value.get("metadata"))
    name = _dict(about.get("language_info")).get("name") or _dict(about.get("kernelspec")).get("language") or "python"
    return re.sub(r"[^\w+-]", "", str(name))[:20].lower()


def _authors(value: dict[str, Any]) -> str:
    authors = _dict(value.get("metadata")).get("authors")
    return ", ".join(str(author.get("name", "")) for author in _dicts(authors) if author.get("name"))


def _notes(counts: _Counts) -> list[str]:
    notes = [f"{counted(counts.pictures, 'picture')} left out"] if counts.pictures else []
    return [*notes, f"{counted(counts.cut, 'output')} cut"] if counts.cut else notes


def _text(value: object) -> str:
    return "".join(str(line) for line in value) if isinstance(value, list) else value if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in _list(value) if isinstance(item, dict)]
