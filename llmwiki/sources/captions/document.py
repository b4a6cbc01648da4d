"""Subtitle files as transcripts that read like text."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.captions.cues import Captions, Cue, read_cues
from llmwiki.sources.captions.rolling import PAUSE, unrolled
from llmwiki.sources.captions.speech import has_voices, is_sound, said_in, shown_lines, speakers
from llmwiki.sources.data.reading import counted, read_notes
from llmwiki.sources.detect import detect, detected, is_kind
from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.language import language
from llmwiki.sources.naming import stem, title_from_name
from llmwiki.sources.place import time_mark, unmarked
from llmwiki.sources.visible import visible
from llmwiki.vault.chars import CJK_CHAR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.sources.captions.speech import Said

_LONG = 500
"""Characters from which a paragraph ends with its next sentence; a Han character counts as three."""
_TOO_LONG = 1000
_MUCH = 1024 * 1024
"""Characters that are looked at for the language."""
_ENDS = re.compile(r"[.!?。！？…][\"'”’»)\]】』」]*$")
_NAMED = re.compile(r"(?:\.(?:[a-z]{2,3}(?:-\w{2,8})*|orig|auto|captions?|subs?|subtitles?))+$|\s*\[[\w-]{11}\](?=\.|$)", re.IGNORECASE)


@dataclass(slots=True)
class _Paragraph:
    """What one person says without a pause."""

    start: float
    end: float
    speaker: str
    begins: bool
    parts: list[str] = field(default_factory=list)
    weight: int = 0


class CaptionsConverter:
    """WebVTT, SubRip and SubViewer to Markdown: paragraphs behind ``<!-- time HH:MM:SS -->`` lines, speakers in bold."""

    name = "captions"
    extractor = "captions 1"

    def accepts(self, original: Original) -> bool:
        """Whether the content is a subtitle file, or the name says so."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a subtitle file.

        Raises:
            SourceRefused: no captions in it.
        """
        notes: list[str] = []
        title = title_from_name(f"{_NAMED.sub('', stem(original.name)) or original.name}.vtt")
        text = _written(title, _paragraphs(_read(original, notes)))
        return Source(
            text=text,
            title=title,
            kind="transcript",
            language=language(text[:_MUCH]),
            author="",
            date="",
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=tuple(notes),
        )


def _read(original: Original, notes: list[str]) -> list[Cue]:
    """The cues with their lines as they are seen; what there is to note goes to ``notes``. The file's text is let go."""
    found = detected(original)
    detect.cache_clear()
    text, hidden = visible(found.text)
    notes += read_notes(found, hidden)
    del found
    captions = read_cues(text)
    del text
    cues = list(captions.cues)
    notes += _notes(captions)
    del captions
    for place, cue in enumerate(cues):
        cues[place] = cue._replace(lines=tuple(shown_lines(cue.lines)))
    return cues


def _written(title: str, paragraphs: Iterable[_Paragraph]) -> str:
    """The whole text, put together as bytes: strings of a long one would be held twice.

    Raises:
        SourceRefused: there is nothing to write.
    """
    out = io.BytesIO()
    head = out.write(f"# {inert(title)}\n".encode("utf-8", "surrogatepass"))
    for paragraph in paragraphs:
        out.write(f"\n{_markdown(paragraph)}\n".encode("utf-8", "surrogatepass"))
    if out.tell() == head:
        raise SourceRefused("no captions: no cue with text in it")
    return out.getvalue().decode("utf-8", "surrogatepass")


def _paragraphs(cues: list[Cue]) -> Iterator[_Paragraph]:
    """What is said, a paragraph for each speaker, pause and full length."""
    cues = unrolled(cues)
    lines = [cue.lines for cue in cues]
    names, voiced = speakers(lines), has_voices(lines)
    paragraph: _Paragraph | None = None
    speaker = ""
    for cue in cues:
        for said in said_in(cue.lines, names, "" if voiced else speaker):
            speaker = speaker if is_sound(said.text) else said.speaker
            if paragraph is None or _ended(paragraph, said, cue.start):
                if paragraph is not None:
                    yield paragraph
                paragraph = _Paragraph(cue.start, cue.end, said.speaker, said.begins)
            paragraph.parts.append(said.text)
            paragraph.weight += len(said.text) + 2 * len(CJK_CHAR.findall(said.text))
            paragraph.end = max(paragraph.end, cue.end)
    if paragraph is not None:
        yield paragraph


def _ended(paragraph: _Paragraph, said: Said, start: float) -> bool:
    if said.begins or said.speaker != paragraph.speaker or (paragraph.begins and start > paragraph.start) or start - paragraph.end >= PAUSE:
        return True
    return paragraph.weight >= _TOO_LONG or (paragraph.weight >= _LONG and bool(_ENDS.search(paragraph.parts[-1])))


def _markdown(paragraph: _Paragraph) -> str:
    text = inert_line(unmarked(_joined(paragraph.parts)))
    if paragraph.speaker:
        text = f"**{inert(paragraph.speaker)}:** {text}"
    elif paragraph.begins:
        text = f"– {text}"
    return f"{time_mark(paragraph.start)}\n{text}"


def _joined(parts: Iterable[str]) -> str:
    """Captions as running text; between Chinese ones without punctuation a space stands for the pause, as in the captions."""
    text = ""
    for part in parts:
        closed = text[-1:] in "，。！？；：、…」』”" and CJK_CHAR.match(part)
        text += part if not text or closed else f" {part}"
    return text


def _notes(captions: Captions) -> list[str]:
    notes = [f"put in order of time: {counted(captions.unordered, 'caption')}"] if captions.unordered else []
    return [*notes, f"{counted(captions.untimed, 'caption')} without a readable time"] if captions.untimed else notes
