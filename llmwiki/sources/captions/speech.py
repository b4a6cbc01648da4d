"""What is said in a cue and by whom: tags, positions and entities out, speakers told."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

# Tags of WebVTT cue text (section 4.2.2: class, italics, bold, underline, ruby, voice, language, timestamp) and those that
# SubRip players know.
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]*)>|</v>|<v(?:\.[^\s<>]*)?>")
_BREAK = re.compile(r"<br\s*/?>|\\N", re.IGNORECASE)
_RUBY = re.compile(r"<rt[^<>]*>(.*?)(?:</rt>|(?=</ruby>)|$)")
_TAG = re.compile(r"</?(?:c|i|b|u|s|em|strong|font|span|ruby|rt|lang|p|div)(?:[.\s][^<>]*)?/?>|<[\d:.]+>", re.IGNORECASE)
_OVERRIDE = re.compile(r"\{\\[^{}]*\}|\{[ibus]:?\d?\}", re.IGNORECASE)
_DASH = re.compile(r"(?:[-–—‐]|>>+)\s*(?=\S)")
_NAME = r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*| (?:de|van|von|der|al)(?= )){0,3}|[\u4e00-\u9fff]{2,5}(?:·[\u4e00-\u9fff]{1,6})?"
_LABEL = re.compile(rf"(?P<name>{_NAME})\s*(?:\([^()]{{1,30}}\)|（[^（）]{{1,20}}）)?\s*[:：](?!//)\s*(?=\S)")
_BRACKETED = re.compile(rf"(?:【(?P<name>[^【】]{{1,20}})】|\[(?P<square>{_NAME})\])\s*[:：]?\s*(?=\S)")
_NO_NAME = re.compile(
    r"music|applause|laugh|cheer|noise|inaudible|silence|sigh|cough|sound|crosstalk|掌声|音乐|音樂|笑|沉默|噪音|字幕"
    r"|^(?:note|warning|example|question|answer|tip|step|remember|summary|first|second|third|注意|例如|比如|问题|答案|首先|其次|最后|总结)$",
    re.IGNORECASE,
)
_SOUND = re.compile(r"\[[^\[\]]*\]|【[^【】]*】|\([^()]*\)|（[^（）]*）|[♪♫].*")
_OFTEN = 2
_MOSTLY = 0.5


class Said(NamedTuple):
    """A piece of what is said.

    Attributes:
        speaker: Empty when nobody is named.
        text: Plain text without markup.
        begins: Whether the file shows a change of speaker here without a name.
    """

    speaker: str
    text: str
    begins: bool = False


def shown_lines(lines: Iterable[str]) -> list[str]:
    """The lines of a cue as they are seen, voice tags left in place, empty ones out."""
    split = [part for line in lines for part in _BREAK.split(_OVERRIDE.sub("", _RUBY.sub(r"(\1)", line)))]
    bare = [" ".join(_TAG.sub("", part).split()) for part in split]
    return [line for line in bare if _VOICE.sub("", line).strip()]


def speakers(cues: Sequence[Sequence[str]]) -> frozenset[str]:
    """The names that label lines of a file (``Ada:``, ``【Ada】``): those that come twice, or all where most cues have one."""
    named = [name for lines in cues for line in lines if (name := _label(_spoken(line), None)[0])]
    counts = Counter(named)
    mostly = len(counts) > 1 and len(named) >= _MOSTLY * len(cues)
    return frozenset(name for name, count in counts.items() if count >= _OFTEN or mostly)


def is_sound(text: str) -> bool:
    """Whether a line only tells what is heard (``[Music]``, ``♪``), which nobody says."""
    return bool(_SOUND.fullmatch(text))


def has_voices(cues: Sequence[Sequence[str]]) -> bool:
    """Whether the file names speakers by voice tags, so that a cue without one is nobody's."""
    return any(match[1] for lines in cues for line in lines for match in _VOICE.finditer(line))


def said_in(lines: Sequence[str], names: Collection[str], speaker: str) -> Iterator[Said]:
    """What one cue says.

    Args:
        lines: Of ``shown_lines``.
        names: Of ``speakers``.
        speaker: Who was speaking before it.

    Yields:
        A piece for each line, and for each voice in a line; the last one's speaker goes on.
    """
    for line in lines:
        place = 0
        for match in _VOICE.finditer(line):
            if piece := line[place : match.start()].strip():
                yield (said := _said(piece, names, speaker))
                speaker = said.speaker
            speaker, place = html.unescape(match[1] or "").strip(), match.end()
        if piece := line[place:].strip():
            yield (said := _said(piece, names, speaker))
            speaker = said.speaker


def _said(piece: str, names: Collection[str], speaker: str) -> Said:
    text = html.unescape(piece)
    begins = bool(dash := _DASH.match(text))
    text = text[dash.end() :] if dash else text
    name, rest = _label(text, names)
    if is_sound(rest) and not name:
        return Said("", rest)
    return Said(name, rest) if name else Said("" if begins else speaker, text, begins)


def _spoken(line: str) -> str:
    """A line without what stands before a label."""
    text = html.unescape(_VOICE.sub("", line).strip())
    dash = _DASH.match(text)
    return text[dash.end() :] if dash else text


def _label(text: str, names: Collection[str] | None) -> tuple[str, str]:
    """The name in front of a line and the rest; no name when it is none of ``names``, or, where those are not known, can be none."""
    match = _BRACKETED.match(text) or _LABEL.match(text)
    if match is None:
        return "", text
    found = next(value for value in match.groupdict().values() if value).strip()
    known = found in names if names is not None else not _NO_NAME.search(found)
    return (found, text[match.end() :]) if known else ("", text)
