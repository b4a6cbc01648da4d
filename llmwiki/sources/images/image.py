"""Pictures as sources: a note beside the picture."""

from __future__ import annotations

from typing import NamedTuple

from llmwiki.sources.base import Original, Source
from llmwiki.sources.detect import Detected, detect, is_kind
from llmwiki.sources.images.exif import read_exif
from llmwiki.sources.images.sizes import Size, pixel_size
from llmwiki.sources.images.svg import read_svg
from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.kinds import binary_kind
from llmwiki.sources.language import language
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.place import unmarked
from llmwiki.sources.visible import visible

_UNREAD = "no text was read from the picture: there is no OCR"


class _Known(NamedTuple):
    """What is known about a picture."""

    form: str
    size: Size
    title: str = ""
    author: str = ""
    date: str = ""
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    said: str = ""


class ImageConverter:
    """Pictures to a note: format, size, day and description from the file, the words of an SVG drawing; nothing is recognised."""

    name = "image"
    extractor = "image 1"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are a picture, whatever the file is called."""
        return is_kind(original, "image")

    def convert(self, original: Original) -> Source:
        """Write the note.

        Raises:
            SourceRefused: no picture, or an SVG drawing that is no XML.
        """
        found = detect(original.name, original.data)
        known = _drawn(found) if found.text else _photographed(original.data)
        title = known.title or title_from_name(original.name)
        shape = f", {known.size.width:,} × {known.size.height:,} pixels" if known.size.width and known.size.height else ""
        lines, hidden = visible("\n\n".join(inert_line(unmarked(line)) for line in known.lines))
        parts = [f"# {inert(title)}", f"*{known.form}{shape}{known.said}*", *([lines] if lines else [])]
        return Source(
            text="\n\n".join(parts) + "\n",
            title=title,
            kind="asset",
            language=language(f"{title}\n{lines}"),
            author=known.author,
            date=known.date,
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(*known.notes, *([f"{hidden:,} invisible characters taken out"] if hidden else [])),
        )


def _photographed(data: bytes) -> _Known:
    size, about = pixel_size(data), read_exif(data)
    size = Size(size.height, size.width) if about.on_its_side else size
    lines = (about.description,) if about.description else ()
    return _Known(binary_kind(data).name, size, "", about.author, about.date, lines, (_UNREAD,), "; what it shows has not been read")


def _drawn(found: Detected) -> _Known:
    drawing = read_svg(found.text)
    notes = [] if drawing.texts else ["no words in the drawing"]
    if drawing.scripts:
        notes.append(f"{drawing.scripts} script{'s' * (drawing.scripts != 1)} in the drawing, not part of the note")
    return _Known("SVG image", drawing.size, visible(drawing.title)[0], "", "", drawing.texts, tuple(notes))
